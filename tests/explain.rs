//! Movements in words: the collected strings, laws, and the examples of the codes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use ferz::compile::{Path, paths};
use ferz::formats::{Catalog, Format};
use ferz::geometry::{BoardShape, Perspective};
use ferz::movement::{Dialect, Movement, Pattern};
use ferz::source::{Code, Diagnostic};
use ferz_designer::conformance::read_rows;
use ferz_designer::explain::{self, Example, ExampleKind};

use crate::harness::builtin;
use crate::syntax::corpus;

/// The collected strings that can be read, with their movements.
fn movements() -> impl Iterator<Item = (&'static str, Movement)> {
    corpus().filter_map(|text| {
        let read = Movement::read(text, Dialect::XBetza);
        Some((text, read.into_result().ok()?))
    })
}

#[test]
fn the_collected_strings_in_words() {
    let mut all = String::new();
    for (text, movement) in movements() {
        let _ = write!(all, "{text}");
        let names = explain::names(&movement);
        if !names.is_empty() {
            let _ = write!(all, "  ({})", names.join(", "));
        }
        all.push('\n');
        for sentence in explain::describe(&movement) {
            let _ = writeln!(all, "    {sentence}");
        }
    }
    insta::with_settings!({
        snapshot_path => "snapshots/explain",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("corpus", all);
    });
}

#[test]
fn sentences_are_sentences() {
    for (text, movement) in movements() {
        let sentences = explain::describe(&movement);
        assert!(!sentences.is_empty(), "{text}");
        for (index, sentence) in sentences.iter().enumerate() {
            let words = sentence.as_str();
            let good = words.starts_with(|sign: char| sign.is_uppercase())
                && words.ends_with('.')
                && !words.contains("  ")
                && !words.contains(" ,")
                && !words.contains(",,")
                && !words.contains("..");
            assert!(good, "{text}: {words}");
            assert!(
                !sentences[..index].contains(sentence),
                "{text} says twice: {words}"
            );
        }
    }
}

#[test]
fn words_follow_the_movement_and_not_the_spelling() {
    for (one, two) in [
        ("BN", "NB"),
        ("WF", "K"),
        ("W0", "R"),
        ("FyafsF", "[F?R]"),
        ("DmpafyafsW", "[D?B]"),
        ("fmWfceFifmnD", "fceFifmnDfmW"),
        ("KNADcaKmcabK", "KNADcaKcabKmabK"),
        ("NN", "N0"),
    ] {
        let words = |text: &str| {
            let movement = Movement::new(text).expect("a good string");
            (explain::text(&movement), explain::names(&movement))
        };
        assert_eq!(words(one), words(two), "{one} and {two}");
    }
}

#[test]
fn hostile_strings_are_told_shortly() {
    for text in [
        "aaaaaaaaaaaaK",
        "(aas)W",
        "mcaoamcaoamcaoamcaoaK",
        "NNNNNNNNNNZZZZJJJ",
    ] {
        let movement = Movement::read(text, Dialect::XBetza).value;
        let words = explain::text(&movement);
        assert!(words.len() < 4000, "{text}: {} bytes", words.len());
    }
}

/// What is found in an example's text.
fn findings(kind: ExampleKind, text: &str) -> Vec<Diagnostic> {
    match kind {
        ExampleKind::Notation => Movement::read(text, Dialect::XBetza).diagnostics,
        ExampleKind::XBoardNotation => Movement::read(text, Dialect::XBoard).diagnostics,
        ExampleKind::FairyStockfishNotation => {
            Movement::read(text, Dialect::FairyStockfish).diagnostics
        }
        ExampleKind::Definition => Catalog::read(text, Format::Toml).diagnostics,
        ExampleKind::Diagram => Catalog::read(text, Format::InteractiveDiagram).diagnostics,
        ExampleKind::Fen => builtin("chess").read_fen(text).diagnostics,
        ExampleKind::Move => {
            let found = builtin("chess").start().parse_move(text);
            found.err().into_iter().collect()
        }
        ExampleKind::Row => read_rows(text).diagnostics,
        _ => Vec::new(),
    }
}

#[test]
fn examples_have_their_codes_and_what_to_write_instead_has_not() {
    let mut faults = String::new();
    for code in Code::all() {
        let Some(Example {
            kind,
            text,
            instead,
            ..
        }) = explain::example(code)
        else {
            continue;
        };
        let codes =
            |text: &str| -> Vec<Code> { findings(kind, text).iter().map(|one| one.code).collect() };
        if !codes(text).contains(&code) {
            let _ = writeln!(faults, "{code} is not found in {text:?}: {:?}", codes(text));
        }
        if let Some(instead) = instead
            && codes(instead).contains(&code)
        {
            let _ = writeln!(faults, "{code} is still found in {instead:?}");
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn codes_of_notation_have_examples() {
    // Texts beyond a limit would be long; what a dialect has no words for is no fault of a text.
    let without = ["E0108", "E0203", "E0206", "E0220"];
    for code in Code::all() {
        let word = code.as_str();
        let notation = word[1..].starts_with("01") || word[1..].starts_with("02");
        if notation && !without.contains(&word) {
            assert!(explain::example(code).is_some(), "{code}");
        }
    }
}

/// Modifiers of a single leg by kind, of which a text has at most one each.
const KINDS: [&[&str]; 7] = [
    &[
        "m", "c", "d", "k", "u", "md", "mk", "ck", "cd", "dk", "cdk", "mdk", "mcdk", "um", "uc",
        "ud", "uk", "ucd", "ue", "e", "me", "ce", "x", "mx", "tc",
    ],
    &["p", "g", "pg"],
    &["n", "nn", "j", "jj"],
    &["z", "q"],
    &["i", "ii"],
    &["o", "oo"],
    &["f", "l", "fr"],
];

/// All texts with modifiers of at most two kinds, and some moves of two legs or with repeated legs.
fn systematic() -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    let options: Vec<(usize, &str)> = KINDS
        .iter()
        .enumerate()
        .flat_map(|(kind, letters)| letters.iter().map(move |letter| (kind, *letter)))
        .chain([(KINDS.len(), "")])
        .collect();
    for atom in ["W", "F", "D", "N", "K", "R", "B", "Q", "A"] {
        for number in ["", "0", "2", "3"] {
            for (kind, first) in &options {
                for (_, second) in options.iter().filter(|(other, _)| other > kind) {
                    texts.insert(format!("{second}{first}{atom}{number}"));
                }
            }
        }
    }
    for atom in ["W", "N", "R", "B3", "D"] {
        for first in [
            "", "m", "c", "d", "ck", "p", "mp", "tp", "x", "mcp", "n", "j",
        ] {
            for turn in ["f", "b", "s", "fs"] {
                for last in [
                    "", "m", "c", "d", "mk", "i", "ic", "imd", "u", "ce", "n", "x",
                ] {
                    texts.insert(format!("{first}a{turn}{last}{atom}"));
                }
            }
        }
    }
    for body in ["paf", "af", "caf", "mpaf", "az", "cpaf", "afaz"] {
        for number in ["", "2", "3", "5", "6"] {
            for atom in ["W", "F", "N", "R", "B"] {
                for mode in ["", "c"] {
                    texts.insert(format!("({body}){number}{mode}{atom}"));
                }
            }
        }
    }
    for first in ["pW", "pW2", "pR", "pD", "pD3", "R", "W3", "cR", "oW"] {
        for last in ["W", "W2", "R", "D", "D3", "sR", "fsB"] {
            texts.insert(format!("[{first}-{last}]"));
            texts.insert(format!("[{first}-f{last}]"));
        }
    }
    texts
}

/// The paths of a movement in the middle of a large board, by which equal moves with different patterns are
/// recognized: a leap, and two steps of which the first one nothing can block.
fn played(movement: &Movement) -> BTreeSet<(String, Option<Path>)> {
    let board = BoardShape::rectangle(19, 19).expect("a board");
    let origin = board.at(9, 9).expect("the center");
    let mut played = BTreeSet::new();
    for pattern in movement.patterns() {
        let Pattern::Walk(walk) = pattern else {
            played.insert((format!("{pattern:?}"), None));
            continue;
        };
        let paths = paths(walk, &board, Perspective::White, origin, 1 << 16);
        for mut path in paths.expect("few paths") {
            // Without a capture nothing reappears.
            let captures = !(path.taken.is_empty() && path.take.is_empty());
            path.unload = path
                .unload
                .filter(|_| captures || !path.en_passant.is_empty());
            // Borrowed moves have marks of their own.
            if path.borrows {
                path.marks.clear();
            }
            played.insert((format!("{:?}", walk.initial), Some(path)));
        }
    }
    played
}

#[test]
fn movements_that_play_differently_read_differently() {
    let mut told: BTreeMap<String, Vec<(String, Movement)>> = BTreeMap::new();
    let mut number = 0;
    for text in systematic() {
        let Ok(movement) = Movement::new(&text) else {
            continue;
        };
        number += 1;
        let alike = told.entry(explain::text(&movement)).or_default();
        if !alike.iter().any(|(_, known)| *known == movement) {
            alike.push((text, movement));
        }
    }
    assert!(number > 20_000, "{number} texts can be read");
    let mut faults = String::new();
    for (words, alike) in &told {
        let Some(((first, one), others)) = alike.split_first().filter(|(_, rest)| !rest.is_empty())
        else {
            continue;
        };
        let played_first = played(one);
        for (text, other) in others {
            if played(other) != played_first {
                let _ = writeln!(faults, "{first} and {text}: {words}");
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}
