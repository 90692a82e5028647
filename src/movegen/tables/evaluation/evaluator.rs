//! The evaluator: tables, weights and sets of squares of a variant.

use super::features::Features;
use super::places::Places;
use crate::movegen::tables::table_set::Tables;
use crate::movegen::weights::Weights;
use crate::rules::CompiledRules;

/// Evaluator of the positions of a variant.
pub(crate) struct Evaluator<'v, const N: usize> {
    pub(crate) tables: &'v Tables<N>,
    pub(crate) weights: &'v Weights,
    pub(crate) features: Features<N>,
    pub(super) places: Places,
}

impl<'v, const N: usize> Evaluator<'v, N> {
    pub(crate) fn new(
        rules: &CompiledRules,
        tables: &'v Tables<N>,
        weights: &'v Weights,
    ) -> Evaluator<'v, N> {
        Evaluator {
            tables,
            weights,
            features: Features::new(tables, weights),
            places: Places::new(rules, tables.royal.is_some(), weights),
        }
    }

    /// Whether a role is the first of those that share a slot.
    pub(super) fn stands_for(&self, role: usize, slot: usize) -> bool {
        let mut slots = self.tables.slots[..role].iter();
        slots.all(|other| usize::from(*other) != slot)
    }
}
