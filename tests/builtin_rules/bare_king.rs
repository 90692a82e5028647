//! `rules.bare-king`: sides that lose if only royal pieces, or pieces of some kinds, are left.

use ferz::formats::{Catalog, Format};
use ferz::game::{Outcome, Position, Strategy, perft_with};

use super::{after, at, chess, found, texts};

/// White's share and the reason of an end.
fn end(position: &Position) -> Option<(f64, String)> {
    match position.outcome() {
        Outcome::Ended { white, reason, .. } => Some((white, reason.as_str().to_owned())),
        Outcome::Ongoing => None,
    }
}

fn bared(white: f64) -> (f64, String) {
    (white, "bare-king".to_owned())
}

const ROOKS: &str = "rules.bare-king = { by = 'board', pieces = 'rook' }";

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
        let lines = format!("[rules.bare-king]\nby = 'board'\npieces = 'rook'{more}");
        let position = at(&chess(&lines), "4k3/8/8/4r3/4R3/2n5/8/5K2 w - - 0 1");
        let position = after(&position, &["e4e5"]);
        assert_eq!(end(&position), None);
        // Black captures nothing and has lost.
        assert_eq!(end(&after(&position, &["e8d8"])), Some(bared(1.0)));
        let position = at(&chess(&lines), "4k3/8/2n5/4r3/4R3/8/8/6K1 w - - 0 1");
        let position = after(&position, &["e4e5", "c6e5"]);
        assert_eq!(end(&position), Some(bared(white)), "{lines}");
    }
}

#[test]
fn at_once_and_hands() {
    let variant = chess("rules.bare-king = { value = 'immediate', by = 'board', pieces = 'rook' }");
    let position = at(&variant, "4k3/8/2n5/4r3/4R3/8/8/6K1 w - - 0 1");
    assert_eq!(end(&after(&position, &["e4e5"])), Some(bared(1.0)));
    let fen = "4k3/8/8/4r3/4R3/8/8/6K1[r] w - - 0 1";
    for (hands, wanted) in [("", Some(bared(1.0))), (", hands = true", None)] {
        let lines = format!(
            "rules.captured-to = 'captor-hand'\nrules.drops = {{}}\n\
             rules.bare-king = {{ value = 'immediate', by = 'board', pieces = 'rook'{hands} }}"
        );
        let position = at(&chess(&lines), fen);
        assert_eq!(end(&after(&position, &["e4e5"])), wanted, "{lines}");
    }
}

#[test]
fn nothing_named_is_every_piece_that_is_not_royal() {
    let variant = chess("rules.bare-king = { value = 'immediate', by = 'board' }");
    let position = at(&variant, "4k3/8/8/4p3/4R3/8/8/6K1 w - - 0 1");
    assert_eq!(end(&after(&position, &["e4e5"])), Some(bared(1.0)));
}

/// A pawn promotes to a rook in answer.
#[test]
fn what_a_bare_side_gets_back_helps_where_the_board_decides() {
    let fen = "3k4/8/8/4r3/4R3/8/6p1/K7 w - - 0 1";
    let by_board = at(&chess(ROOKS), fen);
    let ends = |moves: &[&str]| end(&after(&by_board, moves));
    assert_eq!(ends(&["e4e5", "d8c8"]), Some(bared(1.0)));
    assert_eq!(ends(&["e4e5", "g2g1r"]), None);
    let by_move = chess("rules.bare-king = { value = 'pending', pieces = 'rook' }");
    let noted = after(&at(&by_move, fen), &["e4e5"]);
    assert!(noted.to_fen().ends_with(" bare=b"), "{}", noted.to_fen());
    assert_eq!(at(&by_move, &noted.to_fen()), noted);
    assert_eq!(end(&after(&noted, &["g2g1r"])), Some(bared(1.0)));
}

/// A side that is bare in a FEN is judged from the next move on.
#[test]
fn a_side_is_bared_by_a_move_of_the_other_one() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let pending = at(&chess("rules.bare-king = 'pending'"), fen);
    assert_eq!(end(&pending), None);
    let noted = after(&pending, &["a1a7"]);
    assert_eq!(end(&noted), None);
    assert_eq!(end(&after(&noted, &["e8d8"])), Some(bared(1.0)));
    let at_once = chess("rules.bare-king = 'immediate'");
    assert_eq!(end(&at(&at_once, fen)), None);
    let lost = at(&at_once, "4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    assert_eq!(end(&lost), Some(bared(1.0)));
}

#[test]
fn capturing_the_last_piece_in_return_draws_or_wins_or_loses() {
    for (more, white) in [
        ("", 0.5),
        (", in-return = 'win'", 0.0),
        (", in-return = 'loss'", 1.0),
    ] {
        let lines = format!("rules.bare-king = {{ value = 'pending'{more} }}");
        let start = at(&chess(&lines), "8/8/8/8/8/1k6/Rp6/4K3 w - - 0 1");
        let ends = |moves: &[&str]| end(&after(&start, moves));
        assert_eq!(ends(&["a2b2", "b3b2"]), Some(bared(white)), "{lines}");
        assert_eq!(ends(&["a2b2", "b3c3"]), Some(bared(1.0)), "{lines}");
    }
}

/// Only the side to move can claim, and only a draw or better for itself.
#[test]
fn a_bare_side_loses_where_the_other_one_claims_it() {
    let variant = chess("rules.bare-king = 'claim'\nrules.scores.bare-king = 0.75");
    let start = at(&variant, "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1");
    assert_eq!(start.claim(), None);
    let bare = after(&start, &["a1a2"]);
    assert_eq!((end(&bare), bare.claim()), (None, None));
    let claimed = after(&bare, &["e8d8"]);
    assert_eq!(end(&claimed), None);
    assert!(
        matches!(claimed.claim(), Some(Outcome::Ended { white, .. }) if (white - 0.75).abs() < 1e-9)
    );
    // Play may go on, and the claim stands.
    let later = after(&claimed, &["a2a3", "d8e8"]);
    assert!(later.claim().is_some());
    assert!(at(&variant, &later.to_fen()).claim().is_some());
    let by_board = chess("rules.bare-king = { value = 'claim', by = 'board' }");
    let position = at(&by_board, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(position.claim().is_some());
    assert_eq!(after(&position, &["a1a2"]).claim(), None);
}

/// The tables evaluate an end that depends only on the remaining material.
#[test]
fn ends_by_what_is_left_are_in_tables() {
    for (lines, in_tables) in [
        ("rules.bare-king = { by = 'board', pieces = 'rook' }", true),
        (
            "rules.bare-king = { value = 'immediate', by = 'board' }",
            true,
        ),
        ("rules.bare-king = { value = 'claim', by = 'board' }", true),
        (
            "rules.bare-king = { by = 'board', pieces = { white = 'pawn', black = 'rook' } }",
            true,
        ),
        ("rules.bare-king = { by = 'board', hands = true }", false),
        ("rules.bare-king = 'immediate'", false),
        ("rules.bare-king.hands = true", true),
        ("rules.ends = 'after: no any not royal: draw'", true),
        ("rules.ends = 'after: no own not royal: enemy wins'", true),
        (
            "rules.ends = 'after: ..1 enemy (rook or pawn): own wins'",
            true,
        ),
        (
            "rules.ends = ['after: 2.. own [rank 1..3]: own wins', 'after: no enemy rook: own wins']",
            true,
        ),
        (
            "rules.ends = 'after: no own not royal [rank 2..]: enemy wins'",
            false,
        ),
        ("rules.ends = 'captured rook: own wins'", false),
    ] {
        let variant = chess(lines);
        let declined = variant.describe_tables().contains("general engine only");
        assert_eq!(!declined, in_tables, "{lines}");
        for fen in [
            "4k3/8/8/4r3/4R3/8/6p1/K7 w - - 0 1",
            "4k3/8/8/8/4Rn2/8/6p1/K7 b - - 0 1",
            "4k3/8/8/8/4r3/3K4/8/8 w - - 0 1",
            "4k3/8/8/8/8/3Kr3/8/8 w - - 0 1",
            "4k3/8/8/8/8/3KR3/8/8 b - - 0 1",
            "4k3/8/8/8/8/3K4/8/8 b - - 0 1",
        ] {
            let position = at(&variant, fen);
            let [fast, general] = [Strategy::Fastest, Strategy::General]
                .map(|engine| perft_with(&position, 3, engine));
            assert_eq!(fast, general, "{lines}: {fen}");
            let is_over = end(&position)
                .is_some_and(|(_, reason)| ["bare-king", "decided"].contains(&reason.as_str()));
            assert_eq!(is_over, position.legal_moves().is_empty(), "{lines}: {fen}");
        }
    }
}

/// A child's word replaces a table, and a table replaces a word, because they are one setting.
#[test]
fn words_and_tables_are_inherited_key_by_key() {
    let text = "[one]\ninherits = 'chess'\nrules.bare-king = 'pending'\n\
                [two]\ninherits = 'one'\nrules.bare-king.hands = true\n\
                [three]\ninherits = 'two'\nrules.bare-king = 'claim'\n\
                [four]\ninherits = 'three'\nrules.bare-king = false\n\
                [told]\ninherits = 'chess'\nrules.bare-king = { value = 'claim', hands = true }\n";
    let catalog = Catalog::read(text, Format::Toml)
        .into_result()
        .expect("good");
    let rules = |name: &str| catalog.get(name).expect("it is there").rules.clone();
    assert_eq!(rules("three"), rules("told"));
    assert!(!rules("four").builtin.contains_key("bare-king"));
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.bare-king.in-return = 'wins'",
            "E0311 'wins': `bare-king`: `wins` is not a value of this key",
        ),
        (
            "rules.bare-king = 'at-once'",
            "E0311 'at-once': `bare-king`: `at-once` is not a value of this key",
        ),
        (
            "rules.bare-king.hands = true",
            "W0410 bare-king: `bare-king`: no side loses by it without `value`",
        ),
        (
            "rules.bare-king = { value = 'immediate', in-return = 'win' }",
            "W0410 'win': `bare-king`: a bare side loses at once, so `in-return` has no effect",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
    let nobody = found("rules.bare-king = { by = 'board', pieces = [] }");
    assert_eq!(
        nobody[1],
        "W0410 []: `bare-king`: no piece is named, so both sides are bare from the start"
    );
}
