//! The table of a piece's actions: moves other than walks.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::pieces::Action;
use crate::definition::reach::Reach;
use crate::source::codes;

use super::field::{Field, overlay, plain};
use super::reach::{Bearer, ReachWire, Switch, switched};
use super::resolve::Resolver;
use super::series::{JumpSeriesWire, RunWire};
use super::special::{Pieces, flag, table};
use super::wire::{Removable, Texts};

/// Moves of another kind than walks.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Actions"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ActionsWire {
    /// Leaps over opposing pieces in a straight line, each with an empty square behind it, and
    /// captures them.
    pub(super) long_leap: Field<Removable<LongLeapWire>>,
    /// Jumps over neighbors, one after the other.
    pub(super) jump_series: Field<Removable<JumpSeriesWire>>,
    /// The same leap over empty squares several times in a row, as a first move.
    pub(super) run: Field<Removable<RunWire>>,
    /// Changes places with the first piece on a line, or with one within reach, friend or foe.
    pub(super) swap: Field<Removable<SwapWire>>,
    /// Leaves the board together with one opposing piece on a square around it, or within reach.
    pub(super) boom: Field<Switch<ReachWire>>,
    /// Leaves the board together with everything on the squares around it, or within reach, unless a
    /// royal piece of its own side is there.
    pub(super) explode: Field<Switch<ReachWire>>,
    /// Pushes a piece on a square around it, or within reach, one step on, and takes the square it
    /// leaves.
    pub(super) push: Field<Switch<ReachWire>>,
    /// Steps directly away from a piece on a square around it, or within reach, and pulls it along.
    pub(super) pull: Field<Switch<ReachWire>>,
    /// Goes to an empty square around it, or within reach, and leaves a piece from its owner's hand
    /// behind.
    pub(super) resurrect: Field<Switch<ReachWire>>,
    /// Captures the first piece on a line, or one within reach, if it is an opposing one, and stays
    /// where it is.
    pub(super) rifle: Field<Switch<ReachWire>>,
    /// Pushes a line of pieces that begins beside it, or within reach, one step on; an opposing piece
    /// that is pushed off the board is captured.
    pub(super) plow: Field<Switch<ReachWire>>,
    /// Moves and captures as the piece that the opponent moved last, without first moves,
    /// castling, runs, en passant and promotion.
    pub(super) imitate: Field<Removable<ImitateWire>>,
}

overlay!(ActionsWire {
    long_leap,
    jump_series,
    run,
    swap,
    boom,
    explode,
    push,
    pull,
    resurrect,
    rifle,
    plow,
    imitate
});

/// Changes places with the first piece on a line, or with one within reach.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Swap"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SwapWire {
    /// Only with pieces on the squares around it.
    pub(super) near: Field<bool>,
    /// The squares to which this move in Betza notation leads, whatever stands there; `own` for those
    /// on which the piece could capture. The first piece on each line if nothing is said.
    pub(super) reach: Field<String>,
    /// The names of the pieces with which it does; every piece if nothing is said.
    pub(super) with: Field<Texts>,
}

overlay!(SwapWire { near, reach, with });

/// Moves as the piece that the opponent moved last.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Imitate"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ImitateWire {}

plain!(ImitateWire);

/// Leaps over opposing pieces in a straight line.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LongLeap"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LongLeapWire {
    /// At most one victim, and the leaper rests directly behind it.
    pub(super) single: Field<bool>,
}

overlay!(LongLeapWire { single });

impl Resolver<'_> {
    /// Reads the actions of a piece, in the order of their keys.
    pub(super) fn actions(
        &mut self,
        field: &Field<Removable<ActionsWire>>,
        pieces: &Pieces,
        bearer: Bearer<'_>,
    ) -> Vec<Action> {
        let mut actions = Vec::new();
        let Some(wire) = table(field) else {
            return actions;
        };
        if let Some(leap) = table(&wire.long_leap) {
            actions.push(Action::LongLeap {
                single: flag(&leap.single),
            });
        }
        if let Some(series) = table(&wire.jump_series) {
            let series = self.jump_series(series, pieces);
            actions.push(Action::JumpSeries(series));
        }
        if let Some(run) = table(&wire.run) {
            actions.push(Action::Run(self.run(run)));
        }
        if let Some(swap) = table(&wire.swap) {
            let usual = if flag(&swap.near) {
                Reach::Around
            } else {
                Reach::Lines
            };
            if let Some(place) = swap.reach.place().filter(|_| flag(&swap.near)) {
                let message = "`near` has no effect next to `reach`";
                self.fault(codes::BAD_REACH, place, message);
            }
            actions.push(Action::Swap {
                reach: self.reach(&swap.reach, bearer).unwrap_or(usual),
                with: self.named(&swap.with, pieces),
            });
        }
        let (around, lines) = (|| Reach::Around, Reach::Lines);
        let known = [
            (&wire.boom, Action::Boom { reach: around() }),
            (&wire.explode, Action::Explode { reach: around() }),
            (&wire.push, Action::Push { reach: around() }),
            (&wire.pull, Action::Pull { reach: around() }),
            (&wire.resurrect, Action::Resurrect { reach: around() }),
            (&wire.rifle, Action::Rifle { reach: lines }),
            (&wire.plow, Action::Plow { reach: around() }),
        ];
        for (field, mut action) in known {
            if let Some(said) = switched(field) {
                if let Some(reach) = self.reach(&said.reach, bearer) {
                    action.set_reach(reach);
                }
                actions.push(action);
            }
        }
        if table(&wire.imitate).is_some() {
            actions.push(Action::Imitate);
        }
        actions
    }
}
