//! `rules.limited-moves`: moves that can be made only a limited number of times in a game.

use super::{after, at, chess, found, round_trips, texts};

#[test]
fn a_move_is_made_once_and_remembered() {
    let variant = chess("rules.limited-moves = { who = 'rook', move = 'mF' }");
    let position = at(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(texts(&position).contains(&"a1b2".to_owned()));
    let used = after(&position, &["a1b2"]);
    assert!(used.to_fen().ends_with(" used=1/0"), "{}", used.to_fen());
    round_trips(&used);
    let later = after(&used, &["e8e7"]);
    assert!(!texts(&later).contains(&"b2c3".to_owned()));
}

#[test]
fn a_move_that_the_piece_has_anyway_uses_nothing_up() {
    let variant = chess("rules.limited-moves = { who = 'rook', move = 'mU' }");
    let position = at(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let moved = after(&position, &["a1a5", "e8e7"]);
    assert!(!moved.to_fen().contains("used"), "{}", moved.to_fen());
    assert!(texts(&moved).contains(&"a5h8".to_owned()));
    round_trips(&moved);
}

#[test]
fn sides_may_have_different_moves() {
    let variant =
        chess("rules.limited-moves = { who = { black = 'rook' }, move = 'mF', times = 2 }");
    let white = at(&variant, "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(!texts(&white).contains(&"a1b2".to_owned()));
    let moves = ["e1e2", "a8b7", "e2e1", "b7c6", "e1e2"];
    let used = after(&white, &moves);
    assert!(used.to_fen().ends_with(" used=0/2"), "{}", used.to_fen());
    assert!(!texts(&used).contains(&"c6d5".to_owned()));
}

#[test]
fn moves_may_be_made_in_check_only_and_change_places() {
    let variant = chess(
        "rules.limited-moves = { who = 'king', move = 'dU', when = 'check', swaps = true }\n\
         pieces.king.move = 'K'",
    );
    let swaps = |fen: &str| {
        let mut moves = texts(&at(&variant, fen));
        moves.retain(|text| text.contains(','));
        moves
    };
    // Whoever stands on e1 then is attacked instead.
    let checked = "4r2k/8/8/8/8/8/8/RN2K3 w - - 0 1";
    assert_eq!(swaps(checked), ["e1a1,a1e1", "e1b1,b1e1"]);
    assert!(swaps("5r1k/8/8/8/8/8/8/RN2K3 w - - 0 1").is_empty());
    // To where it would be in check as well it does not go.
    assert_eq!(swaps("b3r2k/8/8/8/8/8/8/N3K2R w - - 0 1"), ["e1a1,a1e1"]);
    let used = after(&at(&variant, checked), &["e1a1,a1e1", "e8e1"]);
    assert!(swaps(&used.to_fen()).is_empty());
    round_trips(&used);
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.limited-moves = { who = 'rook' }",
            "E0409 limited-moves: `limited-moves`: the move is missing",
        ),
        (
            "rules.limited-moves = { who = 'rok', move = 'mF' }",
            "E0306 'rok': `limited-moves`: `rok` is not a piece of the variant",
        ),
        (
            "rules.limited-moves = { move = 'mF' }",
            "W0410 limited-moves: `limited-moves`: no piece has these moves",
        ),
        (
            "rules.limited-moves = { who = 'rook', move = 'mF', times = 0 }",
            "W0410 0: `limited-moves`: these moves are never allowed",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
