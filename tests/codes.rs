//! Every diagnostic code is provoked by a small text.

use std::fmt::Write as _;
use std::fs;

use ferz::definition::Limits;
use ferz::formats::{Catalog, Format};
use ferz::game::{Variant, perft};
use ferz::movement::{Dialect, Movement};
use ferz::source::{Diagnostic, codes as register};
use ferz::state::Role;
use ferz_designer::conformance::read_rows;

use crate::harness::builtin;

/// The codes of findings, each once.
fn codes(findings: &[Diagnostic]) -> Vec<&'static str> {
    let mut codes: Vec<_> = findings.iter().map(|one| one.code.as_str()).collect();
    codes.dedup();
    codes
}

/// A built-in, or the variant of a diagram.
fn variant(name: &str) -> Variant {
    if !name.contains('/') {
        return builtin(name);
    }
    let path = format!("{}/{name}", root!());
    let text = fs::read_to_string(path).expect("the file is there");
    let catalog = Catalog::read(&text, Format::InteractiveDiagram).value;
    Variant::compile(catalog.first().expect("a variant")).expect("it can be played")
}

/// The findings of `reader` about `text`.
fn findings(reader: &str, text: &str) -> Vec<Diagnostic> {
    let (name, word) = reader.split_once(' ').unwrap_or((reader, ""));
    match name {
        "fen" => variant(word).read_fen(text).diagnostics,
        "move" => {
            let found = variant(word).start().parse_move(text);
            found.err().into_iter().collect()
        }
        "row" => read_rows(text).diagnostics,
        _ => {
            let dialect = Dialect::parse(name).filter(|_| name != "betza");
            Movement::read(text, dialect.unwrap_or_default()).diagnostics
        }
    }
}

#[test]
fn small_texts_have_their_codes() {
    let rows = include_str!("data/codes.txt").lines();
    let mut count = 0;
    for row in rows.filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let parts: Vec<&str> = row.splitn(3, " | ").collect();
        let [code, reader, text] = parts[..] else {
            panic!("not `code | reader | text`: {row}");
        };
        let found = findings(reader, text);
        let codes = codes(&found);
        assert!(codes.contains(&code), "{row}: {codes:?}");
        for finding in found {
            assert!(finding.span.end as usize <= text.len(), "{row}");
        }
        count += 1;
    }
    assert!(count > 20, "only {count} rows were there");
}

#[test]
fn a_description_of_too_many_patterns_is_refused() {
    let found = findings("xbetza", &"W1F1".repeat(600));
    assert_eq!(codes(&found), ["E0206"]);
}

#[test]
fn a_variant_of_too_many_kinds_of_pieces_is_refused() {
    let mut text = "inherits = 'chess'\nname = 'crowd'\n".to_owned();
    for number in 0..Role::MAX - 5 {
        let letters = [number / 26, number % 26].map(|n| char::from(b'a' + n as u8));
        let _ = writeln!(
            text,
            "pieces.p{number} = {{ letter = 'X{}{}', move = 'W' }}",
            letters[0], letters[1]
        );
    }
    // With the six of chess there is one too many; what is read can be played, and what cannot be
    // played is said by the reader already.
    let found = Catalog::read(&text, Format::Toml).diagnostics;
    assert_eq!(codes(&found), ["E0315"]);
    let limits = Limits {
        pieces: Role::MAX + 1,
        ..Limits::default()
    };
    let catalog = Catalog::read_within(&text, Format::Toml, &limits)
        .into_result()
        .expect("the definition can be read");
    let error = Variant::compile(catalog.get("crowd").expect("it is there"));
    let error = error.expect_err("it cannot be played");
    assert_eq!(codes(error.diagnostics()), ["E0406"]);

    let fewer = text.replacen("pieces.p0 = {", "pieces.queen = {", 1);
    let fewer = format!("start = 'rnbxtakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXtaKBNR'\n{fewer}");
    let catalog = Catalog::read(&fewer, Format::Toml)
        .into_result()
        .expect("the definition can be read");
    let variant = Variant::compile(catalog.get("crowd").expect("it is there"));
    let variant = variant.expect("as many as there may be");
    assert_eq!(perft(&variant.start(), 2), 400);
}

#[test]
fn what_is_offered_for_a_leg_without_directions_is_how_it_is_read() {
    for dialect in [Dialect::XBetza, Dialect::Diagram2020, Dialect::Classic] {
        for text in ["aW", "amF", "fcaD", "acaW", "mpaH"] {
            let read = Movement::read(text, dialect);
            let help = read
                .diagnostics
                .iter()
                .find(|finding| finding.code == register::CONTINUATION_WITHOUT_DIRECTION)
                .and_then(|finding| finding.help.as_deref())
                .unwrap_or_else(|| panic!("{text}"));
            let letters = help.split('`').nth(1).expect("letters");
            let spelled = text.replace('a', &format!("a{letters}"));
            let again = Movement::read(&spelled, dialect);
            assert_eq!(again.value, read.value, "{text} and {spelled} in {dialect}");
            assert_eq!(again.diagnostics, [], "{spelled} in {dialect}");
        }
    }
}
