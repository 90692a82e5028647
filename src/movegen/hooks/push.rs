//! Moving other pieces: push, pull, plow.

use smallvec::SmallVec;

use crate::definition::Action;
use crate::geometry::{Bearing, Square};
use crate::movegen::generate::walks;
use crate::rules::Rulebook;
use crate::rules::hooks::Captor;
use crate::state::{Cell, Move, Piece, Setup};

/// Whether the square is there and empty.
fn is_free(book: &Rulebook, setup: &Setup, square: Square) -> bool {
    setup.board.get(square) == Cell::Empty && !book.shape.vanishing().contains(square)
}

/// Pushes a piece beside it one square away and takes the square that it leaves. The pushed piece
/// may be driven into an opposing piece that it could capture there.
pub(super) fn pushes(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    for way in Bearing::ALL {
        let Some(to) = book.compass.next(from, way) else {
            continue;
        };
        let (Some(pushed), Some(beyond)) = (setup.board.piece(to), book.compass.next(to, way))
        else {
            continue;
        };
        let mut one = Move::walk(piece, from, to);
        if !is_free(book, setup, beyond) {
            if !captures(book, setup, to, pushed, beyond) {
                continue;
            }
            one.captures.push(beyond);
        }
        one.shifts.push((to, beyond));
        add_induced(book, setup, pushed, (to, beyond), &mut one);
        moves.push(one);
    }
}

/// Whether a piece could capture by stepping from one square to the other.
fn captures(book: &Rulebook, setup: &Setup, from: Square, piece: Piece, to: Square) -> bool {
    let mut steps = Vec::new();
    walks(book, setup, from, piece, &mut steps);
    steps
        .iter()
        .any(|step| step.to == to && step.captures.as_slice() == [to])
}

/// Steps directly away from a piece beside it and pulls it along.
pub(super) fn pulls(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    for way in Bearing::ALL {
        let (Some(near), Some(to)) = (
            book.compass.next(from, way),
            book.compass.next(from, way.opposite()),
        ) else {
            continue;
        };
        let Some(pulled) = setup.board.piece(near).filter(|_| is_free(book, setup, to)) else {
            continue;
        };
        let mut one = Move::walk(piece, from, to);
        one.shifts.push((near, from));
        add_induced(book, setup, pulled, (near, from), &mut one);
        moves.push(one);
    }
}

/// Adds the captures that the displaced piece makes.
fn add_induced(
    book: &Rulebook,
    setup: &Setup,
    piece: Piece,
    (from, to): (Square, Square),
    one: &mut Move,
) {
    let captor = Captor::new(book, setup, piece);
    one.captures.extend(captor.going(from, to, false));
    one.captures.sort_unstable();
    one.captures.dedup();
}

/// Whether a push or a pull could make a neighbor capture what stands on `target`: by walking on, or
/// beside where it comes to.
pub(super) fn could_take(
    book: &Rulebook,
    setup: &Setup,
    (from, piece): (Square, Piece),
    action: &Action,
    target: Square,
) -> bool {
    let compass = &book.compass;
    Bearing::ALL.into_iter().any(|way| {
        let Some(near) = compass.next(from, way) else {
            return false;
        };
        let to = match action {
            Action::Pull => Some(from),
            _ => compass.next(near, way),
        };
        let friend = setup.board.piece(near);
        let moved = to.zip(friend.filter(|other| other.color == piece.color));
        moved.is_some_and(|(to, friend)| {
            to == target || Captor::new(book, setup, friend).could_take(near, to, target)
        })
    })
}

/// Pushes the line of pieces that begins beside it one square on. An opposing piece may be pushed
/// off the board.
pub(super) fn plows(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    for way in Bearing::ALL {
        let mut line: SmallVec<[Square; 8]> = SmallVec::new();
        let mut at = from;
        let end = loop {
            match book.compass.next(at, way) {
                Some(next) if setup.board.piece(next).is_some() => {
                    line.push(next);
                    at = next;
                }
                end => break end,
            }
        };
        let (Some(first), Some(last)) = (line.first().copied(), line.last().copied()) else {
            continue;
        };
        let mut one = Move::walk(piece, from, first);
        match end {
            Some(end) if is_free(book, setup, end) => one.shifts.push((last, end)),
            Some(_) => continue,
            None => {
                let falls = setup.board.piece(last);
                if falls.is_none_or(|falls| falls.color == piece.color) {
                    continue;
                }
                one.captures.push(last);
            }
        }
        let pairs = line.windows(2).map(|pair| (pair[0], pair[1]));
        let mut shifts: SmallVec<[(Square, Square); 1]> = pairs.collect();
        shifts.extend(one.shifts.iter().copied());
        one.shifts = shifts;
        moves.push(one);
    }
}
