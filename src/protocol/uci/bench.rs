//! `bench`: a search of fixed size in several variants.

use super::{Purpose, Uci, refuse, write};
use crate::protocol::action::Action;
use crate::protocol::bench::{BENCH_NODES, BENCH_VARIANTS, BenchRow};
use crate::protocol::job::{Job, Signals, Work};
use crate::source::{Diagnostic, Span, codes};

/// The most positions that each search may look at.
const MAX_NODES: u64 = 1_000_000_000;

impl Uci {
    /// `bench [NODES] [VARIANT ...]`, by the variants that the engine knows, also those of files.
    pub(super) fn bench(&mut self, rest: &str, out: &mut Vec<Action>) {
        let mut nodes = BENCH_NODES;
        let mut names: Vec<String> = Vec::new();
        for (place, word) in rest.split_whitespace().enumerate() {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            let finding = if place == 0 && is_number {
                match word.parse() {
                    Ok(number) if (1..=MAX_NODES).contains(&number) => {
                        nodes = number;
                        continue;
                    }
                    _ => {
                        let message = format!("a search has 1 to {MAX_NODES} nodes");
                        Diagnostic::new(codes::BAD_COMMAND, Span::default(), message)
                    }
                }
            } else {
                match self.engine.library.definition(word) {
                    Ok(_) => {
                        names.push(word.to_owned());
                        continue;
                    }
                    Err(finding) => finding,
                }
            };
            refuse(out, &finding);
            return;
        }
        if names.is_empty() {
            names = BENCH_VARIANTS.map(str::to_owned).to_vec();
        }
        let signals = Signals::default();
        let job = Job {
            work: Work::Bench {
                library: self.engine.library.clone(),
                names,
                nodes,
            },
            signals: signals.clone(),
            helpers: Vec::new(),
        };
        self.run_aside(job, signals, Purpose::Bench, out);
    }
}

/// All variants together, with the lines that programs look for which measure engines.
pub(super) fn say_bench(all: &BenchRow, out: &mut Vec<Action>) {
    write(out, all.line(0));
    write(out, format!("Signature: {:016x}", all.signature));
    write(out, format!("Nodes searched: {}", all.nodes));
    write(out, format!("Nodes/second: {}", all.speed()));
}
