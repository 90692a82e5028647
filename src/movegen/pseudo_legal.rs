//! Pseudo-legal moves: moves of pieces with their promotions, gates and walls, drops, castlings and passes.

use super::custom;
use super::move_context::{MoveContext, in_check};
use super::mover::Mover;
use super::piece_moves::{add_victims_of_promoted, piece_moves};
use super::walks::{add_new, is_en_passant, merge_equal_moves};
use crate::geometry::{Square, SquareSet};
use crate::rules::{
    Phases, castlings, drops, first_leaps, paired_promotions, placements, replacements, with_gates,
    with_walls,
};
use crate::source::budget::{spend, spend_each};
use crate::state::{Move, MoveKind, Role, sort_each_once};

/// All pseudo-legal moves of the side to move: legal but for check, sacrifices of royal pieces and duties.
pub(super) fn pseudo_legal(context: &MoveContext<'_>) -> Vec<Move> {
    let mut moves = without_effects(context);
    if context.rules.rules_speak_in(Phases::EFFECT) {
        custom::effect(context.rules, context.setup, &mut |_, _, _| {}, &mut moves);
    }
    moves
}

/// The same without the effects of custom rules.
pub(super) fn without_effects(context: &MoveContext<'_>) -> Vec<Move> {
    let (rules, setup) = (context.rules, context.setup);
    if rules.set_up_by(setup).is_some() {
        return custom::offered(rules, setup);
    }
    let mut moves = Vec::with_capacity(64);
    let mut leaped = Vec::new();
    if let Some(leaps) = rules.facts.gating.as_ref().and_then(|gating| gating.leaps) {
        first_leaps(rules, leaps, setup, context.in_check(), &mut leaped);
    }
    let mut own = Vec::new();
    for placed in setup.board.pieces_of(context.us) {
        piece_moves(&Mover::new(rules, setup, placed), &mut own);
        without_repeats(&mut own);
        leaped.retain(|leap| !own.iter().any(|mv| is_same_but_for_marks(mv, leap)));
        if !rules.has_move_rules {
            // PERF: no rule extends the moves of the pieces.
            moves.append(&mut own);
            continue;
        }
        for mv in own.drain(..) {
            end(context, mv, &mut moves);
        }
    }
    if rules.has_relays {
        merge_equal_moves(&mut moves, 0);
    }
    match rules.facts.drops.as_ref().filter(|drops| drops.allowed) {
        Some(rule) => drops(rules, rule, setup, &mut moves),
        None => placements(rules, setup, &mut moves),
    }
    for mv in leaped {
        follow_up(context, mv, &mut moves);
    }
    if let Some(castling) = rules
        .facts
        .castling
        .as_ref()
        .filter(|_| !context.in_check())
    {
        let mut castled = Vec::new();
        castlings(rules, castling, setup, &mut castled);
        for mv in castled {
            follow_up(context, mv, &mut moves);
        }
    }
    if rules.rules_speak_in(Phases::OFFER) {
        offer_custom(context, &mut moves);
    }
    if let Some(rule) = rules.facts.replacement.as_ref() {
        replacements(rule, setup, || in_check(rules, setup), &mut moves);
    }
    pass(context, &mut moves);
    moves
}

/// The moves that custom rules add, with their promotions, gates and walls.
fn offer_custom(context: &MoveContext<'_>, moves: &mut Vec<Move>) {
    let mut added = custom::offered(context.rules, context.setup);
    if context.rules.has_move_rules {
        for mv in std::mem::take(&mut added) {
            end(context, mv, &mut added);
        }
    }
    if !added.is_empty() {
        add_new(context.rules, added, moves);
    }
}

/// Moves to the own square: a pass by the king or the first piece, and a wall placed instead of a move by the
/// first piece.
fn pass(context: &MoveContext<'_>, moves: &mut Vec<Move>) {
    let (setup, us) = (context.setup, context.us);
    let passing = context.rules.facts.passing;
    let passes = passing.always[us.index()] || passing.stalemate[us.index()];
    let walls = context.rules.facts.walls.as_ref();
    let puts_walls = walls.is_some_and(|walls| walls.instead_of_move);
    if !passes && !puts_walls {
        return;
    }
    let first = || setup.board.pieces_of(us).next().map(|(square, _)| square);
    let stays = |square: Option<Square>| {
        let piece = setup.board.piece(square?)?;
        Some(Move::pass(piece, square?))
    };
    if passes {
        let king = context.rules.royals(setup, us).next();
        // A turn of several moves may offer the same pass.
        let pass = stays(king.or_else(first)).filter(|pass| !moves.contains(pass));
        moves.extend(pass);
    }
    if puts_walls && let Some(mv) = stays(first()) {
        follow_up(context, mv, moves);
    }
}

/// Merges duplicates. Of two moves that differ only in their en passant marks, one without marks is
/// kept; if both have marks, the merged move has all of them.
pub(super) fn without_repeats(own: &mut Vec<Move>) {
    // PERF: usually all targets are distinct.
    let mut targets = SquareSet::new();
    if own.iter().all(|mv| targets.insert(mv.to)) {
        return;
    }
    // Quadratic time.
    if spend_each(own.len(), own.len() as u64 / 16).is_err() {
        own.clear();
        return;
    }
    let mut kept: Vec<Move> = Vec::with_capacity(own.len());
    for mv in own.drain(..) {
        match kept
            .iter_mut()
            .find(|other| is_same_but_for_marks(other, &mv))
        {
            Some(other) if mv.marks.is_empty() => *other = mv,
            Some(other) if other.marks.is_empty() => {}
            // Two paths to the same square pass different squares.
            Some(other) => {
                other.marks.extend(mv.marks);
                sort_each_once(&mut other.marks);
            }
            None => kept.push(mv),
        }
    }
    *own = kept;
}

/// Whether two moves of a piece differ only in their en passant squares.
fn is_same_but_for_marks(first: &Move, other: &Move) -> bool {
    first.to == other.to && {
        let Move {
            kind,
            from,
            to: _,
            piece,
            promotion,
            from_hand,
            captures,
            converts,
            shifts,
            marks: _,
            gate,
            wall,
            effects,
        } = first;
        *kind == other.kind
            && *from == other.from
            && *piece == other.piece
            && *promotion == other.promotion
            && *from_hand == other.from_hand
            && *captures == other.captures
            && *converts == other.converts
            && *shifts == other.shifts
            && *gate == other.gate
            && *wall == other.wall
            && *effects == other.effects
    }
}

/// Adds the move with each choice of paired promotion; en passant captures have none.
fn end(context: &MoveContext<'_>, mv: Move, moves: &mut Vec<Move>) {
    let has_ended = mv.promotion.is_some() || mv.kind == MoveKind::Castle || !mv.mover_stays();
    if has_ended || is_en_passant(context.setup, &mv) {
        follow_up(context, mv, moves);
        return;
    }
    let squares = (mv.from, mv.to);
    let is_capture = if context
        .rules
        .facts
        .paired_promotion
        .when
        .depends_on_captures()
    {
        mv.is_capture()
    } else {
        // An en passant capture leaves its target empty.
        mv.takes(mv.to)
    };
    let results = paired_promotions(context.rules, context.setup, mv.piece, squares, is_capture);
    // PERF: usually only one result, without a clone.
    let Some((last, others)) = results.split_last() else {
        return;
    };
    for turned in others {
        if spend(Move::WORK).is_err() {
            return;
        }
        end_as(context, mv.clone(), *turned, moves);
    }
    end_as(context, mv, *last, moves);
}

/// Adds the move with or without a promotion.
fn end_as(context: &MoveContext<'_>, mut mv: Move, turned: Option<Role>, moves: &mut Vec<Move>) {
    // PERF: copying a move right after a part of it was written stalls.
    if turned.is_none() {
        follow_up(context, mv, moves);
        return;
    }
    mv.promotion = turned;
    mv.marks.clear();
    if add_victims_of_promoted(context.rules, context.setup, &mut mv) {
        moves.push(mv);
    }
}

/// Adds the move with each gating or wall that can follow.
fn follow_up(context: &MoveContext<'_>, mv: Move, moves: &mut Vec<Move>) {
    match context.rules.facts.walls.as_ref() {
        Some(walls) => with_walls(context.rules, walls, context.setup, &mv, moves),
        None => with_gates(context.rules, context.setup, mv, moves),
    }
}
