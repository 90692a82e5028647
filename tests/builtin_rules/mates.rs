//! Mates that do not count: `drop-mate` and `no-mate-by` of the library, and
//! `rules.adjudication.mate-needs`.

use ferz::game::{Game, Variant};

use super::{at, chess, ended, found, refused};

/// White's share in hundredths and the reason after these moves.
fn end(variant: &Variant, fen: &str, moves: &[&str]) -> (u32, String) {
    let mut game = Game::new(at(variant, fen));
    for text in moves {
        let mv = game.position().parse_move(text).expect(text);
        game.play(&mv).expect(text);
    }
    ended(&game)
}

fn of(share: u32, reason: &str) -> (u32, String) {
    (share, reason.to_owned())
}

/// The back rank: the rook mates, by a move or by a drop.
const BACK: &str = "6k1/5ppp/8/8/8/8/8/R6K[R] w - - 0 1";
const DROPS: &str = "rules.captured-to = 'captor-hand'\nrules.drops = {}\n";

#[test]
fn mate_by_a_drop_of_the_piece_loses() {
    let variant = |lines: &str| chess(&format!("{DROPS}{lines}"));
    let mate = of(100, "checkmate");
    let rule = "rules.use.drop-mate.who = 'rook'";
    assert_eq!(end(&variant(""), BACK, &["R@e8"]), mate);
    assert_eq!(
        end(&variant(rule), BACK, &["R@e8"]),
        of(0, "forbidden-mate")
    );
    assert_eq!(end(&variant(rule), BACK, &["a1a8"]), mate);
    let other = "rules.use.drop-mate.who = 'pawn or knight'";
    assert_eq!(end(&variant(other), BACK, &["R@e8"]), mate);
    let black = "rules.use.drop-mate.who = 'black rook'";
    assert_eq!(end(&variant(black), BACK, &["R@e8"]), mate);
}

#[test]
fn mate_by_some_pieces_alone_loses() {
    let smothered = "6rk/6pp/8/6N1/8/8/8/7K w - - 0 1";
    let knight = "rules.use.no-mate-by.who = 'knight'";
    assert_eq!(end(&chess(""), smothered, &["g5f7"]), of(100, "checkmate"));
    assert_eq!(
        end(&chess(knight), smothered, &["g5f7"]),
        of(0, "forbidden-mate")
    );
    let back = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    assert_eq!(end(&chess(knight), back, &["a1a8"]), of(100, "checkmate"));
}

#[test]
fn mate_needs_a_strong_check_among_those_before_it() {
    let back = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let queen = "rules.adjudication.mate-needs = 'queen'";
    assert_eq!(end(&chess(queen), back, &["a1a8"]), of(50, "weak-mate"));
    let rook = "rules.adjudication.mate-needs = ['queen', 'rook']";
    assert_eq!(end(&chess(rook), back, &["a1a8"]), of(100, "checkmate"));
    // The queen gave check with the previous move, and the rook mates.
    let series = "7k/3n1ppp/8/8/8/8/8/1QR4K w - - 0 1";
    let moves = ["b1b8", "d7b8", "c1c8"];
    assert_eq!(end(&chess(queen), series, &moves), of(100, "checkmate"));
    // A quiet move in between interrupts the series of checks.
    let quiet = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let moves = ["h1g1", "g8h8", "a1a8"];
    assert_eq!(end(&chess(queen), quiet, &moves), of(50, "weak-mate"));
}

#[test]
fn wrong_names_have_their_place_and_nobody_is_doubted() {
    assert_eq!(refused("adjudication.mate-needs", "'wizard'").1, "'wizard'");
    assert_eq!(refused("adjudication.mate-needs", "{}").0, "E0310");
    let doubts = found("rules.adjudication.mate-needs = []");
    assert_eq!(doubts.len(), 1, "{doubts:?}");
    assert!(doubts[0].contains("no piece is named"), "{doubts:?}");
}

#[test]
fn an_end_by_mate_says_what_that_mate_is() {
    let back = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let rows = [
        ("mate: draw", of(50, "weak-mate")),
        ("mate and mover queen: enemy wins", of(100, "checkmate")),
        ("mate and mover rook: own gets 3 of 4", of(75, "decided")),
        (
            "mate and capture: draw', 'mate: enemy wins",
            of(0, "forbidden-mate"),
        ),
    ];
    for (end, result) in rows {
        let variant = chess(&format!("rules.ends = ['{end}']"));
        assert_eq!(self::end(&variant, back, &["a1a8"]), result, "{end}");
    }
    for end in [
        "not mate: draw",
        "mate or capture: draw",
        "after: mate: draw",
    ] {
        let doubts = found(&format!("rules.ends = '{end}'"));
        assert!(doubts[0].starts_with("E0333"), "{doubts:?}");
    }
}

#[test]
fn moves_that_mate_may_be_forbidden() {
    let back = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let is_legal = |clause: &str, fen: &str, text: &str| {
        let variant = chess(&format!("rules.forbid = '{clause}'"));
        super::texts(&at(&variant, fen)).contains(&text.to_owned())
    };
    assert!(!is_legal("mate", back, "a1a8"));
    assert!(is_legal("mate and mover queen", back, "a1a8"));
    // Only checks that mate are allowed.
    let checkless = "check and not mate";
    assert!(is_legal(checkless, back, "a1a8"));
    let open = "6k1/5pp1/8/8/8/8/8/R6K w - - 0 1";
    assert!(!is_legal(checkless, open, "a1a8"));
    assert!(is_legal(checkless, open, "a1a7"));
    // A side that can answer by a check is not mated, although that check is illegal.
    let answered = "7k/6pp/8/8/7K/3q4/8/R7 w - - 0 1";
    assert!(!is_legal(checkless, answered, "a1a8"));
    assert!(is_legal("mate", answered, "a1a8"));
}
