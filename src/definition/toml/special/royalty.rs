//! What kings may do and suffer, and pieces that are royal because they are the last of their kind.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::RoyalGuard;
use crate::definition::rules::{CheckRules, ChecksAllowed, ExtinctionRules, Verdict};

use super::sides::{Optional, Pieces};
use super::{flag, number};
use crate::definition::toml::field::{Field, Place, overlay, plain};
use crate::definition::toml::resolve::Resolver;
use crate::definition::toml::wire::{False, Texts, True, words};

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

/// Winning or losing by the number of pieces.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Extinction"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct ExtinctionWire {
    /// The result for the side whose pieces are extinct; none if nothing is said.
    result: Field<Optional<ResultWord>>,
    /// The kinds that count.
    pieces: Field<Texts>,
    /// All pieces together count as a kind.
    whole_army: Field<bool>,
    /// At this number or fewer a kind is extinct; 0 if nothing is said.
    count: Field<u16>,
    /// The number that the opponent must have; 0 if nothing is said.
    opponent_count: Field<u16>,
    /// Only the side to move can claim it.
    claim: Field<bool>,
    /// The last pieces are royal, all of them or all but one; they are not if nothing is said.
    royal: Field<Optional<ExtinctRoyalWord>>,
}

overlay!(ExtinctionWire {
    result,
    pieces,
    whole_army,
    count,
    opponent_count,
    claim,
    royal
});

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

    /// What a side with several royal pieces must guard.
    GuardWord, "Guard" => RoyalGuard {
        /// None of them may be left attacked.
        Every => Every,
        /// At most one of them may be left attacked.
        AllButOne => AllButOne,
        /// They may be attacked and captured while there are several.
        Last => Last,
    }
}

/// Which of the last pieces of a kind must be guarded.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LastRoyal"))]
#[serde(rename_all = "kebab-case")]
pub(in crate::definition::toml) enum ExtinctRoyalWord {
    /// All of them.
    Last,
    /// At most one of them may be left attacked.
    AllButOne,
}

plain!(
    AllowedWire,
    SideCheckWire,
    ResultWord,
    GuardWord,
    ExtinctRoyalWord
);

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

impl Resolver<'_, '_> {
    pub(super) fn extinction(
        &mut self,
        place: Place,
        wire: &ExtinctionWire,
        pieces: &Pieces,
    ) -> ExtinctionRules {
        if wire.pieces.is_absent() && !flag(&wire.whole_army) {
            let help = "write which pieces count: `pieces = 'king'`, or `whole-army = true`";
            self.missing(place, "the extinction has no `pieces`", Some(help));
        }
        let verdict = wire.result.value().and_then(Optional::get);
        let royal = wire.royal.value().and_then(Optional::get);
        ExtinctionRules {
            verdict: verdict.map(|word| (*word).into()),
            claim: flag(&wire.claim),
            pseudo_royal: royal.is_some(),
            duple: matches!(royal, Some(ExtinctRoyalWord::AllButOne)),
            kinds: self.named(&wire.pieces, pieces).unwrap_or_default(),
            whole_army: flag(&wire.whole_army),
            count: number(&wire.count, 0),
            opponent_count: number(&wire.opponent_count, 0),
        }
    }
}
