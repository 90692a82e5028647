//! Canonical text: movements printed and read back; equal movements have equal forms.

use ferz::movement::{Dialect, Joints, Movement, PrintStyle};

const CORPUS: &str = include_str!("data/corpus.txt");

/// The strings of the corpus that have a meaning in the dialect.
fn meaningful(dialect: Dialect) -> impl Iterator<Item = (&'static str, Movement)> {
    CORPUS.lines().filter_map(move |text| {
        let read = Movement::read(text, dialect);
        let is_clean = !read
            .diagnostics
            .iter()
            .any(ferz::source::Diagnostic::is_error);
        (is_clean && !read.value.is_empty()).then_some((text, read.value))
    })
}

#[test]
fn every_string_of_the_corpus_is_printed_and_read_back() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (text, movement) in meaningful(Dialect::XBetza) {
        count += 1;
        for joints in Joints::ALL {
            match movement.to_betza_with(Dialect::XBetza, &PrintStyle { joints }) {
                Ok(printed) => {
                    let again = Movement::read(&printed, Dialect::XBetza).value;
                    if again != movement {
                        wrong.push(format!("{text} -> {printed}: another meaning"));
                    }
                    let second = again.to_betza_with(Dialect::XBetza, &PrintStyle { joints });
                    if second.as_ref() != Ok(&printed) {
                        wrong.push(format!("{text} -> {printed} -> {second:?}"));
                    }
                }
                Err(fault) => wrong.push(format!("{text}: {fault}")),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(count > 400, "{count}");
}

/// A movement that another dialect has no words for is refused with a code, never written wrongly.
#[test]
fn what_cannot_be_said_is_refused() {
    let converted = ferz::movement::convert("NoaK", Dialect::XBetza, Dialect::FairyStockfish);
    let codes: Vec<&str> = converted
        .diagnostics
        .iter()
        .map(|one| one.code.as_str())
        .collect();
    assert!(codes.contains(&"E0220"), "{converted:?}");
}

/// A text that only its author could write is a spelling in its own dialect.
#[test]
fn what_is_written_can_be_said_in_its_own_dialect() {
    for text in ["(paf)5fR", "pxA3", "vm(asp)2Q"] {
        let converted = ferz::movement::convert(text, Dialect::XBetza, Dialect::XBetza);
        assert!(!converted.has_errors(), "{converted:?}");
        assert_eq!(
            Movement::read(&converted.value, Dialect::XBetza).value,
            Movement::read(text, Dialect::XBetza).value,
        );
    }
}

/// Groups that change ranges are written out, which can be longer than a text may be.
#[test]
fn no_text_is_printed_that_cannot_be_read() {
    let movement = Movement::read("Rp(ag)W", Dialect::XBetza).value;
    assert!(!movement.is_empty());
    if let Ok(text) = movement.to_betza(Dialect::XBetza) {
        assert_eq!(Movement::read(&text, Dialect::XBetza).value, movement);
    }
}

/// A stretch without a number can stand for dozens of walks of up to dozens of legs.
#[test]
fn repeated_stretches_are_printed_or_refused_with_little_work() {
    for text in ["f(ya)Q", "xlfrbs(ga)fflQ0"] {
        let movement = Movement::read(text, Dialect::XBetza).value;
        assert!(movement.patterns().len() > 30, "{text}");
        let printed = movement.to_betza(Dialect::XBetza).unwrap();
        assert_eq!(Movement::read(&printed, Dialect::XBetza).value, movement);
    }
    let many = Movement::read("(aaagp)G", Dialect::XBetza).value;
    assert!(many.patterns().len() > 1000);
    let fault = many.to_betza(Dialect::XBetza).unwrap_err();
    assert_eq!(fault.reason(), "the search for a text takes too long");
}
