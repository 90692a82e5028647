//! Variant definitions: board, pieces, rules and start as data.
//!
//! A [`VariantDef`] is resolved but not compiled: zones are sets of squares and moves are
//! [`Movement`](crate::movement::Movement)s. `game::Variant::compile` makes it playable. The layer `formats` reads and
//! writes definitions as files. The modules are in the order of data flow.

pub(crate) mod limits;
pub(crate) mod lines;
pub(crate) mod phrases;
pub(crate) mod place;
pub(crate) mod reason;
pub(crate) mod rule_names;
pub(crate) mod tree;

#[doc(hidden)]
pub mod clause;

pub(crate) mod variant;

pub(crate) mod construct;
pub(crate) mod export;
pub(crate) mod reach_check;
pub(crate) mod setting;
pub(crate) mod zone_text;

pub(crate) mod setting_values;

pub(crate) mod rules;

pub(crate) mod moves;

pub(crate) mod compare;

#[doc(hidden)]
pub use compare::differences;
pub use export::{Export, Loss};
pub use limits::{Limits, PlayLimits};
#[doc(hidden)]
pub use lines::Line;
#[doc(hidden)]
pub use moves::en_passant::captures_in_passing;
pub(crate) use moves::start::letters;
#[doc(hidden)]
pub use phrases::{either, one_of, plural, several, spaced};
pub(crate) use reach_check::REACH_PATHS;
#[doc(hidden)]
pub use reach_check::ReachError;
#[doc(hidden)]
pub use reason::Reason;
#[doc(hidden)]
pub use rule_names::{BUILTIN_RULES, is_rule_name, rule_keys};
pub use rules::Verdict;
#[doc(hidden)]
pub use rules::{
    Blast, CaptureRules, CapturedTo, CastlingRules, CheckRules, ChecksAllowed, CountingRule,
    DropRules, EnPassantRules, Enclosing, FirstLeaps, GatingRules, PairedPromotion, PromotingMoves,
    RepetitionRules, RoyalGuard, RoyalRule, Walling,
};
pub(crate) use rules::{CASTLING_WAYS, NO_FILE, PROMOTING_MOVES, file_of};
pub(crate) use setting::{Setting, keys};
pub(crate) use variant::ONLY_SETTING;
#[doc(hidden)]
pub use variant::{
    Action, Affected, AfterMove, Appearance, AppearanceError, ByPiece, CaptureMethod, Cells,
    Change, CustomRules, Form, Forms, Freeze, InitialDef, JumpSeries, Mimic, Picture, PictureError,
    PieceCaptures, PieceId, PieceSet, PieceStyle, PromotionChoice, PromotionDef, PromotionStock,
    Quiet, Reach, ReachText, RuleTable, RuleValue, Run, Settings, Setups, Shape, SubBoard,
};
pub use variant::{MoveDef, PieceDef, RulesDef, VariantDef};
#[doc(hidden)]
pub use zone_text::squares as squares_text;
