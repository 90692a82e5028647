//! Files of Fairy-Max and `MaxQi` to variants.
//!
//! Every byte of a file ends as a comment, as part of a variant, or in a finding. Where the manual
//! of the format leaves a question open, the program's behaviour decides; `docs/fairy-max.md` lists
//! such decisions.

mod board;
mod compare;
mod descriptors;
mod maxqi;
mod promotion;
mod reader;
mod roles;
mod rules;
mod steps;
mod walks;
mod write;

pub use write::write_fairy_max;

use crate::source::{Code, Diagnostic, Parse, Span, codes};
use crate::syntax::fairy_max::{FileLimits, Game, parse_within};

use super::limits::Limits;
use super::printable;
use super::variant::VariantDef;

/// The name given to the game at the beginning of a file, which has none.
pub(super) const UNNAMED: &str = "default";

/// Reads all games of a file, each with the place of its set-up.
///
/// ```
/// use ferz::definition::{Limits, read_fairy_max};
///
/// let file = "version 4.8(w)\nGame: tiny\n4x6\n3 4 0 4\n3 4 0 4\n\
///             p:100 -16,6 -15,5 -17,5\np:100 16,6 15,5 17,5\n\
///             k:-1 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\nR:500 1,3 16,3 -1,3 -16,3\n";
/// let read = read_fairy_max(file, &Limits::default());
/// let (tiny, _) = &read.value[0];
/// assert_eq!(tiny.start, "kr1r/pppp/4/4/PPPP/KR1R w");
/// ```
pub fn read_fairy_max(text: &str, limits: &Limits) -> Parse<Vec<(VariantDef, Span)>> {
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
                "the program takes only files that begin with its version",
            )
            .with_help("begin the file with the line `version 4.8(w)`")
            .with_edit(place, line),
        );
    }
    let mut variants: Vec<(VariantDef, Span)> = Vec::new();
    let room = limits.findings.saturating_sub(diagnostics.len());
    let mut found = Vec::new();
    let mut work = limits.work;
    for game in &file.games {
        let mut findings = Findings {
            list: Vec::new(),
            work,
        };
        let name = name(game, &mut findings);
        if let Some((_, first)) = variants.iter().find(|(known, _)| known.name == name) {
            let place = game
                .label
                .as_ref()
                .map_or(game.span, |label| label.name.span);
            let message = format!("a game with the name `{name}` stands further up");
            findings.list.push(
                Diagnostic::new(codes::DUPLICATE_KEY, place, message)
                    .with_label(*first, "the first, which the program plays"),
            );
        } else if let Some(def) = reader::variant(game, name, &mut findings) {
            let place = game.white.span.to(game.black.span);
            findings.list.extend(printable::check(text, &def, place));
            variants.push((def, place));
        }
        work = findings.work;
        found.append(&mut findings.list);
    }
    if variants.is_empty() && file.games.is_empty() && diagnostics.iter().all(|one| !one.is_error())
    {
        let message = "the file has no line `Game: name`";
        found.push(Diagnostic::new(codes::NO_VARIANT, Span::at(0), message));
    }
    if found.len() > room {
        let rest = found.split_off(room);
        let message = format!("{} more findings are not listed", rest.len());
        found.push(Diagnostic::new(
            codes::DEFINITION_TOO_LARGE,
            rest[0].span,
            message,
        ));
    }
    diagnostics.append(&mut found);
    Diagnostic::sort(&mut diagnostics);
    Parse {
        value: variants,
        diagnostics,
    }
}

/// What is found while a game is made.
struct Findings {
    list: Vec<Diagnostic>,
    /// Paths that may still be laid out.
    work: usize,
}

impl Findings {
    fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.list.push(Diagnostic::new(code, span, message));
    }

    fn report_with_help(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.list
            .push(Diagnostic::new(code, span, message).with_help(help));
    }
}

fn name(game: &Game, findings: &mut Findings) -> String {
    let Some(label) = &game.label else {
        return UNNAMED.to_owned();
    };
    let name = &label.name.text;
    if name.contains(['#', '?']) || name.chars().any(char::is_control) {
        let message = "the name of a variant has no `#`, no `?` and no control character";
        findings.report(codes::BAD_NAME, label.name.span, message);
    }
    name.clone()
}
