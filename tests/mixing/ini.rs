//! Options of Fairy-Stockfish's `variants.ini`, drawn from the list of those that are read.

use ferz::definition::{Catalog, Format, fairy_stockfish_keys};

use super::Mixture;
use crate::harness::Random;

/// The games that options are added to.
const BASES: [&str; 10] = [
    "chess",
    "chess",
    "crazyhouse",
    "atomic",
    "losalamos",
    "minishogi",
    "makruk",
    "xiangqi",
    "janggi",
    "seirawan",
];

/// Forms of values. Which of them an option takes is found out by trying.
const VALUES: [&str; 51] = [
    "true",
    "false",
    "0",
    "1",
    "2",
    "3",
    "5",
    "-1",
    "c",
    "f",
    "k",
    "r",
    "n",
    "p",
    "nr",
    "pk",
    "*",
    "-",
    "*1 *2",
    "*7 *8",
    "d4 e4 d5 e5",
    "a1 h1 c3 f6",
    "*4",
    "a* h*",
    "win",
    "loss",
    "draw",
    "none",
    "reversi",
    "ataxx",
    "quadwrangle",
    "snort",
    "anyside",
    "top",
    "arrow",
    "duck",
    "edge",
    "past",
    "static",
    "janggi",
    "makruk",
    "axf",
    "unweighted",
    "cambodian",
    "KQkq",
    "Q",
    "x",
    "x:mW",
    "k:KN",
    "p:r n:q",
    "q:1 r:2",
];

/// An option, and the values that it takes in a game of chess.
struct Choices {
    key: String,
    values: Vec<&'static str>,
}

pub(super) struct Options(Vec<Choices>);

impl Options {
    pub(super) fn new() -> Options {
        let takes = |key: &str, value: &str| {
            let text = format!("[mix:chess]\n{key} = {value}\n");
            !Catalog::read(&text, Format::FairyStockfishIni).has_errors()
        };
        let all = fairy_stockfish_keys();
        let keys = all.iter().filter(|key| matters(key, &all)).cloned();
        let options = keys.map(|key| {
            let values = VALUES.into_iter().filter(|value| takes(&key, value));
            let values = values.collect();
            Choices { key, values }
        });
        Options(options.filter(|option| !option.values.is_empty()).collect())
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.0.iter().map(|option| option.key.as_str()).collect()
    }

    /// The option with this number, and a line that sets it.
    pub(super) fn draw(&self, random: &mut Random, key: usize) -> (String, String) {
        let Choices { key, values } = &self.0[key];
        let value = values[random.below(values.len())];
        (key.clone(), format!("{key} = {value}\n"))
    }
}

/// Whether an option can matter in the games that it is added to. Other boards need another start position,
/// and pieces that nobody has are needed a few times only.
fn matters(key: &str, keys: &[String]) -> bool {
    let (first, rest) = key.split_at(1);
    let region_of = format!("mobilityRegionWhite{}{rest}", first.to_uppercase());
    let is_piece = keys.contains(&region_of);
    let few = ["king", "amazon", "cannon", "customPiece1", "customPiece2"];
    let region = key.strip_prefix("mobilityRegionWhite");
    let region = region.or(key.strip_prefix("mobilityRegionBlack"));
    match region {
        Some(piece) => ["Pawn", "Knight", "Rook", "King"].contains(&piece),
        None if is_piece => few.contains(&key),
        None => !["maxRank", "maxFile", "startFen", "chess960"].contains(&key),
    }
}

/// A game to which options are added.
pub(super) fn base(random: &mut Random, number: u64) -> Mixture {
    let parent = BASES[random.below(BASES.len())];
    Mixture {
        format: Format::FairyStockfishIni,
        base: format!("[mix{number}:{parent}]\n"),
        rules: Vec::new(),
        fen: String::new(),
    }
}
