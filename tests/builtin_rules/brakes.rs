//! `rules.use.brakes`: pieces that stop others on their way.

use super::{at, chess, found, round_trips, targets};

/// Knights stop pieces that enter a square around them.
const STOPPING: &str = "rules.use.brakes = { by = 'knight', reach = 'K' }";

#[test]
fn sliders_stop_on_the_first_square_around() {
    let variant = chess(STOPPING);
    let fen = "6k1/8/8/3n4/8/8/8/R3K2R w - - 0 1";
    assert_eq!(
        targets(&variant, fen, "a1"),
        "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1"
    );
    let fen = "6k1/8/8/3n4/8/8/8/2R1K3 w - - 0 1";
    assert_eq!(targets(&variant, fen, "c1"), "a1 b1 c2 c3 c4 d1");
    // A piece can move on from one braked square to the next.
    let fen = "6k1/8/8/3n4/2R5/8/8/4K3 w - - 0 1";
    assert_eq!(targets(&variant, fen, "c4"), "a4 b4 c1 c2 c3 c5 d4");
    // The knight can be captured only from an adjacent square.
    let fen = "6k1/8/8/3n4/8/8/3Q4/4K3 w - - 0 1";
    let queen = targets(&variant, fen, "d2");
    assert!(queen.contains("d4") && !queen.contains("d5"), "{queen}");
    round_trips(&at(&variant, fen));
}

#[test]
fn leapers_and_friends_are_free() {
    let variant = chess(STOPPING);
    let fen = "6k1/8/8/3n4/8/2N5/8/4K3 w - - 0 1";
    assert_eq!(targets(&variant, fen, "c3"), "a2 a4 b1 b5 d1 d5 e2 e4");
    let fen = "6k1/8/8/3N4/8/8/8/2R1K3 w - - 0 1";
    assert!(targets(&variant, fen, "c1").contains("c8"));
    let both = chess("rules.use.brakes = { by = 'knight', reach = 'K', by-side = 'any' }");
    assert!(!targets(&both, fen, "c1").contains("c5"));
    // A double step also passes a square.
    let fen = "6k1/8/8/8/3n4/8/2P1P2P/4K3 w - - 0 1";
    assert_eq!(targets(&variant, fen, "c2"), "c3");
    assert_eq!(targets(&variant, fen, "h2"), "h3 h4");
}

#[test]
fn who_is_stopped_gives_no_check_behind() {
    let variant = chess(STOPPING);
    let fen = "3k4/8/8/3n4/8/8/8/2R1K3 b - - 0 1";
    assert!(!at(&variant, &fen.replace("3k4", "2k5")).is_check());
    assert!(at(&variant, &fen.replace("3k4", "2k5").replace("3n4", "5n2")).is_check());
    // A king next to the knight is attacked from the next braked square.
    assert!(!at(&variant, "8/8/8/2kn4/8/2R5/8/4K3 b - - 0 1").is_check());
    assert!(at(&variant, "8/8/8/2kn4/2R5/8/8/4K3 b - - 0 1").is_check());
}

#[test]
fn who_begins_around_may_have_to_stop_at_once() {
    let variant = chess("rules.use.brakes = { by = 'knight', reach = 'K', at-start = true }");
    let fen = "6k1/8/8/3n4/2R5/8/8/4K3 w - - 0 1";
    assert_eq!(targets(&variant, fen, "c4"), "b4 c3 c5 d4");
    let fen = "6k1/8/8/3n4/2N5/8/8/4K3 w - - 0 1";
    assert_eq!(targets(&variant, fen, "c4"), "a3 a5 b2 b6 d2 d6 e3 e5");
}

#[test]
fn some_kinds_are_stopped_by_some_kinds() {
    let lines = "rules.use.brakes = { who = 'rook', by = { black = 'bishop' }, reach = 'W' }";
    let variant = chess(lines);
    let fen = "6k1/8/8/3b4/8/8/8/2RQK3 w - - 0 1";
    assert_eq!(targets(&variant, fen, "c1"), "a1 b1 c2 c3 c4 c5");
    assert!(targets(&variant, fen, "d1").contains("d5"));
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.use.brakes.by = []",
            "W0410 []: `brakes`: no piece is named, so no piece is ever stopped",
        ),
        (
            "rules.use.brakes = { by = 'knight', by-side = 'all' }",
            "E0311 'all': `brakes`: `all` is not a value of this key",
        ),
        (
            "rules.use.brakes = { by = 'knight', reach = 'O2' }",
            "E0331 'O2': `brakes`: castling cannot be part of a reach",
        ),
        (
            "rules.use.brakes = {}",
            "E0310 brakes: `brakes`: no stopping pieces are named",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}
