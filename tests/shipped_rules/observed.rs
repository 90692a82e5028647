//! `rules.observed`: captures that need an observer.

use super::{at, chess, found, texts};

/// Whether a move is legal.
fn is_legal(lines: &str, fen: &str, text: &str) -> bool {
    texts(&at(&chess(lines), fen)).contains(&text.to_owned())
}

#[test]
fn a_piece_captures_only_while_another_guards_it() {
    let lines = "rules.observed = {}";
    assert!(!is_legal(lines, "4k3/8/8/3p4/4P3/8/8/K7 w - - 0 1", "e4d5"));
    assert!(is_legal(
        lines,
        "4k3/8/8/3p4/4P3/3P4/8/K7 w - - 0 1",
        "e4d5"
    ));
    // The king observes, and so does who is pinned. A pawn does not observe what is before it.
    assert!(is_legal(lines, "4k3/8/8/3p4/4P3/3K4/8/8 w - - 0 1", "e4d5"));
    assert!(is_legal(
        lines,
        "4k3/8/8/3p4/K2NP2r/2N5/8/8 w - - 0 1",
        "e4d5"
    ));
    assert!(!is_legal(
        lines,
        "4k3/8/8/3p4/4P3/4P3/8/K7 w - - 0 1",
        "e4d5"
    ));
}

#[test]
fn en_passant_is_a_capture_like_others() {
    let lines = "rules.observed = {}";
    assert!(!is_legal(lines, "4k3/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"));
    assert!(is_legal(
        lines,
        "4k3/8/8/3pP3/5P2/8/8/K7 w - d6 0 1",
        "e5d6"
    ));
}

#[test]
fn only_who_is_guarded_gives_check() {
    let variant = chess("rules.observed = {}");
    assert!(!at(&variant, "4k3/8/8/8/8/8/8/K3R3 b - - 0 1").is_check());
    assert!(at(&variant, "4k3/8/8/8/8/8/8/3KR3 b - - 0 1").is_check());
    // A king goes beside an unguarded rook, and takes nothing alone.
    let kings = at(&variant, "4k3/4R3/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(texts(&kings), ["e8d7", "e8d8", "e8f7", "e8f8"]);
}

#[test]
fn some_observe_within_another_reach() {
    let lines = "rules.observed = { who = { white = 'rook' }, by = 'bishop', reach = 'N' }";
    assert!(is_legal(lines, "4k3/8/8/r6R/8/6B1/8/K7 w - - 0 1", "h5a5"));
    assert!(!is_legal(lines, "4k3/8/8/r6R/8/5B2/8/K7 w - - 0 1", "h5a5"));
    assert!(is_legal(lines, "4k3/8/8/r6R/8/5B2/8/K7 b - - 0 1", "a5h5"));
}

#[test]
fn bad_settings_are_refused_at_their_place() {
    let rows = [
        (
            "rules.observed = { of = 'rook' }",
            "E0302 of: `observed`: the rule has no setting `of`",
        ),
        (
            "rules.observed.reach = 'Q!'",
            "E0101 'Q!': `observed`: unknown character `!`",
        ),
        (
            "rules.observed.who = []",
            "W0410 []: `observed`: nobody is meant, so every piece captures as without the rule",
        ),
        (
            "rules.observed.by = []",
            "W0410 []: `observed`: nobody is meant, so no piece can ever capture",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}
