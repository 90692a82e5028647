//! Settings that differ by side, and by kind of piece, in rules that had one for all.

use super::{at, chess, found, texts};

#[test]
fn a_palace_holds_as_many_as_its_side_may_have_there() {
    let goes = |limit: &str, fen: &str, text: &str| {
        let variant = chess(&format!(
            "rules.palace = {{ zone = 'a1-b1', limit = {limit} }}"
        ));
        texts(&at(&variant, fen)).iter().any(|other| other == text)
    };
    let (white, black) = (
        "4k3/8/8/8/8/8/8/K6R w - - 0 1",
        "k6r/8/8/8/8/8/8/4K3 b - - 0 1",
    );
    for (limit, white_goes, black_goes) in [
        ("1", false, false),
        ("2", true, true),
        ("{ white = 2 }", true, false),
        ("{ white = 1, black = 2 }", false, true),
    ] {
        assert_eq!(goes(limit, white, "h1b1"), white_goes, "{limit}");
        assert_eq!(goes(limit, black, "h8b8"), black_goes, "{limit}");
    }
    let variant = chess("rules.palace = { zone = 'a1', limit = { white = 2 } }");
    let words = variant.custom_words().concat();
    assert!(
        words.contains("no more than 2 (White) or 1 (Black) of its own"),
        "{words}"
    );
}

#[test]
fn those_who_may_leave_the_board_are_named() {
    let leaves = |rule: &str, fen: &str, text: &str| {
        let variant = chess(&format!(
            "pieces.queen.freezes = {{}}\nrules.suicide = {rule}"
        ));
        texts(&at(&variant, fen)).iter().any(|other| other == text)
    };
    let frozen = "4k3/8/8/2RqN3/8/8/8/K7 w - - 0 1";
    let theirs = "4k3/8/8/2rQn3/8/8/8/K7 b - - 0 1";
    for (rule, rook, knight, black) in [
        ("true", true, true, true),
        ("{ who = 'rook' }", true, false, true),
        (
            "{ who = { white = ['rook', 'knight'] } }",
            true,
            true,
            false,
        ),
        ("{ who = { black = '*' } }", false, false, true),
    ] {
        assert_eq!(leaves(rule, frozen, "c5c5"), rook, "{rule}");
        assert_eq!(leaves(rule, frozen, "e5e5"), knight, "{rule}");
        assert_eq!(leaves(rule, theirs, "c5c5"), black, "{rule}");
    }
    let words = chess("rules.suicide = { who = 'rook' }")
        .custom_words()
        .concat();
    assert!(
        words.starts_with("A rook that may not move because it is frozen"),
        "{words}"
    );
    let doubts = found("rules.suicide = { who = [] }");
    assert!(
        doubts.iter().any(|doubt| doubt.contains("nobody is meant")),
        "{doubts:?}"
    );
}

#[test]
fn points_may_mean_something_else_for_each_side() {
    let words = |settings: &str| {
        chess(&format!("rules.points = {{ {settings} }}"))
            .custom_words()
            .concat()
    };
    assert_eq!(words(""), "");
    assert_eq!(
        words("in-check = { white = false }"),
        "A royal piece of White's in check may not change between squares and points."
    );
    assert_eq!(
        words("mate-is-stalemate = { black = true }"),
        "A checkmate of Black on a point counts as a stalemate."
    );
}

#[test]
fn a_rule_with_one_setting_is_written_without_a_table() {
    let swaps = "pieces.queen.actions.swap = {}\nrules.swap-ban = 'queen'";
    let words = chess(swaps).custom_words();
    assert_eq!(words.len(), 1);
    assert_eq!(
        chess(&swaps.replace("'queen'", "{ value = ['queen'] }")).custom_words(),
        words
    );
    for (lines, code) in [
        ("rules.swap-ban = 'quen'", "E0306"),
        ("rules.swap-ban = 7", "E0303"),
        ("rules.suicide = 'queen'", "E0303"),
        ("rules.fates = 7", "E0303"),
        ("rules.swap-ban = { of = 'queen' }", "E0302"),
    ] {
        let findings = found(lines);
        assert!(
            findings.iter().any(|finding| finding.contains(code)),
            "{lines}: {findings:?}"
        );
    }
}

#[test]
fn those_who_count_in_a_stalemate_are_named() {
    use ferz::game::Outcome;

    let share = |rule: &str, fen: &str| {
        let variant = chess(&format!(
            "rules.stalemate = 'loss'\nrules.stalemate-by-count = {rule}"
        ));
        match at(&variant, fen).outcome() {
            Outcome::Ended { white, .. } => white,
            Outcome::Ongoing => panic!("{rule} {fen}"),
        }
    };
    // Black has no move, a pawn more than White and a piece less.
    let fen = "7k/5Q2/p7/P7/2p5/2N5/8/4K3 b - - 0 1";
    for (rule, white) in [
        ("true", 1.0),
        ("{ who = '*' }", 1.0),
        ("{ who = 'pawn' }", 0.0),
        ("{ who = 'king' }", 0.5),
        ("{ who = { black = '*' } }", 0.0),
    ] {
        assert!((share(rule, fen) - white).abs() < 1e-9, "{rule}");
    }
    let variant = chess("rules.stalemate-by-count = true");
    let tables = variant.describe_tables();
    assert!(!tables.contains("general engine"), "{tables}");
}
