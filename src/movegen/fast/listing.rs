//! Legal moves of the tables as moves with all their effects.

use super::generate::generate;
use super::luggage::Luggage;
use super::position::{FastPosition, Packed, Root, kind};
use super::tables::Tables;
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::state::{Color, Move, MoveKind, Piece, Role, Setup};

/// All legal moves, if the setup fits the tables.
pub(super) fn listed<const N: usize, const G: usize, X: Luggage<N>>(
    book: &Rulebook,
    tables: &Tables<N>,
    setup: &Setup,
) -> Option<Vec<Move>> {
    let (root, position) = FastPosition::<N, G, X>::new(book, tables, setup)?;
    let mut packed: Vec<Packed> = Vec::with_capacity(128);
    generate(tables, &root, &position, &mut packed);
    let moves = packed.into_iter();
    moves
        .map(|one| unpacked(tables, &root, &position, setup.turn, one))
        .collect()
}

fn unpacked<const N: usize, const G: usize, X: Luggage<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &FastPosition<N, G, X>,
    color: Color,
    one: Packed,
) -> Option<Move> {
    let square = |index: usize| Square::new(index as u16);
    let (from, to) = (one.from(), one.to());
    let role = Role::new((position.cell(from) as usize).checked_sub(1)?);
    let mut unpacked = Move::walk(Piece { color, role }, square(from), square(to));
    let side = color.index();
    match one.kind() {
        kind::CASTLE => {
            let castling = root.castlings[side].get(one.extra())?;
            unpacked.kind = MoveKind::Castle;
            let shift = (square(castling.partner), square(castling.partner_to));
            unpacked.shifts.push(shift);
            return Some(unpacked);
        }
        kind::EN_PASSANT => {
            unpacked.captures.push(square(position.victim as usize));
            unpacked.promotion = one.extra().checked_sub(1).map(Role::new);
            return Some(unpacked);
        }
        kind::PROMOTE | kind::PROMOTE_FROM_HAND => {
            unpacked.promotion = Some(Role::new(one.extra()));
            unpacked.from_hand = one.kind() == kind::PROMOTE_FROM_HAND;
        }
        kind::MARKING => {
            let marks = tables.sides[side].marks[from].iter();
            for (_, squares) in marks.filter(|(target, _)| *target as usize == to) {
                squares.each(|passed| unpacked.marks.push(square(passed)));
            }
        }
        kind::PLAIN => {}
        _ => return None,
    }
    if position.cell(to) != 0 {
        unpacked.captures.push(square(to));
    }
    Some(unpacked)
}
