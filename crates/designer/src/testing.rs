//! Snapshots of variants in the tests of other crates, over [`insta`].
//!
//! The texts are those of [`snapshot`](crate::snapshot); `insta` keeps, compares and reviews them.
//! It needs the feature `testing`.
//!
//! ```no_run
//! use ferz::formats::Catalog;
//! use ferz::game::Variant;
//! use ferz_designer::snapshot::Settings;
//! use ferz_designer::testing::assert_variant_snapshot;
//!
//! let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
//! assert_variant_snapshot!("chess", &chess);
//! assert_variant_snapshot!("chess-deep", &chess, Settings { depth: 5, ..Settings::default() });
//! ```

pub use insta;

use crate::snapshot::{Settings, section};
use ferz::game::Variant;

/// The text that [`assert_variant_snapshot`] compares.
pub fn variant_text(variant: &Variant, settings: &Settings) -> String {
    section(variant, settings)
}

/// Compares the behavior of a variant with the snapshot of this name.
///
/// The arguments are the name, a reference to the [`Variant`] and, optionally, [`Settings`].
/// `insta` stores the snapshot with those of the calling crate.
#[macro_export]
macro_rules! assert_variant_snapshot {
    ($name:expr, $variant:expr $(,)?) => {
        $crate::assert_variant_snapshot!($name, $variant, $crate::snapshot::Settings::default())
    };
    ($name:expr, $variant:expr, $settings:expr $(,)?) => {
        $crate::testing::insta::assert_snapshot!(
            $name,
            $crate::testing::variant_text($variant, &$settings)
        )
    };
}

pub use assert_variant_snapshot;
