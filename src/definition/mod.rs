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

mod adjudication;
mod aftermath;
mod canon;
mod castlings;
mod catalog;
mod company;
mod construct;
mod custom;
mod diagram;
mod differences;
mod export;
mod fairy_max;
mod fairy_stockfish;
mod format;
mod ground;
mod hooks;
mod limits;
mod numbers;
mod offers;
mod passing;
mod place;
mod plain;
mod printable;
mod query;
mod reach;
mod rules;
mod scores;
mod sections;
mod series;
mod settings;
mod setups;
mod special;
mod start;
mod toml;
mod tree;
mod ways;
mod write;

pub(crate) use self::toml::is_rule_name;
pub use self::toml::{Outline, OutlineEntry, RENAMED_KEYS, RenamedKey, schema};
pub use adjudication::{
    AdjudicationRules, ChasingRules, CountingRule, CountingRules, MateRules, MaterialRule,
    RepetitionRules, ShatarMate,
};
pub use aftermath::{Aftermath, Quiet, TradeRule};
pub use catalog::Catalog;
pub use company::{BareKing, DoubleDrop, PointRules, Replacement};
pub use custom::{CustomRules, RuleTable, RuleValue};
pub use diagram::{looks_like_diagram, read_diagram, write_diagram};
pub use differences::differences;
pub use export::{Export, Loss};
pub use fairy_max::{read_fairy_max, write_fairy_max};
pub use fairy_stockfish::write_fairy_stockfish;
pub use format::Format;
pub use ground::{Palace, Placement};
pub use hooks::{
    Action, Affected, CaptureMethod, Freeze, Mimic, PocketFate, PocketRule, PointCount, PointValue,
    Powers,
};
pub use limits::{Limits, PlayLimits};
pub use place::TextPlace;
pub(crate) use reach::REACH_PATHS;
pub use reach::{Reach, ReachError, ReachText};
pub use rules::{CaptureFate, RoyalGuard, RoyalRule, RulesDef};
pub use scores::{Reason, Scores};
pub use sections::sections;
pub use series::{CaptureDuty, JumpSeries, Run};
pub use settings::{Change, Settings};
pub use setups::Setups;
pub use special::{
    Blast, CaptureRules, CastlingRules, CheckRules, ConnectionRules, DropRules, EnPassantRules,
    Enclosing, ExtinctionRules, FirstLeaps, FlagRules, Form, Forms, GatingRules, InPlacePromotion,
    PassRules, PawnPromotion, PiecePromotion, PieceSet, Verdict, WallRules, Walling,
};
pub(crate) use start::letters;
pub use variant::{
    InitialDef, MoveDef, PieceDef, PromotionChoice, PromotionDef, PromotionStock, VariantDef,
};
pub use write::write;
