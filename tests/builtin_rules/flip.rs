//! Effects after a move: opposing pieces that change sides because of an adjacent move.

use ferz::formats::{Catalog, Format, write};
use ferz::game::{Outcome, Strategy, perft_with};

use super::{after, at, chess, found, round_trips, texts};

/// Adjacent pieces change sides.
const AROUND: &str = r#"'then enemy "K" from to changes side'"#;

/// Enclosed pieces change sides.
const ENCLOSED: &str = "'then enemy enclosed by to and own changes side'";

#[test]
fn pieces_around_the_one_that_came_change_sides() {
    let board = |rule: &str, moves: &str, fen: &str| {
        let variant = chess(&format!("rules.effects = {rule}"));
        let position = after(&at(&variant, fen), &[moves]);
        round_trips(&position);
        position
            .to_fen()
            .split(' ')
            .next()
            .expect("a board")
            .to_owned()
    };
    let fen = "4k3/8/8/2np4/8/8/1R6/4K3 w - - 0 1";
    for (rule, wanted) in [
        (AROUND, "4k3/8/8/1RNp4/8/8/8/4K3"),
        (
            r#"['then move: enemy "K" from to changes side', 'then drop and to "K" from own: enemy "K" from to changes side']"#,
            "4k3/8/8/1RNp4/8/8/8/4K3",
        ),
        (ENCLOSED, "4k3/8/8/1Rnp4/8/8/8/4K3"),
        (
            r#"'then mover queen: enemy "K" from to changes side'"#,
            "4k3/8/8/1Rnp4/8/8/8/4K3",
        ),
        (
            r#"'then mover white rook: enemy "K" from to changes side'"#,
            "4k3/8/8/1RNp4/8/8/8/4K3",
        ),
        (
            r#"'then enemy pawn "K" from to changes side'"#,
            "4k3/8/8/1Rnp4/8/8/8/4K3",
        ),
        (
            r#"'then enemy black "K" from to changes side'"#,
            "4k3/8/8/1RNp4/8/8/8/4K3",
        ),
    ] {
        assert_eq!(board(rule, "b2b5", fen), wanted, "{rule}");
    }
    // A line is enclosed by another piece of the side; other pieces in it do not change.
    let line = "4k3/8/8/2npR3/8/8/1R6/4K3 w - - 0 1";
    assert_eq!(board(ENCLOSED, "b2b5", line), "4k3/8/8/1RNPR3/8/8/8/4K3");
    let knights = "'then enemy knight enclosed by to and own changes side'";
    assert_eq!(board(knights, "b2b5", line), "4k3/8/8/1RNpR3/8/8/8/4K3");
}

#[test]
fn nobody_is_saved_by_what_turns_over() {
    // The rook would convert the piece that gives check.
    let variant = chess(&format!("rules.effects = {AROUND}"));
    let position = at(&variant, "4k3/8/8/8/4r3/8/R7/4K3 w - - 0 1");
    let moves = texts(&position);
    assert!(moves.contains(&"a2e2".to_owned()), "{moves:?}");
    assert!(!moves.iter().any(|text| text == "a2a4"), "{moves:?}");
    for strategy in [Strategy::General, Strategy::Fastest] {
        assert_eq!(perft_with(&position, 1, strategy), moves.len() as u64);
    }
    // A king can change sides, which alone does not lose the game.
    let beside = after(&at(&variant, "8/8/4k3/8/8/8/3N4/4K3 w - - 0 1"), &["d2e4"]);
    assert_eq!(beside.outcome(), Outcome::Ongoing);
}

#[test]
fn words_say_what_turns_over() {
    let words = |rule: &str| {
        chess(&format!("rules.effects = {rule}"))
            .custom_words()
            .concat()
    };
    let around = words(AROUND);
    assert!(
        around.ends_with("by which no royal piece is exposed or saved."),
        "{around}"
    );
    let lines = words(ENCLOSED);
    assert!(
        lines.contains(
            "in a line of pieces of one side between the square to which it moves and a friendly piece"
        ),
        "{lines}"
    );
    for (rule, says) in [
        ("'then captured goes home'", "E0333"),
        ("'then mover stays'", "E0333"),
        ("'then enemy enclosed by to changes side'", "E0333"),
        (
            "'then enemy enclosed by to and white black changes side'",
            "W0410",
        ),
    ] {
        let findings = found(&format!("rules.effects = {rule}")).join("\n");
        assert!(findings.contains(says), "{rule}: {findings}");
    }
}

#[test]
fn the_option_of_fairy_stockfish_says_the_same() {
    let ataxx = Catalog::builtin().get("ataxx").expect("a built-in");
    let export = write(ataxx, Format::FairyStockfishIni).expect("a format that is written");
    assert!(
        export.text.contains("flipEnclosedPieces = ataxx\n"),
        "{}",
        export.text
    );
    let read = Catalog::read(&export.text, Format::FairyStockfishIni);
    let again = read.value.first().expect("a section");
    assert_eq!(
        again.rules.builtin.get("effects"),
        ataxx.rules.builtin.get("effects")
    );
}
