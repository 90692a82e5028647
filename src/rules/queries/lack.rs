//! Counts of pieces, for ends of the game by number of pieces.

use crate::rules::data::{Lack, RuleContext};
use crate::state::Color;

impl Lack {
    /// Whether a side has too few pieces, and its opponent enough.
    pub fn is_lost_by(&self, at: &RuleContext<'_>, side: Color) -> bool {
        let others = self.others[usize::from(side == at.turn())];
        self.count(at, side) <= usize::from(self.limit)
            && (others == 0 || self.count(at, side.opponent()) >= usize::from(others))
    }

    /// The number of a side's pieces that count.
    pub(crate) fn count(&self, at: &RuleContext<'_>, side: Color) -> usize {
        let kinds = &self.kinds[side.index()];
        let on_board = at.board().pieces_of(side);
        let on_board = on_board.filter(|(_, piece)| kinds.contains(&piece.role));
        let hand = at.hand(side).iter().filter(|_| self.hands);
        let in_hand = hand.filter(|(role, _)| kinds.contains(role));
        on_board.count() + in_hand.map(|(_, count)| usize::from(count)).sum::<usize>()
    }
}
