//! `rules.must-be-attacked`: pieces that must be attacked when their side has moved.

use ferz::game::{Game, Outcome};

use super::{at, chess, found, texts};

const ANTI_KING: &str = "pieces.anti-king = { letter = 'A', move = 'mdK' }\n\
    rules.must-be-attacked = { who = 'anti-king', by = ['queen', 'rook', 'pawn'], capturable = false }";

#[test]
fn a_move_leaves_the_piece_attacked() {
    let position = at(&chess(ANTI_KING), "4k3/8/8/8/2A4r/8/8/3R2K1 w - - 0 1");
    let moves = texts(&position);
    assert!(moves.contains(&"c4b4".to_owned()) && !moves.contains(&"d1d4".to_owned()));
    assert!(!moves.contains(&"c4c5".to_owned()));
    // It takes its own side's pieces, but not the king.
    let among = at(&chess(ANTI_KING), "4k3/8/8/8/2AP3r/3K4/8/8 w - - 0 1");
    let moves = texts(&among);
    assert!(moves.contains(&"c4d4".to_owned()) && !moves.contains(&"c4d3".to_owned()));
}

#[test]
fn the_attacks_of_some_do_not_count() {
    let position = at(&chess(ANTI_KING), "8/8/8/2A1k3/8/8/8/6K1 w - - 0 1");
    assert!(texts(&position).is_empty());
    let game = Game::new(position);
    assert!(matches!(game.outcome(), Outcome::Ended { white, .. } if white < 0.1));
}

#[test]
fn who_is_attacked_and_cannot_move_is_stalemated() {
    let position = at(&chess(ANTI_KING), "8/8/8/8/8/1q6/8/K1k4A w - - 0 1");
    assert!(texts(&position).is_empty());
    let lost = Game::new(position).outcome();
    assert!(
        matches!(lost, Outcome::Ended { white, .. } if white < 0.1),
        "{lost:?}"
    );
    let position = at(&chess(ANTI_KING), "7k/8/8/8/8/1q6/r7/KA6 b - - 0 1");
    assert!(!texts(&position).is_empty());
}

#[test]
fn it_can_be_captured_unless_that_is_ruled_out() {
    let fen = "4k3/8/8/8/2A4r/8/8/6K1 b - - 0 1";
    assert!(!texts(&at(&chess(ANTI_KING), fen)).contains(&"h4c4".to_owned()));
    let lines = ANTI_KING.replace(", capturable = false", "");
    assert!(texts(&at(&chess(&lines), fen)).contains(&"h4c4".to_owned()));
}

#[test]
fn bad_settings_are_refused_at_their_place() {
    let rows = [
        (
            "rules.must-be-attacked = {}",
            "E0409 must-be-attacked: `must-be-attacked`: it does not say which pieces",
        ),
        (
            "rules.must-be-attacked.who = []",
            "W0410 []: `must-be-attacked`: nobody is meant, so nothing must be attacked",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
    let found = found("rules.must-be-attacked = { who = 'queen', by = [] }");
    let wanted = "W0410 []: `must-be-attacked`: nobody is meant, so no move is legal";
    assert!(found.contains(&wanted.to_owned()), "{found:?}");
}
