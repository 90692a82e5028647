//! Trees of values, and their output as lines of TOML.

use std::fmt::Write as _;

use indexmap::IndexMap;

use crate::source::is_command;

/// The longest line that is not wrapped.
const WIDTH: usize = 100;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Text(String),
    Number(i64),
    Real(f64),
    Flag(bool),
    List(Vec<Node>),
    Table(Table),
}

/// A table of values in writing order.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Table(pub(crate) IndexMap<String, Node>);

impl Table {
    pub(crate) fn put(&mut self, key: &str, value: impl Into<Node>) {
        self.0.insert(key.to_owned(), value.into());
    }

    pub(crate) fn put_some(&mut self, key: &str, value: Option<impl Into<Node>>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Adds a flag, unless it has its default.
    pub(crate) fn put_flag(&mut self, key: &str, value: bool, usual: bool) {
        if value != usual {
            self.put(key, value);
        }
    }

    /// Adds a number, unless it has its default.
    pub(crate) fn put_number(&mut self, key: &str, value: impl Into<i64>, usual: i64) {
        let value = value.into();
        if value != usual {
            self.put(key, Node::Number(value));
        }
    }

    /// Sorts the keys in the order of these fields, which may have `_` instead of `-`.
    pub(crate) fn sort_by(&mut self, fields: &[&str]) {
        let place = |key: &str| {
            let field = key.replace('-', "_");
            fields
                .iter()
                .position(|known| *known == field || *known == key)
        };
        self.0
            .sort_by_cached_key(|key, _| place(key).unwrap_or(fields.len()));
    }

    /// The lines of a table, with `path` before the keys.
    pub(crate) fn lines(&self, path: &str, lines: &mut String) {
        for (key, value) in &self.0 {
            let key = written_key(key);
            let path = if path.is_empty() {
                key
            } else {
                format!("{path}.{key}")
            };
            value.lines(&path, lines);
        }
    }
}

impl Node {
    fn lines(&self, path: &str, lines: &mut String) {
        let inline = self.inline();
        match self {
            Node::Table(table)
                if path.chars().count() + inline.chars().count() + 3 > WIDTH
                    && !table.0.is_empty() =>
            {
                table.lines(path, lines);
            }
            Node::List(items) if path.chars().count() + inline.chars().count() + 3 > WIDTH => {
                let _ = writeln!(lines, "{path} = [");
                for item in items {
                    let _ = writeln!(lines, "    {},", item.inline());
                }
                lines.push_str("]\n");
            }
            _ => {
                let _ = writeln!(lines, "{path} = {inline}");
            }
        }
    }

    /// The value on one line.
    pub(crate) fn inline(&self) -> String {
        match self {
            Node::Text(text) => quoted(text),
            Node::Number(number) => number.to_string(),
            Node::Real(number) => format!("{number:?}"),
            Node::Flag(flag) => flag.to_string(),
            Node::List(items) => {
                let items: Vec<String> = items.iter().map(Node::inline).collect();
                format!("[{}]", items.join(", "))
            }
            Node::Table(table) if table.0.is_empty() => "{}".to_owned(),
            Node::Table(table) => {
                let entry = |(key, value): (&String, &Node)| match value {
                    // A table with a single key needs no braces.
                    Node::Table(inner) if inner.0.len() == 1 => {
                        let inline = value.inline();
                        let inner = inline.strip_prefix("{ ").unwrap_or(&inline);
                        let inner = inner.strip_suffix(" }").unwrap_or(inner);
                        format!("{}.{inner}", written_key(key))
                    }
                    _ => format!("{} = {}", written_key(key), value.inline()),
                };
                let entries: Vec<String> = table.0.iter().map(entry).collect();
                format!("{{ {} }}", entries.join(", "))
            }
        }
    }
}

impl From<&str> for Node {
    fn from(text: &str) -> Node {
        Node::Text(text.to_owned())
    }
}

impl From<String> for Node {
    fn from(text: String) -> Node {
        Node::Text(text)
    }
}

impl From<bool> for Node {
    fn from(flag: bool) -> Node {
        Node::Flag(flag)
    }
}

impl From<Table> for Node {
    fn from(table: Table) -> Node {
        Node::Table(table)
    }
}

/// A single value, or a list.
impl FromIterator<Node> for Node {
    fn from_iter<I: IntoIterator<Item = Node>>(items: I) -> Node {
        let mut items: Vec<Node> = items.into_iter().collect();
        match items.pop() {
            Some(only) if items.is_empty() && !matches!(only, Node::List(_)) => only,
            Some(last) => {
                items.push(last);
                Node::List(items)
            }
            None => Node::List(items),
        }
    }
}

/// A key, quoted if necessary.
pub(crate) fn written_key(key: &str) -> String {
    let bare = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    if !key.is_empty() && key.chars().all(bare) {
        key.to_owned()
    } else {
        quoted(key)
    }
}

/// A text in single quotes, or with escapes if it contains characters that single quotes cannot.
fn quoted(text: &str) -> String {
    let needs_escape = |letter: char| letter.is_control() || is_command(letter);
    if !text.contains(|letter: char| letter == '\'' || needs_escape(letter)) {
        return format!("'{text}'");
    }
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            letter if needs_escape(letter) => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
