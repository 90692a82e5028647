//! The table `rules.adjudication`.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::custom::RuleTableWire;
use super::field::{Field, overlay};

/// Adjudication: of the game by adjudication.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Adjudication"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct AdjudicationWire {
    /// Pieces whose irreversible moves restart the clock; by default those that promote or have
    /// initial moves.
    pub(super) restarts: Field<RuleTableWire>,
    /// A side that moves a piece back and forth four times loses.
    pub(super) back_and_forth_loses: Field<RuleTableWire>,
    /// A side that repeats a position by chasing the same piece with every move loses.
    pub(super) chasing: Field<RuleTableWire>,
    /// A side that cannot win can start to count moves.
    pub(super) counting: Field<RuleTableWire>,
    /// The decision of games that would be drawn.
    pub(super) material: Field<RuleTableWire>,
    /// One of the consecutive checks before a mate must come from one of these pieces, otherwise
    /// the mate is a draw.
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
