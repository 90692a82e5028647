//! `rules.chains`, `rules.capture-priority` and `rules.use.quiet-limit`: captures as in draughts.

use ferz::formats::{Catalog, Format};
use ferz::game::{Outcome, Variant, perft};

use super::{after, at, chess, found, round_trips, texts};

fn builtin(name: &str) -> Variant {
    let def = Catalog::builtin().get(name).expect("a built-in");
    Variant::compile(def).expect("it can be played")
}

/// A game of draughts, a position, and all its moves.
const MOVES: &[(&str, &str, &str)] = &[
    // A ride can land on any square behind its victim.
    (
        "international",
        "10/10/10/10/10/10/3m6/10/1K8/10 w",
        "b2e5 b2f6 b2g7 b2h8 b2i9 b2j10",
    ),
    // For a straight path, the landing square directly behind a victim is written.
    (
        "international",
        "10/10/10/7m2/10/5m4/10/3m6/10/1K8 w",
        "b1e4,e4g6,g6i8 b1e4,e4g6,g6j9",
    ),
    // A circle is one move in either direction; the first text is written.
    (
        "international",
        "10/10/10/10/10/4m1m3/10/4m1m3/5M4/10 w",
        "f2d4,d4f6,f6h4,h4f2",
    ),
    // Capturing the most men is mandatory, and a man that only passes the last rank stays a man.
    (
        "international",
        "10/4m1m3/3M6/10/10/10/10/10/10/10 w",
        "d8f10,f10h8",
    ),
    // A man continues as a king.
    ("russian", "8/4m1m1/3M4/8/8/8/8/8 w", "d6f8,f8h6"),
    // A king must land where it can continue.
    ("russian", "8/4m3/8/8/3m4/8/8/K7 w", "a1f6,f6d8"),
    ("russian", "8/8/5m2/8/3m4/8/8/K7 w", "a1e5,e5g7 a1e5,e5h8"),
    // Any capture can be chosen.
    ("russian", "8/2m1m3/3M4/6m1/8/8/8/8 w", "d6b8 d6f8"),
    // Jumps along ranks and files.
    ("frisian", "10/10/10/10/10/3m6/10/3M6/10/10 w", "d3d7"),
    ("frisian", "10/10/10/10/3m6/10/10/10/3K6/10 w", "d2d8 d2d10"),
    // Among equal captures, a king must capture first.
    (
        "frisian",
        "10/10/10/10/10/10/3m6/2M1K5/10/10 w",
        "e3c5 e3b6 e3a7",
    ),
    // Two men are worth more than a king, and a king is worth more than a man.
    (
        "frisian",
        "10/10/10/6m3/10/2k1m5/3M6/10/10/10 w",
        "d4f6,f6h8",
    ),
    ("frisian", "10/10/10/10/10/2k1m5/3M6/10/10/10 w", "d4b6"),
    // After three quiet moves a king may only capture while its side has a man.
    (
        "frisian",
        "10/10/10/10/10/10/10/10/1K6M1/8m1 w - - 0 1 quiet-limit=b2:3/-",
        "i2h3 i2j3",
    ),
    (
        "frisian",
        "10/10/10/10/4m5/3K6/10/10/8M1/8m1 w - - 0 1 quiet-limit=d5:3/-",
        "d5f7 d5g8 d5h9 d5i10",
    ),
];

#[test]
fn pieces_jump_as_in_draughts() {
    for (name, fen, moves) in MOVES {
        let position = at(&builtin(&format!("{name}-draughts")), fen);
        let mut moves: Vec<&str> = moves.split_whitespace().collect();
        moves.sort_unstable();
        assert_eq!(texts(&position), moves, "{name}: {fen}");
        round_trips(&position);
        for mv in position.legal_moves() {
            let text = position.move_text(&mv);
            assert_eq!(position.parse_move(&text), Ok(mv), "{fen}: {text}");
        }
    }
}

/// Perft counts that distinguish chains by more than their path, published at the forum of computer
/// draughts and by `dctl`.
#[test]
fn draughts_has_the_published_numbers_of_moves() {
    for (name, counts) in [
        ("international", [9, 81, 658, 4265]),
        ("russian", [7, 49, 302, 1469]),
        ("frisian", [9, 81, 658, 3874]),
    ] {
        let start = builtin(&format!("{name}-draughts")).start();
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth), count, "{name} {depth}");
        }
    }
}

#[test]
fn quiet_moves_are_counted_until_another_piece_moves() {
    let frisian = builtin("frisian-draughts");
    let start = at(&frisian, "10/k9/10/10/10/10/10/10/1K6M1/8m1 w - - 0 1");
    let fens = [
        ("b2c3", "quiet-limit=c3:1/-"),
        ("a9b8", "quiet-limit=c3:1/b8:1"),
        ("c3b2", "quiet-limit=b2:2/b8:1"),
        ("b8a9", "quiet-limit=b2:2/a9:2"),
        ("b2c3", "quiet-limit=c3:3/a9:2"),
        ("a9b8", "quiet-limit=c3:3/b8:3"),
        ("i2h3", "quiet-limit=-/b8:3"),
    ];
    let mut position = start;
    for (text, field) in fens {
        position = after(&position, &[text]);
        round_trips(&position);
        assert!(position.to_fen().ends_with(field), "{}", position.to_fen());
    }
    // Black has a man as well, which cannot move.
    assert_eq!(texts(&position), Vec::<String>::new());
    assert!(matches!(position.outcome(), Outcome::Ended { .. }));
}

#[test]
fn chains_give_check() {
    let lines = "rules.chains.over = { rook = 'W' }\npieces.rook.move = 'mW'";
    let variant = chess(lines);
    for (fen, is_check) in [
        ("8/8/8/8/1k6/p7/R7/7K b", true),
        // No square to land on.
        ("8/8/8/8/1kp5/p7/R7/7K b", false),
        ("8/8/8/8/1k6/8/R7/7K b", false),
        ("8/8/8/8/8/k7/R7/7K b", true),
        // A friend is not jumped over.
        ("8/8/8/8/1k6/N7/R7/7K b", false),
    ] {
        assert_eq!(at(&variant, fen).is_check(), is_check, "{fen}");
    }
    let spared = chess(&format!("{lines}\nrules.chains.spares.rook = 'king'"));
    assert!(!at(&spared, "8/8/8/8/8/k7/R7/7K b").is_check());
}

/// Opposing men with a free square beside each.
#[test]
fn a_crowd_is_an_error() {
    let text = "[crowd]
board = { files = 17, ranks = 17 }
start = 'ROWS w'
rules = { royal = 'none', chains = { over = { man = 'F' }, remove-at-end = true } }
pieces.man = { letter = 'M', move = 'mF' }
pieces.stone = { letter = 'S', move = 'mF' }
";
    let full = "1s".repeat(8) + "1";
    let mut rows = ["17".to_owned(), full]
        .map(|row| format!("{row}/"))
        .concat()
        .repeat(8);
    rows.push_str("M16");
    let text = text.replace("ROWS", &rows);
    let read = Catalog::read(&text, Format::Toml);
    assert!(!read.has_errors(), "{:?}", read.diagnostics);
    let error = Variant::compile(read.value.first().expect("a variant")).expect_err("too many");
    assert_eq!(error.diagnostics()[0].code.as_str(), "E0521");
}

#[test]
fn settings_that_mean_nothing_are_refused_or_doubted() {
    let rows = [
        ("rules.chains = {}", "E0310 chains"),
        ("rules.chains.over = { queen = 'aK' }", "E0330 'aK'"),
        ("rules.chains.over = { tiger = 'F' }", "E0306 tiger"),
        (
            "rules.chains = { over = { queen = 'F' }, promotion = 'on-the-way' }",
            "W0410 'on-the-way'",
        ),
        (
            "rules.chains = { over = { queen = 'F' }, landing = 'to-go-on' }",
            "W0410 'to-go-on'",
        ),
        ("rules.capture-priority.who = []", "W0410 []"),
        ("rules.capture-priority.values = { queen = -1 }", "E0303 -1"),
        ("rules.use.quiet-limit.who = 'king'", "E0310 quiet-limit"),
        (
            "rules.use.quiet-limit = { who = [], moves = 3 }",
            "W0410 []",
        ),
        (
            "rules.use.quiet-limit = { who = 'king', moves = 0 }",
            "E0303 0",
        ),
    ];
    for (lines, finding) in rows {
        let findings = found(lines);
        assert!(
            findings.iter().any(|found| found.starts_with(finding)),
            "{lines}: {findings:?}"
        );
    }
    let variant = chess("rules.use.quiet-limit = { who = 'king', moves = 3 }");
    for field in ["e9:1/-", "e1:4/-", "e1:0/-", "e1/-", "-"] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 quiet-limit={field}");
        assert!(variant.parse_fen(&fen).is_err(), "{fen}");
    }
}

#[test]
fn captures_are_compared_by_side() {
    let lines =
        "rules.capture-priority = { who = { white = 'rook', black = [] }, values.queen = 9 }";
    let position = at(&chess(lines), "7k/8/1p6/8/N7/8/2p5/q1R4K w - - 0 1");
    let mut captures = texts(&position);
    captures.retain(|text| ["c1a1", "c1c2", "a4b6"].contains(&text.as_str()));
    assert_eq!(captures, ["a4b6", "c1a1"]);
}
