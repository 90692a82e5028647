//! Variant definitions: board, pieces, rules and start as data, and the readers and writers of file formats.
//!
//! A [`VariantDef`] is resolved but not compiled: zones are sets of squares and moves are
//! [`Movement`](crate::movement::Movement)s. `game::Variant::compile` makes it playable. A [`Catalog`] contains the
//! variants of a file, or the built-in variants, which are also a file.
//!
//! ```
//! use ferz::definition::{Catalog, Format};
//!
//! let file = "[mine]\ninherits = 'chess'\n[mine.pieces.knight]\nmove = 'NN'";
//! let mine = Catalog::read(file, Format::Toml).into_result().unwrap();
//! assert_eq!(mine.get("mine").unwrap().pieces["knight"].moves[0].betza, "NN");
//! ```

mod variant;

mod castling;
mod catalog;
pub mod clause;
mod construct;
mod custom;
mod dead_ends;
mod diagram;
mod differences;
mod export;
mod fairy_max;
mod fairy_stockfish;
mod files;
mod findings;
mod format;
mod forms;
mod limits;
mod lines;
mod passing;
mod phrases;
mod picture;
mod piece_id;
mod piece_moves;
mod pieces;
mod place;
mod printable;
mod promotion_choices;
mod query;
mod reach;
mod reason;
mod renumber;
mod rule_differences;
mod rules;
mod setting;
mod setting_values;
mod settings;
mod setups;
mod start;
mod toml;
mod tree;
mod write;

#[doc(hidden)]
pub use self::toml::is_rule_name;
#[cfg(feature = "schema")]
pub(crate) use self::toml::made_schema;
pub use self::toml::{Outline, OutlineEntry, schema};
#[doc(hidden)]
pub use catalog::Choices;
pub use catalog::{Catalog, Refusal};
#[doc(hidden)]
pub use custom::BUILTIN_RULES;
pub(crate) use custom::ONLY_SETTING;
#[doc(hidden)]
pub use custom::rule_keys;
pub use custom::{CustomRules, RuleTable, RuleValue};
pub use diagram::{looks_like_diagram, read_diagram, write_diagram};
pub use differences::differences;
pub use export::{Export, Loss};
pub use fairy_max::{read_fairy_max, write_fairy_max};
#[cfg(feature = "testing")]
pub use fairy_stockfish::fairy_stockfish_keys;
pub use fairy_stockfish::{write_fairy_stockfish, write_fairy_stockfish_x};
pub(crate) use files::BECAUSE;
#[doc(hidden)]
pub use files::named_file;
pub use files::{FileError, Files};
pub use format::Format;
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
pub use place::TextPlace;
pub(crate) use reach::REACH_PATHS;
pub use reach::{Reach, ReachError, ReachText};
pub use reason::Reason;
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
pub use write::write;
