//! Mate problems that the general engine has made: each is solved, in so many moves and not in fewer.
//!
//! `tests/data/mates.txt` was written by the test that is ignored:
//! `cargo test --release --test suite -- --ignored --nocapture makes_mate_problems`.

use ferz::formats::Catalog;
use ferz::game::{Game, Outcome, Position, Strategy};
use ferz::search::{Control, Limits, Score, SearchOptions, Searcher};
use ferz::state::Color;

use crate::harness::{Random, builtin};

const ROWS: &str = include_str!("data/mates.txt");

/// Whether a side wins within so many half-moves, whatever the other side does; `budget` counts positions.
/// A side may have several moves in a row.
fn is_won(position: &Position, winner: Color, half_moves: u32, budget: &mut u32) -> bool {
    if let outcome @ Outcome::Ended { .. } = position.outcome() {
        return outcome.winner() == Some(winner);
    }
    let (Some(left), Some(further)) = (budget.checked_sub(1), half_moves.checked_sub(1)) else {
        return false;
    };
    *budget = left;
    let all = position.legal_moves_with(Strategy::General);
    let mut after = all.iter().map(|mv| position.play_unchecked(mv));
    let mut is_won = |after: Position| is_won(&after, winner, further, budget);
    if position.turn() == winner {
        after.any(is_won)
    } else {
        after.all(&mut is_won)
    }
}

/// The same for a side to move that wins with its move of this number, or with the answer to it.
fn wins_in(position: &Position, moves: u32, budget: &mut u32) -> bool {
    is_won(position, position.turn(), 2 * moves, budget)
}

fn solved(position: &Position, moves: u32) -> Option<Score> {
    let options = SearchOptions {
        table_mib: 4,
        ..SearchOptions::default()
    };
    let mut searcher = Searcher::new(position.variant(), options);
    let limits = Limits {
        mate: Some(moves),
        ..Limits::default()
    };
    let game = Game::new(position.clone());
    searcher
        .search(&game, &limits, &Control::default(), &mut |_| {})
        .score()
}

#[test]
fn every_mate_is_found() {
    // Problems that the general engine found itself, and those that a search had foretold.
    let mut n_solved = [0, 0];
    let mut is_foretold = false;
    let mut failures = Vec::new();
    for row in ROWS.lines() {
        if row.starts_with('#') {
            is_foretold |= row.contains("a search of 1000 positions had said");
            continue;
        }
        let mut fields = row.splitn(3, '\t');
        let (Some(name), Some(moves), Some(fen)) = (fields.next(), fields.next(), fields.next())
        else {
            panic!("{row}");
        };
        let moves: u32 = moves.parse().unwrap();
        let position = builtin(name).parse_fen(fen).unwrap();
        let score = solved(&position, moves);
        if score == Some(Score::Mate(moves as i32)) {
            n_solved[usize::from(is_foretold)] += 1;
        } else {
            failures.push(format!("{row}: {score:?}"));
        }
    }
    println!("{n_solved:?} mates");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(n_solved[0] >= 200 && n_solved[1] > 0, "{n_solved:?}");
}

/// Searches of positions of random games; mates that they say are tried out, as far as that goes within
/// a limit.
fn try_mates_that_are_said(searches: usize, seed: u64) -> (usize, usize, Vec<String>) {
    let mut random = Random::new(seed);
    let (mut n_proved, mut n_open, mut false_mates) = (0, 0, Vec::new());
    let names: Vec<&str> = Catalog::builtin().names().collect();
    for number in 0..searches {
        let name = names[number % names.len()];
        let mut position = builtin(name).start();
        for _ in 0..10 + random.below(60) {
            let moves = position.moves();
            if moves.is_empty() || position.outcome().is_over() {
                break;
            }
            let code = moves.get(random.below(moves.len())).unwrap();
            position = position.play_code(code);
        }
        let Some(Score::Mate(moves)) = solved_quickly(&position) else {
            continue;
        };
        // Longer ones take too long to be tried out.
        let (loses, moves) = (moves <= 0, moves.unsigned_abs());
        if moves > 2 {
            n_open += 1;
            continue;
        }
        let mut budget = 20_000;
        let is_mate = if loses {
            is_won(
                &position,
                position.turn().opponent(),
                2 * moves + 1,
                &mut budget,
            )
        } else {
            wins_in(&position, moves, &mut budget)
        };
        match (is_mate, budget) {
            (true, _) => n_proved += 1,
            (false, 0) => n_open += 1,
            (false, _) => false_mates.push(format!("{name}\t{moves}\t{}", position.to_fen())),
        }
    }
    (n_proved, n_open, false_mates)
}

#[test]
#[ignore = "takes minutes; the figure is in benches/log/strength.md"]
fn no_mate_is_false_in_ten_thousand_searches() {
    let (n_proved, n_open, false_mates) = try_mates_that_are_said(10_000, 5);
    println!("{n_proved} mates proved, {n_open} too long to prove");
    assert!(false_mates.is_empty(), "{}", false_mates.join("\n"));
}

#[test]
fn no_mate_is_false() {
    let (n_proved, _, false_mates) = try_mates_that_are_said(272, 6);
    assert!(false_mates.is_empty(), "{}", false_mates.join("\n"));
    assert!(n_proved > 2, "{n_proved}");
}

const NAMES: [&str; 28] = [
    "losalamos",
    "minishogi",
    "minixiangqi",
    "chess",
    "crazyhouse",
    "atomic",
    "capablanca",
    "xiangqi",
    "makruk",
    "knightmate",
    "kingofthehill",
    "5check",
    "seirawan",
    "grand",
    "shatranj",
    "berolina",
    "amazon",
    "gothic",
    "hoppelpoppel",
    "janus",
    "kyotoshogi",
    "dobutsu",
    "newzealand",
    "nightrider",
    "shako",
    "courier",
    "spartan",
    "baroque",
];

/// Positions of a random game in which the search is not asked: those that the general engine finds mates in, by
/// trying all moves of all sides.
#[test]
#[ignore = "writes the rows of tests/data/mates.txt, which takes an hour"]
fn makes_mate_problems() {
    println!(
        "# variant, moves to mate, position: of random games, all moves of all sides tried by the general engine"
    );
    println!("# seed 2026, made by `makes_mate_problems` in tests/mates.rs");
    for (number, name) in NAMES.into_iter().enumerate() {
        let variant = builtin(name);
        let mut random = Random::new(2026 + number as u64);
        let mut wanted = [10, 2];
        for number in 0..4000 {
            if wanted == [0; 2] {
                break;
            }
            let mut position = variant.start();
            for _ in 0..20 + random.below(80) {
                let moves = position.moves();
                let code = moves.get(random.below(moves.len().max(1)));
                let Some(code) = code.filter(|_| !position.outcome().is_over()) else {
                    break;
                };
                position = position.play_code(code);
            }
            if position.outcome().is_over() || wins_in(&position, 1, &mut 20_000) {
                continue;
            }
            // Mates in three take long to find.
            let longest = if number % 8 == 0 && wanted[1] > 0 {
                3
            } else {
                2
            };
            let mut budget = 100_000;
            let moves = (2..=longest).find(|moves| wins_in(&position, *moves, &mut budget));
            if let Some(moves) = moves
                && wanted[moves as usize - 2] > 0
                && budget > 0
            {
                wanted[moves as usize - 2] -= 1;
                println!("{name}\t{moves}\t{}", position.to_fen());
            }
        }
        eprintln!("{name}: {wanted:?} not found");
    }
}

fn solved_quickly(position: &Position) -> Option<Score> {
    let options = SearchOptions {
        table_mib: 1,
        ..SearchOptions::default()
    };
    let mut searcher = Searcher::new(position.variant(), options);
    let game = Game::new(position.clone());
    let limits = Limits::nodes(1000);
    searcher
        .search(&game, &limits, &Control::default(), &mut |_| {})
        .score()
}
