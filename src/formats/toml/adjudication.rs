//! The table `rules.adjudication`.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::custom::RuleTableWire;
use super::field::{Field, overlay};

/// Adjudication: ends that depend on the record of the game or on material.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Adjudication"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct AdjudicationWire {
    /// Pieces that restart the clock by moves that cannot be taken back; those that promote or
    /// have initial moves if nothing is said.
    pub(super) restarts: Field<RuleTableWire>,
    /// Who moves a piece back and forth four times loses.
    pub(super) back_and_forth_loses: Field<RuleTableWire>,
    /// Who repeats a position by chasing the same piece with every move loses.
    pub(super) chasing: Field<RuleTableWire>,
    /// A side that cannot win may begin to count.
    pub(super) counting: Field<RuleTableWire>,
    /// What decides games that would be drawn.
    pub(super) material: Field<RuleTableWire>,
    /// One of the uninterrupted checks before a mate must come from one of these, else it draws.
    pub(super) mate_needs: Field<RuleTableWire>,
}

overlay!(AdjudicationWire {
    restarts,
    back_and_forth_loses,
    chasing,
    counting,
    material,
    mate_needs
});
