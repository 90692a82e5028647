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

pub use compare::differences;
pub use export::{Export, Loss};
pub use limits::{Limits, PlayLimits};
pub use lines::Line;
#[doc(hidden)]
pub use moves::en_passant::captures_in_passing;
pub(crate) use moves::start::letters;
#[doc(hidden)]
pub use phrases::{either, one_of, plural, several, spaced};
pub(crate) use reach_check::REACH_PATHS;
pub use reach_check::ReachError;
pub use reason::Reason;
#[doc(hidden)]
pub use rule_names::{BUILTIN_RULES, is_rule_name, rule_keys};
pub use rules::{
    Blast, CaptureRules, CapturedTo, CastlingRules, CheckRules, ChecksAllowed, CountingRule,
    DropRules, EnPassantRules, Enclosing, FirstLeaps, GatingRules, PairedPromotion, PromotingMoves,
    RepetitionRules, RoyalGuard, RoyalRule, Verdict, Walling,
};
pub(crate) use rules::{CASTLING_WAYS, NO_FILE, PROMOTING_MOVES, file_of};
pub(crate) use setting::{Setting, keys};
pub(crate) use variant::ONLY_SETTING;
pub use variant::{
    Action, Affected, AfterMove, Appearance, AppearanceError, ByPiece, CaptureMethod, Cells,
    Change, CustomRules, Form, Forms, Freeze, InitialDef, JumpSeries, Mimic, MoveDef, Picture,
    PictureError, PieceCaptures, PieceDef, PieceId, PieceSet, PieceStyle, PromotionChoice,
    PromotionDef, PromotionStock, Quiet, Reach, ReachText, RuleTable, RuleValue, RulesDef, Run,
    Settings, Setups, Shape, SubBoard, VariantDef,
};
