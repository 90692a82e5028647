//! A position laid out for speed: one set of squares by color and group, copied at every move.

use super::bits::Bits;
use super::tables::Tables;
use crate::rules::{Rulebook, castlings_of};
use crate::state::{Cell, Color, Role, Setup};

/// Kinds of packed moves.
pub(crate) mod kind {
    pub(crate) const PLAIN: u32 = 0;
    pub(crate) const EN_PASSANT: u32 = 1;
    pub(crate) const CASTLE: u32 = 2;
    pub(crate) const PROMOTE: u32 = 3;
    pub(crate) const PROMOTE_FROM_HAND: u32 = 4;
    pub(crate) const MARKING: u32 = 5;
}

/// A move in 32 bits: origin 8, target 8, kind 4, and a role or a castling number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed(u32);

impl Packed {
    #[inline(always)]
    pub(crate) fn new(from: usize, to: usize, kind: u32, extra: usize) -> Packed {
        Packed(from as u32 | (to as u32) << 8 | kind << 16 | (extra as u32) << 20)
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
        (self.0 >> 20) as usize
    }
}

/// A castling with its squares as sets.
#[derive(Clone, Debug)]
pub(crate) struct FastCastling {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) partner: usize,
    pub(crate) partner_to: usize,
    /// Squares strictly between the mover's origin and target.
    pub(crate) passed: Vec<usize>,
}

/// What stays the same below one root: which castlings there can be.
#[derive(Clone, Debug)]
pub(crate) struct Root<const N: usize> {
    pub(crate) castlings: [Vec<FastCastling>; 2],
    /// Squares between mover and partner, by color and castling.
    pub(crate) between: [[Bits<N>; 16]; 2],
    /// By square: the rights that survive a move from or to it.
    pub(crate) keep: Vec<u32>,
}

/// The position itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastPosition<const N: usize, const G: usize> {
    pub(crate) colors: [Bits<N>; 2],
    pub(crate) groups: [[Bits<N>; G]; 2],
    /// Squares on which the piece on `victim` can be captured en passant.
    pub(crate) passed: Bits<N>,
    pub(crate) victim: u16,
    pub(crate) royal: [u16; 2],
    /// Castlings still possible: White's from bit 0, Black's from bit 16.
    pub(crate) rights: u32,
    pub(crate) turn: u8,
    /// Pieces in hand by role, for roles below 32.
    pub(crate) hands: [[u8; 32]; 2],
    cells: [[u8; 64]; N],
}

impl<const N: usize, const G: usize> FastPosition<N, G> {
    /// The setup in this layout, if it fits.
    pub(crate) fn new(
        book: &Rulebook,
        tables: &Tables<N>,
        setup: &Setup,
    ) -> Option<(Root<N>, Self)> {
        let mut position = FastPosition {
            colors: [Bits::NONE; 2],
            groups: [[Bits::NONE; G]; 2],
            passed: Bits::NONE,
            victim: 0,
            royal: [0; 2],
            rights: 0,
            turn: setup.turn as u8,
            hands: [[0; 32]; 2],
            cells: [[0; 64]; N],
        };
        let mut royals = [0; 2];
        for square in book.shape.squares() {
            let piece = match setup.board.get(square) {
                Cell::Empty => continue,
                Cell::Wall => return None,
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
        if tables.royal.is_some() && royals != [1, 1] {
            return None;
        }
        for color in Color::ALL {
            for (role, count) in setup.hands[color.index()].iter() {
                if role.index() >= 32 && tables.reserve {
                    return None;
                }
                if role.index() < 32 {
                    position.hands[color.index()][role.index()] = u8::try_from(count).ok()?;
                }
            }
        }
        if tables.reserve && book.roles.len() > 32 {
            return None;
        }
        for one in &setup.en_passant {
            if position.passed.any() && position.victim != one.victim.index() as u16 {
                return None;
            }
            position.passed |= Bits::one(one.target.index());
            position.victim = one.victim.index() as u16;
        }
        let root = position.castlings(book, tables, setup)?;
        Some((root, position))
    }

    fn castlings(&mut self, book: &Rulebook, tables: &Tables<N>, setup: &Setup) -> Option<Root<N>> {
        let mut root = Root {
            castlings: [Vec::new(), Vec::new()],
            between: [[Bits::NONE; 16]; 2],
            keep: vec![!0; tables.area],
        };
        for (square, piece) in setup.board.pieces() {
            let mut found = Vec::new();
            castlings_of(book, setup, square, piece, &mut found);
            found.retain(|castling| setup.unmoved.contains(castling.partner));
            if found.is_empty() {
                continue;
            }
            if Some(piece.role) != tables.royal {
                return None;
            }
            for castling in found {
                if castling.initial != crate::movement::Initial::Unmoved {
                    return None;
                }
                if !setup.unmoved.contains(castling.from) {
                    continue;
                }
                let side = piece.color.index();
                let number = root.castlings[side].len();
                if number >= 16 {
                    return None;
                }
                let bit = 1u32 << (number + 16 * side);
                self.rights |= bit;
                root.keep[castling.from.index()] &= !bit;
                root.keep[castling.partner.index()] &= !bit;
                root.between[side][number] = castling
                    .between
                    .iter()
                    .fold(Bits::NONE, |set, square| set | Bits::one(square.index()));
                root.castlings[side].push(FastCastling {
                    from: castling.from.index(),
                    to: castling.to.index(),
                    partner: castling.partner.index(),
                    partner_to: castling.partner_to.index(),
                    passed: castling.path[..castling.path.len() - 1]
                        .iter()
                        .map(|s| s.index())
                        .collect(),
                });
            }
        }
        Some(root)
    }

    #[inline(always)]
    fn cell(&self, square: usize) -> u8 {
        if N == 1 {
            self.cells[0][square & 63]
        } else {
            self.cells[square >> 6][square & 63]
        }
    }

    #[inline(always)]
    fn set_cell(&mut self, square: usize, code: u8) {
        if N == 1 {
            self.cells[0][square & 63] = code;
        } else {
            self.cells[square >> 6][square & 63] = code;
        }
    }

    /// The number of pieces of a role on the board.
    pub(crate) fn count(&self, side: usize, role: Role) -> u32 {
        let code = role.index() as u8 + 1;
        let mut count = 0;
        self.colors[side].each(|square| count += u32::from(self.cell(square) == code));
        count
    }

    fn put(&mut self, tables: &Tables<N>, square: usize, side: usize, role: usize) {
        self.toggle(tables, Bits::one(square), side, role);
        self.set_cell(square, role as u8 + 1);
    }

    #[inline(always)]
    fn toggle(&mut self, tables: &Tables<N>, squares: Bits<N>, side: usize, role: usize) {
        self.colors[side] ^= squares;
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
        self.toggle(tables, Bits::one(square), side, role);
        if tables.reserve {
            self.hands[side][role & 31] += 1;
        }
    }

    /// Plays a move that was generated for this position.
    #[inline(always)]
    pub(crate) fn play(&mut self, tables: &Tables<N>, root: &Root<N>, one: Packed) {
        let (from, to) = (one.from(), one.to());
        let us = self.turn as usize;
        let them = us ^ 1;
        self.passed = Bits::NONE;
        self.turn ^= 1;
        self.rights &= root.keep[from] & root.keep[to];
        if one.kind() == kind::CASTLE {
            return self.castle(tables, root, us, one.extra());
        }
        let code = self.cell(from);
        let role = code as usize - 1;
        if self.cell(to) != 0 {
            self.remove(tables, to, them);
        }
        self.toggle(tables, Bits::one(from) | Bits::one(to), us, role);
        self.set_cell(from, 0);
        self.set_cell(to, code);
        if self.royal[us] as usize == from && tables.royal.is_some() {
            self.royal[us] = to as u16;
        }
        if one.kind() != kind::PLAIN {
            self.finish(tables, us, role, one);
        }
    }

    /// The rarer effects of a move whose mover already stands on its target.
    #[cold]
    fn finish(&mut self, tables: &Tables<N>, us: usize, role: usize, one: Packed) {
        let to = one.to();
        match one.kind() {
            kind::EN_PASSANT => {
                let victim = self.victim as usize;
                self.remove(tables, victim, us ^ 1);
                self.set_cell(victim, 0);
                if one.extra() != 0 {
                    self.promote(tables, us, role, to, one.extra() - 1);
                }
            }
            kind::PROMOTE => self.promote(tables, us, role, to, one.extra()),
            kind::PROMOTE_FROM_HAND => {
                self.promote(tables, us, role, to, one.extra());
                self.hands[us][one.extra() & 31] -= 1;
            }
            _ => {
                let marks = &tables.sides[us].marks[one.from()];
                if let Some((_, squares)) = marks.iter().find(|(target, _)| *target as usize == to)
                {
                    self.passed = *squares;
                    self.victim = to as u16;
                }
            }
        }
    }

    fn promote(&mut self, tables: &Tables<N>, us: usize, role: usize, to: usize, new: usize) {
        self.toggle(tables, Bits::one(to), us, role);
        self.put(tables, to, us, new);
    }

    #[cold]
    fn castle(&mut self, tables: &Tables<N>, root: &Root<N>, us: usize, number: usize) {
        let castling = &root.castlings[us][number];
        let (king, partner) = (self.cell(castling.from), self.cell(castling.partner));
        self.toggle(tables, Bits::one(castling.from), us, king as usize - 1);
        self.toggle(
            tables,
            Bits::one(castling.partner),
            us,
            partner as usize - 1,
        );
        self.set_cell(castling.from, 0);
        self.set_cell(castling.partner, 0);
        self.put(tables, castling.to, us, king as usize - 1);
        self.put(tables, castling.partner_to, us, partner as usize - 1);
        self.royal[us] = castling.to as u16;
        self.rights &= root.keep[castling.from] & root.keep[castling.partner];
    }
}
