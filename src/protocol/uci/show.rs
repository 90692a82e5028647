//! `d` and `eval`: what people who sit at a terminal ask for.

use super::report::variation;
use super::{Purpose, Running, Uci, write};
use crate::protocol::action::Action;
use crate::protocol::job::Signals;
use crate::render::{BoardStyle, board_text};
use crate::search::{Found, Limits, Score};
use crate::state::Color;

/// How deep `eval` looks.
const EVALUATION_DEPTH: u32 = 1;

impl Uci {
    /// The board, the FEN, the number of the position, and who gives check.
    pub(super) fn show(&self, out: &mut Vec<Action>) {
        let position = self.engine.position();
        let shape = self.engine.variant.shape();
        write(out, "");
        for line in board_text(position, BoardStyle::Ascii).lines() {
            write(out, line);
        }
        write(out, "");
        write(out, format!("Fen: {}", position.to_fen()));
        write(out, format!("Key: {:016X}", position.key()));
        let checkers = position.checkers();
        let checkers: Vec<String> = checkers.iter().map(|square| shape.name(square)).collect();
        write(
            out,
            format!("Checkers: {}", checkers.join(" "))
                .trim_end()
                .to_owned(),
        );
    }

    /// What the position is worth to a search of one half-move.
    pub(super) fn evaluate(&mut self, out: &mut Vec<Action>) {
        let signals = Signals::default();
        let job = self
            .engine
            .search(Limits::depth(EVALUATION_DEPTH), signals.clone());
        self.run_aside(job, signals, Purpose::Evaluation, out);
    }

    pub(super) fn say_evaluation(&self, running: &Running, found: &Found, out: &mut Vec<Action>) {
        let root = running.game.position();
        let for_white = if root.turn() == Color::White { 1 } else { -1 };
        let Some(line) = found.lines.first() else {
            write(out, "Final evaluation: none (the game is over)");
            return;
        };
        let value = match line.score {
            Score::Units(units) => format!("{:+.2}", f64::from(units * for_white) / 100.0),
            Score::Mate(moves) => format!("mate in {}", moves * for_white),
        };
        let moves = variation(root, &line.moves, self.spelling()).join(" ");
        write(
            out,
            format!("Final evaluation: {value} (White's view, after {moves})"),
        );
    }
}
