//! Victims of a move beside the piece on which it ends.

use smallvec::SmallVec;

use super::imitate::acting_role;
use crate::definition::{CaptureMethod, Mimic};
use crate::geometry::{BoardShape, Offset, Perspective, Square, Wrap};
use crate::rules::Rulebook;
use crate::rules::special::neighbors;
use crate::state::{Board, Color, Move, Piece, Role, Setup};

/// Squares of victims.
pub(crate) type Victims = SmallVec<[Square; 4]>;

/// The methods that a mimic borrows beside actions.
const BORROWED: [CaptureMethod; 5] = [
    CaptureMethod::Custodial,
    CaptureMethod::Withdrawal,
    CaptureMethod::Approach,
    CaptureMethod::Coordination,
    CaptureMethod::Proximity,
];

/// A piece that has gone from square to square, on the board on which it has arrived and nothing
/// has been removed yet.
#[derive(Clone, Copy)]
struct Arrival<'a> {
    board: &'a Board,
    /// Squares that hold something else than on `board`; what was said last counts.
    changed: &'a [(Square, Option<Piece>)],
    piece: Piece,
    from: Square,
    to: Square,
}

impl Arrival<'_> {
    fn piece(&self, square: Square) -> Option<Piece> {
        let changed = self.changed.iter().rev();
        changed
            .copied()
            .find(|(at, _)| *at == square)
            .map_or_else(|| self.board.piece(square), |(_, piece)| piece)
    }

    fn enemy(&self, square: Square) -> Option<Piece> {
        self.piece(square)
            .filter(|other| other.color != self.piece.color)
    }

    fn is_friend(&self, square: Square) -> bool {
        self.piece(square)
            .is_some_and(|other| other.color == self.piece.color)
    }
}

/// The victims of a move by the methods of its mover, in ascending order.
///
/// The squares of pieces that are captured in other ways may be among them.
pub(crate) fn victims(book: &Rulebook, setup: &Setup, one: &Move) -> Victims {
    let mut changed: SmallVec<[(Square, Option<Piece>); 4]> = SmallVec::new();
    changed.push((one.from, None));
    changed.extend(one.shifts.iter().map(|(origin, _)| (*origin, None)));
    for (origin, target) in &one.shifts {
        changed.push((*target, setup.board.piece(*origin)));
    }
    changed.push((one.to, Some(one.piece)));
    let arrival = Arrival {
        board: &setup.board,
        changed: &changed,
        piece: one.piece,
        from: one.from,
        to: one.to,
    };
    let role = acting_role(book, setup, one.piece);
    let leapt = one.captures.iter().any(|square| *square != one.to);
    all(book, role, arrival, leapt)
}

/// The victims of a piece that others make go from square to square, by its own methods, in
/// ascending order. Nothing else has moved.
pub(crate) fn induced(
    book: &Rulebook,
    setup: &Setup,
    piece: Piece,
    from: Square,
    to: Square,
) -> Victims {
    let arrival = Arrival {
        board: &setup.board,
        changed: &[(from, None), (to, Some(piece))],
        piece,
        from,
        to,
    };
    all(book, acting_role(book, setup, piece), arrival, false)
}

/// The victims by the methods of a role; `leapt` says that the move has captured by leaping.
fn all(book: &Rulebook, role: Role, arrival: Arrival<'_>, leapt: bool) -> Victims {
    let mut victims = Victims::new();
    for method in &book.role(role).powers.captures {
        match method {
            CaptureMethod::Mimic(Mimic { pure: true, .. }) if leapt => {}
            CaptureMethod::Mimic(_) => {
                for borrowed in &BORROWED {
                    let has = |victim: Piece| {
                        let powers = &book.role(victim.role).powers;
                        powers.captures.contains(borrowed)
                    };
                    by_method(book, borrowed, arrival, &has, &mut victims);
                }
            }
            method => by_method(book, method, arrival, &|_| true, &mut victims),
        }
    }
    victims.sort_unstable();
    victims.dedup();
    victims
}

/// Adds the victims of one method that are meant.
fn by_method(
    book: &Rulebook,
    method: &CaptureMethod,
    arrival: Arrival<'_>,
    meant: &dyn Fn(Piece) -> bool,
    victims: &mut Victims,
) {
    let shape = &book.shape;
    let is_victim = |square: &Square| arrival.enemy(*square).is_some_and(meant);
    match method {
        CaptureMethod::Custodial => {
            let straight = direction(shape, arrival.from, arrival.to);
            if straight.is_some_and(|(dx, dy)| dx == 0 || dy == 0) {
                custodial(shape, arrival, is_victim, victims);
            }
        }
        CaptureMethod::Withdrawal => {
            let behind = beside(shape, arrival, arrival.from, -1);
            victims.extend(behind.filter(is_victim));
        }
        CaptureMethod::Approach => {
            let ahead = beside(shape, arrival, arrival.to, 1);
            victims.extend(ahead.filter(is_victim));
        }
        CaptureMethod::Coordination => coordination(book, arrival, is_victim, victims),
        CaptureMethod::Proximity => {
            victims.extend(neighbors(shape, arrival.to).filter(is_victim));
        }
        CaptureMethod::Mimic(_) => {}
    }
}

fn custodial(
    shape: &BoardShape,
    arrival: Arrival<'_>,
    is_victim: impl Fn(&Square) -> bool,
    victims: &mut Victims,
) {
    for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        let near = offset(shape, arrival.to, dx, dy);
        let far = offset(shape, arrival.to, 2 * dx, 2 * dy);
        if let (Some(near), Some(far)) = (near, far)
            && is_victim(&near)
            && arrival.is_friend(far)
        {
            victims.push(near);
        }
    }
}

/// The square beside `square` along the line of a straight move, ahead or behind.
fn beside(
    shape: &BoardShape,
    arrival: Arrival<'_>,
    square: Square,
    ahead: i16,
) -> std::option::IntoIter<Square> {
    direction(shape, arrival.from, arrival.to)
        .and_then(|(dx, dy)| offset(shape, square, ahead * dx, ahead * dy))
        .into_iter()
}

fn coordination(
    book: &Rulebook,
    arrival: Arrival<'_>,
    is_victim: impl Fn(&Square) -> bool,
    victims: &mut Victims,
) {
    let shape = &book.shape;
    for king in kings(book, arrival, arrival.piece.color) {
        let (file, rank) = (shape.file_of(king), shape.rank_of(king));
        let (own_file, own_rank) = (shape.file_of(arrival.to), shape.rank_of(arrival.to));
        if file == own_file || rank == own_rank {
            continue;
        }
        let corners = [shape.at(own_file, rank), shape.at(file, own_rank)];
        victims.extend(corners.into_iter().flatten().filter(&is_victim));
    }
}

/// The squares of pieces of a royal kind, whether or not there is check.
fn kings<'a>(
    book: &'a Rulebook,
    arrival: Arrival<'a>,
    color: Color,
) -> impl Iterator<Item = Square> + 'a {
    let stood = arrival.board.pieces().map(|(square, _)| square);
    let came = arrival.changed.iter().map(|(square, _)| *square);
    let was = move |square: Square| arrival.board.piece(square);
    stood
        .filter(move |square| arrival.piece(*square) == was(*square))
        .chain(came.filter(move |square| arrival.piece(*square) != was(*square)))
        .filter(move |square| {
            arrival
                .piece(*square)
                .is_some_and(|piece| piece.color == color && book.role(piece.role).king)
        })
}

/// The unit step of a straight move; `None` for other moves.
pub(crate) fn direction(shape: &BoardShape, from: Square, to: Square) -> Option<(i16, i16)> {
    let dx = i16::from(shape.file_of(to)) - i16::from(shape.file_of(from));
    let dy = i16::from(shape.rank_of(to)) - i16::from(shape.rank_of(from));
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    (straight && from != to).then_some((dx.signum(), dy.signum()))
}

/// The square some files and ranks away, if the board has it.
pub(crate) fn offset(shape: &BoardShape, square: Square, dx: i16, dy: i16) -> Option<Square> {
    shape.step(square, Offset { dx, dy }, Perspective::White, Wrap::None)
}
