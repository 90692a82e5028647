//! Answers of the table engine about a setup: perft, legal moves, a table position and a search stack.

use std::sync::Arc;

use super::generation::{List, Scratch, list, perft};
use super::line::{Keep, Layout};
use super::position::{EncodedMove, PackedPosition, PositionState, Root, square, unpacked};
use super::table_engine::{TableEngine, TablesOf, Work};
use super::table_set::Tables;
use super::table_stack::BeginStack;
use crate::movegen::search_stack::SearchStack;
use crate::movegen::weights::Weights;
use crate::rules::CompiledRules;
use crate::state::{Color, Move, Setup};

impl TableEngine {
    /// Perft, if the tables support the setup.
    pub(crate) fn perft(&self, rules: &CompiledRules, setup: &Setup, depth: u32) -> Option<u64> {
        self.run(rules, setup, Perft(depth))
    }

    /// All legal moves in arbitrary order, if the tables support the setup.
    pub(crate) fn legal_moves(&self, rules: &CompiledRules, setup: &Setup) -> Option<Vec<Move>> {
        self.run(rules, setup, Listing(setup.turn))
    }

    /// The setup as a table position to play on, if the tables support it.
    pub(crate) fn lay_out(&self, rules: &CompiledRules, setup: &Setup) -> Option<Arc<dyn Layout>> {
        self.run(rules, setup, Keep { rules, setup })
    }

    /// A search stack that starts at a setup, if the tables support it. Rules that end games by counting
    /// moves are ignored below the root.
    pub(crate) fn search_stack<'v>(
        &'v self,
        rules: &'v CompiledRules,
        weights: &'v Weights,
        setup: &'v Setup,
    ) -> Option<Box<dyn SearchStack + 'v>> {
        let begin = BeginStack {
            rules,
            weights,
            setup,
        };
        self.run(rules, setup, begin)
    }
}

/// Perft of a depth.
struct Perft(u32);

impl Work<'_> for Perft {
    type Outcome = u64;

    fn run<const N: usize, const G: usize, X: PositionState<N>>(
        self,
        tables: &Tables<N>,
        root: &Root<N>,
        position: &PackedPosition<N, G, X>,
    ) -> Option<u64>
    where
        TableEngine: TablesOf<N>,
    {
        Some(perft(tables, root, position, self.0))
    }
}

/// Lists all legal moves of a side.
pub(super) struct Listing(pub(super) Color);

impl Work<'_> for Listing {
    type Outcome = Vec<Move>;

    fn run<const N: usize, const G: usize, X: PositionState<N>>(
        self,
        tables: &Tables<N>,
        root: &Root<N>,
        position: &PackedPosition<N, G, X>,
    ) -> Option<Vec<Move>>
    where
        TableEngine: TablesOf<N>,
    {
        let mut packed: Vec<EncodedMove> = Vec::with_capacity(128);
        let mut found = List::all(&mut packed);
        list(tables, root, position, &mut Scratch::default(), &mut found);
        let victim = square(position.victim as usize);
        let moves = packed.into_iter();
        moves
            .map(|mv| {
                unpacked(
                    tables,
                    root,
                    &|square| position.cell(square),
                    victim,
                    self.0,
                    mv,
                )
            })
            .collect()
    }
}
