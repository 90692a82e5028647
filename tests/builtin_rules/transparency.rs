//! `rules.use.transparency`: pieces that others pass through.

use super::{after, at, chess, found, round_trips, targets};

/// A knight makes its friends on adjacent squares transparent.
const HIDING: &str = "rules.use.transparency = { by = 'knight', reach = 'K' }";

#[test]
fn sliders_pass_hidden_friends_and_do_not_stop_there() {
    let variant = chess(HIDING);
    // The knight on b3 makes the pawns on a2 and b2 and the rook that moves up transparent, and no
    // other piece.
    let fen = "4k3/8/8/8/8/1N6/PP5P/RR2K2R w - - 0 1";
    assert_eq!(targets(&variant, fen, "a1"), "a3 a4 a5 a6 a7 a8");
    // The knight itself blocks its rook.
    assert_eq!(targets(&variant, fen, "b1"), "c1 d1");
    assert_eq!(targets(&variant, fen, "h1"), "f1 g1");
    round_trips(&after(&at(&variant, fen), &["a1a3", "e8d8"]));
}

#[test]
fn several_are_passed_and_what_stands_behind_is_captured() {
    let variant = chess(HIDING);
    let fen = "r3k3/8/8/8/1N6/P7/P7/R3K3 w - - 0 1";
    // The pawn on a2 is out of reach.
    assert_eq!(targets(&variant, fen, "a1"), "b1 c1 d1");
    let fen = "r3k3/8/8/1N6/P7/P7/1N6/R3K3 w - - 0 1";
    assert_eq!(targets(&variant, fen, "a1"), "a2 a5 a6 a7 a8 b1 c1 d1");
}

#[test]
fn whoever_passes_attacks_behind() {
    let variant = chess(HIDING);
    let fen = "k7/8/8/8/8/1N6/P7/R3K3 b - - 0 1";
    assert!(at(&variant, fen).is_check());
    assert!(!targets(&variant, fen, "a8").contains("a7"));
    // A hider of the other side has no effect, and neither does one out of reach.
    assert!(!at(&variant, "k7/8/8/8/8/1n6/P7/R3K3 b - - 0 1").is_check());
    assert!(!at(&variant, "k7/8/8/8/1N6/8/P7/R3K3 b - - 0 1").is_check());
}

#[test]
fn a_piece_that_comes_to_hide_another_gives_check_through_it() {
    let variant = chess(HIDING);
    // The pawn shields the king from its own rook until a knight stands beside it.
    let fen = "4r1k1/8/8/1n6/4p3/8/8/4K3 b - - 0 1";
    assert!(after(&at(&variant, fen), &["b5d4"]).is_check());
    assert!(!after(&at(&variant, fen), &["b5c3"]).is_check());
    // A knight on the line itself blocks it.
    let fen = "4r1k1/8/8/8/2n5/4p3/8/4K3 b - - 0 1";
    assert!(!after(&at(&variant, fen), &["c4e5"]).is_check());
}

#[test]
fn enemies_may_be_passed_too() {
    let lines = "rules.use.transparency = { who = 'bishop', whom = 'pawn', whom-side = 'enemy', by = 'king', by-side = 'any', reach = 'K' }";
    let variant = chess(lines);
    let fen = "4k3/3p4/8/1B6/8/8/8/4K3 w - - 0 1";
    assert!(at(&variant, &fen.replace(" w ", " b ")).is_check());
    let fen = "6k1/5p1p/6B1/8/8/8/8/4K2R w - - 0 1";
    // The pawn on f7 can be captured or passed; the rook passes no piece.
    assert!(targets(&variant, fen, "g6").contains("e8"));
    assert!(targets(&variant, fen, "g6").contains("f7"));
    assert!(!targets(&variant, fen, "h1").contains("h8"));
    // Behind a transparent pawn, another transparent pawn is captured.
    let fen = "8/4p3/3pk3/2B5/8/8/8/4K3 w - - 0 1";
    let targets = targets(&variant, fen, "c5");
    for square in ["d6", "e7", "f8"] {
        assert!(targets.contains(square), "{targets}");
    }
}

#[test]
fn first_moves_castling_and_en_passant_pass_nobody() {
    let variant = chess(HIDING);
    let fen = "4k3/8/8/8/8/N4N2/P4P2/R3KB1R w KQ - 0 1";
    let king = targets(&variant, fen, "e1");
    assert!(!king.contains("g1"), "{king}");
    assert_eq!(targets(&variant, fen, "a2"), "");
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.use.transparency.by = []",
            "W0410 []: `transparency`: no piece is named, so no piece is ever passed",
        ),
        (
            "rules.use.transparency.whom = []",
            "W0410 []: `transparency`: no piece is named, so no piece is ever passed",
        ),
        (
            "rules.use.transparency.whom-side = 'all'",
            "E0311 'all': `transparency`: `all` is not a value of this key",
        ),
        (
            "rules.use.transparency.reach = 'O2'",
            "E0331 'O2': `transparency`: castling cannot be part of a reach",
        ),
        (
            "rules.use.transparency.over = 'pawn'",
            "E0302 over: `transparency`: the rule has no setting `over`",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}
