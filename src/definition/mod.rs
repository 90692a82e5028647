//! Variant definitions: board, pieces, rules and start as data.
//!
//! A [`VariantDef`] is resolved but not compiled: zones are sets of squares and moves are
//! [`Movement`](crate::movement::Movement)s. `game::Variant::compile` makes it playable. The layer `formats` reads and
//! writes definitions as files.

pub(crate) mod variant;

pub(crate) mod castling;
pub mod clause;
pub(crate) mod construct;
pub(crate) mod custom;
pub(crate) mod dead_ends;
pub(crate) mod differences;
pub(crate) mod export;
pub(crate) mod forms;
pub(crate) mod limits;
pub(crate) mod lines;
pub(crate) mod passing;
pub(crate) mod phrases;
pub(crate) mod picture;
pub(crate) mod piece_id;
pub(crate) mod piece_moves;
pub(crate) mod pieces;
pub(crate) mod place;
pub(crate) mod promotion_choices;
pub(crate) mod reach;
pub(crate) mod reason;
pub(crate) mod renumber;
pub(crate) mod rule_differences;
pub(crate) mod rule_names;
pub(crate) mod rules;
pub(crate) mod setting;
pub(crate) mod setting_values;
pub(crate) mod settings;
pub(crate) mod setups;
pub(crate) mod start;
pub(crate) mod tree;
pub(crate) mod zone_text;

pub(crate) use custom::ONLY_SETTING;
pub use custom::{CustomRules, RuleTable, RuleValue};
pub use differences::differences;
pub use export::{Export, Loss};
pub use forms::{Form, Forms};
pub use limits::{Limits, PlayLimits};
pub use lines::Line;
#[doc(hidden)]
pub use passing::captures_in_passing;
#[doc(hidden)]
pub use phrases::{either, one_of, plural, several, spaced};
pub use picture::{Picture, PictureError, Shape};
pub use piece_id::{ByPiece, PieceId};
pub use pieces::{
    Action, Affected, AfterMove, CaptureMethod, Freeze, JumpSeries, Mimic, PieceCaptures, Quiet,
    Run,
};
pub(crate) use reach::REACH_PATHS;
pub use reach::{Reach, ReachError, ReachText};
pub use reason::Reason;
#[doc(hidden)]
pub use rule_names::{BUILTIN_RULES, is_rule_name, rule_keys};
pub use rules::{
    Blast, CaptureRules, CapturedTo, CastlingRules, CheckRules, ChecksAllowed, CountingRule,
    DropRules, EnPassantRules, Enclosing, FirstLeaps, GatingRules, PairedPromotion, PieceSet,
    PromotingMoves, RepetitionRules, RoyalGuard, RoyalRule, RulesDef, Verdict, Walling,
};
pub(crate) use rules::{CASTLING_WAYS, NO_FILE, PROMOTING_MOVES, file_of};
pub(crate) use setting::{Setting, keys};
pub use settings::{Change, Settings};
pub use setups::Setups;
pub(crate) use start::letters;
pub use variant::{
    InitialDef, MoveDef, PieceDef, PromotionChoice, PromotionDef, PromotionStock, VariantDef,
};
