//! A variant as data: board, pieces, rules, start, and the readers and writers of file formats.
//!
//! A [`VariantDef`] is inert: everything in it is resolved (zones are sets of squares, moves are
//! [`Movement`](crate::movement::Movement)s), but nothing is compiled. `game::Variant::compile`
//! makes it playable. A [`Catalog`] holds the variants of a file, or the built-ins, which are a
//! file as well.
//!
//! ```
//! use ferz::definition::{Catalog, Format};
//!
//! let file = "[mine]\ninherits = 'chess'\n[mine.pieces.knight]\nmove = 'NN'";
//! let mine = Catalog::read(file, Format::Toml).into_result().unwrap();
//! assert_eq!(mine.get("mine").unwrap().pieces["knight"].moves[0].betza, "NN");
//! ```

mod variant;

mod catalog;
mod diagram;
mod fairy_max;
mod fairy_stockfish;
mod format;
mod hooks;
mod limits;
mod place;
mod special;
mod toml;

pub use self::toml::schema;
pub use catalog::Catalog;
pub use diagram::{looks_like_diagram, read_diagram};
pub use fairy_max::read_fairy_max;
pub use format::Format;
pub use hooks::{Action, CaptureMethod, Freeze, Hooks, Powers};
pub use limits::Limits;
pub use place::TextPlace;
pub use special::{
    Blast, CaptureRules, CastlingRules, CheckRules, ConnectionRules, DropRules, EnPassantRules,
    Enclosing, ExtinctionRules, FirstLeaps, FlagRules, Form, GatingRules, InPlacePromotion,
    PassRules, PiecePromotion, PieceSet, ResultRules, SpecialRules, Verdict,
    WallRules, Walling,
};
pub use variant::{
    CaptureFate, InitialDef, MoveDef, PieceDef, PromotionChoice, PromotionDef, PromotionStock,
    RoyalGuard, RoyalRule, RulesDef, StalemateRule, VariantDef,
};
