//! Moves as text: every legal move has one text, and reading it gives the move back.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Variant};
use ferz::notation::move_texts;
use ferz::state::{Color, Move, MoveKind, Piece};

use crate::harness::{Random, builtin, names, random_game, snapshot};

/// Texts are as many and as different as the moves, and each gives its move back.
#[track_caller]
fn check(position: &Position, random: &mut Random) {
    let legal = position.legal_moves();
    let texts = move_texts(position);
    let fen = position.to_fen();
    let distinct: BTreeSet<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(distinct.len(), legal.len(), "{fen}");
    assert!(texts.is_sorted(), "{fen}");
    // Reading a text makes all texts, so a few of them stand for all.
    for _ in 0..4.min(texts.len()) {
        let (text, one) = &texts[random.below(texts.len())];
        let read = position.parse_move(text);
        assert_eq!(read.as_ref(), Ok(one), "{text} in {fen}");
        assert_eq!(&position.move_text(one), text, "{fen}");
        let shouted = position.parse_move(&text.to_uppercase());
        assert_eq!(shouted.as_ref(), Ok(one), "{text} in {fen}");
    }
}

fn variants(text: &str) -> Vec<Variant> {
    let catalog = Catalog::read(text, Format::Toml)
        .into_result()
        .expect("a clean file");
    let defs = catalog.names().filter_map(|name| catalog.get(name));
    defs.map(|def| Variant::compile(def).expect("a playable variant"))
        .collect()
}

#[test]
fn texts_and_moves_are_inverses_in_random_games() {
    let mut random = Random::new(11);
    for name in names() {
        let variant = builtin(&name);
        for _ in 0..2 {
            for position in random_game(&variant, &mut random, 80) {
                check(&position, &mut random);
            }
        }
    }
    for variant in variants(include_str!("data/cli/mine.toml")) {
        for position in random_game(&variant, &mut random, 80) {
            check(&position, &mut random);
        }
    }
}

#[test]
fn texts_and_moves_are_inverses_in_imported_games() {
    let mut random = Random::new(12);
    for text in [
        include_str!("data/diagrams/real/001-grand-apothecary-chess-alert.txt"),
        include_str!("data/diagrams/real/013-terachess-mcmtc.txt"),
    ] {
        let catalog = Catalog::read(text, Format::InteractiveDiagram)
            .into_result()
            .expect("a diagram without errors");
        let def = catalog.first().expect("a variant");
        let variant = Variant::compile(def).expect("a playable variant");
        for position in random_game(&variant, &mut random, 30) {
            check(&position, &mut random);
        }
    }
}

/// Positions in which several moves go from one square to another.
#[test]
fn moves_that_look_alike_are_told_apart() {
    let [clipped, twins] = &variants(include_str!("data/cli/mine.toml"))[..] else {
        panic!("two variants");
    };
    let cases = [
        (
            "a lion between enemies",
            clipped,
            "*1k1*/5/1mLnm1/5/*1K1* w",
        ),
        (
            "castling on either side of a step",
            twins,
            "4k3/8/8/8/8/8/8/R3K2R w KQ",
        ),
        ("without rights", twins, "4k3/8/8/8/8/8/8/R3K2R w -"),
    ];
    let mut text = String::new();
    for (title, variant, fen) in cases {
        let position = variant.parse_fen(fen).expect("a position");
        let words: Vec<String> = move_texts(&position)
            .into_iter()
            .map(|(text, _)| text)
            .collect();
        // What has nothing to name may be written with the `;` of its twins.
        for word in words.iter().filter(|word| !word.contains(';')) {
            let bare = position.parse_move(word).expect("a legal move");
            let marked = position.parse_move(&format!("{word};"));
            assert_eq!(marked.as_ref(), Ok(&bare), "{word};");
        }
        writeln!(text, "{title}: {fen}\n{}\n", words.join(" ")).expect("a string takes all");
    }
    snapshot("notation", "alike", &text);
}

/// Kinds of moves that no built-in variant has; what is not legal has a text as well.
#[test]
fn drops_and_relocations_have_texts() {
    let chess = builtin("chess");
    let square = |name| chess.shape().parse(name).expect("a square");
    let piece = |letter| Piece {
        color: Color::Black,
        role: chess.letters().role(letter).expect("a piece"),
    };
    let walk = |from, to| Move::walk(piece("N"), square(from), square(to));
    let drop = Move {
        kind: MoveKind::Drop,
        ..walk("e4", "e4")
    };
    let pull = Move {
        shifts: [(square("c4"), square("d4"))].into_iter().collect(),
        ..walk("d4", "e4")
    };
    let promoted = Move {
        promotion: Some(piece("Q").role),
        ..pull.clone()
    };
    let hit_and_return = Move {
        captures: [square("e5"), square("d5")].into_iter().collect(),
        ..walk("d4", "d4")
    };
    let cases = [
        (drop, "N@e4"),
        (pull, "d4e4,c4d4"),
        (promoted, "d4e4q,c4d4"),
        (hit_and_return, "d4d4;d5,e5"),
        (walk("c5", "c5"), "c5c5"),
    ];
    for (one, text) in cases {
        assert_eq!(chess.start().move_text(&one), text);
    }
}

#[test]
fn other_spellings_are_understood() {
    let chess = builtin("chess");
    let cases = [
        ("start", "e2-e4", "e2e4"),
        ("start", " E2E4 ", "e2e4"),
        ("4k3/P7/8/8/8/8/8/4K3 w", "a7a8Q", "a7a8q"),
        ("4k3/P7/8/8/8/8/8/4K3 w", "a7-a8=N", "a7a8n"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w", "e4xd5", "e4d5"),
        ("4k3/8/8/8/8/8/8/4K2R w K", "e1h1", "e1g1"),
        ("4k3/8/8/8/8/8/8/4K2R w K", "e1g1;h1", "e1g1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6;d5", "e5d6"),
    ];
    for (fen, written, canonical) in cases {
        let position = if fen == "start" {
            chess.start()
        } else {
            chess.parse_fen(fen).expect("a position")
        };
        let one = position.parse_move(written).unwrap_or_else(|finding| {
            panic!("{written} in {fen}: {} {:?}", finding.message, finding.help)
        });
        assert_eq!(position.move_text(&one), canonical);
    }
}

#[test]
fn refused_texts_say_why() {
    let chess = builtin("chess");
    let [_, twins] = &variants(include_str!("data/cli/mine.toml"))[..] else {
        panic!("two variants");
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
    let cases = [
        (&chess, start, ""),
        (&chess, start, "hello"),
        (&chess, start, "é"),
        (&chess, start, "e2"),
        (&chess, start, "e2e9"),
        (&chess, start, "  z2e4"),
        (&chess, start, "e2e5"),
        (&chess, start, "e4e5"),
        (&chess, start, "e7e5"),
        (&chess, start, "a1a2"),
        (&chess, start, "e2e4q"),
        (&chess, start, "e2e4e5"),
        (&chess, start, "Q@e4"),
        (&chess, start, "X@e4"),
        (&chess, "4k3/P7/8/8/8/8/8/4K3 w", "a7a8"),
        (&chess, "4k3/P7/8/8/8/8/8/4K3 w", "a7a8k"),
        (&chess, "k7/1Q6/1K6/8/8/8/8/8 b", "a8a7"),
        (twins, "4k3/8/8/8/8/8/8/R3K2R w KQ", "e1d1;h1"),
    ];
    let mut text = String::new();
    for (variant, fen, written) in cases {
        let position = variant.parse_fen(fen).expect("a position");
        let Err(finding) = position.parse_move(written) else {
            panic!("{written} in {fen} is legal");
        };
        let help = finding.help.as_deref().unwrap_or("-");
        writeln!(
            text,
            "`{written}` in {fen}\n  {} at {:?}: {}\n  {help}\n",
            finding.code, finding.span, finding.message
        )
        .expect("a string takes all");
    }
    snapshot("notation", "refused", &text);
}

/// Whatever is written, reading it does not panic.
#[test]
fn no_text_is_too_strange() {
    let position = builtin("chess").start();
    let mut random = Random::new(5);
    let signs: Vec<char> = "abcdefgh12345678@;,-=xqN é♟é".chars().collect();
    for _ in 0..2000 {
        let length = random.below(9);
        let text: String = (0..length)
            .map(|_| signs[random.below(signs.len())])
            .collect();
        if let Err(finding) = position.parse_move(&text) {
            assert!(finding.span.range().end <= text.len(), "{text}");
            assert!(text.get(finding.span.range()).is_some(), "{text}");
        }
    }
    assert!(position.parse_move(&"e2e4".repeat(5000)).is_err());
}
