//! Pieces that turn over by some kinds of moves.

use super::{at, chess, found, texts};

/// The moves of a knight that may turn over on the last three ranks.
fn knight_turns(when: &str, fen: &str) -> Vec<String> {
    let lines =
        format!("pieces.knight.promoted = 'rook'\nrules.turning = {{ zone = 'rank 6..', {when} }}");
    let mut moves = texts(&at(&chess(&lines), fen));
    moves.retain(|text| text.ends_with('+'));
    moves
}

#[test]
fn the_kind_of_move_says_whether_a_piece_may_turn_over() {
    let outside = "7k/8/2p5/8/3N4/8/8/K7 w - - 0 1";
    assert_eq!(knight_turns("when = 'enter'", outside), ["d4c6+", "d4e6+"]);
    assert_eq!(knight_turns("when = 'capture'", outside), ["d4c6+"]);
    assert!(knight_turns("when = ['leave', 'within']", outside).is_empty());
    let inside = "7k/8/3N4/1p6/8/8/8/K7 w - - 0 1";
    let leaving = ["d6b5+", "d6c4+", "d6e4+", "d6f5+"];
    assert_eq!(knight_turns("when = 'leave'", inside), leaving);
    assert_eq!(
        knight_turns("when = ['capture', 'enter']", inside),
        ["d6b5+"]
    );
    let within = ["d6b7+", "d6c8+", "d6e8+", "d6f7+"];
    assert_eq!(knight_turns("when = 'within'", inside), within);
    let last = "when = 'enter', also-on = { knight = 'rank 8' }";
    assert_eq!(knight_turns(last, inside), ["d6c8+", "d6e8+"]);
}

#[test]
fn an_unknown_kind_of_move_is_found_at_its_place() {
    assert_eq!(
        found("pieces.knight.promoted = 'rook'\nrules.turning.when = ['entr']"),
        ["E0311 'entr': `entr` is not a kind of move that turns pieces over"]
    );
}
