//! The tunings that come with the program.

use super::tuning::Tuning;
use crate::definition::{Catalog, VariantDef};

/// By built-in variant: the file that `ferz tune` has written.
const SHIPPED: &[(&str, &str)] = &[
    (
        "baroque",
        include_str!("../../evaluations/baroque.eval.toml"),
    ),
    (
        "berolina",
        include_str!("../../evaluations/berolina.eval.toml"),
    ),
    (
        "capablanca",
        include_str!("../../evaluations/capablanca.eval.toml"),
    ),
    ("chess", include_str!("../../evaluations/chess.eval.toml")),
    (
        "courier",
        include_str!("../../evaluations/courier.eval.toml"),
    ),
    (
        "crazyhouse",
        include_str!("../../evaluations/crazyhouse.eval.toml"),
    ),
    ("gothic", include_str!("../../evaluations/gothic.eval.toml")),
    (
        "grand-apothecary-chess-alert",
        include_str!("../../evaluations/grand-apothecary-chess-alert.eval.toml"),
    ),
    ("grand", include_str!("../../evaluations/grand.eval.toml")),
    ("janus", include_str!("../../evaluations/janus.eval.toml")),
    (
        "knightmate",
        include_str!("../../evaluations/knightmate.eval.toml"),
    ),
    ("makruk", include_str!("../../evaluations/makruk.eval.toml")),
    ("rococo", include_str!("../../evaluations/rococo.eval.toml")),
    (
        "seirawan",
        include_str!("../../evaluations/seirawan.eval.toml"),
    ),
    ("shako", include_str!("../../evaluations/shako.eval.toml")),
    (
        "shatranj",
        include_str!("../../evaluations/shatranj.eval.toml"),
    ),
    ("shogi", include_str!("../../evaluations/shogi.eval.toml")),
    (
        "xiangqi",
        include_str!("../../evaluations/xiangqi.eval.toml"),
    ),
];

/// The tuning that comes with the program for a built-in variant; nothing for a variant that only has its
/// name.
pub fn shipped(def: &VariantDef) -> Option<Tuning> {
    let (name, text) = SHIPPED.iter().find(|(name, _)| *name == def.name)?;
    let builtin = Catalog::builtin().get(name)?;
    if builtin != def {
        return None;
    }
    Tuning::read(text, builtin).into_result().ok()
}
