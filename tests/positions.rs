//! Positions kept in the layout of the tables equal those of the general engine.

use ferz::game::{Game, Outcome, Position, Strategy, Variant};
use ferz::geometry::SquareSet;
use ferz::state::Color;

use crate::harness::invented::{invent, invent_rare};
use crate::harness::{Random, builtin, names};

/// What differs between a position that the tables have made and the same one of the general engine.
fn difference(kept: &Position, judged: &Position) -> Option<String> {
    let what = if kept.setup() != judged.setup() {
        format!("{:#?}\n{:#?}", kept.setup(), judged.setup())
    } else if kept.hash() != judged.hash() {
        "the key".to_owned()
    } else if kept.is_check() != judged.is_check() {
        "check".to_owned()
    } else if kept.outcome() != judged.outcome() {
        format!("{:?}, {:?}", kept.outcome(), judged.outcome())
    } else if kept.n_moves() != judged.legal_moves_with(Strategy::General).len() {
        "the number of moves".to_owned()
    } else {
        return None;
    };
    Some(format!(
        "{} at {}: {what}",
        kept.variant().def().name,
        judged.to_fen()
    ))
}

/// Plays at random by the tables and by the general engine side by side; returns how many positions
/// were compared, or what differed.
fn played_twice(start: Position, random: &mut Random, plies: usize) -> Result<usize, String> {
    let (mut kept, mut judged) = (start.clone(), start);
    for ply in 0..plies {
        let list = kept.moves();
        if list.is_empty() {
            return Ok(ply);
        }
        let code = list.get(random.below(list.len())).unwrap();
        let mv = kept.expand(code);
        judged = (judged.play_with(&mv, Strategy::General))
            .map_err(|_| format!("{mv:?} is refused at {}", kept.to_fen()))?;
        kept = kept.play_code(code);
        if let Some(text) = difference(&kept, &judged) {
            return Err(format!("after {mv:?}: {text}"));
        }
    }
    Ok(plies)
}

fn judge(games: impl Iterator<Item = Position>, random: &mut Random, plies: usize) {
    let mut failures = Vec::new();
    let mut compared = 0;
    for start in games {
        match played_twice(start, random, plies) {
            Ok(positions) => compared += positions,
            Err(text) => failures.push(text),
        }
    }
    println!("{compared} positions compared");
    assert!(
        failures.is_empty(),
        "{}\n{}",
        failures.len(),
        failures.join("\n\n")
    );
    assert!(compared > 200, "only {compared} positions");
}

#[test]
fn kept_positions_are_those_of_the_general_engine_in_every_built_in() {
    let mut random = Random::new(7);
    let variants: Vec<Variant> = names().iter().map(|name| builtin(name)).collect();
    judge(variants.iter().map(Variant::start), &mut random, 24);
}

#[test]
fn kept_positions_are_those_of_the_general_engine_in_invented_games() {
    let mut random = Random::new(11);
    let mut positions = Vec::new();
    for _ in 0..30 {
        for game in [invent(&mut random), invent_rare(&mut random)] {
            positions.extend((0..3).filter_map(|_| game.throw(&mut random)));
        }
    }
    judge(positions.into_iter(), &mut random, 8);
}

#[test]
fn a_game_played_by_numbers_is_the_same_game() {
    let mut random = Random::new(5);
    let mut repeated = 0;
    let variants = [
        "chess", "shogi", "xiangqi", "seirawan", "janggi", "rococo", "atomic", "makruk",
    ];
    for name in variants {
        let start = builtin(name).start();
        let (mut numbered, mut spelled) = (Game::new(start.clone()), Game::new(start));
        for ply in 0..120_usize {
            let position = numbered.position();
            // Half of the games go back and forth, so that positions come again.
            let back = spelled
                .moves()
                .nth(ply.wrapping_sub(2))
                .filter(|_| ply % 40 > 20);
            let back = back.and_then(|mv| {
                let mut codes = position.moves().iter().collect::<Vec<_>>().into_iter();
                codes.find(|code| {
                    let reply = position.expand(*code);
                    (reply.from, reply.to) == (mv.to, mv.from)
                })
            });
            let list = position.moves();
            if list.is_empty() {
                break;
            }
            let code = back.unwrap_or_else(|| list.get(random.below(list.len())).unwrap());
            spelled.play(&position.expand(code)).unwrap();
            numbered.play_code(code);
            assert_eq!(numbered.outcome(), spelled.outcome(), "{name}, {ply}");
            repeated += usize::from(numbered.outcome() != Outcome::Ongoing);
        }
        assert!(numbered.moves().eq(spelled.moves()), "{name}");
        while let Some(mv) = spelled.undo() {
            assert_eq!(numbered.undo(), Some(mv), "{name}");
            assert_eq!(numbered.position(), spelled.position(), "{name}");
        }
        assert_eq!(numbered.undo(), None);
    }
    assert!(repeated > 0, "no position came again");
}

#[test]
fn attackers_are_those_of_the_general_engine() {
    let mut faults = Vec::new();
    let mut compared = 0;
    for name in names() {
        let variant = builtin(&name);
        if variant.describe_tables().starts_with("general engine only") {
            continue;
        }
        let mut position = variant.start();
        for ply in 0..24 {
            for color in Color::ALL {
                for square in variant.shape().squares() {
                    let by_tables = position.attackers(square, color);
                    let by_rules = position.attackers_with(square, color, Strategy::General);
                    compared += 1;
                    if by_tables != by_rules {
                        faults.push(format!(
                            "{name}: {color:?} on {} in {}: {} instead of {}",
                            variant.square_name(square),
                            position.to_fen(),
                            by_tables.len(),
                            by_rules.len(),
                        ));
                    }
                }
            }
            let moves = position.moves();
            if moves.is_empty() || position.outcome().is_over() {
                break;
            }
            let number = (7 + 13 * ply * ply) % moves.len();
            position = position.play_code(moves.get(number).unwrap());
        }
    }
    let first: Vec<String> = faults.iter().take(40).cloned().collect();
    assert!(faults.is_empty(), "{}\n{}", faults.len(), first.join("\n"));
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn checkers_attack_royal_and_pseudo_royal_pieces() {
    for (name, fen, attackers, attacked) in [
        ("chess", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", "e1", "e8"),
        ("atomic", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", "e1", "e8"),
        ("coregal", "4k3/8/8/8/8/q7/8/R3K3 b - - 0 1", "a1", "a3"),
        ("coregal", "q3k3/8/8/8/8/8/8/R3KR2 b - - 0 1", "a1", "a8"),
        ("chess", "4k3/8/8/8/8/8/8/5K2 b - - 0 1", "", ""),
    ] {
        let variant = builtin(name);
        let position = variant.parse_fen(fen).expect("a FEN");
        let names = |squares: SquareSet| {
            let names = squares
                .iter()
                .map(|square| variant.square_name(square).clone());
            names.collect::<Vec<String>>().join(" ")
        };
        assert_eq!(names(position.checkers()), attackers, "{name} {fen}");
        assert_eq!(names(position.royals_in_check()), attacked, "{name} {fen}");
    }
}
