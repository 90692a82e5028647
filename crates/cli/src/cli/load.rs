//! Loads the variants and positions that the command line names.

use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indexmap::IndexMap;

use super::args::{PositionArgs, VariantArgs};
use super::losses;
use super::move_list::played;
use super::report::{self, Source};
use super::stop::Stop;
use super::work::{bounded, steps_for_more, within};
use ferz::definition::clause::RuleEntry;
use ferz::definition::{Limits, PlayLimits, VariantDef};
use ferz::formats::{Catalog, Format, Refusal, read_rules};
use ferz::game::{Game, Position, Variant, select};
use ferz::source::{Budget, Diagnostic, Parse, Span, codes, did_you_mean, nearest};
use ferz_designer::folder::{self, Folder};

/// The maximum size of a file.
const MAX_FILE: u64 = 64 << 20;

/// Reads the rules of a file that is or contains a library of rules, and shows the findings about
/// all rules or about the wanted one.
pub(super) fn rules_of_file(
    path: &str,
    wanted: Option<&str>,
) -> Result<IndexMap<String, RuleEntry>, Stop> {
    let text = read_text(path)?;
    let source = Source {
        name: display_name(path),
        text: &text,
    };
    let rules = bounded(|| {
        read_rules(&text).map_err(|finding| {
            report::show(source, &[finding]);
            Stop::Findings
        })
    })?;
    let is_wanted = |name: &str| wanted.is_none_or(|wanted| wanted == name);
    let found = rules.iter().filter(|(name, _)| is_wanted(name));
    let found = found.flat_map(|(_, (_, found))| found.clone());
    let found: Vec<Diagnostic> = found.collect();
    report::show(source, &found);
    if found.iter().any(Diagnostic::is_error) {
        return Err(Stop::Findings);
    }
    if rules.is_empty() {
        return Err(Stop::Usage(format!(
            "{}: the file has no rules",
            source.name
        )));
    }
    let rules = rules.into_iter();
    Ok(rules.map(|(name, (entry, _))| (name, entry)).collect())
}

/// A definition file.
#[derive(Debug)]
pub(super) struct DefinitionFile {
    /// The path on the command line.
    path: String,
    /// The name in messages.
    pub(super) name: String,
    pub(super) text: String,
    /// The format, if known.
    pub(super) format: Option<Format>,
    pub(super) catalog: Catalog,
    /// The names of its rules, if it is a library of rules without variants.
    pub(super) rules: Vec<String>,
    pub(super) findings: Vec<Diagnostic>,
}

impl DefinitionFile {
    /// Reads a definition file.
    pub(super) fn open(path: &str, format: Option<Format>) -> Result<DefinitionFile, Stop> {
        let text = read_text(path)?;
        let name = display_name(path).to_owned();
        let known = format.or_else(|| Format::of_file(&text, path));
        let Some(format) = known else {
            let (message, help) = if text.trim().is_empty() {
                (
                    "the file is empty",
                    "write a first definition file by `ferz new NAME`".to_owned(),
                )
            } else {
                let formats: Vec<String> =
                    Format::ALL.iter().map(|one| format!("`{one}`")).collect();
                (
                    "the format of the file is not recognized",
                    format!("write it by `--format`: {}", formats.join(", ")),
                )
            };
            let finding =
                Diagnostic::new(codes::UNSUPPORTED_FORMAT, Span::at(0), message).with_help(help);
            return Ok(DefinitionFile {
                path: path.to_owned(),
                name,
                text,
                format: None,
                catalog: Catalog::default(),
                rules: Vec::new(),
                findings: vec![finding],
            });
        };
        let limits = Limits::default();
        let read = within(|| match path {
            "-" => Catalog::read_within(&text, format, &limits),
            _ => Catalog::read_file(&text, format, &limits, &folder_of(path)),
        })?;
        let mut findings = read.diagnostics;
        let mut rules = IndexMap::new();
        if format == Format::Toml && read.value.is_empty() {
            rules = read_rules(&text).unwrap_or_default();
            rules.retain(|_, (entry, _)| !entry.clauses().is_empty());
        }
        if read.value.is_empty() && !findings.iter().any(Diagnostic::is_error) {
            let message = if rules.is_empty() {
                "the file defines no variant"
            } else {
                "the file is a library of rules and defines no variant"
            };
            findings.push(Diagnostic::new(codes::NO_VARIANT, Span::at(0), message));
        }
        Ok(DefinitionFile {
            path: path.to_owned(),
            name,
            text,
            format: Some(format),
            catalog: read.value,
            rules: rules.into_keys().collect(),
            findings,
        })
    }

    pub(super) fn source(&self) -> Source<'_> {
        Source {
            name: &self.name,
            text: &self.text,
        }
    }

    /// Shows errors, and counts warnings.
    pub(super) fn show_briefly(&self, findings: &[Diagnostic]) {
        report::show_briefly(self.source(), &self.path, findings);
    }

    /// Compiles a variant of the file; findings about its start position are located in the file.
    pub(super) fn compile(&self, def: &VariantDef) -> Result<Variant, Vec<Diagnostic>> {
        self.compile_within(def, PlayLimits::default())
    }

    fn compile_within(
        &self,
        def: &VariantDef,
        limits: PlayLimits,
    ) -> Result<Variant, Vec<Diagnostic>> {
        Variant::builder(def)
            .limits(limits)
            .compile()
            .map_err(|error| error.located_in(&self.catalog, &def.name))
    }

    /// Shows errors about the file as a whole, and counts the variants with errors, other than `beside`,
    /// which is reported separately.
    fn show_refused(&self, beside: Option<&str>) {
        let mut findings = self.catalog.findings_about_text();
        findings.retain(Diagnostic::is_error);
        self.show_briefly(&findings);
        let names = self.catalog.names();
        let refused = names.filter(|name| match beside {
            None => self.catalog.is_faulty(name),
            Some(chosen) => *name != chosen && !self.is_playable(name),
        });
        let noun = beside.map_or("variant", |_| "other variant");
        let (count, be) = match refused.count() {
            0 => return,
            1 => (report::number(1, noun), "is"),
            count => (report::number(count, noun), "are"),
        };
        report::plain_warning(&format!(
            "{}: {count} with errors {be} omitted; `ferz check {}` shows why",
            self.name, self.path
        ));
    }

    fn is_playable(&self, name: &str) -> bool {
        let def = self.catalog.select(name, None).ok();
        def.is_some_and(|def| {
            Variant::builder(&def)
                .compile_without_custom_rules()
                .is_ok()
        })
    }

    /// The variants without errors.
    fn good_variants(&self) -> impl Iterator<Item = &VariantDef> {
        let names = self.catalog.names();
        let good = names.filter(|name| !self.catalog.is_faulty(name));
        good.filter_map(|name| self.catalog.get(name))
    }

    /// Counts the findings of the file, and shows them if no variant is free of errors.
    ///
    /// # Errors
    /// If the file has no variants.
    pub(super) fn introduce(&self) -> Result<(), Stop> {
        if self.good_variants().next().is_none() {
            self.show_briefly(&self.findings);
        } else {
            let doubts = self.findings.iter().filter(|finding| !finding.is_error());
            self.show_briefly(&doubts.cloned().collect::<Vec<Diagnostic>>());
            self.show_refused(None);
        }
        if self.catalog.is_empty() {
            return Err(Stop::Findings);
        }
        Ok(())
    }
}

/// Opens a file, or standard input if the path is `-`.
pub(super) fn open(path: &str) -> Result<Box<dyn Read>, Stop> {
    if path == "-" {
        return Ok(Box::new(std::io::stdin()));
    }
    let file = folder::open(Path::new(path)).map_err(|error| unreadable(path, &error))?;
    Ok(Box::new(file))
}

/// Whether definitions may name files outside their folders. Set once, before commands run.
static IS_ANYWHERE: AtomicBool = AtomicBool::new(false);

/// Allows definitions to name files outside their folders.
pub(super) fn allow_outside() {
    IS_ANYWHERE.store(true, Ordering::Relaxed);
}

/// The files that the definitions in a file may name.
pub(super) fn folder_of(path: impl AsRef<Path>) -> Folder {
    let folder = Folder::of(path);
    if IS_ANYWHERE.load(Ordering::Relaxed) {
        folder.anywhere()
    } else {
        folder
    }
}

/// The error that a file cannot be read.
pub(super) fn unreadable(path: &str, error: &std::io::Error) -> Stop {
    let name = display_name(path);
    Stop::Usage(match error.kind() {
        ErrorKind::NotFound => format!("no file is called `{name}`"),
        ErrorKind::IsADirectory => format!("{name}: this is a folder, not a file"),
        _ => format!("{name}: {error}"),
    })
}

/// Reads a text file, or standard input if the path is `-`.
pub(super) fn read_text(path: &str) -> Result<String, Stop> {
    let text = folder::text_of(open(path)?, MAX_FILE).map_err(|error| unreadable(path, &error))?;
    if let Some(budget) = Budget::current() {
        budget.add(steps_for_more(text.len()));
    }
    Ok(text)
}

pub(super) fn display_name(path: &str) -> &str {
    if path == "-" {
        "<standard input>"
    } else {
        path
    }
}

/// A definition with its origin.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) def: VariantDef,
    /// `None` for built-ins.
    origin: Option<CheckedFile>,
}

/// A definition file, with the findings about one definition.
#[derive(Debug)]
struct CheckedFile {
    file: Arc<DefinitionFile>,
    findings: Vec<Diagnostic>,
}

impl Loaded {
    /// The path on the command line; `None` for built-ins.
    pub(super) fn path(&self) -> Option<&str> {
        self.origin.as_ref().map(|origin| origin.file.path.as_str())
    }

    /// Shows the findings of the file, and returns the number of losses among them.
    pub(super) fn show_findings(&self) -> usize {
        let Some(CheckedFile { file, findings }) = &self.origin else {
            return 0;
        };
        report::show(file.source(), findings);
        losses::count(findings)
    }

    /// Counts the warnings of the file.
    pub(super) fn show_briefly(&self) {
        if let Some(CheckedFile { file, findings }) = &self.origin {
            file.show_briefly(findings);
        }
    }

    /// Compiles the variant, and shows its errors.
    pub(super) fn compile(&self) -> Result<Variant, Stop> {
        self.compile_within(PlayLimits::default())
    }

    fn compile_within(&self, limits: PlayLimits) -> Result<Variant, Stop> {
        self.try_compile_within(limits).map_err(|findings| {
            self.show(&findings);
            Stop::Findings
        })
    }

    /// Checks the variant without custom rules, which only other programs have, and shows its errors.
    pub(super) fn judge(&self) -> Result<(), Stop> {
        let judged = Variant::builder(&self.def).compile_without_custom_rules();
        judged.map(drop).map_err(|error| {
            let findings = match &self.origin {
                Some(origin) => error.located_in(&origin.file.catalog, &self.def.name),
                None => error.diagnostics().to_vec(),
            };
            self.show(&findings);
            Stop::Findings
        })
    }

    /// Compiles the variant.
    pub(super) fn try_compile(&self) -> Result<Variant, Vec<Diagnostic>> {
        self.try_compile_within(PlayLimits::default())
    }

    fn try_compile_within(&self, limits: PlayLimits) -> Result<Variant, Vec<Diagnostic>> {
        match &self.origin {
            Some(origin) => origin.file.compile_within(&self.def, limits),
            None => Variant::builder(&self.def)
                .limits(limits)
                .compile()
                .map_err(|error| error.diagnostics().to_vec()),
        }
    }

    /// Shows the findings about the variant.
    pub(super) fn show(&self, findings: &[Diagnostic]) {
        let start = Source {
            name: "<start>",
            text: &self.def.start,
        };
        let origin = self.origin.as_ref();
        let source = origin.map_or(start, |origin| origin.file.source());
        report::show(source, findings);
    }
}

/// The variant of the argument `VARIANT`.
pub(super) fn variant(args: &VariantArgs) -> Result<Variant, Stop> {
    bounded(|| {
        let loaded = definition(args)?;
        loaded.show_briefly();
        loaded.compile()
    })
}

/// The built-in variant with this name and settings, if it exists; files are not opened.
pub(super) fn builtin_variant(word: &str) -> Option<Result<Variant, Stop>> {
    let loaded = builtin(word)?;
    Some(loaded.and_then(|loaded| loaded.compile()))
}

fn builtin(word: &str) -> Option<Result<Loaded, Stop>> {
    let (head, chosen) = Chosen::after(word);
    chosen.of_builtin(head)
}

/// Whether a built-in variant has this name.
pub(super) fn is_builtin(word: &str) -> bool {
    builtin(word).is_some()
}

/// The definition of the argument `VARIANT`, if it has no errors.
pub(super) fn definition(args: &VariantArgs) -> Result<Loaded, Stop> {
    let word = args.variant.as_str();
    if let Some(builtin) = Chosen::NOTHING.of_builtin(word) {
        return builtin;
    }
    if is_file(word) {
        return from_file(word, None, args.format, Chosen::NOTHING);
    }
    let (head, chosen) = Chosen::after(word);
    if let Some(builtin) = chosen.of_builtin(head) {
        builtin
    } else if let Some((file, name)) = file_and_variant(head) {
        from_file(file, Some(name), args.format, chosen)
    } else if is_file(head) {
        from_file(head, None, args.format, chosen)
    } else {
        Err(nothing_called(head))
    }
}

/// The settings after the question mark of a `VARIANT`.
#[derive(Clone, Copy)]
struct Chosen<'a> {
    word: &'a str,
    query: Option<&'a str>,
}

impl<'a> Chosen<'a> {
    /// The name and the settings of a `VARIANT`.
    fn after(word: &'a str) -> (&'a str, Chosen<'a>) {
        let (head, query) = match word.rsplit_once('?') {
            Some((head, query)) => (head, Some(query)),
            None => (word, None),
        };
        (head, Chosen { word, query })
    }

    const NOTHING: Chosen<'static> = Chosen {
        word: "",
        query: None,
    };

    /// The built-in variant with these settings, if it exists.
    fn of_builtin(self, name: &str) -> Option<Result<Loaded, Stop>> {
        match select(Catalog::builtin(), name, self.query) {
            Ok(def) => Some(Ok(Loaded { def, origin: None })),
            Err(Refusal::Unknown) => None,
            Err(Refusal::Faulty(findings) | Refusal::Query(findings)) => {
                Some(Err(self.refuse(findings)))
            }
        }
    }

    /// Shows the findings about the settings.
    fn refuse(self, findings: Vec<Diagnostic>) -> Stop {
        let at = self.word.len() - self.query.map_or(0, str::len);
        let findings: Vec<Diagnostic> = findings.into_iter().map(|one| one.shifted(at)).collect();
        let source = Source {
            name: "<variant>",
            text: self.word,
        };
        report::show(source, &findings);
        Stop::Findings
    }
}

/// The file and the variant of a word `FILE#NAME`, if the word is no file.
pub(super) fn file_and_variant(word: &str) -> Option<(&str, &str)> {
    if is_file(word) {
        return None;
    }
    let mut splits = word
        .match_indices('#')
        .map(|(at, _)| (&word[..at], &word[at + 1..]));
    splits.find(|(file, _)| is_file(file))
}

fn is_file(path: &str) -> bool {
    path == "-" || Path::new(path).exists()
}

/// The error for a name that is neither a built-in nor a file.
fn nothing_called(word: &str) -> Stop {
    if let Some((file, _)) = word.split_once('#') {
        let builtin = Catalog::builtin().get(file);
        return Stop::Usage(match builtin {
            Some(_) => format!("`{file}` is a built-in variant, not a file; write `{file}` alone"),
            None => format!("no file is called `{file}`"),
        });
    }
    let hint = match nearest(word, Catalog::builtin().names()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`ferz variants` lists the built-ins".to_owned(),
    };
    Stop::Usage(format!(
        "no built-in variant or file is called `{word}`; {hint}"
    ))
}

fn from_file(
    path: &str,
    name: Option<&str>,
    format: Option<Format>,
    chosen: Chosen<'_>,
) -> Result<Loaded, Stop> {
    let file = DefinitionFile::open(path, format)?;
    let Some(name) = name.or_else(|| file.catalog.names().next()) else {
        file.show_briefly(&file.findings);
        return Err(Stop::Findings);
    };
    let def = select(&file.catalog, name, chosen.query);
    file.show_refused(Some(name));
    let def = def.map_err(|refusal| match refusal {
        Refusal::Unknown => {
            let hint = did_you_mean(name, file.catalog.names());
            let path = &file.name;
            Stop::Usage(format!("{path}: no variant is called `{name}`; {hint}"))
        }
        Refusal::Faulty(findings) => {
            file.show_briefly(&findings);
            Stop::Findings
        }
        Refusal::Query(findings) => chosen.refuse(findings),
    })?;
    let findings = file.catalog.findings_about(name);
    Ok(Loaded {
        def,
        origin: Some(CheckedFile {
            file: Arc::new(file),
            findings,
        }),
    })
}

/// All definitions of a file without errors; at least one.
pub(super) fn all_variants(path: &str, format: Option<Format>) -> Result<Vec<Loaded>, Stop> {
    let file = Arc::new(DefinitionFile::open(path, format)?);
    file.introduce()?;
    let loaded = file.good_variants().map(|def| Loaded {
        def: def.clone(),
        origin: Some(CheckedFile {
            file: Arc::clone(&file),
            findings: Vec::new(),
        }),
    });
    let loaded: Vec<Loaded> = loaded.collect();
    if loaded.is_empty() {
        return Err(Stop::Findings);
    }
    Ok(loaded)
}

/// The position of the arguments.
pub(super) fn position(args: &PositionArgs) -> Result<Position, Stop> {
    game(args).map(|game| game.position().clone())
}

/// The game of the arguments.
pub(super) fn game(args: &PositionArgs) -> Result<Game, Stop> {
    bounded(|| game_of(args))
}

fn game_of(args: &PositionArgs) -> Result<Game, Stop> {
    let loaded = definition(&args.variant)?;
    loaded.show_briefly();
    let variant = loaded.compile_within(args.limits.limits())?;
    let position = match &args.fen {
        None => variant.start(),
        Some(fen) => {
            let read = variant.read_fen(fen);
            settle("<fen>", fen, read)?
        }
    };
    // Every command first lists the moves, so this work belongs to the budget.
    position.legal_moves();
    match &args.moves {
        None => Ok(Game::new(position)),
        Some(moves) => played(Game::new(position), moves).map_err(|finding| {
            let source = Source {
                name: "<moves>",
                text: moves,
            };
            report::show(source, &[finding]);
            Stop::Findings
        }),
    }
}

/// The value of a tolerant reader, or its errors; the findings are shown.
pub(super) fn settle<T>(name: &str, text: &str, read: Parse<T>) -> Result<T, Stop> {
    report::show(Source { name, text }, &read.diagnostics);
    if read.has_errors() {
        Err(Stop::Findings)
    } else {
        Ok(read.value)
    }
}
