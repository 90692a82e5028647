//! Shared parts of the tests: built-in variants and reproducible random games.

mod folder;
pub(crate) mod games;
pub(crate) mod invented;
mod random;
pub(crate) mod scene;

use ferz::definition::{PieceDef, RulesDef, VariantDef};
use ferz::formats::Catalog;
use ferz::game::{Position, Variant};

pub(crate) use folder::Folder;
pub(crate) use random::Random;

/// A built-in variant.
pub(crate) fn builtin(name: &str) -> Variant {
    let def = Catalog::builtin()
        .get(name)
        .unwrap_or_else(|| panic!("{name} is not built in"));
    Variant::compile(def).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The names of the built-in variants without special rules whose pieces only walk, which are played by tables.
pub(crate) fn names() -> Vec<String> {
    let catalog = Catalog::builtin();
    catalog
        .names()
        .filter(|name| catalog.get(name).is_some_and(has_pieces_only))
        .map(str::to_owned)
        .collect()
}

/// Whether moves and ends of a variant are those of its pieces, draws and royalty apart.
pub(crate) fn has_pieces_only(def: &VariantDef) -> bool {
    let rules = &def.rules;
    let mut usual = RulesDef::default();
    usual.builtin.clone_from(&rules.builtin);
    let ends = [
        "royal",
        "guard",
        "captured-to",
        "stalemate",
        "move-limit",
        "repetition",
        "material",
        "scores",
        "restarts",
        "back-and-forth-loses",
        "chasing",
        "counting",
    ];
    (usual.builtin).retain(|name, _| ends.contains(&name.as_str()));
    *rules == usual && def.pieces.values().all(PieceDef::only_walks)
}

/// The positions of a random game, the start included.
pub(crate) fn random_game(variant: &Variant, random: &mut Random, plies: usize) -> Vec<Position> {
    let mut positions = vec![variant.start()];
    for _ in 0..plies {
        let last = &positions[positions.len() - 1];
        let moves = last.legal_moves();
        if moves.is_empty() {
            break;
        }
        let next = last.play_unchecked(&moves[random.below(moves.len())]);
        positions.push(next);
    }
    positions
}

/// Compares a text with `tests/snapshots/MODULE/NAME.snap`.
pub(crate) fn snapshot(module: &str, name: &str, content: &str) {
    insta::with_settings!({
        snapshot_path => format!("../snapshots/{module}"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, content);
    });
}
