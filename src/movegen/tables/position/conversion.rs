//! Conversion of setups to positions, and of encoded moves to full moves.

use crate::geometry::Square;
use crate::movegen::royal_safety::kings_attacked;
use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::table_set::Tables;
use crate::rules::CompiledRules;
use crate::state::{Cell, Color, Hand, LastMove, Move, MoveKind, Piece, Role, Setup};

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
            state: X::default(),
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
                if !tables.sides[side].region.has(square.index()) {
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
                    let slot = usize::from(*tables.special_rules.slots.get(role.index())?);
                    let place = hands.0[color.index()].get_mut(slot)?;
                    *place = u8::try_from(count).ok()?;
                }
            }
        }
        if let Some(variant_state) = position.state.variant_state_mut() {
            variant_state.checks = setup.special.checks;
            variant_state.last = LastMove {
                castled: None,
                ..setup.special.last
            };
            variant_state.imitated = setup.special.imitated;
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
        let special_rules = &tables.special_rules;
        if tables.royal.is_none() || king == NO_ROYAL || special_rules.blast.is_some() {
            return false;
        }
        let occupied = self.colors[0] | self.colors[1];
        let attacked = self.attacks_somehow(tables, us, king.into(), &occupied, Bits::ALL);
        attacked
            || special_rules.imitation.is_some()
                && kings_attacked(rules, setup, setup.turn.opponent())
    }
}

// Expansion of encoded moves to full moves.

pub(crate) fn square(index: usize) -> Square {
    Square::new(index as u16)
}

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Expands an encoded move.
    pub(crate) fn unpacked(
        &self,
        tables: &Tables<N>,
        root: &Root<N>,
        mv: EncodedMove,
    ) -> Option<Move> {
        let color = Color::ALL[usize::from(self.turn & 1)];
        let victim = square(self.victim.into());
        unpacked(tables, root, &|at| self.role_on(at), victim, color, mv)
    }
}

/// Expands an encoded move, given the roles on squares and the en passant victim. `role_on` is a trait object,
/// so that this function is compiled once for each width.
fn unpacked<const N: usize>(
    tables: &Tables<N>,
    root: &Root<N>,
    role_on: &dyn Fn(usize) -> Option<Role>,
    victim: Square,
    color: Color,
    mv: EncodedMove,
) -> Option<Move> {
    let (mv, wall) = mv.split_wall(tables);
    let (from, to) = (mv.from(), mv.to());
    let side = color.index();
    let moved = |role, from, to| Move::walk(Piece { color, role }, square(from), square(to));
    let mut unpacked = match mv.kind() {
        kind::DROP => moved(Role::new(mv.extra()), to, to),
        kind::CASTLE => {
            let castling = root.castlings[side].get(mv.extra())?;
            let mut castle = moved(role_on(castling.from)?, castling.from, castling.to);
            let shift = (square(castling.partner), square(castling.partner_to));
            castle.shifts.push(shift);
            castle
        }
        _ => moved(role_on(from)?, from, to),
    };
    unpacked.wall = wall.map(square);
    unpacked.promotion = mv.promotion().map(Role::new);
    unpacked.from_hand = mv.is_from_hand();
    if let Some(slot) = mv.gate() {
        let gates = tables.special_rules.gates.as_ref()?;
        let gate = gates[side].iter().find(|gate| gate.slot as usize == slot)?;
        // The origin of a castling selects which of the two squares is filled.
        unpacked.gate = Some((gate.role, square(from)));
    }
    match mv.kind() {
        kind::DROP => unpacked.kind = MoveKind::Drop,
        kind::CASTLE => unpacked.kind = MoveKind::Castle,
        kind::PASS => unpacked.kind = MoveKind::Pass,
        kind::EN_PASSANT | kind::EN_PASSANT_FROM_HAND => unpacked.captures.push(victim),
        kind::PROMOTE | kind::PROMOTE_FROM_HAND | kind::MARKING | kind::PLAIN => {
            if role_on(to).is_some() {
                unpacked.captures.push(square(to));
            }
        }
        _ => return None,
    }
    if mv.kind() == kind::MARKING {
        let marks = tables.sides[side].marks[from].iter();
        for (_, squares) in marks.filter(|(target, _)| *target as usize == to) {
            squares.each(|passed| unpacked.marks.push(square(passed)));
        }
    }
    Some(unpacked)
}
