//! Positions other than the present one: hypothetical and earlier ones.

use std::cell::OnceCell;
use std::fmt;

use crate::geometry::{Square, SquareSet};
use crate::rules::data::{After, Imagined, Lack, Past, Record, RuleContext, RuleReach};
use crate::rules::effects::relocate;
use crate::state::{Color, Move, Piece, RuleId};

// Hypothetical positions: after a move, or with a changed board.

impl Imagined<'_> {
    /// The position.
    pub fn position(&self) -> RuleContext<'_> {
        RuleContext {
            setup: &self.setup,
            ..self.actual
        }
    }
}

impl fmt::Debug for Imagined<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Imagined").field(&self.setup).finish()
    }
}

impl<'a> After<'a> {
    pub(crate) fn new(before: RuleContext<'a>, mv: &'a Move) -> After<'a> {
        After {
            before,
            mv,
            is_relocation: before.in_attack,
            setup: OnceCell::new(),
        }
    }

    /// The position after the move, with the other side to move.
    pub fn position(&self) -> RuleContext<'_> {
        let RuleContext {
            rules,
            setup,
            rule,
            in_attack,
        } = self.before;
        let after = || {
            if self.is_relocation {
                relocate(rules, setup, self.mv, false)
            } else {
                (rules.finder.played)(rules, setup, self.mv)
            }
        };
        RuleContext {
            rules,
            setup: self.setup.get_or_init(after),
            rule,
            in_attack,
        }
    }

    /// Prepares for the next rule and keeps the computed position.
    pub(crate) fn for_rule(&mut self, rule: RuleId) {
        self.before.rule = rule;
    }
}

impl fmt::Debug for After<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("After")
            .field("move", &self.mv)
            .finish_non_exhaustive()
    }
}

// The history of a position, for rules that depend on it.

impl<'a> Past<'a> {
    pub(crate) const fn new(now: RuleContext<'a>, record: &'a dyn Record) -> Past<'a> {
        Past { now, record }
    }

    /// The number of moves made.
    pub fn n_moves(&self) -> usize {
        self.record.n_moves()
    }

    /// The position this many moves ago, if any; 0 is the present one.
    pub fn position(&self, ago: usize) -> Option<RuleContext<'a>> {
        let setup = match ago {
            0 => self.now.setup(),
            ago if ago <= self.n_moves() => self.record.setup(ago),
            _ => return None,
        };
        Some(RuleContext { setup, ..self.now })
    }

    /// The move that led to the position this many moves ago, if any.
    pub fn made(&self, ago: usize) -> Option<&'a Move> {
        self.record.made(ago)
    }
}

impl fmt::Debug for Past<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Past")
            .field("n_moves", &self.n_moves())
            .finish_non_exhaustive()
    }
}

// Queries of reach and of the number of pieces.

impl RuleContext<'_> {
    /// Whether a square is within the reach of the piece on another. The reach `own` is where the
    /// piece could capture by its movement. The contents of the square and other rules do not matter.
    #[doc(hidden)]
    pub fn reaches(&self, reach: &RuleReach, from: Square, target: Square) -> bool {
        let there = self.rules.has_square(target);
        let piece = self.piece(from).filter(|_| there);
        piece.is_some_and(|piece| self.reaches_as(reach, (from, piece), target))
    }

    /// Like [`reaches`](RuleContext::reaches), with a given piece.
    pub(crate) fn reaches_as(
        &self,
        reach: &RuleReach,
        (from, piece): (Square, Piece),
        target: Square,
    ) -> bool {
        let (rules, setup) = (self.rules, self.setup);
        rules.is_within(reach.table(), setup, from, piece, target)
    }

    /// The squares that may be [within reach](RuleContext::reaches) of pieces; `None` if that is not stored.
    pub(crate) fn may_reach_as(
        &self,
        reach: &RuleReach,
        pieces: impl Iterator<Item = (Square, Piece)>,
    ) -> Option<SquareSet> {
        let mut squares = SquareSet::new();
        for (from, piece) in pieces {
            squares.unite(self.rules.ever_within(reach.table(), from, piece)?);
        }
        Some(squares)
    }

    /// The paths of a movement reach from the piece on a square to another square. Each path is the
    /// list of intermediate squares whose contents matter. Empty if no path leads there.
    #[doc(hidden)]
    pub fn ways(&self, reach: &RuleReach, from: Square, target: Square) -> Vec<Vec<Square>> {
        let there = self.rules.has_square(target);
        let piece = self.piece(from).filter(|_| there);
        piece.map_or_else(Vec::new, |piece| {
            self.rules.ways(reach.table(), from, piece.color, target)
        })
    }
}

// Counts of pieces, for ends of the game by number of pieces.

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
