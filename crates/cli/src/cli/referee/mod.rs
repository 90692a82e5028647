//! Matches: engines as child processes, games on threads, results in files.

mod affinity;
pub(super) mod balance;
mod child;
mod games_file;
#[cfg(unix)]
pub(super) mod guard;
mod held_file;
mod intervals;
mod ledger;
mod openings;
mod player;
mod rows;
mod rules;
mod run;
mod shard;
mod spec;
mod sprt;
mod summary;
mod trials;
pub(super) mod value;

pub(super) use affinity::{cores, processors};
pub(super) use held_file::HeldFile;
pub(super) use intervals::{in_elo, in_json, in_percent};
pub(super) use ledger::{Ledger, Teller};
pub(super) use openings::{SharedBook, openings};
pub(super) use rows::{read_rows, row_line};
pub(super) use rules::engine_rules;
pub(super) use run::{Contest, OnCrash, run};
pub(super) use shard::shard;
pub(super) use spec::{EngineSpec, Speech, limit_of_clock, seconds};
pub(super) use sprt::SprtArgs;
pub(super) use summary::{json_summary, progress, warn_of_repeats, write_summary};
pub(super) use trials::{Trial, TrialArgs, Trials};
