//! `rules.perpetual-check`: the result for a side that repeats positions by giving check with every move.

use ferz::game::{Game, Outcome, Variant};

use super::{at, chess, ended, found, refused};

/// White's share in hundredths and the reason, when the moves have been made three times.
fn end(variant: &Variant, fen: &str, moves: [&str; 4]) -> (u32, String) {
    let mut game = Game::new(at(variant, fen));
    for text in moves.repeat(2) {
        assert_eq!(game.outcome(), Outcome::Ongoing);
        let mv = game.position().parse_move(text).expect(text);
        game.play(&mv).expect(text);
    }
    ended(&game)
}

#[test]
fn who_gives_check_with_every_move_has_the_result() {
    let checked = "4Q1k1/8/8/8/8/8/r7/7K b - - 0 1";
    let round = ["g8g7", "e8e7", "g7g8", "e7e8"];
    let result = |rule: &str| end(&chess(rule), checked, round);
    assert_eq!(result(""), (50, "repetition".to_owned()));
    for (word, white) in [("loss", 0), ("win", 100), ("draw", 50)] {
        let rule = format!("rules.perpetual-check = '{word}'");
        assert_eq!(result(&rule), (white, "perpetual-check".to_owned()));
    }
}

#[test]
fn who_does_not_always_give_check_only_repeats() {
    let start = "r5k1/8/8/8/8/8/8/4Q2K b - - 0 1";
    let lines = "rules.perpetual-check = 'loss'";
    let quiet = ["g8g7", "e1e7", "g7g8", "e7e1"];
    assert_eq!(
        end(&chess(lines), start, quiet),
        (50, "repetition".to_owned())
    );
}

#[test]
fn the_tables_know_it() {
    let variant = chess("rules.perpetual-check = 'loss'");
    assert!(!variant.describe_tables().contains("general engine only"));
}

#[test]
fn wrong_results_have_their_place_and_idle_ones_are_doubted() {
    assert_eq!(refused("perpetual-check", "'lost'").1, "'lost'");
    assert_eq!(refused("perpetual-check", "{}").0, "E0310");
    let doubts = found("rules.perpetual-check = 'loss'\nrules.repetition.limit = false");
    assert_eq!(doubts.len(), 1, "{doubts:?}");
    assert!(doubts[0].contains("repeated without limit"), "{doubts:?}");
}
