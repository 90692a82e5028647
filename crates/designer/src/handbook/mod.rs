//! Rules pages: the rules of a variant in words and pictures, generated from its definition.
//!
//! ```
//! use ferz::formats::Catalog;
//! use ferz::game::Variant;
//! use ferz_designer::handbook::{Pictures, rules_page};
//! use ferz_designer::render::BoardStyle;
//!
//! let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
//! let page = rules_page(&chess, Pictures::Text(BoardStyle::Ascii));
//! assert!(page.starts_with("# Chess\n"));
//! assert!(page.contains("### Knight (N)"));
//! ```

mod actions;
mod beside_moves;
mod captured;
mod drops;
mod ends;
mod goals;
mod levels;
mod page;
mod paired_promotion;
mod pieces;
mod reach;
mod special;
mod words;

pub use page::{Pictures, pictures, rules_page};
pub use pieces::piece_words;
