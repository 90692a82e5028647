//! Hover texts.

use std::fmt::Write as _;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::findings::format;
use super::{Document, Server};
use crate::explain;
use crate::render::{
    BoardStyle, Caption, Figure, Figures, Marks, Theme, figure_svg, marks_svg, reach_text,
};
use ferz::definition::clause::RuleEntry;
use ferz::definition::{Picture, VariantDef, is_library_rule};
use ferz::formats::{Catalog, Format, Outline, OutlineEntry, rule_library};
use ferz::game::Variant;
use ferz::movement::{Dialect, Movement};
use ferz::source::Span;
use ferz::state::{Color, Piece, Role};

impl Server {
    /// The hover text at a byte: a piece in words and as a picture, or the meaning of a key.
    pub(super) fn hover(&self, document: &Document, offset: usize) -> Option<Hover> {
        if format(document) != Some(Format::Toml) {
            return None;
        }
        let outline = Outline::of(&document.text);
        let Some(entry) = outline.at(offset) else {
            let (path, span) = repeated_key(document, &outline, offset)?;
            let text = self.key_text(document, &outline, path)?;
            return Some(shown(document, span, text));
        };
        let on_key = entry.key.range().start <= offset && offset <= entry.key.range().end;
        // The table of a dotted key has the place of the key, as an item of a list has that of its value.
        let is_dotted = entry.is_table
            && (entry.path.last()).is_some_and(|name| document.text[entry.key.range()] == **name);
        let (span, text) = if on_key && (entry.key != entry.value || is_dotted) {
            let text = self.key_text(document, &outline, &entry.path)?;
            (entry.key, text)
        } else {
            let (variant, keys) = outline.within(&entry.path);
            let words: Vec<&str> = keys.iter().map(String::as_str).collect();
            (
                entry.value,
                self.value(document, &outline, variant, &words, entry)?,
            )
        };
        Some(shown(document, span, text))
    }

    /// The hover text of a key.
    fn key_text(&self, document: &Document, outline: &Outline, path: &[String]) -> Option<String> {
        let (variant, keys) = outline.within(path);
        let words: Vec<&str> = keys.iter().map(String::as_str).collect();
        match words[..] {
            [] => self.variant_text(document, variant?),
            ["pieces", name] => self.piece(document, variant, name),
            ["rules", "use", name] => self.library_rule(document, variant, name),
            _ => self.key(keys),
        }
    }

    fn key(&self, keys: &[String]) -> Option<String> {
        let name = keys.last()?;
        Some(format!("`{name}`: {}", self.schema.description(keys)?))
    }

    /// The hover text of a value.
    fn value(
        &self,
        document: &Document,
        outline: &Outline,
        variant: Option<&str>,
        keys: &[&str],
        entry: &OutlineEntry,
    ) -> Option<String> {
        let text = entry.text.as_deref()?;
        match keys {
            ["inherits"] => self.variant_text(document, text),
            ["pieces", _, "move"]
            | ["pieces", _, "move", _]
            | ["pieces", _, "move", .., "betza"] => {
                let dialect = dialect(outline, variant, keys);
                let movement = Movement::read(text, dialect).into_result().ok()?;
                Some(self.moves(&movement))
            }
            ["pieces", _, "promotion", ..] => self.piece(document, variant, text),
            ["pieces", _, "picture"] => Some(self.look(text.parse().ok()?)),
            _ => None,
        }
    }

    /// A movement in words and as a picture.
    fn moves(&self, movement: &Movement) -> String {
        let mut text = String::new();
        if let [name, others @ ..] = explain::names(movement).as_slice() {
            let _ = write!(text, "**{name}**");
            if !others.is_empty() {
                let _ = write!(text, ", also {}", others.join(", "));
            }
            text.push_str("\n\n");
        }
        text.push_str(&explain::text(movement));
        if let Ok(marks) = Marks::of(movement)
            && !marks.is_empty()
        {
            let figure = |_: &Theme| Figure::of_movement(movement, "", Color::White);
            text.push_str(&self.picture(&marks, figure));
        }
        text
    }

    fn picture(&self, marks: &Marks, figure: impl FnOnce(&Theme) -> Figure) -> String {
        match &self.pictures {
            Some(theme) => drawn(
                "moves",
                &marks_svg(marks, &figure(theme), &Caption::default(), theme),
            ),
            None => format!("\n\n```text\n{}```", reach_text(marks, BoardStyle::Unicode)),
        }
    }

    /// A piece of a variant of the file, including inherited keys.
    fn piece(&self, document: &Document, variant: Option<&str>, name: &str) -> Option<String> {
        let catalog = self.read(document, Format::Toml).value;
        let def = match variant {
            Some(variant) => catalog.get(variant)?,
            None => catalog.first()?,
        };
        let (number, _, piece) = def.pieces.get_full(name)?;
        let royal = if piece.royal { ", royal" } else { "" };
        let mut shown = format!("**{name}** (`{}`{royal})", piece.letter);
        for one in &piece.moves {
            let words = explain::text(&one.movement);
            let _ = write!(shown, "\n\n`{}`: {words}", one.betza);
        }
        if piece.moves.is_empty() {
            shown.push_str("\n\nIt never moves.");
        }
        if let Ok(variant) = Variant::compile(def)
            && let Ok(marks) = Marks::of_piece(&variant, name)
            && !marks.is_empty()
        {
            let figure = |theme: &Theme| {
                let role = Role::new(number);
                let color = Color::White;
                Figures::of(&variant, theme).figure(Piece { color, role })
            };
            shown.push_str(&self.picture(&marks, figure));
        }
        Some(shown)
    }

    /// A variant of the file, of another file, or a built-in.
    fn variant_text(&self, document: &Document, name: &str) -> Option<String> {
        let other = self.other_file(document, name);
        let catalog = match &other {
            Some(other) => self.catalog_of(document, other),
            None => self.read(document, Format::Toml).value,
        };
        let def: &VariantDef = match &other {
            Some(other) => match other.name {
                Some(name) => catalog.get(name)?,
                None => catalog.first()?,
            },
            None => catalog.get(name).or_else(|| Catalog::builtin().get(name))?,
        };
        let title = def.title.as_deref().unwrap_or(&def.name);
        let mut shown = format!("**{title}**, {}x{}", def.shape.files(), def.shape.ranks());
        if let Some(source) = &def.source {
            let _ = write!(shown, "\n\n{source}");
        }
        let pieces: Vec<String> = def
            .pieces
            .iter()
            .map(|(name, piece)| format!("`{}` {name}", piece.letter))
            .collect();
        let _ = write!(shown, "\n\n{}", pieces.join(", "));
        Some(shown)
    }

    /// A library rule that a variant uses.
    fn library_rule(
        &self,
        document: &Document,
        variant: Option<&str>,
        name: &str,
    ) -> Option<String> {
        let catalog = self.read(document, Format::Toml).value;
        let own = rule_of(&catalog, variant, name);
        let entry = own.or_else(|| rule_library().get(name))?;
        let (title, summary) = (&entry.title, &entry.summary);
        let content = if is_library_rule(name) {
            let path = ["rules", "use", name].map(str::to_owned);
            let keys = self.schema.keys(&path).into_iter();
            let keys = keys.map(|(key, about)| format!("- `{key}`: {about}\n"));
            keys.collect()
        } else {
            format!("```text\n{}\n```", entry.clauses().join("\n"))
        };
        Some(format!("**{title}**\n\n{summary}\n\n{content}"))
    }

    /// The shapes of a picture, and the picture if the editor can show it.
    fn look(&self, picture: Picture) -> String {
        let mut shown = format!("**{}**: {}", picture.shape.name(), picture.shape.meaning());
        for badge in &picture.badges {
            let _ = write!(shown, "\n\n+ **{}**: {}", badge.name(), badge.meaning());
        }
        if let Some(theme) = &self.pictures {
            let figure = Figure::of_picture(&picture, Color::White);
            shown.push_str(&drawn("picture", &figure_svg(&figure, "", theme)));
        }
        shown
    }
}

/// The path of keys to the key of a table at a byte, and its place. The outline contains only the first of several
/// keys of a table: `pieces` in `pieces.queen.move` after another line with `pieces`.
fn repeated_key<'a>(
    document: &Document,
    outline: &'a Outline,
    offset: usize,
) -> Option<(&'a [String], Span)> {
    let text = &document.text;
    let is_of_key = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
    let (before, after) = text.split_at_checked(offset)?;
    let start = before.trim_end_matches(is_of_key).len();
    let end = text.len() - after.trim_start_matches(is_of_key).len();
    let mut entries = outline.entries().iter();
    let next = entries.find(|entry| entry.key.range().start > end)?;
    let between = &text[end..next.key.range().start];
    let is_path = between.starts_with('.') && between.chars().all(|c| c == '.' || is_of_key(c));
    let length = next.path.len().checked_sub(between.matches('.').count())?;
    let path = &next.path[..length];
    let is_meant = is_path && *path.last()? == text[start..end];
    is_meant.then(|| (path, Span::new(start, end)))
}

/// A rule that a variant uses from the library of a file.
pub(super) fn rule_of<'a>(
    catalog: &'a Catalog,
    variant: Option<&str>,
    name: &str,
) -> Option<&'a RuleEntry> {
    let def = match variant {
        Some(variant) => catalog.get(variant)?,
        None => catalog.first()?,
    };
    // The name of a rule in another file follows the path.
    let name = name.rsplit('#').next()?;
    def.rules.library.get(name)
}

/// A picture in Markdown, as a data URI.
fn drawn(what: &str, svg: &str) -> String {
    let mut shown = format!("\n\n![{what}](data:image/svg+xml,");
    for byte in svg.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~/:=".contains(&byte) {
            shown.push(byte as char);
        } else {
            let _ = write!(shown, "%{byte:02X}");
        }
    }
    shown.push(')');
    shown
}

fn shown(document: &Document, span: Span, value: String) -> Hover {
    Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(document.lines.range(&document.text, span)),
    }
}

/// The dialect of a move text: that of its table, or of the variant.
fn dialect(outline: &Outline, variant: Option<&str>, keys: &[&str]) -> Dialect {
    let name = variant.unwrap_or_default();
    let mut own = keys.to_vec();
    own.pop();
    own.push("dialect");
    let written = [own.as_slice(), &["dialect"]]
        .into_iter()
        .find_map(|path| outline.find(name, path)?.text.clone());
    written
        .and_then(|word| Dialect::parse(&word))
        .unwrap_or_default()
}
