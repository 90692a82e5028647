//! Castling moves of pieces: partners and squares.

use smallvec::SmallVec;

use crate::geometry::{Bearing, Offset, Perspective, Square, Wrap};
use crate::movement::{Initial, Pattern, Side};
use crate::rules::data::CompiledRules;
use crate::state::{Board, Cell, Piece};

/// A castling by the arrangement of pieces, before tests for moved pieces, empty paths and attacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Castling {
    /// The square of the mover.
    pub(crate) from: Square,
    /// The target of the mover.
    pub(crate) to: Square,
    /// The square of the partner.
    pub(crate) partner: Square,
    /// The target of the partner.
    pub(crate) partner_to: Square,
    /// Whether the mover must be unmoved.
    pub(crate) initial: Initial,
    /// The squares between mover and partner.
    pub(crate) between: SmallVec<[Square; 8]>,
    /// The squares that the mover passes, including its target.
    pub(crate) path: SmallVec<[Square; 8]>,
}

/// All castlings of the piece on `from` with the partners on the board.
pub(crate) fn castlings_of(
    rules: &CompiledRules,
    board: &Board,
    from: Square,
    piece: Piece,
    found: &mut Vec<Castling>,
) {
    castlings_that_begin(rules, board, from, piece, |_| true, found);
}

/// The castlings of the piece on `from` whose condition on the mover holds.
///
/// Clause `castle.partner`: the partner is the piece of the same side on the last square before the
/// edge or a hole, moved inwards by one square for each `j`.
pub(crate) fn castlings_that_begin(
    rules: &CompiledRules,
    board: &Board,
    from: Square,
    piece: Piece,
    begins: impl Fn(Initial) -> bool,
    found: &mut Vec<Castling>,
) {
    let shape = &rules.shape;
    for role_move in &rules.role(piece.role).moves {
        let Pattern::Castle(castle) = &role_move.pattern else {
            continue;
        };
        if !begins(castle.initial) {
            continue;
        }
        if role_move
            .from
            .as_ref()
            .is_some_and(|zone| !zone.contains(from, piece.color.perspective()))
        {
            continue;
        }
        let owner = piece.color.perspective();
        let unit = i16::from(shape.unit());
        let dx = if castle.side == Side::Right {
            unit
        } else {
            -unit
        };
        let step = Offset { dx, dy: 0 };
        let there = |square: &Square| {
            !(shape.vanishing().contains(*square) && board.get(*square) == Cell::Empty)
        };
        let mut ray: SmallVec<[Square; 16]> = SmallVec::new();
        let mut at = from;
        let goes_east = (castle.side == Side::Right) == (owner == Perspective::White);
        let way = if goes_east {
            Bearing::EAST
        } else {
            Bearing::WEST
        };
        let next = |at: Square| {
            // PERF: steps are mostly single, so neighbors are looked up.
            if unit == 1 {
                rules.compass.next(at, way)
            } else {
                shape.step(at, step, owner, Wrap::None)
            }
        };
        while let Some(square) = next(at).filter(&there) {
            ray.push(square);
            at = square;
        }
        let Some(distance) = ray
            .len()
            .checked_sub(castle.inset as usize)
            .filter(|n| *n > 0)
        else {
            continue;
        };
        let partner = ray[distance - 1];
        let steps = castle.distance as usize;
        if steps > distance
            || board
                .piece(partner)
                .is_none_or(|other| other.color != piece.color)
        {
            continue;
        }
        let partner_to = if steps >= 2 { ray[steps - 2] } else { from };
        found.push(Castling {
            from,
            to: ray[steps - 1],
            partner,
            partner_to,
            initial: castle.initial,
            between: SmallVec::from_slice(&ray[..distance - 1]),
            path: SmallVec::from_slice(&ray[..steps]),
        });
    }
}
