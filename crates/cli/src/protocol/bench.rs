//! Benchmark: searches of fixed size in a dozen variants, for speed and a search signature.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::library::Library;
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
    pub signature: u64,
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
            signature: bench_signature(rows),
        }
    }

    /// The row as a line of text, with the name padded to `width`.
    pub fn line(&self, width: usize) -> String {
        format!(
            "{:width$}  {:>9} nodes  {:>7} ms  {:>9} nodes/s  {:016x}",
            self.variant,
            self.nodes,
            self.time.as_millis(),
            self.speed(),
            self.signature,
        )
    }
}

/// Searches the start position of a variant and the positions after the best moves, with this number of nodes
/// for each.
///
/// The signature depends only on the definition, the number of nodes, the evaluation and the search.
///
/// # Errors
/// If the variant does not exist.
pub fn bench(
    name: &str,
    nodes: u64,
    evaluation: Evaluation,
    clock: &dyn Clock,
) -> Result<BenchRow, String> {
    let variant = Library::new().variant(name);
    let variant = variant.map_err(|finding| {
        let help = finding
            .help
            .map_or(String::new(), |help| format!("; {help}"));
        format!("{} ({}){help}", finding.message, finding.code)
    })?;
    let row = bench_variant(
        name,
        &variant,
        nodes,
        evaluation,
        clock,
        &Control::default(),
    );
    // This search is never told to stop.
    row.ok_or_else(|| format!("the search of {name} was stopped"))
}

/// [`bench()`] with a compiled variant; `None` if it was stopped.
pub(super) fn bench_variant(
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
    let mut signature = Signature::new();
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
        signature.add(&found.nodes.to_le_bytes());
        signature.add(game.position().move_text(mv).as_bytes());
        game.play_unchecked(mv);
    }
    Some(BenchRow {
        variant: name.to_owned(),
        nodes: all,
        time: clock.elapsed().saturating_sub(began),
        signature: signature.value(),
    })
}

/// The signature of several rows.
pub fn bench_signature(rows: &[BenchRow]) -> u64 {
    let mut signature = Signature::new();
    for row in rows {
        signature.add(&row.signature.to_le_bytes());
    }
    signature.value()
}

/// An FNV-1a hash, which is the same on every machine.
struct Signature(u64);

impl Signature {
    const fn new() -> Signature {
        Signature(0xcbf2_9ce4_8422_2325)
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
