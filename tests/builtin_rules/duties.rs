//! Duties, which apply if a move can fulfill them, and states of pieces: `rules.require`, `in
//! check`, `unmoved`.

use super::{after, at, chess, found, texts};

/// The legal moves with these lines.
fn moves(lines: &str, fen: &str) -> Vec<String> {
    texts(&at(&chess(lines), fen))
}

#[test]
fn only_moves_that_fulfil_the_first_condition_are_legal_where_one_can() {
    let fen = "4k3/8/8/3p4/4P3/8/1n1R4/4K3 w - - 0 1";
    let rows: [(&str, &[&str]); 4] = [
        ("'capture'", &["d2b2", "d2d5", "e4d5"]),
        ("['capture', 'mover pawn']", &["e4d5"]),
        ("['mover queen', 'capture and mover pawn']", &["e4d5"]),
        ("['mover pawn', 'check', 'not capture']", &["e4e5"]),
    ];
    for (clauses, wanted) in rows {
        let lines = format!("rules.require = {clauses}");
        assert_eq!(moves(&lines, fen), wanted, "{clauses}");
    }
    // If no move fulfills the duty, all moves are legal; a duty neither mates nor removes a check.
    let all = moves("", fen);
    assert_eq!(moves("rules.require = 'promotion'", fen), all);
    let check = "4k3/8/8/8/7b/8/3R4/4K3 w - - 0 1";
    assert_eq!(moves("rules.require = 'capture'", check), moves("", check));
}

#[test]
fn mates_may_be_a_duty() {
    let back = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    assert_eq!(moves("rules.require = 'mate'", back), ["a1a8"]);
}

#[test]
fn who_is_in_check_may_do_what_others_may_not() {
    let lines = "rules.forbid = 'capture and not in check'";
    let quiet = "4k3/8/8/8/3p4/8/3R4/4K3 w - - 0 1";
    assert!(!moves(lines, quiet).contains(&"d2d4".to_owned()));
    let check = "4k3/8/8/8/3R3b/8/8/4K3 w - - 0 1";
    assert!(moves(lines, check).contains(&"d4h4".to_owned()));
    // The attack of a king counts even if a side is in check.
    assert!(at(&chess(lines), check).is_check());
}

#[test]
fn unmoved_pieces_are_told_from_others() {
    let variant = chess("rules.forbid = 'mover unmoved rook and quiet'");
    let start = at(&variant, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let of = |position: &_, square: &str| -> Vec<String> {
        let moves = texts(position).into_iter();
        moves.filter(|text| text.starts_with(square)).collect()
    };
    assert_eq!(of(&start, "a1"), ["a1a8"]);
    let moved = after(&start, &["a1a8", "e8e7", "a8a7", "e7e6"]);
    assert!(of(&moved, "a7").contains(&"a7b7".to_owned()));
    assert_eq!(of(&moved, "h1"), ["h1h8"]);
}

#[test]
fn conditions_for_pairs_of_like_pieces_and_for_the_own_king() {
    // Isardam: a rook may not move to face a rook.
    let lines = "rules.use.isardam = true";
    let rooks = moves(lines, "4k3/8/8/7r/8/8/8/R3K3 w - - 0 1");
    assert!(!rooks.contains(&"a1a5".to_owned()) && rooks.contains(&"a1a4".to_owned()));
    // Zen: a rook must capture a piece that could capture it.
    let lines = "rules.use.zen = true";
    let rooks = moves(lines, "4k3/8/8/r7/8/8/8/R2bK3 w - - 0 1");
    assert!(rooks.contains(&"a1a5".to_owned()) && !rooks.contains(&"a1d1".to_owned()));
    assert!(!at(&chess(lines), "4k3/8/8/8/8/8/8/r3K3 w - - 0 1").is_check());
    // Bicolor: a king may not be on a square that its own rook could capture.
    let lines = "rules.use.bicolor = true";
    let kings = moves(lines, "7k/8/8/8/8/8/4K3/R7 w - - 0 1");
    assert!(!kings.contains(&"e2e1".to_owned()) && kings.contains(&"e2e3".to_owned()));
}

#[test]
fn slips_are_told() {
    let rows = [
        ("rules.require = 'mover wizard'", "E0306"),
        ("rules.require = 'in queen'", "E0333"),
        ("rules.require = 'capture: draw'", "E0333"),
    ];
    for (lines, code) in rows {
        let doubts = found(lines);
        assert!(doubts[0].starts_with(code), "{lines}: {doubts:?}");
    }
}
