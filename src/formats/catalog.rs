//! Catalogs of variants, of a file or built-in, and rules of a text by name.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;

use crate::definition::clause::RuleEntry;
use crate::definition::place::TextPlace;
use crate::definition::variant::VariantDef;
use crate::source::budget::unbounded;
use crate::source::{Diagnostic, Parse, Span};

use super::findings::{Finding, Read, ReadText};
use super::query::Query;
use super::toml::{self, Library, OutlineEntry, read_library};

/// Variants by name, in the order of their file.
///
/// ```
/// use ferz::Catalog;
/// use ferz::formats::Format;
///
/// let text = "[mine]\ninherits = 'chess'\n[mine.pieces.knight]\nmove = 'NN'";
/// let catalog = Catalog::read(text, Format::Toml).into_result().unwrap();
/// assert_eq!(catalog.names().collect::<Vec<_>>(), ["mine"]);
/// assert_eq!(catalog.get("mine").unwrap().kind("knight").unwrap().moves[0].betza, "NN");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    entries: IndexMap<String, Entry>,
    /// The tables of a TOML file or of the built-in variants. Variants are built from them on demand, or when values of
    /// their settings are chosen.
    file: Option<Arc<toml::File>>,
    findings: Vec<Finding>,
}

/// The reason why a catalog refuses a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No variant has the name.
    Unknown,
    /// Errors of the variant or of its ancestors, with places in the text of the catalog.
    Faulty(Vec<Diagnostic>),
    /// Errors of the query, with places in the query.
    Query(Vec<Diagnostic>),
}

/// A variant, which is built on demand.
#[derive(Clone, Debug, Default)]
struct Entry {
    read: OnceLock<Option<Read>>,
}

impl Catalog {
    /// The built-in variants.
    ///
    /// Only the names are read at first. A variant is built when it is requested, together with its ancestors.
    ///
    /// # Examples
    /// ```
    /// use ferz::Catalog;
    ///
    /// let chess = Catalog::builtin().get("chess").unwrap();
    /// assert_eq!(chess.pieces["knight"].letter, "N");
    /// ```
    pub fn builtin() -> &'static Catalog {
        static CATALOG: OnceLock<Catalog> = OnceLock::new();
        CATALOG.get_or_init(|| Catalog {
            entries: Library::builtin()
                .names()
                .map(|name| (name.to_owned(), Entry::default()))
                .collect(),
            file: Some(Arc::new(toml::File::of_library())),
            findings: Vec::new(),
        })
    }

    /// The text of the built-in variants, an ordinary definition file.
    #[doc(hidden)]
    pub const fn builtin_text() -> &'static str {
        Library::TEXT
    }

    /// The catalog of a text that was read, with the tables of the text if it is TOML.
    pub(super) fn of(read: ReadText, file: Option<toml::File>) -> Parse<Catalog> {
        let findings = read.findings.iter();
        let diagnostics = findings.map(|finding| finding.diagnostic.clone()).collect();
        let entries = read.variants.into_iter();
        let value = Catalog {
            entries: entries
                .map(|(name, read)| (name, Entry::made(read)))
                .collect(),
            file: file.map(Arc::new),
            findings: read.findings,
        };
        Parse { value, diagnostics }
    }

    /// The variant with this name, as far as it can be read despite errors. Names are case-sensitive.
    pub fn get(&self, name: &str) -> Option<&VariantDef> {
        self.made(name).map(|read| &read.def)
    }

    /// The variant with this name and with the setting values in the query, if it has no errors.
    ///
    /// # Errors
    /// The reason for the refusal. Errors of other variants in the file do not matter.
    ///
    /// # Examples
    /// ```
    /// use ferz::formats::{Format, Refusal};
    /// use ferz::Catalog;
    ///
    /// let file = "[good:chess]\nqueen = -\n[bad:chess]\nfuel = true\n[heir:bad]\n";
    /// let file = Catalog::read(file, Format::FairyStockfishIni).value;
    /// assert!(file.select("good", None).is_ok());
    /// assert!(matches!(file.select("heir", None), Err(Refusal::Faulty(_))));
    /// assert!(matches!(file.select("other", None), Err(Refusal::Unknown)));
    /// ```
    #[doc(hidden)]
    pub fn select(&self, name: &str, query: Option<&str>) -> Result<VariantDef, Refusal> {
        if !self.entries.contains_key(name) {
            return Err(Refusal::Unknown);
        }
        let def = self.get(name).filter(|_| !self.is_faulty(name));
        let Some(def) = def else {
            let mut findings = self.findings_about(name);
            if !findings.iter().any(Diagnostic::is_error) {
                findings.extend(self.findings_about_text());
            }
            return Err(Refusal::Faulty(findings));
        };
        match query.and_then(|query| self.configure(name, query)) {
            None => Ok(def.clone()),
            Some(chosen) => chosen.map_err(Refusal::Query),
        }
    }

    /// The findings about a variant and its ancestors, as far as they are inherited.
    #[doc(hidden)]
    pub fn findings_about(&self, name: &str) -> Vec<Diagnostic> {
        let number = self.entries.get_index_of(name);
        let about = |finding: &&Finding| number.is_some_and(|it| finding.is_about(it));
        let findings = self.findings.iter().filter(about);
        findings.map(|finding| finding.diagnostic.clone()).collect()
    }

    /// The findings about the file that belong to no variant.
    #[doc(hidden)]
    pub fn findings_about_text(&self) -> Vec<Diagnostic> {
        let findings = self.findings.iter();
        let findings = findings.filter(|finding| finding.variants.is_empty());
        findings.map(|finding| finding.diagnostic.clone()).collect()
    }

    /// Whether a variant is refused because of errors.
    #[doc(hidden)]
    pub fn is_faulty(&self, name: &str) -> bool {
        let number = self.entries.get_index_of(name);
        let mut errors = self.findings.iter().filter(|one| one.diagnostic.is_error());
        number.is_some_and(|it| errors.any(|one| one.is_about(it)) || self.made(name).is_none())
    }

    /// A variant with the setting values in a query: `setup=9&rules=cambridge`.
    ///
    /// `None` if no variant has the name.
    ///
    /// # Errors
    /// A finding for each part of the query with an unknown setting, value or set-up number, with its place in the
    /// query.
    ///
    /// # Examples
    /// ```
    /// use ferz::formats::Format;
    /// use ferz::Catalog;
    ///
    /// let file = "[mine]
    /// inherits = 'chess'
    /// [mine.settings.knights]
    /// plain = {}
    /// riding = { pieces = { knight = { move = 'NN' } } }";
    /// let file = Catalog::read(file, Format::Toml).into_result().unwrap();
    /// let riding = file.configure("mine", "knights=riding").unwrap().unwrap();
    /// assert_eq!(riding.pieces["knight"].moves[0].betza, "NN");
    /// assert!(file.configure("mine", "knights=flying").unwrap().is_err());
    /// ```
    pub fn configure(
        &self,
        name: &str,
        query: &str,
    ) -> Option<Result<VariantDef, Vec<Diagnostic>>> {
        self.choices().configure(name, query)
    }

    /// [`Catalog::configure`] for many queries.
    #[doc(hidden)]
    pub const fn choices(&self) -> Choices<'_> {
        Choices {
            catalog: self,
            file: None,
        }
    }

    /// The place of a variant's start position in its text.
    ///
    /// FENs are read by a layer above this one, which uses the place to locate its findings in the file.
    #[doc(hidden)]
    pub fn start_place(&self, name: &str) -> Option<TextPlace> {
        self.made(name).map(|read| read.start)
    }

    /// The place of the value at these keys in a variant. If the variant does not write it, the place of the longest
    /// prefix of the keys that it writes, or of its name. `None` if the variant was not read from a TOML text.
    pub(crate) fn key_place(&self, name: &str, keys: &[&str]) -> Option<Span> {
        let place = |entry: &OutlineEntry| {
            if entry.is_table {
                entry.key
            } else {
                entry.value
            }
        };
        self.place(name, keys, &place)
    }

    /// Like [`Catalog::key_place`], but the place of the last key instead of its value.
    pub(crate) fn place_of_key(&self, name: &str, keys: &[&str]) -> Option<Span> {
        self.place(name, keys, &|entry| entry.key)
    }

    /// The place of some bytes of a text that the variant itself writes at these keys.
    pub(crate) fn place_within(
        &self,
        name: &str,
        keys: &[&str],
        text: &str,
        bytes: Range<usize>,
    ) -> Option<Span> {
        let file = self.file.as_ref()?;
        let (entry, text) = match keys {
            ["library", rule @ ..] => {
                let entry = file.outline().clause(name, rule)?;
                (entry, entry.text.as_deref()?)
            }
            _ => (file.outline().find(name, keys)?, text),
        };
        if entry.text.as_deref() != Some(text) {
            return None;
        }
        let whole = TextPlace::new(file.text(), entry.value, text);
        Some(whole.span_of(bytes.into()))
    }

    fn place(&self, name: &str, keys: &[&str], of: &dyn Fn(&OutlineEntry) -> Span) -> Option<Span> {
        let outline = self.file.as_ref()?.outline();
        let taken = |rule: &str| self.place(name, &["rules", "use", rule], of);
        if let ["library", rule, ..] = keys {
            let clause = outline.clause(name, &keys[1..]).map(of);
            return clause.or_else(|| taken(rule));
        }
        let fewest = fewest_keys(keys);
        let found = (fewest..=keys.len()).rev().find_map(|length| {
            let entry = outline.find(name, &keys[..length]);
            entry.map(of)
        });
        // A rule without a key in the variant is that of its parent.
        let is_rule = keys.first() == Some(&"rules");
        let parent = || {
            let inherits = outline.find(name, &["inherits"]).filter(|_| is_rule)?;
            Some(inherits.value)
        };
        let header = || outline.find(name, &[]).map(|entry| entry.key);
        let named = || outline.find(name, &["name"]).map(|entry| entry.value);
        found.or_else(parent).or_else(named).or_else(header)
    }

    /// Whether the variant itself writes a value at these keys.
    pub(crate) fn says(&self, name: &str, keys: &[&str]) -> bool {
        let entry = |file: &Arc<toml::File>| file.outline().find(name, keys).is_some();
        self.file.as_ref().is_some_and(entry)
    }

    /// The names of all variants in order, including those with errors.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// The first variant, which is the default of a file.
    pub fn first(&self) -> Option<&VariantDef> {
        self.names().next().and_then(|name| self.get(name))
    }

    /// The number of variants.
    #[doc(hidden)]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the catalog is empty.
    #[doc(hidden)]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn made(&self, name: &str) -> Option<&Read> {
        let entry = self.entries.get(name)?;
        entry
            .read
            .get_or_init(|| {
                let mut file = toml::File::clone(self.file.as_ref()?);
                // The result is cached for all callers, so it does not depend on the budget of the first one.
                unbounded(|| file.choose(name, &toml::Chosen::new()))
            })
            .as_ref()
    }
}

/// The variants of a catalog with setting values from queries.
#[derive(Debug)]
pub struct Choices<'a> {
    catalog: &'a Catalog,
    /// A copy made on first use, which caches the chosen variants.
    file: Option<toml::File>,
}

impl Choices<'_> {
    /// The variant with the setting values in a query; `None` if no variant has the name.
    #[doc(hidden)]
    pub fn configure(
        &mut self,
        name: &str,
        query: &str,
    ) -> Option<Result<VariantDef, Vec<Diagnostic>>> {
        let plain = self.catalog.get(name)?;
        Some(Query::read(query, plain).and_then(|query| {
            let read = if query.chosen.is_empty() {
                None
            } else {
                self.chosen(name, &query.chosen)
            };
            let mut def = read.map_or_else(|| plain.clone(), |read| read.def);
            query.set_up(&mut def).map(|()| def)
        }))
    }

    fn chosen(&mut self, name: &str, chosen: &toml::Chosen) -> Option<Read> {
        if self.file.is_none() {
            self.file = self.catalog.file.as_deref().cloned();
        }
        self.file.as_mut()?.choose(name, chosen)
    }
}

/// The minimum number of keys that leads to the rule with these setting keys.
fn fewest_keys(keys: &[&str]) -> usize {
    let fewest = match keys {
        // The tables of several rules are not the place of the settings of one.
        ["rules", "custom" | "use" | "adjudication", ..] => 3,
        // Within a setting, the name of the value is the nearest place.
        ["settings", ..] => 3,
        _ => 2,
    };
    fewest.min(keys.len())
}

impl Entry {
    fn made(read: Option<Read>) -> Self {
        Entry {
            read: OnceLock::from(read),
        }
    }
}

/// A catalog of given variants, such as those of the reader of another format.
#[doc(hidden)]
impl FromIterator<VariantDef> for Catalog {
    fn from_iter<I: IntoIterator<Item = VariantDef>>(variants: I) -> Self {
        let entries = variants.into_iter().map(|def| {
            let start = TextPlace::whole(crate::source::Span::at(0));
            (def.name.clone(), Entry::made(Some(Read { def, start })))
        });
        Catalog {
            entries: entries.collect(),
            file: None,
            findings: Vec::new(),
        }
    }
}

/// Reads the rules of a text in the form of `rules.toml`, or of the table `library` of a definition file, by name and
/// with their errors.
///
/// # Errors
/// The error of the text as a whole.
pub fn read_rules(
    text: &str,
) -> Result<IndexMap<String, (RuleEntry, Vec<Diagnostic>)>, Diagnostic> {
    let entries = read_library(text)?.into_iter();
    Ok(entries
        .map(|(name, own)| (name, (own.entry, own.faults)))
        .collect())
}

/// The words in the rules of such a text that are not keywords, each with its rule and its place.
pub fn names_in_rules(text: &str) -> Vec<(String, String, Span)> {
    let entries = read_library(text).unwrap_or_default().into_iter();
    let names = entries.flat_map(|(rule, own)| {
        let names = own.names.into_iter();
        names.map(move |(name, place)| (rule.clone(), name, place))
    });
    names.collect()
}
