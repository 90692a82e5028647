//! Writes a definition as a section of `variants.ini`, and tells what that language cannot say.
//!
//! The section is read again: whatever does not come back as it was is named.

use crate::definition::export::{Export, Loss};
use crate::definition::hooks::Hooks;
use crate::definition::{Limits, MoveDef, PieceDef, SpecialRules, VariantDef};

use super::plain;
use super::print;
use super::recover::{Recovered, recover};
use super::types::Type;

/// The files and ranks of the largest board that program has.
const LARGEST: (u8, u8) = (12, 10);

/// Writes a variant as a section.
pub fn write_fairy_stockfish(def: &VariantDef) -> Export {
    let mut recovered = match &def.rules.special {
        Some(rules) => recover(def, rules),
        None => plain::recover(def),
    };
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
    if let (Some(again), Some(rules)) = (read.value.first(), &def.rules.special) {
        let differences = compare(def, rules, &recovered.types, &again.def);
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
        let message = format!("{files} files and {ranks} ranks are more than 12 and 10");
        lost.report("board", message);
    }
    if !shape.holes().is_empty() {
        lost.report(
            "board.holes",
            "boards are rectangles; walls are part of a position",
        );
    }
    if !shape.vanishing().is_empty() {
        lost.report("board.vanishing", "squares do not vanish");
    }
    if def.rules.hooks != Hooks::default() {
        lost.report("rules.hooks", "there are no hooks");
    }
    for (name, piece) in &def.pieces {
        if !piece.powers.is_empty() {
            lost.report(format!("pieces.{name}"), "it has powers beside its moves");
        }
    }
}

/// What has not come back.
fn compare(
    def: &VariantDef,
    rules: &SpecialRules,
    types: &[Option<Type>],
    again: &VariantDef,
) -> Vec<Loss> {
    let mut found = Vec::new();
    for (name, piece) in &def.pieces {
        let other = again.pieces.values().find(|one| one.letter == piece.letter);
        if !other.is_some_and(|other| same_piece(piece, other)) {
            found.push(Loss::new(
                format!("pieces.{name}"),
                "it moves otherwise, or is missing",
            ));
        }
    }
    // Numbers mean the same only if no piece is missing and the order of types is theirs.
    let base: Vec<Type> = types.iter().flatten().copied().collect();
    let ordered = base.windows(2).all(|pair| pair[0] < pair[1]);
    let Some(back) = again.rules.special.as_ref() else {
        return found;
    };
    if def.pieces.len() != again.pieces.len() || !ordered {
        if found.is_empty() {
            let message = "the pieces come in another order, so that rules cannot be compared";
            found.push(Loss::new("pieces", message));
        }
        return found;
    }
    macro_rules! parts {
        ($($field:ident,)*) => {
            $(if rules.$field != back.$field {
                let place = format!("rules.{}", stringify!($field).replace('_', "-"));
                found.push(Loss::new(place, "it comes back otherwise"));
            })*
        };
    }
    parts! {
        forms, pawns, promotion, in_place, castling, en_passant, captures, drops, gating, walls,
        flip, passing, checks, no_dead_ends, extinction, flags, connection, ends_when_full, results,
        adjudication,
    }
    let (mine, theirs) = (&def.rules, &again.rules);
    if (mine.royal, mine.guard, mine.captured) != (theirs.royal, theirs.guard, theirs.captured) {
        found.push(Loss::new("rules.royal", "kings are never left attacked"));
    }
    if mine.scores != theirs.scores {
        let message = "games are won, lost or drawn and nothing between";
        found.push(Loss::new("rules.scores", message));
    }
    if (mine.move_limit, mine.repetition) != (theirs.move_limit, theirs.repetition) {
        found.push(Loss::new("rules.move-limit", "it comes back otherwise"));
    }
    found
}

/// Whether two pieces do the same, whatever their texts are.
fn same_piece(one: &PieceDef, other: &PieceDef) -> bool {
    let same =
        |(a, b): (&MoveDef, &MoveDef)| a.movement == b.movement && a.from == b.from && a.to == b.to;
    one.moves.len() == other.moves.len()
        && one.moves.iter().zip(&other.moves).all(same)
        && one.initial == other.initial
        && one.royal == other.royal
        && one.promotion == other.promotion
}
