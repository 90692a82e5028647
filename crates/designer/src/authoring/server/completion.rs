//! Completion of keys, words, names and letters of the notation.

use indexmap::IndexSet;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionResponse, CompletionTextEdit, Documentation,
    TextEdit,
};

use super::context::Context;
use super::findings::format;
use super::hover::rule_of;
use super::{Document, Server};
use ferz::definition::clause::WORDS;
use ferz::definition::{Picture, Shape, is_library_rule};
use ferz::formats::{Catalog, Format, Outline, OutlineEntry, read_rules, rule_library};
use ferz::source::Span;

/// The letters of the notation, with their meanings.
const LETTERS: &[(&str, &str)] = &[
    ("W", "one square orthogonally (Wazir)"),
    ("F", "one square diagonally (Ferz)"),
    ("D", "leap of two squares orthogonally (Dabbaba)"),
    ("N", "leap (1,2), the Knight"),
    ("A", "leap of two squares diagonally (Alfil)"),
    ("H", "leap of three squares orthogonally"),
    ("C", "leap (1,3), the Camel"),
    ("Z", "leap (2,3), the Zebra"),
    ("G", "leap of three squares diagonally"),
    ("K", "one square in any direction (King)"),
    ("R", "any number of squares orthogonally (Rook)"),
    ("B", "any number of squares diagonally (Bishop)"),
    ("Q", "any number of squares in any direction (Queen)"),
    ("O", "castling, with the distance of the king: `isO2`"),
    ("U", "a leap to any square"),
    ("f", "forwards"),
    ("b", "backwards"),
    ("l", "to the left"),
    ("r", "to the right"),
    ("s", "sideways"),
    ("v", "forwards and backwards"),
    ("m", "to move without capture"),
    ("c", "to capture"),
    ("d", "to capture a piece of one's own"),
    ("e", "to capture en passant"),
    ("k", "to capture a royal piece"),
    ("u", "unloads the piece captured last where the leg begins"),
    ("p", "passes over exactly one piece, the mount"),
    (
        "g",
        "passes over a mount and lands directly behind it, like the Grasshopper",
    ),
    ("i", "only while the piece has not moved"),
    (
        "j",
        "on a leap: must jump over a piece; on a slide: skips the first square",
    ),
    ("n", "on a leap: is lame, the squares between must be empty"),
    ("o", "continues around the side edges, as on a cylinder"),
    ("z", "crooked: turns left and right in turn"),
    ("q", "circular: turns to the same side at every step"),
    (
        "a",
        "again: the letters before it are one leg, the letters after it the next",
    ),
    (
        "y",
        "before `a`: the next leg slides where this one leaps, and the reverse",
    ),
    (
        "[F?R]",
        "legs in brackets: after `?` the move may end, after `-` it must continue",
    ),
];

impl Server {
    /// All completions at a byte of the text.
    pub(super) fn complete(&self, document: &Document, offset: usize) -> CompletionResponse {
        let mut items = Vec::new();
        if format(document).is_none_or(|format| format == Format::Toml) {
            items = self.items(document, offset);
        }
        CompletionResponse::Array(items)
    }

    fn items(&self, document: &Document, offset: usize) -> Vec<CompletionItem> {
        let outline = Outline::of(&document.text);
        match Context::at(&document.text, offset) {
            Context::Elsewhere => Vec::new(),
            Context::Key { table, start } => {
                let edit = Edit::new(document, start, offset);
                if let (_, [rules, entries]) = outline.within(&table)
                    && rules == "rules"
                    && entries == "use"
                    && let Some(other) = self.other_file(document, &document.text[start..offset])
                {
                    // The name after the file is inserted at the cursor.
                    let edit = Edit::new(document, offset - other.name.map_or(0, str::len), offset);
                    return read_rules(&other.text)
                        .unwrap_or_default()
                        .iter()
                        .map(|(name, (entry, _))| {
                            edit.item(CompletionItemKind::PROPERTY, name, &entry.summary)
                        })
                        .collect();
                }
                self.keys(document, &outline, &table)
                    .into_iter()
                    .map(|(key, text)| edit.item(CompletionItemKind::PROPERTY, &key, &text))
                    .collect()
            }
            Context::Value {
                path,
                start,
                quoted,
            } => self.values(document, &outline, &path, start..offset, quoted),
        }
    }

    /// The missing keys of a table.
    fn keys(
        &self,
        document: &Document,
        outline: &Outline,
        table: &[String],
    ) -> Vec<(String, String)> {
        let (variant, keys) = outline.within(table);
        let is_root = table.is_empty();
        let written = |key: &str| {
            let mut path = table.to_vec();
            path.push(key.to_owned());
            outline.entries().iter().any(|entry| entry.path == path)
        };
        let owned = |keys: Vec<(&str, &str)>| -> Vec<(String, String)> {
            let keys = keys.into_iter();
            keys.map(|(key, text)| (key.to_owned(), text.to_owned()))
                .collect()
        };
        let mut known = if let [rules, entries, rest @ ..] = keys
            && rules == "rules"
            && entries == "use"
        {
            match rest {
                [] => own_rules(outline).chain(builtin_rules()).collect(),
                [name] if !is_library_rule(name) => self.parameters(document, variant, name),
                _ => owned(self.schema.keys(keys)),
            }
        } else if keys == ["pieces"] {
            let pieces = self.pieces(document, outline, variant).into_iter();
            pieces.map(|piece| (piece, "a piece".to_owned())).collect()
        } else if is_root || !outline.is_single() && keys.is_empty() {
            owned(self.schema.keys(&[]))
        } else {
            owned(self.schema.keys(keys))
        };
        known.retain(|(key, _)| !written(key));
        known
    }

    /// The parameters of a library rule that a variant uses.
    fn parameters(
        &self,
        document: &Document,
        variant: Option<&str>,
        name: &str,
    ) -> Vec<(String, String)> {
        let catalog = self.read(document, Format::Toml).value;
        let own = rule_of(&catalog, variant, name);
        let entry = own.or_else(|| rule_library().get(name)).into_iter();
        let parameters = entry.flat_map(|entry| entry.parameters.keys());
        let about = "a set of pieces or squares".to_owned();
        parameters
            .map(|name| (name.clone(), about.clone()))
            .collect()
    }

    fn values(
        &self,
        document: &Document,
        outline: &Outline,
        path: &[String],
        written: std::ops::Range<usize>,
        quoted: bool,
    ) -> Vec<CompletionItem> {
        let (variant, keys) = outline.within(path);
        let words: Vec<&str> = keys.iter().map(String::as_str).collect();
        let edit = Edit::new(document, written.start, written.end);
        // Within quotes a name is inserted as it is, elsewhere with quotes.
        let name = |name: &str| {
            if quoted {
                name.to_owned()
            } else {
                format!("'{name}'")
            }
        };
        match words[..] {
            ["inherits"] => {
                let text = &document.text[written.clone()];
                if quoted
                    && let Some(other) = self.other_file(document, text)
                    && let Some(name) = other.name
                {
                    let edit = Edit::new(document, written.end - name.len(), written.end);
                    let catalog = self.catalog_of(document, &other);
                    let variant = |one| edit.item(CompletionItemKind::MODULE, one, "a variant");
                    return catalog.names().map(variant).collect();
                }
                let own = outline.entries().iter().filter(|entry| {
                    !outline.is_single() && entry.path.len() == 1 && entry.is_table
                });
                let own = own.map(|entry| entry.path[0].as_str());
                own.filter(|one| Some(*one) != variant)
                    .chain(Catalog::builtin().names())
                    .map(|one| edit.item(CompletionItemKind::MODULE, &name(one), "a variant"))
                    .collect()
            }
            ["pieces", _, "move"]
            | ["pieces", _, "move", _]
            | ["pieces", _, "move", .., "betza"]
                if quoted =>
            {
                // A letter is inserted at the cursor; the text before it is kept.
                let edit = Edit::new(document, written.end, written.end);
                LETTERS
                    .iter()
                    .map(|(letter, text)| edit.item(CompletionItemKind::OPERATOR, letter, text))
                    .collect()
            }
            ["pieces", _, "promotion", "to"]
            | ["pieces", _, "promotion", "to", _]
            | ["pieces", _, "promotion", "to", _, "piece"] => {
                let pieces = self.pieces(document, outline, variant);
                let pieces = pieces.iter();
                pieces
                    .map(|piece| edit.item(CompletionItemKind::CLASS, &name(piece), "a piece"))
                    .collect()
            }
            ["rules", "forbid" | "require" | "effects" | "moves" | "ends"]
            | [
                "rules",
                "forbid" | "require" | "effects" | "moves" | "ends" | "sets",
                _,
            ]
            | ["rules", "use", _, _]
            | [
                "library",
                _,
                "forbid" | "require" | "effects" | "moves" | "ends",
            ]
            | [
                "library",
                _,
                "forbid" | "require" | "effects" | "moves" | "ends" | "parameters",
                _,
            ] if quoted => {
                let text = &document.text[written.clone()];
                let is_sign = |sign: char| !sign.is_ascii_alphanumeric() && sign != '-';
                let begin = text.rfind(is_sign).map_or(0, |sign| sign + 1);
                let edit = Edit::new(document, written.start + begin, written.end);
                let words = WORDS.iter();
                let words =
                    words.map(|(word, text)| edit.item(CompletionItemKind::KEYWORD, word, text));
                let pieces = self.pieces(document, outline, variant);
                let pieces = pieces.iter();
                let pieces =
                    pieces.map(|piece| edit.item(CompletionItemKind::CLASS, piece, "a piece"));
                let sets = outline.entries().iter();
                let sets = sets.filter_map(|entry| match outline.within(&entry.path) {
                    (owner, [rules, sets, name]) if rules == "rules" && sets == "sets" => {
                        (owner == variant).then_some(name)
                    }
                    _ => None,
                });
                let sets =
                    sets.map(|set| edit.item(CompletionItemKind::VARIABLE, set, "a named set"));
                words.chain(pieces).chain(sets).collect()
            }
            ["pieces", _, "picture"] => {
                // After a `+` another shape follows.
                let text = &document.text[written.clone()];
                let before = text.rfind('+').map_or("", |plus| &text[..=plus]);
                if before.matches('+').count() > Picture::MOST_BADGES {
                    return Vec::new();
                }
                let last = &text[before.len()..];
                let blanks = last.len() - last.trim_start().len();
                let edit = Edit::new(document, written.start + before.len() + blanks, written.end);
                let mut items: Vec<CompletionItem> = Shape::ALL
                    .iter()
                    .map(|shape| {
                        let kind = CompletionItemKind::ENUM_MEMBER;
                        edit.item(kind, &name(shape.name()), shape.meaning())
                    })
                    .collect();
                if !quoted {
                    let text = "what it does decides";
                    items.push(edit.item(CompletionItemKind::ENUM_MEMBER, "false", text));
                }
                items
            }
            _ => self
                .schema
                .words(keys)
                .into_iter()
                .filter(|(word, _)| !quoted || word.starts_with('\''))
                .map(|(word, text)| {
                    let word = if quoted {
                        word.trim_matches('\'')
                    } else {
                        &word
                    };
                    edit.item(CompletionItemKind::ENUM_MEMBER, word, &text)
                })
                .collect(),
        }
    }

    /// The names of the pieces of a variant. A file with errors has no variants, but its keys can be read, and those
    /// of the built-in variant that it inherits from.
    fn pieces(
        &self,
        document: &Document,
        outline: &Outline,
        variant: Option<&str>,
    ) -> IndexSet<String> {
        let catalog = self.read(document, Format::Toml).value;
        let def = match variant {
            Some(variant) => catalog.get(variant),
            None => catalog.first(),
        };
        let inherits = || {
            outline
                .find(variant.unwrap_or_default(), &["inherits"])?
                .text
                .as_deref()
        };
        let known = match def.or_else(|| Catalog::builtin().get(inherits()?)) {
            Some(def) => def.pieces.keys().cloned().collect(),
            None => Vec::new(),
        };
        let known = known.into_iter();
        let written = outline.entries().iter();
        let written = written.filter_map(|entry| match outline.within(&entry.path).1 {
            [pieces, name] if pieces == "pieces" => Some(name.clone()),
            _ => None,
        });
        known.chain(written).collect()
    }
}

/// The rules of the built-in library, with their summaries.
fn builtin_rules() -> impl Iterator<Item = (String, String)> {
    let rules = rule_library().iter();
    rules.map(|(name, entry)| (name.clone(), entry.summary.clone()))
}

/// The rules in the library of the file, with their summaries.
fn own_rules(outline: &Outline) -> impl Iterator<Item = (String, String)> {
    let entries = outline.entries();
    entries.iter().filter_map(|entry| {
        let path = entry.path.as_slice();
        let ([library, name] | [_, library, name]) = path else {
            return None;
        };
        let is_summary = |inner: &&OutlineEntry| {
            let behind = inner.path.strip_prefix(path);
            behind.is_some_and(|behind| behind == ["summary"])
        };
        let summary = entries.iter().find(is_summary);
        let text = summary.and_then(|summary| summary.text.clone());
        (library == "library" && entry.is_table).then(|| (name.clone(), text.unwrap_or_default()))
    })
}

/// The text that a completion replaces.
struct Edit<'a> {
    document: &'a Document,
    span: Span,
}

impl<'a> Edit<'a> {
    const fn new(document: &'a Document, start: usize, end: usize) -> Edit<'a> {
        Edit {
            document,
            span: Span::new(start, end),
        }
    }

    fn item(&self, kind: CompletionItemKind, label: &str, text: &str) -> CompletionItem {
        let range = self.document.lines.range(&self.document.text, self.span);
        CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            detail: (kind == CompletionItemKind::OPERATOR).then(|| text.to_owned()),
            documentation: (!text.is_empty() && kind != CompletionItemKind::OPERATOR)
                .then(|| Documentation::String(text.to_owned())),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
                range,
                label.to_owned(),
            ))),
            ..CompletionItem::default()
        }
    }
}
