//! The variants that an engine knows: the built-ins and those of files.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::action::LoadedFile;
use crate::definition::{Catalog, Format, VariantDef, read_diagram};
use crate::eval::Tuning;
use crate::game::Variant;
use crate::source::{Diagnostic, Span, codes, did_you_mean, nearest};

/// The variants that an engine knows.
#[derive(Clone, Debug, Default)]
pub struct Library {
    files: Vec<Catalog>,
    /// What stands beside the files, by the names of variants.
    tunings: BTreeMap<String, Arc<Tuning>>,
}

impl Library {
    /// The built-ins and nothing else.
    pub fn new() -> Library {
        Library::default()
    }

    /// The built-ins and the variants of files.
    ///
    /// # Errors
    /// What is wrong with the files, a line for each finding: its code, the file, the place, the message.
    pub fn of_files(files: &[LoadedFile]) -> Result<Library, Vec<String>> {
        let mut faults = Vec::new();
        let mut catalogs = Vec::new();
        let mut tunings = BTreeMap::new();
        for file in files {
            match &file.text {
                Ok(text) => match read(&file.path, text) {
                    Ok(catalog) => {
                        for def in catalog.names().filter_map(|name| catalog.get(name)) {
                            match tuning_beside(file, def) {
                                None => {}
                                Some(Ok(tuning)) => {
                                    tunings.insert(def.name.clone(), Arc::new(tuning));
                                }
                                Some(Err(findings)) => faults.extend(findings),
                            }
                        }
                        catalogs.push(catalog);
                    }
                    Err(findings) => {
                        let place = |finding: &Diagnostic| located(&file.path, text, finding);
                        faults.extend(findings.iter().map(place));
                    }
                },
                Err(reason) => {
                    let message = format!("{}: {reason}", file.path);
                    faults.push(said(&Diagnostic::new(
                        codes::UNREADABLE_FILE,
                        Span::default(),
                        message,
                    )));
                }
            }
        }
        if faults.is_empty() {
            Ok(Library {
                files: catalogs,
                tunings,
            })
        } else {
            Err(faults)
        }
    }

    /// What a file beside its definition says about a variant.
    pub(super) fn tuning(&self, name: &str) -> Option<Arc<Tuning>> {
        let name = name.split('?').next().unwrap_or_default();
        self.tunings.get(name).map(Arc::clone)
    }

    /// The names of all variants: `chess`, the other built-ins, and those of files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let builtins = Catalog::builtin();
        let others = self.files.iter().flat_map(Catalog::names);
        let new = others.filter(|name| builtins.names().all(|known| known != *name));
        builtins.names().chain(new)
    }

    /// The variants of files, in their order.
    pub fn of_own(&self) -> impl Iterator<Item = &VariantDef> {
        let files = self.files.iter();
        files.flat_map(|file| file.names().filter_map(|name| file.get(name)))
    }

    /// Makes a variant playable. A name may be followed by values of settings:
    /// `baroque?stalemate=draw`. Files come before built-ins, and later ones before earlier ones.
    ///
    /// # Errors
    /// If there is no such variant or setting, or if it cannot be played.
    pub fn variant(&self, word: &str) -> Result<Variant, Diagnostic> {
        let def = self.definition(word)?;
        let custom = |fault: crate::game::CompileError| {
            let first = fault.diagnostics().iter().find(|one| one.is_error());
            let message = first.map_or_else(|| fault.to_string(), |first| first.message.clone());
            let code = first.map_or(codes::UNKNOWN_NAME, |first| first.code);
            Diagnostic::new(code, Span::default(), format!("{word}: {message}"))
        };
        Variant::compile(&def).map_err(custom)
    }

    /// The definition of a variant, as [`Library::variant`] finds it.
    ///
    /// # Errors
    /// If there is no such variant or setting.
    pub fn definition(&self, word: &str) -> Result<VariantDef, Diagnostic> {
        let (name, query) = match word.split_once('?') {
            Some((name, query)) => (name, Some(query)),
            None => (word, None),
        };
        let newest_first = self.files.iter().rev().chain([Catalog::builtin()]);
        for catalog in newest_first {
            let same = |known: &&str| known.eq_ignore_ascii_case(name);
            let exact = catalog.get(name).map(|_| name);
            let Some(name) = exact.or_else(|| catalog.names().find(same)) else {
                continue;
            };
            let found = match query {
                None => catalog.get(name).cloned().map(Ok),
                Some(query) => catalog.configure(name, query),
            };
            match found {
                Some(Ok(def)) => return Ok(def),
                Some(Err(findings)) => {
                    let first = findings.into_iter().find(Diagnostic::is_error);
                    return Err(first.unwrap_or_else(|| self.unknown(word)));
                }
                None => {}
            }
        }
        Err(self.unknown(name))
    }

    fn unknown(&self, name: &str) -> Diagnostic {
        let message = format!("no variant `{name}`");
        let finding = Diagnostic::new(codes::UNKNOWN_NAME, Span::default(), message);
        match nearest(name, self.names()) {
            Some(_) => finding.with_help(did_you_mean(name, self.names())),
            None => finding.with_help("`ferz variants` lists the built-ins"),
        }
    }
}

/// The tuning of a variant that stands beside its file.
fn tuning_beside(file: &LoadedFile, def: &VariantDef) -> Option<Result<Tuning, Vec<String>>> {
    let wanted = format!("{}.eval.toml", def.name);
    let is_wanted = |path: &str| {
        Path::new(path)
            .file_name()
            .is_some_and(|name| name == &*wanted)
    };
    let beside = file
        .evaluations
        .iter()
        .find(|beside| is_wanted(&beside.path))?;
    Some(tuning(beside, def))
}

/// The tuning of an evaluation that a file has.
///
/// # Errors
/// What is wrong with the file, a line for each finding.
pub(super) fn tuning(file: &LoadedFile, def: &VariantDef) -> Result<Tuning, Vec<String>> {
    let text = file.text.as_ref().map_err(|reason| {
        let message = format!("{}: {reason}", file.path);
        let finding = Diagnostic::new(codes::UNREADABLE_FILE, Span::default(), message);
        vec![said(&finding)]
    })?;
    let read = Tuning::read(text, def).into_result();
    read.map_err(|findings| {
        let place = |finding: &Diagnostic| located(&file.path, text, finding);
        findings.iter().map(place).collect()
    })
}

fn read(path: &str, text: &str) -> Result<Catalog, Vec<Diagnostic>> {
    let path = Path::new(path);
    let by_name = path.extension().filter(|end| *end == "toml");
    let format = Format::recognize(text).or(by_name.map(|_| Format::Toml));
    let Some(format) = format else {
        let message = "the format of the file is not recognized";
        let finding = Diagnostic::new(codes::UNSUPPORTED_FORMAT, Span::at(0), message);
        return Err(vec![finding]);
    };
    let read = match format {
        // A diagram has no name of its own.
        Format::InteractiveDiagram => {
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            read_diagram(text, stem.unwrap_or("diagram"))
                .map(|def| def.into_iter().collect::<Catalog>())
        }
        _ => Catalog::read(text, format),
    };
    if read.has_errors() {
        return Err(read.diagnostics);
    }
    let catalog = read.value;
    if catalog.is_empty() {
        let message = "the file defines no variant";
        return Err(vec![Diagnostic::new(
            codes::NO_VARIANT,
            Span::at(0),
            message,
        )]);
    }
    for name in catalog.names() {
        if let Some(def) = catalog.get(name) {
            Variant::compile(def).map_err(|fault| fault.located_in(&catalog, name))?;
        }
    }
    Ok(catalog)
}

/// A finding in one line: code, message and remedy.
pub(super) fn said(finding: &Diagnostic) -> String {
    let (kind, code) = (finding.severity.as_str(), finding.code);
    let help = finding.help.as_ref();
    let help = help.map_or(String::new(), |help| format!("; {help}"));
    let text = format!("{kind}[{code}]: {}{help}", finding.message);
    // What a file or a line says must not begin another line.
    text.replace(char::is_control, " ")
}

/// A finding of a file in one line: `error[E0302]: FILE:LINE:COLUMN message`.
fn located(path: &str, text: &str, finding: &Diagnostic) -> String {
    let at = (finding.span.start as usize).min(text.len());
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before
        .rsplit('\n')
        .next()
        .map_or(0, |last| last.chars().count())
        + 1;
    let message = format!("{path}:{line}:{column} {}", finding.message);
    let placed = Diagnostic::new(finding.code, finding.span, message);
    said(&Diagnostic {
        severity: finding.severity,
        help: finding.help.clone(),
        ..placed
    })
}
