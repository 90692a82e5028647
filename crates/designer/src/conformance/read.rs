//! Parses conformance rows.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Value};

use super::drawing::{self, Drawing};
use super::effects::{MoveFacts, Steps};
use super::row::{ExpectedOutcome, Game, MoveForm, Notation, PieceOnBoard, Question, Row, RowKind};
use ferz::geometry::Perspective;
use ferz::movement::Dialect;
use ferz::source::{Diagnostic, Parse, Span, codes, did_you_mean, without_mark};
use ferz::state::Color;

/// Parses the rows of a file. Invalid rows are reported and left out; empty lines are skipped.
pub fn read_rows(text: &str) -> Parse<Vec<Row>> {
    let mut rows = Parse::clean(Vec::new());
    let text = without_mark(text);
    let mut start = 0;
    for (index, line) in text.split('\n').enumerate() {
        if !line.trim().is_empty() {
            let row = read_row(line);
            rows.diagnostics
                .extend(row.diagnostics.into_iter().map(|one| one.shifted(start)));
            rows.value.extend(row.value.map(|question| Row {
                line: index + 1,
                question,
            }));
        }
        start += line.len() + 1;
    }
    rows
}

fn read_row(line: &str) -> Parse<Option<Question>> {
    let object = match read_object(line) {
        Ok(object) => object,
        Err(finding) => {
            return Parse {
                value: None,
                diagnostics: vec![finding.with_help(
                    "write one object per line, such as {\"variant\":\"chess\",\"perft\":[20,400]}",
                )],
            };
        }
    };
    let mut keys = Keys {
        line,
        object,
        findings: Vec::new(),
    };
    let question = keys.question();
    Parse {
        // A faulty row is not checked, since its answer could agree by accident.
        value: question.ok().filter(|_| keys.findings.is_empty()),
        diagnostics: keys.findings,
    }
}

/// The object of a row.
fn read_object(line: &str) -> Result<Map<String, Value>, Diagnostic> {
    let error = match serde_json::from_str(line) {
        Ok(UniqueKeys(Value::Object(object))) => return Ok(object),
        Ok(UniqueKeys(_)) => {
            return Err(Diagnostic::new(
                codes::BAD_ROW,
                Span::at(0),
                "not a JSON object",
            ));
        }
        Err(error) => error,
    };
    let at = error.column().saturating_sub(1).min(line.trim_end().len());
    let message = match error.classify() {
        Category::Data => cause(&error),
        _ => format!("not a JSON object: {}", cause(&error)),
    };
    Err(Diagnostic::new(codes::BAD_ROW, Span::at(at), message))
}

/// A JSON value in which no object has a key twice.
struct UniqueKeys(Value);

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UniqueKeys, D::Error> {
        deserializer.deserialize_any(UniqueKeysVisitor)
    }
}

struct UniqueKeysVisitor;

impl<'de> Visitor<'de> for UniqueKeysVisitor {
    type Value = UniqueKeys;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<UniqueKeys, A::Error> {
        let mut list = Vec::new();
        while let Some(UniqueKeys(value)) = items.next_element()? {
            list.push(value);
        }
        Ok(UniqueKeys(list.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<UniqueKeys, A::Error> {
        let mut object = Map::new();
        while let Some((key, UniqueKeys(value))) = entries.next_entry::<String, UniqueKeys>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format!("`{key}` is written twice")));
            }
            object.insert(key, value);
        }
        Ok(UniqueKeys(object.into()))
    }
}

/// The message of a JSON error without its position, which the finding shows.
fn cause(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// The error of a row that has been reported.
struct Faulty;

/// The keys of a row, with their findings.
struct Keys<'a> {
    line: &'a str,
    object: Map<String, Value>,
    findings: Vec<Diagnostic>,
}

impl Keys<'_> {
    fn question(&mut self) -> Result<Question, Faulty> {
        let kind = self.kind()?;
        let names: Vec<String> = self.object.keys().cloned().collect();
        for key in names {
            if !kind.keys().contains(&key.as_str()) {
                self.stranger(&key, kind);
            }
        }
        Ok(match kind {
            RowKind::Perft => Question::Perft {
                game: self.game()?,
                counts: self.counts()?,
            },
            RowKind::Legal => Question::Legal {
                game: self.game()?,
                legal: self.texts("legal")?,
                form: if self.flag("pairs")? == Some(true) {
                    MoveForm::Pairs
                } else {
                    MoveForm::Text
                },
            },
            RowKind::Piece => Question::Piece(self.piece()?),
            RowKind::Notation => Question::Notation(Notation {
                betza: self.wanted_text("betza")?,
                dialect: self.dialect()?,
                valid: self.flag("valid")? == Some(true),
                code: self.text("code")?,
            }),
            RowKind::Steps => Question::Steps(self.steps()?),
            RowKind::Outcome => Question::Outcome {
                game: self.game()?,
                outcome: self.outcome()?,
            },
        })
    }

    fn kind(&mut self) -> Result<RowKind, Faulty> {
        let kinds: Vec<RowKind> = RowKind::ALL
            .into_iter()
            .filter(|kind| self.object.contains_key(kind.key()))
            .collect();
        if kinds.contains(&RowKind::Steps) {
            return Ok(RowKind::Steps);
        }
        match kinds[..] {
            [kind] => Ok(kind),
            [] => {
                let words = RowKind::ALL.map(|kind| format!("`{}`", kind.key()));
                let help = format!("a row has one of the keys {}", words.join(", "));
                Err(self.complain(self.whole(), "the row contains no question", &help))
            }
            [one, other, ..] => {
                let message = format!("`{}` and `{}` in one row", one.key(), other.key());
                let help = "a row has one question; write two rows";
                Err(self.complain(self.place(other.key()), &message, help))
            }
        }
    }

    fn stranger(&mut self, key: &str, kind: RowKind) {
        let known = RowKind::ALL.iter().any(|kind| kind.keys().contains(&key));
        let message = if known {
            format!("`{key}` does not belong to a row with `{}`", kind.key())
        } else {
            format!("unknown key `{key}`")
        };
        let help = did_you_mean(key, kind.keys().iter().copied());
        self.complain(self.place(key), &message, &help);
    }

    fn game(&mut self) -> Result<Game, Faulty> {
        let variant = match (self.text("variant")?, self.text("game")?) {
            (Some(name), None) | (None, Some(name)) => name,
            (Some(_), Some(_)) => {
                let message = "`variant` and `game` in one row";
                return Err(self.complain(
                    self.place("game"),
                    message,
                    "they mean the same; write one of them",
                ));
            }
            (None, None) => return Err(self.missing("variant")),
        };
        Ok(Game {
            variant,
            fen: self.text("fen")?,
            moves: if self.object.contains_key("moves") {
                self.texts("moves")?
            } else {
                Vec::new()
            },
        })
    }

    fn steps(&mut self) -> Result<Steps, Faulty> {
        let turn = match self.wanted_text("turn")?.as_str() {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(self.wrong("turn", "`w` or `b`")),
        };
        let result = match self.text("result")?.as_deref() {
            None | Some("*") => None,
            Some("1-0") => Some(2),
            Some("0-1") => Some(0),
            Some("1/2") => Some(1),
            Some(_) => return Err(self.wrong("result", "`*`, `1-0`, `0-1` or `1/2`")),
        };
        Ok(Steps {
            variant: self.wanted_text("variant")?,
            done: self.facts("moves", "done")?,
            legal: self.facts("legal", "effects")?,
            turn,
            within_turn: self.flag("sub")? == Some(true),
            result,
        })
    }

    /// The texts of one key with the effects of another key, in the same order.
    fn facts(&mut self, texts: &str, key: &str) -> Result<Vec<(String, MoveFacts)>, Faulty> {
        let names = self.texts(texts)?;
        let facts = self.texts(key)?;
        if names.len() != facts.len() {
            let message = format!("`{texts}` and `{key}` differ in length");
            return Err(self.complain(self.place(key), &message, "write one entry for each move"));
        }
        let mut read = Vec::new();
        for (name, facts) in names.into_iter().zip(facts) {
            let Ok(facts) = facts.parse::<MoveFacts>() else {
                let message = format!("`{facts}` is not an effect");
                let help = "write signs, letters, colors and squares, such as `+pwe4-pwe2`";
                return Err(self.complain(self.place(key), &message, help));
            };
            read.push((name, facts));
        }
        Ok(read)
    }

    fn piece(&mut self) -> Result<PieceOnBoard, Faulty> {
        let side = match self.text("side")?.as_deref() {
            None | Some("w") => Perspective::White,
            Some("b") => Perspective::Black,
            Some(_) => return Err(self.wrong("side", "`w` or `b`")),
        };
        let board = self.wanted_text("board")?;
        let Drawing { shape, cells } = drawing::read(&board, side).map_err(|message| {
            let help = "write rows from the top, separated by `/`: `.` empty, `w` and `b` pieces, `#` a hole";
            self.complain(self.place("board"), &message, help)
        })?;
        for (key, drawn) in [("files", shape.files()), ("ranks", shape.ranks())] {
            if self.number(key)?.is_some_and(|said| said != drawn as u64) {
                let message = format!("the drawn board has {drawn} {key}");
                return Err(self.complain(
                    self.place(key),
                    &message,
                    "draw the board again, or change the number",
                ));
            }
        }
        let from = self.wanted_text("from")?;
        let Some(from) = shape.parse(&from).filter(|square| shape.exists(*square)) else {
            return Err(self.wrong("from", "a square of the board"));
        };
        Ok(PieceOnBoard {
            betza: self.wanted_text("betza")?,
            dialect: self.dialect()?,
            shape,
            cells,
            side,
            from,
            unmoved: self.flag("unmoved")? == Some(true),
            moves: self.texts("moves")?,
        })
    }

    fn outcome(&mut self) -> Result<Option<ExpectedOutcome>, Faulty> {
        const KEYS: [&str; 3] = ["white", "black", "reason"];
        let object = match self.object.get("outcome") {
            Some(Value::Null) => return Ok(None),
            Some(Value::Object(object)) => object.clone(),
            _ => {
                let wanted = "`null` or an object with `white`, `black` and `reason`";
                return Err(self.wrong("outcome", wanted));
            }
        };
        for key in object.keys().filter(|key| !KEYS.contains(&key.as_str())) {
            let help = did_you_mean(key, KEYS);
            self.complain(self.place(key), &format!("unknown key `{key}`"), &help);
        }
        let share = |key: &str| object.get(key).and_then(Value::as_f64);
        let (Some(white), Some(black)) = (share("white"), share("black")) else {
            let wanted = "`white` and `black`, the shares of one point";
            return Err(self.wrong("outcome", wanted));
        };
        let reason = match object.get("reason") {
            None => None,
            Some(Value::String(word)) => Some(word.clone()),
            Some(_) => return Err(self.wrong("reason", "a word")),
        };
        Ok(Some(ExpectedOutcome {
            white,
            black,
            reason,
        }))
    }

    fn counts(&mut self) -> Result<Vec<u64>, Faulty> {
        let list = self.object.get("perft").and_then(Value::as_array);
        list.and_then(|list| list.iter().map(Value::as_u64).collect())
            .filter(|counts: &Vec<u64>| !counts.is_empty())
            .ok_or_else(|| self.wrong("perft", "a list of counts"))
    }

    fn dialect(&mut self) -> Result<Dialect, Faulty> {
        let Some(word) = self.text("dialect")? else {
            return Ok(Dialect::default());
        };
        Dialect::parse(&word).ok_or_else(|| {
            let help = did_you_mean(&word, Dialect::ALL.map(Dialect::as_str));
            let message = format!("unknown dialect `{word}`");
            self.complain(self.place("dialect"), &message, &help)
        })
    }

    fn wanted_text(&mut self, key: &str) -> Result<String, Faulty> {
        self.text(key)?.ok_or_else(|| self.missing(key))
    }

    fn text(&mut self, key: &str) -> Result<Option<String>, Faulty> {
        self.value(key, "a text", |value| value.as_str().map(str::to_owned))
    }

    fn flag(&mut self, key: &str) -> Result<Option<bool>, Faulty> {
        self.value(key, "`true` or `false`", Value::as_bool)
    }

    fn number(&mut self, key: &str) -> Result<Option<u64>, Faulty> {
        self.value(key, "a number", Value::as_u64)
    }

    fn texts(&mut self, key: &str) -> Result<Vec<String>, Faulty> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        self.value(key, "a list of texts", |value| {
            value.as_array()?.iter().map(text).collect()
        })?
        .ok_or_else(|| self.missing(key))
    }

    /// The value of a key, if the key exists.
    fn value<T>(
        &mut self,
        key: &str,
        wanted: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<T>, Faulty> {
        match self.object.get(key).map(read) {
            None => Ok(None),
            Some(Some(value)) => Ok(Some(value)),
            Some(None) => Err(self.wrong(key, wanted)),
        }
    }

    fn missing(&mut self, key: &str) -> Faulty {
        let message = format!("`{key}` is missing");
        self.complain(self.whole(), &message, "a row of this kind needs it")
    }

    fn wrong(&mut self, key: &str, wanted: &str) -> Faulty {
        let message = format!("`{key}` has a value of the wrong kind");
        self.complain(self.place(key), &message, &format!("expected {wanted}"))
    }

    fn complain(&mut self, span: Span, message: &str, help: &str) -> Faulty {
        self.findings
            .push(Diagnostic::new(codes::BAD_ROW, span, message).with_help(help));
        Faulty
    }

    fn whole(&self) -> Span {
        Span::new(0, self.line.trim_end().len())
    }

    /// The place of a key; the whole row if the key is written with escapes.
    fn place(&self, key: &str) -> Span {
        let quoted = format!("\"{key}\"");
        let is_key = |at: &usize| self.line[at + quoted.len()..].trim_start().starts_with(':');
        self.line
            .match_indices(&quoted)
            .map(|(at, _)| at)
            .find(is_key)
            .map_or(self.whole(), |at| Span::new(at, at + quoted.len()))
    }
}
