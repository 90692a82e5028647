//! What becomes of the legal moves that are found: they are counted, or listed.

use super::bits::{Bits, Delta};
use super::position::{EncodedMove, kind};
use crate::state::Role;

/// What to do with the legal moves.
pub(crate) trait Sink<const N: usize> {
    /// Where the pieces stand of which moves are wanted, where a variant has no special rules. Captures en passant
    /// are given of all pieces.
    #[inline(always)]
    fn movers(&self) -> Bits<N> {
        Bits::ALL
    }
    /// Moves from one square that have no effect but capture.
    fn plain(&mut self, from: usize, targets: Bits<N>);
    /// Moves from one square, some of which may mark squares.
    fn marking(&mut self, from: usize, targets: Bits<N>, marks: &[(u16, Bits<N>)]);
    /// Moves of one kind that are all the same shift.
    fn shifted(&mut self, targets: Bits<N>, delta: Delta, kind: u32);
    /// A single move.
    fn add(&mut self, mv: EncodedMove);
    /// Drops of a piece from one slot as one role.
    fn drops(&mut self, slot: u8, role: Role, targets: Bits<N>);
    /// Many moves from one square of which only the number matters, if that is all the sink wants.
    fn many(&mut self, from: usize, count: impl FnOnce() -> u64) -> bool;
    /// The same for moves from several squares.
    fn counted(&mut self, count: impl FnOnce() -> u64) -> bool;
    /// How many moves there are so far.
    fn total(&self) -> u64;
    /// The moves themselves, if the sink keeps them all.
    fn list(&mut self) -> Option<&mut Vec<EncodedMove>>;
    /// Gives the sink to work that is seldom done and not part of the loops that call it. A count stays
    /// in a register if what is found there is counted apart.
    fn aside(&mut self, work: impl FnOnce(&mut Self));
}

/// Counts.
///
/// PERF: what is given to a sink is inlined only if it has one caller, and else the count stays in memory. So each
/// function that counts has a type of its own, by its number.
pub(crate) struct Count<const CALLER: u8>(pub(crate) u64);

/// Who counts the moves of any position.
pub(crate) const ANYWHERE: u8 = 0;

/// Who counts those after a move before which something was reckoned.
pub(crate) const AFTER: u8 = 1;

impl<const N: usize, const CALLER: u8> Sink<N> for Count<CALLER> {
    #[inline(always)]
    fn plain(&mut self, _: usize, targets: Bits<N>) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn marking(&mut self, _: usize, targets: Bits<N>, _: &[(u16, Bits<N>)]) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn shifted(&mut self, targets: Bits<N>, _: Delta, _: u32) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn add(&mut self, _: EncodedMove) {
        self.0 += 1;
    }

    #[inline(always)]
    fn drops(&mut self, _: u8, _: Role, targets: Bits<N>) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn many(&mut self, _: usize, count: impl FnOnce() -> u64) -> bool {
        self.0 += count();
        true
    }

    #[inline(always)]
    fn counted(&mut self, count: impl FnOnce() -> u64) -> bool {
        self.0 += count();
        true
    }

    fn total(&self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn list(&mut self) -> Option<&mut Vec<EncodedMove>> {
        None
    }

    #[inline(always)]
    fn aside(&mut self, work: impl FnOnce(&mut Self)) {
        let mut apart = Count(0);
        work(&mut apart);
        self.0 += apart.0;
    }
}

/// Lists all moves, or only what a search looks at beyond its depth. It is one sink for both, since what
/// finds moves is compiled anew for each.
pub(crate) struct List<'a, const N: usize> {
    pub(super) moves: &'a mut Vec<EncodedMove>,
    /// Where moves may go that do nothing but go there; drops as well.
    targets: Bits<N>,
    /// Whether all moves are wanted.
    all: bool,
    movers: Bits<N>,
}

impl<'a, const N: usize> List<'a, N> {
    /// Takes every move.
    pub(super) fn all(moves: &'a mut Vec<EncodedMove>) -> Self {
        List {
            moves,
            targets: Bits::ALL,
            all: true,
            movers: Bits::ALL,
        }
    }

    /// Takes every move of the piece on a square, and perhaps others, where a variant has no special rules.
    pub(super) fn of_piece(moves: &'a mut Vec<EncodedMove>, from: usize) -> Self {
        List {
            movers: Bits::single(from),
            ..List::all(moves)
        }
    }

    /// Takes captures of these victims and promotions.
    pub(super) fn tactical(moves: &'a mut Vec<EncodedMove>, victims: Bits<N>) -> Self {
        List {
            moves,
            targets: victims,
            all: false,
            movers: Bits::ALL,
        }
    }
}

impl<const N: usize> Sink<N> for List<'_, N> {
    #[inline(always)]
    fn movers(&self) -> Bits<N> {
        self.movers
    }

    #[inline(always)]
    fn plain(&mut self, from: usize, targets: Bits<N>) {
        let moves = &mut *self.moves;
        (targets & self.targets).each(|to| moves.push(EncodedMove::new(from, to, kind::PLAIN, 0)));
    }

    #[inline(always)]
    fn marking(&mut self, from: usize, targets: Bits<N>, marks: &[(u16, Bits<N>)]) {
        let moves = &mut *self.moves;
        (targets & self.targets).each(|to| {
            let marked = marks
                .iter()
                .any(|(target, squares)| *target as usize == to && squares.any());
            moves.push(EncodedMove::new(
                from,
                to,
                if marked { kind::MARKING } else { kind::PLAIN },
                0,
            ));
        });
    }

    #[inline(always)]
    fn shifted(&mut self, targets: Bits<N>, delta: Delta, kind: u32) {
        let moves = &mut *self.moves;
        (targets & self.targets)
            .each(|to| moves.push(EncodedMove::new(delta.origin(to), to, kind, 0)));
    }

    #[inline(always)]
    fn add(&mut self, mv: EncodedMove) {
        let is_wanted = self.all
            || match mv.kind() {
                kind::CASTLE | kind::DROP | kind::PASS => false,
                kind::PLAIN | kind::MARKING => self.targets.has(mv.to()),
                _ => true,
            };
        if is_wanted {
            self.moves.push(mv);
        }
    }

    #[inline(always)]
    fn drops(&mut self, slot: u8, role: Role, targets: Bits<N>) {
        let moves = &mut *self.moves;
        (targets & self.targets).each(|to| {
            moves.push(EncodedMove::new(slot.into(), to, kind::DROP, role.index()));
        });
    }

    #[inline(always)]
    fn many(&mut self, _: usize, _: impl FnOnce() -> u64) -> bool {
        false
    }

    #[inline(always)]
    fn counted(&mut self, _: impl FnOnce() -> u64) -> bool {
        false
    }

    fn total(&self) -> u64 {
        self.moves.len() as u64
    }

    #[inline(always)]
    fn list(&mut self) -> Option<&mut Vec<EncodedMove>> {
        self.all.then_some(&mut *self.moves)
    }

    #[inline(always)]
    fn aside(&mut self, work: impl FnOnce(&mut Self)) {
        work(self);
    }
}
