//! Sections of snapshots: definition, perft counts, and positions of random games.

use std::fmt::Write;

use super::digest::definition_hash;
use super::random::Random;
use super::resolved::resolved;
use ferz::game::{Outcome, Position, Variant, divide, perft};
use ferz::geometry::CompactSort;
use ferz::notation::move_texts;
use ferz::state::{Move, MoveKind};

/// The extent of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The seed of the random games.
    pub seed: u64,
    /// The number of positions.
    pub positions: u32,
    /// The maximum depth of perft.
    pub depth: u32,
    /// Limit of leaves: a depth is skipped if the growth of the previous depths predicts more.
    pub nodes: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            seed: 1,
            positions: 10,
            depth: 4,
            nodes: 100_000,
        }
    }
}

/// The maximum number of moves between two positions of a random game.
const STRIDE: u32 = 8;

/// The section of a variant: a line with its name, and its behavior.
pub fn section(variant: &Variant, settings: &Settings) -> String {
    let record = Record::of(variant, settings);
    let mut lines = vec![
        format!("== {}", variant.def().name),
        format!("definition {}", record.definition),
        "toml".to_owned(),
    ];
    let text = resolved(variant.def());
    lines.extend(indented(text.lines().filter(|line| !line.is_empty())));
    lines.extend([record.start, record.games]);
    lines.join("\n")
}

/// The behavior of a variant: the parts of a section after the definition, and the numbers of a summary.
pub(super) struct Record {
    /// The hash of the definition.
    pub(super) definition: String,
    /// The start position, the perft table and the leaves below each move.
    pub(super) start: String,
    /// The positions of random games.
    pub(super) games: String,
    /// The number of moves at these positions.
    pub(super) n_moves: usize,
    /// The leaves at each depth.
    pub(super) perft: Vec<u64>,
}

impl Record {
    pub(super) fn of(variant: &Variant, settings: &Settings) -> Record {
        let perft = counts(&variant.start(), settings);
        let mut games = Vec::new();
        let mut n_moves = 0;
        for (number, position) in positions(variant, settings).iter().enumerate() {
            let moves = move_texts(position);
            n_moves += moves.len();
            games.push(String::new());
            games.push(format!("position {}", number + 1));
            games.extend(indented(
                described(position, &moves).iter().map(String::as_str),
            ));
        }
        games.push(String::new());
        Record {
            definition: definition_hash(variant.def()),
            start: start(&variant.start(), &perft).join("\n"),
            games: games.join("\n"),
            n_moves,
            perft,
        }
    }
}

fn indented<'a>(lines: impl Iterator<Item = &'a str>) -> impl Iterator<Item = String> {
    lines.map(|line| format!("  {line}"))
}

/// The leaves at each depth from 1.
fn counts(start: &Position, settings: &Settings) -> Vec<u64> {
    let mut known: Vec<u64> = vec![1];
    for depth in 1..=settings.depth {
        // The growth of the last depth is extrapolated.
        let last = known[known.len() - 1];
        let before = known.len().checked_sub(2).map_or(last, |at| known[at]);
        let growth = u128::from(last).pow(2).div_ceil(u128::from(before.max(1)));
        if depth > 1 && growth > u128::from(settings.nodes) {
            break;
        }
        known.push(perft(start, depth));
        if known[known.len() - 1] == 0 {
            break;
        }
    }
    known.remove(0);
    known
}

/// The FEN of the start position, the perft table, and the leaves below each move at its greatest depth.
fn start(start: &Position, perft: &[u64]) -> Vec<String> {
    let mut lines = vec![format!("start {}", start.to_fen())];
    if !perft.is_empty() {
        lines.push("perft".to_owned());
        let table = (1..).zip(perft);
        lines.extend(table.map(|(depth, count)| format!("  {depth}: {count}")));
    }
    if perft.len() > 1 {
        let depth = perft.len() as u32;
        lines.push(format!("divide {depth}"));
        let mut below: Vec<(String, u64)> = divide(start, depth)
            .into_iter()
            .map(|(one, count)| (start.move_text(&one), count))
            .collect();
        below.sort_compactly();
        lines.extend(
            below
                .into_iter()
                .map(|(text, count)| format!("  {text}: {count}")),
        );
    }
    lines
}

/// Positions of random games: each one follows from the previous one by a few moves. After the end of a game
/// the next game begins.
fn positions(variant: &Variant, settings: &Settings) -> Vec<Position> {
    let mut random = Random::new(settings.seed);
    let mut shown = Vec::new();
    let mut current = variant.start();
    while (shown.len() as u64) < u64::from(settings.positions) {
        let mut over = false;
        for _ in 0..=random.below(STRIDE) {
            let moves = move_texts(&current);
            over = moves.is_empty();
            if over {
                break;
            }
            let chosen = random.below(moves.len() as u32);
            current = current.play_unchecked(&moves[chosen as usize].1);
            over = current.outcome() != Outcome::Ongoing;
            if over {
                break;
            }
        }
        shown.push(current.clone());
        if over {
            current = variant.start();
        }
    }
    shown
}

/// The FEN, the outcome and the moves, with one line for each origin.
fn described(position: &Position, moves: &[(String, Move)]) -> Vec<String> {
    let mut lines = vec![
        format!("fen {}", position.to_fen()),
        format!("outcome {}", outcome_text(position.outcome())),
    ];
    lines.push(format!("moves {}", moves.len()));
    let mut line = String::new();
    let mut last = String::new();
    for (text, one) in moves {
        let from = match text.split_once('@') {
            Some((letter, _)) if one.kind == MoveKind::Drop => format!("{letter}@"),
            _ => position.variant().shape().name(one.from),
        };
        if from != last {
            lines.extend((!line.is_empty()).then(|| std::mem::take(&mut line)));
            let _ = write!(line, "  {from}:");
            last = from;
        }
        let _ = write!(line, " {text}");
    }
    lines.extend((!line.is_empty()).then_some(line));
    lines
}

fn outcome_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Ongoing => "ongoing".to_owned(),
        Outcome::Ended {
            white,
            black,
            reason,
        } => format!("{white}-{black} {reason}"),
    }
}
