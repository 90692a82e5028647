//! Reports findings on the terminal, with their place in the text.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};
use clap::ColorChoice;

use ferz::source::budget::is_exhausted;
use ferz::source::{Diagnostic, Severity, Span, is_command, printable};

/// The text of findings, with its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
}

/// Whether only errors are reported. Set once, before anything is reported.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Restricts reports to errors.
pub(super) fn silence() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether findings of this severity are reported.
pub(super) fn wants(severity: Severity) -> bool {
    severity == Severity::Error || !QUIET.load(Ordering::Relaxed)
}

/// Writes a line about what a command has done, unless only errors are reported.
pub(super) fn summary(out: &mut impl Write, line: &str) -> io::Result<()> {
    if wants(Severity::Note) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The errors and warnings that are reported; notes are not.
pub(super) fn wanted(findings: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    let is_wanted = |severity| severity != Severity::Note && wants(severity);
    findings
        .iter()
        .filter(move |finding| is_wanted(finding.severity))
}

/// The line and the column of a place in a text, from 1.
pub(super) fn place(text: &str, span: Span) -> (usize, usize) {
    let before = &text[..floor(text, span.start as usize)];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[start..].chars().count() + 1)
}

/// A finding on one line: `FILE:LINE:COLUMN: error[E0602]: …`.
pub(super) fn in_line(file: &str, place: (usize, usize), finding: &Diagnostic) -> String {
    let (severity, code) = (finding.severity.as_str(), finding.code.as_str());
    let help = finding.help.as_ref();
    let help = help.map_or(String::new(), |help| format!("; {help}"));
    let (line, column) = place;
    let text = format!(
        "{file}:{line}:{column}: {severity}[{code}]: {}{help}",
        finding.message
    );
    format!("{}\n", printable(&text))
}

/// Shows errors and warnings on standard error.
pub(super) fn show(source: Source<'_>, findings: &[Diagnostic]) {
    // After the budget is used up, findings may be wrong.
    if is_exhausted() {
        return;
    }
    let styled = wants_color(&io::stderr());
    let mut out = io::stderr().lock();
    for finding in wanted(findings) {
        // Standard error may be closed.
        let _ = writeln!(out, "{}\n", render(source, finding, styled));
    }
}

/// Shows the errors of a definition file on standard error, and counts its warnings, which `ferz check`
/// lists.
pub(super) fn show_briefly(source: Source<'_>, check: &str, findings: &[Diagnostic]) {
    let is_warning = |finding: &&Diagnostic| finding.severity == Severity::Warning;
    let (warnings, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        findings.iter().partition(is_warning);
    let others: Vec<Diagnostic> = others.into_iter().cloned().collect();
    show(source, &others);
    if warnings.is_empty() {
        return;
    }
    let codes: BTreeSet<&str> = warnings
        .iter()
        .map(|warning| warning.code.as_str())
        .collect();
    let codes: Vec<&str> = codes.into_iter().collect();
    plain_warning(&format!(
        "{}: {} ({}); `ferz check {check}` shows {}",
        source.name,
        number(warnings.len(), "warning"),
        codes.join(", "),
        if warnings.len() == 1 { "it" } else { "them" },
    ));
}

/// Shows an error without a place.
pub(super) fn plain_error(message: &str) {
    plain(Level::ERROR, message);
}

/// Shows a warning without a place.
pub(super) fn plain_warning(message: &str) {
    if wants(Severity::Warning) {
        loud_warning(message);
    }
}

/// Shows a warning without a place, even if only errors are reported.
pub(super) fn loud_warning(message: &str) {
    if !is_exhausted() {
        plain(Level::WARNING, message);
    }
}

/// Shows a note without a place.
pub(super) fn plain_note(message: &str) {
    if wants(Severity::Note) && !is_exhausted() {
        plain(Level::NOTE, message);
    }
}

/// Shows a finding without a place.
pub(super) fn without_place(finding: &Diagnostic) {
    let title = Level::ERROR
        .primary_title(printable(&finding.message))
        .id(finding.code.as_str());
    let help = finding.help.as_ref();
    let help = help.map(|help| Level::HELP.message(printable(help)));
    let group = annotate_snippets::Group::with_title(title).elements(help);
    let text = renderer(wants_color(&io::stderr())).render(&[group]);
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "{text}");
}

fn plain(level: Level<'_>, message: &str) {
    let report = level.primary_title(printable(message));
    let group = annotate_snippets::Group::with_title(report);
    let text = renderer(wants_color(&io::stderr())).render(&[group]);
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "{text}");
}

/// The use of colors. Set once, before anything is reported.
static COLOR: OnceLock<ColorChoice> = OnceLock::new();

/// Sets the use of colors.
pub(super) fn set_color(choice: ColorChoice) {
    COLOR.get_or_init(|| choice);
}

/// Whether to use colors: by default on a terminal, and subject to the user's environment.
pub(super) fn wants_color(stream: &impl IsTerminal) -> bool {
    let value = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match COLOR.get() {
        Some(ColorChoice::Always) => true,
        Some(ColorChoice::Never) => false,
        _ if value("NO_COLOR").is_some() => false,
        _ if value("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
        _ => stream.is_terminal() && value("TERM").is_none_or(|value| value != "dumb"),
    }
}

/// A number with its noun.
pub(super) fn number(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// A finding as text, without a final line feed.
pub(super) fn render(source: Source<'_>, finding: &Diagnostic, styled: bool) -> String {
    let window = Window::new(source.text, finding);
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level
        .primary_title(printable(&finding.message))
        .id(finding.code.as_str());
    let primary = AnnotationKind::Primary.span(window.range(finding.span));
    let labels = finding.labels.iter().map(|(span, text)| -> Annotation<'_> {
        AnnotationKind::Context
            .span(window.range(*span))
            .label(printable(text))
    });
    let name = printable(source.name);
    let snippet = Snippet::source(window.text)
        .path(name.clone())
        .line_start(window.line)
        .annotation(primary)
        .annotations(labels);
    let mut group = title.element(snippet);
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    // Control characters of the text are replaced; the escapes of colors come from the renderer.
    let is_left = |char: char| is_command(char) && char != '\u{1b}';
    let text = renderer(styled)
        .render(&[group])
        .replace(is_left, "\u{fffd}");
    if window.n_omitted == 0 {
        return text;
    }
    let before = &window.text[..window.range(finding.span).start];
    let column = before.chars().count() + 1;
    let place = |column: usize| format!("{name}:{}:{column}", window.line);
    text.replacen(&place(column), &place(column + window.n_omitted), 1)
}

fn renderer(styled: bool) -> Renderer {
    if styled {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
}

/// The lines of a text around a finding, so that the cost of showing it does not depend on the length of the
/// text.
struct Window<'a> {
    text: &'a str,
    start: usize,
    line: usize,
    /// The characters of the line before the text, which the renderer does not see.
    n_omitted: usize,
}

/// The bytes that are shown of a longer line before and after a finding.
const MARGIN: usize = 500;

impl<'a> Window<'a> {
    fn new(text: &'a str, finding: &Diagnostic) -> Self {
        let spans = || finding.labels.iter().map(|(span, _)| *span);
        let whole = spans().fold(finding.span, Span::to).range();
        let low = floor(text, whole.start);
        let high = floor(text, whole.end);
        let start = text[..low].rfind('\n').map_or(0, |at| at + 1);
        let end = text[high..].find('\n').map_or(text.len(), |at| high + at);
        let line = text[..start].matches('\n').count() + 1;
        let lines = &text[start..end];
        let lines = lines.strip_suffix('\r').unwrap_or(lines);
        let (mut from, mut to) = (start, start + lines.len());
        if lines.len() > 4 * MARGIN && !lines.contains('\n') {
            from = floor(text, low.saturating_sub(MARGIN)).max(from);
            to = floor(text, high + MARGIN).min(to);
        }
        Window {
            text: &text[from..to],
            start: from,
            line,
            n_omitted: text[start..from].chars().count(),
        }
    }

    /// The bytes of a span in the window.
    fn range(&self, span: Span) -> std::ops::Range<usize> {
        let at = |offset: usize| floor(self.text, offset.saturating_sub(self.start));
        let range = span.range();
        at(range.start)..at(range.end)
    }
}

/// The last character boundary up to `at`.
pub(super) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::source::codes;

    #[test]
    fn columns_of_long_lines_count_from_their_beginning() {
        for length in [100, 3000, 1 << 20] {
            let text = format!("first\n{}wrong{}\n", "é".repeat(length), " ".repeat(length));
            let start = text.find("wrong").unwrap();
            let span = Span::new(start, start + 5);
            let finding = Diagnostic::new(codes::UNKNOWN_KEY, span, "unknown");
            let source = Source {
                name: "a.toml",
                text: &text,
            };
            for styled in [false, true] {
                let shown = render(source, &finding, styled);
                let place = format!("a.toml:2:{}", length + 1);
                assert!(shown.contains(&place), "{shown}");
                assert!(shown.contains("éwrong "), "{shown}");
                assert!(shown.len() < 4000, "{}", shown.len());
            }
        }
    }
}
