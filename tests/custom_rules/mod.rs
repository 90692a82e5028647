//! Rules of a program's own: every phase, alone, together and beside the rules of the format.

mod castling;
mod definitions;
mod dropping;
mod gating;
mod mixtures;
mod phases;
mod program;
mod rules;
mod searched;
mod stocks;
mod together;

use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Variant};
use ferz::rules::RuleRegistry;

use rules::registry;

/// The first variant of a text, with some rules of a program's own.
fn variant_with(text: &str, registry: &RuleRegistry) -> Variant {
    let read = Catalog::read(text, Format::Toml);
    assert!(!read.has_errors(), "{text}: {:?}", read.diagnostics);
    let def = read.value.first().expect("a variant");
    Variant::builder(def)
        .rules(registry)
        .compile()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The same with the rules of these tests.
fn variant(text: &str) -> Variant {
    variant_with(text, &registry())
}

/// Chess with custom rules.
fn chess(custom: &str) -> Variant {
    variant(&format!("name = 'mine'\ninherits = 'chess'\n{custom}"))
}

fn at(variant: &Variant, fen: &str) -> Position {
    let read = variant.parse_fen(fen);
    read.unwrap_or_else(|found| panic!("{fen}: {found:?}"))
}

fn texts(position: &Position) -> Vec<String> {
    let moves = ferz::notation::move_texts(position);
    moves.into_iter().map(|(text, _)| text).collect()
}

/// The position after some moves, each of which is read from its text.
fn after(position: &Position, moves: &[&str]) -> Position {
    let mut position = position.clone();
    for text in moves {
        let mv = position.parse_move(text);
        let mv = mv.unwrap_or_else(|finding| panic!("{text}: {finding:?}"));
        position = position.play(&mv).expect("a legal move");
    }
    position
}
