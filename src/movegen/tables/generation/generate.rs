//! Legal move generation by constraint masks; only castlings and en passant captures are made and tested.
//!
//! For each path by which an opponent could attack the royal piece, few squares decide whether a move opens
//! or closes it. Each such path becomes a `Constraint`: pieces on the path may move to `inside`, all others
//! to `outside`. A path is defined by squares that must be empty and squares that must be occupied, so
//! riders, lame leapers, hoppers and bent riders need no separate cases.

use super::constraints::Scratch;
use super::generator::Generator;
use super::sink::Sink;
use crate::movegen::tables::position::{PackedPosition, PositionState, Root};
use crate::movegen::tables::table_set::Tables;

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
    generator.pieces(sink);
    if position.passed.any() {
        generator.en_passant(sink);
    }
}
