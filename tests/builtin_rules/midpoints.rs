//! `rules.use.optional-midpoint` and `rules.use.double-midpoint`: captures halfway along moves.

use ferz::game::{Position, Strategy, perft_with};

use super::{after, at, chess, found, refused, texts};

/// Rooks leap two squares diagonally, and capture what they leap over.
const LEAPERS: &str = "pieces.rook = { move = 'A', captures = { midpoint = true } }\n";

fn position(lines: &str, fen: &str) -> Position {
    let position = at(&chess(&format!("{LEAPERS}{lines}")), fen);
    let listed = texts(&position).len() as u64;
    assert_eq!(
        perft_with(&position, 1, Strategy::General),
        listed,
        "{lines}"
    );
    position
}

#[test]
fn a_capture_halfway_may_be_left_out() {
    let fen = "k7/8/8/4p3/3R4/8/8/7K w - - 0 1";
    assert_eq!(texts(&position("", fen)).len(), 3 + 4);
    let choices = position("rules.use.optional-midpoint = true", fen);
    assert_eq!(texts(&choices).len(), 3 + 5);
    assert!(
        choices
            .legal_moves()
            .iter()
            .any(|mv| !mv.is_capture() && choices.variant().shape().name(mv.to) == "f6")
    );
}

#[test]
fn a_capture_at_the_end_may_capture_halfway_as_well() {
    let fen = "k7/8/5p2/4p3/3R4/8/8/7K w - - 0 1";
    let board = |lines: &str| {
        let fen = after(&position(lines, fen), &["d4f6"]).to_fen();
        fen.split(' ').next().map(str::to_owned)
    };
    assert_eq!(board("").as_deref(), Some("k7/8/5R2/4p3/8/8/8/7K"));
    let both = board("rules.use.double-midpoint = true");
    assert_eq!(both.as_deref(), Some("k7/8/5R2/8/8/8/8/7K"));
}

#[test]
fn they_have_no_settings_and_are_doubted_where_nobody_captures_so() {
    for rule in ["optional-midpoint", "double-midpoint"] {
        assert_eq!(refused(rule, "'rook'").1, "'rook'");
        let doubts = found(&format!("rules.use.{rule} = true"));
        assert_eq!(doubts.len(), 1, "{doubts:?}");
        assert!(
            doubts[0].contains("no piece captures halfway"),
            "{doubts:?}"
        );
        assert_eq!(found(&format!("{LEAPERS}rules.use.{rule} = true")), [""; 0]);
    }
}
