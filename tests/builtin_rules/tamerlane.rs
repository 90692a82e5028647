//! Tamerlane Chess: the draw in the citadel, the king's exchange, and the pawn of pawns.

use ferz::formats::{Catalog, Format};
use ferz::game::{Outcome, Position, Variant};

use super::{after, at, chess, round_trips, texts};

fn tamerlane() -> Variant {
    let text = include_str!("../../examples/variants/tamerlane.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.first().expect("a variant")).expect("it compiles")
}

/// A position with these ranks from the top, each without its holes.
fn position(ranks: [&str; 10], rest: &str) -> Position {
    let holed = ranks.iter().enumerate().map(|(index, rank)| match index {
        1 => format!("{rank}*"),
        8 => format!("*{rank}"),
        _ => format!("*{rank}*"),
    });
    let board: Vec<String> = holed.collect();
    at(&tamerlane(), &format!("{} {rest}", board.join("/")))
}

fn moves_from(position: &Position, square: &str) -> Vec<String> {
    let mut moves = texts(position);
    moves.retain(|text| text.starts_with(square));
    moves
}

#[test]
fn the_start_is_the_common_array() {
    let start = tamerlane().start();
    // Eleven pawns; three moves of each knight, two of each camel, two of the general, one of the king.
    assert_eq!(texts(&start).len(), 24);
    assert_eq!(moves_from(&start, "b2"), ["b2a4", "b2c4", "b2d1"]);
    assert_eq!(moves_from(&start, "f2"), ["f2f1"]);
    round_trips(&start);
    assert_eq!(start.board().pieces().count(), 56);
}

#[test]
fn a_king_in_the_citadel_of_the_other_side_draws() {
    let before = position(
        [
            "11", "1K10", "11", "11", "11", "11", "11", "11", "5k6", "11",
        ],
        "w - - 0 1",
    );
    let moves = moves_from(&before, "a9");
    assert!(moves.contains(&"a9x9".to_owned()), "{moves:?}");
    let over = after(&before, &["a9x9"]);
    let Outcome::Ended { white, reason, .. } = over.outcome() else {
        panic!("the game goes on");
    };
    assert_eq!((white, reason.as_str()), (0.5, "goal"));
    // Not in its own citadel, and no other piece in any.
    let own = position(
        [
            "11", "12", "11", "k10", "11", "11", "11", "11", "9RK1", "11",
        ],
        "w - - 0 1",
    );
    assert!(!moves_from(&own, "k2").contains(&"k2y2".to_owned()));
    let rook = position(
        [
            "11", "2R9", "11", "4k6", "11", "11", "11", "11", "10K1", "11",
        ],
        "w - - 0 1",
    );
    let moves = moves_from(&rook, "b9");
    assert!(moves.contains(&"b9a9".to_owned()) && !moves.contains(&"b9x9".to_owned()));
    // An adventitious king may enter its own citadel, where the game goes on.
    let own = position(
        [
            "11", "12", "11", "k10", "11", "11", "11", "11", "10M1", "11",
        ],
        "w - - 0 1",
    );
    let own = after(&own, &["k2y2"]);
    assert_eq!(own.outcome(), Outcome::Ongoing);
}

#[test]
fn a_king_in_check_changes_places_once() {
    let checked = position(
        [
            "5r5", "k11", "11", "11", "11", "11", "11", "11", "5K2N3", "11",
        ],
        "w - - 0 1",
    );
    let swaps = |position: &Position| {
        let mut moves = texts(position);
        moves.retain(|text| text.contains(','));
        moves
    };
    assert_eq!(swaps(&checked), ["f2i2,i2f2"]);
    let quiet = position(
        [
            "4r6", "k11", "11", "11", "11", "11", "11", "11", "5K2N3", "11",
        ],
        "w - - 0 1",
    );
    assert!(swaps(&quiet).is_empty());
    let used = after(&checked, &["f2i2,i2f2", "f10i10"]);
    assert!(used.is_check() && swaps(&used).is_empty());
    round_trips(&used);
}

#[test]
fn only_the_last_royal_piece_must_be_guarded() {
    let two = position(
        [
            "5r5", "k11", "11", "11", "11", "11", "11", "11", "6K1S3", "11",
        ],
        "w - - 0 1",
    );
    assert!(!two.is_check());
}

#[test]
fn a_pawn_of_pawns_leaps_to_a_fork_and_becomes_a_king_at_last() {
    // On b10 it waits; the black rook beside it cannot take it.
    let fork = position(
        [
            "1Pwr8", "12", "11", "11", "n1n8", "11", "11", "11", "11K", "k10",
        ],
        "w - - 0 1",
    );
    assert_eq!(moves_from(&fork, "b10"), ["b10b5pq"]);
    let leaped = after(&fork, &["b10b5pq"]);
    assert!(leaped.to_fen().contains("/*1Pq9*/"), "{}", leaped.to_fen());
    round_trips(&leaped);
    let safe = position(
        [
            "1Pwr8", "12", "11", "11", "n1n8", "11", "11", "11", "11K", "k10",
        ],
        "b - - 0 1",
    );
    assert!(!texts(&safe).contains(&"c10b10".to_owned()));
    // The first arrival, and the third.
    let near = position(
        [
            "11",
            "2Pp2Pq2Py3",
            "11",
            "11",
            "11",
            "11",
            "11",
            "11",
            "11K",
            "k10",
        ],
        "w - - 0 1",
    );
    let promoted = after(&near, &["b9b10", "a1a2", "e9e10", "a2a1", "h9h10"]);
    let fen = promoted.to_fen();
    assert!(fen.starts_with("*1Pw2Px2M3*/"), "{fen}");
    // On its second arrival it goes back to the square of the pawn of kings.
    let back = after(&promoted, &["a1a2"]);
    assert_eq!(moves_from(&back, "e10"), ["e10f3py"]);
    let back = after(&back, &["e10f3py"]);
    assert!(back.to_fen().contains("/*5Py5*/"), "{}", back.to_fen());
    round_trips(&back);
}

#[test]
fn a_goal_may_lose_or_draw() {
    for (result, white) in [("win", 1.0), ("draw", 0.5), ("loss", 0.0)] {
        let lines = format!("rules.goal = {{ piece = 'king', zone = 'd4', result = '{result}' }}");
        let before = at(&chess(&lines), "7k/8/8/8/8/3K4/8/8 w - - 0 1");
        let over = after(&before, &["d3d4"]);
        assert_eq!(over.legal_moves(), []);
        let Outcome::Ended { white: share, .. } = over.outcome() else {
            panic!("the game goes on");
        };
        assert!((share - white).abs() < 1e-9, "{result}: {share}");
    }
}
