//! A position as a FEN.

use super::position::Position;
use crate::rules::{write_file_rights, write_own, write_rights};
use crate::state::Color;
use crate::state::fen::write_board;

impl Position {
    /// The position as a FEN with all fields.
    pub fn to_fen(&self) -> String {
        let book = self.variant().book();
        let setup = self.setup();
        let board = write_board(&setup.board, &setup.hands, &book.shape, &book.letters);
        let turn = if setup.turn == Color::White { 'w' } else { 'b' };
        let rights = if book.rules().rights_are_files() {
            write_file_rights(book, setup)
        } else {
            write_rights(book, setup)
        };
        // The limit of a count stands in the place of the squares that were passed.
        let count = setup.special.count.filter(|_| setup.en_passant.is_empty());
        let own = write_own(book, setup, &rights);
        format!(
            "{board} {turn} {rights} {}{} {} {}{own}",
            count.map_or_else(|| self.en_passant_field(), |count| count.limit.to_string()),
            self.counters_field(),
            count.map_or(setup.halfmove_clock, |count| count.ply),
            setup.fullmove_number
        )
    }

    /// The checks still to give, where they are counted.
    fn counters_field(&self) -> String {
        if self.variant().book().rules().checks.counted {
            let [white, black] = self.setup().special.checks;
            format!(" {white}+{black}")
        } else {
            String::new()
        }
    }

    /// The passed squares, and the victim's where it is not the first piece straight behind them.
    fn en_passant_field(&self) -> String {
        let shape = self.variant().shape();
        let setup = self.setup();
        if setup.en_passant.is_empty() {
            return "-".to_owned();
        }
        let mut squares: Vec<_> = setup.en_passant.iter().map(|mark| mark.target).collect();
        let book = self.variant().book();
        let aslant = setup
            .en_passant
            .iter()
            .any(|mark| book.ahead_of(setup, mark.target) != Some(mark.victim));
        if aslant {
            squares.extend(setup.en_passant.iter().map(|mark| mark.victim));
        }
        squares.sort_by_key(|square| (shape.file_of(*square), shape.rank_of(*square)));
        squares.dedup();
        squares
            .into_iter()
            .map(|square| shape.name(square))
            .collect()
    }
}
