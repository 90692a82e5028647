//! Formatter for definition files in TOML.
//!
//! Values, comments and the order of pieces are kept. Known keys of a table are put in the order of the
//! schema, blanks and blank lines are normalized, and texts get single quotes if possible, because without
//! escapes the places of findings within them are exact.

use serde_json::Value as Json;
use toml_edit::{Array, Decor, DocumentMut, InlineTable, Item, KeyMut, RawString, Table, Value};

use ferz::formats::{Catalog, Format, Outline, schema};
use ferz::geometry::CompactSort;
use ferz::source::{Diagnostic, Parse};

/// The indentation of the items of a list over several lines.
const INDENT: usize = 4;

/// Formats a text. Formatting the result again does not change it.
///
/// ```
/// use ferz_designer::authoring::format_toml;
///
/// let text = "inherits=\"chess\"\nname   = 'mine' # for now\n\n\n[pieces]\n";
/// let tidy = "name = 'mine' # for now\ninherits = 'chess'\n\n[pieces]\n";
/// assert_eq!(format_toml(text).unwrap(), tidy);
/// assert_eq!(format_toml(tidy).unwrap(), tidy);
/// ```
///
/// # Errors
/// The findings of the reader, if the text is not valid TOML.
pub fn format_toml(text: &str) -> Result<String, Vec<Diagnostic>> {
    let text = text
        .strip_prefix('\u{feff}')
        .unwrap_or(text)
        .replace("\r\n", "\n");
    let Ok(mut document) = text.parse::<DocumentMut>() else {
        let Parse { diagnostics, .. } = Catalog::read(&text, Format::Toml);
        return Err(diagnostics);
    };
    let layout = Layout {
        schema: schema(),
        single: Outline::of(&text).is_single(),
    };
    let trailing = comments(document.trailing(), Blank::Kept);
    layout.root(document.as_table_mut());
    document.set_trailing(trailing);
    let tidy = document.to_string();
    let tidy = tidy.trim_start_matches('\n').trim_end();
    Ok(if tidy.is_empty() {
        String::new()
    } else {
        format!("{tidy}\n")
    })
}

/// The treatment of blank lines before a comment or key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blank {
    /// Several become one.
    Kept,
    /// There is exactly one.
    Made,
}

/// The kind of a table.
#[derive(Clone, Copy)]
enum Kind {
    /// The root of a file with several variants.
    Root,
    Variant,
    Pieces,
    /// A table with this name in the schema.
    Known(&'static str),
    Other,
}

impl Kind {
    /// The kind of the table under a key of this one.
    fn below(self, key: &str) -> Kind {
        match (self, key) {
            (Kind::Root, _) => Kind::Variant,
            (Kind::Variant, "board") => Kind::Known("Board"),
            (Kind::Variant, "pieces") => Kind::Pieces,
            (Kind::Variant, "rules") => Kind::Known("Rules"),
            (Kind::Pieces, _) => Kind::Known("Piece"),
            (Kind::Known("Piece"), "promotion") => Kind::Known("Promotion"),
            _ => Kind::Other,
        }
    }

    /// The name of the table in the schema.
    const fn definition(self) -> Option<&'static str> {
        match self {
            Kind::Variant => Some("Variant"),
            Kind::Known(name) => Some(name),
            Kind::Root | Kind::Pieces | Kind::Other => None,
        }
    }
}

struct Layout {
    schema: Json,
    single: bool,
}

impl Layout {
    fn root(&self, root: &mut Table) {
        let kind = if self.single {
            Kind::Variant
        } else {
            Kind::Root
        };
        // Text before the first key that is followed by a blank line belongs to the file.
        let head = first_key(root).and_then(|mut key| take_head(&mut key));
        self.table(root, kind);
        if let Some(head) = head
            && let Some(mut key) = first_key(root)
        {
            let decor = key.leaf_decor_mut();
            let own = prefix(decor).trim_start_matches('\n').to_owned();
            decor.set_prefix(format!("{head}\n{own}"));
        }
    }

    /// Formats a table with a header, a table with dotted keys, or the root.
    fn table(&self, table: &mut Table, kind: Kind) {
        if !table.is_dotted() && !table.is_implicit() {
            let above = comments_of(prefix(table.decor()), Blank::Made);
            let behind = trailing_comment(suffix(table.decor()));
            table.decor_mut().set_prefix(above);
            table.decor_mut().set_suffix(behind);
        }
        self.sort(table, kind);
        for (mut key, item) in table.iter_mut() {
            let below = kind.below(key.get());
            let above = comments_of(prefix(key.leaf_decor()), Blank::Kept);
            bare(&mut key);
            match item {
                Item::Value(value) => {
                    let behind = trailing_comment(suffix(value.decor()));
                    key.leaf_decor_mut().set_prefix(above);
                    key.leaf_decor_mut().set_suffix(" ");
                    self.value(value, below, INDENT);
                    value.decor_mut().set_prefix(" ");
                    value.decor_mut().set_suffix(behind);
                }
                Item::Table(inner) => {
                    if !inner.is_dotted() {
                        // Removes blanks within the brackets of a header.
                        key.leaf_decor_mut().clear();
                    }
                    self.table(inner, below);
                }
                Item::ArrayOfTables(tables) => {
                    tables.iter_mut().for_each(|inner| self.table(inner, below));
                }
                Item::None => {}
            }
        }
    }

    /// Sorts the keys of a table in the order of the schema.
    fn sort(&self, table: &mut Table, kind: Kind) {
        let Some(order) = self.order(kind) else {
            return;
        };
        let names: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
        if names.is_sorted_by_key(|name| order(name)) {
            return;
        }
        let mut entries: Vec<_> = names
            .iter()
            .filter_map(|name| table.remove_entry(name))
            .collect();
        entries.sort_compactly_by_key(|(key, _)| order(key.get()));
        for (key, item) in entries {
            table.insert_formatted(&key, item);
        }
    }

    /// The index of a key in the schema; unknown keys come last.
    fn order(&self, kind: Kind) -> Option<impl Fn(&str) -> usize + '_> {
        let properties = &self.schema["definitions"][kind.definition()?]["properties"];
        let known: Vec<&String> = properties.as_object()?.keys().collect();
        Some(move |name: &str| {
            let place = known.iter().position(|key| *key == name);
            place.unwrap_or(usize::MAX)
        })
    }

    fn value(&self, value: &mut Value, kind: Kind, indent: usize) {
        single_quotes(value);
        match value {
            Value::Array(array) => self.array(array, kind, indent),
            Value::InlineTable(table) => self.inline(table, kind, indent, " "),
            _ => {}
        }
    }

    fn array(&self, array: &mut Array, kind: Kind, indent: usize) {
        let gaps: Vec<String> = array
            .iter()
            .flat_map(|item| [prefix(item.decor()), suffix(item.decor())])
            .chain([array.trailing().as_str().unwrap_or_default().to_owned()])
            .collect();
        let lines = gaps.iter().any(|gap| gap.contains(['\n', '#']));
        let count = array.len();
        for (number, item) in array.iter_mut().enumerate() {
            let before = prefix(item.decor());
            let behind = suffix(item.decor());
            self.value(item, kind, indent + INDENT);
            let decor = item.decor_mut();
            if lines {
                decor.set_prefix(gap(&before, indent));
                // A comment between an item and its comma ends its line.
                let comment = trailing_comment(behind);
                let behind = if comment.is_empty() {
                    comment
                } else {
                    format!("{comment}\n{}", " ".repeat(indent))
                };
                decor.set_suffix(behind);
            } else {
                decor.set_prefix(if number == 0 { "" } else { " " });
                decor.set_suffix("");
            }
        }
        let end = array.trailing().as_str().unwrap_or_default().to_owned();
        if lines {
            let end = gap(&end, indent);
            let end = end.trim_end_matches(' ').to_owned() + &" ".repeat(indent - INDENT);
            array.set_trailing(end);
        } else {
            array.set_trailing("");
        }
        array.set_trailing_comma(lines && count > 0);
    }

    /// Formats an inline table, or the values of a dotted key; `end` is what follows the last value.
    fn inline(&self, table: &mut InlineTable, kind: Kind, indent: usize, end: &str) {
        let count = table.len();
        for (number, (mut key, value)) in table.iter_mut().enumerate() {
            let below = kind.below(key.get());
            let comment =
                prefix(key.leaf_decor()) + &prefix(value.decor()) + &suffix(value.decor());
            let end = if number + 1 == count { end } else { "" };
            let mut dotted = false;
            if let Value::InlineTable(inner) = value
                && inner.is_dotted()
            {
                dotted = true;
                self.inline(inner, below, indent, end);
            } else {
                self.value(value, below, indent);
            }
            // Newer TOML allows line breaks and comments here, which are kept.
            if comment.contains(['\n', '#']) {
                continue;
            }
            bare(&mut key);
            key.leaf_decor_mut().set_prefix(" ");
            key.leaf_decor_mut().set_suffix(" ");
            if !dotted {
                value.decor_mut().set_prefix(" ");
                value.decor_mut().set_suffix(end);
            }
        }
    }
}

/// The first key of the root that is on its own line.
fn first_key(root: &mut Table) -> Option<KeyMut<'_>> {
    let found = root.iter_mut().next()?;
    matches!(found.1, Item::Value(_)).then_some(found.0)
}

/// Removes and returns the text above the last blank line before a key.
fn take_head(key: &mut KeyMut<'_>) -> Option<String> {
    let above = comments_of(prefix(key.leaf_decor()), Blank::Kept);
    let above = above.trim_start_matches('\n');
    let at = above.rfind("\n\n")? + 1;
    let head = above[..at].to_owned();
    let own = above[at + 1..].to_owned();
    key.leaf_decor_mut().set_prefix(own);
    Some(head)
}

/// Removes quotes from a key if possible, and blanks around its dots.
fn bare(key: &mut KeyMut<'_>) {
    let decor = key.leaf_decor().clone();
    key.fmt();
    *key.leaf_decor_mut() = decor;
}

/// Puts a text in single quotes if possible.
fn single_quotes(value: &mut Value) {
    let Value::String(text) = value else { return };
    let written = text.as_repr().and_then(|repr| repr.as_raw().as_str());
    let simple = written.is_some_and(|raw| raw.starts_with('"') && !raw.starts_with("\"\"\""));
    let plain = !text
        .value()
        .contains(|sign: char| sign == '\'' || sign.is_control());
    if simple
        && plain
        && let Ok(mut literal) = format!("'{}'", text.value()).parse::<Value>()
    {
        *literal.decor_mut() = text.decor().clone();
        *value = literal;
    }
}

fn raw(text: Option<&RawString>) -> String {
    text.and_then(RawString::as_str)
        .unwrap_or_default()
        .to_owned()
}

fn prefix(decor: &Decor) -> String {
    raw(decor.prefix())
}

fn suffix(decor: &Decor) -> String {
    raw(decor.suffix())
}

fn comments(text: &RawString, blank: Blank) -> String {
    comments_of(text.as_str().unwrap_or_default().to_owned(), blank)
}

/// Comment lines without indentation, with at most one blank line between them.
fn comments_of(text: String, blank: Blank) -> String {
    // The text after the last line feed is the indentation of the key.
    let lines = text.rsplit_once('\n').map_or("", |(lines, _)| lines);
    let mut tidy = String::new();
    let mut wants_blank = blank == Blank::Made;
    if text.contains('\n') {
        for line in lines.split('\n').map(str::trim) {
            if line.is_empty() {
                wants_blank = true;
                continue;
            }
            if wants_blank {
                tidy.push('\n');
                wants_blank = false;
            }
            tidy.push_str(line);
            tidy.push('\n');
        }
    }
    if wants_blank {
        tidy.push('\n');
    }
    tidy
}

/// A comment after a value or a header, with a blank before it.
fn trailing_comment(text: String) -> String {
    match text.trim() {
        "" => String::new(),
        comment => format!(" {comment}"),
    }
}

/// The text between two items of a list over several lines.
fn gap(text: &str, indent: usize) -> String {
    let (same_line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let mut tidy = trailing_comment(same_line.to_owned());
    for line in rest
        .split('\n')
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        tidy.push('\n');
        tidy.push_str(&" ".repeat(indent));
        tidy.push_str(line);
    }
    tidy.push('\n');
    tidy.push_str(&" ".repeat(indent));
    tidy
}
