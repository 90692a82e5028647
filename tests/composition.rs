//! Combinations of rules: the effect of a rule does not depend on the other rules of a variant.
//!
//! Each game of `ACTIVE` in `games` has one rule that matters in its position. It is combined with
//! each rule of `INERT`, which matters in none of these positions: perft must not change, by the
//! general engine and by the tables.

mod games;
mod lay;

use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Strategy, Variant, perft_with};
use ferz::rules::RuleRegistry;

pub(crate) use games::{ACTIVE, Game};
use games::{INERT, are_one};
pub(crate) use lay::{BASE, lay_over, lay_under, parse};

/// A piece that is on no board, so that rules about it never matter.
const GHOST: &str = "pieces.ghost = { letter = 'Y', move = 'W' }";

/// The position of a game with additional rules.
fn position(game: &Game, beside: &str) -> Position {
    position_with(game, beside, &RuleRegistry::new())
}

/// The position of a game with additional rules, which may include custom ones.
pub(crate) fn position_with(game: &Game, beside: &str, registry: &RuleRegistry) -> Position {
    mixture(game, &[beside], registry)
        .unwrap_or_else(|fault| panic!("{} beside {beside}: {fault}", game.0))
}

/// The position of a game with additional rules.
///
/// # Errors
/// If two of them contradict one another.
fn mixture(game: &Game, beside: &[&str], registry: &RuleRegistry) -> Result<Position, String> {
    let mut table = parse(BASE);
    lay_over(&mut table, parse(GHOST));
    lay_over(&mut table, parse(game.1));
    for other in beside {
        lay_under(&mut table, parse(other));
    }
    table.insert("name".to_owned(), "mixture".into());
    let text = toml::to_string(&table).expect("a table is text");
    let read = Catalog::read(&text, Format::Toml);
    if read.has_errors() {
        return Err(format!("{:?}", read.diagnostics));
    }
    let def = read.value.first().expect("a variant");
    let variant = Variant::builder(def)
        .rules(registry)
        .compile()
        .map_err(|error| error.to_string())?;
    Ok(variant.read_fen(game.2).value)
}

fn count(position: &Position, depth: u32, strategy: Strategy) -> u64 {
    perft_with(position, depth, strategy)
}

#[test]
fn every_rule_does_the_same_beside_every_rule_that_does_not_matter() {
    let mut pairs = 0;
    let mut wrong = Vec::new();
    for game in ACTIVE {
        let alone = count(&position(game, ""), game.3, Strategy::General);
        for (name, beside) in INERT {
            if are_one(game.0, name) {
                continue;
            }
            let position = position(game, beside);
            for strategy in [Strategy::General, Strategy::Fastest] {
                let found = count(&position, game.3, strategy);
                if found != alone {
                    wrong.push(format!(
                        "{} beside {name}, {strategy:?}: {found} instead of {alone}",
                        game.0
                    ));
                }
            }
            pairs += 1;
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {pairs}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(pairs > 1_500, "{pairs}");
}

/// Without its rule the perft of a game differs, so that the test above can fail.
#[test]
fn every_active_rule_matters_where_it_is_tried() {
    let plain = |fen| ("nothing", "", fen, 0);
    // What the base has.
    let mut idle = Vec::new();
    let is_base = |name: &str| matches!(name, "en passant" | "guard = 'every'");
    for game in ACTIVE.iter().filter(|game| !is_base(game.0)) {
        let with = count(&position(game, ""), game.3, Strategy::General);
        let without = count(&position(&plain(game.2), ""), game.3, Strategy::General);
        if with == without || with == 0 {
            idle.push(game.0);
        }
    }
    assert!(idle.is_empty(), "{idle:?}");
}
