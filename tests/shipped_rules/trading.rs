//! Exceptions from the rule against trading.

use super::{at, chess, texts};

/// The captures of a lion on d4, with these settings of `rules.trading`.
fn captures(settings: &str, fen: &str) -> Vec<String> {
    let lines = format!(
        "pieces.lion = {{ letter = 'L', move = 'KNADcaKmcabK' }}\n\
         rules.trading = {{ {settings} }}"
    );
    let mut moves = texts(&at(&chess(&lines), fen));
    moves.retain(|text| text.starts_with("d4d6") || text.starts_with("d4d5"));
    moves
}

#[test]
fn neighbors_and_pieces_on_the_way_make_an_exchange_good() {
    let alone = "4k3/8/3l4/3p4/3L4/8/8/K7 w - - 0 1";
    let guarded = "4k3/4p3/3l4/3p4/3L4/8/8/K7 w - - 0 1";
    let is_far = |settings: &str, fen: &str| {
        let moves = captures(settings, fen);
        moves.iter().filter(|text| text.starts_with("d4d6")).count()
    };
    // By a jump, or with the pawn on the way.
    assert!(is_far("no-exchange = 'lion'", alone) >= 2);
    let plain = is_far("no-exchange = 'lion'", guarded);
    let any = "no-exchange = 'lion', exchange-with-any-but = 'knight'";
    assert_eq!(is_far(any, guarded), plain + 1);
    let none = "no-exchange = 'lion', exchange-with-any-but = 'pawn'";
    assert_eq!(is_far(none, guarded), plain);
    let beside = "4k3/4p3/4p3/3l4/3L4/8/8/K7 w - - 0 1";
    let takes = |settings: &str| {
        let moves = captures(settings, beside);
        moves.iter().any(|text| text == "d4d5" || text == "d4d5;d5")
    };
    assert!(!takes("no-exchange = 'lion'"));
    assert!(takes("no-exchange = 'lion', exchange-adjacent = true"));
}

#[test]
fn some_pieces_may_strike_back() {
    let fen = "4k3/8/8/3l4/3L4/8/8/K7 w - - 0 1 struck=h8";
    assert!(
        captures("no-strike-back = 'lion'", fen)
            .iter()
            .all(|text| text != "d4d5;d5")
    );
    let by = "no-strike-back = 'lion', strike-back-by = 'lion'";
    assert!(
        captures(by, fen)
            .iter()
            .any(|text| text.starts_with("d4d5"))
    );
}
