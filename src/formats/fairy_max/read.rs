//! Reader of a file with many games.

use super::findings::Findings;
use super::reader;
use crate::definition::limits::Limits;
use crate::definition::place::TextPlace;
use crate::definition::variant::VariantDef;
use crate::formats::findings::{Finding, Heirs, Read, ReadText};
use crate::formats::printable;
use crate::source::{Diagnostic, Parse, Span, codes};
use crate::syntax::fairy_max::{FileLimits, Game, parse_within};

/// The name of the game at the beginning of a file, which has none.
const UNNAMED: &str = "default";

/// Reads all games of a file, each with the place of its start position.
///
/// ```
/// use ferz::definition::Limits;
/// use ferz::formats::read_fairy_max;
///
/// let file = "version 4.8(w)\nGame: tiny\n4x6\n3 4 0 4\n3 4 0 4\n\
///             p:100 -16,6 -15,5 -17,5\np:100 16,6 15,5 17,5\n\
///             k:-1 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\nR:500 1,3 16,3 -1,3 -16,3\n";
/// let read = read_fairy_max(file, &Limits::default());
/// let (tiny, _) = &read.value[0];
/// assert_eq!(tiny.start, "kr1r/pppp/4/4/PPPP/KR1R w");
/// ```
pub fn read_fairy_max(text: &str, limits: &Limits) -> Parse<Vec<(VariantDef, Span)>> {
    let read = read(text, limits);
    let made = read.variants.into_values().flatten();
    let findings = read.findings.into_iter();
    Parse {
        value: made.map(|read| (read.def, read.start.span())).collect(),
        diagnostics: findings.map(|finding| finding.diagnostic).collect(),
    }
}

/// Reads a file.
pub(in crate::formats) fn read(text: &str, limits: &Limits) -> ReadText {
    let bounds = FileLimits {
        file: limits.file_bytes,
        line: limits.text_bytes,
        games: limits.variants,
        findings: limits.findings,
    };
    let Parse {
        value: file,
        mut diagnostics,
    } = parse_within(text, &bounds);
    if file.version.as_ref().map(|version| version.text.as_str()) != Some("4.8(w)")
        && !file.games.is_empty()
    {
        let (place, line) = match &file.version {
            Some(version) => (version.span, "version 4.8(w)"),
            None => (Span::at(0), "version 4.8(w)\n"),
        };
        diagnostics.push(
            Diagnostic::new(
                codes::DOUBTFUL_IMPORT,
                place,
                "Fairy-Max reads only files that begin with its version",
            )
            .with_help("begin the file with the line `version 4.8(w)`")
            .with_edit(place, line),
        );
    }
    if file.games.is_empty() && diagnostics.iter().all(|one| !one.is_error()) {
        let message = "the file has no line `Game: name`";
        diagnostics.push(Diagnostic::new(codes::NO_VARIANT, Span::at(0), message));
    }
    let mut read = ReadText::default();
    let mut places = Vec::new();
    let mut work = limits.work;
    for game in &file.games {
        let mut findings = Findings {
            list: Vec::new(),
            work,
        };
        let name = name(game, &mut findings);
        let place = game.white.span.to(game.black.span);
        let number = if let Some((number, _, _)) = read.variants.get_full(&name) {
            let first: &Game = places[number];
            let message = format!("an earlier game has the name `{name}`");
            let label = game.label.as_ref();
            let at = label.map_or(game.span, |label| label.name.span);
            let first = first.white.span.to(first.black.span);
            findings.list.push(
                Diagnostic::new(codes::DUPLICATE_KEY, at, message)
                    .with_label(first, "the first one, which Fairy-Max plays"),
            );
            number
        } else {
            let made = reader::variant(game, name.clone(), &mut findings).map(|def| {
                findings.list.extend(printable::check(text, &def, place));
                let start = TextPlace::whole(place);
                Read { def, start }
            });
            places.push(game);
            read.variants.insert_full(name, made).0
        };
        work = findings.work;
        let inside = |finding: &mut Diagnostic| {
            game.span.start <= finding.span.start && finding.span.end <= game.span.end
        };
        findings.list.extend(diagnostics.extract_if(.., inside));
        let about = |finding| Finding::about(number, Heirs::None, finding);
        read.findings.extend(findings.list.into_iter().map(about));
    }
    let rest = diagnostics.into_iter().map(Finding::about_text);
    read.findings.extend(rest);
    read.in_order(limits)
}

fn name(game: &Game, findings: &mut Findings) -> String {
    let Some(label) = &game.label else {
        return UNNAMED.to_owned();
    };
    let name = &label.name.text;
    if name.contains(['#', '?']) || name.chars().any(char::is_control) {
        let message = "the name of a variant cannot contain `#`, `?` or control characters";
        findings.report(codes::BAD_NAME, label.name.span, message);
    }
    name.clone()
}
