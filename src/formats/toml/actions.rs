//! The table of a piece's actions: moves other than walks.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, overlay, plain};
use super::reach::{Bearer, ReachWire, Switch, switched};
use super::resolve::Resolver;
use super::series::{JumpSeriesWire, RunWire};
use super::special::{Pieces, flag, table};
use super::wire::{Removable, Texts};
use crate::definition::{Action, Reach};
use crate::source::codes;

/// Moves other than walks.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Actions"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ActionsWire {
    /// Leaps in a straight line over opposing pieces, each with an empty square behind it, and
    /// captures them.
    pub(super) long_leap: Field<Removable<LongLeapWire>>,
    /// Jumps over adjacent pieces, one after the other.
    pub(super) jump_series: Field<Removable<JumpSeriesWire>>,
    /// The same leap over empty squares several times, as a first move.
    pub(super) run: Field<Removable<RunWire>>,
    /// Changes places with the first piece on a line, or with a piece within reach, of either side.
    pub(super) swap: Field<Removable<SwapWire>>,
    /// Leaves the board together with one opposing piece that is adjacent or within reach.
    pub(super) boom: Field<Switch<ReachWire>>,
    /// Leaves the board together with all pieces that are adjacent or within reach, unless one is a
    /// royal piece of its own side.
    pub(super) explode: Field<Switch<ReachWire>>,
    /// Pushes a piece that is adjacent or within reach one step on, and moves to its square.
    pub(super) push: Field<Switch<ReachWire>>,
    /// Steps directly away from a piece that is adjacent or within reach, and pulls it along.
    pub(super) pull: Field<Switch<ReachWire>>,
    /// Moves to an empty square that is adjacent or within reach, and leaves a piece from its
    /// owner's hand on its origin.
    pub(super) resurrect: Field<Switch<ReachWire>>,
    /// Captures the first piece on a line, or a piece within reach, if it is an opposing one,
    /// without moving.
    pub(super) rifle: Field<Switch<ReachWire>>,
    /// Pushes a line of pieces that begins next to it, or within reach, one step on; an opposing
    /// piece that is pushed off the board is captured.
    pub(super) plow: Field<Switch<ReachWire>>,
    /// Moves and captures like the piece that the opponent moved last, without first moves,
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

/// Changes places with the first piece on a line, or with a piece within reach.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Swap"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SwapWire {
    /// Only with adjacent pieces.
    pub(super) near: Field<bool>,
    /// The target squares of this move in Betza notation, empty or not; `own` for the squares on
    /// which the piece could capture. By default the first piece on each line.
    pub(super) reach: Field<String>,
    /// The names of the pieces that can be swapped; all by default.
    pub(super) with: Field<Texts>,
}

overlay!(SwapWire { near, reach, with });

/// Moves like the piece that the opponent moved last.
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
    /// At most one captured piece, directly behind which the leap ends.
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
