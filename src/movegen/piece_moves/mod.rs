//! Pseudo-legal moves of one piece: walks and actions with their captures and promotions.

mod capture_only_zone;
mod mover_fate;
mod victims;

use crate::definition::CaptureMethod;
use crate::geometry::Square;
use crate::rules::{CompiledRules, Halfway, acting_role, is_frozen, is_protected};
use crate::source::budget::spend;
use crate::state::{Move, Piece, Role, Setup};

use super::actions::series::jumpers;
use super::actions::{add_moves_that_act, add_moves_that_go, borrowed, borrowed_booms, mimic};
use super::walks::{merge_equal_moves, walks, walks_by};
use capture_only_zone::keep_to_captures;
pub(super) use capture_only_zone::which_keep_to_captures;
use mover_fate::apply_fates;
pub(super) use mover_fate::explodes;
pub(super) use victims::{add_victims, add_victims_of_promoted};

/// Budget steps for each piece.
const LOOK: u64 = 6;

/// The pseudo-legal moves of the piece on `from`, without duplicates.
pub(super) fn piece_moves(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    if spend(LOOK).is_err() {
        return;
    }
    if rules.asks_beside_moves() {
        moves_beside_walks(rules, setup, from, piece, moves);
    } else {
        walks(rules, setup, from, piece, moves);
    }
}

/// The same in a variant with special actions, captures or rules.
fn moves_beside_walks(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let first = moves.len();
    if is_frozen(rules, setup, from, piece) {
        return;
    }
    walks(rules, setup, from, piece, moves);
    let acting = acting_role(rules, setup, piece);
    if acting != piece.role {
        walks_by(rules, setup, from, piece, rules.imitable(acting), moves);
    }
    let role = rules.role(acting);
    let is_optional = rules.has_halfway(Halfway::Optional);
    add_walk_like_moves(rules, setup, (from, piece), acting, moves);
    if !role.captures.methods.is_empty() {
        let may_spare = is_optional && role.captures.methods[..] == [CaptureMethod::Midpoint];
        let spared = if may_spare {
            moves[first..].to_vec()
        } else {
            Vec::new()
        };
        add_victims(rules, setup, piece, &mut moves[first..]);
        moves.extend(spared);
    }
    if rules.captures_on_promotion {
        let own = moves.split_off(first).into_iter();
        moves.extend(
            own.filter_map(|mut mv| add_victims_of_promoted(rules, setup, &mut mv).then_some(mv)),
        );
    }
    add_special_actions(rules, setup, (from, piece), acting, moves);
    spare_protected(rules, setup, piece, moves, first);
    if rules.burns || rules.role(piece.role).after.is_some() {
        apply_fates(rules, setup, moves, first);
    }
    if let Some(rule) = &rules.capture_only {
        keep_to_captures(rules, rule, (from, piece.color.perspective()), moves, first);
    }
    let may_repeat = !role.actions.is_empty() || mimic(&role.captures).is_some() || is_optional;
    if may_repeat || acting != piece.role {
        merge_equal_moves(moves, first);
    }
}

/// Adds the moves of actions and series that move the piece as walks do, without their further victims.
pub(super) fn add_walk_like_moves(
    rules: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    acting: Role,
    moves: &mut Vec<Move>,
) {
    let role = rules.role(acting);
    for action in role.actions_with_reach() {
        add_moves_that_go(rules, setup, from, piece, (action, acting), moves);
    }
    for jumper in jumpers(rules, setup, from, piece, acting) {
        for series in jumper.series() {
            series.add(rules, setup, (from, piece), moves);
        }
    }
    if let Some(mimic) = mimic(&role.captures) {
        borrowed(rules, setup, from, piece, mimic, moves);
    }
}

/// Adds the moves of actions that replace a walk.
pub(super) fn add_special_actions(
    rules: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    acting: Role,
    moves: &mut Vec<Move>,
) {
    let role = rules.role(acting);
    for action in role.actions_with_reach() {
        add_moves_that_act(rules, setup, from, piece, (action, acting), moves);
    }
    if mimic(&role.captures).is_some_and(|mimic| mimic.booms) {
        borrowed_booms(rules, setup, from, piece, moves);
    }
}

/// A walk that a rule adds, with all captures and consequences that the rules of pieces give it.
pub(super) fn with_consequences(rules: &CompiledRules, setup: &Setup, mv: &Move) -> Vec<Move> {
    let mut moves = vec![mv.clone()];
    let piece = mv.piece;
    if !rules.asks_beside_moves() {
        return moves;
    }
    if is_frozen(rules, setup, mv.from, piece) {
        return Vec::new();
    }
    if !rules.role(piece.role).captures.methods.is_empty() {
        add_victims(rules, setup, piece, &mut moves);
    }
    spare_protected(rules, setup, piece, &mut moves, 0);
    if rules.burns || rules.role(piece.role).after.is_some() {
        apply_fates(rules, setup, &mut moves, 0);
    }
    if let Some(rule) = &rules.capture_only {
        let mover = (mv.from, piece.color.perspective());
        keep_to_captures(rules, rule, mover, &mut moves, 0);
    }
    moves
}

/// Removes the moves from `first` on that capture protected pieces.
fn spare_protected(
    rules: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    moves: &mut Vec<Move>,
    first: usize,
) {
    if !rules.protects {
        return;
    }
    let free = |mv: &Move| {
        let victims = mv.captures.iter().chain(&mv.converts);
        let guarded = |square: Square| {
            let victim = setup.board.piece(square);
            victim.is_some_and(|victim| {
                victim.color != piece.color && is_protected(rules, setup, square, victim.color)
            })
        };
        !victims.copied().any(guarded)
    };
    let own = moves.split_off(first);
    moves.extend(own.into_iter().filter(free));
}

/// The walks of the piece on `from` with all their victims.
pub(super) fn walks_with_victims(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let first = moves.len();
    walks(rules, setup, from, piece, moves);
    add_victims(rules, setup, piece, &mut moves[first..]);
}
