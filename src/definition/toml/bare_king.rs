//! When a side loses that has nothing but its royal pieces.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::BareKing;

use super::field::{Field, plain};
use super::wire::{False, words};

words! {
    /// When a side without pieces but its royal one loses.
    BareKingWord, "BareKing" => BareKing {
        /// After one more move, unless that bares the other side as well, which draws.
        Pending => Pending,
        /// At once.
        Immediate => Immediate,
        /// When the other side claims it.
        Claim => Claim,
    }
}

/// When a side without pieces but its royal one loses, or `false` for never.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "BareKingRule", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(super) enum BareKingWire {
    /// When.
    Text(Field<BareKingWord>),
    /// Never.
    False(False),
}

plain!(BareKingWord, BareKingWire);

/// When a bare king loses.
pub(super) fn bare_king(field: &Field<BareKingWire>) -> Option<BareKing> {
    match field.value()? {
        BareKingWire::Text(word) => word.value().map(|word| (*word).into()),
        BareKingWire::False(_) => None,
    }
}
