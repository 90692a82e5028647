//! `rules.decided-by-capture`: captures that end the game, by captor.

use ferz::game::Outcome;

use super::{after, at, chess, found, round_trips};

const LINES: &str = "rules.decided-by-capture = { queen = { queen = 'win', '*' = 'draw' }, \
                     rook = { knight = 0.75 } }";

/// White's share, if the game has ended.
fn white_gets(fen: &str, mv: &str) -> Option<f64> {
    let position = after(&at(&chess(LINES), fen), &[mv]);
    round_trips(&position);
    match position.outcome() {
        Outcome::Ended { white, .. } => {
            assert!(position.legal_moves().is_empty());
            Some(white)
        }
        Outcome::Ongoing => None,
    }
}

#[test]
fn the_captor_decides_what_a_capture_is_worth() {
    let fen = "4k3/8/2n5/3q4/8/1R1Q4/8/R3K2R w - - 0 1";
    assert_eq!(white_gets(fen, "d3d5"), Some(1.0));
    let fen = "4k3/8/2n5/3q4/8/1R6/8/3RK2R w - - 0 1";
    assert_eq!(white_gets(fen, "d1d5"), Some(0.5));
    let fen = "4k3/8/8/8/1n6/3R4/8/4K3 b - - 0 1";
    assert_eq!(white_gets(fen, "b4d3"), Some(0.25));
    let fen = "4k3/8/8/8/4p3/3R4/8/4K3 b - - 0 1";
    assert_eq!(white_gets(fen, "e4d3"), None);
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.decided-by-capture = {}",
            "E0409 decided-by-capture: `decided-by-capture`: no capture decides the game",
        ),
        (
            "rules.decided-by-capture.queen = 'victory'",
            "E0311 'victory': `decided-by-capture`: `victory` is not a value of this key",
        ),
        (
            "rules.decided-by-capture.queen = { rook = 2 }",
            "E0409 2: `decided-by-capture`: the captor's share is `win`, `draw`, `loss` or a number \
             from 0 to 1",
        ),
        (
            "rules.decided-by-capture = { queen = 'win', qeen = 'win' }",
            "E0302 qeen: `decided-by-capture`: the rule has no setting `qeen`",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
