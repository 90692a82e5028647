//! Matches: engines as child processes, games on threads, and results in a file.

mod child;
mod player;
mod rows;
mod run;
mod spec;
mod sprt;
mod summary;

pub(super) use rows::{read_rows, row_line};
pub(super) use run::{Contest, OnCrash, run};
pub(super) use spec::{EngineSpec, limit_of_clock, seconds};
pub(super) use sprt::SprtArgs;
pub(super) use summary::{json_summary, progress, write_summary};
