//! Games as text: tags in brackets, moves with their numbers, and the result, as in PGN.
//!
//! ```text
//! [Variant "apothecary-chess-classic?setup=14"]
//! [FEN "…"]                          only if the game does not begin at the start
//! [Result "0.75-0.25"]
//! [Termination "stalemate"]          a reason, as `ferz moves --json` names it
//!
//! 1. c2d4 f11e9 2. … 0.75-0.25
//! ```
//!
//! The moves are written as [`move_texts`](super::move_texts) writes them, and read in short algebraic
//! notation as well. A record with tags but none for the variant is one of chess, as everywhere. Other
//! tags, comments in braces or behind `;`, variations in parentheses, and `$` with a number are read over. A result is White's share of the
//! point and Black's: `1-0`, `0-1`, `1/2-1/2`, or decimals; `*` is a game that goes on.

use std::fmt::Write as _;

use crate::game::{Game, Outcome, Reason, Variant};
use crate::source::{Diagnostic, Parse, Span, codes, nearest, without_mark};
use crate::state::Color;

/// Columns that a line of moves has at most.
const WIDTH: usize = 80;

/// The record of a game. `name` is how readers find its variant.
///
/// ```
/// use ferz::definition::Catalog;
/// use ferz::game::{Game, Variant};
/// use ferz::notation::{read_record, write_record};
/// use ferz::state::Color;
///
/// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
/// let mut game = Game::new(chess.start());
/// let first = game.position().parse_move("e2e4").unwrap();
/// game.play(&first).unwrap();
/// game.resign(Color::Black);
/// let text = write_record(&game, "chess");
/// assert!(text.ends_with("1. e2e4 1-0\n"));
/// let again = read_record(&text, |_| Some(chess.clone())).into_result().unwrap().unwrap();
/// assert_eq!(again.outcome(), game.outcome());
/// ```
pub fn write_record(game: &Game, name: &str) -> String {
    let beginning = game.beginning();
    let mut text = format!("[Variant \"{}\"]\n", escaped(name));
    if beginning != beginning.variant().start() {
        let _ = writeln!(text, "[FEN \"{}\"]", escaped(&beginning.to_fen()));
    }
    let outcome = game.outcome();
    let result = result_text(&outcome);
    let _ = writeln!(text, "[Result \"{result}\"]");
    if let Outcome::Ended { reason, .. } = outcome {
        let _ = writeln!(text, "[Termination \"{reason}\"]");
    }
    text.push('\n');
    let mut line = String::new();
    let mut add = |word: &str| {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    };
    let mut position = beginning;
    let mut number = 1;
    for (index, one) in game.moves().enumerate() {
        match position.turn() {
            Color::White => add(&format!("{number}.")),
            Color::Black if index == 0 => add(&format!("{number}...")),
            Color::Black => {}
        }
        if position.turn() == Color::Black {
            number += 1;
        }
        add(&position.move_text(one));
        position = position.play_unchecked(one);
    }
    add(&result);
    text.push_str(&line);
    text.push('\n');
    text
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// A result as it stands behind the moves.
pub fn result_text(outcome: &Outcome) -> String {
    match *outcome {
        Outcome::Ongoing => "*".to_owned(),
        Outcome::Ended { white, black, .. } if is(white, 0.5) && is(black, 0.5) => {
            "1/2-1/2".to_owned()
        }
        Outcome::Ended { white, black, .. } => format!("{white}-{black}"),
    }
}

fn is(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

/// Reads a record. `find` gives the variant that its first tag names.
///
/// Findings: `E0611` for what is no record, `E0612` for a variant that is not found, those of the
/// FEN and of a move that is not legal (`E0601`, `E0602`), behind which nothing is played, and
/// `W0611` for a result that is not the one that the rules or the players' decision give.
pub fn read_record(text: &str, find: impl FnOnce(&str) -> Option<Variant>) -> Parse<Option<Game>> {
    let mut reader = Reader {
        text: &without_mark(text),
        at: 0,
        findings: Vec::new(),
    };
    let value = reader.record(find);
    Parse {
        value,
        diagnostics: reader.findings,
    }
}

/// A piece of the text with its place.
#[derive(Clone, Debug)]
struct Word {
    text: String,
    span: Span,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    findings: Vec<Diagnostic>,
}

#[derive(Default)]
struct Tags {
    variant: Option<Word>,
    fen: Option<Word>,
    result: Option<Word>,
    termination: Option<Word>,
    /// Whether there are tags that only other programs read.
    others: bool,
}

impl Reader<'_> {
    fn record(&mut self, find: impl FnOnce(&str) -> Option<Variant>) -> Option<Game> {
        let tags = self.tags();
        let named = tags.variant.or_else(|| {
            tags.others.then(|| Word {
                text: "chess".to_owned(),
                span: Span::at(0),
            })
        });
        let Some(name) = named else {
            let finding = Diagnostic::new(
                codes::RECORD_VARIANT,
                Span::at(0),
                "the record does not say which variant it is of",
            );
            self.findings
                .push(finding.with_help("write `[Variant \"chess\"]` before the moves"));
            return None;
        };
        let Some(variant) = find(&name.text) else {
            let message = format!("there is no variant `{}` here", name.text);
            let finding = Diagnostic::new(codes::RECORD_VARIANT, name.span, message);
            self.findings.push(finding.with_help(
                "a record names a built-in variant; any other is given with the record",
            ));
            return None;
        };
        let beginning = match &tags.fen {
            None => variant.start(),
            Some(fen) => {
                let read = variant.read_fen(&fen.text);
                let has_errors = read.has_errors();
                let start = fen.span.start as usize;
                self.findings
                    .extend(read.diagnostics.into_iter().map(|one| one.shifted(start)));
                if has_errors {
                    return None;
                }
                read.value
            }
        };
        let mut game = Game::new(beginning);
        let behind = self.moves(&mut game)?;
        let result = behind.or(tags.result);
        self.conclude(&mut game, result, tags.termination);
        Some(game)
    }

    /// The tags in front of the moves.
    fn tags(&mut self) -> Tags {
        let mut tags = Tags::default();
        loop {
            self.skip_blanks();
            let start = self.at;
            if !self.rest().starts_with('[') {
                return tags;
            }
            let line = self.rest().lines().next().unwrap_or_default().len();
            let tag = self.text[start..start + line].trim_end();
            self.at += line;
            let parts = tag
                .strip_prefix('[')
                .and_then(|inner| inner.strip_suffix(']'))
                .and_then(|inner| inner.split_once(char::is_whitespace))
                .and_then(|(name, value)| {
                    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
                    Some((name, value))
                });
            let Some((name, value)) = parts else {
                let finding = Diagnostic::new(
                    codes::RECORD_SYNTAX,
                    Span::new(start, start + tag.len()),
                    "this is no tag",
                );
                self.findings
                    .push(finding.with_help("a tag is a line such as `[Variant \"chess\"]`"));
                continue;
            };
            let from = start + tag.find('"').map_or(0, |quote| quote + 1);
            let word = Word {
                text: value.replace("\\\"", "\"").replace("\\\\", "\\"),
                span: Span::new(from, from + value.len()),
            };
            match name {
                "Variant" => tags.variant = Some(word),
                "FEN" => tags.fen = Some(word),
                "Result" => tags.result = Some(word),
                "Termination" => tags.termination = Some(word),
                // Names of players, dates and the like.
                _ => tags.others = true,
            }
        }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Plays the moves and returns the result behind them; nothing if a move cannot be played.
    #[expect(clippy::option_option, reason = "no result is not a failure")]
    fn moves(&mut self, game: &mut Game) -> Option<Option<Word>> {
        let mut result = None;
        while let Some(word) = self.word()? {
            if let Some(behind) = &result {
                let Word { span, .. } = behind;
                let finding = Diagnostic::new(
                    codes::RECORD_SYNTAX,
                    word.span,
                    "nothing is expected behind the result",
                );
                self.findings.push(finding.with_label(*span, "the result"));
                return None;
            }
            if shares(&word.text).is_some() || word.text == "*" {
                result = Some(word);
                continue;
            }
            match game.position().parse_move(&word.text) {
                Ok(one) => game.play_unchecked(&one),
                Err(finding) => {
                    self.findings
                        .push(finding.shifted(word.span.start as usize));
                    return None;
                }
            }
        }
        Some(result)
    }

    /// The next move or result, without numbers and comments; nothing if a comment has no end.
    #[expect(clippy::option_option, reason = "the end of the text is not a failure")]
    fn word(&mut self) -> Option<Option<Word>> {
        let mut variations = Vec::new();
        loop {
            self.skip_blanks();
            let start = self.at;
            let rest = self.rest();
            if rest.is_empty() {
                let Some(opened) = variations.pop() else {
                    return Some(None);
                };
                let place = Span::new(opened, opened + 1);
                let finding =
                    Diagnostic::new(codes::RECORD_SYNTAX, place, "this variation has no end");
                self.findings.push(finding.with_help("write `)` behind it"));
                return None;
            }
            if rest.starts_with('{') {
                let Some(length) = rest.find('}') else {
                    let place = Span::new(start, start + 1);
                    let finding =
                        Diagnostic::new(codes::RECORD_SYNTAX, place, "this comment has no end");
                    self.findings.push(finding.with_help("write `}` behind it"));
                    return None;
                };
                self.at += length + 1;
                continue;
            }
            if rest.starts_with(';') {
                self.at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            // What might have been played instead, and within it again.
            if rest.starts_with('(') {
                variations.push(start);
                self.at += 1;
                continue;
            }
            if rest.starts_with(')') {
                self.at += 1;
                if variations.pop().is_some() {
                    continue;
                }
                let place = Span::new(start, start + 1);
                let message = "no variation begins before this `)`";
                let finding = Diagnostic::new(codes::RECORD_SYNTAX, place, message);
                self.findings.push(finding);
                return None;
            }
            // Within a variation `)` ends it; elsewhere it may belong to a move.
            let ends = |char: char| char == '{' || char == ')' && !variations.is_empty();
            let length = rest
                .find(|char: char| char.is_whitespace() || ends(char))
                .unwrap_or(rest.len());
            self.at += length;
            let word = &self.text[start..start + length];
            let behind_number = word.trim_start_matches(|char: char| char.is_ascii_digit());
            let move_text = behind_number.trim_start_matches('.');
            let is_numbered = behind_number.len() < word.len() && behind_number.starts_with('.');
            let is_glyph = word
                .strip_prefix('$')
                .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
            let is_result = word == "*" || shares(word).is_some();
            if !variations.is_empty()
                || is_glyph
                || (is_numbered && !is_result && move_text.is_empty())
            {
                continue;
            }
            let text = if is_numbered && !is_result {
                move_text
            } else {
                word
            };
            let from = start + word.len() - text.len();
            return Some(Some(Word {
                text: text.to_owned(),
                span: Span::new(from, start + length),
            }));
        }
    }

    /// Lets the players end the game if the record says so, and compares its result.
    fn conclude(&mut self, game: &mut Game, result: Option<Word>, termination: Option<Word>) {
        let reason = termination.and_then(|word| {
            // Custom rules have words of their own.
            let by_rules = match game.outcome() {
                Outcome::Ended { reason, .. } => Some(reason),
                Outcome::Ongoing => None,
            };
            let mut all = Reason::ALL.iter().copied().chain(by_rules);
            let known = all.find(|one| one.as_str() == word.text);
            if known.is_none() {
                let words = Reason::ALL.iter().map(|one| one.as_str());
                let finding = Diagnostic::new(
                    codes::RECORD_RESULT,
                    word.span,
                    format!("no game ends for the reason `{}`", word.text),
                );
                self.findings.push(match nearest(&word.text, words) {
                    Some(near) => finding.with_help(format!("did you mean `{near}`?")),
                    None => finding,
                });
            }
            known.map(|reason| (reason, word.span))
        });
        let claimed = result
            .as_ref()
            .and_then(|word| Some((shares(&word.text)?, word.span)));
        match (reason, claimed) {
            (Some((Reason::Resignation, _)), Some(((white, black), _))) if !is(white, black) => {
                game.resign(if white < black {
                    Color::White
                } else {
                    Color::Black
                });
            }
            (Some((Reason::Agreement, _)), Some(((white, _), _))) => {
                // A share beyond the point is no share, and is told below.
                let _ = game.agree(white);
            }
            _ => {}
        }
        let outcome = game.outcome();
        let found = match outcome {
            Outcome::Ongoing => None,
            Outcome::Ended { white, black, .. } => Some((white, black)),
        };
        let claimed = claimed.map(|(shares, _)| shares);
        let agrees = match (found, claimed) {
            (Some(one), Some(other)) => is(one.0, other.0) && is(one.1, other.1),
            (one, other) => one.is_none() && other.is_none(),
        };
        if let Some(Word { span: place, .. }) = result
            && !agrees
        {
            self.findings.push(
                Diagnostic::new(
                    codes::RECORD_RESULT,
                    place,
                    match &outcome {
                        Outcome::Ongoing => "by the rules the game goes on here".to_owned(),
                        Outcome::Ended { reason, .. } => {
                            format!("the result is {}, for {reason}", result_text(&outcome))
                        }
                    },
                )
                .with_help(
                    "`[Termination \"resignation\"]` or `\"agreement\"` says that the players \
                     ended the game",
                ),
            );
            return;
        }
        if let (Some((said, place)), Outcome::Ended { reason, .. }) = (reason, &outcome)
            && said != *reason
        {
            self.findings.push(Diagnostic::new(
                codes::RECORD_RESULT,
                place,
                format!("the game ends for {reason}"),
            ));
        }
    }
}

/// White's share and Black's.
fn shares(text: &str) -> Option<(f64, f64)> {
    let (white, black) = text.split_once('-')?;
    Some((share(white)?, share(black)?))
}

fn share(text: &str) -> Option<f64> {
    if text == "1/2" {
        return Some(0.5);
    }
    let is_number = text.starts_with(|char: char| char.is_ascii_digit())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = is_number.then(|| text.parse().ok())??;
    (0.0..=1.0).contains(&value).then_some(value)
}
