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
use crate::movegen::tables::position::{
    EncodedMove, PackedPosition, PositionState, Root, square, unpacked,
};
use crate::movegen::tables::table_engine::{TableEngine, TablesOf, Work};
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

/// Converts a setup to a table position, if that is lossless.
pub(crate) struct Keep<'a> {
    pub(crate) rules: &'a CompiledRules,
    pub(crate) setup: &'a Setup,
}

impl Work<'_> for Keep<'_> {
    type Outcome = Arc<dyn Layout>;

    fn run<const N: usize, const G: usize, X: PositionState<N>>(
        self,
        tables: &Tables<N>,
        root: &Root<N>,
        position: &PackedPosition<N, G, X>,
    ) -> Option<Arc<dyn Layout>>
    where
        TableEngine: TablesOf<N>,
    {
        let Keep { rules, setup } = self;
        // The tables do not carry a count along.
        if rules.facts.counting.is_some() {
            return None;
        }
        let (position, origin) = LinePosition::new(rules, setup, tables, root, position)?;
        let table_position = TablePosition {
            position,
            origin: Arc::new(origin),
            setup: OnceLock::new(),
        };
        Some(Arc::new(table_position) as Arc<dyn Layout>)
    }
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
        let victim = square(packed.victim.into());
        let cell = |at: usize| packed.cell(at);
        let color = self.turn();
        unpacked(
            plan.tables_of(),
            &self.origin.root,
            &cell,
            victim,
            color,
            mv,
        )
    }

    fn setup(&self, plan: &TableEngine) -> &Setup {
        let arrange = || self.position.arrange(plan.tables_of(), &self.origin);
        self.setup.get_or_init(|| Box::new(arrange()))
    }

    fn is_over(&self, plan: &TableEngine) -> bool {
        let tables: &Tables<N> = plan.tables_of();
        let special = tables.special_rules.as_deref();
        // This constant condition avoids compiling the test for other states.
        X::HAS_SPECIAL_RULES
            && special.is_some_and(|special| self.position.packed.is_over(tables, special))
    }

    fn is_check(&self, plan: &TableEngine) -> Option<bool> {
        self.position.is_checked(plan.tables_of())
    }

    fn attackers(&self, plan: &TableEngine, target: Square, by: Color) -> Option<SquareSet> {
        let tables = plan.tables_of();
        if tables.special_rules.is_some() || !tables.sides[by.index()].captures_all_alike {
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
        let packed = &self.position.packed;
        let mut sides = packed.colors.iter().zip(roles);
        sides.any(|(pieces, roles)| {
            roles != 0 && pieces.any_of(|at| roles << 1 >> packed.cell(at) & 1 != 0)
        })
    }
}
