//! Ends of games, from a configuration.

use crate::definition::{
    AdjudicationRules, ChasingRules, ConnectionRules, CountingRules, MateRules, MaterialRule,
    ShatarMate,
};
use crate::geometry::SquareSet;

use super::build::Builder;
use super::config::Material;
use super::types::{Type, TypeSet, fixed};

/// What pieces count in Janggi.
pub(super) const JANGGI: [(Type, u16); 6] = [
    (fixed("rook"), 13),
    (fixed("janggiCannon"), 7),
    (fixed("horse"), 5),
    (fixed("janggiElephant"), 3),
    (fixed("wazir"), 3),
    (fixed("soldier"), 2),
];

impl Builder<'_> {
    pub(super) fn adjudication(&self) -> AdjudicationRules {
        let config = self.config;
        let named = |key: &str| self.number(fixed(key));
        AdjudicationRules {
            restarts: Some(config.move_rule_types.map(|set| self.set(set))),
            back_and_forth_loses: config.back_and_forth_illegal,
            chasing: config.chasing.then(|| ChasingRules {
                rook: named("rook"),
                cannon: named("cannon"),
                horse: named("horse"),
                elephant: named("elephant"),
                advisor: named("fers"),
                soldier: named("soldier"),
                crossed: [0, 1].map(|color| self.beyond_soldier_rank(color)),
            }),
            counting: config.counting.map(|rule| CountingRules {
                rule,
                pawn: named("pawn"),
                rook: named("rook"),
                khon: named("silver"),
                knight: named("knight"),
            }),
            material: config.material.map(|rule| match rule {
                // Black has one and a half points for moving second.
                Material::Janggi => MaterialRule::Weighted {
                    weights: self.spread(|number| {
                        let known = JANGGI.iter().find(|(known, _)| *known == number);
                        known.map_or(0, |(_, weight)| *weight)
                    }),
                    handicap: 1,
                },
                Material::Unweighted => MaterialRule::Count,
                Material::White => MaterialRule::White,
                Material::Black => MaterialRule::Black,
            }),
            mates: MateRules {
                dropped: config
                    .pawn_drop_mate_illegal
                    .then(|| named("shogiPawn"))
                    .flatten(),
                shatar: config.shatar_mate.then(|| ShatarMate {
                    knight: named("knight"),
                    strong: ["knight", "rook", "bers"]
                        .map(|key| self.set(TypeSet::of(fixed(key))))
                        .iter()
                        .flat_map(|set| set.iter())
                        .collect(),
                }),
            },
        }
    }

    /// Where a side's soldiers also move sideways.
    pub(super) fn beyond_soldier_rank(&self, color: usize) -> SquareSet {
        let ranks = self.shape.ranks();
        self.shape
            .squares()
            .filter(|square| {
                let rank = self.shape.rank_of(*square);
                let rank = if color == 0 { rank } else { ranks - 1 - rank };
                rank >= self.config.soldier_rank
            })
            .collect()
    }

    pub(super) fn connection(&self) -> Option<ConnectionRules> {
        let config = self.config;
        let regions = config.connect_from.iter().any(|region| !region.is_empty());
        let any = regions || config.connect_n + config.connect_block + config.collinear > 0;
        any.then(|| {
            let mut directions = Vec::new();
            if config.connect_horizontal {
                directions.push((1, 0));
            }
            if config.connect_vertical {
                directions.push((0, 1));
            }
            if config.connect_diagonal {
                directions.extend([(1, 1), (1, -1)]);
            }
            let side = |color: usize| {
                [
                    self.region(&config.connect_from[color]),
                    self.region(&config.connect_to[color]),
                ]
            };
            ConnectionRules {
                kinds: self.set(config.connect_types),
                directions,
                row: config.connect_n,
                block: config.connect_block,
                line: config.collinear,
                regions: [side(0), side(1)],
                verdict: config.connect_value,
            }
        })
    }
}
