//! A game in the terminal.

mod clocks;
mod commands;
mod lines;
mod obey;
mod save;
mod session;
mod words;

pub(super) use clocks::{ClockSetting, clock_setting};
pub(super) use session::{Players, Session, Settings};
