//! The reason for the end of a game in PGN.

use std::collections::BTreeSet;

use super::{Annotation, Comment, Pgn};
use crate::game::{Game, Reason};

/// Phrases in the last comment by which programs report the end of a game, with their reasons.
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

/// The words of [`Pgn::ending`], without those of custom rules.
#[doc(hidden)]
pub fn endings() -> impl Iterator<Item = &'static str> {
    let reasons = Reason::ALL.iter().map(|reason| reason.as_str());
    let decisions = SAYINGS.iter().map(|(_, word)| *word);
    let all = reasons.chain(decisions).chain(["unsaid", "ongoing"]);
    let all: BTreeSet<&str> = all.collect();
    all.into_iter()
}

impl Pgn {
    /// The reason for the end of the game, in one word: a [`Reason`] if the rules end it, else the decision
    /// of the players in the tag `Termination` or the last comment (`resignation`, `time-forfeit`,
    /// `agreement`, `adjudication`, `abandoned`, …); `unsaid` if the text has none, and `ongoing` if the game
    /// is not over.
    ///
    /// `game` is the result of [`Pgn::replay`].
    pub fn ending(&self, game: &Game) -> String {
        match game.outcome().reason() {
            None => "ongoing".to_owned(),
            // A result without a reason is replayed as one of these two.
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
