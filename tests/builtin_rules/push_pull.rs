//! `rules.use.push-pull`: pieces that push and pull others along lines.

use std::collections::BTreeSet;

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Position, Variant};

use super::{after, at, chess, found, round_trips, texts};

fn dynamo() -> Variant {
    let text = include_str!("../../examples/variants/dynamo.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.get("dynamo").expect("it is there")).expect("it compiles")
}

fn has(position: &Position, text: &str) -> bool {
    texts(position).contains(&text.to_owned())
}

fn board(position: &Position) -> String {
    let fen = position.to_fen();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// The source shows the squares to which the pawn on e2 can be pushed: by the pawn itself, the
/// bishop, the queen and the knight, and off the board.
#[test]
fn pieces_are_pushed_along_the_lines_of_those_behind_them() {
    let start = dynamo().start();
    let goals = |pusher: &str| -> BTreeSet<String> {
        let moves = texts(&start).into_iter();
        let legs = moves.filter(|text| text.starts_with(pusher));
        let goal = |text: String| text.split_once(",e2").map(|(_, goal)| goal.to_owned());
        legs.filter_map(goal).collect()
    };
    let set = |squares: &[&str]| squares.iter().map(|square| (*square).to_owned()).collect();
    assert_eq!(goals("g1e2"), set(&["c3"]));
    assert_eq!(goals("f1e2"), set(&["d3", "c4", "b5", "a6"]));
    assert_eq!(goals("d1e2"), set(&["f3", "g4", "h5"]));
    assert_eq!(goals("e1e2"), set(&["e3"]));
    for text in [
        "e2e3",
        "e2e4",
        "f1f1;e2",
        "f1e2",
        "d1d1;e2",
        "d1f3",
        "g1g1,e2c3",
    ] {
        assert!(has(&start, text), "{text}");
    }
    // A pulled piece stops on the square before the puller.
    assert!(has(&start, "f1d3,e2c4") && !has(&start, "f1c4,e2c4") && !has(&start, "f1b5,e2c4"));
}

/// A position, a move, and the board after it.
const MOVES: &[[&str; 3]] = &[
    // The picture of the source: the knight goes back and pulls the pawn.
    [
        "rnbqkbnr/ppp1pppp/8/3p4/8/2N5/PPPPPPPP/R1BQKBNR w - - 0 1",
        "c3b1,d5c3",
        "rnbqkbnr/ppp1pppp/8/8/8/2p5/PPPPPPPP/RNBQKBNR",
    ],
    // A piece can push another one off the board without moving, or leave by itself, alone or with
    // a pulled piece.
    [
        "7k/8/8/8/3r4/8/1K6/3R4 w - - 0 1",
        "d1d1;d4",
        "7k/8/8/8/8/8/1K6/3R4",
    ],
    [
        "7k/8/8/8/3r4/8/1K6/3R4 w - - 0 1",
        "d1d7",
        "7k/3R4/8/8/8/8/1K6/8",
    ],
    [
        "7k/8/8/8/3r4/8/1K6/3R4 w - - 0 1",
        "d1d1",
        "7k/8/8/8/3r4/8/1K6/8",
    ],
    [
        "7k/8/8/8/3r4/8/1K6/3R4 w - - 0 1",
        "d1d1;d1,d4",
        "7k/8/8/8/8/8/1K6/8",
    ],
    [
        "7k/8/8/8/3r4/8/1K6/3R4 w - - 0 1",
        "d1d1,d4d1",
        "7k/8/8/8/8/8/1K6/3r4",
    ],
    // Pulled from afar, past the rook's original square.
    [
        "7k/8/8/r7/8/R7/8/1K6 w - - 0 1",
        "a3a1,a5a2",
        "7k/8/8/8/8/8/r7/RK6",
    ],
    // A pawn pushed to its last rank by an enemy.
    [
        "R6k/8/8/8/8/8/p7/2K5 w - - 0 1",
        "a8a2,a2a1;n@a1",
        "7k/8/8/8/8/8/R7/n1K5",
    ],
    // Pawns push opposing pieces diagonally and their own ahead.
    [
        "7k/8/8/3r4/4P3/8/8/K7 w - - 0 1",
        "e4d5,d5c6",
        "7k/8/2r5/3P4/8/8/8/K7",
    ],
    [
        "7k/8/8/4N3/4P3/8/8/K7 w - - 0 1",
        "e4e4,e5e6",
        "7k/8/4N3/8/4P3/8/8/K7",
    ],
];

#[test]
fn nothing_is_captured_but_driven_away() {
    let variant = dynamo();
    for [fen, text, wanted] in MOVES {
        let later = after(&at(&variant, fen), &[text]);
        assert_eq!(board(&later), *wanted, "{fen} {text}");
        round_trips(&later);
    }
    let pawns = at(&variant, "7k/8/8/3r4/4P3/4N3/8/K7 w - - 0 1");
    // Not by two steps, not its own piece diagonally, and it pulls nothing.
    for text in ["e4d5,d5b7", "e4d5", "e4e5,e3e4", "e4f5"] {
        assert!(!has(&pawns, text), "{text}");
    }
}

#[test]
fn a_king_that_could_be_driven_off_is_in_check() {
    let variant = dynamo();
    let rows = [
        // The picture of the source: the queen would leave the board and draw the king after it.
        (
            "rnb1qbnr/pppkpppp/3p4/8/Q1P5/5NP1/PP1PPP1P/RNB1KB1R b - - 0 1",
            true,
        ),
        // A guard behind the king prevents it, …
        ("3rk3/8/8/8/8/8/8/K3R3 b - - 0 1", true),
        ("4r3/4k3/8/8/8/8/4R3/K3B3 b - - 0 1", false),
        // … but nothing helps if the rook can leave the board.
        ("4r3/4k3/8/8/8/8/4R3/K7 b - - 0 1", true),
        // A knight pushes pieces off the board, but pulls none off.
        ("8/8/8/8/8/1N6/8/k6K b - - 0 1", true),
        ("8/8/8/8/2k5/8/1N6/7K b - - 0 1", false),
        // Pawns and kings push one step.
        ("8/8/8/k7/1P6/8/8/7K b - - 0 1", true),
        ("8/8/8/8/1k6/P7/8/7K b - - 0 1", false),
        ("8/8/8/k7/8/8/8/7K b - - 0 1", false),
    ];
    for (fen, is_check) in rows {
        assert_eq!(at(&variant, fen).is_check(), is_check, "{fen}");
    }
}

#[test]
fn who_cannot_keep_the_king_on_the_board_is_mated() {
    // The picture of the source.
    let position = at(&dynamo(), "8/4B3/8/8/6Qk/8/4N3/K7 b - - 0 1");
    assert!(position.legal_moves().is_empty());
    let outcome = Game::new(position).outcome();
    assert!(
        matches!(outcome, Outcome::Ended { white, .. } if white > 0.9),
        "{outcome:?}"
    );
}

/// The diagram of the source: Black has pushed the bishop to b2, and White may push back and
/// approach, but not return to d4.
#[test]
fn no_move_undoes_the_one_before_it() {
    let start = at(
        &dynamo(),
        "rnbqk1nr/ppppppbp/6p1/8/3B4/1P6/P1PPPPPP/RN1QKBNR b - - 0 1",
    );
    let pushed = after(&start, &["g7d4,d4b2"]);
    assert_eq!(
        board(&pushed),
        "rnbqk1nr/pppppp1p/6p1/8/3b4/1P6/PBPPPPPP/RN1QKBNR"
    );
    for text in ["b2b2,d4g7", "b2c3,d4g7", "b2e5,d4g7", "b2f6,d4g7"] {
        assert!(has(&pushed, text), "{text}");
    }
    assert!(!has(&pushed, "b2d4,d4g7"));
    round_trips(&pushed);
    // Two moves later it may.
    let later = after(&pushed, &["a2a3", "a7a6"]);
    assert!(has(&later, "b2d4,d4g7"));
}

#[test]
fn who_drives_others_without_moving_has_not_moved() {
    let start = at(&dynamo(), "4k3/8/8/8/8/8/7P/4K2R w K - 0 1");
    let pushed = after(&start, &["h1h1,h2h4"]);
    assert!(
        pushed.to_fen().starts_with("4k3/8/8/8/7P/8/8/4K2R b K "),
        "{}",
        pushed.to_fen()
    );
    round_trips(&pushed);
    assert!(has(&after(&pushed, &["e8e7"]), "e1g1"));
    // A driven piece has moved.
    let start = at(&dynamo(), "8/4k2r/8/8/8/8/P7/4K2R b K - 0 1");
    let driven = ["h7h8,h1h5", "a2a3", "h8h8,h5h1", "a3a4", "e7e6"];
    assert!(!has(&after(&start, &driven), "e1g1"));
    let free = ["h7h8", "a2a3", "h8h7", "a3a4", "e7e6"];
    assert!(has(&after(&start, &free), "e1g1"));
}

#[test]
fn bad_pushes_are_refused_at_their_place() {
    let rows = [
        (
            "rules.use.push-pull.off-board = true",
            "E0310 push-pull: `push-pull`: no piece pushes or pulls",
        ),
        (
            "rules.use.push-pull.push.rook = 'gR'",
            "E0330 'gR': `push-pull`: `gR` is not a union of leaps and rides",
        ),
        (
            "rules.use.push-pull.push.rook = { own = 'R', others = 'R' }",
            "E0302 others: `push-pull`: the rule has no setting `others`",
        ),
        (
            "rules.use.push-pull = { push = { rook = 'R' }, leaving = 'rook' }",
            "W0410 'rook': `push-pull`: pieces leave the board when they pull, but no piece pulls",
        ),
        (
            "rules.use.push-pull = { push = { rook = 'R' }, who = [] }",
            "W0410 []: `push-pull`: no piece is named, so no piece is pushed or pulled",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}

#[test]
fn pieces_may_capture_as_well_and_stop_at_the_edge() {
    let variant = chess(
        "rules.use.push-pull = { push = { rook = 'R' }, who = { black = ['knight', 'rook'] } }",
    );
    let position = at(&variant, "7k/8/8/8/3r4/8/8/K2R4 w - - 0 1");
    assert!(has(&position, "d1d4") && has(&position, "d1d7,d4d8") && !has(&position, "d1d1;d4"));
    let other = at(&variant, "7k/8/8/8/3b4/8/8/K2R4 w - - 0 1");
    assert!(!has(&other, "d1d1,d4d5"));
}
