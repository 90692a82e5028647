//! `rules.flip`: opposing pieces that change sides because of a move beside them.

use ferz::definition::{Catalog, Format, write};
use ferz::game::{Outcome, Strategy, perft_with};

use super::{after, at, chess, found, round_trips, texts};

#[test]
fn pieces_around_the_one_that_came_change_sides() {
    let board = |rule: &str, moves: &str, fen: &str| {
        let variant = chess(&format!("rules.flip = {rule}"));
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
        ("'ataxx'", "4k3/8/8/1RNp4/8/8/8/4K3"),
        ("'quadwrangle'", "4k3/8/8/1RNp4/8/8/8/4K3"),
        ("'reversi'", "4k3/8/8/1Rnp4/8/8/8/4K3"),
        (
            "{ value = 'ataxx', who = 'queen' }",
            "4k3/8/8/1Rnp4/8/8/8/4K3",
        ),
        (
            "{ value = 'ataxx', who = { white = 'rook' } }",
            "4k3/8/8/1RNp4/8/8/8/4K3",
        ),
        (
            "{ value = 'ataxx', whom = 'pawn' }",
            "4k3/8/8/1Rnp4/8/8/8/4K3",
        ),
        (
            "{ value = 'ataxx', whom = { black = '*' } }",
            "4k3/8/8/1RNp4/8/8/8/4K3",
        ),
    ] {
        assert_eq!(board(rule, "b2b5", fen), wanted, "{rule}");
    }
    // A line is enclosed by another piece of the side; others in it stay what they are.
    let line = "4k3/8/8/2npR3/8/8/1R6/4K3 w - - 0 1";
    assert_eq!(board("'reversi'", "b2b5", line), "4k3/8/8/1RNPR3/8/8/8/4K3");
    let knights = "{ value = 'reversi', whom = 'knight' }";
    assert_eq!(board(knights, "b2b5", line), "4k3/8/8/1RNpR3/8/8/8/4K3");
}

#[test]
fn nobody_is_saved_by_what_turns_over() {
    // The rook would come beside the one that gives check.
    let variant = chess("rules.flip = 'ataxx'");
    let position = at(&variant, "4k3/8/8/8/4r3/8/R7/4K3 w - - 0 1");
    let moves = texts(&position);
    assert!(moves.contains(&"a2e2".to_owned()), "{moves:?}");
    assert!(!moves.iter().any(|text| text == "a2a4"), "{moves:?}");
    for strategy in [Strategy::General, Strategy::Fastest] {
        assert_eq!(perft_with(&position, 1, strategy), moves.len() as u64);
    }
    // A king may change sides, and nobody has lost by it alone.
    let beside = after(&at(&variant, "8/8/4k3/8/8/8/3N4/4K3 w - - 0 1"), &["d2e4"]);
    assert_eq!(beside.outcome(), Outcome::Ongoing);
}

#[test]
fn words_say_who_and_what_is_idle_is_doubted() {
    let words = |rule: &str| {
        chess(&format!("rules.flip = {rule}"))
            .custom_words()
            .concat()
    };
    assert!(words("'ataxx'").ends_with("where a piece comes to rest change sides."));
    let both = words("{ value = 'ataxx', who = 'rook', whom = { black = 'pawn' } }");
    assert!(
        both.contains("Only a rook makes others change sides."),
        "{both}"
    );
    assert!(
        both.contains("Only a pawn of Black's changes sides so."),
        "{both}"
    );
    for (rule, says) in [
        ("'snort'", "this is about drops"),
        ("{ who = 'rook' }", "it is not said which pieces"),
        ("'othello'", "E0311"),
        ("{ value = 'ataxx', whom = [] }", "nobody is meant"),
    ] {
        let findings = found(&format!("rules.flip = {rule}")).join("\n");
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
        again.rules.shipped.get("flip"),
        ataxx.rules.shipped.get("flip")
    );
}
