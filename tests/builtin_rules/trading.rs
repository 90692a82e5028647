//! `no-exchange` and `no-strike-back` of the library: pieces that may not be traded for their own
//! kind.

use super::{at, chess, texts};

/// The captures of a lion on d4, with these rules of the library.
fn captures(entry: &str, fen: &str) -> Vec<String> {
    let lines = format!(
        "pieces.lion = {{ letter = 'L', move = 'KNADcaKmcabK' }}\n\
         rules.use.{entry}"
    );
    let mut moves = texts(&at(&chess(&lines), fen));
    moves.retain(|text| text.starts_with("d4d6") || text.starts_with("d4d5"));
    moves
}

#[test]
fn neighbors_and_pieces_on_the_way_make_an_exchange_good() {
    let alone = "4k3/8/3l4/3p4/3L4/8/8/K7 w - - 0 1";
    let guarded = "4k3/4p3/3l4/3p4/3L4/8/8/K7 w - - 0 1";
    let is_far = |more: &str, fen: &str| {
        let moves = captures(&format!("no-exchange = {{ who = 'lion'{more} }}"), fen);
        moves.iter().filter(|text| text.starts_with("d4d6")).count()
    };
    // By a jump, or with the pawn on the way.
    assert!(is_far("", alone) >= 2);
    let plain = is_far("", guarded);
    let any = ", worth = 'not knight'";
    assert_eq!(is_far(any, guarded), plain + 1);
    let none = ", worth = 'not pawn'";
    assert_eq!(is_far(none, guarded), plain);
    let beside = "4k3/4p3/4p3/3l4/3L4/8/8/K7 w - - 0 1";
    let takes = |more: &str| {
        let moves = captures(&format!("no-exchange = {{ who = 'lion'{more} }}"), beside);
        moves.iter().any(|text| text == "d4d5" || text == "d4d5;d5")
    };
    assert!(!takes(""));
    assert!(takes(", near = '\"K\" from from'"));
}

#[test]
fn some_pieces_may_strike_back() {
    let fen = "4k3/8/8/3l4/3L4/8/8/K7 w - - 0 1 decided=h8/h8/h1:b-rook/h8:w-lion/-";
    assert!(
        captures("no-strike-back.who = 'lion'", fen)
            .iter()
            .all(|text| text != "d4d5;d5")
    );
    let by = "no-strike-back = { who = 'lion', by = 'lion' }";
    assert!(
        captures(by, fen)
            .iter()
            .any(|text| text.starts_with("d4d5"))
    );
}
