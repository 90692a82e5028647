//! Random games of every built-in variant, by the laws that hold in all of them.
//!
//! `cargo run --release --example random_games` plays as many as one likes, to their end.

use ferz::definition::Catalog;

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
