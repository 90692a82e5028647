//! The openings of the command line, shared by threads.

use std::sync::{Mutex, PoisonError};

use crate::cli::load;
use crate::cli::stop::Stop;
use crate::referee::{Balance, Opening, OpeningBook, Openings};
use ferz::game::{Game, Position, Variant};
use ferz::notation::{PgnLimits, Replay, game_texts, read_epd, read_pgn};
use ferz::source::Diagnostic;

/// The openings of a run, shared by all threads.
#[derive(Debug)]
pub(in crate::cli) struct SharedBook<'a>(Mutex<OpeningBook<'a>>);

impl<'a> SharedBook<'a> {
    pub(in crate::cli) fn new(variant: &'a Variant, openings: &'a Openings, seed: u64) -> Self {
        SharedBook(Mutex::new(OpeningBook::new(variant, openings, seed)))
    }

    /// The opening with a number, or the reason why none exists.
    pub(in crate::cli) fn opening(&self, number: u64) -> Result<Opening, String> {
        let book = self.0.lock();
        book.unwrap_or_else(PoisonError::into_inner).opening(number)
    }
}

/// The openings of a variant.
pub(in crate::cli) fn openings(
    text: &str,
    even: &str,
    opening_plies: usize,
    variant: &Variant,
) -> Result<Openings, Stop> {
    let unknown = || {
        let known = "`random:N`, `start`, `shuffle`, `fen:FILE`, `epd:FILE` or `pgn:FILE`";
        Stop::Usage(format!("`--openings {text}`: write {known}"))
    };
    match text.split_once(':') {
        None if text == "start" => Ok(Openings::Start),
        None if text == "shuffle" => Ok(Openings::Shuffle),
        Some(("random", plies)) => {
            let plies = plies.parse().ok().filter(|plies| *plies <= 200);
            Ok(Openings::Random {
                plies: plies.ok_or_else(unknown)?,
                balance: balance(even)?,
            })
        }
        Some(("fen" | "epd", file)) => {
            let found = positions(file, variant)?;
            Ok(Openings::Positions(found))
        }
        Some(("pgn", file)) => {
            let found = beginnings(file, variant, opening_plies)?;
            Ok(Openings::Games(found))
        }
        _ => Err(unknown()),
    }
}

fn balance(text: &str) -> Result<Option<Balance>, Stop> {
    if text == "off" {
        return Ok(None);
    }
    let most = text.parse().ok().filter(|most| *most > 0);
    let wrong = || Stop::Usage(format!("`--balance {text}`: write a number, or `off`"));
    Ok(Some(Balance {
        most: most.ok_or_else(wrong)?,
        ..Balance::default()
    }))
}

/// The openings of the games in a file.
fn beginnings(file: &str, variant: &Variant, plies: usize) -> Result<Vec<Game>, Stop> {
    let text = load::read_text(file)?;
    let limits = PgnLimits::default();
    let mut found = Vec::new();
    for (index, game) in game_texts([&text], limits).enumerate() {
        let wrong = |finding: &Diagnostic| {
            Stop::wrong(&format!("{file}: game {}: {}", index + 1, finding.message))
        };
        let mut read = read_pgn(&game.text, limits);
        let replayed = read.value.replay(variant, Replay::default());
        let mut findings = read.diagnostics.iter().chain(&replayed.diagnostics);
        if let Some(error) = findings.find(|finding| finding.is_error()) {
            return Err(wrong(error));
        }
        let Some(replayed) = replayed.value else {
            continue;
        };
        // The result of the game is left out.
        let mut opening = Game::new(replayed.beginning());
        for mv in replayed.moves().take(plies) {
            opening.play_unchecked(mv);
        }
        found.push(opening);
    }
    if found.is_empty() {
        return Err(Stop::wrong(&format!("{file}: it contains no game")));
    }
    Ok(found)
}

/// The positions of a file, one per line: FENs, or EPD with operations, which are ignored.
fn positions(file: &str, variant: &Variant) -> Result<Vec<Position>, Stop> {
    let text = load::read_text(file)?;
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let fen = read_epd(line).value.fen.text;
        let position = variant.parse_fen(&fen).map_err(|findings| {
            let message = findings.first().map_or("", |finding| &finding.message);
            Stop::wrong(&format!("{file}: line {}: {message}", index + 1))
        })?;
        found.push(position);
    }
    if found.is_empty() {
        return Err(Stop::wrong(&format!("{file}: it contains no position")));
    }
    Ok(found)
}
