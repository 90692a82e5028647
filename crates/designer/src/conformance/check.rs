//! Checks conformance rows against this library.

use std::collections::BTreeSet;

use super::row::{ExpectedOutcome, Game, MoveForm, Notation, Question, Row};
use super::{drawing, effects};
use ferz::game::{Game as Played, Outcome, Position, Strategy, Variant, claimed_perft};
use ferz::movement::Movement;
use ferz::notation::move_texts;
use ferz::source::Diagnostic;
use ferz::state::{Move, MoveKind};

/// The limits of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Larger perft counts are skipped.
    pub max_nodes: Option<u64>,
    /// The engine that counts.
    pub strategy: Strategy,
}

/// The verdict on a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The answers agree.
    Passed,
    /// The answers differ.
    Failed(Failure),
    /// The row was not checked, for this reason.
    Skipped(String),
}

/// The difference between the expected and the found answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The question.
    pub asked: String,
    /// The answer of the row.
    pub expected: String,
    /// The answer of this library.
    pub found: String,
}

impl Failure {
    pub(super) fn new(
        asked: &str,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Failure {
        Failure {
            asked: asked.to_owned(),
            expected: expected.into(),
            found: found.into(),
        }
    }
}

/// Checks a row. `find` returns the variant of a name, or the reason why it is missing.
pub fn check(row: &Row, find: &dyn Fn(&str) -> Result<Variant, String>, limits: Limits) -> Verdict {
    let result = match &row.question {
        Question::Perft { game, counts } => {
            return position(game, MoveForm::Text, find).map_or_else(Verdict::Failed, |position| {
                perft_counts(&position, counts, limits)
            });
        }
        Question::Legal { game, legal, form } => {
            position(game, *form, find).and_then(|position| legal_moves(&position, legal, *form))
        }
        Question::Piece(piece) => {
            let expected: BTreeSet<String> = piece.moves.iter().cloned().collect();
            let asked = format!("`{}` on {}", piece.betza, piece.shape.name(piece.from));
            compare(&asked, &expected, &drawing::moves(piece))
        }
        Question::Notation(notation) => validity(notation),
        Question::Steps(steps) => {
            found(&steps.variant, find).and_then(|variant| effects::compare(steps, &variant))
        }
        Question::Outcome { game, outcome } => {
            played(game, MoveForm::Text, find).and_then(|game| end(&game, outcome.as_ref()))
        }
    };
    match result {
        Ok(()) => Verdict::Passed,
        Err(failure) => Verdict::Failed(failure),
    }
}

/// The position of a row.
fn position(
    game: &Game,
    form: MoveForm,
    find: &dyn Fn(&str) -> Result<Variant, String>,
) -> Result<Position, Failure> {
    played(game, form, find).map(|played| played.position().clone())
}

/// The variant of a name.
fn found(name: &str, find: &dyn Fn(&str) -> Result<Variant, String>) -> Result<Variant, Failure> {
    find(name).map_err(|reason| {
        let asked = format!("variant `{name}`");
        Failure::new(&asked, "a variant of this name", reason)
    })
}

/// The game of a row.
fn played(
    game: &Game,
    form: MoveForm,
    find: &dyn Fn(&str) -> Result<Variant, String>,
) -> Result<Played, Failure> {
    let variant = found(&game.variant, find)?;
    let start = match &game.fen {
        None => variant.start(),
        Some(fen) => variant.parse_fen(fen).map_err(|findings| {
            let asked = format!("FEN `{fen}`");
            Failure::new(&asked, "a position", listed(&findings))
        })?,
    };
    let mut played = Played::new(start);
    for text in &game.moves {
        let position = played.position();
        let one = match form {
            MoveForm::Pairs => by_pair(position, text),
            MoveForm::Text => None,
        };
        let one = match one {
            Some(one) => one,
            None => position.parse_move(text).map_err(|finding| {
                let asked = format!("move `{text}` in {}", position.to_fen());
                Failure::new(&asked, "a legal move", listed(&[finding]))
            })?,
        };
        played.play_unchecked(&one);
        if let Some(finding) = played.position().beyond_limits() {
            let asked = format!("moves of {}", played.position().to_fen());
            return Err(Failure::new(&asked, "a list", listed(&[finding])));
        }
    }
    Ok(played)
}

fn perft_counts(position: &Position, counts: &[u64], limits: Limits) -> Verdict {
    let mut asked = false;
    for (index, expected) in counts.iter().enumerate() {
        if limits.max_nodes.is_some_and(|limit| *expected > limit) {
            continue;
        }
        asked = true;
        let depth = index as u32 + 1;
        let found = claimed_perft(position, depth, limits.strategy, *expected);
        if found.as_ref() != Ok(expected) {
            let question = format!("perft at depth {depth} of {}", position.to_fen());
            let found = found.map_or_else(|finding| listed(&[finding]), |count| count.to_string());
            let failure = Failure::new(&question, expected.to_string(), found);
            return Verdict::Failed(failure);
        }
    }
    match limits.max_nodes {
        Some(limit) if !asked => Verdict::Skipped(format!("every count is above {limit}")),
        _ => Verdict::Passed,
    }
}

fn legal_moves(position: &Position, legal: &[String], form: MoveForm) -> Result<(), Failure> {
    // The victims after the `;` may be empty.
    let bare = |text: &str| text.trim_end_matches(';').to_owned();
    let (expected, found) = match form {
        MoveForm::Text => (
            legal.iter().map(|text| bare(text)).collect(),
            move_texts(position)
                .into_iter()
                .map(|(text, _)| bare(&text))
                .collect(),
        ),
        MoveForm::Pairs => (
            legal
                .iter()
                .map(|text| pair_of_text(position, text))
                .collect(),
            position
                .legal_moves()
                .iter()
                .map(|one| pair(position, one))
                .collect(),
        ),
    };
    compare("legal moves", &expected, &found).map_err(|failure| Failure {
        asked: format!("{} of {}", failure.asked, position.to_fen()),
        ..failure
    })
}

/// The squares of origin and target; the move text for drops.
fn pair(position: &Position, one: &Move) -> String {
    let shape = position.variant().shape();
    if one.kind == MoveKind::Drop {
        position.move_text(one)
    } else {
        format!("{}{}", shape.name(one.from), shape.name(one.to))
    }
}

/// The first two squares of a text; the whole text if it does not begin with two squares.
fn pair_of_text(position: &Position, text: &str) -> String {
    let shape = position.variant().shape();
    let pair = || {
        let (_, from) = shape.parse_prefix(text)?;
        let (_, to) = shape.parse_prefix(&text[from..])?;
        Some(text[..from + to].to_owned())
    };
    pair().unwrap_or_else(|| text.to_owned())
}

/// The move of a pair of squares: the only one, or the plain one without relocations and with the first
/// promotion choice of the definition.
fn by_pair(position: &Position, text: &str) -> Option<Move> {
    let mut found: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|one| one.kind != MoveKind::Drop && pair(position, one) == text)
        .collect();
    if found.len() > 1 {
        let plain = |one: &Move| {
            matches!(one.kind, MoveKind::Normal | MoveKind::Pass)
                && one.shifts.is_empty()
                && one.gate.is_none()
        };
        let index = found.iter().position(plain)?;
        return Some(found.swap_remove(index));
    }
    found.pop()
}

fn validity(notation: &Notation) -> Result<(), Failure> {
    let read = Movement::read(&notation.betza, notation.dialect);
    let found = if read.diagnostics.is_empty() {
        "no finding".to_owned()
    } else {
        listed(&read.diagnostics)
    };
    let has_code = |code: &String| {
        read.diagnostics
            .iter()
            .any(|finding| finding.code.as_str() == code)
    };
    let asked = format!("`{}` in {}", notation.betza, notation.dialect);
    if read.has_errors() == notation.valid {
        let expected = if notation.valid {
            "no error"
        } else {
            "an error"
        };
        return Err(Failure::new(&asked, expected, found));
    }
    match notation.code.as_ref().filter(|code| !has_code(code)) {
        Some(code) => Err(Failure::new(&asked, code.as_str(), found)),
        None => Ok(()),
    }
}

fn end(game: &Played, expected: Option<&ExpectedOutcome>) -> Result<(), Failure> {
    let outcome = game.outcome();
    let agree = match (expected, outcome) {
        (None, Outcome::Ongoing) => true,
        (
            Some(expected),
            Outcome::Ended {
                white,
                black,
                reason,
            },
        ) => {
            let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
            near(expected.white, white)
                && near(expected.black, black)
                && expected
                    .reason
                    .as_ref()
                    .is_none_or(|word| word == reason.as_str())
        }
        _ => false,
    };
    if agree {
        return Ok(());
    }
    let expected = match expected {
        None => "the game goes on".to_owned(),
        Some(one) => shares(one.white, one.black, one.reason.as_deref()),
    };
    let found = match outcome {
        Outcome::Ongoing => "the game goes on".to_owned(),
        Outcome::Ended {
            white,
            black,
            reason,
        } => shares(white, black, Some(reason.as_str())),
    };
    let asked = format!("outcome of {}", game.position().to_fen());
    Err(Failure::new(&asked, expected, found))
}

fn shares(white: f64, black: f64, reason: Option<&str>) -> String {
    match reason {
        Some(reason) => format!("{white} : {black} by {reason}"),
        None => format!("{white} : {black}"),
    }
}

fn compare(
    asked: &str,
    expected: &BTreeSet<String>,
    found: &BTreeSet<String>,
) -> Result<(), Failure> {
    if expected == found {
        return Ok(());
    }
    let only = |these: &BTreeSet<String>, those: &BTreeSet<String>| {
        let words: Vec<&str> = these.difference(those).map(String::as_str).collect();
        if words.is_empty() {
            format!("{} moves", these.len())
        } else {
            format!("{} moves, among them {}", these.len(), words.join(" "))
        }
    };
    Err(Failure::new(
        asked,
        only(expected, found),
        only(found, expected),
    ))
}

fn listed(findings: &[Diagnostic]) -> String {
    let texts: Vec<String> = findings
        .iter()
        .map(|finding| format!("{}: {}", finding.code, finding.message))
        .collect();
    texts.join("; ")
}
