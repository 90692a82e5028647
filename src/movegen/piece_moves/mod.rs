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
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    if spend(LOOK).is_err() {
        return;
    }
    if book.asks_beside_moves() {
        moves_beside_walks(book, setup, from, piece, moves);
    } else {
        walks(book, setup, from, piece, moves);
    }
}

/// The same in a variant with special actions, captures or rules.
fn moves_beside_walks(
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let first = moves.len();
    if is_frozen(book, setup, from, piece) {
        return;
    }
    walks(book, setup, from, piece, moves);
    let acting = acting_role(book, setup, piece);
    if acting != piece.role {
        walks_by(book, setup, from, piece, book.imitable(acting), moves);
    }
    let role = book.role(acting);
    let is_optional = book.has_halfway(Halfway::Optional);
    add_goings(book, setup, (from, piece), acting, moves);
    if !role.captures.methods.is_empty() {
        let may_spare = is_optional && role.captures.methods[..] == [CaptureMethod::Midpoint];
        let spared = if may_spare {
            moves[first..].to_vec()
        } else {
            Vec::new()
        };
        add_victims(book, setup, piece, &mut moves[first..]);
        moves.extend(spared);
    }
    if book.captures_on_promotion {
        let own = moves.split_off(first).into_iter();
        moves.extend(
            own.filter_map(|mut mv| add_victims_of_promoted(book, setup, &mut mv).then_some(mv)),
        );
    }
    add_deeds(book, setup, (from, piece), acting, moves);
    spare_protected(book, setup, piece, moves, first);
    if book.burns || book.role(piece.role).after.is_some() {
        apply_fates(book, setup, moves, first);
    }
    if let Some(rule) = &book.capture_only {
        keep_to_captures(book, rule, (from, piece.color.perspective()), moves, first);
    }
    let may_repeat = !role.actions.is_empty() || mimic(&role.captures).is_some() || is_optional;
    if may_repeat || acting != piece.role {
        merge_equal_moves(moves, first);
    }
}

/// Adds the moves of actions and series that move the piece as walks do, without their further victims.
pub(super) fn add_goings(
    book: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    acting: Role,
    moves: &mut Vec<Move>,
) {
    let role = book.role(acting);
    for action in role.actions_with_reach() {
        add_moves_that_go(book, setup, from, piece, (action, acting), moves);
    }
    for jumper in jumpers(book, setup, from, piece, acting) {
        for series in jumper.series() {
            series.add(book, setup, (from, piece), moves);
        }
    }
    if let Some(mimic) = mimic(&role.captures) {
        borrowed(book, setup, from, piece, mimic, moves);
    }
}

/// Adds the moves of actions that replace a walk.
pub(super) fn add_deeds(
    book: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    acting: Role,
    moves: &mut Vec<Move>,
) {
    let role = book.role(acting);
    for action in role.actions_with_reach() {
        add_moves_that_act(book, setup, from, piece, (action, acting), moves);
    }
    if mimic(&role.captures).is_some_and(|mimic| mimic.booms) {
        borrowed_booms(book, setup, from, piece, moves);
    }
}

/// A walk that a rule adds, with all captures and consequences that the rules of pieces give it.
pub(super) fn with_consequences(book: &CompiledRules, setup: &Setup, mv: &Move) -> Vec<Move> {
    let mut moves = vec![mv.clone()];
    let piece = mv.piece;
    if !book.asks_beside_moves() {
        return moves;
    }
    if is_frozen(book, setup, mv.from, piece) {
        return Vec::new();
    }
    if !book.role(piece.role).captures.methods.is_empty() {
        add_victims(book, setup, piece, &mut moves);
    }
    spare_protected(book, setup, piece, &mut moves, 0);
    if book.burns || book.role(piece.role).after.is_some() {
        apply_fates(book, setup, &mut moves, 0);
    }
    if let Some(rule) = &book.capture_only {
        let mover = (mv.from, piece.color.perspective());
        keep_to_captures(book, rule, mover, &mut moves, 0);
    }
    moves
}

/// Removes the moves from `first` on that capture protected pieces.
fn spare_protected(
    book: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    moves: &mut Vec<Move>,
    first: usize,
) {
    if !book.protects {
        return;
    }
    let free = |mv: &Move| {
        let victims = mv.captures.iter().chain(&mv.converts);
        let guarded = |square: Square| {
            let victim = setup.board.piece(square);
            victim.is_some_and(|victim| {
                victim.color != piece.color && is_protected(book, setup, square, victim.color)
            })
        };
        !victims.copied().any(guarded)
    };
    let own = moves.split_off(first);
    moves.extend(own.into_iter().filter(free));
}

/// The walks of the piece on `from` with all their victims.
pub(super) fn walks_with_victims(
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let first = moves.len();
    walks(book, setup, from, piece, moves);
    add_victims(book, setup, piece, &mut moves[first..]);
}
