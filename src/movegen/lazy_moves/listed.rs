//! Move lists without full moves for plain walks.

use super::codes::{code, plain_code};
use crate::geometry::Square;
use crate::movegen::walks::Distinct;
use crate::rules::CompiledRules;
use crate::state::{Move, Piece};

/// The index of a plain walk, which has no full move.
pub(super) const PLAIN: u32 = u32::MAX;

/// An entry of a list.
#[derive(Clone, Copy, Debug)]
pub(in crate::movegen) struct ListedMove {
    pub(in crate::movegen) piece: Piece,
    pub(in crate::movegen) from: Square,
    pub(in crate::movegen) to: Square,
    /// The code of the move, equal in all positions.
    pub(in crate::movegen) code: u32,
    /// The index of the full move, unless the move is a [plain walk](Move::walk).
    pub(super) place: u32,
}

/// Legal moves in the order of [`legal_moves`].
#[derive(Debug, Default)]
pub(in crate::movegen) struct ListedMoves {
    pub(in crate::movegen) list: Vec<ListedMove>,
    /// The full moves.
    pub(super) moves: Vec<Move>,
    /// Whether plain walks are omitted.
    pub(in crate::movegen) is_partial: bool,
}

impl ListedMoves {
    /// The full move of an entry, if it is stored.
    #[inline]
    pub(in crate::movegen) fn written(&self, listed_move: &ListedMove) -> Option<&Move> {
        self.moves.get(listed_move.place as usize)
    }

    /// The full move of an entry.
    pub(in crate::movegen) fn whole(&self, listed_move: &ListedMove) -> Move {
        match self.written(listed_move) {
            Some(mv) => mv.clone(),
            None => Move::walk(listed_move.piece, listed_move.from, listed_move.to),
        }
    }

    pub(super) fn push_plain(&mut self, piece: Piece, from: Square, to: Square) {
        self.list.push(ListedMove {
            piece,
            from,
            to,
            code: plain_code(piece, from, to),
            place: PLAIN,
        });
    }

    /// Removes all moves.
    pub(in crate::movegen) fn clear(&mut self) {
        self.list.clear();
        self.moves.clear();
        self.is_partial = false;
    }

    /// Adds a move that is not in the list.
    pub(super) fn push(&mut self, mv: Move) {
        if is_plain(&mv) {
            if !self.is_partial {
                self.push_plain(mv.piece, mv.from, mv.to);
            }
            return;
        }
        self.list.push(ListedMove {
            piece: mv.piece,
            from: mv.from,
            to: mv.to,
            code: code(&mv),
            place: self.moves.len() as u32,
        });
        self.moves.push(mv);
    }

    /// Adds the moves of rules that are not yet in the list.
    pub(super) fn push_new(&mut self, rules: &CompiledRules, added: Vec<Move>) {
        let mut distinct = Distinct::after(rules, std::mem::take(&mut self.moves));
        for mv in added {
            let listed_move = ListedMove {
                piece: mv.piece,
                from: mv.from,
                to: mv.to,
                code: code(&mv),
                place: PLAIN,
            };
            if is_plain(&mv) {
                let is_same = |other: &ListedMove| {
                    (other.place, other.from, other.to) == (PLAIN, mv.from, mv.to)
                        && other.piece == mv.piece
                };
                if !self.is_partial && !self.list.iter().any(is_same) {
                    self.list.push(listed_move);
                }
            } else if let Some(place) = distinct.push_new(mv) {
                let place = place as u32;
                self.list.push(ListedMove {
                    place,
                    ..listed_move
                });
            }
        }
        self.moves = distinct.into_moves();
    }
}

/// Whether a piece moves to another square without any other effect.
pub(super) fn is_plain(mv: &Move) -> bool {
    mv.from != mv.to
        && mv.captures.is_empty()
        && mv.promotion.is_none()
        && *mv == Move::walk(mv.piece, mv.from, mv.to)
}
