//! Writes games.

use super::{Annotation, Comment, Line, MoveNumber, Pgn, Tag};

/// Columns that a line of moves has at most.
const WIDTH: usize = 80;

/// The tags that every game has, in their order, with what stands for an unknown value.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Which tags are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PgnStyle {
    /// Those that the game has.
    Plain,
    /// The seven tags that every game has first, then the others, `Variant` and what says more of it
    /// before `SetUp` and `FEN`, as programs expect them.
    Export,
}

impl Pgn {
    /// The game as text, with lines of at most 80 columns where words allow it.
    ///
    /// Reading it gives the game back, but for places and the order of tags.
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
            // What is there twice is written twice.
            let is_written = is_first(&tag) && !again.contains(&tag.name.as_str());
            if is_written {
                again.push(&tag.name);
            } else {
                writer.tag(tag);
            }
        }
    }

    /// The number of the first move as far as the FEN says it.
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
    /// Characters of the line.
    columns: usize,
    /// The last word, which does not stand in the line yet.
    last: String,
    /// Whether the next word stands directly behind the last one.
    is_joined: bool,
}

impl Writer {
    fn tag(&mut self, tag: &Tag) {
        self.named_tag(&tag.name, &tag.value.text);
    }

    fn named_tag(&mut self, name: &str, value: &str) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // A tag is one line.
        let value = value.replace(['\n', '\r'], " ");
        self.text.push_str(&format!("[{name} \"{value}\"]\n"));
    }

    fn word(&mut self, word: &str) {
        if !std::mem::take(&mut self.is_joined) {
            self.place();
        }
        self.last.push_str(word);
    }

    /// A word to which the next one is joined.
    fn opening(&mut self, word: &str) {
        self.word(word);
        self.is_joined = true;
    }

    /// A sign that is joined to the last word.
    fn closing(&mut self, sign: &str) {
        self.is_joined = true;
        self.word(sign);
    }

    /// Puts the last word into the line, to which nothing more is joined.
    fn place(&mut self) {
        let word = std::mem::take(&mut self.last);
        if word.is_empty() {
            return;
        }
        let columns = word.chars().count();
        if !self.line.is_empty() {
            if self.columns + 1 + columns > WIDTH {
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

    /// What belongs to the move with this number.
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
            // No brace may hold it.
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

/// The words of a text, between which a line may end: where there is one blank.
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

/// The number of the next move, if sides move in turn.
fn following(number: MoveNumber) -> MoveNumber {
    MoveNumber {
        number: number.number.saturating_add(u32::from(number.is_black)),
        is_black: !number.is_black,
    }
}
