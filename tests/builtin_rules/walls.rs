//! `rules.walls`: walls that players put on the board.

use ferz::game::{Strategy, Variant, perft_with};

use super::{after, at, chess, finding, refused, texts};

const KINGS: &str = "k7/8/8/8/8/8/8/K7 w - - 0 1";

/// The number of moves, by both engines.
fn count(variant: &Variant, fen: &str) -> u64 {
    let position = at(variant, fen);
    let [general, fastest] =
        [Strategy::General, Strategy::Fastest].map(|engine| perft_with(&position, 1, engine));
    assert_eq!(general, fastest, "{fen}");
    general
}

#[test]
fn a_wall_follows_each_move() {
    let walls = |rule: &str| {
        count(
            &chess(&format!("rules.walls = {{ rule = '{rule}' }}")),
            KINGS,
        )
    };
    assert_eq!(walls("past"), 3);
    // Of 64 squares two are taken by the kings.
    assert_eq!(walls("static"), 3 * 62);
    assert_eq!(walls("duck"), 3 * 62);
    // Of 28 squares at the edge the other king has one, and where it stays there so has the one that moves.
    assert_eq!(walls("edge"), 26 + 26 + 27);
    // A king on the edge could go to five squares, one in the middle to eight.
    assert_eq!(walls("arrow"), 5 + 5 + 8);
}

#[test]
fn a_wall_stays_unless_it_is_the_duck() {
    let board = |rule: &str| {
        let start = at(
            &chess(&format!("rules.walls = {{ rule = '{rule}' }}")),
            KINGS,
        );
        let fen = after(&start, &["a1b1,b1c3", "a8b8,b8f6"]).to_fen();
        fen.split(' ').next().expect("a board").to_owned()
    };
    assert_eq!(board("static"), "1k6/8/5*2/8/8/2*5/8/1K6");
    assert_eq!(board("duck"), "1k6/8/5*2/8/8/8/8/1K6");
}

#[test]
fn sides_may_have_squares_of_their_own_and_walls_instead_of_moves() {
    let black = KINGS.replace(" w ", " b ");
    let rule = "rules.walls = { rule = 'static', zone = { white = 'rank 4', black = 'e5' } }";
    let variant = chess(rule);
    assert_eq!(
        [count(&variant, KINGS), count(&variant, &black)],
        [3 * 8, 3]
    );
    let mirrored = chess("rules.walls = { rule = 'static', zone = 'rank 1' }");
    let moves = texts(&at(&mirrored, &black));
    assert!(moves.iter().all(|text| text.ends_with('8')), "{moves:?}");
    let instead =
        chess("rules.walls = { rule = 'static', zone = 'rank 4', instead-of-move = true }");
    assert_eq!(count(&instead, KINGS), 3 + 8);
}

#[test]
fn wrong_settings_have_their_place() {
    assert_eq!(refused("walls", "{ rule = 'moat' }").1, "'moat'");
    assert_eq!(refused("walls", "{ rule = 'past', zone = 'rim' }").1, "rim");
    assert_eq!(
        refused("walls", "{ rule = 'past', instead-of-move = 1 }").1,
        "1"
    );
    assert_eq!(
        refused("walls", "{ rule = 'past', high = true }").0,
        "E0302"
    );
    let help = finding("walls", "'duck'").1.help.unwrap_or_default();
    assert!(help.contains("{ rule = 'duck' }"), "{help}");
    let (_, missing) = finding("walls", "{ zone = 'rank 4' }");
    assert_eq!(missing.code.as_str(), "E0310");
    assert_eq!(missing.message, "`walls`: `rule` is missing");
}
