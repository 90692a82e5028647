//! Expansion of encoded moves to full moves.

use super::castlings::Root;
use super::encoded_move::{EncodedMove, kind};
use crate::geometry::Square;
use crate::movegen::tables::table_set::Tables;
use crate::state::{Color, Move, MoveKind, Piece, Role};

pub(crate) fn square(index: usize) -> Square {
    Square::new(index as u16)
}

/// Expands an encoded move, given the cells and the en passant victim. `cell` is a trait object, so that this
/// function is compiled once for each width.
pub(crate) fn unpacked<const N: usize>(
    tables: &Tables<N>,
    root: &Root<N>,
    cell: &dyn Fn(usize) -> u8,
    victim: Square,
    color: Color,
    mv: EncodedMove,
) -> Option<Move> {
    let (mv, wall) = mv.split_wall(tables);
    let mut unpacked = unpacked_bare(tables, root, cell, victim, color, mv)?;
    if let Some(wall) = wall {
        unpacked.wall = Some(square(wall));
    }
    Some(unpacked)
}

fn unpacked_bare<const N: usize>(
    tables: &Tables<N>,
    root: &Root<N>,
    cell: &dyn Fn(usize) -> u8,
    victim: Square,
    color: Color,
    mv: EncodedMove,
) -> Option<Move> {
    let (from, to) = (mv.from(), mv.to());
    let side = color.index();
    if mv.kind() == kind::DROP {
        let role = Role::new(mv.extra());
        let mut drop = Move::walk(Piece { color, role }, square(to), square(to));
        drop.kind = MoveKind::Drop;
        return Some(drop);
    }
    if mv.kind() == kind::CASTLE {
        let castling = root.castlings[side].get(mv.extra())?;
        let role = role_on(cell, castling.from)?;
        let (king, to) = (square(castling.from), square(castling.to));
        let mut castle = Move::walk(Piece { color, role }, king, to);
        castle.kind = MoveKind::Castle;
        let shift = (square(castling.partner), square(castling.partner_to));
        castle.shifts.push(shift);
        // The origin selects which of the two squares is filled.
        let left = if from == castling.partner {
            shift.0
        } else {
            king
        };
        castle.gate = gate(tables, side, mv, left)?;
        return Some(castle);
    }
    let role = role_on(cell, from)?;
    let mut walk = Move::walk(Piece { color, role }, square(from), square(to));
    walk.gate = gate(tables, side, mv, square(from))?;
    match mv.kind() {
        kind::PASS => {
            walk.kind = MoveKind::Pass;
            return Some(walk);
        }
        kind::EN_PASSANT | kind::EN_PASSANT_FROM_HAND => {
            walk.captures.push(victim);
            walk.promotion = mv.extra().checked_sub(1).map(Role::new);
            walk.from_hand = mv.kind() == kind::EN_PASSANT_FROM_HAND;
            return Some(walk);
        }
        kind::PROMOTE | kind::PROMOTE_FROM_HAND => {
            walk.promotion = Some(Role::new(mv.extra()));
            walk.from_hand = mv.kind() == kind::PROMOTE_FROM_HAND;
        }
        kind::MARKING | kind::PLAIN => {}
        _ => return None,
    }
    if mv.kind() == kind::MARKING {
        let marks = tables.sides[side].marks[from].iter();
        for (_, squares) in marks.filter(|(target, _)| *target as usize == to) {
            squares.each(|passed| walk.marks.push(square(passed)));
        }
    }
    if cell(to) != 0 {
        walk.captures.push(square(to));
    }
    Some(walk)
}

fn role_on(cell: &dyn Fn(usize) -> u8, square: usize) -> Option<Role> {
    (cell(square) as usize).checked_sub(1).map(Role::new)
}

/// The gating piece, if any; the outer `None` if its slot is unknown.
#[expect(clippy::option_option, reason = "no piece is not a failure")]
fn gate<const N: usize>(
    tables: &Tables<N>,
    side: usize,
    mv: EncodedMove,
    left: Square,
) -> Option<Option<(Role, Square)>> {
    let Some(slot) = mv.gate() else {
        return Some(None);
    };
    let gates = tables.special_rules.as_deref()?.gates.as_ref()?;
    let gate = gates[side].iter().find(|gate| gate.slot as usize == slot)?;
    Some(Some((gate.role, left)))
}
