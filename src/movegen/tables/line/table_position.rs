//! Table positions: positions in the layout of the tables that are played on without a setup.
//!
//! The layout contains what moves depend on. The data for ends of games and FENs (clocks, unmoved pieces) is
//! kept in addition, so that the setup can be reconstructed; this happens on demand, once.

use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

use super::incremental_hash::{LinePosition, LineRoot};
use super::line_play::squares;
use crate::geometry::{Square, SquareSet};
use crate::movegen::tables::generation::{List, Scratch, leaves, list};
use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::position::{EncodedMove, PackedPosition, PositionState, Root};
use crate::movegen::tables::table_set::Tables;
use crate::rules::CompiledRules;
use crate::state::{Color, Move, Setup};

/// A table position of any width.
///
/// Encoded moves must be from the list of the same position; rules must be those of its variant.
pub(crate) trait Layout: Debug + Send + Sync {
    fn turn(&self) -> Color;

    /// The Zobrist hash, equal to that of the setup.
    fn hash(&self) -> u64;

    /// The hash without the parts that [repetitions ignore](crate::movegen::repetition_key).
    fn repetition_key(&self) -> u64;

    fn halfmove_clock(&self) -> u16;

    /// Appends all legal moves in arbitrary order.
    fn list(&self, moves: &mut Vec<EncodedMove>);

    /// The number of legal moves.
    fn count(&self) -> u64;

    fn play(&self, rules: &CompiledRules, mv: EncodedMove) -> Arc<dyn Layout>;

    /// The full move with all its effects.
    fn unpack(&self, mv: EncodedMove) -> Option<Move>;

    /// The position as a setup.
    fn setup(&self) -> &Setup;

    /// Whether the game has ended by a rule of the board.
    fn is_over(&self) -> bool;

    /// Whether a royal piece of the side to move is attacked, if the tables can tell.
    fn is_check(&self) -> Option<bool>;

    /// The pieces of a side that attack a square, if the tables can tell.
    fn attackers(&self, target: Square, by: Color) -> Option<SquareSet>;

    /// The number of pieces on the board.
    fn n_pieces(&self) -> usize;

    /// Whether a piece on the board has one of these roles, given as bits by side.
    fn has_any(&self, roles: [u128; 2]) -> bool;
}

/// A position with a reference to the root of its line.
#[derive(Debug)]
struct TablePosition<const N: usize, const G: usize, X> {
    position: LinePosition<N, G, X>,
    origin: Arc<Origin<N>>,
    setup: OnceLock<Box<Setup>>,
}

/// The root of a line with the tables of its variant.
#[derive(Debug)]
struct Origin<const N: usize> {
    line: LineRoot<N>,
    tables: Arc<Tables<N>>,
}

/// Converts a setup with its position to a table position, if that is lossless.
pub(crate) fn keep<const N: usize, const G: usize, X: PositionState<N>>(
    rules: &CompiledRules,
    setup: &Setup,
    tables: &Arc<Tables<N>>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
) -> Option<Arc<dyn Layout>> {
    // The tables do not carry a count along.
    if rules.facts.counting.is_some() {
        return None;
    }
    let (position, line) = LinePosition::new(rules, setup, tables, root, position)?;
    let tables = Arc::clone(tables);
    Some(Arc::new(TablePosition {
        position,
        origin: Arc::new(Origin { line, tables }),
        setup: OnceLock::new(),
    }))
}

impl<const N: usize, const G: usize, X: PositionState<N>> Layout for TablePosition<N, G, X> {
    fn turn(&self) -> Color {
        self.position.turn()
    }

    fn hash(&self) -> u64 {
        self.position.key
    }

    fn repetition_key(&self) -> u64 {
        let (position, Origin { line, tables }) = (&self.position, &*self.origin);
        let state = position.packed.state.variant_state();
        let ignored = state.map_or(0, |state| position.ignored_key(tables, line, state));
        position.key ^ ignored
    }

    fn halfmove_clock(&self) -> u16 {
        self.position.halfmove_clock
    }

    fn list(&self, moves: &mut Vec<EncodedMove>) {
        let (position, Origin { line, tables }) = (&self.position.packed, &*self.origin);
        let (mut scratch, mut moves) = (Scratch::default(), List::all(moves));
        list(tables, &line.root, position, &mut scratch, &mut moves);
    }

    fn count(&self) -> u64 {
        let (position, Origin { line, tables }) = (&self.position.packed, &*self.origin);
        leaves(tables, &line.root, position, &mut Scratch::default())
    }

    fn play(&self, rules: &CompiledRules, mv: EncodedMove) -> Arc<dyn Layout> {
        let Origin { line, tables } = &*self.origin;
        let (position, _) = self.position.after(tables, rules, line, mv);
        Arc::new(TablePosition {
            position,
            origin: Arc::clone(&self.origin),
            setup: OnceLock::new(),
        })
    }

    fn unpack(&self, mv: EncodedMove) -> Option<Move> {
        let Origin { line, tables } = &*self.origin;
        self.position.packed.unpacked(tables, &line.root, mv)
    }

    fn setup(&self) -> &Setup {
        let Origin { line, tables } = &*self.origin;
        self.setup
            .get_or_init(|| Box::new(self.position.arrange(tables, line)))
    }

    fn is_over(&self) -> bool {
        // This constant condition avoids compiling the test for other states.
        X::HAS_SPECIAL_RULES && self.position.packed.is_over(&self.origin.tables)
    }

    fn is_check(&self) -> Option<bool> {
        self.position.is_checked(&self.origin.tables)
    }

    fn attackers(&self, target: Square, by: Color) -> Option<SquareSet> {
        let tables = &self.origin.tables;
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
