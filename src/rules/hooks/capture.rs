//! Victims of a move beside the piece on which it ends.

use smallvec::SmallVec;

use crate::definition::CaptureMethod;
use crate::geometry::{BoardShape, Offset, Perspective, Square, Wrap};
use crate::rules::Rulebook;
use crate::state::{Board, Color, Piece, Setup};

/// Squares of victims.
pub(crate) type Victims = SmallVec<[Square; 4]>;

/// A piece that has gone from square to square, on the board on which it has arrived and nothing
/// has been removed yet.
#[derive(Clone, Copy)]
pub(crate) struct Arrival<'a> {
    pub(crate) board: &'a Board,
    pub(crate) piece: Piece,
    pub(crate) from: Square,
    pub(crate) to: Square,
}

impl Arrival<'_> {
    fn is_enemy(&self, square: Square) -> bool {
        self.board
            .piece(square)
            .is_some_and(|other| other.color != self.piece.color)
    }

    fn is_friend(&self, square: Square) -> bool {
        self.board
            .piece(square)
            .is_some_and(|other| other.color == self.piece.color)
    }
}

/// The victims of a move of the piece, in ascending order.
pub(crate) fn victims(
    book: &Rulebook,
    setup: &Setup,
    piece: Piece,
    from: Square,
    to: Square,
) -> Victims {
    let mut victims = Victims::new();
    let methods = &book.role(piece.role).powers.captures;
    if methods.is_empty() {
        return victims;
    }
    let mut board = setup.board.clone();
    board.lift(from);
    board.put(to, piece);
    let arrival = Arrival {
        board: &board,
        piece,
        from,
        to,
    };
    let takes = setup.board.piece(to).is_some() && to != from;
    for method in methods {
        // A move that takes what stands on its target goes past what stands halfway.
        if takes && *method == CaptureMethod::Midpoint {
            continue;
        }
        by_method(book, method, arrival, &mut victims);
    }
    victims.sort_unstable();
    victims.dedup();
    victims
}

/// Adds the victims of one method.
pub(crate) fn by_method(
    book: &Rulebook,
    method: &CaptureMethod,
    arrival: Arrival<'_>,
    victims: &mut Victims,
) {
    let shape = &book.shape;
    match method {
        CaptureMethod::Custodial => custodial(shape, arrival, victims),
        CaptureMethod::Withdrawal => {
            victims.extend(
                beside(shape, arrival, arrival.from, -1).filter(|at| arrival.is_enemy(*at)),
            );
        }
        CaptureMethod::Approach => {
            victims
                .extend(beside(shape, arrival, arrival.to, 1).filter(|at| arrival.is_enemy(*at)));
        }
        CaptureMethod::Coordination => coordination(book, arrival, victims),
        CaptureMethod::Midpoint => {
            victims.extend(halfway(shape, arrival).filter(|at| arrival.is_enemy(*at)));
        }
    }
}

fn custodial(shape: &BoardShape, arrival: Arrival<'_>, victims: &mut Victims) {
    for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        let near = offset(shape, arrival.to, dx, dy);
        let far = offset(shape, arrival.to, 2 * dx, 2 * dy);
        if let (Some(near), Some(far)) = (near, far)
            && arrival.is_enemy(near)
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

/// The square halfway along a diagonal move of two squares.
fn halfway(shape: &BoardShape, arrival: Arrival<'_>) -> std::option::IntoIter<Square> {
    let (from, to) = (arrival.from, arrival.to);
    let dx = i16::from(shape.file_of(to)) - i16::from(shape.file_of(from));
    let dy = i16::from(shape.rank_of(to)) - i16::from(shape.rank_of(from));
    let is_meant = dx.abs() == 2 && dy.abs() == 2;
    is_meant
        .then(|| offset(shape, from, dx / 2, dy / 2))
        .flatten()
        .into_iter()
}

fn coordination(book: &Rulebook, arrival: Arrival<'_>, victims: &mut Victims) {
    let shape = &book.shape;
    for king in royals(book, arrival.board, arrival.piece.color) {
        let (file, rank) = (shape.file_of(king), shape.rank_of(king));
        let (own_file, own_rank) = (shape.file_of(arrival.to), shape.rank_of(arrival.to));
        if file == own_file || rank == own_rank {
            continue;
        }
        let corners = [shape.at(own_file, rank), shape.at(file, own_rank)];
        victims.extend(
            corners
                .into_iter()
                .flatten()
                .filter(|at| arrival.is_enemy(*at)),
        );
    }
}

/// The squares of pieces of a royal kind, whether or not there is check.
fn royals<'a>(
    book: &'a Rulebook,
    board: &'a Board,
    color: Color,
) -> impl Iterator<Item = Square> + 'a {
    board
        .pieces()
        .filter(move |(_, piece)| piece.color == color && book.role(piece.role).king)
        .map(|(square, _)| square)
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
