//! Moves from the walks of one piece, with their captures and promotions and without duplicates.

use indexmap::IndexSet;

use crate::compile::CompletedWalk;
use crate::geometry::{FewOf, SquareSet};
use crate::movegen::mover::Mover;
use crate::movement::Initial;
use crate::rules::{
    CompiledRules, PromotionOutcome, RoleMove, castlings_that_begin, has_paired_promotion,
    must_promote, promotion_outcomes,
};
use crate::source::budget::spend;
use crate::state::{Cell, Move, MoveKind, Setup, sort_each_once};

use super::finder::any_walk;

/// The pseudo-legal moves of a piece by its move descriptions.
pub(in crate::movegen) fn walks(mover: &Mover<'_>, moves: &mut Vec<Move>) {
    let first = moves.len();
    let role = mover.role();
    walks_by(mover, &role.moves, moves);
    if role.castles {
        castle(mover, moves);
    }
    merge_equal_moves(moves, first);
}

/// The walks and leaps of a piece by these patterns.
pub(in crate::movegen) fn walks_by(mover: &Mover<'_>, by: &[RoleMove], moves: &mut Vec<Move>) {
    let is_stopped = any_walk(mover, by, None, |found| {
        add_found(mover, found, moves);
        false
    });
    debug_assert!(!is_stopped);
}

/// Up to this length pairwise comparison is faster than hashing.
const FEW: usize = 32;

/// Clause `union.1`: merges equal moves from `first` on.
pub(in crate::movegen) fn merge_equal_moves(moves: &mut Vec<Move>, first: usize) {
    let mut targets = SquareSet::new();
    if moves[first..].iter().all(|mv| targets.insert(mv.to)) {
        return;
    }
    if moves.len() - first > FEW {
        let each: IndexSet<Move> = moves.drain(first..).collect();
        moves.extend(each);
        return;
    }
    let mut kept = first;
    for index in first..moves.len() {
        if !moves[first..kept].contains(&moves[index]) {
            moves.swap(kept, index);
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// Adds a walk of a piece, or of one that it moves, with its promotions.
pub(in crate::movegen) fn add_found(
    mover: &Mover<'_>,
    found: &CompletedWalk<'_>,
    moves: &mut Vec<Move>,
) {
    let (rules, setup) = (mover.rules, mover.setup);
    let piece = setup.board.piece(found.mover).unwrap_or(mover.piece);
    if !found.en_passant.is_empty()
        && let Some(rule) = rules.facts.en_passant.as_ref()
        && !rules.is_of(piece.role, rule.types[piece.color.index()])
    {
        return;
    }
    let from = found.mover;
    let mut mv = Move::walk(piece, from, found.to);
    let takes = !found.take.is_empty() && found.to != from && setup.board.piece(found.to).is_some();
    // PERF: most walks have no effects on the way.
    if found.taken.is_empty()
        && found.en_passant.is_empty()
        && found.marks.is_empty()
        && found.unload.is_none()
    {
        if takes {
            mv.captures.push(found.to);
        }
        push_with_promotions(rules, setup, mv, moves);
        return;
    }
    mv.captures.extend_from_slice(found.taken);
    for used in found.en_passant {
        let marks = setup.en_passant.iter();
        for mark in marks.filter(|mark| mark.target == *used) {
            if !mv.captures.contains(&mark.victim) {
                mv.captures.push(mark.victim);
            }
        }
    }
    if takes && !mv.captures.contains(&found.to) {
        mv.captures.push(found.to);
    }
    // A piece that reappears on its own square stays.
    if let Some(square) = found.unload
        && let Some(victim) = mv.captures.pop()
        && victim != square
    {
        mv.shifts.push((victim, square));
    }
    // Marks that no enemy can use would make equal moves different.
    let them = piece.color.opponent();
    let marks = found.marks.iter().copied();
    mv.marks.extend(marks.filter(|square| {
        *square != found.to && *square != from && rules.allows_en_passant(them, *square)
    }));
    // Clause `union.1` again: the order of captures does not distinguish moves.
    mv.captures.sort_unstable();
    sort_each_once(&mut mv.marks);
    push_with_promotions(rules, setup, mv, moves);
}

/// Adds the move with each of its promotions. Promotions leave no marks.
pub(in crate::movegen) fn push_with_promotions(
    rules: &CompiledRules,
    setup: &Setup,
    mv: Move,
    moves: &mut Vec<Move>,
) {
    let owner = mv.piece.color.perspective();
    let promotion = rules.role(mv.piece.role).promotion.as_ref();
    let promotes = promotion.is_some_and(|rule| {
        let arrives = rule.zone.contains(mv.to, owner);
        arrives && (rule.in_passing || !is_en_passant(setup, &mv))
    });
    if spend(Move::WORK).is_err() {
        return;
    }
    if !promotes {
        moves.push(mv);
        return;
    }
    // A piece that must promote may instead use paired promotion, which is applied at the end of the move.
    let turns = must_promote(rules, mv.piece, mv.to)
        && has_paired_promotion(rules, mv.piece)
        && !is_en_passant(setup, &mv);
    if turns {
        moves.push(mv.clone());
    }
    for outcome in promotion_outcomes(rules, setup, mv.piece, mv.to) {
        if spend(Move::WORK).is_err() {
            return;
        }
        let mut mv = mv.clone();
        if let PromotionOutcome::Become { role, from_hand } = outcome {
            mv.promotion = Some(role);
            mv.from_hand = from_hand;
            mv.marks.clear();
        }
        moves.push(mv);
    }
}

/// Adds the castlings of a piece.
pub(in crate::movegen) fn castle(mover: &Mover<'_>, moves: &mut Vec<Move>) {
    let (rules, setup, from, piece) = mover.parts();
    let mut found = Vec::new();
    // Castling needs an unmoved king, whatever zone its other initial moves have.
    let begins = |initial: Initial| initial == Initial::Any || setup.unmoved.contains(from);
    castlings_that_begin(rules, &setup.board, from, piece, begins, &mut found);
    for castling in found {
        let free = castling
            .between
            .iter()
            .all(|square| setup.board.get(*square) == Cell::Empty);
        if free && setup.unmoved.contains(castling.partner) {
            moves.push(Move {
                kind: MoveKind::Castle,
                shifts: FewOf::from_iter([(castling.partner, castling.partner_to)]),
                ..mover.walk_to(castling.to)
            });
        }
    }
}

/// Whether a move captures en passant.
#[inline]
pub(in crate::movegen) fn is_en_passant(setup: &Setup, mv: &Move) -> bool {
    let mut passed = setup.en_passant.iter();
    mv.captures
        .first()
        .is_some_and(|victim| passed.any(|mark| mark.target == mv.to && mark.victim == *victim))
}

// Move lists without duplicates.

/// No earlier move.
const NONE: u32 = u32::MAX;

/// A list without duplicates. Only moves with the same target are compared.
pub(in crate::movegen) struct Distinct {
    moves: Vec<Move>,
    /// The last move to each square.
    last: Vec<u32>,
    /// The previous move to the same square, by move.
    earlier: Vec<u32>,
}

impl Distinct {
    /// A list that begins with some moves, which are not compared.
    pub(in crate::movegen) fn after(rules: &CompiledRules, moves: Vec<Move>) -> Distinct {
        let mut last = vec![NONE; rules.shape.area()];
        let mut earlier = Vec::with_capacity(moves.len());
        for (index, mv) in moves.iter().enumerate() {
            let last = &mut last[mv.to.index()];
            earlier.push(*last);
            *last = index as u32;
        }
        Distinct {
            moves,
            last,
            earlier,
        }
    }

    /// The number of moves.
    pub(in crate::movegen) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Adds a move unless it is in the list; returns whether it is new.
    pub(in crate::movegen) fn push(&mut self, mv: Move) -> bool {
        let last = &mut self.last[mv.to.index()];
        let mut at = *last;
        while at != NONE {
            let other = &self.moves[at as usize];
            if spend(1).is_err() || other.from == mv.from && other.gate == mv.gate && *other == mv {
                return false;
            }
            at = self.earlier[at as usize];
        }
        self.earlier.push(*last);
        *last = self.moves.len() as u32;
        self.moves.push(mv);
        true
    }

    /// The moves in order.
    pub(in crate::movegen) fn into_moves(self) -> Vec<Move> {
        self.moves
    }
}

/// Adds the moves that are not yet in a list.
pub(in crate::movegen) fn add_new(
    rules: &CompiledRules,
    added: impl IntoIterator<Item = Move>,
    moves: &mut Vec<Move>,
) {
    let mut distinct = Distinct::after(rules, std::mem::take(moves));
    for mv in added {
        distinct.push(mv);
    }
    *moves = distinct.into_moves();
}
