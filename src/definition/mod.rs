//! A variant as data: board, pieces, rules, start, and the readers and writers of file formats.
//!
//! A [`VariantDef`] is inert: everything in it is resolved (zones are sets of squares, moves are
//! [`Movement`]s), but nothing is compiled. `game::Variant::compile` makes it playable.

mod diagram;
mod variant;

pub use diagram::{looks_like_diagram, read_diagram};
pub use variant::{
    CaptureFate, InitialDef, MoveDef, PieceDef, PromotionChoice, PromotionDef, PromotionStock,
    RoyalRule, RulesDef, StalemateRule, VariantDef,
};
