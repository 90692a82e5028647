//! Effects with choices, pieces that become others, and pieces that go to hands.

use super::{after, at, chess, found, round_trips, texts};

/// The results of a move for each possible choice: boards, or boards with hands.
fn ways(lines: &str, fen: &str, from_to: &str) -> Vec<String> {
    let position = at(&chess(lines), fen);
    let mut boards: Vec<String> = texts(&position)
        .into_iter()
        .filter(|text| text.starts_with(from_to))
        .map(|text| {
            let after = after(&position, &[&text]);
            round_trips(&after);
            let fen = after.to_fen();
            fen.split(' ').next().unwrap_or_default().to_owned()
        })
        .collect();
    boards.sort();
    boards
}

const EXCHANGE: &str = "4k3/8/8/8/8/8/8/r3K2R w - -";

#[test]
fn the_side_that_moves_chooses_a_square() {
    let lines = "rules.effects = 'capture: choose x in empty [d4, e4, h1], captured goes to x'";
    let fen = "4k3/8/8/3n4/8/8/8/3RK3 w - -";
    assert_eq!(
        ways(lines, fen, "d1d5"),
        [
            "4k3/8/8/3R4/3n4/8/8/4K3",
            "4k3/8/8/3R4/4n3/8/8/4K3",
            "4k3/8/8/3R4/8/8/8/4K2n",
        ]
    );
    // A move without capture has no choice.
    assert_eq!(ways(lines, fen, "d1d4"), ["4k3/8/8/3n4/3R4/8/8/4K3"]);
    // A choice can be optional, and without a possible choice nothing happens.
    let lines = "rules.effects = 'capture: choose x in empty [d4] or none, captured goes to x'";
    assert_eq!(
        ways(lines, fen, "d1d5"),
        ["4k3/8/8/3R4/3n4/8/8/4K3", "4k3/8/8/3R4/8/8/8/4K3"]
    );
    let lines = "rules.effects = 'capture: choose x in empty [e1], captured goes to x'";
    assert_eq!(ways(lines, fen, "d1d5"), ["4k3/8/8/3R4/8/8/8/4K3"]);
}

#[test]
fn choices_follow_choices() {
    // A captor moves two pawns forward.
    let lines = "rules.effects = 'capture: choose p in own pawn, p goes to empty \"fmW\" from it, choose q in own pawn \
                 not p, q goes to empty \"fmW\" from it'";
    let fen = "4k3/8/8/3n4/8/8/P1P5/3RK3 w - -";
    // The pawns are those before the effects, so each order gives the same board once.
    assert_eq!(ways(lines, fen, "d1d5"), ["4k3/8/8/3R4/8/P1P5/8/4K3"]);
    let lines = "rules.effects = 'choose p in enemy pawn or none, p goes to empty \"fmW\" from it or stays'";
    let fen = "4k3/p6p/8/8/8/8/8/4K3 w - -";
    assert_eq!(
        ways(lines, fen, "e1d1"),
        [
            "4k3/7p/p7/8/8/8/8/3K4",
            "4k3/p6p/8/8/8/8/8/3K4",
            "4k3/p7/7p/8/8/8/8/3K4",
        ]
    );
}

#[test]
fn illegal_ways_are_left_out() {
    // A choice that leaves the own king in check is illegal.
    let lines = "rules.effects = 'mover pawn: choose x in empty [d1, f1], own king goes to x'";
    let fen = "4k3/8/8/8/8/8/P7/3rK3 w - -";
    assert!(ways(lines, fen, "a2").is_empty());
    let fen = "3rk3/8/8/8/8/8/P7/4K3 w - -";
    assert_eq!(ways(lines, fen, "a2a3"), ["3rk3/8/8/8/8/P7/8/5K2"]);
}

#[test]
fn pieces_become_others() {
    let lines = "rules.effects = 'mover becomes captured'";
    assert_eq!(
        ways(lines, "4k3/8/8/3n4/8/8/8/3RK3 w - -", "d1d5"),
        ["4k3/8/8/3N4/8/8/8/4K3"]
    );
    // Kings keep their kind, and promotion comes first.
    assert_eq!(
        ways(lines, "4k3/8/8/8/8/8/4n3/4K3 w - -", "e1e2"),
        ["4k3/8/8/8/8/8/4K3/8"]
    );
    assert_eq!(
        ways(lines, "1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7b8")[0],
        "1N2k3/8/8/8/8/8/8/4K3"
    );
    // If there are several kinds, the moving side chooses one.
    let lines = "rules.effects = 'mover knight becomes (rook or bishop)'";
    assert_eq!(
        ways(lines, "4k3/8/8/8/8/8/8/1N2K3 w - -", "b1c3"),
        ["4k3/8/8/8/8/2B5/8/4K3", "4k3/8/8/8/8/2R5/8/4K3"]
    );
    // A returning piece has changed its kind before.
    let lines = "rules.effects = 'captured queen becomes pawn, captured goes to from'";
    assert_eq!(
        ways(lines, "4k3/8/8/3q4/8/8/3R4/4K3 w - -", "d2d5"),
        ["4k3/8/8/3R4/8/8/3p4/4K3"]
    );
}

#[test]
fn pieces_become_what_the_latest_move_captured() {
    let lines = "rules.effects = 'quiet: mover pawn becomes last.captured'";
    let captured = after(
        &at(&chess(lines), "4k3/p7/8/3q4/8/8/8/3RK3 w - -"),
        &["d1d5"],
    );
    round_trips(&captured);
    let fen = after(&captured, &["a7a6"]).to_fen();
    assert!(fen.starts_with("4k3/8/q7/3R4/8/8/8/4K3 "), "{fen}");
}

#[test]
fn captured_pieces_go_to_the_hands_that_are_said() {
    let lines = "pieces.rook.move = 'RdcR'\nrules.drops = {}\n\
                 rules.effects = ['captured own goes to own hand', 'captured enemy goes to enemy hand']";
    assert_eq!(ways(lines, EXCHANGE, "h1e1"), Vec::<String>::new());
    let fen = "4k3/8/8/8/8/8/8/r2BK2R w - -";
    assert_eq!(
        ways(lines, fen, "h1"),
        ways("pieces.rook.move = 'RdcR'", fen, "h1")
    );
    let fen = "4k3/8/8/8/8/8/8/rN2KB1R w - -";
    assert_eq!(ways(lines, fen, "h1f1"), ["4k3/8/8/8/8/8/8/rN2KR2[B]"]);
    let fen = "4k3/8/8/8/8/8/8/r1R1K3 w - -";
    assert_eq!(ways(lines, fen, "c1a1"), ["4k3/8/8/8/8/8/8/R3K3[r]"]);
    // Into the owner's hand instead of the captor's, and as another kind.
    let lines = "rules.captured-to = 'captor-hand'\nrules.drops = {}\n\
                 rules.effects = 'captured rook becomes bishop, captured knight goes to enemy hand'";
    assert_eq!(ways(lines, fen, "c1a1"), ["4k3/8/8/8/8/8/8/R3K3[B]"]);
    let fen = "4k3/8/8/8/8/8/8/n1R1K3 w - -";
    assert_eq!(ways(lines, fen, "c1a1"), ["4k3/8/8/8/8/8/8/R3K3[n]"]);
    let fen = "4k3/8/8/8/8/8/8/q1R1K3 w - -";
    assert_eq!(ways(lines, fen, "c1a1"), ["4k3/8/8/8/8/8/8/R3K3[Q]"]);
}

#[test]
fn slips_are_found_at_their_place() {
    let rows = [
        (
            "rules.effects = 'capture: choose pawn in empty, captured goes to pawn'",
            "E0314 pawn: `effects`: `pawn` already has a meaning",
        ),
        (
            "rules.effects = 'capture: captured goes to x, choose x in empty'",
            "E0306 x: `effects`: `x` is neither a piece of the variant nor a word of clauses",
        ),
        (
            "rules.effects = 'capture: choose x in empty'",
            "W0410 'capture: choose x in empty': `effects`: `capture: choose x in empty` does not use the choice",
        ),
        (
            "rules.forbid = 'mover attacked by it'",
            "E0333 it: `forbid`: `it` has no meaning here",
        ),
        (
            "rules.effects = 'mover goes to itself'",
            "E0333 itself: `effects`: `itself` has no relation to compare with here",
        ),
        (
            "rules.effects = 'mover becomes'",
            "E0333 : `effects`: expected a set of squares or pieces at the end",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
