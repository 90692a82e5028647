//! Legal moves of a position, listed or counted, and perft.

use super::generator::{Generator, Scratch, aims_of};
use super::post_move_filter::retain_tested;
use super::sink::{AFTER, ANYWHERE, Count, List, Sink};
use super::walls_and_passes::{add_walls, count_with_walls};
use crate::movegen::tables::lookups::{Bits, BySquare, Targets};
use crate::movegen::tables::position::{EncodedMove, PackedPosition, PositionState, Root, kind};
use crate::movegen::tables::table_set::Tables;

/// Generates the legal moves.
#[inline(never)]
pub(crate) fn list<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    scratch: &mut Scratch<N>,
    moves: &mut List<'_, N>,
) {
    if const { !X::HAS_SPECIAL_RULES } {
        return generate(tables, root, position, scratch, moves);
    }
    let first = moves.moves.len();
    list_bare(tables, root, position, scratch, moves);
    if tables.special_rules.tests.is_some() {
        retain_tested(tables, root, position, moves.moves, first);
    }
    if tables.puts_walls {
        add_walls(tables, root, position, moves.moves, first);
    }
}

/// Generates moves before post-move checks, and without walls.
#[inline(never)]
fn list_bare<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    scratch: &mut Scratch<N>,
    moves: &mut List<'_, N>,
) {
    generate(tables, root, position, scratch, moves);
}

/// The number of legal moves of variants with post-move checks or walls.
#[inline(never)]
fn leaves_with_filters<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    scratch: &mut Scratch<N>,
) -> u64 {
    let mut moves = std::mem::take(&mut scratch.tested);
    moves.clear();
    list_bare(tables, root, position, scratch, &mut List::all(&mut moves));
    retain_tested(tables, root, position, &mut moves, 0);
    let count = if tables.puts_walls {
        count_with_walls(tables, root, position, &moves)
    } else {
        moves.len() as u64
    };
    scratch.tested = moves;
    count
}

/// The number of legal moves.
#[inline(never)]
pub(crate) fn leaves<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    scratch: &mut Scratch<N>,
) -> u64 {
    if X::HAS_SPECIAL_RULES
        && tables.rare
        && (tables.puts_walls || tables.special_rules.tests.is_some())
    {
        return leaves_with_filters(tables, root, position, scratch);
    }
    let mut sink = Count::<ANYWHERE>(0);
    generate(tables, root, position, scratch, &mut sink);
    sink.0
}

// Legal move generation by constraint masks; only castlings and en passant captures are made and tested.
//
// For each path by which an opponent could attack the royal piece, few squares decide whether a move opens
// or closes it. Each such path becomes a `Constraint`: pieces on the path may move to `inside`, all others
// to `outside`. A path is defined by squares that must be empty and squares that must be occupied, so
// riders, lame leapers, hoppers and bent riders need no separate cases.

/// Passes all legal moves to the sink.
#[inline(always)]
pub(super) fn generate<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    scratch: &mut Scratch<N>,
    sink: &mut impl Sink<N>,
) {
    let mut generator = Generator::new(tables, root, position, scratch);
    if X::HAS_SPECIAL_RULES {
        return generator.list_by_rules(sink);
    }
    if generator.royal {
        generator.constrain();
        if sink.movers().has(generator.king) {
            generator.royal(sink);
        }
    }
    generator.non_royal_moves(false, sink);
    if position.passed.any() {
        generator.en_passant(sink);
    }
}

// Perft.

/// The number of leaves of the tree of legal moves at a depth.
pub(crate) fn perft<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    depth: u32,
) -> u64 {
    let mut scratch = Scratch::default();
    match depth {
        0 => 1,
        1 => leaves(tables, root, position, &mut scratch),
        depth => {
            let mut moves = Vec::with_capacity(256 * depth as usize);
            count(tables, root, position, depth, &mut scratch, &mut moves)
        }
    }
}

/// Perft of a depth of at least 2.
fn count<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    depth: u32,
    scratch: &mut Scratch<N>,
    moves: &mut Vec<EncodedMove>,
) -> u64 {
    let first = moves.len();
    list(tables, root, position, scratch, &mut List::all(moves));
    let steady = if const { IncrementalCount::<N>::helps::<X>() } && depth == 2 {
        IncrementalCount::new(tables, position, moves.len() - first)
    } else {
        None
    };
    let mut total = 0;
    for index in first..moves.len() {
        let mv = moves[index];
        let mut child = *position;
        child.play(tables, root, mv);
        if X::HAS_SPECIAL_RULES {
            child.count_check(tables);
        }
        total += match &steady {
            // The condition is repeated so that the branch is not compiled where it is unused.
            Some(before)
                if const { IncrementalCount::<N>::helps::<X>() }
                    && IncrementalCount::<N>::fits(mv) =>
            {
                leaves_after(tables, root, &child, scratch, (before, mv))
            }
            _ if depth == 2 => leaves(tables, root, &child, scratch),
            _ => count(tables, root, &child, depth - 1, scratch, moves),
        };
    }
    moves.truncate(first);
    total
}

// Incremental leaf counts: mobility of the opponent's pieces, computed once before all moves of a position.
//
// Most moves change two squares, and most enemy pieces depend on neither: their mobility is unchanged. Only
// the others are looked up again. On boards of one word a lookup is cheaper than this test.

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
