//! Perft.

use super::constraints::Scratch;
use super::incremental_count::{IncrementalCount, leaves_after};
use super::legal_moves::{leaves, list};
use super::sink::List;
use crate::movegen::tables::position::{EncodedMove, PackedPosition, PositionState, Root};
use crate::movegen::tables::table_set::Tables;

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
