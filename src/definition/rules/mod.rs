//! Types for the rules that do not belong to single pieces, with the meaning of their settings for the pieces of a
//! variant.
//!
//! Settings name pieces; the types contain their numbers in
//! [`VariantDef::pieces`](super::variant::VariantDef::pieces). Pairs have White's value first. No rule depends on the
//! presence of another, so all combinations are possible.

mod captured_to;
mod captures;
mod castling;
mod checks;
mod clauses;
mod drops;
mod en_passant;
mod entries;
mod gating;
mod guard;
mod move_limit;
mod no_moves;
mod normal_form;
mod paired_promotion;
mod repetition;
mod royal;
mod words;

pub use captured_to::CapturedTo;
pub(crate) use captures::CAPTURES_KEYS;
pub use captures::{Blast, CaptureRules};
pub use castling::CastlingRules;
pub(crate) use castling::{CASTLING_WAYS, NO_FILE, file_of};
pub use checks::{CheckRules, ChecksAllowed};
pub use drops::{DropRules, Enclosing};
pub use en_passant::EnPassantRules;
pub use gating::{FirstLeaps, GatingRules};
pub use guard::RoyalGuard;
pub(crate) use paired_promotion::PROMOTING_MOVES;
pub use paired_promotion::{PairedPromotion, PromotingMoves};
pub use repetition::RepetitionRules;
pub use royal::RoyalRule;
pub use words::{CountingRule, Verdict, Walling};
pub(crate) use words::{verdict_of, verdict_value};
