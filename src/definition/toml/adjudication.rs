//! The tables of ends by the course of a game, and what they mean.

use indexmap::IndexMap;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::{
    AdjudicationRules, ChasingRules, CountingRule, CountingRules, RepetitionRules, Verdict,
};
use crate::definition::variant::PieceDef;
use crate::geometry::BoardShape;

use super::custom::RuleTableWire;
use super::field::{Field, overlay, plain};
use super::resolve::Resolver;
use super::special::{ResultWord, both, flag, table};
use super::wire::{Limit, Removable, Texts, ZoneWire, words};

/// What happens when a position comes again.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Repetition"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RepetitionWire {
    /// The occurrence that ends the game; 3 if nothing is said, `false` for none.
    pub(super) limit: Field<Limit>,
    /// The result for the side to move; `draw` if nothing is said.
    pub(super) result: Field<ResultWord>,
    /// The result is White's instead.
    pub(super) for_white: Field<bool>,
}

overlay!(RepetitionWire {
    limit,
    result,
    for_white
});

/// Ends by the course of the game.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Course"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CourseWire {
    /// Pieces that restart the clock by moves that cannot be taken back; those that promote or
    /// have initial moves if nothing is said.
    pub(super) restarts: Field<Texts>,
    /// Black's, if they are others.
    pub(super) restarts_black: Field<Texts>,
    /// Old spelling of `perpetual-check = 'loss'` among the rules.
    pub(super) perpetual_check_loses: Field<bool>,
    /// Who moves a piece back and forth four times loses.
    pub(super) back_and_forth_loses: Field<bool>,
    /// Who repeats a position by chasing the same piece with every move loses.
    pub(super) chasing: Field<Removable<ChasingWire>>,
    /// A side that cannot win may begin to count.
    pub(super) counting: Field<Removable<CountingWire>>,
    /// What decides games that would be drawn.
    pub(super) material: Field<RuleTableWire>,
    /// Mate by dropping such a piece loses.
    pub(super) no_mate_by_dropped: Field<RuleTableWire>,
    /// Mate by such pieces alone loses.
    pub(super) no_mate_by: Field<RuleTableWire>,
    /// One of the uninterrupted checks before a mate must come from one of these, else it draws.
    pub(super) mate_needs: Field<RuleTableWire>,
}

overlay!(CourseWire {
    restarts,
    restarts_black,
    perpetual_check_loses,
    back_and_forth_loses,
    chasing,
    counting,
    material,
    no_mate_by_dropped,
    no_mate_by,
    mate_needs
});

/// The pieces of Xiangqi, as far as chases concern them.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Chasing"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ChasingWire {
    /// The rook, which all other pieces may chase.
    pub(super) rook: Field<String>,
    /// The cannon.
    pub(super) cannon: Field<String>,
    /// The horse, which may be hindered where its victim is not.
    pub(super) horse: Field<String>,
    /// The elephant.
    pub(super) elephant: Field<String>,
    /// The advisor.
    pub(super) advisor: Field<String>,
    /// The soldier, which never chases.
    pub(super) soldier: Field<String>,
    /// Squares on which soldiers can be chased; everywhere if nothing is said.
    pub(super) crossed: Field<ZoneWire>,
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

/// Counting moves against a side that has little left.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Counting"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CountingWire {
    /// Whose limits hold; `makruk` if nothing is said.
    pub(super) rule: Field<CountingWord>,
    /// The pawn.
    pub(super) pawn: Field<String>,
    /// The rook.
    pub(super) rook: Field<String>,
    /// The piece between rook and knight.
    pub(super) khon: Field<String>,
    /// The knight.
    pub(super) knight: Field<String>,
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
        /// Thailand's.
        Makruk => Makruk,
        /// Cambodia's.
        Cambodian => Cambodian,
        /// The common rules of South East Asia.
        Asean => Asean,
    }
}

plain!(CountingWord);

/// What happens when a position comes again.
pub(super) fn repetition(wire: &RepetitionWire) -> RepetitionRules {
    let usual = RepetitionRules::default();
    RepetitionRules {
        limit: match wire.limit.value() {
            Some(Limit::Number(limit)) => Some(*limit),
            Some(Limit::False(_)) => None,
            None => usual.limit,
        },
        verdict: wire
            .result
            .value()
            .map_or(Verdict::Draw, |word| (*word).into()),
        for_white: flag(&wire.for_white),
    }
}

type Pieces = IndexMap<String, PieceDef>;

impl Resolver<'_, '_> {
    /// Ends by the course of the game.
    pub(super) fn course(
        &mut self,
        wire: &CourseWire,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> AdjudicationRules {
        let white = self.named(&wire.restarts, pieces);
        let black = self.named(&wire.restarts_black, pieces);
        AdjudicationRules {
            restarts: white.map(|white| [white, black.unwrap_or(white)]),
            back_and_forth_loses: flag(&wire.back_and_forth_loses),
            chasing: table(&wire.chasing).map(|wire| ChasingRules {
                rook: self.one(&wire.rook, pieces),
                cannon: self.one(&wire.cannon, pieces),
                horse: self.one(&wire.horse, pieces),
                elephant: self.one(&wire.elephant, pieces),
                advisor: self.one(&wire.advisor, pieces),
                soldier: self.one(&wire.soldier, pieces),
                crossed: self
                    .sides(&wire.crossed, shape)
                    .unwrap_or_else(|| both(shape)),
            }),
            counting: table(&wire.counting).map(|wire| CountingRules {
                rule: wire
                    .rule
                    .value()
                    .map_or(CountingRule::Makruk, |word| (*word).into()),
                pawn: self.one(&wire.pawn, pieces),
                rook: self.one(&wire.rook, pieces),
                khon: self.one(&wire.khon, pieces),
                knight: self.one(&wire.knight, pieces),
            }),
        }
    }
}
