//! What a teacher has said, as JSON, one line a position, so that nobody has to ask again.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::rows::read_lines;
use crate::cli::load;
use crate::cli::output::{Existing, GrowingFile};
use crate::cli::stop::Stop;

/// The answers of one teacher about one variant, and the file that they are kept in.
#[derive(Debug)]
pub(in crate::cli) struct Answers {
    /// The description of the teacher, and the hash of the definition.
    asked: [String; 2],
    /// By the text of the position: its score for White.
    known: BTreeMap<String, i32>,
    file: Option<GrowingFile>,
}

impl Answers {
    /// Begins a file, or goes on with one that is there. Without a file nothing is kept.
    pub(in crate::cli) fn open(
        path: Option<&Path>,
        teacher: &str,
        definition: String,
    ) -> Result<Answers, Stop> {
        let mut answers = Answers {
            asked: [teacher.to_owned(), definition],
            known: BTreeMap::new(),
            file: None,
        };
        let Some(path) = path else {
            return Ok(answers);
        };
        if !path.exists() {
            answers.file = Some(GrowingFile::begin(path, Existing::Refuse)?);
            return Ok(answers);
        }
        let name = path.to_string_lossy();
        let text = load::read_text(&name)?;
        let (lines, whole) = read_lines(&text, read).map_err(|line| {
            Stop::Usage(format!("{name}: line {line} is no answer of a teacher"))
        })?;
        for (asked, fen, score) in lines {
            if asked == answers.asked {
                answers.known.insert(fen, score);
            }
        }
        answers.file = Some(GrowingFile::go_on(path, whole as u64)?);
        Ok(answers)
    }

    /// What it has said of a position.
    pub(super) fn get(&self, fen: &str) -> Option<i32> {
        self.known.get(fen).copied()
    }

    /// Keeps what it says of a position.
    pub(super) fn keep(&mut self, fen: String, score: i32) -> Result<(), Stop> {
        if let Some(file) = &mut self.file {
            let [teacher, definition] = &self.asked;
            let line = json!({
                "teacher": teacher,
                "definition": definition,
                "fen": fen,
                "score": score,
            });
            file.add(&format!("{line}\n"))?;
        }
        self.known.insert(fen, score);
        Ok(())
    }
}

/// Who was asked about which definition, the position, and what was said.
fn read(line: &str) -> Option<([String; 2], String, i32)> {
    let value: Value = serde_json::from_str(line).ok()?;
    let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
    let score = i32::try_from(value.get("score")?.as_i64()?).ok()?;
    let asked = [text("teacher")?, text("definition")?];
    Some((asked, text("fen")?, score))
}
