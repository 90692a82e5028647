//! `d` and `eval`: commands for interactive use.

use super::{Form, Uci, write};
use crate::protocol::action::Action;
use ferz::state::Color;
use ferz_designer::render::{BoardStyle, board_text};

impl Uci {
    /// Writes the board, the FEN, the hash and the checkers.
    pub(super) fn show(&self, out: &mut Vec<Action>) {
        let position = self.engine.position();
        let shape = self.engine.variant.shape();
        write(out, "");
        for line in board_text(position, BoardStyle::Ascii).lines() {
            write(out, line);
        }
        write(out, "");
        write(out, format!("Fen: {}", position.to_fen()));
        if self.form == Form::Usi
            && let Ok(sfen) = position.to_sfen()
        {
            write(out, format!("Sfen: {sfen}"));
        }
        write(out, format!("Key: {:016X}", position.hash()));
        let checkers = position.checkers();
        let checkers: Vec<String> = checkers.iter().map(|square| shape.name(square)).collect();
        write(
            out,
            format!("Checkers: {}", checkers.join(" "))
                .trim_end()
                .to_owned(),
        );
    }

    /// Writes the static evaluation.
    pub(super) fn evaluate(&mut self, out: &mut Vec<Action>) {
        if self.engine.game.outcome().is_over() {
            write(out, "Final evaluation: none (the game is over)");
            return;
        }
        let for_white = match self.engine.position().turn() {
            Color::White => 1.0,
            Color::Black => -1.0,
        };
        let worth = f64::from(self.engine.evaluate()) * for_white / 100.0;
        write(out, format!("Final evaluation: {worth:+.2} (White's view)"));
    }
}
