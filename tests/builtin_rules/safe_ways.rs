//! `rules.use.safe-ways`: moves that require a path of unattacked squares.

use ferz::game::Variant;

use super::{at, chess, found, round_trips, texts};

/// Kings that leap once, as before there was castling.
const LEAPING: &str = "pieces.king.move = 'KimAimDimN'\n\
                       rules.use.safe-ways = { who = 'king', way = 'nAnDafsWafsF' }";

/// The moves of the king from e1 to squares that are not adjacent, in order.
fn leaps(variant: &Variant, fen: &str) -> String {
    let position = at(variant, fen);
    round_trips(&position);
    let moves = texts(&position).into_iter();
    let moves = moves.filter(|text| text.starts_with("e1"));
    let mut all: Vec<String> = moves.map(|text| text[2..].to_owned()).collect();
    all.retain(|to| !["d1", "d2", "e2", "f1", "f2"].contains(&to.as_str()));
    all.sort();
    all.join(" ")
}

#[test]
fn a_king_leaps_over_squares_on_which_it_would_not_be_attacked() {
    let variant = chess(LEAPING);
    let all = "c1 c2 c3 d3 e3 f3 g1 g2 g3";
    assert_eq!(
        leaps(&variant, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 unmoved=e1e8"),
        all
    );
    // Whatever is on those squares.
    let fen = "4k3/8/8/8/8/8/3PnP2/3QKB2 w - - 0 1 unmoved=e1e8";
    assert!(leaps(&variant, fen).contains("e3"));
    // A rook on the d-file: c1, c3 and d3 are lost, and c2, to which d1 and d2 lead, as well.
    let fen = "3rk3/8/8/8/8/8/8/4K3 w - - 0 1 unmoved=e1e8";
    assert_eq!(leaps(&variant, fen), "e3 f3 g1 g2 g3");
    // A bishop on a5 attacks d2 only: to c2 and d3 there are other squares between.
    let fen = "4k3/8/8/b7/8/8/8/6K1 w - - 0 1";
    assert!(at(&variant, fen).legal_moves().len() == 5);
    let fen = "4k3/8/8/8/8/b7/8/4K3 w - - 0 1 unmoved=e1e8";
    assert_eq!(leaps(&variant, fen), "c2 c3 d3 e3 f3 g1 g2 g3");
}

#[test]
fn of_two_squares_between_one_is_enough() {
    let variant = chess(LEAPING);
    // The knight on b3 attacks d2: not c3, but c2 by d1 and d3 by e2.
    let fen = "4k3/8/8/8/8/1n6/8/4K3 w - - 0 1 unmoved=e1e8";
    assert_eq!(leaps(&variant, fen), "c2 d3 e3 f3 g1 g2 g3");
    // With the other knight there it attacks d1 and e2 too.
    let fen = "4k3/8/8/8/8/1nn5/8/4K3 w - - 0 1 unmoved=e1e8";
    assert_eq!(leaps(&variant, fen), "f3 g1 g2 g3");
}

#[test]
fn no_leap_leads_out_of_check_unless_that_is_said() {
    let variant = chess(LEAPING);
    let fen = "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1 unmoved=e1e8";
    assert_eq!(leaps(&variant, fen), "");
    let lines = LEAPING.replace("way = ", "in-check = true, way = ");
    assert_eq!(leaps(&chess(&lines), fen), "c1 c2 c3 d3 f3 g1 g2 g3");
    // Other pieces leap freely, and so does a king without the rule.
    let lines = LEAPING.replace("who = 'king'", "who = { white = 'queen' }");
    assert_eq!(leaps(&chess(&lines), fen), "c1 c2 c3 d3 f3 g1 g2 g3");
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.use.safe-ways = { way = 'nD' }",
            "E0310 safe-ways: `safe-ways`: no pieces are named",
        ),
        (
            "rules.use.safe-ways = { who = 'king' }",
            "E0310 safe-ways: `safe-ways`: the paths are missing",
        ),
        (
            "rules.use.safe-ways = { who = 'king', way = 'own' }",
            "E0409 'own': `safe-ways`: `own` is not a path",
        ),
        (
            "rules.use.safe-ways = { who = 'king', way = 'O2' }",
            "E0331 'O2': `safe-ways`: castling cannot be part of a reach",
        ),
        (
            "rules.use.safe-ways = { who = [], way = 'nD' }",
            "W0410 []: `safe-ways`: no piece is named, so the rule has no effect",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}
