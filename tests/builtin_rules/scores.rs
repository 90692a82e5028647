//! `rules.scores`: the scores of game ends.

use ferz::game::{Game, Outcome};
use ferz::state::Color;

use super::{at, chess, refused};

/// The shares of both sides, in hundredths.
fn shares(outcome: &Outcome) -> [u32; 2] {
    match outcome {
        Outcome::Ended { white, black, .. } => {
            [*white, *black].map(|share| (share * 100.0).round() as u32)
        }
        Outcome::Ongoing => panic!("the game goes on"),
    }
}

/// Black is mated, and White.
const MATES: [&str; 2] = [
    "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
    "7K/6q1/5k2/8/8/8/8/8 w - - 0 1",
];

#[test]
fn the_winner_has_the_share_that_is_said() {
    let mates = |lines: &str| MATES.map(|fen| shares(&at(&chess(lines), fen).outcome()));
    assert_eq!(mates(""), [[100, 0], [0, 100]]);
    assert_eq!(mates("rules.scores.checkmate = 0.75"), [[75, 25], [25, 75]]);
    let by_side = "rules.scores.checkmate = [0.6, 0.9]";
    assert_eq!(mates(by_side), [[60, 40], [10, 90]]);
    assert_eq!(mates("rules.scores.stalemate = 0.6"), [[100, 0], [0, 100]]);
}

#[test]
fn draws_are_shared() {
    let stalemate = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
    let lines = "rules.scores.stalemate = 0.75";
    assert_eq!(shares(&at(&chess(lines), stalemate).outcome()), [50, 50]);
    let lost = "rules.stalemate = 'loss'\nrules.scores.stalemate = 0.75";
    assert_eq!(shares(&at(&chess(lost), stalemate).outcome()), [75, 25]);
}

/// A resignation scores as checkmate, and a loss on time as a resignation.
#[test]
fn who_gives_up_loses_as_who_is_mated() {
    let resigned = |lines: &str| {
        let mut game = Game::new(chess(lines).start());
        game.resign(Color::Black);
        shares(&game.outcome())
    };
    let late = |lines: &str| {
        let mut game = Game::new(chess(lines).start());
        game.forfeit_on_time(Color::White);
        shares(&game.outcome())
    };
    let mate = "rules.scores.checkmate = 0.75";
    assert_eq!((resigned(mate), late(mate)), ([75, 25], [25, 75]));
    let both = format!("{mate}\nrules.scores.resignation = 0.9");
    assert_eq!((resigned(&both), late(&both)), ([90, 10], [10, 90]));
    let all = format!("{both}\nrules.scores.time-forfeit = 1");
    assert_eq!((resigned(&all), late(&all)), ([90, 10], [0, 100]));
}

#[test]
fn the_tables_know_them() {
    let variant = chess("rules.scores.stalemate = 0.75");
    assert!(!variant.describe_tables().contains("general engine only"));
}

#[test]
fn wrong_shares_and_reasons_have_their_place() {
    assert_eq!(refused("scores", "{ checkmate = 2.0 }").1, "2.0");
    assert_eq!(
        refused("scores", "{ checkmate = [1, 0, 1] }").1,
        "[1, 0, 1]"
    );
    assert_eq!(refused("scores", "{ checkmate = 'all' }").1, "'all'");
    assert_eq!(refused("scores", "{ stale-mate = 0.5 }").1, "0.5");
}
