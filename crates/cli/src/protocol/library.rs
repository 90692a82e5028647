//! The variants that an engine can play: the built-ins and those of files.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::action::LoadedFile;
use ferz::definition::{Limits, VariantDef};
use ferz::eval::Tuning;
use ferz::formats::{Catalog, Format, Refusal};
use ferz::game::{CompileError, Variant, select};
use ferz::source::{Diagnostic, Parse, Span, codes, did_you_mean, nearest};

/// The variants that an engine can play.
#[derive(Clone, Debug, Default)]
pub struct Library {
    files: Vec<File>,
    /// The evaluation files next to the definitions, by variant.
    tunings: BTreeMap<String, Arc<Tuning>>,
    faults: Vec<String>,
}

/// A definition file.
#[derive(Clone, Debug)]
struct File {
    catalog: Catalog,
    /// The variants that cannot be played, with the first error of each.
    refused: BTreeMap<String, Diagnostic>,
    /// The only variant that is offered; all if `None`.
    only: Option<String>,
}

impl File {
    /// The names of the variants that are offered.
    fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.catalog.names();
        names.filter(|name| self.only.as_ref().is_none_or(|only| only == name))
    }

    fn good(&self) -> impl Iterator<Item = &VariantDef> {
        let good = self
            .names()
            .filter(|name| !self.refused.contains_key(*name));
        good.filter_map(|name| self.catalog.get(name))
    }
}

impl Library {
    /// The built-ins only.
    pub fn new() -> Library {
        Library::default()
    }

    /// The built-ins and the variants of files. Variants that cannot be played are left out and reported by
    /// [`Library::faults`].
    ///
    /// # Errors
    /// If none of the variants in the files can be played: a line for each finding, with its code, file,
    /// place and message.
    pub fn of_files(files: &[LoadedFile]) -> Result<Library, Vec<String>> {
        let mut library = Library::new();
        for file in files {
            library.add(file);
        }
        if library.faults.is_empty() || library.of_own().next().is_some() {
            Ok(library)
        } else {
            Err(library.faults)
        }
    }

    /// Adds the variants of a file. Returns the name of its first variant that can be played.
    ///
    /// # Errors
    /// If it has none: its faults.
    pub(super) fn add_first(&mut self, file: &LoadedFile) -> Result<String, Vec<String>> {
        // The faults of earlier files have been reported.
        self.faults.clear();
        let n_files = self.files.len();
        self.add(file);
        let added = self.files.get(n_files);
        match added.and_then(|added| added.good().next()) {
            Some(first) => Ok(first.name.clone()),
            None => Err(std::mem::take(&mut self.faults)),
        }
    }

    fn add(&mut self, file: &LoadedFile) {
        let read = match &file.text {
            Ok(text) => read(file, text).map(|read| (text, read)),
            Err(reason) => {
                let message = format!("{}: {reason}", file.path);
                Err(Diagnostic::new(
                    codes::UNREADABLE_FILE,
                    Span::default(),
                    message,
                ))
            }
        };
        let (text, read) = match read {
            Ok(read) => read,
            Err(finding) => {
                self.faults.push(said(&finding));
                return;
            }
        };
        let Parse {
            value: catalog,
            diagnostics,
        } = read;
        let placed = |finding: &Diagnostic| located(&file.path, text, finding);
        let mut faults: Vec<Diagnostic> = diagnostics.iter().map(placed).collect();
        let mut refused = BTreeMap::new();
        let mut added = File {
            catalog,
            refused: BTreeMap::new(),
            only: file.variant.clone(),
        };
        let catalog = &added.catalog;
        let wanted: Vec<&str> = added.names().collect();
        if let (Some(name), []) = (&added.only, &wanted[..]) {
            let message = format!("{} has no variant `{name}`", file.path);
            let finding = Diagnostic::new(codes::UNKNOWN_NAME, Span::default(), message);
            let finding = finding.with_help(did_you_mean(name, catalog.names()));
            self.faults.push(said(&finding));
            return;
        }
        for name in wanted.iter().copied() {
            let found = match catalog.select(name, None) {
                Err(Refusal::Unknown) => continue,
                Err(Refusal::Faulty(findings) | Refusal::Query(findings)) => {
                    findings.iter().map(placed).collect()
                }
                Ok(def) => {
                    let found = self.examine(file, &def, |fault| {
                        let findings = fault.located_in(catalog, name);
                        findings.iter().map(placed).collect()
                    });
                    faults.extend(found.iter().cloned());
                    found
                }
            };
            if let Some(error) = found.into_iter().find(Diagnostic::is_error) {
                refused.insert(name.to_owned(), error);
            }
        }
        if refused.len() == wanted.len() {
            self.faults.extend(faults.iter().map(said));
        } else if let n_refused @ 1.. = refused.len() {
            let be = if n_refused == 1 {
                "variant with errors is"
            } else {
                "variants with errors are"
            };
            let path = &file.path;
            let text = format!("warning: {path}: {n_refused} {be} omitted; `ferz check` shows why");
            self.faults.push(text.replace(char::is_control, " "));
        }
        added.refused = refused;
        self.files.push(added);
    }

    /// Checks that a variant can be played, and reads the evaluation file next to its definition.
    fn examine(
        &mut self,
        file: &LoadedFile,
        def: &VariantDef,
        locate: impl FnOnce(CompileError) -> Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        if let Err(fault) = Variant::compile(def) {
            return locate(fault);
        }
        match tuning_beside(file, def) {
            None => {}
            Some(Ok(tuning)) => {
                self.tunings.insert(def.name.clone(), Arc::new(tuning));
            }
            Some(Err(findings)) => return findings,
        }
        Vec::new()
    }

    /// The faults of the files, line by line: the findings if none of their variants can be played, else the
    /// number of variants that are left out.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The tuning of a variant in a file next to its definition.
    pub(super) fn tuning(&self, name: &str) -> Option<Arc<Tuning>> {
        let name = name.split('?').next().unwrap_or_default();
        self.tunings.get(name).map(Arc::clone)
    }

    /// The names of all variants that can be played: `chess`, the other built-ins, and those of files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let builtins = Catalog::builtin();
        let others = self.of_own().map(|def| def.name.as_str());
        let new = others.filter(|name| builtins.names().all(|known| known != *name));
        builtins.names().chain(new)
    }

    /// The variants of files, in the order of the files.
    pub fn of_own(&self) -> impl Iterator<Item = &VariantDef> {
        self.files.iter().flat_map(File::good)
    }

    /// Compiles a variant. Settings may follow the name, as in `baroque?stalemate=draw`. Files take
    /// precedence over built-ins, and later files over earlier ones.
    ///
    /// # Errors
    /// If the variant or a setting does not exist, or if the variant cannot be played.
    pub fn variant(&self, word: &str) -> Result<Variant, Diagnostic> {
        let def = self.definition(word)?;
        let custom = |fault: ferz::game::CompileError| {
            let first = fault.diagnostics().iter().find(|one| one.is_error());
            let message = first.map_or_else(|| fault.to_string(), |first| first.message.clone());
            let code = first.map_or(codes::UNKNOWN_NAME, |first| first.code);
            Diagnostic::new(code, Span::default(), format!("{word}: {message}"))
        };
        Variant::compile(&def).map_err(custom)
    }

    /// The definition of a variant, with the precedence of [`Library::variant`].
    ///
    /// # Errors
    /// If the variant or a setting does not exist, or if the variant has errors.
    pub fn definition(&self, word: &str) -> Result<VariantDef, Diagnostic> {
        let (name, query) = match word.split_once('?') {
            Some((name, query)) => (name, Some(query)),
            None => (word, None),
        };
        let newest_first = || {
            let files = self.files.iter().rev();
            let files = files.map(|file| (&file.catalog, Some(file)));
            files.chain([(Catalog::builtin(), None)])
        };
        // Some programs change the case of names. A name in its own spelling takes precedence everywhere.
        let is_exact = newest_first().any(|(catalog, file)| {
            let is_refused = file.is_some_and(|file| file.refused.contains_key(name));
            is_refused || is_offered(catalog, file, name)
        });
        for (catalog, file) in newest_first() {
            let same = |known: &&str| !is_exact && known.eq_ignore_ascii_case(name);
            let name = catalog.names().find(same).unwrap_or(name);
            if let Some(error) = file.and_then(|file| file.refused.get(name)) {
                return Err(error.clone());
            }
            if !is_offered(catalog, file, name) {
                continue;
            }
            match select(catalog, name, query) {
                Ok(def) => return Ok(def),
                Err(Refusal::Unknown) => {}
                Err(Refusal::Faulty(findings) | Refusal::Query(findings)) => {
                    let first = findings.into_iter().find(Diagnostic::is_error);
                    return Err(first.unwrap_or_else(|| self.unknown(word)));
                }
            }
        }
        Err(self.unknown(name))
    }

    /// The error for a name that no variant has.
    fn unknown(&self, name: &str) -> Diagnostic {
        let message = format!("unknown variant `{name}`");
        let finding = Diagnostic::new(codes::UNKNOWN_NAME, Span::default(), message);
        match nearest(name, self.names()) {
            Some(_) => finding.with_help(did_you_mean(name, self.names())),
            None => finding.with_help("`ferz variants` lists the built-ins"),
        }
    }
}

/// Whether a catalog offers a variant with this name: that of a file, or the built-ins.
fn is_offered(catalog: &Catalog, file: Option<&File>, name: &str) -> bool {
    match file {
        Some(file) => file.names().any(|known| known == name),
        None => catalog.names().any(|known| known == name),
    }
}

/// The tuning of a variant in a file next to its definition.
fn tuning_beside(file: &LoadedFile, def: &VariantDef) -> Option<Result<Tuning, Vec<Diagnostic>>> {
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

/// The tuning in an evaluation file.
///
/// # Errors
/// The findings about the file, with their places in the messages.
pub(super) fn tuning(file: &LoadedFile, def: &VariantDef) -> Result<Tuning, Vec<Diagnostic>> {
    let text = file.text.as_ref().map_err(|reason| {
        let message = format!("{}: {reason}", file.path);
        let finding = Diagnostic::new(codes::UNREADABLE_FILE, Span::default(), message);
        vec![finding]
    })?;
    let read = Tuning::read(text, def).into_result();
    read.map_err(|findings| {
        let place = |finding: &Diagnostic| located(&file.path, text, finding);
        findings.iter().map(place).collect()
    })
}

/// Reads a definition file in any known format.
fn read(file: &LoadedFile, text: &str) -> Result<Parse<Catalog>, Diagnostic> {
    let Some(format) = Format::of_file(text, &file.path) else {
        let message = "the format of the file is not recognized";
        let finding = Diagnostic::new(codes::UNSUPPORTED_FORMAT, Span::at(0), message);
        return Err(located(&file.path, text, &finding));
    };
    let limits = Limits::default();
    let mut read = match &file.folder {
        Some(folder) => Catalog::read_file(text, format, &limits, folder.as_ref()),
        None => Catalog::read_within(text, format, &limits),
    };
    if read.value.is_empty() && !read.has_errors() {
        let message = "the file defines no variant";
        let finding = Diagnostic::new(codes::NO_VARIANT, Span::at(0), message);
        read.diagnostics.push(finding);
    }
    Ok(read)
}

/// A finding on one line: severity, code, message and help.
pub(super) fn said(finding: &Diagnostic) -> String {
    let (kind, code) = (finding.severity.as_str(), finding.code);
    let help = finding.help.as_ref();
    let help = help.map_or(String::new(), |help| format!("; {help}"));
    let text = format!("{kind}[{code}]: {}{help}", finding.message);
    // Text from files and input lines must not start a new line.
    text.replace(char::is_control, " ")
}

/// A finding with its place in the message: `FILE:LINE:COLUMN message`.
fn located(path: &str, text: &str, finding: &Diagnostic) -> Diagnostic {
    let at = (finding.span.start as usize).min(text.len());
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before
        .rsplit('\n')
        .next()
        .map_or(0, |last| last.chars().count())
        + 1;
    let message = format!("{path}:{line}:{column} {}", finding.message);
    Diagnostic {
        severity: finding.severity,
        help: finding.help.clone(),
        ..Diagnostic::new(finding.code, finding.span, message)
    }
}
