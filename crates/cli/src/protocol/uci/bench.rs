//! `bench`: searches of fixed size in several variants.

use super::{Purpose, Uci, refuse, write};
use crate::protocol::action::Action;
use crate::protocol::bench::{BENCH_NODES, BENCH_VARIANTS, BenchRow, MOST_BENCH_NODES};
use crate::protocol::job::{Helpers, Job, Signals, Work};
use ferz::source::{Diagnostic, Span, codes};

impl Uci {
    /// `bench [NODES] [VARIANT ...]`, with the variants of the library, including those of files.
    pub(super) fn bench(&mut self, rest: &str, out: &mut Vec<Action>) {
        let mut words = rest.split_whitespace().peekable();
        let number = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let nodes = number.map_or(Ok(BENCH_NODES), str::parse);
        let Some(nodes) = nodes
            .ok()
            .filter(|nodes| (1..=MOST_BENCH_NODES).contains(nodes))
        else {
            let message = format!("a search has 1 to {MOST_BENCH_NODES} nodes");
            refuse(
                out,
                &Diagnostic::new(codes::BAD_COMMAND, Span::default(), message),
            );
            return;
        };
        let mut names: Vec<String> = words.map(str::to_owned).collect();
        let mut unknown = names
            .iter()
            .filter_map(|name| self.engine.library.definition(name).err());
        if let Some(finding) = unknown.next() {
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
            helpers: Helpers::default(),
        };
        self.run_aside(job, signals, Purpose::Bench, out);
    }
}

/// Reports the sum of all variants, with the lines that tools for engine tests parse.
pub(super) fn say_bench(all: &BenchRow, out: &mut Vec<Action>) {
    write(out, all.line(0));
    write(out, format!("Nodes searched: {}", all.nodes));
    for line in all.last_lines() {
        write(out, line);
    }
}
