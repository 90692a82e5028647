//! `rules.baring`: sides that lose with their last piece of some kinds.

use ferz::game::{Outcome, Position};

use super::{after, at, chess, found, texts};

/// White's share and the reason of an end.
fn end(position: &Position) -> Option<(f64, String)> {
    match position.outcome() {
        Outcome::Ended { white, reason, .. } => Some((white, reason.as_str().to_owned())),
        Outcome::Ongoing => None,
    }
}

fn bared(white: f64) -> (f64, String) {
    (white, "baring".to_owned())
}

const ROOKS: &str = "rules.baring.pieces = 'rook'";

#[test]
fn a_bare_side_has_one_more_move() {
    let variant = chess(ROOKS);
    let start = at(&variant, "4k3/8/8/4r3/4b3/8/8/R3R1K1 w - - 0 1");
    let start = after(&start, &["e1e4", "e5e4", "a1a4"]);
    assert_eq!(end(&start), None);
    let lost = after(&start, &["e8e7", "a4e4"]);
    assert_eq!(end(&lost), None);
    let lost = after(&lost, &["e7d7"]);
    assert_eq!(end(&lost), Some(bared(1.0)));
    assert!(texts(&lost).is_empty());
}

#[test]
fn baring_in_return_draws_or_wins_or_loses() {
    for (more, white) in [
        ("", 0.5),
        ("\nin-return = 'win'", 0.0),
        ("\nin-return = 'loss'", 1.0),
    ] {
        let lines = format!("[rules.baring]\npieces = 'rook'{more}");
        let position = at(&chess(&lines), "4k3/8/8/4r3/4R3/2n5/8/5K2 w - - 0 1");
        let position = after(&position, &["e4e5"]);
        assert_eq!(end(&position), None);
        // Black takes nothing, and is lost.
        assert_eq!(end(&after(&position, &["e8d8"])), Some(bared(1.0)));
        let position = at(&chess(&lines), "4k3/8/2n5/4r3/4R3/8/8/6K1 w - - 0 1");
        let position = after(&position, &["e4e5", "c6e5"]);
        assert_eq!(end(&position), Some(bared(white)), "{lines}");
    }
}

#[test]
fn at_once_and_hands() {
    let variant = chess("rules.baring = { pieces = 'rook', at-once = true }");
    let position = at(&variant, "4k3/8/2n5/4r3/4R3/8/8/6K1 w - - 0 1");
    assert_eq!(end(&after(&position, &["e4e5"])), Some(bared(1.0)));
    let fen = "4k3/8/8/4r3/4R3/8/8/6K1[r] w - - 0 1";
    for (hands, wanted) in [("", Some(bared(1.0))), (", hands = true", None)] {
        let lines = format!(
            "rules.captured = 'captor'\nrules.drops = {{}}\n\
             rules.baring = {{ pieces = 'rook', at-once = true{hands} }}"
        );
        let position = at(&chess(&lines), fen);
        assert_eq!(end(&after(&position, &["e4e5"])), wanted, "{lines}");
    }
}

#[test]
fn nothing_named_is_every_piece_that_is_not_royal() {
    let variant = chess("rules.baring.at-once = true");
    let position = at(&variant, "4k3/8/8/4p3/4R3/8/8/6K1 w - - 0 1");
    assert_eq!(end(&after(&position, &["e4e5"])), Some(bared(1.0)));
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [(
        "rules.baring.in-return = 'wins'",
        "E0311 'wins': `baring`: `wins` is not a value of this key",
    )];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
    let nobody = found("rules.baring.pieces = []");
    assert_eq!(
        nobody[1],
        "W0410 []: `baring`: nobody is meant, so both sides are bare from the start"
    );
}
