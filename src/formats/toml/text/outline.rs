//! Outline: the places of the keys and values of a file. Also valid names of variants and pieces.

use std::cell::OnceCell;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::geometry::{CompactSort, grouped, value_at};
use crate::source::Span;

use super::damage::Tables;

/// The keys of a TOML definition file in order, with their places.
///
/// A file that is not valid TOML has the keys that are readable.
///
/// ```
/// use ferz::formats::Outline;
///
/// let text = "[mine]\ninherits = 'chess'\npieces.knight.move = 'NN'\n";
/// let outline = Outline::of(text);
/// let entry = outline.find("mine", &["pieces", "knight", "move"]).unwrap();
/// assert_eq!(&text[entry.value.range()], "'NN'");
/// assert_eq!(outline.at(entry.value.start as usize), Some(entry));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    entries: Vec<OutlineEntry>,
    /// The numbers of the entries whose paths begin with each name.
    by_first: Vec<(String, Vec<usize>)>,
    single: bool,
}

/// A key, or an item of a list, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineEntry {
    /// The path of keys to it, including its own; an item of a list has its number.
    pub path: Vec<String>,
    /// The place of the key.
    pub key: Span,
    /// The place of the value.
    pub value: Span,
    /// Whether the value is a table.
    pub is_table: bool,
    /// The text, if the value is a text.
    pub text: Option<String>,
}

impl Outline {
    /// The outline of a text.
    pub fn of(text: &str) -> Outline {
        let damage = OnceCell::new();
        Outline::of_tables(&Tables::of(text, &damage))
    }

    pub(in crate::formats::toml) fn of_tables(tables: &Tables<'_>) -> Outline {
        let mut outline = Outline {
            single: tables.is_single(),
            ..Outline::default()
        };
        match tables.whole.get_ref() {
            DeValue::Table(whole) if outline.single => outline.add_table(&mut Vec::new(), whole),
            _ => {
                for (name, key, value) in tables.entries() {
                    if let Some(value) = value {
                        outline.add(&mut vec![name.to_owned()], key, value);
                    }
                }
            }
        }
        outline
            .entries
            .sort_compactly_by_key(|entry| (entry.key.start, entry.path.len()));
        let firsts = outline.entries.iter().map(|entry| name_of(&entry.path[0]));
        outline.by_first = grouped(firsts.map(str::to_owned).zip(0..));
        outline
    }

    /// All entries.
    pub fn entries(&self) -> &[OutlineEntry] {
        &self.entries
    }

    /// Whether the file contains one variant without a table around it.
    pub const fn is_single(&self) -> bool {
        self.single
    }

    /// The entry at a path of keys in a variant's table.
    pub fn find(&self, variant: &str, keys: &[&str]) -> Option<&OutlineEntry> {
        let prefix: &[&str] = if self.single { &[] } else { &[variant] };
        let wanted = || prefix.iter().chain(keys);
        let numbers = value_at(&self.by_first, name_of(wanted().next()?))?;
        let mut entries = numbers.iter().map(|number| &self.entries[*number]);
        entries.find(|entry| {
            entry.path.len() == prefix.len() + keys.len()
                && entry.path.iter().zip(wanted()).all(|(a, b)| is_key(a, b))
        })
    }

    /// The entry of a clause of a rule that a variant may use, by the keys after `library`. A list of one clause may be
    /// a text, and a clause may be a table.
    pub(in crate::formats) fn clause(&self, variant: &str, keys: &[&str]) -> Option<&OutlineEntry> {
        let [head @ .., item] = keys else { return None };
        let ways = [
            keys.to_vec(),
            [keys, &["if"]].concat(),
            head.to_vec(),
            [head, &["if"]].concat(),
        ];
        let ways = ways
            .iter()
            .filter(|way| way.len() >= keys.len() || *item == "0");
        let find = |way: &Vec<&str>| {
            let own = [&["library"], way.as_slice()].concat();
            let near = self
                .find(variant, &own)
                .or_else(|| self.find("library", way));
            near.or_else(|| {
                let ends = |entry: &&OutlineEntry| {
                    entry.path.len() == own.len() + 1 && entry.path[1..] == *own
                };
                self.entries.iter().find(ends)
            })
        };
        ways.filter_map(find).find(|entry| entry.text.is_some())
    }

    /// Splits a path into the name of the variant, if the path contains it, and the remaining keys.
    pub fn within<'a>(&self, path: &'a [String]) -> (Option<&'a str>, &'a [String]) {
        match path.split_first() {
            Some((name, rest)) if !self.single && name != "library" => (Some(name), rest),
            _ => (None, path),
        }
    }

    /// The innermost entry whose key or value covers a byte of the text.
    pub fn at(&self, offset: usize) -> Option<&OutlineEntry> {
        let covers = |span: Span| span.range().start <= offset && offset <= span.range().end;
        let touched = self
            .entries
            .iter()
            .filter(|entry| covers(entry.key) || (!entry.is_table && covers(entry.value)));
        touched.max_by_key(|entry| entry.path.len())
    }

    /// For each path of keys in a file of many variants, whether the value is a table.
    pub(in crate::formats::toml) fn tables(&self) -> Vec<(&[String], Vec<bool>)> {
        let entries = self.entries.iter();
        grouped(entries.map(|entry| (entry.path.as_slice(), entry.is_table)))
    }

    /// The last entry whose key begins at or before a place.
    pub(in crate::formats::toml) fn before(&self, place: Span) -> Option<&OutlineEntry> {
        let behind = |entry: &OutlineEntry| entry.key.start <= place.start;
        let number = self.entries.partition_point(behind).checked_sub(1)?;
        self.entries.get(number)
    }

    fn add_table(&mut self, path: &mut Vec<String>, table: &DeTable<'_>) {
        for (key, value) in table {
            let name: &str = key.get_ref();
            path.push(name.to_owned());
            self.add(path, key.span().into(), value);
            path.pop();
        }
    }

    fn add(&mut self, path: &mut Vec<String>, key: Span, value: &Spanned<DeValue<'_>>) {
        let inner = value.get_ref();
        self.entries.push(OutlineEntry {
            path: path.clone(),
            key,
            value: value.span().into(),
            is_table: matches!(inner, DeValue::Table(_)),
            text: match inner {
                DeValue::String(text) => Some(text.to_string()),
                _ => None,
            },
        });
        match inner {
            DeValue::Table(table) => self.add_table(path, table),
            DeValue::Array(items) => {
                for (number, item) in items.iter().enumerate() {
                    path.push(number.to_string());
                    self.add(path, item.span().into(), item);
                    path.pop();
                }
            }
            _ => {}
        }
    }
}

/// Whether a written key matches a name: a rule of another file, `./rules.toml#magnet`, matches its name.
fn is_key(written: &str, meant: &str) -> bool {
    written == meant || name_of(written) == meant
}

/// A key without the file that it names.
fn name_of(key: &str) -> &str {
    key.rsplit_once('#').map_or(key, |(_, name)| name)
}

/// Whether a variant overwrites the value of an ancestor at these keys, the first of which is the ancestor's name.
pub(in crate::formats::toml) fn rewrites(
    written: &[(&[String], Vec<bool>)],
    variant: &str,
    mut keys: Vec<String>,
) -> bool {
    let Some(first) = keys.first_mut() else {
        return false;
    };
    variant.clone_into(first);
    // The name of the parent is not inherited.
    if keys.get(1).is_some_and(|key| key == "inherits") {
        return false;
    }
    let is_whole = |length: usize| {
        let are_tables = value_at(written, &keys[..length]);
        are_tables.is_some_and(|are| length == keys.len() || are.last() == Some(&false))
    };
    (2..=keys.len()).any(is_whole)
}

// Valid names of variants and pieces.

/// Replaces characters that are not allowed in names by hyphens, because other formats allow more.
pub(in crate::formats) fn sound_name(name: &str) -> String {
    let mut sound = name.replace(is_bad_in_names, "-");
    let end = (0..=LONGEST_NAME.min(sound.len()))
        .rev()
        .find(|end| sound.is_char_boundary(*end));
    sound.truncate(end.unwrap_or_default());
    if sound.is_empty() {
        sound.push_str("nameless");
    }
    sound
}

/// The longest name in bytes.
const LONGEST_NAME: usize = 100;

fn is_bad_in_names(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '#' | '?')
}

/// The reason why a text cannot be the name of a variant or a piece.
pub(in crate::formats::toml) fn bad_name(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("a name cannot be empty".to_owned());
    }
    if name.len() > LONGEST_NAME {
        return Some(format!("a name has at most {LONGEST_NAME} bytes"));
    }
    let bad = name.chars().find(|c| is_bad_in_names(*c))?;
    Some(if bad == ' ' {
        "a name cannot contain a space".to_owned()
    } else {
        format!("a name cannot contain `{}`", bad.escape_debug())
    })
}
