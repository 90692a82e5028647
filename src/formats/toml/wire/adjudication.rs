//! The table `rules.adjudication`.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, overlay};
use super::rule_settings::RuleTableWire;

/// Adjudication: of the game by adjudication.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Adjudication"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct AdjudicationWire {
    /// Pieces whose irreversible moves restart the clock; by default those that promote or have
    /// initial moves.
    pub(in crate::formats::toml) restarts: Field<RuleTableWire>,
    /// A side that moves a piece back and forth four times loses.
    pub(in crate::formats::toml) back_and_forth_loses: Field<RuleTableWire>,
    /// A side that repeats a position by chasing the same piece with every move loses.
    pub(in crate::formats::toml) chasing: Field<RuleTableWire>,
    /// A side that cannot win can start to count moves.
    pub(in crate::formats::toml) counting: Field<RuleTableWire>,
    /// The decision of games that would be drawn.
    pub(in crate::formats::toml) material: Field<RuleTableWire>,
    /// One of the consecutive checks before a mate must come from one of these pieces, otherwise
    /// the mate is a draw.
    pub(in crate::formats::toml) mate_needs: Field<RuleTableWire>,
}

overlay!(AdjudicationWire {
    restarts,
    back_and_forth_loses,
    chasing,
    counting,
    material,
    mate_needs
});
