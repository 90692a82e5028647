//! USI, the form of UCI that programs of the shogi family speak: after the command `usi` instead of `uci`.

use super::{Running, Uci, write};
use crate::protocol::action::Action;
use crate::protocol::options::Offer;
use crate::search::{Found, Score};

/// Which of the two forms is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Uci,
    Usi,
}

/// The options of UCI that are called otherwise, without their `USI_`.
const OWN_NAMES: [&str; 2] = ["Hash", "Ponder"];

impl Form {
    /// The name of an option: USI has no blanks in names.
    pub(super) fn option_name(self, offer: Offer) -> String {
        if self == Form::Uci {
            return offer.name.to_owned();
        }
        let name = offer.name.replace(' ', "_");
        match name.strip_prefix("UCI_") {
            Some(rest) => format!("USI_{rest}"),
            None if OWN_NAMES.contains(&name.as_str()) => format!("USI_{name}"),
            None => name,
        }
    }

    /// The option that is meant by a name of this form.
    pub(super) fn find(self, offers: &[Offer], name: &str) -> Option<Offer> {
        let mut offers = offers.iter();
        (self == Form::Usi)
            .then(|| offers.find(|offer| self.option_name(**offer).eq_ignore_ascii_case(name)))
            .flatten()
            .copied()
    }

    /// The answer to `go` of who has no move.
    pub(super) fn no_move(self) -> &'static str {
        match self {
            Form::Uci => "bestmove (none)",
            Form::Usi => "bestmove resign",
        }
    }

    /// The answer to a `go` that is refused.
    pub(super) fn refusal(self) -> &'static str {
        match self {
            Form::Uci => "bestmove 0000",
            Form::Usi => "bestmove resign",
        }
    }

    /// The place of White's clock among `wtime` and `btime`: in USI the side that moves first is `b`.
    pub(super) fn place_of(self, word: &str) -> usize {
        usize::from(word.starts_with('w') == (self == Form::Usi))
    }
}

impl Uci {
    /// Speaks USI from now on. Who has not chosen a variant plays Shogi.
    pub(super) fn speak_usi(&mut self, out: &mut Vec<Action>) {
        self.form = Form::Usi;
        if !self.has_chosen && self.engine.choose("shogi").is_ok() {
            self.begin_again();
        }
        self.introduce(out);
    }

    /// The answer to a search for a mate.
    pub(super) fn say_mate(&self, running: &Running, found: &Found, out: &mut Vec<Action>) {
        let answer = match found.lines.first().map(|line| (line.score, &line.moves)) {
            Some((Score::Mate(1..), moves)) => {
                let root = running.game.position();
                let texts = super::report::variation(root, moves, self.spelling());
                texts.join(" ")
            }
            None | Some((Score::Mate(_), _)) => "nomate".to_owned(),
            Some((Score::Units(_), _)) => "timeout".to_owned(),
        };
        write(out, format!("checkmate {answer}"));
    }
}
