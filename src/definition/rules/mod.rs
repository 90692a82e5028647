//! Types for the rules that do not belong to single pieces, with the meaning of their settings for the pieces of a
//! variant.
//!
//! Settings name pieces; the types contain their numbers in
//! [`VariantDef::pieces`](super::variant::VariantDef::pieces). Pairs have White's value first. No rule depends on the
//! presence of another, so all combinations are possible.

mod adjudication;
mod captures;
mod clauses;
mod drops;
mod paired_promotion;
mod royal;
mod special_moves;
mod words;

pub use adjudication::RepetitionRules;
pub(crate) use captures::CAPTURES_KEYS;
pub use captures::{Blast, CaptureRules, CapturedTo};
pub use drops::{DropRules, Enclosing};
pub(crate) use paired_promotion::PROMOTING_MOVES;
pub use paired_promotion::{PairedPromotion, PromotingMoves};
pub use royal::{CheckRules, ChecksAllowed, RoyalGuard, RoyalRule};
pub(crate) use special_moves::{CASTLING_WAYS, NO_FILE, file_of};
pub use special_moves::{CastlingRules, EnPassantRules, FirstLeaps, GatingRules};
pub use words::{CountingRule, Verdict, Walling};
pub(crate) use words::{verdict_of, verdict_value};
