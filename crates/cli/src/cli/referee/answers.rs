//! A cache of a teacher's scores, as JSON with one line per position.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::rows::read_lines;
use crate::cli::load;
use crate::cli::output::{Existing, GrowingFile};
use crate::cli::stop::Stop;

/// The scores of a teacher for a variant, with the file that stores them.
#[derive(Debug)]
pub(in crate::cli) struct Answers {
    /// The description of the teacher, and the hash of the definition.
    asked: [String; 2],
    /// White's score by FEN.
    known: BTreeMap<String, i32>,
    file: Option<GrowingFile>,
}

impl Answers {
    /// Creates or continues a file. Without a file nothing is stored.
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
            Stop::Usage(format!("{name}: line {line} is not an answer of a teacher"))
        })?;
        for (asked, fen, score) in lines {
            if asked == answers.asked {
                answers.known.insert(fen, score);
            }
        }
        answers.file = Some(GrowingFile::go_on(path, whole as u64)?);
        Ok(answers)
    }

    /// The score of a position.
    pub(super) fn get(&self, fen: &str) -> Option<i32> {
        self.known.get(fen).copied()
    }

    /// Stores the score of a position.
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

/// The teacher and the definition of a line, its position and its score.
fn read(line: &str) -> Option<([String; 2], String, i32)> {
    let value: Value = serde_json::from_str(line).ok()?;
    let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
    let score = i32::try_from(value.get("score")?.as_i64()?).ok()?;
    let asked = [text("teacher")?, text("definition")?];
    Some((asked, text("fen")?, score))
}
