//! Writes a definition as a section of `variants.ini`, and tells what that language cannot say.
//!
//! The section is read again: whatever does not come back as it was is named.

use crate::definition::{MoveDef, PieceDef, SpecialRules, VariantDef};
use crate::source::{Diagnostic, Parse, Span, codes};

use super::plain;
use super::print;
use super::recover::{Recovered, recover};
use super::types::Type;

/// The largest board that program has.
const LARGEST: (u8, u8) = (12, 10);

/// The section, and findings about everything it does not say.
pub(super) fn write(def: &VariantDef) -> Parse<String> {
    let (recovered, rest) = match &def.rules.special {
        Some(rules) => (recover(def, rules), Vec::new()),
        None => plain::recover(def),
    };
    let mut text = format!("[{}]\n", def.name);
    for line in print::lines(&recovered.config) {
        text.push_str(&line);
        text.push('\n');
    }
    let mut lost = recovered.lost.clone();
    lost.extend(rest);
    board(def, &mut lost);
    let read = super::read(&text, &crate::definition::Limits::default());
    if read.has_errors() {
        let messages = read.diagnostics.iter().map(|one| one.message.clone());
        lost.extend(messages);
    }
    if let (Some(again), Some(rules)) = (read.value.first(), &def.rules.special) {
        compare(def, rules, &recovered, &again.def, &mut lost);
    }
    lost.sort();
    lost.dedup();
    Parse {
        value: text,
        diagnostics: lost
            .into_iter()
            .map(|what| {
                Diagnostic::new(
                    codes::NOT_EXPRESSIBLE,
                    Span::default(),
                    format!("{what}: `variants.ini` cannot say this"),
                )
            })
            .collect(),
    }
}

/// Boards that program does not have.
fn board(def: &VariantDef, lost: &mut Vec<String>) {
    let shape = &def.shape;
    let (files, ranks) = (shape.files(), shape.ranks());
    if files > LARGEST.0 || ranks > LARGEST.1 {
        lost.push(format!("a board of {files} files and {ranks} ranks"));
    }
    if !shape.holes().is_empty() {
        lost.push("the holes of the board".to_owned());
    }
    if !shape.vanishing().is_empty() {
        lost.push("the vanishing squares of the board".to_owned());
    }
    if def.rules.hooks != Default::default() {
        lost.push("the hooks of the game".to_owned());
    }
    for (name, piece) in &def.pieces {
        if !piece.powers.is_empty() {
            lost.push(format!("the powers of `{name}`"));
        }
    }
}

/// Names what has not come back.
fn compare(
    def: &VariantDef,
    rules: &SpecialRules,
    recovered: &Recovered,
    again: &VariantDef,
    lost: &mut Vec<String>,
) {
    let complete = recovered.types.iter().flatten().count();
    if complete < again.pieces.len().min(def.pieces.len()) && !recovered.lost.is_empty() {
        // Numbers are not comparable where pieces are missing.
        return;
    }
    for (name, piece) in &def.pieces {
        match again.pieces.values().find(|one| one.letter == piece.letter) {
            Some(other) if same_piece(piece, other) => {}
            _ => lost.push(format!("the piece `{name}`")),
        }
    }
    if def.pieces.keys().ne(again.pieces.keys()) && renumbers(&recovered.types) {
        return;
    }
    let Some(back) = &again.rules.special else {
        return;
    };
    macro_rules! parts {
        ($($field:ident: $what:literal),* $(,)?) => {
            $(if rules.$field != back.$field {
                lost.push($what.to_owned());
            })*
        };
    }
    parts! {
        forms: "what pieces count as",
        pawns: "the promotion of pawns",
        promotion: "the promotion of other pieces",
        in_place: "promotion in place",
        castling: "castling",
        en_passant: "capture en passant",
        captures: "what captures do",
        drops: "drops",
        gating: "gating",
        walls: "walls",
        flip: "turning pieces over",
        passing: "passing",
        checks: "what kings may do and suffer",
        no_dead_ends: "squares that cannot be left",
        extinction: "winning by extinction",
        flags: "winning by reaching squares",
        connection: "winning by connection",
        ends_when_full: "the end on a full board",
        results: "the results of mate and stalemate",
        adjudication: "ends by the course of the game",
    }
    if def.rules.royal != again.rules.royal
        || def.rules.guard != again.rules.guard
        || def.rules.captured != again.rules.captured
    {
        lost.push("what royal pieces demand, or what becomes of captured pieces".to_owned());
    }
}

/// Whether the types come in another order than the pieces.
fn renumbers(types: &[Option<Type>]) -> bool {
    let known: Vec<Type> = types.iter().flatten().copied().collect();
    known.windows(2).any(|pair| pair[0] >= pair[1])
}

/// Whether two pieces do the same, whatever their texts are.
fn same_piece(one: &PieceDef, other: &PieceDef) -> bool {
    let same = |(a, b): (&MoveDef, &MoveDef)| {
        a.movement == b.movement && a.from == b.from && a.to == b.to
    };
    one.moves.len() == other.moves.len()
        && one.moves.iter().zip(&other.moves).all(same)
        && one.initial == other.initial
        && one.royal == other.royal
        && one.promotion == other.promotion
}
