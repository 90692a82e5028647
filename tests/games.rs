//! Random games of every built-in variant, which test the laws of all games.
//!
//! `cargo run --release --example random_games` plays any number of games to the end.

use ferz::formats::Catalog;
use ferz::game::Variant;
use ferz_designer::conformance::{Limits, Verdict, check, read_rows};

use crate::harness::games::random_game_by_law;
use crate::harness::{Random, builtin};

/// A short game of each.
#[test]
fn no_game_breaks_a_law() {
    let mut random = Random::new(7);
    let mut broken = Vec::new();
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        match random_game_by_law(&variant, &mut random, 30, 15) {
            Ok(played) => assert!(played.plies == 30 || played.end.is_some(), "{name}"),
            Err(law) => broken.push(law),
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Legal moves in random positions of the games whose pieces do more than walk, as small generators found them that
/// were written from the rules alone and share nothing with this one.
#[test]
fn other_generators_find_the_same_moves() {
    let find = |name: &str| -> Result<Variant, String> {
        let Some((name, query)) = name.split_once('?') else {
            return Ok(builtin(name));
        };
        let def = Catalog::builtin().configure(name, query);
        let def = def.ok_or("no variant has this name")?;
        let def = def.map_err(|findings| format!("{findings:?}"))?;
        Variant::compile(&def).map_err(|error| error.to_string())
    };
    let rows = read_rows(include_str!("data/rules/moves.jsonl"));
    assert_eq!(rows.diagnostics, []);
    assert!(rows.value.len() > 100);
    for row in &rows.value {
        let verdict = check(row, &find, Limits::default());
        assert_eq!(verdict, Verdict::Passed, "line {}", row.line);
    }
}
