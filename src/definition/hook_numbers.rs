//! Hooks in terms of other numbers for the pieces.

use super::aftermath::{Aftermath, Quiet, TradeRule};
use super::company::{DoubleDrop, Replacement};
use super::hooks::{Action, Freeze, Hooks, PocketRule, PointCount, PointValue, Powers};
use super::series::{CaptureDuty, JumpSeries};
use super::special_numbers::Numbers;

impl Powers {
    /// The same powers where pieces have other numbers.
    pub(super) fn renumbered(&self, new: Numbers<'_>) -> Powers {
        Powers {
            actions: self.actions.iter().map(|one| action(one, new)).collect(),
            freezes: self.freezes.as_ref().map(|freeze| Freeze {
                only: freeze.only.map(|only| new.set(only)),
                except: new.set(freeze.except),
                lifted_by: new.set(freeze.lifted_by),
            }),
            after: self.after.as_ref().map(|after| Aftermath {
                becomes: new.pairs(&after.becomes),
                vanishes: new.set(after.vanishes),
                explodes: new.set(after.explodes),
                quiet: after.quiet.and_then(|quiet| match quiet {
                    Quiet::Becomes(number) => new.one(number).map(Quiet::Becomes),
                    Quiet::Explodes => Some(Quiet::Explodes),
                }),
            }),
            ..self.clone()
        }
    }
}

fn action(action: &Action, new: Numbers<'_>) -> Action {
    match action {
        Action::Swap { near, with } => Action::Swap {
            near: *near,
            with: with.map(|with| new.set(with)),
        },
        Action::JumpSeries(series) => Action::JumpSeries(JumpSeries {
            must_take: new.set(series.must_take),
            ..series.clone()
        }),
        other => other.clone(),
    }
}

impl Hooks {
    /// The same hooks where pieces have other numbers.
    pub(super) fn renumbered(&self, new: Numbers<'_>, n_pieces: usize) -> Hooks {
        Hooks {
            capture_duty: self.capture_duty.map(|duty| CaptureDuty {
                of: new.set(duty.of),
                by: new.set(duty.by),
                ..duty
            }),
            replacement: self.replacement.map(|rule| Replacement {
                with: new.set(rule.with),
                ..rule
            }),
            double_drop: self.double_drop.as_ref().map(|rule| DoubleDrop {
                zones: new.list(&rule.zones, n_pieces, None, Clone::clone),
            }),
            swap_ban: new.set(self.swap_ban),
            prisoners: new.pairs(&self.prisoners),
            pocket: self.pocket.as_ref().map(|rule| PocketRule {
                movers: new.set(rule.movers),
                ..rule.clone()
            }),
            point_count: self.point_count.as_ref().map(|rule| PointCount {
                values: new.list(&rule.values, n_pieces, Vec::new(), |values| {
                    values.iter().map(|one| value(one, new)).collect()
                }),
                ..rule.clone()
            }),
            trading: self.trading.map(|rule| TradeRule {
                no_exchange: new.set(rule.no_exchange),
                no_strike_back: new.set(rule.no_strike_back),
            }),
            ..self.clone()
        }
    }
}

fn value(value: &PointValue, new: Numbers<'_>) -> PointValue {
    PointValue {
        more: value.more.map(|sets| sets.map(|set| new.set(set))),
        ..value.clone()
    }
}
