//! Answers of the table engine about a setup: perft, legal moves, a table position and a search stack.

use std::sync::Arc;

use super::generation::{List, Scratch, list, perft};
use super::line::{Layout, keep};
#[cfg(not(feature = "compact"))]
use super::position::Hands;
use super::position::{EncodedMove, PackedPosition, PositionState, Root, VariantState};
use super::table_engine::TableEngine;
#[cfg(not(feature = "compact"))]
use super::table_set::MORE_GROUPS;
use super::table_set::{FEW_GROUPS, GROUPS, Tables};
use super::table_stack::TableStack;
use crate::movegen::search_stack::SearchStack;
use crate::movegen::weights::Weights;
use crate::rules::CompiledRules;
use crate::state::{Move, Setup};

impl TableEngine {
    /// Perft, if the tables support the setup.
    pub(crate) fn perft(&self, rules: &CompiledRules, setup: &Setup, depth: u32) -> Option<u64> {
        Some(self.start(rules, setup)?.perft(depth))
    }

    /// All legal moves in arbitrary order, if the tables support the setup.
    pub(crate) fn legal_moves(&self, rules: &CompiledRules, setup: &Setup) -> Option<Vec<Move>> {
        self.start(rules, setup)?.legal_moves()
    }

    /// The setup as a table position to play on, if the tables support it.
    pub(crate) fn lay_out(&self, rules: &CompiledRules, setup: &Setup) -> Option<Arc<dyn Layout>> {
        self.start(rules, setup)?.lay_out(rules, setup)
    }

    /// A search stack that starts at a setup, if the tables support it. Rules that end games by counting
    /// moves are ignored below the root.
    pub(crate) fn search_stack<'v>(
        &'v self,
        rules: &'v CompiledRules,
        weights: &'v Weights,
        setup: &Setup,
    ) -> Option<Box<dyn SearchStack + 'v>> {
        self.start(rules, setup)?
            .search_stack(rules, weights, setup)
    }

    /// The table position of a setup, if the tables support it.
    fn start<'v>(
        &'v self,
        rules: &CompiledRules,
        setup: &Setup,
    ) -> Option<Box<dyn AnyStart<'v> + 'v>> {
        match self {
            TableEngine::One(tables) => narrow_start(rules, tables, setup),
            #[cfg(not(feature = "compact"))]
            TableEngine::Two(tables) => narrow_start(rules, tables, setup),
            #[cfg(not(feature = "compact"))]
            TableEngine::Three(tables) => {
                start::<3, MORE_GROUPS, VariantState<3>>(rules, tables, setup)
            }
            TableEngine::Four(tables) => start::<4, GROUPS, VariantState<4>>(rules, tables, setup),
        }
    }
}

/// The start at a narrow width, with the number of groups and the kind of state of the variant.
fn narrow_start<'v, const N: usize>(
    rules: &CompiledRules,
    tables: &'v Arc<Tables<N>>,
    setup: &Setup,
) -> Option<Box<dyn AnyStart<'v> + 'v>> {
    match (tables.room, tables.has_special_rules, tables.hands) {
        #[cfg(not(feature = "compact"))]
        (FEW_GROUPS, true, _) => start::<N, FEW_GROUPS, VariantState<N>>(rules, tables, setup),
        #[cfg(not(feature = "compact"))]
        (FEW_GROUPS, false, true) => start::<N, FEW_GROUPS, Hands>(rules, tables, setup),
        #[cfg(not(feature = "compact"))]
        (MORE_GROUPS, ..) => start::<N, MORE_GROUPS, VariantState<N>>(rules, tables, setup),
        // In a compact build all but plain tables are wide.
        _ => start::<N, FEW_GROUPS, ()>(rules, tables, setup),
    }
}

fn start<'v, const N: usize, const G: usize, X: PositionState<N>>(
    rules: &CompiledRules,
    tables: &'v Arc<Tables<N>>,
    setup: &Setup,
) -> Option<Box<dyn AnyStart<'v> + 'v>> {
    let (root, position) = PackedPosition::<N, G, X>::new(rules, tables, setup)?;
    Some(Box::new(Start {
        tables,
        root,
        position,
    }))
}

/// The table position of a setup.
struct Start<'v, const N: usize, const G: usize, X> {
    tables: &'v Arc<Tables<N>>,
    root: Root<N>,
    position: PackedPosition<N, G, X>,
}

/// A [`Start`] of any width and state.
trait AnyStart<'v> {
    fn perft(&self, depth: u32) -> u64;

    fn legal_moves(&self) -> Option<Vec<Move>>;

    fn lay_out(&self, rules: &CompiledRules, setup: &Setup) -> Option<Arc<dyn Layout>>;

    fn search_stack(
        &self,
        rules: &'v CompiledRules,
        weights: &'v Weights,
        setup: &Setup,
    ) -> Option<Box<dyn SearchStack + 'v>>;
}

impl<'v, const N: usize, const G: usize, X: PositionState<N>> AnyStart<'v> for Start<'v, N, G, X> {
    fn perft(&self, depth: u32) -> u64 {
        perft(self.tables, &self.root, &self.position, depth)
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let (tables, root, position) = (self.tables, &self.root, &self.position);
        let mut packed: Vec<EncodedMove> = Vec::with_capacity(128);
        let mut found = List::all(&mut packed);
        list(tables, root, position, &mut Scratch::default(), &mut found);
        let moves = packed.into_iter();
        moves
            .map(|mv| position.unpacked(tables, root, mv))
            .collect()
    }

    fn lay_out(&self, rules: &CompiledRules, setup: &Setup) -> Option<Arc<dyn Layout>> {
        keep(rules, setup, self.tables, &self.root, &self.position)
    }

    fn search_stack(
        &self,
        rules: &'v CompiledRules,
        weights: &'v Weights,
        setup: &Setup,
    ) -> Option<Box<dyn SearchStack + 'v>> {
        let (root, position) = (&self.root, &self.position);
        let stack = TableStack::new(rules, self.tables, weights, setup, root, position)?;
        Some(Box::new(stack))
    }
}
