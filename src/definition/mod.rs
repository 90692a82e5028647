//! Variant definitions: board, pieces, rules and start as data.
//!
//! A [`VariantDef`] is resolved but not compiled: zones are sets of squares and moves are
//! [`Movement`](crate::movement::Movement)s. `game::Variant::compile` makes it playable. The layer `formats` reads and
//! writes definitions as files. The modules are in the order of data flow.

pub(crate) mod limits;
pub(crate) mod names;
pub(crate) mod place;
pub(crate) mod tree;

#[doc(hidden)]
pub mod clause;

pub(crate) mod variant;

pub(crate) mod construct;
pub(crate) mod export;
pub(crate) mod phrases;
pub(crate) mod reach_check;
pub(crate) mod setting;

pub(crate) mod rules;

pub(crate) mod moves;

pub(crate) mod compare;

#[doc(hidden)]
pub use compare::differences;
pub use export::{Export, Loss};
pub use limits::{Limits, PlayLimits};
#[doc(hidden)]
pub use moves::normal_forms::captures_in_passing;
pub(crate) use moves::piece_moves::letters;
#[doc(hidden)]
pub use names::{BUILTIN_RULES, Reason, is_library_rule, is_rule_name, rule_keys};
#[doc(hidden)]
pub use phrases::{either, one_of, plural, several, spaced, squares as squares_text};
pub(crate) use reach_check::REACH_PATHS;
#[doc(hidden)]
pub use reach_check::{Line, ReachError};
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
