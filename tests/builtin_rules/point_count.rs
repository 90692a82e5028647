//! `rules.use.point-count`: games that are decided by counting the pieces on the board.

use ferz::game::{Outcome, Reason, Strategy, perft_with};
use ferz_designer::handbook::{Pictures, rules_page};

use super::{at, chess, found};

/// White's share at the limit of moves.
fn share(rule: &str, fen: &str) -> f64 {
    let variant = chess(&format!(
        "rules.move-limit = 10\nrules.use.point-count = {rule}"
    ));
    match at(&variant, &format!("{fen} w - - 20 30")).outcome() {
        Outcome::Ended {
            white,
            reason: Reason::PointCount,
            ..
        } => white,
        other => panic!("{rule} {fen}: {other:?}"),
    }
}

#[test]
fn who_is_ahead_by_enough_has_won_at_the_limit_of_moves() {
    let rook = "4k3/8/8/8/8/8/4R3/4K3";
    let knights = "4k3/4n3/4n3/8/8/8/4R3/4K3";
    for (rule, fen, white) in [
        ("{ values = { rook = 5 } }", rook, 1.0),
        ("{ values = { rook = 5 }, margin = 6 }", rook, 0.5),
        ("{ values = { rook = 5, knight = 3 } }", knights, 0.0),
        (
            "{ values = { rook = 5, knight = 3 }, margin = { white = 1, black = 2 } }",
            knights,
            0.5,
        ),
        (
            "{ values = { rook = 5, knight = { white = 3, black = 2 } } }",
            knights,
            1.0,
        ),
        (
            "{ values = { rook = [{ points = 9, zone = 'rank 8' }, { points = { white = 7 } }], knight = 3 } }",
            knights,
            1.0,
        ),
        (
            "{ values = { rook = [{ points = 9, more = 'knight', than = 'bishop' }], knight = 3 } }",
            knights,
            1.0,
        ),
    ] {
        assert!((share(rule, fen) - white).abs() < 1e-9, "{rule} {fen}");
    }
}

#[test]
fn a_rule_about_adjudication_leaves_a_game_on_its_tables() {
    let variant = chess("rules.use.point-count.values = { pawn = 1 }");
    let tables = variant.describe_tables();
    assert!(!tables.contains("general engine"), "{tables}");
    let start = variant.start();
    for strategy in [Strategy::General, Strategy::Fastest] {
        assert_eq!(perft_with(&start, 3, strategy), 8902);
    }
    // Its FENs are judged as those of chess.
    assert!(variant.parse_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").is_err());
}

#[test]
fn the_page_of_rules_says_what_counts_and_for_whom() {
    let variant = chess(
        "rules.scores.point-count = 0.75
         [mine.rules.use.point-count]
         margin = { white = 4, black = 3 }
         values = { queen = { white = 9, black = 8 }, pawn = [{ points = 7, zone = 'rank 7' }, { points = 1 }] }"
            .replace("[mine.rules", "[rules")
            .as_str(),
    );
    let page = rules_page(&variant, Pictures::Files);
    for said in [
        "If White is at least 4 points ahead, White has 0.75 of the point, the loser 0.25; if Black is at \
         least 3 points ahead, Black has 0.75",
        "| Queen | 9 (White) or 8 (Black) |",
        "| Pawn | 7 on rank 7; 1 otherwise |",
    ] {
        assert!(page.contains(said), "`{said}` is not in\n{page}");
    }
}

#[test]
fn what_is_wrong_with_values_has_its_place() {
    for (lines, says) in [
        ("rules.use.point-count = {}", "W0410"),
        ("rules.use.point-count.values = { pawn = -1 }", "E0303"),
        (
            "rules.use.point-count.values = { pawn = [{ zone = 'rank 7' }] }",
            "has no `points`",
        ),
        (
            "rules.use.point-count.values = { pawn = [{ points = 1, zones = 'rank 7' }] }",
            "no setting `zones`",
        ),
        (
            "rules.use.point-count.values = { pawn = [1, 2] }",
            "a list of tables",
        ),
        (
            "rules.use.point-count.values = { dragon = 1 }",
            "is not a piece",
        ),
    ] {
        let findings = found(lines).join("\n");
        assert!(findings.contains(says), "{lines}: {findings}");
    }
}
