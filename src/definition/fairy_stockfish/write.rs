//! Writes a definition as a section of `variants.ini`, and tells what that language cannot say.
//!
//! The section is read again: whatever does not come back as it was is named.

use crate::definition::differences::differences;
use crate::definition::export::Export;
use crate::definition::{Limits, VariantDef};

use super::print;
use super::recover::{Recovered, recover};

/// The files and ranks of the largest board that program has.
const LARGEST: (u8, u8) = (12, 10);

/// Writes a variant as a section.
pub fn write_fairy_stockfish(def: &VariantDef) -> Export {
    let mut recovered = recover(def);
    let mut text = format!("[{}]\n", def.name);
    for line in print::lines(&recovered.config) {
        text.push_str(&line);
        text.push('\n');
    }
    board(def, &mut recovered);
    let read = super::read(&text, &Limits::default());
    let errors = read.diagnostics.iter().filter(|one| one.is_error());
    for error in errors {
        recovered.lost.report("rules", error.message.clone());
    }
    if let Some(again) = read.value.first() {
        let differences = differences(def, &again.def);
        recovered.lost.add_unexplained(differences);
    }
    Export {
        text,
        losses: recovered.lost.into_list(),
    }
}

/// What no variant of that program has.
fn board(def: &VariantDef, recovered: &mut Recovered) {
    let lost = &mut recovered.lost;
    let shape = &def.shape;
    let (files, ranks) = (shape.files(), shape.ranks());
    if files > LARGEST.0 || ranks > LARGEST.1 {
        let (most_files, most_ranks) = LARGEST;
        let board = format!("a board of {files} x {ranks}");
        let message =
            format!("{board} is larger than {most_files} x {most_ranks}, the largest there");
        lost.report("board", message);
    }
    if !shape.vanishing().is_empty() {
        lost.report("board.vanishing", "squares do not vanish");
    }
    for (name, piece) in &def.pieces {
        if !piece.powers.is_empty() {
            lost.report(format!("pieces.{name}"), "it has powers beside its moves");
        }
    }
}
