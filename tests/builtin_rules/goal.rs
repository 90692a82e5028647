//! `rules.goal`: sides that end the game by reaching squares.

use ferz::game::{Outcome, Position, Strategy, perft_with};

use super::{after, at, chess, refused};

/// White's share, if the game has ended there.
fn end(position: &Position) -> Option<f64> {
    match position.outcome() {
        Outcome::Ended { white, reason, .. } => {
            assert_eq!(reason.as_str(), "goal");
            Some(white)
        }
        Outcome::Ongoing => None,
    }
}

const KINGS: &str = "8/4k3/8/8/8/8/4K3/8 w - - 0 1";

#[test]
fn who_gets_there_wins_or_draws_or_loses() {
    for (result, white) in [("win", 1.0), ("draw", 0.5), ("loss", 0.0)] {
        let lines =
            format!("rules.goal = {{ piece = 'king', zone = 'rank 3', result = '{result}' }}");
        let start = at(&chess(&lines), KINGS);
        assert_eq!(end(&start), None);
        assert_eq!(end(&after(&start, &["e2e3"])), Some(white), "{lines}");
        assert_eq!(end(&after(&start, &["e2d2", "e7d6"])), Some(1.0 - white));
    }
}

#[test]
fn each_side_has_its_piece_and_its_squares() {
    let lines = "rules.goal = { piece = { white = 'king', black = 'rook' }, \
                 zone = { white = 'a1', black = 'h1-h4' } }";
    let start = at(&chess(lines), "4k3/7r/8/8/8/8/1K6/8 w - - 0 1");
    assert_eq!(end(&after(&start, &["b2a1"])), Some(1.0));
    assert_eq!(end(&after(&start, &["b2b3", "h7h3"])), Some(0.0));
    let one = "rules.goal = { piece = { white = 'king', black = false }, \
               zone = { white = 'a1', black = 'none' } }";
    let start = at(&chess(one), "4k3/7r/8/8/8/8/1K6/8 w - - 0 1");
    assert_eq!(end(&after(&start, &["b2b3", "h7a7"])), None);
}

#[test]
fn several_must_get_there_unless_nobody_else_can() {
    let counted = chess("rules.goal = { piece = 'rook', zone = 'a1-b1', count = 2 }");
    let start = at(&counted, "4k3/8/8/8/8/8/R3K3/1R6 w - - 0 1");
    assert_eq!(end(&after(&start, &["e2e3"])), None);
    assert_eq!(end(&after(&start, &["a2a1"])), Some(1.0));
    let full = "4k3/8/8/8/8/8/R3K3/1B6 w - - 0 1";
    assert_eq!(end(&after(&at(&counted, full), &["a2a1"])), None);
    let blocked =
        chess("rules.goal = { piece = 'rook', zone = 'a1-b1', count = 2, blocked-wins = true }");
    assert_eq!(end(&after(&at(&blocked, full), &["a2a1"])), Some(1.0));
}

/// A captured king moves to its captor's origin, and a swapped one to the other piece's square.
#[test]
fn the_other_side_may_bring_a_piece_there() {
    for (rule, fen, text) in [
        (
            "rules.effects = 'captured goes to from or is removed'",
            "7r/8/8/k7/8/7K/8/8 b - - 0 1",
            "h8h3",
        ),
        (
            "pieces.queen = { actions.swap = {} }",
            "7q/8/8/k7/8/7K/8/8 b - - 0 1",
            "h8h3,h3h8",
        ),
    ] {
        for (result, white) in [("win", 1.0), ("draw", 0.5), ("loss", 0.0)] {
            let lines = format!(
                "rules.royal = 'none'\n{rule}\n\
                 rules.goal = {{ piece = 'king', zone = 'rank -1', result = '{result}' }}"
            );
            let start = at(&chess(&lines), fen);
            assert_eq!(end(&start), None);
            assert_eq!(end(&after(&start, &[text])), Some(white), "{lines}");
        }
    }
    // The tables recognize it in a FEN.
    let variant = chess("rules.goal = { piece = 'king', zone = 'rank 3' }");
    let start = at(&variant, "8/4k3/8/8/8/4K3/8/8 w - - 0 1");
    assert_eq!(end(&start), Some(1.0));
    let counts = [Strategy::Fastest, Strategy::General].map(|one| perft_with(&start, 1, one));
    assert_eq!(counts, [0, 0]);
}

/// Black, who moves second, may follow with its king.
#[test]
fn a_last_move_draws() {
    let variant = chess(
        "rules.goal = { piece = 'king', zone = { white = 'rank 8', black = 'rank 8' }, \
         last-move = true }",
    );
    let both = at(&variant, "8/K6k/8/8/8/8/8/8 w - - 0 1");
    let waits = after(&both, &["a7a8"]);
    assert_eq!(end(&waits), None);
    assert_eq!(end(&after(&waits, &["h7h8"])), Some(0.5));
    assert_eq!(end(&after(&waits, &["h7h6"])), Some(1.0));
    let far = at(&variant, "8/K7/7k/8/8/8/8/8 w - - 0 1");
    assert_eq!(end(&after(&far, &["a7a8"])), Some(1.0));
    for start in [both, far] {
        let counts =
            [Strategy::Fastest, Strategy::General].map(|strategy| perft_with(&start, 3, strategy));
        assert_eq!(counts[0], counts[1]);
    }
}

#[test]
fn who_gets_there_may_have_to_be_safe() {
    let variant = chess("rules.goal = { piece = 'knight', zone = 'rank 8', safe = true }");
    let alone = at(&variant, "4k3/8/1N6/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(end(&after(&alone, &["b6a8"])), Some(1.0));
    let watched = at(&variant, "4k3/8/1N6/8/8/8/r7/4K3 w - - 0 1");
    assert_eq!(end(&after(&watched, &["b6a8"])), None);
    assert_eq!(end(&after(&watched, &["b6c8"])), Some(1.0));
    assert!(!variant.describe_tables().contains("general engine only"));
}

#[test]
fn settings_are_refused_at_their_places() {
    let rows = [
        ("{ piece = 'king' }", "E0310", "goal"),
        ("{ zone = 'z9' }", "E0308", "z9"),
        ("{ piece = 'dragon', zone = 'a1' }", "E0306", "'dragon'"),
        ("{ zone = 'a1', result = 'lost' }", "E0311", "'lost'"),
        ("{ zone = 'a1', count = 'two' }", "E0303", "'two'"),
        ("{ zone = 'a1', saves = true }", "E0302", "saves"),
    ];
    for (settings, code, place) in rows {
        assert_eq!(
            refused("goal", settings),
            (code.to_owned(), place.to_owned()),
            "{settings}"
        );
    }
}

/// The text of the rules page, by settings.
#[test]
fn its_sentences() {
    let rows = [
        (
            "piece = { white = 'king', black = 'rook' }, zone = 'rank 8'",
            "Black has a rook on rank 1",
        ),
        ("zone = 'rank 8'", "has a piece on rank 8"),
        ("zone = 'rank 8', count = 3", "has 3 pieces on rank 8"),
        (
            "zone = 'rank 8', count = 3, blocked-wins = true",
            "If all these squares are occupied",
        ),
        (
            "piece = 'king', zone = 'rank 8', last-move = true",
            "Black has one more move",
        ),
        (
            "piece = 'king', zone = 'rank 8', result = 'draw'",
            "has a king on rank 8. | draw",
        ),
        ("zone = 'rank 8', safe = true", "on rank 8, not attacked"),
    ];
    for (settings, phrase) in rows {
        let variant = chess(&format!("rules.goal = {{ {settings} }}"));
        let page = ferz_designer::handbook::rules_page(
            &variant,
            ferz_designer::handbook::Pictures::Text(ferz_designer::render::BoardStyle::Ascii),
        );
        assert!(page.contains(phrase), "{settings}: no `{phrase}`");
    }
}
