//! Moves that are the same shift from everywhere: all pieces of a group make them at once.

use smallvec::SmallVec;

use super::atoms::Lists;
use super::bits::{Bits, Delta};

/// The most squares that a shift may find empty on its way.
const WAY: usize = 5;

/// Moves that are the same shift from everywhere, for pieces that stand in numbers.
#[derive(Clone, Debug)]
pub(crate) struct Shift<const N: usize> {
    /// From the origin to the target.
    pub(crate) delta: Delta,
    /// Origins from which the path exists.
    pub(crate) origins: Bits<N>,
    /// From squares that must be empty to the origin.
    way: [Option<Delta>; WAY],
    /// Whether the moves mark squares for en passant.
    pub(crate) marks: bool,
    /// Targets on which something is promoted.
    pub(crate) zone: Bits<N>,
}

impl<const N: usize> Shift<N> {
    /// Where some of the pieces come to.
    #[inline(always)]
    pub(crate) fn targets(&self, pieces: Bits<N>, occupied: &Bits<N>) -> Bits<N> {
        let mut origins = pieces & self.origins;
        for back in self.way {
            let Some(back) = back else { break };
            origins = origins.without(occupied.shifted(back));
        }
        origins.shifted(self.delta)
    }
}

/// Whether some shifts take fewer instructions than looking up the targets of each piece, in a kernel
/// with so many look-ups; moves that promote or mark squares have to be looked at apart.
pub(super) fn are_worth_it<const N: usize>(
    shifts: &[Shift<N>],
    pieces: usize,
    look_ups: u32,
    apart: bool,
) -> bool {
    let shifting =
        |shift: &Shift<N>| 15 + 10 * N + shift.way.iter().flatten().count() * (2 + 5 * N);
    let each = 10 + 5 * N + look_ups as usize * (10 + 10 * N) + usize::from(apart) * 60;
    shifts.iter().map(shifting).sum::<usize>() < pieces * each
}

/// The lists as at most `limit` shifts, if they are that regular. Marks are those of the whole side:
/// pieces that mark nothing may go the same way, and have none here.
pub(crate) fn shifts_of<const N: usize>(
    lists: &Lists,
    limit: usize,
    marks: Option<&[Vec<(u16, Bits<N>)>]>,
) -> Option<SmallVec<[Shift<N>; 2]>> {
    let mut found: SmallVec<[Shift<N>; 2]> = SmallVec::new();
    for (from, list) in lists.iter().enumerate() {
        for path in list {
            if path.occupied != [0; 4] {
                return None;
            }
            let delta = Delta::new(path.to as i32 - from as i32)?;
            let mut steps = Vec::new();
            Bits::<4>(path.empty).each(|square| steps.push(from as i32 - square as i32));
            let mut way = [None; WAY];
            if steps.len() > WAY {
                return None;
            }
            for (back, squares) in way.iter_mut().zip(steps) {
                *back = Some(Delta::new(squares)?);
            }
            let marks = marks.is_some_and(|marks| {
                let mut marks = marks[from].iter();
                marks.any(|(to, squares)| *to == path.to && squares.any())
            });
            let room = found.len() < limit;
            let known = found
                .iter_mut()
                .find(|shift| shift.delta == delta && shift.way == way && shift.marks == marks);
            match known {
                Some(shift) if shift.origins.has(from) => return None,
                Some(shift) => shift.origins |= Bits::single(from),
                None if room => {
                    found.push(Shift {
                        delta,
                        origins: Bits::single(from),
                        way,
                        marks,
                        zone: Bits::NONE,
                    });
                }
                None => return None,
            }
        }
    }
    // Two ways of one piece to one target would be counted twice.
    let clash = found.iter().enumerate().any(|(index, shift)| {
        found[..index]
            .iter()
            .any(|other| other.delta == shift.delta && (other.origins & shift.origins).any())
    });
    (!clash).then_some(found)
}
