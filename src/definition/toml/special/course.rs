//! How the course of a game ends it: repetition, chases, counting, and mates that do not count.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::definition::adjudication::{
    AdjudicationRules, ChasingRules, CountingRule, CountingRules, MateRules, MaterialRule,
    RepetitionRules, ShatarMate,
};
use crate::geometry::BoardShape;

use super::super::field::{Field, Named, Overlay, overlay, plain};
use super::super::resolve::Resolver;
use super::super::wire::{Limit, Removable, RulesWire, Texts, ZoneWire, words};
use super::royalty::ResultWord;
use super::sides::{Optional, Pieces};
use super::{flag, table};

/// What happens when a position comes again.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Repetition")]
pub(in crate::definition::toml) struct RepetitionWire {
    /// The occurrence that ends the game; 3 if nothing is said, `false` for none.
    limit: Field<Limit>,
    /// The result for the side to move; `draw` if nothing is said.
    result: Field<ResultWord>,
    /// The result is White's instead.
    for_white: Field<bool>,
}

overlay!(RepetitionWire {
    limit,
    result,
    for_white
});

/// The pieces of Xiangqi, as far as chases concern them.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Chasing")]
pub(in crate::definition::toml) struct ChasingWire {
    /// The rook, which all other pieces may chase.
    rook: Field<Optional<String>>,
    /// The cannon.
    cannon: Field<Optional<String>>,
    /// The horse, which may be hindered where its victim is not.
    horse: Field<Optional<String>>,
    /// The elephant.
    elephant: Field<Optional<String>>,
    /// The advisor.
    advisor: Field<Optional<String>>,
    /// The soldier, which never chases.
    soldier: Field<Optional<String>>,
    /// Squares of each side on which its soldiers can be chased; none if nothing is said.
    crossed: Field<ZoneWire>,
}

overlay!(ChasingWire {
    rook,
    cannon,
    horse,
    elephant,
    advisor,
    soldier,
    crossed
});

/// Counting moves against a side that has little left to defend itself with.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Counting")]
pub(in crate::definition::toml) struct CountingWire {
    /// Whose limits hold.
    rule: Field<CountingWord>,
    /// The pawn.
    pawn: Field<Optional<String>>,
    /// The rook.
    rook: Field<Optional<String>>,
    /// The piece between rook and knight.
    khon: Field<Optional<String>>,
    /// The knight.
    knight: Field<Optional<String>>,
}

overlay!(CountingWire {
    rule,
    pawn,
    rook,
    khon,
    knight
});

words! {
    /// Whose limits hold.
    CountingWord, "CountingRule" => CountingRule {
        /// Those of Thailand.
        Makruk => Makruk,
        /// Those of Cambodia.
        Cambodian => Cambodian,
        /// The common ones of South East Asia.
        Asean => Asean,
    }
}

/// What decides games that would be drawn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "by kind", rename_all = "kebab-case")]
#[schemars(rename = "Material", untagged)]
pub(in crate::definition::toml) enum MaterialWire {
    /// The greater number of pieces wins, or one of the sides does.
    Text(MaterialWord),
    /// Nothing.
    False(super::super::wire::False),
    /// White wins by more than a handicap of weighted pieces, else Black.
    Table(WeightsWire),
}

/// Who wins a game that would be drawn.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::definition::toml) enum MaterialWord {
    /// The greater number of pieces.
    Count,
    /// White.
    White,
    /// Black.
    Black,
}

/// White wins by more than a handicap of weighted pieces, else Black.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::definition::toml) struct WeightsWire {
    /// By name: what a piece counts; 0 if nothing is said.
    weights: Field<Named<u16>>,
    /// What White must have more than.
    handicap: Field<u16>,
}

overlay!(WeightsWire { weights, handicap });

impl Overlay for MaterialWire {
    fn over(self, parent: Self) -> Self {
        match (self, parent) {
            (MaterialWire::Table(mine), MaterialWire::Table(parent)) => {
                MaterialWire::Table(mine.over(parent))
            }
            (mine, _) => mine,
        }
    }
}

/// Mates that do not count.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Mates")]
pub(in crate::definition::toml) struct MatesWire {
    /// Mate by dropping this piece loses.
    by_drop_of: Field<Optional<String>>,
    /// One of the uninterrupted checks before a mate must come from one of these, else it draws.
    strong: Field<Texts>,
    /// Mate by this piece loses; asked only where there are strong ones.
    weak: Field<Optional<String>>,
}

overlay!(MatesWire {
    by_drop_of,
    strong,
    weak
});

plain!(CountingWord);

impl Resolver<'_, '_> {
    /// What happens when a position comes again.
    pub(in crate::definition::toml) fn repetition(rules: Option<&RulesWire>) -> RepetitionRules {
        let usual = RepetitionRules::default();
        let wire = match rules.and_then(|rules| rules.repetition.value()) {
            None => return usual,
            Some(Removable::False(_)) => {
                return RepetitionRules {
                    limit: None,
                    ..usual
                };
            }
            Some(Removable::Table(wire)) => wire,
        };
        RepetitionRules {
            limit: match wire.limit.value() {
                None => usual.limit,
                Some(Limit::Number(limit)) => Some(*limit),
                Some(Limit::False(_)) => None,
            },
            verdict: wire
                .result
                .value()
                .map_or(usual.verdict, |word| (*word).into()),
            for_white: flag(&wire.for_white),
        }
    }

    pub(super) fn adjudication(
        &mut self,
        wire: &RulesWire,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> AdjudicationRules {
        let chasing = table(&wire.chasing).map(|wire| ChasingRules {
            rook: self.maybe(&wire.rook, pieces),
            cannon: self.maybe(&wire.cannon, pieces),
            horse: self.maybe(&wire.horse, pieces),
            elephant: self.maybe(&wire.elephant, pieces),
            advisor: self.maybe(&wire.advisor, pieces),
            soldier: self.maybe(&wire.soldier, pieces),
            crossed: self.sides(&wire.crossed, shape).unwrap_or_default(),
        });
        let counting = table(&wire.counting).map(|wire| CountingRules {
            rule: wire
                .rule
                .value()
                .map_or(CountingRule::Makruk, |word| (*word).into()),
            pawn: self.maybe(&wire.pawn, pieces),
            rook: self.maybe(&wire.rook, pieces),
            khon: self.maybe(&wire.khon, pieces),
            knight: self.maybe(&wire.knight, pieces),
        });
        let material = match wire.material.value() {
            None | Some(MaterialWire::False(_)) => None,
            Some(MaterialWire::Text(MaterialWord::Count)) => Some(MaterialRule::Count),
            Some(MaterialWire::Text(MaterialWord::White)) => Some(MaterialRule::White),
            Some(MaterialWire::Text(MaterialWord::Black)) => Some(MaterialRule::Black),
            Some(MaterialWire::Table(table)) => {
                let mut weights = vec![0; pieces.len()];
                for (name, entry) in table.weights.value().into_iter().flat_map(|all| &all.0) {
                    if let Some(number) = self.find(entry.name, name, pieces)
                        && let Some(weight) = entry.value.value()
                    {
                        weights[number] = *weight;
                    }
                }
                Some(MaterialRule::Weighted {
                    weights,
                    handicap: super::number(&table.handicap, 0),
                })
            }
        };
        let mates = table(&wire.mates).map(|wire| MateRules {
            dropped: self.maybe(&wire.by_drop_of, pieces),
            shatar: self.named(&wire.strong, pieces).map(|strong| ShatarMate {
                knight: self.maybe(&wire.weak, pieces),
                strong,
            }),
        });
        AdjudicationRules {
            restarts: self.side_names(&wire.clock_restarts, pieces),
            perpetual_check_loses: flag(&wire.perpetual_check_loses),
            back_and_forth_loses: flag(&wire.back_and_forth_loses),
            chasing,
            counting,
            material,
            mates: mates.unwrap_or_default(),
        }
    }
}
