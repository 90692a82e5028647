//! The tables of hooks: what pieces do that no move text can say, and what they mean.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::definition::hooks::{Action, CaptureMethod, Freeze, Hooks, Powers};
use crate::definition::variant::PieceDef;
use crate::geometry::BoardShape;

use super::company::{bare_king, point_rules};
use super::field::{Field, overlay};
use super::resolve::Resolver;
use super::series::{JumpSeriesWire, RunWire};
use super::special::{flag, table};
use super::wire::{PieceWire, Removable, RulesWire, Texts, VariantWire};

/// Moves of another kind than walks.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Actions")]
pub(super) struct ActionsWire {
    /// Leaps over opposing pieces in a straight line, each with an empty square behind it, and
    /// captures them.
    pub(super) long_leap: Field<Removable<LongLeapWire>>,
    /// Jumps over neighbors, one after the other.
    pub(super) jump_series: Field<Removable<JumpSeriesWire>>,
    /// The same leap over empty squares several times in a row, as a first move.
    pub(super) run: Field<Removable<RunWire>>,
}

overlay!(ActionsWire {
    long_leap,
    jump_series,
    run
});

/// Leaps over opposing pieces in a straight line.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "LongLeap")]
pub(super) struct LongLeapWire {
    /// At most one victim, and the leaper rests directly behind it.
    pub(super) single: Field<bool>,
}

overlay!(LongLeapWire { single });

/// How a move of the piece captures pieces on which it does not end.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "CaptureMethods")]
pub(super) struct MethodsWire {
    /// Opposing pieces between the mover and a friend on the next square but one of an orthogonal.
    pub(super) custodial: Field<bool>,
    /// The opposing piece directly behind the square that a straight move left.
    pub(super) withdrawal: Field<bool>,
    /// The opposing piece directly ahead of the square where a straight move ends.
    pub(super) approach: Field<bool>,
    /// Opposing pieces where the rank or file of the mover meets the file or rank of its king.
    pub(super) coordination: Field<bool>,
    /// The opposing piece halfway along a diagonal move of two squares to an empty square.
    pub(super) midpoint: Field<bool>,
}

overlay!(MethodsWire {
    custodial,
    withdrawal,
    approach,
    coordination,
    midpoint
});

/// Whom a piece keeps from moving: the opposing pieces on the squares around it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Freezes")]
pub(super) struct FreezesWire {
    /// The names of the pieces that it can freeze; every piece if nothing is said.
    pub(super) only: Field<Texts>,
    /// Pieces that lift the freeze from their fellows when they stand around the freezing piece
    /// as well.
    pub(super) lifted_by: Field<Texts>,
}

overlay!(FreezesWire { only, lifted_by });

type Pieces = IndexMap<String, PieceDef>;

impl Resolver<'_, '_> {
    /// What the game asks beside its moves.
    pub(super) fn hooks(
        &mut self,
        wire: Option<&RulesWire>,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> Hooks {
        let Some(wire) = wire else {
            return Hooks::default();
        };
        Hooks {
            suicide: flag(&wire.suicide),
            capture_duty: table(&wire.capture_duty).map(|duty| self.capture_duty(duty, pieces)),
            optional_midpoint: flag(&wire.optional_midpoint),
            replacement: table(&wire.replacement).map(|rule| self.replacement(rule, pieces)),
            bare_king: bare_king(&wire.bare_king),
            perpetual_check: wire.perpetual_check.value().map(|word| (*word).into()),
            double_drop: table(&wire.double_drop).map(|rule| self.double_drop(rule, pieces, shape)),
            points: table(&wire.points).map(point_rules),
        }
    }

    /// Gives the pieces their powers, once all names are known.
    pub(super) fn give_powers(&mut self, wire: &VariantWire, pieces: &mut Pieces) {
        let Some(named) = wire.pieces.value() else {
            return;
        };
        for (name, entry) in &named.0 {
            if let Some(Removable::Table(piece)) = entry.value.value() {
                let powers = self.powers(piece, pieces);
                if let Some(def) = pieces.get_mut(name) {
                    def.powers = powers;
                }
            }
        }
    }

    fn powers(&mut self, wire: &PieceWire, pieces: &Pieces) -> Powers {
        let mut powers = Powers::default();
        let actions = table(&wire.actions);
        if let Some(leap) = actions.and_then(|actions| table(&actions.long_leap)) {
            powers.actions.push(Action::LongLeap {
                single: flag(&leap.single),
            });
        }
        if let Some(series) = actions.and_then(|actions| table(&actions.jump_series)) {
            let series = self.jump_series(series, pieces);
            powers.actions.push(Action::JumpSeries(series));
        }
        if let Some(run) = actions.and_then(|actions| table(&actions.run)) {
            powers.actions.push(Action::Run(self.run(run)));
        }
        if let Some(captures) = table(&wire.captures) {
            let methods = [
                (&captures.custodial, CaptureMethod::Custodial),
                (&captures.withdrawal, CaptureMethod::Withdrawal),
                (&captures.approach, CaptureMethod::Approach),
                (&captures.coordination, CaptureMethod::Coordination),
                (&captures.midpoint, CaptureMethod::Midpoint),
            ];
            let methods = methods.into_iter().filter(|(field, _)| flag(field));
            powers.captures.extend(methods.map(|(_, method)| method));
        }
        powers.freezes = table(&wire.freezes).map(|freezes| Freeze {
            only: self.named(&freezes.only, pieces),
            lifted_by: self.named(&freezes.lifted_by, pieces).unwrap_or_default(),
        });
        powers
    }
}
