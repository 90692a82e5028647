//! What kings may do and suffer.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::{CheckRules, ChecksAllowed, Verdict};

use super::flag;
use crate::definition::toml::field::{Field, overlay, plain};
use crate::definition::toml::wire::{False, True, words};

/// What kings may do and suffer.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Checks"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct ChecksWire {
    /// Which checks moves may give; all if nothing is said.
    allowed: Field<AllowedWire>,
    /// The last of the checks that the FEN counts wins.
    counted: Field<bool>,
    /// Kings may not face one another on an open line.
    flying_generals: Field<bool>,
    /// Facing kings end the game unless one gives way.
    bikjang: Field<bool>,
    /// Kings may leave check only by capturing.
    no_escape: Field<bool>,
}

overlay!(ChecksWire {
    allowed,
    counted,
    flying_generals,
    bikjang,
    no_escape
});

/// Which checks may be given, by both sides or by each.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "AllowedChecks", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::definition::toml) enum AllowedWire {
    /// Any.
    True(True),
    /// None.
    False(False),
    /// Some.
    Text(CheckWord),
    /// For each side.
    Table(SideChecks),
}

/// Which checks each side may give.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct SideChecks {
    /// White's; all if nothing is said.
    white: Field<SideCheckWire>,
    /// Black's; all if nothing is said.
    black: Field<SideCheckWire>,
}

/// Which checks a side may give.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "AllowedChecksOfSide", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::definition::toml) enum SideCheckWire {
    /// Any.
    True(True),
    /// None.
    False(False),
    /// Some.
    Text(CheckWord),
}

words! {
    /// A result.
    ResultWord, "Result" => Verdict {
        /// Nobody wins.
        Draw => Draw,
        /// The side loses.
        Loss => Loss,
        /// The side wins.
        Win => Win,
    }

    /// Which checks a side may give.
    CheckWord, "CheckWord" => ChecksAllowed {
        /// Those that mate.
        Mate => Mates,
    }
}

plain!(AllowedWire, SideCheckWire, ResultWord);

impl AllowedWire {
    /// What each side may do.
    fn by_side(&self) -> [ChecksAllowed; 2] {
        match self {
            AllowedWire::True(_) => [ChecksAllowed::All; 2],
            AllowedWire::False(_) => [ChecksAllowed::None; 2],
            AllowedWire::Text(word) => [(*word).into(); 2],
            AllowedWire::Table(sides) => {
                let side = |field: &Field<SideCheckWire>| match field.value() {
                    Some(SideCheckWire::True(_)) | None => ChecksAllowed::All,
                    Some(SideCheckWire::False(_)) => ChecksAllowed::None,
                    Some(SideCheckWire::Text(word)) => (*word).into(),
                };
                [&sides.white, &sides.black].map(side)
            }
        }
    }
}

impl ChecksWire {
    pub(super) fn rules(&self) -> CheckRules {
        let all = [ChecksAllowed::All; 2];
        CheckRules {
            allowed: self.allowed.value().map_or(all, AllowedWire::by_side),
            counted: flag(&self.counted),
            flying_generals: flag(&self.flying_generals),
            bikjang: flag(&self.bikjang),
            no_escape: flag(&self.no_escape),
        }
    }
}
