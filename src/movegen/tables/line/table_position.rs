//! Table positions: positions in the layout of the tables that are played on without a setup.
//!
//! The layout contains what moves depend on. The data for ends of games and FENs (clocks, unmoved pieces) is
//! kept in addition, so that the setup can be reconstructed; this happens on demand, once.

use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

use super::line_position::{LinePosition, LineRoot};
use super::reconstruction::squares;
use crate::geometry::{Square, SquareSet};
use crate::movegen::tables::generation::{List, Scratch, leaves, list};
use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::position::{EncodedMove, PackedPosition, PositionState, Root};
use crate::movegen::tables::table_engine::{TableEngine, TablesOf};
use crate::movegen::tables::table_set::Tables;
use crate::rules::CompiledRules;
use crate::state::{Color, Move, Setup};

/// A table position of any width.
///
/// Encoded moves must be from the list of the same position; engine and rules must be those of its variant.
pub(crate) trait Layout: Debug + Send + Sync {
    fn turn(&self) -> Color;

    /// The Zobrist hash, equal to that of the setup.
    fn hash(&self) -> u64;

    /// The hash without the parts that [repetitions ignore](crate::movegen::repetition_key).
    fn repetition_key(&self, plan: &TableEngine) -> u64;

    fn halfmove_clock(&self) -> u16;

    /// Appends all legal moves in arbitrary order.
    fn list(&self, plan: &TableEngine, moves: &mut Vec<EncodedMove>);

    /// The number of legal moves.
    fn count(&self, plan: &TableEngine) -> u64;

    fn play(&self, plan: &TableEngine, rules: &CompiledRules, mv: EncodedMove) -> Arc<dyn Layout>;

    /// The full move with all its effects.
    fn unpack(&self, plan: &TableEngine, mv: EncodedMove) -> Option<Move>;

    /// The position as a setup.
    fn setup(&self, plan: &TableEngine) -> &Setup;

    /// Whether the game has ended by a rule of the board.
    fn is_over(&self, plan: &TableEngine) -> bool;

    /// Whether a royal piece of the side to move is attacked, if the tables can tell.
    fn is_check(&self, plan: &TableEngine) -> Option<bool>;

    /// The pieces of a side that attack a square, if the tables can tell.
    fn attackers(&self, plan: &TableEngine, target: Square, by: Color) -> Option<SquareSet>;

    /// The number of pieces on the board.
    fn n_pieces(&self) -> usize;

    /// Whether a piece on the board has one of these roles, given as bits by side.
    fn has_any(&self, roles: [u128; 2]) -> bool;
}

/// A position with a reference to the root of its line.
#[derive(Debug)]
struct TablePosition<const N: usize, const G: usize, X> {
    position: LinePosition<N, G, X>,
    origin: Arc<LineRoot<N>>,
    setup: OnceLock<Box<Setup>>,
}

/// Converts a setup with its position to a table position, if that is lossless.
pub(crate) fn keep<const N: usize, const G: usize, X: PositionState<N>>(
    rules: &CompiledRules,
    setup: &Setup,
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
) -> Option<Arc<dyn Layout>>
where
    TableEngine: TablesOf<N>,
{
    if rules.remembers_more_than_tables() {
        return None;
    }
    let (position, origin) = LinePosition::new(rules, setup, tables, root, position)?;
    Some(Arc::new(TablePosition {
        position,
        origin: Arc::new(origin),
        setup: OnceLock::new(),
    }))
}

impl<const N: usize, const G: usize, X: PositionState<N>> Layout for TablePosition<N, G, X>
where
    TableEngine: TablesOf<N>,
{
    fn turn(&self) -> Color {
        self.position.turn()
    }

    fn hash(&self) -> u64 {
        self.position.key
    }

    fn repetition_key(&self, plan: &TableEngine) -> u64 {
        let position = &self.position;
        let ignored = position.packed.state.variant_state().map_or(0, |state| {
            position.ignored_key(plan.tables_of(), &self.origin, state)
        });
        position.key ^ ignored
    }

    fn halfmove_clock(&self) -> u16 {
        self.position.halfmove_clock
    }

    fn list(&self, plan: &TableEngine, moves: &mut Vec<EncodedMove>) {
        let mut scratch = Scratch::default();
        list(
            plan.tables_of(),
            &self.origin.root,
            &self.position.packed,
            &mut scratch,
            &mut List::all(moves),
        );
    }

    fn count(&self, plan: &TableEngine) -> u64 {
        let mut scratch = Scratch::default();
        leaves(
            plan.tables_of(),
            &self.origin.root,
            &self.position.packed,
            &mut scratch,
        )
    }

    fn play(&self, plan: &TableEngine, rules: &CompiledRules, mv: EncodedMove) -> Arc<dyn Layout> {
        let (position, _) = (self.position).after(plan.tables_of(), rules, &self.origin, mv);
        Arc::new(TablePosition {
            position,
            origin: Arc::clone(&self.origin),
            setup: OnceLock::new(),
        })
    }

    fn unpack(&self, plan: &TableEngine, mv: EncodedMove) -> Option<Move> {
        let packed = &self.position.packed;
        packed.unpacked(plan.tables_of(), &self.origin.root, mv)
    }

    fn setup(&self, plan: &TableEngine) -> &Setup {
        let arrange = || self.position.arrange(plan.tables_of(), &self.origin);
        self.setup.get_or_init(|| Box::new(arrange()))
    }

    fn is_over(&self, plan: &TableEngine) -> bool {
        // This constant condition avoids compiling the test for other states.
        X::HAS_SPECIAL_RULES && self.position.packed.is_over(plan.tables_of())
    }

    fn is_check(&self, plan: &TableEngine) -> Option<bool> {
        self.position.is_checked(plan.tables_of())
    }

    fn attackers(&self, plan: &TableEngine, target: Square, by: Color) -> Option<SquareSet> {
        let tables = plan.tables_of();
        if tables.has_special_rules || !tables.sides[by.index()].captures_all_alike {
            return None;
        }
        let target = target.index();
        let packed = &self.position.packed;
        let occupied = packed.colors[0] | packed.colors[1] | Bits::single(target);
        let attackers = packed.attackers(tables, by.index(), target, &occupied);
        Some(squares(attackers))
    }

    fn n_pieces(&self) -> usize {
        let [white, black] = self.position.packed.colors;
        (white | black).count() as usize
    }

    fn has_any(&self, roles: [u128; 2]) -> bool {
        self.position.packed.has_any(roles)
    }
}
