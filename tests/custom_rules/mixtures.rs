//! Custom rules beside each other and beside the rules of the format.

use ferz::definition::RuleTable;
use ferz::formats::Catalog;
use ferz::game::{Position, Strategy, Variant, perft, perft_with};

use super::rules::registry;
use super::{at, chess, texts};
use crate::composition::{ACTIVE, position_with};
use crate::harness::{Random, games};

/// What a custom rule is tried beside everything with.
const BESIDE: &[(&str, &str)] = &[
    ("hop", "rules.custom.hop = { pieces = '*' }"),
    (
        "shadow",
        "rules.custom.shadow = { piece = 'king', leaves = 'knight' }",
    ),
    ("peace", "rules.custom.peace.zone = 'rank 1..7'"),
    ("zeal", "rules.custom.zeal = {}"),
    ("tally", "rules.custom.tally.limit = 1"),
    ("stare", "rules.custom.stare.piece = 'rook'"),
    ("prize", "rules.custom.prize.piece = 'queen'"),
];

fn counts(position: &Position, depth: u32) -> [u64; 2] {
    [Strategy::General, Strategy::Fastest].map(|strategy| perft_with(position, depth, strategy))
}

#[test]
fn a_custom_rule_acts_beside_every_rule_of_the_format() {
    let registry = registry();
    let (mut pairs, mut acting) = (0, 0);
    let mut wrong = Vec::new();
    for game in ACTIVE {
        let depth = game.3.min(2);
        let alone = perft_with(
            &position_with(game, "", &registry),
            depth,
            Strategy::General,
        );
        let mut acts = Vec::new();
        for (name, custom) in BESIDE {
            let [general, fastest] = counts(&position_with(game, custom, &registry), depth);
            if general != fastest {
                wrong.push(format!("{} beside {name}: {general}, {fastest}", game.0));
            }
            if general != alone {
                acts.push(*name);
            }
            pairs += 1;
        }
        acting += acts.len();
        // What each king leaves behind, and hopping, matter everywhere that kings can move.
        if acts.is_empty() {
            wrong.push(format!("{}: no custom rule does anything", game.0));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(pairs > 300 && acting > 150, "{acting} of {pairs}");
}

#[test]
fn the_rules_of_the_format_act_beside_a_custom_rule() {
    let registry = registry();
    let custom = "rules.custom.idle = { loud = true }";
    for game in ACTIVE {
        let alone = perft_with(
            &position_with(game, "", &registry),
            game.3,
            Strategy::General,
        );
        let found = counts(&position_with(game, custom, &registry), game.3);
        assert_eq!(found, [alone; 2], "{}", game.0);
    }
}

#[test]
fn an_idle_custom_rule_changes_no_count_of_built_ins() {
    let names = [
        "chess",
        "capablanca",
        "crazyhouse",
        "atomic",
        "antichess",
        "horde",
        "3check",
        "racingkings",
        "kingofthehill",
        "seirawan",
        "makruk",
        "xiangqi",
        "shogi",
        "duck",
        "breakthrough",
        "grand",
        "spartan",
        "sittuyin",
        "baroque",
        "rococo",
        "optima",
        "maxima",
        "renaissance",
        "apothecary-chess-classic",
    ];
    let registry = registry();
    let mut tried = 0;
    for name in names {
        let Some(def) = Catalog::builtin().get(name) else {
            panic!("{name} is not built in");
        };
        let plain = Variant::compile(def).expect(name);
        let mut def = def.clone();
        def.rules.custom.insert("idle".to_owned(), RuleTable::new());
        let with = Variant::builder(&def)
            .rules(&registry)
            .compile()
            .expect(name);
        let wanted = perft(&plain.start(), 2);
        assert_eq!(counts(&with.start(), 2), [wanted; 2], "{name}");
        assert_eq!(with.start().to_fen(), plain.start().to_fen(), "{name}");
        tried += 1;
    }
    assert!(tried >= 20);
}

#[test]
fn two_rules_act_together_in_the_order_of_the_definition() {
    let both = chess(
        "rules.custom.prize.piece = 'knight'\nrules.custom.tally.limit = 2\nrules.drops = {}",
    );
    let start = at(&both, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    let next = super::after(&start, &["e4d5"]);
    assert_eq!(
        next.to_fen(),
        "4k3/8/8/3P4/8/8/8/4K3[N] b - - 0 1 prize=d5 tally=1/0"
    );
    // A hop leaves a shadow.
    let both = chess(
        "rules.custom.hop.pieces = 'rook'\nrules.custom.shadow = { piece = 'rook', leaves = 'pawn' }",
    );
    let found = texts(&at(&both, "4k3/8/8/8/8/P7/8/R3K3 w - - 0 1"));
    assert!(!found.contains(&"a1a3".to_owned()));
    let found = texts(&at(&both, "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1"));
    assert!(found.contains(&"a1a3;P@a1".to_owned()), "{found:?}");
}

#[test]
fn random_games_of_custom_rules_beside_others_break_no_law() {
    let mut random = Random::new(11);
    let registry = registry();
    let several = "rules.custom = { reborn = {}, hop = { pieces = '*' }, shadow = { piece = 'knight', leaves = 'pawn' }, \
                   tally = { limit = 9 }, prize = { piece = 'pawn' } }";
    for parent in [
        "chess",
        "crazyhouse",
        "atomic",
        "duck",
        "baroque",
        "seirawan",
        "horde",
    ] {
        let text = format!("name = 'mine'\ninherits = '{parent}'\n{several}");
        let read = Catalog::read(&text, ferz::formats::Format::Toml);
        let def = read.value.first().cloned();
        // Baroque has no piece of the usual names.
        let Some(def) = def.filter(|def| def.pieces.contains_key("knight")) else {
            continue;
        };
        let variant = Variant::builder(&def)
            .rules(&registry)
            .compile()
            .expect(parent);
        for _ in 0..2 {
            let played = games::random_game_by_law(&variant, &mut random, 30, 15);
            played.unwrap_or_else(|law| panic!("{parent}: {law}"));
        }
    }
}

#[test]
fn tables_decline_custom_rules_with_the_reason() {
    let tally = chess("rules.custom.tally = {}");
    let described = tally.describe_tables();
    assert_eq!(
        described,
        "general engine only: the rule `tally` is not in tables"
    );
}
