//! Compiled atoms: a part of the moves of all roles of a group.

use super::promotion::Promotion;
use crate::movegen::tables::lookups::{Bits, Kernel, Shift};
use crate::movegen::tables::paths::Mode;
use crate::state::Role;

/// The target mask of an atom; also the index of the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Empty squares and opponents.
    Both = 0,
    /// Empty squares.
    Quiet = 1,
    /// Opponents.
    Capture = 2,
    /// Opponents that are not royal.
    CaptureCommoner = 3,
}

pub(crate) fn aim(mode: Mode) -> Option<Aim> {
    match (mode.quiet, mode.capture, mode.royal) {
        (true, true, true) => Some(Aim::Both),
        (true, false, _) => Some(Aim::Quiet),
        (false, true, true) => Some(Aim::Capture),
        (false, true, false) => Some(Aim::CaptureCommoner),
        // A quiet move and a capture of non-royal pieces: captures of royal pieces never occur, so both are
        // allowed.
        (true, true, false) => Some(Aim::Both),
        (false, false, _) => None,
    }
}

/// A part of the moves of all roles of a group.
#[derive(Debug)]
pub(crate) struct Atom<const N: usize> {
    pub(crate) group: usize,
    pub(crate) kernel: Kernel<N>,
    pub(crate) aim: Aim,
    /// The role, if it promotes; then the group has only this role.
    pub(crate) promotes: Option<Role>,
    /// Whether some of the moves leave en passant marks.
    pub(crate) marks: bool,
}

/// A shift of an atom of numerous pieces.
#[derive(Debug)]
pub(crate) struct ShiftOf<const N: usize> {
    pub(crate) group: usize,
    pub(crate) aim: Aim,
    /// The index of the atom.
    pub(crate) atom: usize,
    pub(crate) shift: Shift<N>,
}

impl<const N: usize> ShiftOf<N> {
    /// The targets of some of its pieces that its aim allows.
    #[inline(always)]
    pub(crate) fn targets<const G: usize>(
        &self,
        groups: &[Bits<N>; G],
        among: Bits<N>,
        occupied: &Bits<N>,
        by_aim: &[Bits<N>; 4],
    ) -> Bits<N> {
        let pieces = groups[self.group & (G - 1)] & among;
        self.shift.targets(pieces, occupied) & by_aim[self.aim as usize]
    }
}

/// An en passant capture.
#[derive(Debug)]
pub(crate) struct EnPassantAtom<const N: usize> {
    pub(crate) group: usize,
    /// Reversed: from the en passant square to the capturing pieces.
    pub(crate) kernel: Kernel<N>,
    /// The promotion of the capturing piece by its own rules, if en passant captures promote.
    pub(crate) promotion: Option<Promotion<N>>,
}
