//! Position of the table engine: one bitboard for each color and group, with copy-make.

use super::attacks::looks_at_all;
use super::bits::Bits;
use super::castlings::{Root, castlings};
use super::kernel::Targets;
use super::passing::packed_last;
use super::position_state::PositionState;
use super::table_set::Tables;
use crate::movegen::royal_safety::kings_attacked;
use crate::rules::CompiledRules;
use crate::state::{Cell, Color, Hand, Piece, Role, Setup};

/// Kinds of encoded moves.
pub(crate) mod kind {
    pub(crate) const PLAIN: u32 = 0;
    pub(crate) const EN_PASSANT: u32 = 1;
    pub(crate) const CASTLE: u32 = 2;
    pub(crate) const PROMOTE: u32 = 3;
    pub(crate) const PROMOTE_FROM_HAND: u32 = 4;
    pub(crate) const MARKING: u32 = 5;
    /// From a hand slot, stored as the origin, as a role.
    pub(crate) const DROP: u32 = 6;
    /// An en passant capture with a promotion to a piece from the hand.
    pub(crate) const EN_PASSANT_FROM_HAND: u32 = 7;
    /// A pass: origin and target are equal.
    pub(crate) const PASS: u32 = 8;
}

/// The royal square of a side without a royal piece.
pub(crate) const NO_ROYAL: u16 = u16::MAX;

/// An encoded move of 32 bits: 8 for the origin, 8 for the target, 4 for the kind, 7 for a role or castling
/// index, and 5 for the slot of a gating piece plus one. In games with walls the upper 8 bits are the square
/// of the wall, and 4 bits remain for a role or index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EncodedMove(u32);

impl EncodedMove {
    #[inline(always)]
    pub(crate) fn new(from: usize, to: usize, kind: u32, extra: usize) -> EncodedMove {
        EncodedMove(from as u32 | (to as u32) << 8 | kind << 16 | (extra as u32) << 20)
    }

    /// The encoded move as an integer.
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    /// The encoded move with this integer.
    #[inline(always)]
    pub(crate) fn of_bits(bits: u32) -> EncodedMove {
        EncodedMove(bits)
    }

    #[inline(always)]
    pub(crate) fn from(self) -> usize {
        (self.0 & 0xff) as usize
    }

    #[inline(always)]
    pub(crate) fn to(self) -> usize {
        (self.0 >> 8 & 0xff) as usize
    }

    #[inline(always)]
    pub(crate) fn kind(self) -> u32 {
        self.0 >> 16 & 0xf
    }

    #[inline(always)]
    pub(crate) fn extra(self) -> usize {
        (self.0 >> 20 & 0x7f) as usize
    }

    /// The slot of the gating piece.
    #[inline(always)]
    pub(crate) fn gate(self) -> Option<usize> {
        (self.0 >> 27).checked_sub(1).map(|slot| slot as usize)
    }

    /// Adds a gating piece from a slot below 31.
    #[inline(always)]
    pub(crate) fn with_gate(self, slot: u8) -> EncodedMove {
        EncodedMove(self.0 | (slot as u32 + 1) << 27)
    }
}

/// A bitboard position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedPosition<const N: usize, const G: usize, X> {
    pub(crate) colors: [Bits<N>; 2],
    pub(crate) groups: [[Bits<N>; G]; 2],
    /// Squares on which the piece on `victim` can be captured en passant.
    pub(crate) passed: Bits<N>,
    pub(crate) victim: u16,
    pub(crate) royal: [u16; 2],
    /// Castling rights: White's from bit 0, Black's from bit 16.
    pub(crate) rights: u32,
    pub(crate) turn: u8,
    pub(crate) state: X,
    cells: [[u8; 64]; N],
}

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Converts a setup, if the tables support it.
    pub(crate) fn new(
        book: &CompiledRules,
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
        for square in book.shape.squares() {
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
        if position.may_lose_its_king(book, tables, setup) {
            return None;
        }
        let (root, rights) = castlings(book, tables, setup, position.royal)?;
        position.rights = rights;
        Some((root, position))
    }

    /// Whether the side that has moved left its royal piece attacked, which is unreachable: the tables do not
    /// support a lost royal piece.
    fn may_lose_its_king(&self, book: &CompiledRules, tables: &Tables<N>, setup: &Setup) -> bool {
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
        attacked || imitates && kings_attacked(book, setup, setup.turn.opponent())
    }

    #[inline(always)]
    pub(super) fn cell(&self, square: usize) -> u8 {
        if N == 1 {
            self.cells[0][square & 63]
        } else {
            self.cells[square >> 6][square & 63]
        }
    }

    /// The role of the piece on a square, if any.
    #[inline(always)]
    pub(super) fn role_on(&self, square: usize) -> Option<Role> {
        usize::from(self.cell(square)).checked_sub(1).map(Role::new)
    }

    /// The piece on a square, if any.
    #[inline(always)]
    pub(super) fn piece_on(&self, square: usize) -> Option<Piece> {
        let color = Color::ALL[usize::from(self.colors[1].has(square))];
        self.role_on(square).map(|role| Piece { color, role })
    }

    #[inline(always)]
    pub(super) fn set_cell(&mut self, square: usize, code: u8) {
        if N == 1 {
            self.cells[0][square & 63] = code;
        } else {
            self.cells[square >> 6][square & 63] = code;
        }
    }

    /// Whether pieces of a side on `among` attack `target` with the given occupancy.
    #[inline(always)]
    pub(super) fn attacks(
        &self,
        tables: &Tables<N>,
        side: usize,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        let attacks = &tables.sides[side].attacks;
        attacks.meet(&self.groups[side], target, occupied, among)
    }

    /// [`attacks`](Self::attacks), including pieces with own-kind screens.
    #[inline]
    pub(super) fn attacks_somehow(
        &self,
        tables: &Tables<N>,
        side: usize,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        self.attacks(tables, side, target, occupied, among)
            || X::HAS_SPECIAL_RULES
                && tables.rare
                && self.screened_attack(tables, side, target, occupied, among)
    }

    /// The pieces of a side that could capture on a square with the given occupancy.
    #[inline(always)]
    pub(super) fn attackers(
        &self,
        tables: &Tables<N>,
        side: usize,
        target: usize,
        occupied: &Bits<N>,
    ) -> Bits<N> {
        let mut found = Bits::NONE;
        for (group, kernel) in &tables.sides[side].captures {
            let pieces = self.groups[side][group & (G - 1)] & *occupied;
            if pieces.any() {
                found |= kernel.targets(target, occupied) & pieces;
            }
        }
        found.without(Bits::single(target))
    }

    /// The number of pieces of some roles on the board.
    pub(crate) fn count(&self, side: usize, roles: u128) -> u32 {
        let mut count = 0;
        self.colors[side].each(|square| count += (roles << 1 >> self.cell(square) & 1) as u32);
        count
    }

    #[inline]
    pub(super) fn put(&mut self, tables: &Tables<N>, square: usize, side: usize, role: usize) {
        self.toggle(tables, Bits::single(square), side, role);
        self.set_cell(square, role as u8 + 1);
    }

    #[inline(always)]
    pub(super) fn toggle(
        &mut self,
        tables: &Tables<N>,
        squares: Bits<N>,
        side: usize,
        role: usize,
    ) {
        self.colors[side] ^= squares;
        if looks_at_all(N, G) {
            let members = &tables.members.as_chunks::<G>().0[role];
            let groups = &mut self.groups[side];
            for group in 0..G {
                groups[group] ^= members[group] & squares;
            }
            return;
        }
        let mut groups = tables.groups[role];
        while groups != 0 {
            let group = groups.trailing_zeros() as usize;
            self.groups[side][group & (G - 1)] ^= squares;
            groups &= groups - 1;
        }
    }

    #[inline(always)]
    fn remove(&mut self, tables: &Tables<N>, square: usize, side: usize) {
        let role = self.cell(square).wrapping_sub(1) as usize;
        self.toggle(tables, Bits::single(square), side, role);
        if tables.reserve
            && let Some(hands) = self.state.hands_mut()
        {
            let held = &mut hands.0[side][role & 31];
            *held = held.saturating_add(1);
        }
    }

    /// Makes a legal move.
    #[inline(always)]
    pub(crate) fn play(&mut self, tables: &Tables<N>, root: &Root<N>, mv: EncodedMove) {
        if X::HAS_SPECIAL_RULES {
            return self.play_specially(tables, root, mv);
        }
        let (from, to) = (mv.from(), mv.to());
        let us = self.turn as usize;
        let them = us ^ 1;
        self.passed = Bits::NONE;
        self.turn ^= 1;
        self.rights &= root.keep.at(from) & root.keep.at(to);
        if mv.kind() == kind::CASTLE {
            return self.castle(tables, root, us, mv.extra());
        }
        let code = self.cell(from);
        let role = code as usize - 1;
        if self.cell(to) != 0 {
            self.remove(tables, to, them);
        }
        self.toggle(tables, Bits::single(from) | Bits::single(to), us, role);
        self.set_cell(from, 0);
        self.set_cell(to, code);
        if self.royal[us] as usize == from && tables.royal.is_some() {
            self.royal[us] = to as u16;
        }
        if mv.kind() != kind::PLAIN {
            self.finish(tables, us, role, mv);
        }
    }

    /// The rarer effects of a move, after the mover was placed on its target.
    #[cold]
    fn finish(&mut self, tables: &Tables<N>, us: usize, role: usize, mv: EncodedMove) {
        let to = mv.to();
        match mv.kind() {
            kind::EN_PASSANT | kind::EN_PASSANT_FROM_HAND => {
                let victim = self.victim as usize;
                self.remove(tables, victim, us ^ 1);
                self.set_cell(victim, 0);
                self.end_passing(tables, us, role, mv);
            }
            kind::PROMOTE => self.promote(tables, us, role, to, mv.extra()),
            kind::PROMOTE_FROM_HAND => {
                self.promote(tables, us, role, to, mv.extra());
                self.take_from_hand(tables, us, mv.extra());
            }
            _ => self.mark(tables, us, mv),
        }
    }

    /// Promotes a piece after an en passant capture, if it does promote.
    pub(super) fn end_passing(
        &mut self,
        tables: &Tables<N>,
        us: usize,
        role: usize,
        mv: EncodedMove,
    ) {
        let Some(new) = mv.extra().checked_sub(1) else {
            return;
        };
        self.promote(tables, us, role, mv.to(), new);
        if mv.kind() == kind::EN_PASSANT_FROM_HAND {
            self.take_from_hand(tables, us, new);
        }
    }

    pub(super) fn take_from_hand(&mut self, tables: &Tables<N>, us: usize, role: usize) {
        if let Some(hands) = self.state.hands_mut() {
            hands.0[us][usize::from(tables.slots[role]) & 31] -= 1;
        }
    }

    /// Sets the en passant squares of a move.
    #[inline]
    pub(super) fn mark(&mut self, tables: &Tables<N>, us: usize, mv: EncodedMove) {
        let marks = &tables.sides[us].marks[mv.from()];
        let mut known = marks.iter();
        if let Some((_, squares)) = known.find(|(target, _)| *target as usize == mv.to()) {
            self.passed = *squares;
            self.victim = mv.to() as u16;
        }
    }

    #[inline]
    pub(super) fn promote(
        &mut self,
        tables: &Tables<N>,
        us: usize,
        role: usize,
        to: usize,
        new: usize,
    ) {
        self.toggle(tables, Bits::single(to), us, role);
        self.put(tables, to, us, new);
    }

    #[cold]
    pub(super) fn castle(&mut self, tables: &Tables<N>, root: &Root<N>, us: usize, number: usize) {
        let castling = &root.castlings[us][number];
        let (king, partner) = (self.cell(castling.from), self.cell(castling.partner));
        self.toggle(tables, Bits::single(castling.from), us, king as usize - 1);
        self.toggle(
            tables,
            Bits::single(castling.partner),
            us,
            partner as usize - 1,
        );
        self.set_cell(castling.from, 0);
        self.set_cell(castling.partner, 0);
        self.put(tables, castling.to, us, king as usize - 1);
        self.put(tables, castling.partner_to, us, partner as usize - 1);
        if usize::from(self.royal[us]) == castling.from {
            self.royal[us] = castling.to as u16;
        }
        self.rights &= root.keep.at(castling.from) & root.keep.at(castling.partner);
    }
}
