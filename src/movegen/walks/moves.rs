//! Moves from the walks of one piece, with their captures and promotions and without duplicates.

use std::ops::ControlFlow;

use indexmap::IndexSet;

use crate::compile::CompletedWalk;
use crate::geometry::{FewOf, Square, SquareSet};
use crate::movement::Initial;
use crate::rules::{
    CompiledRules, PromotionOutcome, RoleMove, castlings_that_begin, has_paired_promotion,
    must_promote, promotion_outcomes,
};
use crate::source::budget::spend;
use crate::state::{Cell, Move, MoveKind, Piece, Setup, sort_each_once};

use super::finder::WalkFinder;

/// The pseudo-legal moves of the piece on `from` by its move descriptions.
pub(in crate::movegen) fn walks(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let first = moves.len();
    walks_by(
        rules,
        setup,
        from,
        piece,
        &rules.role(piece.role).moves,
        moves,
    );
    if rules.role(piece.role).castles {
        castle(rules, setup, piece, from, moves);
    }
    merge_equal_moves(moves, first);
}

/// The walks and leaps of the piece on `from` by these patterns.
pub(in crate::movegen) fn walks_by(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    by: &[RoleMove],
    moves: &mut Vec<Move>,
) {
    let flow: ControlFlow<()> = WalkFinder {
        rules,
        setup,
        from,
        piece,
        by,
        toward: None,
        visit: |found: &CompletedWalk<'_>| {
            let mover = setup.board.piece(found.mover).unwrap_or(piece);
            add_found(rules, setup, mover, found, moves);
            ControlFlow::Continue(())
        },
    }
    .find();
    debug_assert!(flow.is_continue());
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

/// Adds a walk as a move, with its promotions.
pub(in crate::movegen) fn add_found(
    rules: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    found: &CompletedWalk<'_>,
    moves: &mut Vec<Move>,
) {
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
        let victims = setup
            .en_passant
            .iter()
            .filter(|mark| mark.target == *used)
            .map(|mark| mark.victim);
        for victim in victims {
            if !mv.captures.contains(&victim) {
                mv.captures.push(victim);
            }
        }
    }
    if takes && !mv.captures.contains(&found.to) {
        mv.captures.push(found.to);
    }
    if let Some(square) = found.unload
        && let Some(victim) = mv.captures.pop()
    {
        if victim == square {
            // The piece reappears on its own square.
        } else {
            mv.shifts.push((victim, square));
        }
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

/// Adds the castlings of the piece on `from`.
pub(in crate::movegen) fn castle(
    rules: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    from: Square,
    moves: &mut Vec<Move>,
) {
    let mut found = Vec::new();
    let begins = |initial: Initial| may_begin_castling(setup, from, initial);
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
                ..Move::walk(piece, from, castling.to)
            });
        }
    }
}

/// Castling needs an unmoved king, whatever zone its other initial moves have.
fn may_begin_castling(setup: &Setup, from: Square, initial: Initial) -> bool {
    initial == Initial::Any || setup.unmoved.contains(from)
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

    /// Adds a move unless it is in the list.
    pub(in crate::movegen) fn push(&mut self, mv: Move) {
        self.push_new(mv);
    }

    /// The same; returns the index of a new move.
    pub(in crate::movegen) fn push_new(&mut self, mv: Move) -> Option<usize> {
        let last = &mut self.last[mv.to.index()];
        let mut at = *last;
        while at != NONE {
            if spend(1).is_err() {
                return None;
            }
            let other = &self.moves[at as usize];
            if other.from == mv.from && other.gate == mv.gate && *other == mv {
                return None;
            }
            at = self.earlier[at as usize];
        }
        self.earlier.push(*last);
        let place = self.moves.len();
        *last = place as u32;
        self.moves.push(mv);
        Some(place)
    }

    /// The moves in order.
    pub(in crate::movegen) fn into_moves(self) -> Vec<Move> {
        self.moves
    }
}
