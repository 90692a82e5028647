//! Clauses about captures: pieces that cannot capture some others.

use super::{at, chess, texts};

#[test]
fn a_captor_spares_what_it_is_told_to() {
    let variant = chess("rules.forbid = 'mover rook and captured (pawn or knight)'");
    let position = at(&variant, "4k3/8/8/3p4/8/8/3R1n1b/4K3 w - - 0 1");
    let moves = texts(&position);
    for text in ["d2d5", "d2f2"] {
        assert!(!moves.contains(&text.to_owned()), "{text} in {moves:?}");
    }
    for text in ["d2d4", "d2e2", "e1f2"] {
        assert!(moves.contains(&text.to_owned()), "{text} not in {moves:?}");
    }
}

#[test]
fn sides_may_differ() {
    let variant = chess("rules.forbid = 'mover white rook and captured any'");
    let fen = "4k3/8/8/3r4/8/8/8/3RK3";
    let white = at(&variant, &format!("{fen} w - - 0 1"));
    assert!(!texts(&white).contains(&"d1d5".to_owned()));
    let black = at(&variant, &format!("{fen} b - - 0 1"));
    assert!(texts(&black).contains(&"d5d1".to_owned()));
}

#[test]
fn who_spares_a_king_gives_no_check() {
    let variant = chess("rules.forbid = 'mover rook and captured king'");
    // The king castles across the file of the rook, out of its line and into another one.
    let position = at(&variant, "4rr1k/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert!(!position.is_check());
    assert!(texts(&position).contains(&"e1g1".to_owned()));
    assert!(texts(&position).contains(&"e1f1".to_owned()));
    let position = at(&variant, "4qr1k/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert!(position.is_check());
}

#[test]
fn captures_on_the_way_are_spared_too() {
    let lines = "pieces.knight = { letter = 'N', move = 'KNADcaK' }\n\
                 rules.forbid = 'mover knight and captured pawn'";
    let position = at(&chess(lines), "4k3/8/8/4n3/3p4/2N5/8/4K3 w - - 0 1");
    let moves = texts(&position);
    assert!(!moves.iter().any(|text| text.contains("d4")), "{moves:?}");
}
