//! Actions that move other pieces: push, pull and plow.

use smallvec::SmallVec;

use crate::definition::Action;
use crate::geometry::{Bearing, FewOf, Offset, Perspective, Square, Wrap};
use crate::movegen::walks::walks;
use crate::rules::{Captor, CompiledRules};
use crate::state::{Cell, Move, Piece, Setup, sort_each_once};

/// Whether the square exists and is empty.
fn is_free(rules: &CompiledRules, setup: &Setup, square: Square) -> bool {
    setup.board.get(square) == Cell::Empty && !rules.shape.vanishing().contains(square)
}

/// The next square behind `at` in the direction from one square to another: the adjacent one on a line,
/// otherwise the shortest leap in this direction.
fn onward(rules: &CompiledRules, [from, to]: [Square; 2], at: Square) -> Option<Square> {
    if let Some(way) = rules.compass.bearing(from, to) {
        return rules.compass.next(at, way);
    }
    let compass = &rules.compass;
    let (dx, dy) = (
        compass.file_of(to) - compass.file_of(from),
        compass.rank_of(to) - compass.rank_of(from),
    );
    let by = common_divisor(dx, dy);
    let (dx, dy) = (dx / by, dy / by);
    let offset = Offset { dx, dy };
    rules.shape.step(at, offset, Perspective::White, Wrap::None)
}

/// The greatest common divisor; at least one argument is not zero.
const fn common_divisor(first: i16, second: i16) -> i16 {
    let (mut divisor, mut rest) = (first.abs(), second.abs());
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    divisor
}

/// Pushes a piece one step away and takes its square. The pushed piece may be pushed onto an enemy piece that
/// it could capture there.
pub(in crate::movegen) fn pushes(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    moves: &mut Vec<Move>,
) {
    for to in squares.iter().copied() {
        let (Some(pushed), Some(beyond)) = (setup.board.piece(to), onward(rules, [from, to], to))
        else {
            continue;
        };
        let mut mv = Move::walk(piece, from, to);
        if !is_free(rules, setup, beyond) {
            if !captures(rules, setup, to, pushed, beyond) {
                continue;
            }
            mv.captures.push(beyond);
        }
        mv.shifts.push((to, beyond));
        add_induced(rules, setup, pushed, (to, beyond), &mut mv);
        moves.push(mv);
    }
}

/// Whether a piece could capture by moving from one square to the other.
fn captures(rules: &CompiledRules, setup: &Setup, from: Square, piece: Piece, to: Square) -> bool {
    let mut steps = Vec::new();
    walks(rules, setup, from, piece, &mut steps);
    steps
        .iter()
        .any(|step| step.to == to && step.captures.as_slice() == [to])
}

/// Steps directly away from a piece and pulls it along.
pub(in crate::movegen) fn pulls(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    moves: &mut Vec<Move>,
) {
    for near in squares.iter().copied() {
        let back = [near, from];
        let (Some(to), Some(nearer)) = (onward(rules, back, from), onward(rules, back, near))
        else {
            continue;
        };
        let follows = nearer == from || is_free(rules, setup, nearer);
        let Some(pulled) = setup
            .board
            .piece(near)
            .filter(|_| follows && is_free(rules, setup, to))
        else {
            continue;
        };
        let mut mv = Move::walk(piece, from, to);
        mv.shifts.push((near, nearer));
        add_induced(rules, setup, pulled, (near, nearer), &mut mv);
        moves.push(mv);
    }
}

/// Adds the captures that the displaced piece makes.
fn add_induced(
    rules: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    (from, to): (Square, Square),
    mv: &mut Move,
) {
    let captor = Captor::new(rules, setup, piece);
    mv.captures.extend(captor.going(from, to, false));
    sort_each_once(&mut mv.captures);
}

/// Whether a push or pull of an adjacent piece could make it capture on `target`, by its move or by its
/// capture methods.
pub(in crate::movegen) fn could_take(
    rules: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    action: &Action,
    target: Square,
) -> bool {
    let compass = &rules.compass;
    Bearing::ALL.into_iter().any(|way| {
        let Some(near) = compass.next(from, way) else {
            return false;
        };
        let to = match action {
            Action::Pull { .. } => Some(from),
            _ => compass.next(near, way),
        };
        let friend = setup.board.piece(near);
        let moved = to.zip(friend.filter(|other| other.color == piece.color));
        moved.is_some_and(|(to, friend)| {
            to == target || Captor::new(rules, setup, friend).could_take(near, to, target)
        })
    })
}

/// Pushes a line of pieces one step. An enemy piece may be pushed off the board.
pub(in crate::movegen) fn plows(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    moves: &mut Vec<Move>,
) {
    for first in squares.iter().copied() {
        if setup.board.piece(first).is_none() {
            continue;
        }
        let mut line: SmallVec<[Square; 8]> = SmallVec::from_slice(&[first]);
        let mut last = first;
        let end = loop {
            match onward(rules, [from, first], last) {
                Some(next) if setup.board.piece(next).is_some() => {
                    line.push(next);
                    last = next;
                }
                end => break end,
            }
        };
        let mut mv = Move::walk(piece, from, first);
        match end {
            Some(end) if is_free(rules, setup, end) => mv.shifts.push((last, end)),
            Some(_) => continue,
            None => {
                let falls = setup.board.piece(last);
                if falls.is_none_or(|falls| falls.color == piece.color) {
                    continue;
                }
                mv.captures.push(last);
            }
        }
        let pairs = line.windows(2).map(|pair| (pair[0], pair[1]));
        let mut shifts: FewOf<(Square, Square), 2> = pairs.collect();
        shifts.extend(mv.shifts.iter().copied());
        mv.shifts = shifts;
        moves.push(mv);
    }
}
