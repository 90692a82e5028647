//! A clause is printed as it was written, and errors have a place.

use super::{parse, parse_effect, parse_end, parse_move};

#[test]
fn printed_clauses_read_as_the_same_tree() {
    let rows = [
        "mover not royal attacked by same-kind",
        "capture and mover not guarded by any",
        "after: own anti-king not attacked by any",
        "after: ..1 enemy (king or queen) attacked by mover",
        "mover (queen or rook) \"W\" from enemy black knight",
        "not (capture or drop) and not pass",
        "count of own attacking to > count of enemy attacking to",
        "2 own pawn [rank 4..6] or no enemy queen and quiet",
        "(attacked by own) pawn not (not royal [a1])",
        "before: (mover pawn and after: no own king)",
        "castling and not in check or mate and no unmoved king",
        "last.from not lion and last.captured own lion and captured not last.to",
        "2.. enemy with count of own attacking it > count of enemy guarding it",
        "own (with (own \"W\" to it or check)) pawn",
        "own \"R\" to mover through same-side (rook or queen)",
        "own attacking (mover \"W\" from own) through any pawn",
    ];
    for text in rows {
        let read = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.to_string(), text);
    }
}

#[test]
fn printed_effects_read_as_the_same_tree() {
    let rows = [
        "remove mover",
        "capture and mover not royal: mover changes side",
        "enemy attacked by (mover or partner) changes side, remove own [rank 4]",
        "captured not royal goes home by file or is removed",
        "capture: mover changes side, mover goes to from or stays",
        "enemy goes to empty \"W\" from it, mover (rook or queen) may stay",
        "capture: mover stays",
        "capture: choose x in empty [rank 1..2] or none, captured goes to x",
        "captured own goes to own hand, captured enemy goes to enemy hand",
        "mover becomes captured, own pawn becomes (rook or knight)",
        "turn 2..: put own (knight or bishop) on from, put enemy pawn on [e4]",
        "repeat capture: remove enemy not attacking own",
        "then repeat enemy guarded by own changes side",
        "then enemy enclosed by to and own changes side",
        "capture: capture enemy enclosed by to and (own or edge) along \"W\", capture enemy pawn",
        "then drop: remove (enemy enclosed by (to or own) and own rook) pawn",
    ];
    for text in rows {
        let read = parse_effect(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.to_string(), text);
    }
    let rows = [
        (
            "capture and: remove mover",
            11,
            "expected a set of squares or pieces, found `:`",
        ),
        (
            "capture: mover",
            14,
            "expected `changes side`, `goes`, `becomes`, `stays` or `may stay` at the end",
        ),
        (
            "remove mover and captured",
            13,
            "expected the end, found `and`",
        ),
    ];
    for (text, at, message) in rows {
        let error = parse_effect(text).expect_err(text);
        assert_eq!((error.place.start, error.message.as_str()), (at, message));
    }
}

#[test]
fn slips_have_a_place() {
    let rows = [
        ("", 0..0, "expected a condition at the end"),
        ("capture and", 11..11, "expected a condition at the end"),
        ("mover by own", 6..8, "expected the end, found `by`"),
        ("before mover", 7..12, "expected `:`, found `mover`"),
        ("(own pawn or capture", 20..20, "expected `)` at the end"),
        ("own (pawn", 9..9, "expected `)` at the end"),
        ("mover attacked own", 15..18, "expected `by`, found `own`"),
        ("own €", 4..7, "clauses have no word `€`"),
        ("3..2 own", 0..4, "the second number is less than the first"),
        ("\"W\" own", 4..7, "expected `from` or `to`, found `own`"),
        (
            "and",
            0..3,
            "expected a set of squares or pieces, found `and`",
        ),
    ];
    for (text, place, message) in rows {
        let error = parse(text).expect_err(text);
        assert_eq!(
            (error.place, error.message.as_str()),
            (place, message),
            "{text}"
        );
    }
    let deep = format!("{}own{}", "(".repeat(500), ")".repeat(500));
    assert!(parse(&deep).is_err());
    assert!(parse(&"not ".repeat(5000)).is_err());
}

#[test]
fn printed_moves_read_as_the_same_tree() {
    let rows = [
        "own moves only as own \"fW\" to it",
        "own (pawn or bishop) \"N\" from own knight moves to not [rank 1, rank 8] as \"N\"",
        "no own queen: own not royal moves to empty",
        "own pawn moves as (knight or bishop)",
        "turn 1: own knight swaps with own bishop \"W\" from it",
        "turn 3..4 or turn ..1: own pawn becomes only (rook or knight)",
    ];
    for text in rows {
        let read = parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.to_string(), text);
    }
    let rows = [
        ("own pawn", 8, "expected `moves` at the end"),
        (
            "own pawn moves",
            14,
            "expected `only`, `to` or `as` at the end",
        ),
        (
            "own pawn moves as",
            17,
            "expected a set of squares or pieces at the end",
        ),
        (
            "no own: own pawn moves only",
            27,
            "expected `to` or `as` at the end",
        ),
    ];
    for (text, at, message) in rows {
        let error = parse_move(text).expect_err(text);
        assert_eq!((error.place.start, error.message.as_str()), (at, message));
    }
}

#[test]
fn printed_ends_read_as_the_same_tree() {
    for text in [
        "captured queen and mover queen: own wins",
        "after: no own pawn: enemy wins",
        "capture: draw",
        "capture: own wins by first-blood",
        "stalemate: own gets 3 of 4 by stalemate",
        "stalemate and count of own any > count of enemy any: own wins",
        "stalemate and (no own pawn or no enemy pawn): draw",
        "stalemate and no own pawn and no enemy pawn: draw",
        "after: (own king [d4-e5] or check): own gets 3 of 4",
    ] {
        let read = parse_end(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.to_string(), text);
    }
}
