//! `rules.wary`: pieces that may not end a move on an attacked square.

use super::{at, chess, found, texts};

/// The squares to which the queen goes.
fn queen_goes(lines: &str, fen: &str) -> Vec<String> {
    let position = at(&chess(lines), fen);
    let mut moves = texts(&position);
    moves.retain(|text| text.starts_with("d4"));
    moves
}

const FEN: &str = "4k3/8/8/8/3Q4/8/r7/4K2b w - - 0 1";

#[test]
fn a_wary_piece_goes_to_no_attacked_square() {
    let moves = queen_goes("rules.wary.pieces = 'queen'", FEN);
    let attacked = [
        "d4d2", "d4f2", "d4b2", "d4a4", "d4a7", "d4d5", "d4e4", "d4d8", "d4d7",
    ];
    for text in attacked {
        assert!(!moves.contains(&text.to_owned()), "{text} in {moves:?}");
    }
    // The rook does not guard the bishop, and the queen itself is not in its own way.
    for text in ["d4c3", "d4h8", "d4d3"] {
        assert!(moves.contains(&text.to_owned()), "{text} not in {moves:?}");
    }
}

#[test]
fn attacks_of_some_pieces_may_count_only() {
    let moves = queen_goes("rules.wary = { pieces = 'queen', of = 'bishop' }", FEN);
    assert!(moves.contains(&"d4d2".to_owned()));
    assert!(!moves.contains(&"d4d5".to_owned()));
    let moves = queen_goes("rules.wary.pieces = { black = 'queen' }", FEN);
    assert!(moves.contains(&"d4d5".to_owned()));
}

#[test]
fn a_pawn_is_judged_by_what_it_becomes() {
    let variant = chess("rules.wary.pieces = 'queen'");
    let position = at(&variant, "7r/P7/8/8/k7/8/8/4K3 w - - 0 1");
    let moves = texts(&position);
    assert!(moves.contains(&"a7a8r".to_owned()));
    assert!(!moves.contains(&"a7a8q".to_owned()));
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        ("rules.wary = {}", "W0410 wary: `wary`: no piece is wary"),
        (
            "rules.wary = { pieces = 'queen', of = [] }",
            "W0410 []: `wary`: nobody's attacks count",
        ),
        (
            "rules.wary = { pieces = 'queen', off = 'rook' }",
            "E0302 off: `wary`: the rule has no setting `off`",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
