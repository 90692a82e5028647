//! Legal moves of a position, listed or counted.

use super::constraints::Scratch;
use super::generate::generate;
use super::post_move_filter::retain_tested;
use super::sink::{ANYWHERE, Count, List};
use super::wall_placement::{add_walls, count_with_walls};
use crate::movegen::tables::position::{PackedPosition, PositionState, Root};
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
    if tables.has_post_move_checks {
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
    if tables.has_post_move_checks {
        retain_tested(tables, root, position, &mut moves, 0);
    }
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
    if X::HAS_SPECIAL_RULES && tables.tests_or_walls {
        return leaves_with_filters(tables, root, position, scratch);
    }
    let mut sink = Count::<ANYWHERE>(0);
    generate(tables, root, position, scratch, &mut sink);
    sink.0
}
