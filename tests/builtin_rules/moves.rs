//! `rules.moves`: additional moves of pieces, or moves that replace theirs.

use ferz::formats::{Catalog, Format};
use ferz::game::{Outcome, Variant, perft};

use super::{after, at, chess, found, round_trips, targets, texts};

fn file(text: &str) -> Variant {
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.first().expect("a variant")).expect("it compiles")
}

fn annan() -> Variant {
    file(include_str!("../../examples/variants/annan.toml"))
}

fn relay() -> Variant {
    file(include_str!("../../examples/variants/knight-relay.toml"))
}

#[test]
fn annan_begins_with_pawns_that_move_as_pieces() {
    let variant = annan();
    // Knights 4, and the pawns of the files: rook 5, knight 3, bishop 7, queen 12, king 3, bishop 7,
    // knight 3, rook 5.
    assert_eq!(perft(&variant.start(), 1), 49);
    let start = variant.start().to_fen();
    assert_eq!(targets(&variant, &start, "a2"), "a3 a4 a5 a6 a7");
    assert_eq!(targets(&variant, &start, "b2"), "a4 c4 d3");
    assert_eq!(targets(&variant, &start, "e2"), "d3 e3 f3");
    round_trips(&after(&variant.start(), &["e2e3", "d7d2"]));
}

#[test]
fn who_stands_before_a_friend_has_lost_its_own_moves() {
    let variant = annan();
    // A queen in front of a knight, with no piece behind it.
    let fen = "4k3/8/8/8/3Q4/3N4/8/6K1 w - - 0 1";
    assert_eq!(targets(&variant, fen, "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
    assert_eq!(targets(&variant, fen, "d3"), "b2 b4 c1 c5 e1 e5 f2 f4");
    // A piece of the other side behind it lends no moves.
    let fen = "4k3/8/8/8/3N4/3q4/8/6K1 w - - 0 1";
    assert_eq!(targets(&variant, fen, "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
    // Black's pieces have the eighth rank behind them.
    let fen = "4k3/8/8/3n4/3q4/8/8/6K1 b - - 0 1";
    assert_eq!(targets(&variant, fen, "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
}

#[test]
fn borrowers_check_by_what_they_borrow() {
    let variant = annan();
    // A rook in front of a knight checks only as a knight, so kings can even be adjacent.
    let rook = |fen: &str| at(&variant, fen).is_check();
    assert!(rook("7k/8/8/4r3/8/8/8/4K3 w - - 0 1"));
    assert!(!rook("7k/8/4n3/4r3/8/8/8/4K3 w - - 0 1"));
    assert!(rook("7k/8/4n3/4r3/8/3K4/8/8 w - - 0 1"));
    let fen = "8/8/3n4/3k4/8/3K4/8/8 w - - 0 1";
    assert_eq!(targets(&variant, fen, "d3"), "c2 d2 d4 e2");
}

#[test]
fn pawns_promote_as_they_come_and_others_do_not() {
    let variant = annan();
    let fen = "8/P7/R6k/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(
        targets(&variant, fen, "a7"),
        "a8b a8n a8q a8r b7 c7 d7 e7 f7 g7 h7"
    );
    // A rook in front of a pawn steps to the last rank and stays a rook.
    let fen = "8/R7/P6k/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(targets(&variant, fen, "a7"), "a8");
    // A pawn on its first rank has only single steps.
    let fen = "k7/8/8/8/8/8/1P6/1B4K1 w - - 0 1";
    let bishop = "a1 a3 c1 c3 d4 e5 f6 g7 h8b h8n h8q h8r";
    assert_eq!(targets(&variant, fen, "b2"), bishop);
    let fen = "7k/8/8/8/8/8/8/P5K1 w - - 0 1";
    assert_eq!(targets(&variant, fen, "a1"), "a2");
}

#[test]
fn double_steps_and_captures_in_passing_are_not_borrowed() {
    let variant = annan();
    // No piece is behind the pawn on e2; a knight in front of a pawn has no double step.
    let fen = "4k3/8/8/8/8/8/4P3/6K1 w - - 0 1";
    assert_eq!(targets(&variant, fen, "e2"), "e3 e4");
    let fen = "4k3/8/8/8/8/8/4N3/4P1K1 w - - 0 1";
    assert_eq!(targets(&variant, fen, "e2"), "e3");
    // The pawn on d4 has a pawn behind it and keeps its own captures; the one on f4 moves as a rook.
    let fen = "4k3/8/8/3p1r2/3p1p2/8/4P3/6K1 w - - 0 1";
    let position = after(&at(&variant, fen), &["e2e4"]);
    let moves = texts(&position);
    assert!(moves.contains(&"d4e3".to_owned()));
    assert!(!moves.contains(&"f4e3".to_owned()));
    assert!(moves.contains(&"f4e4".to_owned()));
}

/// The position of Pritchard's book, in which a pawn on e6 is guarded by a knight.
const RELAYED: &str = "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1";

#[test]
fn knights_lend_their_moves_to_those_that_they_guard() {
    let variant = relay();
    assert_eq!(targets(&variant, RELAYED, "e6"), "c5 c7 e7 f4 g5 g7");
    // Neither knight captures, nor is captured, nor gives check.
    assert!(!at(&variant, RELAYED).is_check());
    assert_eq!(targets(&variant, RELAYED, "b7"), "c5 d6");
    let queen = targets(&variant, RELAYED, "a3");
    assert!(!queen.contains("c3") && queen.contains("a5"), "{queen}");
    let black = RELAYED.replace(" w ", " b ");
    assert!(!at(&variant, &black).is_check());
    // The queen on d6 covers c8 and e8 as a knight.
    let mate = after(&at(&variant, RELAYED), &["a3d6"]);
    let Outcome::Ended { reason, .. } = mate.outcome() else {
        panic!("{}", mate.to_fen())
    };
    assert_eq!(reason.as_str(), "checkmate");
}

#[test]
fn relays_do_what_vchess_says() {
    let variant = relay();
    // From the rules there: the knight that comes to f4 guards the queen, which mates as a knight.
    let fen = "7k/8/6Q1/1n6/8/2r5/4N3/K7 w - - 0 1";
    assert!(
        after(&at(&variant, fen), &["e2f4"])
            .legal_moves()
            .is_empty()
    );
    let fen = fen.replace(" w ", " b ");
    // The rook on c3 is guarded by the knight on b5, and so moves as a knight too, though not to e2.
    assert!(targets(&variant, &fen, "c3").contains("d5"));
    assert!(!targets(&variant, &fen, "c3").contains("e2"));
    // Kings borrow nothing, a pawn has its double step again on the second rank, and none captures in
    // passing.
    let fen = "4k3/8/8/8/8/2N5/4K3/8 w - - 0 1";
    assert_eq!(targets(&variant, fen, "e2"), "d1 d2 d3 e1 e3 f1 f2 f3");
    let fen = "4k3/8/8/8/3P4/5N2/8/6K1 w - - 0 1";
    let back = after(&at(&variant, fen), &["d4e2", "e8d8"]);
    assert!(texts(&back).contains(&"e2e4".to_owned()));
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let passed = after(&at(&variant, fen), &["d7d5"]);
    assert!(!texts(&passed).contains(&"e5d6".to_owned()));
    assert_eq!(
        texts(&passed)
            .iter()
            .filter(|text| text.starts_with("e5"))
            .count(),
        1
    );
}

#[test]
fn enemies_may_lend_as_well() {
    let lines = "rules.moves = 'own moves only as enemy \"fW\" to it'";
    let variant = chess(lines);
    // Men that face one another change their moves.
    let fen = "7k/8/8/3n4/3R4/8/8/6K1 w - - 0 1";
    assert_eq!(targets(&variant, fen, "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
    let fen = "7k/8/8/3n4/3R4/8/8/6K1 b - - 0 1";
    assert_eq!(
        targets(&variant, fen, "d5"),
        "a5 b5 c5 d4 d6 d7 d8 e5 f5 g5 h5"
    );
}

#[test]
fn frozen_pieces_do_not_move_by_lent_moves() {
    let lines = "pieces.queen.freezes = {}\nrules.moves = 'own moves as own knight guarding it'";
    let variant = chess(lines);
    let fen = "7k/8/4q3/3B4/8/2N5/8/6K1 w - - 0 1";
    assert_eq!(targets(&variant, fen, "d5"), "");
    let fen = "7k/4q3/8/3B4/8/2N5/8/6K1 w - - 0 1";
    assert!(targets(&variant, fen, "d5").contains("e7"));
}

#[test]
fn a_condition_decides_when_moves_are_there() {
    let variant = chess("rules.moves = 'no own queen: own king moves as \"N\"'");
    let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(targets(&variant, fen, "a1"), "a2 b1 b2 b3 c2");
    let fen = "7k/8/8/8/8/8/8/K6Q w - - 0 1";
    assert_eq!(targets(&variant, fen, "a1"), "a2 b1 b2");
    // Black's king attacks as a knight as long as Black has no queen.
    assert!(at(&variant, "8/8/8/8/8/1k6/8/K6Q w - - 0 1").is_check());
    assert!(!at(&variant, "7q/6Q1/8/8/8/1k6/8/K7 w - - 0 1").is_check());
}

#[test]
fn pieces_go_directly_to_squares_of_a_set() {
    // To empty squares with more friends than enemies that could capture there.
    let rampage = "rules.moves = 'own knight moves to empty attacked by own'";
    let variant = chess(rampage);
    let fen = "7k/8/8/8/8/8/6P1/K6N w - - 0 1";
    assert_eq!(targets(&variant, fen, "h1"), "a2 b1 b2 f2 f3 g3 h3");
    // To squares with enemies, which are captured, and checked if they are royal.
    let variant = chess("rules.moves = 'own rook moves only to enemy [rank 8]'");
    let fen = "3r4/4k3/8/8/8/8/K3p3/4R3 w - - 0 1";
    let position = at(&variant, fen);
    assert_eq!(targets(&variant, fen, "e1"), "d8");
    assert!(!position.is_check());
    assert!(at(&variant, "3rk3/8/8/8/8/8/4p3/K6R b - - 0 1").is_check());
}

#[test]
fn kinds_move_as_other_kinds_that_need_not_be_there() {
    let variant = chess("rules.moves = 'own king moves only as (knight or bishop)'");
    // The other king attacks c2 and f6 in the same ways.
    let fen = "8/7k/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(targets(&variant, fen, "a1"), "b2 b3 c3 d4 e5 g7 h8");
    // Who moves as it loses nothing.
    let variant = chess("rules.moves = 'own rook moves only as (rook or knight)'");
    let fen = "k7/8/8/8/8/8/8/K6R w - - 0 1";
    assert_eq!(
        targets(&variant, fen, "h1"),
        "b1 c1 d1 e1 f1 f2 g1 g3 h2 h3 h4 h5 h6 h7 h8"
    );
    let variant = chess("rules.moves = 'own rook moves only to [rank 1] as (rook or knight)'");
    assert_eq!(targets(&variant, fen, "h1"), "b1 c1 d1 e1 f1 g1");
}

#[test]
fn slips_are_found_at_their_place() {
    let rows = [
        (
            "rules.moves = 'own queen moves as prawn'",
            "E0306 prawn: `moves`: `prawn` is neither a piece of the variant nor a word of clauses",
        ),
        (
            "rules.moves = 'mover moves as knight'",
            "E0333 mover: `moves`: `mover` depends on a move, but these clauses define the moves",
        ),
        (
            "rules.moves = 'capture: own moves as knight'",
            "E0333 capture: : `moves`: the condition depends on a move, but these clauses define the moves",
        ),
        (
            "rules.moves = 'own moves to [rank 9]'",
            "E0308 rank 9: `moves`: the board has no rank 9, its ranks are 1 to 8",
        ),
        (
            "rules.moves = 'own moves as \"N(\"'",
            "E0105 N(: `moves`: this parenthesis is not closed",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
