//! Incremental leaf counts: mobility of the opponent's pieces, computed once before all moves of a position.
//!
//! Most moves change two squares, and most enemy pieces depend on neither: their mobility is unchanged. Only
//! the others are looked up again. On boards of one word a lookup is cheaper than this test.

use super::constraints::Scratch;
use super::generator::{Generator, aims_of};
use super::sink::{AFTER, Count};
use crate::movegen::tables::lookups::{Bits, BySquare, Targets};
use crate::movegen::tables::position::{EncodedMove, PackedPosition, PositionState, Root, kind};
use crate::movegen::tables::table_set::Tables;

/// Minimum number of moves for which this is faster.
const FROM_MOVES: usize = 6;

/// Maximum number of pieces, counted once for each of their atoms.
const PIECES: usize = 32;

/// The mobility of the pieces of the side not to move, without constraints.
pub(crate) struct IncrementalCount<const N: usize> {
    total: u64,
    pieces: [Piece; PIECES],
    /// By square: the pieces that depend on it, as bits.
    seen_by: BySquare<u32, N>,
}

/// A piece with one of its atoms.
#[derive(Clone, Copy, Default)]
struct Piece {
    atom: u16,
    from: u16,
    count: u32,
}

impl<const N: usize> IncrementalCount<N> {
    /// Whether this is faster than full lookups, and all leaves are moves of pieces.
    pub(super) const fn helps<X: PositionState<N>>() -> bool {
        N > 1 && !X::HAS_SPECIAL_RULES
    }

    /// Computes the counts before `n_moves` moves; `None` if it is not worth the effort.
    #[inline(never)]
    pub(crate) fn new<const G: usize, X: PositionState<N>>(
        tables: &Tables<N>,
        position: &PackedPosition<N, G, X>,
        n_moves: usize,
    ) -> Option<IncrementalCount<N>> {
        if n_moves < FROM_MOVES {
            return None;
        }
        let them = position.turn as usize & 1 ^ 1;
        let occupied = position.colors[0] | position.colors[1];
        let aims = aims_of(tables, position, them);
        let mut among = Bits::ALL;
        if tables.royal.is_some() {
            among = !Bits::single(position.royal[them] as usize);
        }
        let mut steady = IncrementalCount {
            total: 0,
            pieces: [Piece::default(); PIECES],
            seen_by: BySquare::new(0, []),
        };
        let mut n_pieces = 0;
        for (number, atom) in tables.sides[them].plain.atoms().iter().enumerate() {
            let aim = aims[atom.aim as usize];
            let pieces = position.groups[them][atom.group & (G - 1)] & among;
            if n_pieces + pieces.count() as usize > PIECES {
                return None;
            }
            pieces.each(|from| {
                let targets = atom.kernel.targets(from, &occupied);
                let count = (targets & aim).count();
                steady.total += u64::from(count);
                steady.pieces[n_pieces % PIECES] = Piece {
                    atom: number as u16,
                    from: from as u16,
                    count,
                };
                let seen = targets | atom.kernel.blockers(from) | Bits::single(from);
                seen.each(|square| *steady.seen_by.at_mut(square) |= 1 << n_pieces);
                n_pieces += 1;
            });
        }
        Some(steady)
    }

    /// Whether a move changes only its two squares.
    #[inline(always)]
    pub(crate) fn fits(mv: EncodedMove) -> bool {
        matches!(
            mv.kind(),
            kind::PLAIN | kind::MARKING | kind::PROMOTE | kind::PROMOTE_FROM_HAND
        )
    }

    /// The number of moves after a move, without constraints.
    #[inline(always)]
    fn count<const G: usize, X: PositionState<N>>(
        &self,
        mv: EncodedMove,
        now: &Generator<'_, N, G, X>,
    ) -> u64 {
        let mut concerned = self.seen_by.at(mv.from()) | self.seen_by.at(mv.to());
        let mut total = self.total;
        while concerned != 0 {
            let piece = &self.pieces[concerned.trailing_zeros() as usize % PIECES];
            concerned &= concerned - 1;
            total -= u64::from(piece.count);
            let atom = &now.ours.plain.atoms()[piece.atom as usize];
            let from = piece.from as usize;
            // The move may have captured the piece.
            if now.our_groups[atom.group & (G - 1)].has(from) {
                let targets = atom.kernel.targets(from, &now.occupied);
                total += u64::from((targets & now.aims[atom.aim as usize]).count());
            }
        }
        total
    }
}

/// The number of legal moves after a move that [`fits`](IncrementalCount::fits), given the counts `before`
/// it.
#[inline(never)]
pub(super) fn leaves_after<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    scratch: &mut Scratch<N>,
    (before, mv): (&IncrementalCount<N>, EncodedMove),
) -> u64 {
    let mut generator = Generator::new(tables, root, position, scratch);
    let mut sink = Count::<AFTER>(0);
    if generator.royal {
        generator.constrain();
        generator.royal(&mut sink);
    }
    let unbound = !generator.in_check && generator.scratch.constraints.is_empty();
    if unbound {
        sink.0 += before.count(mv, &generator);
    }
    generator.non_royal_moves(unbound, &mut sink);
    if position.passed.any() {
        generator.en_passant(&mut sink);
    }
    sink.0
}
