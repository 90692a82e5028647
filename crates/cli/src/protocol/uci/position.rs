//! `position`: the game to search.

use super::{Uci, refuse};
use crate::protocol::action::Action;
use crate::protocol::engine::Engine;
use crate::protocol::moves::{Spelling, read};
use ferz::game::{Game, Position};
use ferz::source::{Diagnostic, Span, codes};

/// A game as `position` gave it: the initial position and the move texts.
#[derive(Debug)]
pub(super) struct Played {
    /// The FEN of the initial position.
    beginning: String,
    moves: Vec<String>,
    spelling: Option<Spelling>,
}

impl Played {
    /// The start position of the engine's variant.
    pub(super) fn from_start(engine: &Engine) -> Played {
        Played {
            beginning: engine.game.beginning().to_fen(),
            moves: Vec::new(),
            spelling: None,
        }
    }
}

impl Uci {
    pub(super) fn set_position(&mut self, rest: &str, out: &mut Vec<Action>) {
        match self.told(rest) {
            Ok((game, played)) => {
                self.engine.game = game;
                self.played = played;
                self.refused = false;
            }
            Err(finding) => {
                self.refused = true;
                refuse(out, &finding);
            }
        }
    }

    /// The game of a `position` command.
    fn told(&self, rest: &str) -> Result<(Game, Played), Diagnostic> {
        let (place, moves) = split_at_word(rest, "moves");
        let moves = moves.unwrap_or_default();
        let (word, fen) = match place.split_once(char::is_whitespace) {
            Some((word, fen)) => (word, fen.trim()),
            None => (place, ""),
        };
        let variant = &self.engine.variant;
        let start = match word {
            "startpos" if !fen.is_empty() => {
                let message = format!("`moves` is missing before `{fen}`");
                return Err(Diagnostic::new(
                    codes::BAD_COMMAND,
                    Span::default(),
                    message,
                ));
            }
            "startpos" => variant.start(),
            "fen" => position_of(variant.parse_fen(fen))?,
            "sfen" => position_of(variant.parse_sfen(fen))?,
            _ => {
                let message = "write `position startpos`, `position fen FEN` or `position sfen SFEN`, then \
                    optionally `moves`";
                return Err(Diagnostic::new(
                    codes::BAD_COMMAND,
                    Span::default(),
                    message,
                ));
            }
        };
        let spelling = self.spelling();
        let beginning = start.to_fen();
        let texts: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        // Most `position` commands extend the previous game, which is reused.
        let goes_on = self.played.beginning == beginning && self.played.spelling == Some(spelling);
        let (mut game, known) = if goes_on {
            let pairs = self.played.moves.iter().zip(&texts);
            let known = pairs.take_while(|(known, new)| known == new).count();
            let mut game = self.engine.game.clone();
            while game.moves().len() > known {
                game.undo();
            }
            (game, known)
        } else {
            (Game::new(start), 0)
        };
        for text in &texts[known..] {
            let mv = read(game.position(), text, spelling).map_err(|finding| {
                let number = game.moves().len() + 1;
                let message = format!("move {number}, `{text}`: {}", finding.message);
                Diagnostic { message, ..finding }
            })?;
            game.play_unchecked(&mv);
        }
        let played = Played {
            beginning,
            moves: texts,
            spelling: Some(spelling),
        };
        Ok((game, played))
    }

    /// Changes the side to move.
    pub(super) fn flip(&mut self, out: &mut Vec<Action>) {
        let fen = self.engine.position().null_move().to_fen();
        self.set_position(&format!("fen {fen}"), out);
        self.refused = false;
    }
}

/// A position, or the first error of its FEN.
fn position_of(read: Result<Position, Vec<Diagnostic>>) -> Result<Position, Diagnostic> {
    read.map_err(|findings| {
        let first = findings.into_iter().find(Diagnostic::is_error);
        match first {
            Some(finding) => Diagnostic {
                message: format!("fen: {}", finding.message),
                ..finding
            },
            None => Diagnostic::new(codes::BAD_COMMAND, Span::default(), "fen"),
        }
    })
}

/// Splits a text at a word between blanks; the second part is missing where the word is.
pub(super) fn split_at_word<'t>(text: &'t str, word: &str) -> (&'t str, Option<&'t str>) {
    let is_alone = |at: &usize| {
        let (before, after) = (&text[..*at], &text[at + word.len()..]);
        before.ends_with(char::is_whitespace)
            && (after.is_empty() || after.starts_with(char::is_whitespace))
    };
    let mut found = text.match_indices(word).map(|(at, _)| at);
    match found.find(is_alone) {
        Some(at) => (text[..at].trim(), Some(text[at + word.len()..].trim())),
        None => (text.trim(), None),
    }
}
