//! Findings as diagnostics of the editor.

use std::path::Path;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionResponse, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, DocumentChanges, Location, NumberOrString,
    OneOf, OptionalVersionedTextDocumentIdentifier, Range, TextDocumentEdit, TextEdit,
    WorkspaceEdit,
};
use serde_json::{Value, json};

use super::{Document, Server};
use crate::lint;
use ferz::formats::Format;
use ferz::source::{self, Severity, Span, codes, is_command};

/// The format of a document: by its extension, or else by its content.
pub(super) fn format(document: &Document) -> Option<Format> {
    let extension = Path::new(document.uri.as_str()).extension();
    if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
        return Some(Format::Toml);
    }
    Format::recognize(&document.text)
}

impl Server {
    /// All findings of `ferz check` about the document.
    pub(super) fn diagnostics(&self, document: &Document) -> Vec<Diagnostic> {
        let found = self.found(document);
        found.iter().map(|one| translated(document, one)).collect()
    }

    /// The fixes for the findings in a range.
    pub(super) fn actions(&self, document: &Document, range: Range) -> CodeActionResponse {
        let all = self.diagnostics(document).into_iter();
        let touched =
            all.filter(|one| one.range.start <= range.end && range.start <= one.range.end);
        touched
            .filter_map(|finding| {
                let fix = finding.data.as_ref()?.get(0)?;
                let edits: Vec<TextEdit> = serde_json::from_value(fix["edits"].clone()).ok()?;
                let edit = WorkspaceEdit {
                    document_changes: Some(DocumentChanges::Edits(vec![TextDocumentEdit {
                        text_document: OptionalVersionedTextDocumentIdentifier {
                            uri: document.uri.clone(),
                            version: document.version,
                        },
                        edits: edits.into_iter().map(OneOf::Left).collect(),
                    }])),
                    ..WorkspaceEdit::default()
                };
                Some(CodeActionOrCommand::CodeAction(CodeAction {
                    title: fix["title"].as_str()?.to_owned(),
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: Some(vec![finding]),
                    edit: Some(edit),
                    is_preferred: Some(true),
                    ..CodeAction::default()
                }))
            })
            .collect()
    }

    fn found(&self, document: &Document) -> Vec<source::Diagnostic> {
        let text = document.text.as_str();
        if text.trim().is_empty() {
            return Vec::new();
        }
        let Some(format) = format(document) else {
            let message = "the format of the file is not recognized";
            let finding = source::Diagnostic::new(codes::UNSUPPORTED_FORMAT, Span::at(0), message);
            return vec![finding.with_help("a file in TOML has a name that ends in `.toml`")];
        };
        let read = self.read(document, format);
        let mut found = read.diagnostics;
        found.extend(lint::examine(&read.value, text, format));
        source::Diagnostic::sort(&mut found);
        found
    }
}

pub(super) fn translated(document: &Document, finding: &source::Diagnostic) -> Diagnostic {
    let range = |span| document.lines.range(&document.text, span);
    let severity = match finding.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    };
    let message = match &finding.help {
        Some(help) => format!("{}\nhelp: {help}", finding.message),
        None => finding.message.clone(),
    };
    let labels = finding.labels.iter();
    let related: Vec<DiagnosticRelatedInformation> = labels
        .map(|(span, text)| DiagnosticRelatedInformation {
            location: Location::new(document.uri.clone(), range(*span)),
            message: text.clone(),
        })
        .collect();
    Diagnostic {
        range: range(finding.span),
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.code.as_str().to_owned())),
        source: Some("ferz".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        data: fix(document, finding).map(|fix| json!([fix])),
        ..Diagnostic::default()
    }
}

/// The fix of a finding, if it has one: a title with edits.
fn fix(document: &Document, finding: &source::Diagnostic) -> Option<Value> {
    let text = document.text.as_str();
    let edits = finding.fix(text).into_iter();
    let edits: Vec<_> = edits.map(|edit| (edit.span, edit.text)).collect();
    let title = title(text, &edits)?;
    let edits = edits.into_iter().map(|(span, new)| {
        let range = document.lines.range(text, span);
        TextEdit::new(range, new)
    });
    Some(json!({ "title": title, "edits": edits.collect::<Vec<_>>() }))
}

/// A short title for edits.
fn title(text: &str, edits: &[(Span, String)]) -> Option<String> {
    let written = |span: &Span| text.get(span.range()).unwrap_or_default().trim();
    Some(match edits {
        [] => return None,
        [(span, new)] if new.is_empty() => match written(span) {
            gone if gone.is_empty() || gone.chars().any(is_command) => "Delete it".to_owned(),
            gone => format!("Delete `{gone}`"),
        },
        [(span, new)] if span.range().is_empty() => format!("Insert `{}`", new.trim_end()),
        [(_, new)] => format!("Write `{new}`"),
        [(first, before), .., (last, behind)] => {
            let first_end = first.range().end;
            let between = text.get(first_end..last.range().start).unwrap_or_default();
            format!("Write `{before}{between}{behind}`")
        }
    })
}
