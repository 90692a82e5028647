//! Settings by side and by kind of piece in rules that once had a single setting.

use ferz::formats::{Catalog, Format};
use ferz_designer::lint::examine;

use super::{after, at, chess, found, texts};

#[test]
fn a_palace_holds_as_many_as_its_side_may_have_there() {
    let goes = |limit: &str, fen: &str, text: &str| {
        let variant = chess(&format!(
            "rules.use.palace = {{ zone = 'a1-b1', limit = {limit} }}"
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
    let variant = chess("rules.use.palace = { zone = 'a1', limit = { white = 2 } }");
    let words = variant.custom_words().concat();
    assert!(
        words.contains("no more than 2 (White) or 1 (Black) of its own"),
        "{words}"
    );
}

#[test]
fn points_may_mean_something_else_for_each_side() {
    let words = |settings: &str| {
        chess(&format!("rules.intersections = {{ {settings} }}"))
            .custom_words()
            .concat()
    };
    assert_eq!(words(""), "");
    assert_eq!(
        words("in-check = { white = false }"),
        "A royal piece of White's in check may not change between squares and intersections."
    );
    assert_eq!(
        words("mate-is-stalemate = { black = true }"),
        "A checkmate of Black on an intersection counts as a stalemate."
    );
}

#[test]
fn a_rule_with_one_setting_is_written_without_a_table() {
    let squares = "rules.use.capture-only = 'a1-a3'";
    let words = chess(squares).custom_words();
    assert_eq!(words.len(), 1);
    assert_eq!(
        chess(&squares.replace("'a1-a3'", "{ value = ['a1-a3'] }")).custom_words(),
        words
    );
    for (lines, code) in [
        ("rules.use.capture-only = 'z'", "E0308"),
        ("rules.use.capture-only = 7", "E0303"),
        ("rules.use.shoves = 7", "E0303"),
        ("rules.use.capture-only = { of = 'a1' }", "E0310"),
        ("rules.use.capture-only = { of = 'a1' }", "E0302 of: "),
    ] {
        let findings = found(lines);
        assert!(
            findings.iter().any(|finding| finding.contains(code)),
            "{lines}: {findings:?}"
        );
    }
}

#[test]
fn zones_are_texts_lists_and_tables_by_side_in_every_rule() {
    let board = |variant: &ferz::game::Variant, fen: &str, moves: &[&str]| {
        let fen = after(&at(variant, fen), moves).to_fen();
        fen.split(' ').next().unwrap_or_default().to_owned()
    };
    // Only the piece of the side that drowns there is removed after its second turn.
    let fen = "4k3/8/8/n7/N7/8/8/4K3 w - - 0 1";
    let moves = ["e1e2", "e8e7", "e2e1", "e7e8"];
    for (zone, left) in [
        ("'rank 4'", "4k3/8/8/8/8/8/8/4K3"),
        ("['rank 4', 'not b4']", "4k3/8/8/8/8/8/8/4K3"),
        ("{ white = 'rank 4' }", "4k3/8/8/n7/8/8/8/4K3"),
        ("{ black = ['rank 5'] }", "4k3/8/8/8/N7/8/8/4K3"),
        (
            "{ white = 'rank 4', black = 'rank 4' }",
            "4k3/8/8/n7/8/8/8/4K3",
        ),
    ] {
        let variant = chess(&format!(
            "rules.use.drowning = {{ zone = {zone}, who = 'knight' }}"
        ));
        assert_eq!(board(&variant, fen, &moves), left, "{zone}");
    }
    let waits = |zone: &str| {
        let variant = chess(&format!(
            "rules.use.gates = {{ zone = {zone}, step = 'fW' }}"
        ));
        texts(&at(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))
            .iter()
            .all(|text| !text.starts_with("a1"))
    };
    assert!(waits("'a1'") && waits("['b1', 'a1']") && waits("{ white = 'a1' }"));
    assert!(!waits("{ white = 'b1', black = 'h8' }"));
    let words =
        chess("rules.use.drowning = { zone = { white = ['rank 4', 'd5'], black = 'rank 5' } }");
    let words = words.custom_words().concat();
    assert!(
        words.contains("on `rank 4, d5` for White and `rank 5` for Black"),
        "{words}"
    );
}

/// As in every table of the format, `false` stands for no name.
#[test]
fn no_piece_of_a_side_is_written_false() {
    let fen = "4k3/7r/8/8/8/8/7R/4K3";
    for (who, white, black) in [
        ("{ white = 'king', black = 'king' }", true, true),
        ("{ white = 'rook', black = false }", false, true),
        ("{ white = false, black = 'rook' }", true, false),
    ] {
        let variant = chess(&format!(
            "rules.use.drowning = {{ zone = 'h2, h7', who = {who} }}"
        ));
        for (side, text, stays) in [("w", "e1d1", white), ("b", "e8d8", black)] {
            let position = after(&at(&variant, &format!("{fen} {side} - - 0 1")), &[text]);
            let square = if side == "w" { "/7R/" } else { "/7r/" };
            assert_eq!(position.to_fen().contains(square), stays, "{who} {side}");
        }
    }
    let doubts = found("rules.use.drowning = { zone = 'h2', who = false }");
    assert!(doubts[0].contains("no piece is named"), "{doubts:?}");
}

#[test]
fn those_who_count_in_a_stalemate_are_named() {
    use ferz::game::Outcome;

    let share = |who: &str, fen: &str| {
        let variant = chess(&format!(
            "rules.stalemate = 'loss'\nrules.ends = ['stalemate and count of own {who} < count of enemy {who}: \
             enemy wins', 'stalemate and count of own {who} = count of enemy {who}: draw']"
        ));
        match at(&variant, fen).outcome() {
            Outcome::Ended { white, .. } => white,
            Outcome::Ongoing => panic!("{who} {fen}"),
        }
    };
    // Black has no move, a pawn more than White and a piece less.
    let fen = "7k/5Q2/p7/P7/2p5/2N5/8/4K3 b - - 0 1";
    for (who, white) in [("any", 1.0), ("pawn", 0.0), ("king", 0.5), ("black", 0.0)] {
        assert!((share(who, fen) - white).abs() < 1e-9, "{who}");
    }
    let variant = chess("rules.ends = 'stalemate and no own pawn: own wins'");
    let tables = variant.describe_tables();
    assert!(!tables.contains("general engine"), "{tables}");
}

#[test]
fn parts_of_zones_that_change_nothing_are_reported() {
    for (lines, wanted) in [
        (
            "rules.walls = { rule = 'static', zone = 'not e4' }",
            "W0301 'not e4': `walls`: `not e4`: a zone that begins with `not` has no squares to remove",
        ),
        (
            "rules.use.capture-only = { white = ['rank 2', 'd2'], black = 'e5' }",
            "W0301 ['rank 2', 'd2']: `capture-only`: `d2`: this adds nothing: the parts before it contain all of its squares",
        ),
        (
            "rules.goal = { piece = 'king', zone = 'd4, not e4' }",
            "W0301 'd4, not e4': `goal`: `not e4`: this removes nothing: the parts before it do not contain its squares",
        ),
    ] {
        assert!(
            found(lines).iter().any(|found| found == wanted),
            "{:?}",
            found(lines)
        );
    }
    // The finding is reported where the rule is written, not for heirs.
    let text = "[mine]\ninherits = 'chess'\nrules.goal = { piece = 'king', zone = 'd4, not e4' }\n\
                [heir]\ninherits = 'mine'\n";
    let read = Catalog::read(text, Format::Toml);
    let findings = examine(&read.value, text, Format::Toml);
    let idle = findings
        .iter()
        .filter(|found| found.code.as_str() == "W0301");
    assert_eq!(idle.count(), 1, "{findings:?}");
}
