//! `rules.use.capture-only`: squares that can be entered only by capture.

use ferz::game::{Strategy, perft_with};

use super::{at, chess, found, refused, texts};

fn from(rule: &str, square: &str, fen: &str) -> Vec<String> {
    let position = at(&chess(rule), fen);
    let mut moves = texts(&position);
    let listed = moves.len() as u64;
    assert_eq!(
        perft_with(&position, 1, Strategy::General),
        listed,
        "{rule}"
    );
    moves.retain(|text| text.starts_with(square));
    moves
}

const EDGE: &str = "rules.use.capture-only = ['file a', 'file h']";

#[test]
fn a_move_enters_them_only_to_capture() {
    let fen = "4k3/8/8/p2R4/8/8/8/4K3 w - - 0 1";
    let moves = from(EDGE, "d5", fen);
    assert!(moves.contains(&"d5a5".to_owned()), "{moves:?}");
    assert!(!moves.contains(&"d5h5".to_owned()), "{moves:?}");
    assert_eq!(moves.len(), 13);
    assert_eq!(from("", "d5", fen).len(), 14);
}

/// From the edge a move along it enters one square more with each step.
#[test]
fn a_capture_enters_no_more_of_them_than_it_must() {
    let fen = "4k3/8/8/8/8/8/8/R2nK3 w - - 0 1";
    assert!(from(EDGE, "a1", fen).contains(&"a1d1".to_owned()));
    let along = "4k3/8/n7/8/8/8/8/R3K3 w - - 0 1";
    let moves = from(EDGE, "a1", along);
    assert_eq!(moves, ["a1a6", "a1b1", "a1c1", "a1d1"]);
}

#[test]
fn sides_may_have_squares_of_their_own() {
    let rule = "rules.use.capture-only = { white = 'file a', black = 'rank 8' }";
    let white = from(rule, "d5", "4k3/8/8/3R4/8/8/8/4K3 w - - 0 1");
    assert!(white.contains(&"d5d8".to_owned()) && !white.contains(&"d5a5".to_owned()));
    let black = from(rule, "d5", "8/4k3/8/3r4/8/8/8/4K3 b - - 0 1");
    assert!(black.contains(&"d5a5".to_owned()) && !black.contains(&"d5d8".to_owned()));
    // By default Black has the mirror image.
    let mirrored = from(
        "rules.use.capture-only = 'rank 1'",
        "d5",
        "8/4k3/8/3r4/8/8/8/4K3 b - - 0 1",
    );
    assert!(mirrored.contains(&"d5d1".to_owned()) && !mirrored.contains(&"d5d8".to_owned()));
}

/// A piece that could capture there attacks the square.
#[test]
fn kings_there_are_in_check() {
    let position = at(&chess(EDGE), "8/8/8/k2R4/8/8/8/4K3 b - - 0 1");
    assert!(position.is_check());
}

#[test]
fn wrong_settings_have_their_place_and_no_squares_are_doubted() {
    assert_eq!(refused("capture-only", "'rim'").1, "rim");
    assert_eq!(refused("capture-only", "{ red = 'a1' }").1, "capture-only");
    assert_eq!(refused("capture-only", "7").1, "7");
    let doubts = found("rules.use.capture-only = 'none'");
    assert_eq!(doubts.len(), 1, "{doubts:?}");
    assert!(doubts[0].contains("the zone is empty"));
}
