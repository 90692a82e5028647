//! Interactive games in the terminal.

mod clocks;
mod commands;
mod game_loop;
mod lines;
mod obey;
mod save;
mod words;

pub(super) use clocks::{ClockSetting, clock_setting};
pub(super) use game_loop::{GameLoop, Players, Settings};
