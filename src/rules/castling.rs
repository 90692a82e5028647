//! Castling: which partner, which squares.

use crate::geometry::{Offset, Square, Wrap};
use crate::movement::{Initial, Pattern, Side};
use crate::rules::Rulebook;
use crate::state::{Board, Cell, Piece};

/// A castling as the placement allows it, before anything is asked about moved pieces, empty paths
/// or attacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Castling {
    /// The mover's square.
    pub(crate) from: Square,
    /// Where it lands.
    pub(crate) to: Square,
    /// The partner's square.
    pub(crate) partner: Square,
    /// Where the partner lands.
    pub(crate) partner_to: Square,
    /// Whether the mover must be unmoved.
    pub(crate) initial: Initial,
    /// Squares between mover and partner.
    pub(crate) between: Vec<Square>,
    /// Squares the mover passes, its target included.
    pub(crate) path: Vec<Square>,
}

/// All castlings of the piece on `from` with the partners that stand on the board.
///
/// Clause `castle.partner`: the partner is the piece on the last square before the edge or a hole, or as
/// many squares further in as there are `j`, if it is of the same side.
pub(crate) fn castlings_of(
    book: &Rulebook,
    board: &Board,
    from: Square,
    piece: Piece,
    found: &mut Vec<Castling>,
) {
    let shape = &book.shape;
    for role_move in &book.role(piece.role).moves {
        let Pattern::Castle(castle) = &role_move.pattern else {
            continue;
        };
        if role_move
            .from
            .as_ref()
            .is_some_and(|zone| !zone.contains(from, piece.color.perspective()))
        {
            continue;
        }
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
        let mut ray = Vec::new();
        let mut at = from;
        while let Some(next) = shape
            .step(at, step, piece.color.perspective(), Wrap::None)
            .filter(&there)
        {
            ray.push(next);
            at = next;
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
            between: ray[..distance - 1].to_vec(),
            path: ray[..steps].to_vec(),
        });
    }
}
