//! Errors in TOML: recovery of the valid sections, and what to write instead.

use std::cell::OnceCell;

use indexmap::IndexMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::formats::findings::{Finding, Heirs};
use crate::formats::toml::wire::VariantWire;
use crate::geometry::{CompactSort, grouped, sorted};
use crate::source::{Code, Diagnostic, Span, codes};

/// The maximum number of header-like lines that one section may contain, for instance in a list
/// over several lines.
const MOST_PARTS: usize = 8;

/// A key of a file with its place and its value; `None` for an unreadable value.
type Entry<'r> = (&'r str, Span, Option<&'r Spanned<DeValue<'r>>>);

/// The tables of a text.
#[derive(Debug)]
pub(in crate::formats::toml) struct Tables<'t> {
    /// The readable part of the text, despite errors.
    pub(in crate::formats::toml) whole: Spanned<DeValue<'t>>,
    /// The valid sections, if there are others.
    sound: Option<DeTable<'t>>,
    pub(in crate::formats::toml) damage: Option<&'t Damage>,
    errors: Vec<toml::de::Error>,
}

impl<'t> Tables<'t> {
    /// Reads the tables and stores the damage in `damage`.
    pub(in crate::formats::toml) fn of(text: &'t str, damage: &'t OnceCell<Damage>) -> Tables<'t> {
        let (whole, errors) = DeTable::parse_recoverable(text);
        let damage = (!errors.is_empty()).then(|| damage.get_or_init(|| Damage::of(text)));
        let sound = damage.map(|damage| DeTable::parse_recoverable(&damage.sound).0.into_inner());
        let span = whole.span();
        Tables {
            whole: Spanned::new(span, DeValue::Table(whole.into_inner())),
            sound,
            damage,
            errors,
        }
    }

    /// Whether the text contains one variant without a table around it.
    pub(in crate::formats::toml) fn is_single(&self) -> bool {
        let tells = |root: &DeTable<'_>| {
            let mut telling = VariantWire::TELLING.iter();
            telling.any(|key| root.contains_key(*key))
        };
        tells(self.head())
    }

    /// The table with the keys before the first header.
    fn head(&self) -> &DeTable<'t> {
        let DeValue::Table(whole) = self.whole.get_ref() else {
            unreachable!("it is made of a table");
        };
        match (&self.sound, self.damage) {
            (Some(sound), Some(damage)) if !damage.is_head_damaged() => sound,
            _ => whole,
        }
    }

    /// The syntax errors of the TOML reader, assigned to the variants with the damaged sections.
    pub(in crate::formats::toml) fn blame(
        &self,
        text: &str,
        own: &IndexMap<String, u32>,
    ) -> Vec<Finding> {
        let about = |name: &str, diagnostic: Diagnostic| match own.get(name) {
            Some(number) => Finding::about(*number as usize, Heirs::All, diagnostic),
            None if self.is_single() && !own.is_empty() => {
                Finding::about(0, Heirs::All, diagnostic)
            }
            None => Finding::about_text(diagnostic),
        };
        let Some(damage) = &self.damage else {
            return Vec::new();
        };
        let all = syntax_findings(text, &self.errors);
        let blamed = |finding: &Diagnostic| damage.blamed(finding.span.start as usize);
        let mut findings: Vec<Finding> = all
            .iter()
            .filter_map(|finding| Some(about(blamed(finding)?, finding.clone())))
            .collect();
        // An error may only be noticed after its section, or at the end of the text.
        let known = sorted(all.iter().filter_map(blamed));
        for (name, place) in damage.places() {
            if known.binary_search(&name).is_err() {
                let behind = |finding: &&Diagnostic| finding.span.start >= place.start;
                let noticed = all.iter().find(behind).or(all.last());
                findings.extend(noticed.map(|finding| about(name, finding.clone())));
            }
        }
        findings
    }

    /// The keys of the text in order: complete for valid sections, partial for the others.
    pub(in crate::formats::toml) fn entries(&self) -> Vec<Entry<'_>> {
        let DeValue::Table(whole) = self.whole.get_ref() else {
            return Vec::new();
        };
        let mut entries: IndexMap<&str, (Span, Option<&Spanned<DeValue<'_>>>)> = IndexMap::new();
        let heads = self.head().iter().filter(|(_, value)| !is_table(value));
        let tables = self.sound.as_ref().unwrap_or(whole).iter();
        for (key, value) in heads.chain(tables.filter(|(_, value)| is_table(value))) {
            let (name, place): (&str, Span) = (key.get_ref(), key.span().into());
            entries.insert(name, (place, Some(value)));
        }
        for (name, place) in self.damage.into_iter().flat_map(Damage::places) {
            let known = whole.iter().find(|(key, value)| {
                let key: &str = key.get_ref();
                key == name && is_table(value)
            });
            match known {
                Some((key, value)) => {
                    entries.insert(name, (key.span().into(), Some(value)));
                }
                None => {
                    entries.entry(name).or_insert((place, None));
                }
            }
        }
        let entries = entries.into_iter();
        let mut entries: Vec<Entry<'_>> = entries
            .map(|(name, (place, value))| (name, place, value))
            .collect();
        entries.sort_compactly_by_key(|(_, place, _)| *place);
        entries
    }
}

/// The sections of a text that is not valid TOML.
#[derive(Debug)]
pub(in crate::formats::toml) struct Damage {
    /// The text with damaged sections blanked.
    sound: String,
    sections: Vec<Section>,
}

/// A header with the lines up to the next one, or the lines before the first header.
#[derive(Debug)]
struct Section {
    /// The first key of the header.
    name: Option<String>,
    span: Span,
    is_sound: bool,
}

impl Damage {
    pub(in crate::formats::toml) fn of(text: &str) -> Damage {
        let mut damage = Damage {
            sound: String::new(),
            sections: sections(text),
        };
        // Sections that are valid by themselves may still have duplicate keys.
        loop {
            damage.sound = damage.without_damage(text);
            let (_, errors) = DeTable::parse_recoverable(&damage.sound);
            let places = errors.iter().filter_map(toml::de::Error::span);
            let n_sound = damage.sections.iter().filter(|one| one.is_sound).count();
            for place in places {
                if let Some(section) = damage.at(place.start) {
                    damage.sections[section].is_sound = false;
                }
            }
            if n_sound == damage.sections.iter().filter(|one| one.is_sound).count() {
                return damage;
            }
        }
    }

    fn without_damage(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for section in self.sections.iter().filter(|section| !section.is_sound) {
            for byte in &mut bytes[section.span.range()] {
                if !matches!(byte, b'\n' | b'\r') {
                    *byte = b' ';
                }
            }
        }
        // Sections end at line ends, so characters are blanked as a whole.
        String::from_utf8(bytes).unwrap_or_default()
    }

    fn at(&self, place: usize) -> Option<usize> {
        let before = |section: &Section| section.span.range().start <= place;
        self.sections.partition_point(before).checked_sub(1)
    }

    /// Whether the part before the first header is damaged.
    fn is_head_damaged(&self) -> bool {
        let head = self.sections.first();
        head.is_some_and(|head| head.name.is_none() && !head.is_sound)
    }

    /// The name of the damaged section at a place, empty before the first header; `None` if the section is valid.
    pub(in crate::formats::toml) fn blamed(&self, place: usize) -> Option<&str> {
        let section = &self.sections[self.at(place)?];
        (!section.is_sound).then(|| section.name.as_deref().unwrap_or_default())
    }

    /// The name and place of each damaged section.
    pub(in crate::formats::toml) fn places(&self) -> impl Iterator<Item = (&str, Span)> {
        let damaged = self.sections.iter().filter(|section| !section.is_sound);
        damaged.filter_map(|section| Some((section.name.as_deref()?, section.span)))
    }
}

fn is_table(value: &Spanned<DeValue<'_>>) -> bool {
    matches!(value.get_ref(), DeValue::Table(_))
}

fn is_valid(text: &str) -> bool {
    DeTable::parse_recoverable(text).1.is_empty()
}

/// Splits a text into sections and tests whether each is valid TOML by itself.
fn sections(text: &str) -> Vec<Section> {
    let mut parts: Vec<Section> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let name = header(line);
        match parts.last_mut() {
            Some(last) if name.is_none() => last.span.end += line.len() as u32,
            _ => parts.push(Section {
                name,
                span: Span::new(start, start + line.len()),
                is_sound: false,
            }),
        }
        start += line.len();
    }
    let mut sections = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        let most = MOST_PARTS.min(parts.len() - at);
        let joined = |n_parts: usize| parts[at].span.to(parts[at + n_parts - 1].span);
        let sound = (1..=most).find(|n_parts| is_valid(&text[joined(*n_parts).range()]));
        let n_parts = sound.unwrap_or(1);
        sections.push(Section {
            name: parts[at].name.clone(),
            span: joined(n_parts),
            is_sound: sound.is_some(),
        });
        at += n_parts;
    }
    sections
}

/// The first key of a line that is a header, or is intended as one.
fn header(line: &str) -> Option<String> {
    let line = line.trim();
    let inner = line.strip_prefix('[')?;
    let inner = inner.strip_prefix('[').unwrap_or(inner).trim_start();
    let (root, errors) = DeTable::parse_recoverable(line);
    if errors.is_empty() {
        let key = root.get_ref().keys().next()?;
        return Some(key.get_ref().to_string());
    }
    // The header may lack its closing bracket.
    let is_of_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    let end = inner
        .find(|letter| !is_of_name(letter))
        .unwrap_or(inner.len());
    let (name, behind) = inner.split_at(end);
    let is_header = !name.is_empty() && !behind.contains([',', '{', '\'', '"']);
    is_header.then(|| name.to_owned())
}

/// Drops findings that the damage itself may have caused in variants with damaged sections and their heirs: those on a
/// damaged line, and those about something missing.
pub(in crate::formats::toml) fn keep_likely(
    text: &str,
    syntax: &[Finding],
    found: &mut Vec<Finding>,
) {
    const MISSING: [Code; 5] = [
        codes::MISSING_KEY,
        codes::UNKNOWN_PARENT,
        codes::UNKNOWN_PIECE,
        codes::NO_VARIANT,
        codes::NO_ROYAL,
    ];
    let line = |finding: &Finding| line_start(text, finding.diagnostic.span.start as usize);
    let lines = sorted(syntax.iter().map(line));
    let damaged = sorted(syntax.iter().flat_map(|one| one.variants.clone()));
    found.retain(|finding| {
        let mut concerned = finding.variants.iter();
        let is_of_damaged = concerned.all(|variant| damaged.binary_search(variant).is_ok());
        let is_missing = MISSING.contains(&finding.diagnostic.code);
        !is_of_damaged || !is_missing && lines.binary_search(&line(finding)).is_err()
    });
}

// Syntax errors of TOML files, with what to write instead.

/// Help texts for messages of the TOML reader. The first match applies.
const REMEDIES: [(&[&str], &str); 14] = [
    (
        &["duplicate key"],
        "keep one of the two, or give one another name",
    ),
    (
        &["cannot extend value of type inline table"],
        "a table in braces is complete: write the key between its braces, or write the table as separate lines below \
         `[…]`",
    ),
    (
        &["cannot extend value of type array"],
        "the key already has a list: write the new item between its brackets",
    ),
    (
        &["cannot extend value"],
        "the key already has a value that is not a table: write a table there, `key = { … }`, or delete the value",
    ),
    (&["must be quoted"], "write texts in quotes: `'…'`"),
    (
        &["opening quote", "string", "escape", "unicode"],
        "begin and end a text with the same quote on the same line: `'…'`; a backslash has no special meaning there",
    ),
    (
        &["unquoted key"],
        "a key has letters, digits, `-` and `_`; write other keys in quotes",
    ),
    (&["unclosed array table"], "close the name with `]]`"),
    (&["unclosed table"], "close the name with `]`"),
    (&["unclosed array"], "close the list with `]`"),
    (&["unclosed inline table"], "close the table with `}`"),
    (
        &["comma"],
        "write one comma between two values of a list or a table, and no other commas",
    ),
    (
        &["no value", "missing value", "`=`", "missing key"],
        "write `key = value`, one on each line",
    ),
    (
        &[
            "number",
            "digit",
            "zero",
            "sign",
            "radix",
            "float",
            "boolean",
            "date",
            "invalid value",
        ],
        "write a text in quotes, a number such as `3` or `0.5`, `true` or `false`, a list in brackets, or a table in \
         braces",
    ),
];

/// The help text for a message of the TOML reader.
fn remedy(message: &str) -> &'static str {
    let mut known = REMEDIES.iter();
    let found = known.find(|(signs, _)| signs.iter().any(|sign| message.contains(sign)));
    found.map_or(
        "see https://toml.io for keys, values and tables",
        |(_, help)| help,
    )
}

/// The findings of the TOML reader, at most one per line, because further ones are consequences.
pub(in crate::formats::toml) fn syntax_findings(
    text: &str,
    errors: &[toml::de::Error],
) -> Vec<Diagnostic> {
    let place = |error: &toml::de::Error| error.span().map_or(Span::at(text.len()), Span::from);
    let (mut line, mut known) = (0, 0);
    let lines = errors.iter().map(|error| {
        let at = (place(error).start as usize).min(text.len());
        // PERF: a line may have many errors, which usually are in order.
        line = match text.get(known..at) {
            Some(between) if !between.contains('\n') => line,
            _ => line_start(text, at),
        };
        known = at;
        line
    });
    let by_line = grouped(lines.zip(0..)).into_iter();
    let mut findings = Vec::new();
    for number in sorted(by_line.map(|(_, numbers)| numbers[0])) {
        let error: &toml::de::Error = &errors[number];
        let span = place(error);
        let (code, message) = if error.message().contains("duplicate key") {
            let name = text.get(span.range()).unwrap_or_default();
            (
                codes::DUPLICATE_KEY,
                format!("`{name}` is already defined in this table"),
            )
        } else {
            (codes::DEFINITION_SYNTAX, error.message().to_owned())
        };
        let help = remedy(error.message());
        findings.push(Diagnostic::new(code, span, message).with_help(help));
    }
    findings
}

/// The offset of the line that contains a byte.
pub(in crate::formats::toml) fn line_start(text: &str, at: usize) -> usize {
    let head = &text.as_bytes()[..at.min(text.len())];
    head.iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |newline| newline + 1)
}
