//! Positions of a line of play, and the root of the line.

use std::fmt::Debug;

use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::position::{PackedPosition, PositionState, Root};
use crate::state::{Color, Setup};

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
