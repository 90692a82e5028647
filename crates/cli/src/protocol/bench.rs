//! Benchmark: searches of fixed size in a dozen variants, for speed and a signature of the search.

use std::sync::atomic::Ordering;
use std::time::Duration;

use ferz::eval::Evaluation;
use ferz::game::{Game, Variant};
use ferz::search::{Clock, Control, Limits, SearchOptions, Searcher};

/// The variants, chosen for their different demands on the search.
pub const BENCH_VARIANTS: [&str; 12] = [
    "chess",
    "capablanca",
    "grand",
    "xiangqi",
    "shogi",
    "makruk",
    "crazyhouse",
    "atomic",
    "grand-apothecary-chess-alert",
    "baroque",
    "rococo",
    "amazons",
];

/// The default number of nodes of a search.
pub const BENCH_NODES: u64 = 20_000;

/// The maximum number of nodes of a search.
pub const MOST_BENCH_NODES: u64 = 1_000_000_000;

/// The number of plies between two positions that are searched with all nodes, and the number of such
/// positions in each game; positions in between get a tenth.
const PLIES: usize = 4;
const POSITIONS: usize = 3;

/// The result for one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchRow {
    /// The name of the variant.
    pub variant: String,
    /// The number of nodes.
    pub nodes: u64,
    /// The time of the searches.
    pub time: Duration,
    /// A checksum of the node counts and best moves.
    pub checksum: u64,
}

impl BenchRow {
    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        let nanos = self.time.as_nanos().max(1);
        (u128::from(self.nodes) * 1_000_000_000 / nanos) as u64
    }

    /// The row of all variants together.
    pub fn sum(rows: &[BenchRow]) -> BenchRow {
        BenchRow {
            variant: "all".to_owned(),
            nodes: rows.iter().map(|row| row.nodes).sum(),
            time: rows.iter().map(|row| row.time).sum(),
            checksum: bench_checksum(rows),
        }
    }

    /// The last lines of a report: the number of nodes as the signature of the search, and the speed.
    pub fn last_lines(&self) -> [String; 2] {
        [
            format!("Signature: {}", self.nodes),
            format!("Nodes/second: {}", self.speed()),
        ]
    }

    /// The row as a line of text, with the name padded to `width`.
    pub fn line(&self, width: usize) -> String {
        format!(
            "{:width$}  {:>9} nodes  {:>7} ms  {:>9} nodes/s  {:016x}",
            self.variant,
            self.nodes,
            self.time.as_millis(),
            self.speed(),
            self.checksum,
        )
    }
}

/// Searches the start position of a variant and the positions after the best moves, with this number of nodes
/// for each.
///
/// The checksum depends only on the definition, the number of nodes, the evaluation and the search. `None` if the
/// search was stopped.
pub fn bench(
    name: &str,
    variant: &Variant,
    nodes: u64,
    evaluation: Evaluation,
    clock: &dyn Clock,
    control: &Control<'_>,
) -> Option<BenchRow> {
    let mut game = Game::new(variant.start());
    let options = SearchOptions {
        evaluation,
        ..SearchOptions::default()
    };
    let mut searcher = Searcher::new(variant, options);
    // Tables that are made once for each variant do not count as search time.
    let _ = game.position().legal_moves();
    let _ = searcher.evaluate(game.position());
    let began = clock.elapsed();
    let mut checksum = Checksum::new();
    let mut all = 0;
    for ply in 0..POSITIONS * PLIES {
        let limits = Limits::nodes(if ply % PLIES == 0 {
            nodes
        } else {
            nodes / 10 + 1
        });
        let found = searcher.search(&game, &limits, control, &mut |_| {});
        if control
            .stop
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
        {
            return None;
        }
        let Some(mv) = found.best() else { break };
        all += found.nodes;
        checksum.add(&found.nodes.to_le_bytes());
        checksum.add(game.position().move_text(mv).as_bytes());
        game.play_unchecked(mv);
    }
    Some(BenchRow {
        variant: name.to_owned(),
        nodes: all,
        time: clock.elapsed().saturating_sub(began),
        checksum: checksum.value(),
    })
}

/// The checksum of several rows.
pub fn bench_checksum(rows: &[BenchRow]) -> u64 {
    let mut checksum = Checksum::new();
    for row in rows {
        checksum.add(&row.checksum.to_le_bytes());
    }
    checksum.value()
}

/// An FNV-1a hash, which is the same on every machine.
struct Checksum(u64);

impl Checksum {
    const fn new() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    const fn value(&self) -> u64 {
        self.0
    }
}
