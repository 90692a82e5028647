//! Pseudo-legal moves of a piece with only walks and actions, for lazy lists, and the lists themselves.

use std::borrow::Cow;
use std::iter::repeat_n;

use smallvec::SmallVec;

use crate::geometry::{Square, SquareSet};
use crate::movegen::mover::Mover;
use crate::movegen::piece_moves::{add_victims, which_keep_to_captures};
use crate::movegen::walks::{Distinct, add_found, any_walk, push_with_promotions};
use crate::rules::{CompiledRules, RoleMove, VictimsNear};
use crate::state::{Move, Piece};

use super::position::{PositionView, Sweep, code, plain_code};

/// The moves of one piece in a list.
pub(super) struct PieceMoves<'a, 'd> {
    at: &'a PositionView<'a>,
    mover: &'a Mover<'a>,
    near: Option<Cow<'a, VictimsNear>>,
    /// Targets that need no capture, if not all.
    open: Option<&'a SquareSet>,
    /// Targets of plain walks.
    seen: SquareSet,
    /// The index of the first move in the list, and in its full moves.
    first: [usize; 2],
    listed_moves: &'d mut ListedMoves,
}

impl<'a, 'd> PieceMoves<'a, 'd> {
    pub(super) fn new(
        at: &'a PositionView<'a>,
        mover: &'a Mover<'a>,
        listed_moves: &'d mut ListedMoves,
    ) -> PieceMoves<'a, 'd> {
        PieceMoves {
            at,
            mover,
            near: at.surroundings.of(mover.from, mover.piece),
            open: mover.open_targets(),
            seen: SquareSet::new(),
            first: [listed_moves.list.len(), listed_moves.moves.len()],
            listed_moves,
        }
    }

    /// Adds the walks with their captures.
    pub(super) fn walk(&mut self) {
        for role_move in &self.mover.role().moves {
            match self.at.sweep(role_move, self.mover) {
                Some(sweep) => self.sweep(&sweep),
                None => self.find(role_move),
            }
        }
    }

    /// Adds the walks of a pattern, given as sets of targets and captures.
    fn sweep(&mut self, sweep: &Sweep<'_>) {
        let Sweep {
            targets,
            takes,
            swept,
            ..
        } = *sweep;
        let mover = self.mover;
        let promotion = mover.role().promotion.as_ref();
        let zone = promotion.map_or(0, |rule| rule.zone.of(mover.owner()).bits());
        let promotes = targets & zone;
        let goes = targets & !takes & !promotes;
        let near = self.near.as_ref();
        let captures_elsewhere = near.map_or(0, |near| near.among(mover.rules, goes));
        let listed = if self.listed_moves.is_partial {
            0
        } else {
            goes & self.open.map_or(u128::MAX, SquareSet::bits)
        };
        let wanted = takes | promotes | captures_elsewhere | listed;
        if wanted == 0 {
            return;
        }
        let mut written = Vec::new();
        for to in swept.in_order(wanted) {
            let is_in = |set: u128| set >> to.index() & 1 != 0;
            if is_in(goes) {
                self.go(to, is_in(captures_elsewhere));
                continue;
            }
            let mut mv = mover.walk_to(to);
            mv.captures.extend(is_in(takes).then_some(to));
            if is_in(promotes) {
                push_with_promotions(mover.rules, mover.setup, mv, &mut written);
                written.drain(..).for_each(|mv| self.take(mv));
            } else {
                self.take(mv);
            }
        }
    }

    /// Adds the walks of a pattern by enumeration.
    fn find(&mut self, role_move: &RoleMove) {
        let mover = self.mover;
        let mut written = Vec::new();
        let promotes = |to: Square| {
            let promotion = mover.role().promotion.as_ref();
            promotion.is_some_and(|promotion| promotion.zone.contains(to, mover.owner()))
        };
        let by = std::slice::from_ref(role_move);
        let is_stopped = any_walk(mover, by, None, |found| {
            let is_plain = found.mover == mover.from
                && found.to != mover.from
                && found.taken.is_empty()
                && found.en_passant.is_empty()
                && found.marks.is_empty()
                && found.unload.is_none()
                && mover.setup.board.piece(found.to).is_none()
                && !promotes(found.to);
            if is_plain {
                self.go(found.to, self.may_take_beside(found.to));
            } else {
                add_found(mover, found, &mut written);
                written.drain(..).for_each(|mv| self.take(mv));
            }
            false
        });
        debug_assert!(!is_stopped);
    }

    /// Whether a walk to a square may capture other than on its target.
    fn may_take_beside(&self, to: Square) -> bool {
        let near = self.near.as_ref();
        near.is_some_and(|near| near.contains(self.mover.rules, to))
    }

    /// Adds a walk to an empty square; with `may_take` it may capture other than on its target.
    fn go(&mut self, to: Square, may_take: bool) {
        if !self.seen.insert(to) {
            return;
        }
        if may_take {
            let mut mv = self.mover.walk_to(to);
            self.add_victims(&mut mv);
            if !is_plain(&mv) {
                self.listed_moves.push(mv);
                return;
            }
        }
        let is_open = self.open.is_none_or(|open| open.contains(to));
        if !self.listed_moves.is_partial && is_open {
            self.listed_moves
                .push_plain(self.mover.piece, self.mover.from, to);
        }
    }

    fn add_victims(&self, mv: &mut Move) {
        let (rules, setup, _, piece) = self.mover.parts();
        add_victims(rules, setup, piece, std::slice::from_mut(mv));
    }

    /// Adds any other walk.
    fn take(&mut self, mut mv: Move) {
        if is_plain(&mv) {
            self.go(mv.to, self.may_take_beside(mv.to));
            return;
        }
        if self.near.is_some() {
            self.add_victims(&mut mv);
        }
        self.listed_moves.push(mv);
    }

    /// Adds the moves of its actions.
    pub(super) fn act(&mut self) {
        let moves = self.at.actions(self.mover);
        moves.into_iter().for_each(|mv| self.listed_moves.push(mv));
    }

    /// Removes duplicates.
    pub(super) fn merge_equal(&mut self) {
        let own = &self.listed_moves.moves[self.first[1]..];
        let is_new = |(index, mv): (usize, &Move)| {
            let mut earlier = own[..index].iter();
            !earlier.any(|other| other.to == mv.to && other == mv)
        };
        let stays: SmallVec<[bool; 32]> = own.iter().enumerate().map(is_new).collect();
        self.keep(&stays);
    }

    /// Removes moves into capture-only squares that capture nothing, or whose capture is possible with fewer
    /// such squares.
    pub(super) fn keep_to_captures(&mut self) {
        let mover = self.mover;
        if let Some(rule) = &mover.rules.capture_only {
            let own = &self.listed_moves.moves[self.first[1]..];
            if let Some(stays) = which_keep_to_captures(mover, rule, own) {
                self.keep(&stays);
            }
        }
    }

    /// Keeps some of its full moves, and all plain walks.
    fn keep(&mut self, stays: &[bool]) {
        if stays.iter().all(|stays| *stays) {
            return;
        }
        let [first, first_written] = self.first;
        let mut shifted = Vec::new();
        let mut place = first_written as u32;
        for stay in stays {
            shifted.push(stay.then_some(place));
            place += u32::from(*stay);
        }
        let mut kept = repeat_n(true, first_written).chain(stays.iter().copied());
        let moves = &mut self.listed_moves.moves;
        moves.retain(|_| kept.next() == Some(true));
        let mut at = 0;
        self.listed_moves.list.retain_mut(|listed_move| {
            at += 1;
            if at <= first || listed_move.place == PLAIN {
                return true;
            }
            let new = shifted[listed_move.place as usize - first_written];
            listed_move.place = new.unwrap_or(PLAIN);
            new.is_some()
        });
    }
}

// Move lists without full moves for plain walks.

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

impl ListedMove {
    /// The entry of a full move with an index.
    fn of(mv: &Move, place: usize) -> ListedMove {
        ListedMove {
            piece: mv.piece,
            from: mv.from,
            to: mv.to,
            code: code(mv),
            place: place as u32,
        }
    }
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

    fn push_plain(&mut self, piece: Piece, from: Square, to: Square) {
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
        self.list.push(ListedMove::of(&mv, self.moves.len()));
        self.moves.push(mv);
    }

    /// Adds the moves of rules that are not yet in the list.
    pub(super) fn push_new(&mut self, rules: &CompiledRules, added: Vec<Move>) {
        let mut distinct = Distinct::after(rules, std::mem::take(&mut self.moves));
        for mv in added {
            if is_plain(&mv) {
                let is_same = |other: &ListedMove| {
                    (other.place, other.from, other.to) == (PLAIN, mv.from, mv.to)
                        && other.piece == mv.piece
                };
                if !self.is_partial && !self.list.iter().any(is_same) {
                    self.push_plain(mv.piece, mv.from, mv.to);
                }
            } else {
                let listed_move = ListedMove::of(&mv, distinct.len());
                if distinct.push(mv) {
                    self.list.push(listed_move);
                }
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
