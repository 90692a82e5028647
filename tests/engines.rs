//! The tables and the general engine agree, in random games and artificial positions.

use std::fmt::Write as _;

use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Strategy, Variant, divide, perft_with};
use ferz::state::Move;

use crate::harness::invented::{Invented, invent, invent_rare};
use crate::harness::{Random, builtin};

/// How many games are invented.
const N_GAMES: usize = 40;

const ENGINES: [Strategy; 2] = [Strategy::Fastest, Strategy::General];

/// The first difference between the engines in a position.
fn difference(position: &Position) -> Option<String> {
    let at = |what: &str| Some(format!("{what} at {}", position.to_fen()));
    let [fast, general] = ENGINES.map(|engine| position.legal_moves_with(engine));
    if fast != general {
        let mut text = String::new();
        for (which, moves, others) in [("fast", &fast, &general), ("general", &general, &fast)] {
            for mv in moves.iter().filter(|mv| !others.contains(mv)) {
                let _ = write!(text, "\nonly {which}: {mv:?}");
            }
        }
        return at(&text);
    }
    let depth = if general.len() > 12 { 1 } else { 2 };
    let [fast, general] = ENGINES.map(|engine| perft_with(position, depth, engine));
    if fast != general {
        return at(&format!("perft {depth}: {fast}, {general} by the judge"));
    }
    None
}

/// Rules are drawn at random, pieces are thrown on the board, and random moves are played.
#[test]
fn engines_agree_on_invented_games() {
    let n_on_tables = agree_on(&mut Random::new(2026), invent);
    assert!(n_on_tables * 2 > N_GAMES, "{n_on_tables} games on tables");
}

/// The same with rules that few games have: walls, passes, facing kings, restricted checks, last pieces
/// that are royal, pieces that their own kind blocks.
#[test]
fn engines_agree_on_invented_games_with_rare_rules() {
    let n_on_tables = agree_on(&mut Random::new(18), invent_rare);
    assert!(n_on_tables * 4 > N_GAMES, "{n_on_tables} games on tables");
}

/// Plays games by both engines; returns how many of them are on tables.
fn agree_on(random: &mut Random, invent: impl Fn(&mut Random) -> Invented) -> usize {
    let (mut n_positions, mut n_on_tables) = (0, 0);
    let mut failures = Vec::new();
    for _ in 0..N_GAMES {
        let game = invent(random);
        let declined = game.variant.describe_tables();
        n_on_tables += usize::from(!declined.starts_with("general engine only"));
        let thrown = (0..10).filter_map(|_| game.throw(random));
        let mut roots: Vec<Position> = thrown.collect();
        roots.push(game.variant.start());
        'roots: for root in roots {
            let mut position = root;
            for _ in 0..4 {
                n_positions += 1;
                if let Some(text) = difference(&position) {
                    failures.push(format!("{text}\n{}", game.text));
                    break 'roots;
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play_unchecked(&moves[random.below(moves.len())]);
            }
        }
    }
    println!("{n_on_tables} on tables, {n_positions} positions");
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n\n")
    );
    assert!(n_positions > N_GAMES * 10, "{n_positions} positions");
    n_on_tables
}

/// Definitions in which the engines once differed, with positions and the correct counts. Counts
/// that do not come from another program follow from the rules, as the comments explain.
#[test]
fn positions_in_which_engines_differed() {
    let text = include_str!("data/engines.toml");
    let read = Catalog::read(text, Format::Toml);
    assert!(!read.has_errors(), "{:?}", read.diagnostics);
    let rows = include_str!("data/engines.txt");
    let mut n_rows = 0;
    for row in rows
        .lines()
        .filter(|row| !row.starts_with('#') && !row.is_empty())
    {
        let parts: Vec<&str> = row.split('|').map(str::trim).collect();
        let [name, fen, counts] = parts[..] else {
            panic!("{row}");
        };
        let def = read
            .value
            .get(name)
            .or_else(|| Catalog::builtin().get(name));
        let def = def.unwrap_or_else(|| panic!("{name} is nowhere"));
        let variant = Variant::compile(def).unwrap_or_else(|error| panic!("{name}: {error}"));
        let position = variant
            .parse_fen(fen)
            .unwrap_or_else(|findings| panic!("{row}: {findings:?}"));
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let count: u64 = count.parse().expect("a count");
            for engine in ENGINES {
                if count < 20_000 || engine == Strategy::Fastest {
                    let found = perft_with(&position, depth, engine);
                    assert_eq!(found, count, "{row}: perft {depth} by {engine:?}");
                }
            }
            if count < 20_000 {
                let sum: u64 = divide(&position, depth)
                    .iter()
                    .map(|(_, count)| count)
                    .sum();
                assert_eq!(sum, count, "{row}: the sum at depth {depth}");
            }
        }
        assert_eq!(difference(&position), None, "{row}");
        n_rows += 1;
    }
    assert!(n_rows > 10, "only {n_rows} rows were there");
}

/// A list of moves is the same however often it is asked for, and every move on it can be played,
/// whichever engine found it: also where a double step leaves nothing to be captured.
#[test]
fn a_legal_move_stays_legal() {
    let quiet = "[quiet]\ninherits = 'chess'\nrules.en-passant.zone = 'none'\n";
    let read = Catalog::read(quiet, Format::Toml);
    let quiet = read.value.get("quiet").expect("it can be read");
    let quiet = Variant::compile(quiet).expect("it can be played");
    for variant in [
        quiet,
        builtin("chess"),
        builtin("baroque"),
        builtin("crazyhouse"),
    ] {
        let position = variant.start();
        let held: Vec<Move> = position.legal_moves();
        for _ in 0..120 {
            assert_eq!(position.legal_moves(), held);
        }
        for engine in ENGINES {
            assert_eq!(position.legal_moves_with(engine), held);
        }
        for mv in &held {
            let played = position.play(mv);
            assert!(played.is_ok(), "{:?}: {mv:?}", variant.def().name);
        }
    }
}
