//! Movements in words: the collected strings, laws, and the examples of the codes.

use std::fmt::Write as _;

use ferz::formats::{Catalog, Format};
use ferz::movement::{Dialect, Movement};
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
