//! A definition with every kind of rule in it at once.

use std::collections::BTreeSet;

use ferz::definition::VariantDef;
use ferz::formats::{Catalog, Format, schema, write};
use ferz::game::{Game, Outcome, Strategy, Variant, perft, perft_with};
use ferz::notation::move_texts;
use ferz_designer::authoring::format_toml;
use ferz_designer::handbook::{Pictures, rules_page};

use crate::harness::{Random, snapshot};

const TEXT: &str = include_str!("data/every-rule/every-rule.toml");

fn read(text: &str) -> VariantDef {
    let parsed = Catalog::read(text, Format::Toml);
    assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
    parsed.value.first().expect("a variant").clone()
}

/// The keys below `rules` that a definition has, and those that the format knows.
#[test]
fn no_rule_is_missing() {
    let text: toml::Table = TEXT.parse().expect("good TOML");
    let written: BTreeSet<&str> = text["rules"]
        .as_table()
        .expect("a table")
        .keys()
        .map(String::as_str)
        .collect();
    // Other boards have intersections, other pieces leap first, and a program has its own rules.
    let elsewhere = [
        "intersections",
        "double-drop",
        "placement",
        "first-leaps",
        "custom",
    ];
    let schema = schema();
    let known = schema["definitions"]["Rules"]["properties"]
        .as_object()
        .expect("keys");
    let missing: Vec<&String> = known
        .keys()
        .filter(|key| !written.contains(key.as_str()) && !elsewhere.contains(&key.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_rule_together_is_read_written_and_described() {
    let def = read(TEXT);
    let export = write(&def, Format::Toml).expect("our own format is written");
    assert!(export.is_complete(), "{:?}", export.losses);
    let again = read(&export.text);
    assert_eq!(again, def);
    let tidy = format_toml(TEXT).expect("good TOML");
    assert_eq!(read(&tidy), def);
    let variant = Variant::compile(&def).expect("it can be played");
    snapshot(
        "handbook",
        "every-rule",
        &rules_page(&variant, Pictures::Files),
    );
}

/// Random games: FENs say everything, each move has a text of its own, and both engines count alike.
#[test]
fn every_rule_together_is_played() {
    let variant = Variant::compile(&read(TEXT)).expect("it can be played");
    let mut random = Random::new(7);
    let (mut ended, mut plies) = (0, 0);
    for _ in 0..2 {
        let mut game = Game::new(variant.start());
        for _ in 0..16 {
            let position = game.position().clone();
            if !matches!(game.outcome(), Outcome::Ongoing) {
                ended += 1;
                break;
            }
            let moves = position.legal_moves();
            let texts: BTreeSet<String> = move_texts(&position)
                .into_iter()
                .map(|(text, _)| text)
                .collect();
            assert_eq!(texts.len(), moves.len(), "{}", position.to_fen());
            let read = variant.parse_fen(&position.to_fen()).expect("its own FEN");
            assert_eq!(read.legal_moves(), moves, "{}", position.to_fen());
            assert_eq!(
                perft_with(&position, 1, Strategy::General),
                perft(&position, 1)
            );
            let mv = moves[random.below(moves.len())].clone();
            game.play(&mv).expect("a legal move");
            plies += 1;
        }
    }
    assert!(plies > 15, "{plies} half-moves, {ended} ended");
}
