//! `rules.paralysis`: pieces that cannot move while others reach them.

use super::{after, at, chess, found, texts};

/// The texts of the moves from a square.
fn from(variant: &ferz::game::Variant, fen: &str, square: &str) -> Vec<String> {
    let moves = texts(&at(variant, fen)).into_iter();
    moves.filter(|text| text.starts_with(square)).collect()
}

#[test]
fn like_pieces_paralyse_one_another() {
    let variant = chess("rules.paralysis = {}");
    assert!(from(&variant, "4k3/8/8/8/r3R3/8/8/4K3 w - - 0 1", "e4").is_empty());
    // It gives no check, and a bishop does not paralyse it.
    assert!(!at(&variant, "4k3/8/8/8/r3R3/8/8/4K3 b - - 0 1").is_check());
    assert!(at(&variant, "4k3/8/8/1b6/4R3/8/8/4K3 b - - 0 1").is_check());
    // Whoever is pinned paralyses all the same.
    assert!(from(&variant, "4k3/4q3/8/8/4q2Q/8/8/4R1K1 w - - 0 1", "h4").is_empty());
}

#[test]
fn en_passant_neither_paralyses_nor_is_left_to_the_paralysed() {
    let variant = chess("rules.paralysis = {}");
    let beside = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(from(&variant, beside, "e5"), ["e5d6", "e5e6"]);
    let attacked = "4k3/8/5p2/3pP3/8/8/8/4K3 w - d6 0 1";
    assert!(from(&variant, attacked, "e5").is_empty());
}

#[test]
fn a_paralysed_rook_can_be_castled_with_and_a_passing_king_has_not_moved() {
    let variant = chess("rules.paralysis = {}");
    let castles = "4k3/8/8/8/7r/8/8/4K2R w K - 0 1";
    assert_eq!(from(&variant, castles, "h1").len(), 0);
    assert!(from(&variant, castles, "e1").contains(&"e1g1".to_owned()));
    let variant = chess("rules.paralysis.who = 'king'\nrules.passing.always = true");
    let kings = at(&variant, "8/8/8/8/8/4k3/4K3/8 w - - 0 1");
    assert_eq!(texts(&kings), ["e2e2"]);
    assert_eq!(texts(&after(&kings, &["e2e2"])), ["e3e3"]);
}

#[test]
fn other_kinds_paralyse_within_another_reach() {
    let lines =
        "rules.paralysis = { who = ['queen', 'rook'], by = { black = 'knight' }, reach = 'W' }";
    let variant = chess(lines);
    assert!(from(&variant, "4k3/8/8/8/3nR3/8/8/4K3 w - - 0 1", "e4").is_empty());
    assert!(!from(&variant, "4k3/8/4n3/8/4R3/8/8/4K3 w - - 0 1", "e4").is_empty());
    assert!(!from(&variant, "4k3/8/8/8/3Nr3/8/8/4K3 b - - 0 1", "e4").is_empty());
}

#[test]
fn bad_settings_are_refused_at_their_place() {
    let rows = [
        (
            "rules.paralysis.by = 'likes'",
            "E0306 'likes': `paralysis`: `likes` is not a piece of the variant",
        ),
        (
            "rules.paralysis.reach = 'O2'",
            "E0331 'O2': `paralysis`: castling cannot be part of a reach",
        ),
        (
            "rules.paralysis.reach = '[W-aW-aW-aW-aW-aW-aW-aW-aW]'",
            "E0332 '[W-aW-aW-aW-aW-aW-aW-aW-aW]': `paralysis`: the reach has more than 2048 paths from one \
             square",
        ),
        (
            "rules.paralysis.who = []",
            "W0410 []: `paralysis`: nobody is meant, so nothing is ever paralysed",
        ),
        (
            "rules.paralysis.by = []",
            "W0410 []: `paralysis`: nobody is meant, so nothing is ever paralysed",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}
