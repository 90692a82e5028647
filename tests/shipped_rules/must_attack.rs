//! `rules.must-attack`: pieces that may go only where they attack others.

use super::{at, chess, found, texts};

/// The moves of the knight on d4.
fn knight_goes(lines: &str, fen: &str) -> Vec<String> {
    let mut moves = texts(&at(&chess(lines), fen));
    moves.retain(|text| text.starts_with("d4"));
    moves
}

/// From f5 the knight attacks g7 and h4, from e6 g7 only, from b5 a7 only.
const FEN: &str = "4k3/p5p1/8/8/3N3p/8/8/4K3 w - - 0 1";

#[test]
fn a_piece_goes_only_where_it_attacks_so_many() {
    let one = "rules.must-attack.who = 'knight'";
    // From c6 it attacks a7 as well, and from f3 h4.
    assert_eq!(
        knight_goes(one, FEN),
        ["d4b5", "d4c6", "d4e6", "d4f3", "d4f5"]
    );
    let two = "rules.must-attack = { who = 'knight', number = 2 }";
    assert_eq!(knight_goes(two, FEN), ["d4f5"]);
    let three = "rules.must-attack = { who = 'knight', number = 3 }";
    assert!(knight_goes(three, FEN).is_empty());
}

#[test]
fn sides_and_opposing_pieces_may_be_named() {
    let of = "rules.must-attack = { who = 'knight', of = 'rook' }";
    assert!(knight_goes(of, FEN).is_empty());
    let of = "rules.must-attack = { who = { black = 'knight' } }";
    assert_eq!(knight_goes(of, FEN).len(), 8);
}

#[test]
fn kings_count_among_the_attacked() {
    let two = "rules.must-attack = { who = 'knight', number = 2 }";
    let fen = "4k3/p7/8/8/3N4/8/8/4K3 w - - 0 1";
    assert!(knight_goes(two, fen).is_empty());
    let fen = "r3k3/8/8/8/8/3N4/8/4K3 w - - 0 1";
    let one = "rules.must-attack = { who = 'knight', of = 'king' }";
    let moves = texts(&at(&chess(one), fen));
    assert!(!moves.iter().any(|text| text.starts_with("d3")));
    let fen = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
    let moves = texts(&at(&chess(two), fen));
    let knight: Vec<_> = moves.iter().filter(|text| text.starts_with("d5")).collect();
    assert_eq!(knight, ["d5c7"]);
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.must-attack = {}",
            "E0409 must-attack: `must-attack`: nobody is named",
        ),
        (
            "rules.must-attack.who = []",
            "W0410 []: `must-attack`: nobody is meant, so everybody goes where it can",
        ),
        (
            "rules.must-attack = { who = 'knight', of = [] }",
            "W0410 []: `must-attack`: nobody is meant, so these pieces never move",
        ),
        (
            "rules.must-attack = { who = 'knight', number = 0 }",
            "E0303 0: `must-attack`: expected a whole number from 1 to 1000, found 0",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
