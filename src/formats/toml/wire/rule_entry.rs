//! Rules that are written as clauses, for `rules.use`.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, Named, plain};
use super::literal::False;
use super::values::{OneOrMany, Texts};

/// A rule that is written as clauses, for `rules.use`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RuleEntry"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct RuleEntryWire {
    /// The name to display.
    pub(in crate::formats::toml) title: Field<String>,
    /// The source of the rule.
    pub(in crate::formats::toml) source: Field<String>,
    /// A summary in one or two sentences.
    pub(in crate::formats::toml) summary: Field<String>,
    /// The parameters, each with its default set, or `false` if a set is required.
    pub(in crate::formats::toml) parameters: Field<Named<ParameterWire>>,
    /// Conditions that no move may fulfill.
    pub(in crate::formats::toml) forbid: Field<OneOrMany<ForbidWire>>,
    /// Conditions that a move must fulfill if any legal move does, in this order.
    pub(in crate::formats::toml) require: Field<Texts>,
    /// Additional effects of moves.
    pub(in crate::formats::toml) effects: Field<Texts>,
    /// Moves that pieces have, as in `rules.moves`.
    pub(in crate::formats::toml) moves: Field<Texts>,
    /// Ends of the game.
    pub(in crate::formats::toml) ends: Field<Texts>,
}

plain!(RuleEntryWire);

impl RuleEntryWire {
    /// Keys that identify a rule, because variants do not have them.
    pub(in crate::formats::toml) const TELLING: [&str; 6] = [
        "summary",
        "parameters",
        "forbid",
        "effects",
        "moves",
        "ends",
    ];
}

/// The default set of a parameter, or `false` if a set is required.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Parameter", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum ParameterWire {
    /// A set of pieces or squares.
    Text(String),
    /// It is required.
    False(False),
}

/// A condition, or a table with a condition and `mates`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Forbidden", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum ForbidWire {
    /// A condition.
    Text(Field<String>),
    /// A condition, with `mates`.
    Table(Box<ForbidTable>),
}

/// A condition, with `mates`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct ForbidTable {
    /// The condition.
    pub(in crate::formats::toml) r#if: Field<String>,
    /// Whether a side without legal moves that fulfills it is checkmated.
    #[serde(default)]
    pub(in crate::formats::toml) mates: Field<bool>,
}
