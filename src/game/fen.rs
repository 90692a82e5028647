//! Writes a position as FEN.

use super::position::Position;
use crate::rules::{CompiledRules, kept_field, write_file_rights, write_own, write_rights};
use crate::state::fen::write_board;
use crate::state::{Color, Setup};

impl Position {
    /// The position as a FEN with all fields.
    pub fn to_fen(&self) -> String {
        written(self.variant().book(), self.setup())
    }
}

/// The FEN of a setup, with all fields.
fn written(book: &CompiledRules, setup: &Setup) -> String {
    let board = write_board(&setup.board, &setup.hands, &book.shape, &book.letters);
    let turn = if setup.turn == Color::White { 'w' } else { 'b' };
    let rights = if book.rights_are_files() {
        write_file_rights(book, setup)
    } else {
        write_rights(book, setup)
    };
    // The limit of a count is written in the field of the en passant squares.
    let count = setup.special.count.filter(|_| setup.en_passant.is_empty());
    let own = write_own(book, setup, &rights);
    let mut text = format!(
        "{board} {turn} {rights} {}{} {} {}{own}",
        count.map_or_else(
            || en_passant_field(book, setup),
            |count| count.limit.to_string()
        ),
        counters_field(book, setup),
        count.map_or(setup.halfmove_clock, |count| count.ply),
        setup.fullmove_number
    );
    if let Some(kept) = &setup.special.kept {
        text.push_str(&kept_field(&written(book, kept)));
    }
    text
}

/// The remaining checks, if the variant counts them.
fn counters_field(book: &CompiledRules, setup: &Setup) -> String {
    if book.checks().counted {
        let [white, black] = setup.special.checks;
        format!(" {white}+{black}")
    } else {
        String::new()
    }
}

/// The en passant squares, with the square of the victim if it is not the first piece straight behind.
fn en_passant_field(book: &CompiledRules, setup: &Setup) -> String {
    let shape = &book.shape;
    if setup.en_passant.is_empty() {
        return "-".to_owned();
    }
    let mut squares: Vec<_> = setup.en_passant.iter().map(|mark| mark.target).collect();
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
