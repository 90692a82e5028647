//! Why a game has ended, as far as its text and the rules say it.

use super::{Annotation, Comment, Pgn};
use crate::game::{Game, Reason};

/// What programs write into the last comment when players end a game, and what it means.
const SAYINGS: [(&str, &str); 13] = [
    ("resign", "resignation"),
    ("time", "time-forfeit"),
    ("agree", "agreement"),
    ("adjudicat", "adjudication"),
    ("illegal", "illegal-move"),
    ("abandon", "abandoned"),
    ("disconnect", "abandoned"),
    ("connection", "abandoned"),
    ("stall", "abandoned"),
    ("rules infraction", "rules-infraction"),
    ("unterminated", "unterminated"),
    ("death", "death"),
    ("emergency", "emergency"),
];

impl Pgn {
    /// Why the game has ended, in one word: a [`Reason`] where the rules have ended it, or what the tag
    /// `Termination` or the last comment say of the players (`resignation`, `time-forfeit`,
    /// `agreement`, `adjudication`, `abandoned`, …); `unsaid` where nobody tells, and `ongoing`.
    ///
    /// `game` is what [`Pgn::replay`] has made of it.
    pub fn ending(&self, game: &Game) -> String {
        match game.outcome().reason() {
            None => "ongoing".to_owned(),
            // Where a text tells a result and not why, one of these has been believed of it.
            Some(Reason::Resignation | Reason::Agreement) => self.decision(),
            Some(reason) => reason.to_string(),
        }
    }

    fn decision(&self) -> String {
        let last = self.line.moves.last();
        let annotations = last.map_or(&self.line.before, |mv| &mv.annotations);
        let comments = annotations.iter().rev().filter_map(|one| match one {
            Annotation::Comment(Comment { text }) => Some(text.as_str()),
            _ => None,
        });
        for text in self.tag("Termination").into_iter().chain(comments) {
            let text = text.to_lowercase();
            if let Some((_, word)) = SAYINGS.iter().find(|(saying, _)| text.contains(saying)) {
                return (*word).to_owned();
            }
        }
        "unsaid".to_owned()
    }
}
