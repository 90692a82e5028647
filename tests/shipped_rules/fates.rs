//! `rules.fates`: what becomes of captured pieces and of their captors.

use super::{after, at, chess, found, round_trips, texts};

const CIRCE: &str = "rules.fates.victims = {}";
const ANTICIRCE: &str = "rules.fates.captors = {}";
const ANDERNACH: &str = "rules.fates.captors = { square = 'spot', side = 'other' }";

/// A definition's lines, a position, a move, and the board behind it; `illegal` where it cannot be
/// made.
type Row = (&'static str, &'static str, &'static str, &'static str);

const MOVES: &[Row] = &[
    // A pawn comes back on the file of its capture, and of its own square if that is en passant.
    (
        CIRCE,
        "4k3/8/8/3p4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k3/3p4/8/3P4/8/8/8/4K3",
    ),
    (
        CIRCE,
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
        "e5d6",
        "4k3/3p4/3P4/8/8/8/8/4K3",
    ),
    // Knights and rooks by the color of the square.
    (
        CIRCE,
        "4k3/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k1n1/8/8/3P4/8/8/8/4K3",
    ),
    (
        CIRCE,
        "4k3/8/8/4n3/3P4/8/8/4K3 w - -",
        "d4e5",
        "1n2k3/8/8/4P3/8/8/8/4K3",
    ),
    // Where the home is occupied, or the captor stands on it, the victim is lost.
    (
        CIRCE,
        "4k1n1/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k1n1/8/8/3P4/8/8/8/4K3",
    ),
    (
        CIRCE,
        "n3k3/1P6/8/8/8/8/8/4K3 w - -",
        "b7a8q",
        "Q3k1n1/8/8/8/8/8/8/4K3",
    ),
    (
        CIRCE,
        "1q2k3/8/8/8/8/8/8/1Q2K3 w - -",
        "b1b8",
        "1Q1qk3/8/8/8/8/8/8/4K3",
    ),
    // The captor has left its own square.
    (
        CIRCE,
        "4k3/8/8/8/8/1N6/4K3/1r6 b - -",
        "b1b3",
        "4k3/8/8/8/8/1r6/4K3/1N6",
    ),
    // A captor goes home; a promotion comes first.
    (
        ANTICIRCE,
        "4k3/8/8/3p4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k3/8/8/8/8/8/3P4/4K3",
    ),
    (
        ANTICIRCE,
        "r3k3/1P6/8/8/8/8/8/4K3 w - -",
        "b7a8b",
        "4k3/8/8/8/8/8/8/4KB2",
    ),
    (
        ANTICIRCE,
        "4k3/8/8/8/8/3p4/3K4/8 w - -",
        "d2d3",
        "4k3/8/8/8/8/8/8/4K3",
    ),
    // It cannot capture where its home is occupied, but for its own square and that of the capture.
    (
        ANTICIRCE,
        "4k3/8/8/3p4/4P3/8/3P4/4K3 w - -",
        "e4d5",
        "illegal",
    ),
    (
        ANTICIRCE,
        "4k3/8/8/8/8/2p5/3P4/4K3 w - -",
        "d2c3",
        "4k3/8/8/8/8/8/2P5/4K3",
    ),
    (
        ANTICIRCE,
        "4k3/8/8/8/8/8/3R4/3qK3 w - -",
        "d2d1",
        "4k3/8/8/8/8/8/8/4K2R",
    ),
    // Who captures changes side, but no king.
    (
        ANDERNACH,
        "4k3/8/8/3p4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k3/8/8/3p4/8/8/8/4K3",
    ),
    (
        ANDERNACH,
        "r3k3/1P6/8/8/8/8/8/4K3 w - -",
        "b7a8n",
        "n3k3/8/8/8/8/8/8/4K3",
    ),
    (
        ANDERNACH,
        "4k3/8/8/8/8/3p4/3K4/8 w - -",
        "d2d3",
        "4k3/8/8/8/8/3K4/8/8",
    ),
    // Captor and victim change places.
    (
        "rules.fates.victims.square = 'origin'",
        "4k3/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k3/8/8/3P4/4n3/8/8/4K3",
    ),
    // Captured en passant, a pawn stays and changes side.
    (
        "rules.fates.victims = { square = 'spot', side = 'other' }",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
        "e5d6",
        "4k3/8/3P4/3P4/8/8/8/4K3",
    ),
    // A captor may stay, or be lost, where its home is occupied; or go back.
    (
        "rules.fates.captors.occupied = 'stays'",
        "4k3/8/8/3p4/4P3/8/3P4/4K3 w - -",
        "e4d5",
        "4k3/8/8/3P4/8/8/3P4/4K3",
    ),
    (
        "rules.fates.captors.occupied = 'lost'",
        "4k3/8/8/3p4/4P3/8/3P4/4K3 w - -",
        "e4d5",
        "4k3/8/8/8/8/8/3P4/4K3",
    ),
    (
        "rules.fates.captors = { square = 'origin', side = 'other', who = { white = 'pawn' } }",
        "4k3/8/8/3p4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k3/8/8/8/4p3/8/8/4K3",
    ),
    // Victims that cannot come back are not captured.
    (
        "rules.fates.victims.occupied = 'illegal'",
        "4k1n1/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "illegal",
    ),
    // Homes of their own, and by file.
    (
        "rules.fates = { victims = {}, homes = { knight = 'a1' } }",
        "4k3/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "n3k3/8/8/3P4/8/8/8/4K3",
    ),
    (
        "rules.fates = { victims = {}, by-file = ['knight', 'pawn'] }",
        "4k3/8/8/2n5/3P4/8/8/4K3 w - -",
        "d4c5",
        "2n1k3/8/8/2P5/8/8/8/4K3",
    ),
    // Both at once: the victim first.
    (
        "rules.fates = { victims = {}, captors = {} }",
        "4k3/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k1n1/8/8/8/8/8/3P4/4K3",
    ),
    // What comes back is in no hand; what cannot is.
    (
        "rules = { captured = 'captor', drops = {}, fates.victims = {} }",
        "4k3/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k1n1/8/8/3P4/8/8/8/4K3",
    ),
    (
        "rules = { captured = 'captor', drops = {}, fates.victims = {} }",
        "4k1n1/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k1n1/8/8/3P4/8/8/8/4K3[N]",
    ),
];

#[test]
fn who_is_captured_or_captures_goes_where_the_rule_says() {
    for (lines, fen, text, wanted) in MOVES {
        let position = at(&chess(lines), fen);
        let Ok(mv) = position.parse_move(text) else {
            assert_eq!(*wanted, "illegal", "{lines}: {fen} {text}");
            continue;
        };
        let behind = position.play(&mv).expect("a legal move");
        let fen_behind = behind.to_fen();
        let board = fen_behind.split(' ').next().unwrap_or_default();
        assert_eq!(board, *wanted, "{lines}: {fen} {text}");
        round_trips(&behind);
    }
}

#[test]
fn who_comes_home_has_not_moved() {
    let circe = chess(CIRCE);
    // The captor stands on the home of the rook; the king still waits for another.
    let position = after(&at(&circe, "4k3/8/8/8/8/8/6b1/4K2R b K -"), &["g2h1"]);
    let fen = position.to_fen();
    assert!(fen.contains(" w - - 0 2 unmoved=e1"), "{fen}");
    round_trips(&position);
    // On a square of the color of a1 a rook is captured that comes back there.
    let start = at(&circe, "4k3/8/8/8/8/7r/7n/4K2R w K -");
    let position = after(&start, &["h1h2", "h3h2"]);
    let fen = position.to_fen();
    assert!(fen.starts_with("1n2k3/8/8/8/8/8/7r/R3K3 w Q - "), "{fen}");
    assert!(texts(&position).contains(&"e1c1".to_owned()));
    round_trips(&position);
    // A FEN that names nobody means that the king has moved, even if no rook is there.
    let moved = at(&circe, "4k3/8/8/8/8/8/7R/r3K3 w - -");
    assert!(!moved.to_fen().contains("unmoved"));
    // A king that captures is born again unmoved.
    let anticirce = chess(ANTICIRCE);
    let start = at(&anticirce, "4k3/8/8/8/8/8/p7/1K5R w - -");
    let position = after(&start, &["b1a2"]);
    assert!(
        position.to_fen().starts_with("4k3/8/8/8/8/8/8/4K2R b - "),
        "{}",
        position.to_fen()
    );
    // A rook that turns to the other side on its home square may castle.
    let andernach = chess(ANDERNACH);
    let start = at(&andernach, "4k2r/8/8/8/8/8/8/4K2R w k -");
    let position = after(&start, &["h1h8"]);
    assert!(
        position.to_fen().starts_with("4k2r/8/8/8/8/8/8/4K3 b k - "),
        "{}",
        position.to_fen()
    );
    assert!(texts(&position).contains(&"e8g8".to_owned()));
}

#[test]
fn a_piece_that_cannot_be_born_again_attacks_nothing() {
    let anticirce = chess(ANTICIRCE);
    for (fen, checks) in [
        // The home of the rook that captures on e1 is h8.
        ("k3r3/8/8/8/8/8/8/4K3 w - -", true),
        ("k3r2r/8/8/8/8/8/8/4K3 w - -", false),
        ("r2kr3/8/8/8/8/8/8/4K3 w - -", true),
        // Kings stand side by side when neither could be born again.
        ("4r3/8/8/8/8/3k4/3K4/4B3 w - -", false),
        ("8/8/8/8/8/3k4/3K4/4B3 w - -", true),
        // A pawn that would promote attacks if any promotion could be born again.
        ("3nk3/8/8/8/8/8/4p3/3K4 w - -", true),
        ("rnbqkbnr/3p4/8/8/8/8/4p3/3K4 w - -", false),
        ("rnbqkb1r/3p4/8/8/8/8/4p3/3K4 w - -", true),
    ] {
        assert_eq!(at(&anticirce, fen).is_check(), checks, "{fen}");
    }
    // A king that would come back is not in check; where it could not, it is.
    let inclusive = chess("rules.fates.victims.who = '*'");
    assert!(!at(&inclusive, "k3r3/8/8/8/8/8/8/3K3r w - -").is_check());
    assert!(at(&inclusive, "k3r3/8/8/8/8/8/8/4K3 w - -").is_check());
    assert!(at(&inclusive, "k2r4/8/8/8/8/8/8/3KB3 w - -").is_check());
}

#[test]
fn bad_fates_are_refused_at_their_place() {
    let rows = [
        (
            "rules.fates = {}",
            "E0409 fates: `fates`: nobody has a fate",
        ),
        (
            "rules.fates.captors.square = 'spot'",
            "E0409 'spot': `fates`: who stays on the spot and on its side has no fate",
        ),
        (
            "rules.fates.victims.occupied = 'stays'",
            "E0311 'stays': `fates`: `stays` is not a value of this key",
        ),
        (
            "rules.fates.victims.home = 'a1'",
            "E0302 home: `fates`: the rule has no setting `home`",
        ),
        (
            "rules.fates = { victims = {}, homes = { wizard = 'a1' } }",
            "E0306 wizard: `fates`: `wizard` is not a piece of the variant",
        ),
        (
            "rules.fates = { victims = {}, homes = { knight = 'none' } }",
            "E0409 'none': `fates`: the home of a knight is no square of the board",
        ),
        (
            "board.holes = 'd4'\nrules.fates = { victims = {}, homes = { knight = 'd4' } }",
            "E0409 'd4': `fates`: the home of a knight is no square of the board",
        ),
        (
            "rules.fates = { victims = {}, homes = { knight = 'z9' } }",
            "E0308 z9: `fates`: `z9` is not a square of the board",
        ),
        (
            "rules.fates.victims.who = []",
            "W0410 []: `fates`: nobody is meant, so the rule does nothing",
        ),
        (
            "rules.fates = { victims.square = 'origin', by-file = 'pawn' }",
            "W0410 'pawn': `fates`: nobody goes home, so it does not matter where that is",
        ),
        (
            "rules = { captured = 'captor', drops = {}, fates.victims = {} }",
            "W0410 victims: `fates`: captured pieces go to a hand besides: who comes back here goes to none",
        ),
        (
            "rules = { captured = 'captor', drops = {}, fates.victims.who = 'rook' }",
            "",
        ),
        (
            "rules = { fates.captors = {}, absorption.parts = { pawn = [] } }",
            "E0411 absorption: `absorption`: `fates` decides what becomes of a piece that captures \
             already",
        ),
    ];
    for (lines, wanted) in rows {
        let wanted: Vec<&str> = [wanted].into_iter().filter(|one| !one.is_empty()).collect();
        assert_eq!(found(lines), wanted, "{lines}");
    }
}

/// Pieces that a capture makes change places may not change back.
#[test]
fn a_ban_of_swaps_holds_for_captures_that_swap() {
    let lines = "rules.royal = 'none'\nrules.fates.victims = { who = '*', square = 'origin' }\n\
                 rules.swap-ban = ";
    for (kinds, may) in [("'*'", false), ("['bishop']", false), ("['rook']", true)] {
        let start = at(&chess(&format!("{lines}{kinds}")), START);
        let swapped = after(&start, &["b2b3", "g7g6", "c1b2", "f8g7", "b2g7"]);
        round_trips(&swapped);
        assert_eq!(texts(&swapped).contains(&"b2g7".to_owned()), may, "{kinds}");
        // One move later they may.
        let later = after(&swapped, &["a7a6", "a2a3"]);
        assert!(texts(&later).contains(&"b2g7".to_owned()), "{kinds}");
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
