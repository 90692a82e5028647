//! Interactions of rules and modifiers: the effect of one must hold for the result of another.

use ferz::Variant;

use super::{after, at, chess, child, compiled, round_trips, targets, texts};

/// A board of five squares by five with kings, and pieces by letter and move.
fn small(rules: &str, pieces: &[(&str, &str)]) -> Variant {
    let pieces: String = pieces
        .iter()
        .map(|(letter, betza)| {
            let name = letter.to_lowercase();
            format!("pieces.{name} = {{ letter = '{letter}', move = '{betza}' }}\n")
        })
        .collect();
    compiled(&format!(
        "name = 'small'\nboard = {{ files = 5, ranks = 5 }}\nstart = '4k/5/5/5/4K'\n{rules}\n{pieces}\
         pieces.king = {{ letter = 'K', move = 'K', royal = true }}\n"
    ))
}

#[test]
fn a_pass_moves_nothing_and_keeps_the_rights() {
    let variant = chess("rules.passing.always = true");
    let start = at(&variant, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let passed = after(&start, &["e1e1", "a8b8"]);
    assert!(passed.to_fen().contains(" w KQk "), "{}", passed.to_fen());
    assert!(texts(&passed).contains(&"e1g1".to_owned()));
    round_trips(&passed);
}

#[test]
fn nobody_captures_a_friend_en_passant() {
    for clause in [
        "mover not royal changes side",
        "then mover changes side",
        "mover unmoved not royal: mover changes side",
    ] {
        let variant = chess(&format!("rules.effects = '{clause}'"));
        let position = at(&variant, "4k3/5p2/8/4P3/8/8/8/4K3 b - - 0 1");
        let Ok(mv) = position.parse_move("f7f5") else {
            continue;
        };
        let moved = position.play(&mv).expect("a legal move");
        let victim = moved.piece_on(variant.square("f5").expect("a square"));
        let is_friend = victim.is_some_and(|piece| piece.color == moved.turn());
        let captures = texts(&moved).contains(&"e5f6".to_owned());
        assert_eq!(captures, !is_friend, "{clause}");
        round_trips(&moved);
    }
}

#[test]
fn a_captured_piece_that_cannot_return_goes_to_no_hand() {
    for lines in [
        "rules.use.circe = true",
        "rules.effects = 'captured goes to [e8] or is removed'",
    ] {
        let variant = Variant::compile(&child("crazyhouse", lines)).expect("a variant");
        let taken = after(&at(&variant, "r3k3/8/8/3r4/8/8/8/3RK3[] w - -"), &["d1d5"]);
        let board = taken.to_fen();
        assert!(
            board.starts_with("r3k3/8/8/3R4/8/8/8/4K3 b"),
            "{lines}: {board}"
        );
    }
}

#[test]
fn a_captured_piece_reappears_on_free_squares_only() {
    let variant = small("", &[("U", "pafucR"), ("N", "N"), ("P", "-")]);
    // The mount is still there.
    let jumped = targets(&variant, "4k/p4/5/N4/U3K w - -", "a1");
    assert!(!jumped.contains("a4"), "{jumped}");
    let own_king = targets(&variant, "4k/p4/5/K4/U4 w - -", "a1");
    assert!(!own_king.contains("a4"), "{own_king}");
    // The mover returns to its own square.
    let variant = small("", &[("U", "ucabK"), ("P", "-")]);
    let back = targets(&variant, "4k/5/5/5/Up2K w - -", "a1");
    assert_eq!(back, "", "{back}");
}

#[test]
fn modes_for_royal_pieces_mean_those_that_are_captured_too() {
    let variant = small("rules.royal = 'capture'", &[("R", "kRmR"), ("T", "tR")]);
    assert!(targets(&variant, "R3k/5/5/5/4K w - -", "a5").contains("e5"));
    assert!(!targets(&variant, "T3k/5/5/5/4K w - -", "a5").contains("e5"));
    assert!(targets(&variant, "T3t/5/5/5/k3K w - -", "a5").contains("e5"));
}

#[test]
fn borrowing_leaves_out_only_what_the_lender_borrows() {
    for lender in ["NxN", "NxK", "mcNxK", "mcxN"] {
        let variant = small("", &[("S", "xK"), ("B", lender)]);
        let lent = targets(&variant, "4k/5/5/SB3/4K w - -", "a2");
        assert_eq!(lent, "b4 c1 c3", "{lender}");
    }
}

#[test]
fn two_ways_to_a_square_mark_all_that_they_pass() {
    let variant = compiled(
        "name = 'wide'\nboard = { files = 7, ranks = 7 }\nstart = '3k3/7/7/7/7/3S3/3K3 w - - 0 1'\n\
         pieces.s = { letter = 'S', move = 'fsmnasK' }\npieces.p = { letter = 'P', move = 'fmWfceF' }\n\
         pieces.king = { letter = 'K', move = 'K', royal = true }\n",
    );
    for (fen, capture) in [
        ("3k3/7/7/1p5/7/3S3/3K3", "b4c3"),
        ("3k3/7/7/5p1/7/3S3/3K3", "f4e3"),
    ] {
        let fen = format!("{fen} w - - 0 1");
        let moved = after(&at(&variant, &fen), &["d2d4"]);
        assert!(
            texts(&moved).contains(&capture.to_owned()),
            "{capture}: {:?}",
            texts(&moved)
        );
    }
}
