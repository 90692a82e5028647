//! Incremental Zobrist hashing of table positions.

use std::fmt::Debug;

use crate::movegen::hash::{of_imitated, of_memory};
use crate::movegen::tables::generation::{Generator, List, Scratch, list};
use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::position::{
    EncodedMove, Hands, PackedPosition, PositionState, Root, VariantState, kind, square,
};
use crate::movegen::tables::table_set::Tables;
use crate::state::{Color, Piece, Role, Setup, keys};

/// The hash of each castling right; equal castlings of one pair of pieces count once.
pub(super) fn castling_keys<const N: usize>(root: &Root<N>) -> [[u64; 16]; 2] {
    let mut found = [[0; 16]; 2];
    for (castlings, found) in root.castlings.iter().zip(&mut found) {
        for (number, castling) in castlings.iter().enumerate() {
            let key = keys::of_castling(square(castling.from), square(castling.partner));
            if !found.contains(&key) {
                found[number & 15] = key;
            }
        }
    }
    found
}

/// The en passant part of the hash: squares with a legal en passant capture.
pub(super) fn passing_key<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
) -> u64 {
    if position.passed.is_empty() {
        return 0;
    }
    let mut moves: Vec<EncodedMove> = Vec::new();
    let mut scratch = Scratch::default();
    if X::HAS_SPECIAL_RULES {
        let mut found = List::all(&mut moves);
        list(tables, root, position, &mut scratch, &mut found);
    } else {
        Generator::new(tables, root, position, &mut scratch).en_passant(&mut List::all(&mut moves));
    }
    let passes = moves.iter().filter(|mv| mv.is_en_passant());
    let targets: Bits<N> = passes.map(|mv| mv.to()).collect();
    let mut key = 0;
    targets.each(|target| key ^= keys::of_passed(square(target)));
    key
}

/// The hash of a piece on a square; 0 for none.
#[inline]
fn key_of(piece: Option<Piece>, at: usize) -> u64 {
    piece.map_or(0, |piece| keys::of_piece(piece, square(at)))
}

impl<const N: usize, const G: usize, X: PositionState<N>> LinePosition<N, G, X> {
    /// The hash after a move, if it only moves or drops one piece.
    #[inline]
    pub(crate) fn key_after(&self, mv: EncodedMove) -> u64 {
        let (color, to) = (self.turn(), mv.to());
        let mut key = self.key ^ keys::BLACK_TO_MOVE;
        let of = |role: Option<Role>, color| role.map(|role| Piece { color, role });
        let mover = if mv.kind() == kind::DROP {
            of(Some(Role::new(mv.extra())), color)
        } else {
            let mover = of(self.packed.role_on(mv.from()), color);
            key ^= key_of(mover, mv.from());
            mover
        };
        key ^= key_of(of(self.packed.role_on(to), color.opponent()), to);
        key ^ key_of(mover, to)
    }

    /// The change of the hash on these squares.
    pub(super) fn squares_key(&self, after: &PackedPosition<N, G, X>, changed: Bits<N>) -> u64 {
        let key_on = |position: &PackedPosition<N, G, X>, at| key_of(position.piece_on(at), at);
        let mut key = 0;
        changed.each(|at| key ^= key_on(&self.packed, at) ^ key_on(after, at));
        key
    }

    /// The part of the hash that [repetitions ignore](crate::movegen::repetition_key).
    pub(super) fn ignored_key(
        &self,
        tables: &Tables<N>,
        origin: &LineRoot<N>,
        state: &VariantState<N>,
    ) -> u64 {
        let mut key = of_memory(&origin.setup.special, state.last);
        for color in Color::ALL {
            key ^= of_imitated(color, state.imitated[color.index()]);
        }
        if !tables.puts_walls {
            state.gates.each(|at| key ^= keys::of_gate(square(at)));
        }
        key
    }

    /// The change of the hash by hands and the state of special rules.
    pub(super) fn state_key(
        &self,
        tables: &Tables<N>,
        origin: &LineRoot<N>,
        after: &PackedPosition<N, G, X>,
    ) -> u64 {
        let mut key = 0;
        if let (Some(before), Some(after)) = (self.packed.state.hands(), after.state.hands())
            && before.0 != after.0
        {
            key ^= hands_key(tables, before) ^ hands_key(tables, after);
        }
        if let (Some(before), Some(after)) = (
            self.packed.state.variant_state(),
            after.state.variant_state(),
        ) {
            if before.last != after.last {
                for state in [before, after] {
                    key ^= of_memory(&origin.setup.special, state.last);
                }
            }
            let of_gate = |at: usize| {
                if tables.puts_walls {
                    keys::of_wall(square(at))
                } else {
                    keys::of_gate(square(at))
                }
            };
            (before.gates ^ after.gates).each(|at| key ^= of_gate(at));
            for color in Color::ALL {
                let side = color.index();
                for state in [before, after] {
                    let checks = keys::of_checks(color, state.checks[side]);
                    key ^= checks ^ of_imitated(color, state.imitated[side]);
                }
            }
        }
        let mut lost = self.packed.rights & !after.rights;
        while lost != 0 {
            let number = lost.trailing_zeros() as usize;
            lost &= lost - 1;
            key ^= origin.castling_keys[number >> 4][number & 15];
        }
        key
    }
}

/// The hash of pieces in hand.
fn hands_key<const N: usize>(tables: &Tables<N>, hands: &Hands) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for (role, slot) in tables.special_rules.slots.iter().enumerate() {
            let count = hands.count(color.index(), *slot);
            key ^= keys::of_hand(color, Role::new(role), count.into());
        }
    }
    key
}

// Positions of a line of play, and the root of the line.

/// The root of a line of positions: data that no move changes, or that moves refer to by index.
#[derive(Debug)]
pub(crate) struct LineRoot<const N: usize> {
    pub(crate) root: Root<N>,
    /// The hash of each castling right, by side and index.
    pub(super) castling_keys: [[u64; 16]; 2],
    pub(crate) setup: Setup,
}

/// A position of a line: the data that moves change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinePosition<const N: usize, const G: usize, X> {
    pub(crate) packed: PackedPosition<N, G, X>,
    pub(crate) unmoved: Bits<N>,
    pub(crate) key: u64,
    /// The en passant part of the hash.
    pub(super) passing_key: u64,
    pub(crate) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
}

impl<const N: usize, const G: usize, X: PositionState<N>> LinePosition<N, G, X> {
    pub(crate) fn turn(&self) -> Color {
        Color::ALL[usize::from(self.packed.turn & 1)]
    }
}
