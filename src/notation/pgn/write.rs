//! Writes games as PGN.

use super::{Annotation, Comment, Line, MoveNumber, Pgn, Tag};

/// The maximum length of a line of moves.
const WIDTH: usize = 80;

/// The seven tag roster, in its order, with the values for unknown.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The tags that are written, and their order.
///
/// [`Pgn`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PgnStyle {
    /// The tags of the game, in their order.
    Plain,
    /// The seven tag roster first, then `Variant` and its companions, `SetUp` and `FEN`, as other programs
    /// expect, then the rest.
    Export,
}

impl Pgn {
    /// The game as text, with lines of at most 80 columns if the words allow it.
    ///
    /// Reading the text gives the same game, except for places and the order of tags.
    pub fn to_text(&self, style: PgnStyle) -> String {
        let mut writer = Writer::default();
        let result = match (&self.result, self.tag("Result")) {
            (Some(word), _) => &word.text,
            (None, Some(result)) if super::parse::is_result(result) => result,
            (None, _) => "*",
        };
        match style {
            PgnStyle::Plain => self.tags.iter().for_each(|tag| writer.tag(tag)),
            PgnStyle::Export => self.write_export_tags(result, &mut writer),
        }
        if !writer.text.is_empty() {
            writer.text.push('\n');
        }
        writer.line(&self.line, self.first_number());
        writer.word(result);
        writer.end_line();
        writer.text
    }

    fn write_export_tags(&self, result: &str, writer: &mut Writer) {
        for (name, unknown) in ROSTER {
            let unknown = if name == "Result" { result } else { unknown };
            writer.named_tag(name, self.tag(name).unwrap_or(unknown));
        }
        let is_set_up = self.tag("FEN").is_some();
        let first = ["Variant", "VariantHash", "VariantMen", "SetUp", "FEN"];
        for name in first {
            match self.tag(name) {
                Some(value) => writer.named_tag(name, value),
                None if name == "SetUp" && is_set_up => writer.named_tag(name, "1"),
                None => {}
            }
        }
        let is_first = |tag: &&Tag| {
            let roster = ROSTER.iter().any(|(name, _)| *name == tag.name);
            roster || first.contains(&tag.name.as_str())
        };
        let mut again: Vec<&str> = Vec::new();
        for tag in &self.tags {
            // Repeated tags are written too.
            let is_written = is_first(&tag) && !again.contains(&tag.name.as_str());
            if is_written {
                again.push(&tag.name);
            } else {
                writer.tag(tag);
            }
        }
    }

    /// The number of the first move according to the FEN.
    fn first_number(&self) -> MoveNumber {
        let fields = self.tag("FEN").map(|fen| fen.split_whitespace());
        let fields: Vec<&str> = fields.into_iter().flatten().collect();
        let number = match fields[..] {
            [_, _, _, _, _, number] => number.parse().ok(),
            _ => None,
        };
        MoveNumber {
            number: number.unwrap_or(1),
            is_black: fields.get(1) == Some(&"b"),
        }
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    line: String,
    /// The characters of the current line.
    columns: usize,
    /// The last word, which is not yet part of the line.
    last: String,
    /// Whether the next word follows the last one without a blank.
    is_joined: bool,
}

impl Writer {
    fn tag(&mut self, tag: &Tag) {
        self.named_tag(&tag.name, &tag.value.text);
    }

    fn named_tag(&mut self, name: &str, value: &str) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // A tag must fit on one line.
        let value = value.replace(['\n', '\r'], " ");
        self.text.push_str(&format!("[{name} \"{value}\"]\n"));
    }

    fn word(&mut self, word: &str) {
        if !std::mem::take(&mut self.is_joined) {
            self.place();
        }
        self.last.push_str(word);
    }

    /// Writes a word to which the next one is joined.
    fn opening(&mut self, word: &str) {
        self.word(word);
        self.is_joined = true;
    }

    /// Joins a sign to the last word.
    fn closing(&mut self, sign: &str) {
        self.is_joined = true;
        self.word(sign);
    }

    /// Appends the last word to the line.
    fn place(&mut self) {
        let word = std::mem::take(&mut self.last);
        if word.is_empty() {
            return;
        }
        let columns = word.chars().count();
        if !self.line.is_empty() {
            // A line that begins with `%` is skipped by readers.
            if self.columns + 1 + columns > WIDTH && !word.starts_with('%') {
                self.break_line();
            } else {
                self.line.push(' ');
                self.columns += 1;
            }
        }
        self.line.push_str(&word);
        self.columns += columns;
    }

    fn end_line(&mut self) {
        self.place();
        self.break_line();
    }

    fn break_line(&mut self) {
        self.text.push_str(self.line.trim_end());
        self.text.push('\n');
        self.line.clear();
        self.columns = 0;
    }

    fn line(&mut self, line: &Line, first: MoveNumber) {
        let mut number = first;
        let mut needs_number = true;
        for annotation in &line.before {
            self.annotation(annotation, number);
        }
        for mv in &line.moves {
            number = mv.number.unwrap_or(number);
            if !number.is_black {
                self.word(&format!("{}.", number.number));
            } else if needs_number {
                self.word(&format!("{}...", number.number));
            }
            self.word(&mv.text);
            needs_number = false;
            for annotation in &mv.annotations {
                self.annotation(annotation, number);
                needs_number |= !matches!(annotation, Annotation::Glyph(_));
            }
            number = following(number);
        }
    }

    /// Writes an annotation of the move with this number.
    fn annotation(&mut self, annotation: &Annotation, number: MoveNumber) {
        match annotation {
            Annotation::Glyph(glyph) => self.word(&format!("${}", glyph.0)),
            Annotation::Comment(comment) => self.comment(comment),
            Annotation::Variation(line) => {
                self.opening("(");
                self.line(line, number);
                self.closing(")");
            }
        }
    }

    fn comment(&mut self, comment: &Comment) {
        let text = comment.text.replace(['\n', '\r'], " ");
        if text.contains('}') {
            // A comment with a brace is written up to the end of the line.
            self.word(&format!(";{text}"));
            self.end_line();
            return;
        }
        self.opening("{");
        for word in words(&text) {
            self.word(word);
        }
        self.closing("}");
    }
}

/// Splits a text at single blanks, where a line may be broken.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text).filter(|text| !text.is_empty());
    std::iter::from_fn(move || {
        let text = rest?;
        let is_single = |at: usize| {
            let behind = text[at + 1..].chars().next();
            let before = text[..at].chars().next_back();
            let is_letter = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
            is_letter(behind) && is_letter(before)
        };
        let blanks = text.match_indices(' ').map(|(at, _)| at);
        let end = blanks.into_iter().find(|at| is_single(*at));
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// The number of the next move if the sides alternate.
fn following(number: MoveNumber) -> MoveNumber {
    MoveNumber {
        number: number.number.saturating_add(u32::from(number.is_black)),
        is_black: !number.is_black,
    }
}
