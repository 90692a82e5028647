//! Conversion of setups to positions, and of encoded moves to full moves.

use crate::geometry::Square;
use crate::movegen::royal_safety::kings_attacked;
use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::rules::packed_last;
use crate::movegen::tables::table_set::Tables;
use crate::rules::CompiledRules;
use crate::state::{Cell, Color, Hand, Move, MoveKind, Piece, Role, Setup};

use super::castlings::{Root, castlings};
use super::encoded_move::{EncodedMove, kind};
use super::packed_position::{NO_ROYAL, PackedPosition, PositionState};

// Conversion of setups to positions.

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Converts a setup, if the tables support it.
    pub(crate) fn new(
        rules: &CompiledRules,
        tables: &Tables<N>,
        setup: &Setup,
    ) -> Option<(Root<N>, Self)> {
        let mut position = PackedPosition {
            colors: [Bits::NONE; 2],
            groups: [[Bits::NONE; G]; 2],
            passed: Bits::NONE,
            victim: 0,
            royal: [0; 2],
            rights: 0,
            turn: setup.turn as u8,
            state: X::empty(),
            cells: [[0; 64]; N],
        };
        let mut royals = [0; 2];
        for square in rules.shape.squares() {
            let piece = match setup.board.get(square) {
                Cell::Empty => continue,
                Cell::Wall => {
                    let state = position.state.variant_state_mut();
                    let state = state.filter(|_| tables.puts_walls)?;
                    state.gates |= Bits::single(square.index());
                    continue;
                }
                Cell::Piece(piece) => piece,
            };
            position.put(
                tables,
                square.index(),
                piece.color.index(),
                piece.role.index(),
            );
            if Some(piece.role) == tables.royal {
                let side = piece.color.index();
                royals[side] += 1;
                position.royal[side] = square.index() as u16;
                let region = &tables.sides[side].region;
                if region[square.index() >> 6] >> (square.index() & 63) & 1 == 0 {
                    return None;
                }
            }
        }
        for (side, count) in royals.into_iter().enumerate() {
            match count {
                1 => {}
                0 if X::HAS_SPECIAL_RULES || tables.royal.is_none() => {
                    position.royal[side] = NO_ROYAL;
                }
                _ => return None,
            }
        }
        // A side that can drop a royal piece may have none, or several.
        let waits = |royal| Color::ALL.map(|color| setup.hands[color.index()].count(royal));
        if X::HAS_SPECIAL_RULES && tables.royal.is_some_and(|royal| waits(royal) != [0, 0]) {
            return None;
        }
        if let Some(hands) = position.state.hands_mut() {
            // No hand can ever hold more than all pieces together.
            let held = setup.hands.iter().flat_map(Hand::iter);
            let held: usize = held.map(|(_, count)| usize::from(count)).sum();
            if setup.board.pieces().count() + held > usize::from(u8::MAX) {
                return None;
            }
            for color in Color::ALL {
                for (role, count) in setup.hands[color.index()].iter() {
                    let slot = usize::from(*tables.slots.get(role.index())?);
                    let place = hands.0[color.index()].get_mut(slot)?;
                    *place = u8::try_from(count).ok()?;
                }
            }
        }
        if let Some(variant_state) = position.state.variant_state_mut() {
            variant_state.checks = setup.special.checks;
            variant_state.last = packed_last(setup.special.last);
            let imitated = setup.special.imitated;
            variant_state.imitated =
                imitated.map(|role| role.map_or(0, |role| role.index() as u8 + 1));
            for square in &setup.special.gates {
                variant_state.gates |= Bits::single(square.index());
            }
        }
        for mark in &setup.en_passant {
            if position.passed.any() && position.victim != mark.victim.index() as u16 {
                return None;
            }
            position.passed |= Bits::single(mark.target.index());
            position.victim = mark.victim.index() as u16;
        }
        if position.may_lose_its_king(rules, tables, setup) {
            return None;
        }
        let (root, rights) = castlings(rules, tables, setup, position.royal)?;
        position.rights = rights;
        Some((root, position))
    }

    /// Whether the side that has moved left its royal piece attacked, which is unreachable: the tables do not
    /// support a lost royal piece.
    fn may_lose_its_king(&self, rules: &CompiledRules, tables: &Tables<N>, setup: &Setup) -> bool {
        let us = self.turn as usize & 1;
        let king = self.royal[us ^ 1];
        let special_rules = tables.special_rules.as_deref();
        if tables.royal.is_none()
            || king == NO_ROYAL
            || special_rules.is_some_and(|special_rules| special_rules.blast.is_some())
        {
            return false;
        }
        let occupied = self.colors[0] | self.colors[1];
        let attacked = self.attacks_somehow(tables, us, king.into(), &occupied, Bits::ALL);
        let imitates = special_rules.is_some_and(|special_rules| special_rules.imitation.is_some());
        attacked || imitates && kings_attacked(rules, setup, setup.turn.opponent())
    }
}

// Expansion of encoded moves to full moves.

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
