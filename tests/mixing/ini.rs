//! Options of Fairy-Stockfish's `variants.ini`, drawn from the list of those that are read.

use ferz::formats::{Catalog, Format, fairy_stockfish_keys};

use super::{Mixture, Whose};
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

/// The options of the program itself, without those of single piece types.
const OF_THE_PROGRAM: &str = include_str!("../../grammar/fairy-stockfish-options.txt");

/// An option, and the values that it takes in a game of chess.
struct Choices {
    key: String,
    values: Vec<&'static str>,
}

pub(super) struct Options(Vec<Choices>);

impl Options {
    pub(super) fn new(whose: Whose) -> Options {
        let all = fairy_stockfish_keys();
        let (of_pieces, others): (Vec<String>, Vec<String>) = (all.iter())
            .filter(|key| matters(key, &all))
            .cloned()
            .partition(|key| is_piece(key, &all));
        let others: Vec<String> = (others.into_iter())
            .filter(|key| whose == Whose::Anybody || is_of_the_program(key))
            .collect();
        let mut options: Vec<Choices> = (others.iter().chain(&of_pieces))
            .map(|key| Choices {
                key: key.clone(),
                values: Vec::new(),
            })
            .collect();
        for value in VALUES {
            // Letters of two pieces would be in one another's way.
            let pieces = of_pieces
                .iter()
                .map(|key| takes(std::slice::from_ref(key), value));
            let taken = takes(&others, value).into_iter().chain(pieces.flatten());
            for (option, is_taken) in options.iter_mut().zip(taken) {
                if is_taken {
                    option.values.push(value);
                }
            }
        }
        options.retain(|option| !option.values.is_empty());
        Options(options)
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

/// By key, whether an option takes a value: one reading says it of all.
fn takes(keys: &[String], value: &str) -> Vec<bool> {
    let lines = keys.iter().map(|key| format!("{key} = {value}\n"));
    let text = "[mix:chess]\n".to_owned() + &lines.collect::<String>();
    let mut taken = vec![true; keys.len()];
    let read = Catalog::read(&text, Format::FairyStockfishIni);
    for error in read.diagnostics.iter().filter(|found| found.is_error()) {
        let before = &text[..error.span.start as usize];
        let line = before.matches('\n').count();
        if let Some(taken) = line.checked_sub(1).and_then(|line| taken.get_mut(line)) {
            *taken = false;
        }
    }
    taken
}

fn is_of_the_program(key: &str) -> bool {
    key.starts_with("mobilityRegion") || OF_THE_PROGRAM.lines().any(|name| name == key)
}

/// Whether the option gives a letter to a kind of piece.
fn is_piece(key: &str, keys: &[String]) -> bool {
    let (first, rest) = key.split_at(1);
    keys.contains(&format!(
        "mobilityRegionWhite{}{rest}",
        first.to_uppercase()
    ))
}

/// Whether an option can matter in the games that it is added to. Other boards need another start position,
/// and pieces that nobody has are needed a few times only.
fn matters(key: &str, keys: &[String]) -> bool {
    let few = ["king", "amazon", "cannon", "customPiece1", "customPiece2"];
    let region = key.strip_prefix("mobilityRegionWhite");
    let region = region.or(key.strip_prefix("mobilityRegionBlack"));
    match region {
        Some(piece) => ["Pawn", "Knight", "Rook", "King"].contains(&piece),
        None if is_piece(key, keys) => few.contains(&key),
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
        is_for_tables: false,
    }
}
