//! USI, the dialect of UCI for the shogi family, selected by the command `usi` instead of `uci`.

use super::{Running, Uci, write};
use crate::protocol::action::Action;
use crate::protocol::options::OptionSpec;
use ferz::search::{Score, SearchResult};

/// The protocol in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Uci,
    Usi,
}

/// Options of UCI with other names in USI, without the prefix `USI_`.
const OWN_NAMES: [&str; 2] = ["Hash", "Ponder"];

impl Form {
    /// The name of an option. USI allows no blanks in names.
    pub(super) fn option_name(self, offer: OptionSpec) -> String {
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

    /// The option with a name of this protocol.
    pub(super) fn find(self, offers: &[OptionSpec], name: &str) -> Option<OptionSpec> {
        let mut offers = offers.iter();
        (self == Form::Usi)
            .then(|| offers.find(|offer| self.option_name(**offer).eq_ignore_ascii_case(name)))
            .flatten()
            .copied()
    }

    /// The answer to `go` if the side to move has no moves.
    pub(super) fn no_move(self) -> &'static str {
        match self {
            Form::Uci => "bestmove (none)",
            Form::Usi => "bestmove resign",
        }
    }

    /// The answer to a refused `go`.
    pub(super) fn refusal(self) -> &'static str {
        match self {
            Form::Uci => "bestmove 0000",
            Form::Usi => "bestmove resign",
        }
    }

    /// The side of the clock `wtime` or `btime`, as an index: in USI `b` is the side that moves first.
    pub(super) fn place_of(self, word: &str) -> usize {
        usize::from(word.starts_with('w') == (self == Form::Usi))
    }
}

impl Uci {
    /// Switches to USI; the variant becomes shogi unless one has been selected.
    pub(super) fn speak_usi(&mut self, out: &mut Vec<Action>) {
        self.form = Form::Usi;
        if !self.has_chosen && self.engine.choose("shogi").is_ok() {
            self.begin_again();
        }
        self.introduce(out);
    }

    /// Writes the answer to a mate search.
    pub(super) fn say_mate(&self, running: &Running, found: &SearchResult, out: &mut Vec<Action>) {
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
