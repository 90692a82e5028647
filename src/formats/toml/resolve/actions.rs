//! Actions: moves other than walks.

use super::names::Pieces;
use super::reach::Bearer;
use super::resolver::Resolver;
use crate::definition::{Action, Reach};
use crate::formats::toml::wire::{ActionsWire, Field, Removable, flag, switched, table};
use crate::source::codes;

impl Resolver<'_> {
    /// Reads the actions of a piece, in the order of their keys.
    pub(in crate::formats::toml) fn actions(
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
