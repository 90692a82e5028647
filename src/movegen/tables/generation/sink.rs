//! Move sinks: legal moves are counted or listed as they are generated.

use crate::movegen::tables::lookups::{Bits, Delta};
use crate::movegen::tables::position::{EncodedMove, kind};
use crate::state::Role;

/// A consumer of legal moves.
pub(crate) trait Sink<const N: usize> {
    /// The pieces whose moves are wanted, in variants without special rules. En passant captures are always
    /// passed for all pieces.
    #[inline(always)]
    fn movers(&self) -> Bits<N> {
        Bits::ALL
    }
    /// Moves from one square without effects but captures.
    fn plain(&mut self, from: usize, targets: Bits<N>);
    /// Moves from one square, some of which leave marks.
    #[inline(always)]
    fn marking(&mut self, from: usize, targets: Bits<N>, _marks: &[(u16, Bits<N>)]) {
        self.plain(from, targets);
    }
    /// Moves of one kind with the same offset.
    fn shifted(&mut self, targets: Bits<N>, delta: Delta, kind: u32);
    /// A single move.
    fn add(&mut self, mv: EncodedMove);
    /// Drops from one slot as one role.
    #[inline(always)]
    fn drops(&mut self, _slot: u8, _role: Role, targets: Bits<N>) {
        self.counted(|| targets.count() as u64);
    }
    /// Many moves from one square, if the sink needs only their number.
    fn many(&mut self, from: usize, count: impl FnOnce() -> u64) -> bool;
    /// The same for moves from several squares.
    fn counted(&mut self, count: impl FnOnce() -> u64) -> bool;
    /// The number of moves so far.
    fn total(&self) -> u64;
    /// The list, if the sink stores all moves.
    #[inline(always)]
    fn list(&mut self) -> Option<&mut Vec<EncodedMove>> {
        None
    }
    /// Passes the sink to rare work outside of the main loop, with a separate count, so that the count of the
    /// loop stays in a register.
    fn aside(&mut self, work: impl FnOnce(&mut Self));
}

/// A sink that counts moves.
///
/// PERF: a sink is inlined only if it has one caller, otherwise the count stays in memory. So each counting
/// function has a type of its own, numbered by `CALLER`.
pub(crate) struct Count<const CALLER: u8>(pub(crate) u64);

/// The caller that counts the moves of any position.
pub(super) const ANYWHERE: u8 = 0;

/// The caller that counts incrementally after a move.
pub(super) const AFTER: u8 = 1;

impl<const N: usize, const CALLER: u8> Sink<N> for Count<CALLER> {
    #[inline(always)]
    fn plain(&mut self, _: usize, targets: Bits<N>) {
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
    fn aside(&mut self, work: impl FnOnce(&mut Self)) {
        let mut apart = Count(0);
        work(&mut apart);
        self.0 += apart.0;
    }
}

/// A sink that lists all moves or only tactical ones. It is one type for both, to compile the generator once.
pub(crate) struct List<'a, const N: usize> {
    pub(crate) moves: &'a mut Vec<EncodedMove>,
    /// The targets of wanted plain moves and drops.
    targets: Bits<N>,
    /// Whether all moves are wanted.
    all: bool,
    movers: Bits<N>,
}

impl<'a, const N: usize> List<'a, N> {
    /// Accepts all moves.
    pub(crate) fn all(moves: &'a mut Vec<EncodedMove>) -> Self {
        List {
            moves,
            targets: Bits::ALL,
            all: true,
            movers: Bits::ALL,
        }
    }

    /// Accepts all moves of the piece on a square, and possibly others, in variants without special rules.
    pub(crate) fn of_piece(moves: &'a mut Vec<EncodedMove>, from: usize) -> Self {
        List {
            movers: Bits::single(from),
            ..List::all(moves)
        }
    }

    /// Accepts captures of these victims, and promotions.
    pub(crate) fn tactical(moves: &'a mut Vec<EncodedMove>, victims: Bits<N>) -> Self {
        List {
            targets: victims,
            all: false,
            ..List::all(moves)
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
