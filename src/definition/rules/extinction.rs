//! Winning or losing by the number of pieces.

use super::piece_set::PieceSet;
use super::verdict::Verdict;

/// Winning or losing by the number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of a rule are independent flags"
)]
pub struct ExtinctionRules {
    /// The result for the side whose pieces are extinct; without one the rule does not end games.
    pub verdict: Option<Verdict>,
    /// Only the opponent's extinction can be claimed, by the side to move.
    pub claim: bool,
    /// The last pieces are royal.
    pub pseudo_royal: bool,
    /// It is check when all of them are attacked.
    pub duple: bool,
    /// The kinds that count.
    pub kinds: PieceSet,
    /// Whether all pieces together count as a kind.
    pub whole_army: bool,
    /// At this number or fewer a kind is extinct.
    pub count: u16,
    /// The number the opponent must have.
    pub opponent_count: u16,
}
