//! Writes a position as FEN.

use super::position::Position;
use crate::geometry::CompactSort;
use crate::rules::{CompiledRules, kept_field, write_file_rights, write_own, write_rights};
use crate::state::fen::write_board;
use crate::state::{Color, Setup};

impl Position {
    /// The position as a FEN with all fields.
    pub fn to_fen(&self) -> String {
        written(self.variant().compiled_rules(), self.setup())
    }
}

/// The FEN of a setup, with all fields.
fn written(rules: &CompiledRules, setup: &Setup) -> String {
    let board = write_board(&setup.board, &setup.hands, &rules.shape, &rules.letters);
    let turn = if setup.turn == Color::White { 'w' } else { 'b' };
    let rights = if rules.rights_are_files() {
        write_file_rights(rules, setup)
    } else {
        write_rights(rules, setup)
    };
    // The limit of a count takes the place of the en passant squares.
    let count = setup.special.count.filter(|_| setup.en_passant.is_empty());
    let own = write_own(rules, setup, &rights);
    let mut text = format!(
        "{board} {turn} {rights} {}{} {} {}{own}",
        count.map_or_else(
            || en_passant_field(rules, setup),
            |count| count.limit.to_string()
        ),
        counters_field(rules, setup),
        count.map_or(setup.halfmove_clock, |count| count.ply),
        setup.fullmove_number
    );
    if let Some(kept) = &setup.special.kept {
        text.push_str(&kept_field(&written(rules, kept)));
    }
    text
}

/// The remaining checks, if the variant counts them.
fn counters_field(rules: &CompiledRules, setup: &Setup) -> String {
    if rules.facts.checks.counted {
        let [white, black] = setup.special.checks;
        format!(" {white}+{black}")
    } else {
        String::new()
    }
}

/// The en passant squares, with the square of the victim if it is not the first piece straight behind.
fn en_passant_field(rules: &CompiledRules, setup: &Setup) -> String {
    let shape = &rules.shape;
    if setup.en_passant.is_empty() {
        return "-".to_owned();
    }
    let mut squares: Vec<_> = setup.en_passant.iter().map(|mark| mark.target).collect();
    let aslant = setup
        .en_passant
        .iter()
        .any(|mark| rules.ahead_of(setup, mark.target) != Some(mark.victim));
    if aslant {
        squares.extend(setup.en_passant.iter().map(|mark| mark.victim));
    }
    squares.sort_compactly_by_key(|square| (shape.file_of(*square), shape.rank_of(*square)));
    squares.dedup();
    squares
        .into_iter()
        .map(|square| shape.name(square))
        .collect()
}
