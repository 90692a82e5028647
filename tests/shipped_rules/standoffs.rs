//! `rules.standoffs`: pieces that meet head-on leave the board together.

use ferz::game::Variant;

use super::{at, chess, found, texts};

/// The placement after a move.
fn after(variant: &Variant, fen: &str, text: &str) -> String {
    let position = at(variant, fen);
    let mv = position.parse_move(text).expect("a legal move");
    let next = position.play(&mv).expect("it can be played");
    next.to_fen()
        .split(' ')
        .next()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn friends_that_face_each_other_go() {
    let variant = chess("rules.standoffs.reach = { rook = 'W', bishop = 'W', knight = 'fW' }");
    let fen = "4k3/8/8/8/8/1N6/8/R1B1K3 w - - 0 1";
    assert_eq!(after(&variant, fen, "a1b1"), "4k3/8/8/8/8/1N6/8/4K3");
    // The knight faces the square ahead of it only.
    assert_eq!(after(&variant, fen, "c1d2"), "4k3/8/8/8/8/1N6/3B4/R3K3");
    assert_eq!(after(&variant, fen, "a1a3"), "4k3/8/8/8/8/RN6/8/2B1K3");
    let fen = "4k3/8/8/8/8/1N6/8/R3K3 w - - 0 1";
    assert_eq!(after(&variant, fen, "a1a4"), "4k3/8/8/8/R7/1N6/8/4K3");
}

#[test]
fn sides_may_be_chosen() {
    let lines = |between: &str| {
        format!("rules.standoffs = {{ reach = {{ pawn = 'fW' }}, between = '{between}' }}")
    };
    let fen = "4k3/8/8/3p4/8/4P3/3PP3/4K3 w - - 0 1";
    let enemies = chess(&lines("enemies"));
    assert_eq!(after(&enemies, fen, "d2d4"), "4k3/8/8/8/8/4P3/4P3/4K3");
    let friends = chess(&lines("friends"));
    assert_eq!(after(&friends, fen, "d2d4"), "4k3/8/8/3p4/3P4/4P3/4P3/4K3");
    let any = chess(&lines("any"));
    assert_eq!(after(&any, fen, "d2d4"), "4k3/8/8/8/8/4P3/4P3/4K3");
}

#[test]
fn a_standoff_that_opens_a_line_on_ones_own_king_is_illegal() {
    let variant = chess("rules.standoffs.reach = { knight = 'W' }");
    let position = at(&variant, "4r1k1/8/8/8/8/3N4/4N3/4K3 w - - 0 1");
    let moves = texts(&position);
    // Beside each other they both go, and the rook gives check.
    assert!(!moves.contains(&"d3e1".to_owned()));
    let position = at(&variant, "4r1k1/8/8/8/3N4/4N3/8/4K3 w - - 0 1");
    assert!(!texts(&position).contains(&"d4e2".to_owned()));
    assert!(texts(&position).contains(&"d4b3".to_owned()));
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.standoffs = {}",
            "E0409 standoffs: `standoffs`: nobody stands off",
        ),
        (
            "rules.standoffs.reach = { king = 'K' }",
            "E0409 'K': `standoffs`: a royal piece does not leave the board",
        ),
        (
            "rules.standoffs = { reach = { pawn = 'fW' }, between = 'foes' }",
            "E0311 'foes': `standoffs`: `foes` is not a value of this key",
        ),
        (
            "rules.standoffs.reach = {}",
            "W0410 reach: `standoffs`: nobody stands off",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
