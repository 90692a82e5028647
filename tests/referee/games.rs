//! The state of one game, openings and schedules.

use std::collections::BTreeSet;
use std::time::Duration;

use ferz::game::{Game, Reason};
use ferz::state::Color;
use ferz_cli::referee::{
    Balance, Cause, DrawRule, Limit, MatchGame, OpeningBook, Openings, Pairing, ResignRule,
    Schedule, SearchInfo, Shard, Terms,
};

use super::{builtin, definition_of};

const SECOND: Duration = Duration::from_secs(1);

fn terms(limit: Limit) -> Terms {
    Terms {
        limits: [limit; 2],
        margin: Duration::from_millis(50),
        wall: 60 * SECOND,
        max_plies: None,
        resign: None,
        draw: None,
    }
}

fn game(terms: Terms) -> MatchGame {
    MatchGame::new(Game::new(builtin("chess").start()), terms)
}

/// Plays a move that took so long, with a score.
fn play(game: &mut MatchGame, text: &str, elapsed: Duration, score: i32) {
    let mv = game.game().position().parse_move(text).expect("a move");
    let thought = SearchInfo {
        score: Some(score),
        ..SearchInfo::default()
    };
    game.make(&mv, elapsed, thought);
}

fn cause(game: &MatchGame) -> Option<Cause> {
    game.ending().map(|ending| ending.cause)
}

#[test]
fn the_rules_end_a_game() {
    let mut game = game(terms(Limit::Nodes(1)));
    for text in ["f2f3", "e7e5", "g2g4"] {
        play(&mut game, text, SECOND, 0);
        assert!(game.ending().is_none());
    }
    play(&mut game, "d8h4", SECOND, 0);
    let ending = game.ending().expect("mate");
    assert_eq!(ending.cause, Cause::Rules(Reason::Checkmate));
    assert!(ending.white < ending.black);
    assert_eq!(game.thinking().len(), 4);
}

#[test]
fn clocks_run_down() {
    let clock = Limit::Clock {
        moves: Some(2),
        base: 2 * SECOND,
        increment: SECOND / 2,
    };
    let mut game = game(terms(clock));
    assert_eq!(game.budget().moves_to_go, Some(2));
    play(&mut game, "e2e4", SECOND, 0);
    play(&mut game, "e7e5", SECOND / 2, 0);
    let budget = game.budget();
    assert_eq!(budget.left, [Some(3 * SECOND / 2), Some(2 * SECOND)]);
    assert_eq!(budget.moves_to_go, Some(1));
    assert_eq!(budget.deadline, 3 * SECOND / 2 + Duration::from_millis(50));
    // What is within the margin costs all time, but not the game.
    play(
        &mut game,
        "g1f3",
        3 * SECOND / 2 + Duration::from_millis(40),
        0,
    );
    assert_eq!(game.budget().left[0], Some(5 * SECOND / 2));
    play(&mut game, "b8c6", 2 * SECOND + Duration::from_millis(60), 0);
    assert_eq!(cause(&game), Some(Cause::Time));
    assert_eq!(game.ending().map(|ending| ending.white), Some(1.0));
    assert_eq!(game.game().moves().len(), 3, "the late move is not made");
}

#[test]
fn a_player_loses_what_it_breaks() {
    let mut silent = game(terms(Limit::Nodes(1)));
    silent.lose_on_time(60 * SECOND);
    assert_eq!(cause(&silent), Some(Cause::Stall));
    let mut wrong = game(terms(Limit::MoveTime(SECOND)));
    play(&mut wrong, "e2e4", SECOND, 0);
    wrong.claim(0.0, "0-1 {mine}");
    assert_eq!(cause(&wrong), Some(Cause::FalseClaim));
    let ending = wrong.ending().expect("it is over");
    assert!(ending.white > ending.black);
    assert!(ending.details.contains("0-1 {mine}"), "{}", ending.details);
    // What happens afterwards changes nothing.
    wrong.lose(Color::White, Cause::Disconnect, "");
    assert_eq!(cause(&wrong), Some(Cause::FalseClaim));
}

#[test]
fn scores_end_games_only_where_that_was_agreed() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut plain = game(terms(Limit::Nodes(1)));
    let resign = ResignRule {
        count: 2,
        score: 500,
        both: false,
    };
    let mut strict = game(Terms {
        resign: Some(resign),
        ..terms(Limit::Nodes(1))
    });
    let mut both = game(Terms {
        resign: Some(ResignRule {
            both: true,
            ..resign
        }),
        ..terms(Limit::Nodes(1))
    });
    for text in shuffle {
        for game in [&mut plain, &mut strict, &mut both] {
            if game.ending().is_none() {
                // White thinks that it is lost; Black does not know.
                let score = if game.turn() == Color::White { -900 } else { 0 };
                play(game, text, SECOND, score);
            }
        }
    }
    assert_eq!(cause(&plain), None);
    assert_eq!(cause(&strict), Some(Cause::Adjudication));
    assert_eq!(strict.ending().map(|ending| ending.black), Some(1.0));
    assert_eq!(cause(&both), None);

    let mut drawn = game(Terms {
        draw: Some(DrawRule {
            from: 3,
            count: 1,
            score: 10,
        }),
        max_plies: Some(4),
        ..terms(Limit::Nodes(1))
    });
    for (text, score) in shuffle.into_iter().zip([0, 0, 20, 0]) {
        assert_eq!(cause(&drawn), None);
        play(&mut drawn, text, SECOND, score);
    }
    assert_eq!(cause(&drawn), Some(Cause::MaxPlies));
    assert_eq!(drawn.ending().map(|ending| ending.white), Some(0.5));
}

#[test]
fn openings_depend_on_seed_and_number_alone() {
    let chess = builtin("chess");
    let openings = Openings::Random {
        plies: 6,
        balance: Some(Balance {
            nodes: 200,
            ..Balance::default()
        }),
    };
    let fen = |seed, number| {
        let opening = openings.opening(&chess, seed, number).expect("an opening");
        assert_eq!(opening.game.moves().len(), 6);
        opening.game.position().to_fen()
    };
    let first = fen(1, 0);
    assert_eq!(fen(1, 0), first);
    assert_ne!(fen(1, 1), first);
    assert_ne!(fen(2, 0), first);

    assert!(Openings::Shuffle.opening(&chess, 1, 0).is_err());
    let apothecary = builtin("apothecary-chess-classic");
    let shuffled = Openings::Shuffle.opening(&apothecary, 1, 0);
    assert!(shuffled.is_ok(), "{shuffled:?}");
    let over = chess
        .parse_fen("k6R/8/1K6/8/8/8/8/8 b - - 0 1")
        .expect("a position");
    let listed = Openings::Positions(vec![chess.start(), over]);
    assert!(listed.opening(&chess, 1, 2).is_ok());
    assert!(
        listed.opening(&chess, 1, 1).is_err(),
        "the game is over there"
    );
    // No game of so many moves goes on here.
    let tiny = Openings::Random {
        plies: 200,
        balance: None,
    };
    assert!(tiny.opening(&builtin("clobber"), 1, 0).is_err());
}

#[test]
fn openings_come_again_only_when_there_are_no_others() {
    let chess = builtin("chess");
    let openings = Openings::Random {
        plies: 1,
        balance: None,
    };
    let mut book = OpeningBook::new(&chess, &openings, 3);
    let mut fen = |number| {
        let opening = book.opening(number).expect("an opening");
        opening.game.position().to_fen()
    };
    let found: Vec<String> = (0..25).map(&mut fen).collect();
    let different: BTreeSet<&String> = found[..20].iter().collect();
    assert_eq!(different.len(), 20, "all first moves of chess");
    assert!(found[20..].iter().all(|fen| different.contains(fen)));
    // Whoever asks for a later one first gets the same.
    let mut other = OpeningBook::new(&chess, &openings, 3);
    for number in [17, 4, 22, 0] {
        let opening = other.opening(number).expect("an opening");
        let fen = opening.game.position().to_fen();
        assert_eq!(fen, found[number as usize]);
    }
}

#[test]
fn no_royal_piece_can_be_captured_behind_an_opening() {
    let variant = definition_of("name = 'capture'\ninherits = 'chess'\nrules.royal = 'capture'\n");
    let openings = Openings::Random {
        plies: 8,
        balance: None,
    };
    let hangs = |game: &Game| {
        let position = game.position();
        let mover = position.turn();
        let royals = position.royals(mover.opponent());
        let mut squares = royals.iter();
        squares.any(|square| !position.attackers(square, mover).is_empty())
    };
    for number in 0..150 {
        let opening = openings.opening(&variant, 1, number).expect("an opening");
        assert!(!hangs(&opening.game), "{number}");
    }
}

#[test]
fn schedules_are_divided_without_rest() {
    let schedule = Schedule {
        players: 4,
        pairing: Pairing::Gauntlet,
        variants: 2,
        openings: 5,
        shard: None,
    };
    let all: Vec<_> = schedule.pairs().collect();
    assert_eq!(all.len(), 3 * 2 * 5);
    assert!(all.iter().all(|pair| pair.first == 0));
    let mut parts: Vec<_> = (1..=3)
        .flat_map(|part| {
            let shard = Some(Shard { part, parts: 3 });
            Schedule { shard, ..schedule }.pairs().collect::<Vec<_>>()
        })
        .collect();
    parts.sort();
    assert_eq!(parts, all);
}
