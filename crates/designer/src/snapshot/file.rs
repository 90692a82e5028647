//! Snapshot files: a head with the subject and the settings, followed by sections.

use super::section::Settings;
use ferz::source::{Diagnostic, Parse, Span, codes, did_you_mean, without_mark};

/// The first line of every snapshot.
const FIRST: &str =
    "# What the variant does; compare with `ferz snapshot --check`, accept with `--accept`.";

/// The version of the format.
const VERSION: u32 = 1;

/// A snapshot file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The subject, written as `VARIANT` on the command line. Paths are relative to the folder of the
    /// snapshot.
    pub of: String,
    /// The settings with which it was made.
    pub settings: Settings,
    /// The text of the sections.
    pub body: String,
}

impl Snapshot {
    /// The file as text.
    pub fn to_text(&self) -> String {
        let Settings {
            seed,
            positions,
            depth,
            nodes,
        } = self.settings;
        format!(
            "{FIRST}\nsnapshot-format {VERSION}\nof {}\nseed {seed}\npositions {positions}\n\
             depth {depth}\nnodes {nodes}\n\n{}",
            self.of, self.body
        )
    }

    /// Parses the head of a file; the rest is kept as it is.
    ///
    /// # Examples
    /// ```
    /// use ferz_designer::snapshot::{Settings, Snapshot};
    ///
    /// let one = Snapshot {
    ///     of: "chess".to_owned(),
    ///     settings: Settings::default(),
    ///     body: "== chess\n".to_owned(),
    /// };
    /// assert_eq!(Snapshot::read(&one.to_text()).into_result().unwrap(), one);
    /// ```
    pub fn read(text: &str) -> Parse<Snapshot> {
        let mut read = Parse::clean(Snapshot {
            of: String::new(),
            settings: Settings::default(),
            body: String::new(),
        });
        let mut fault = |span: Span, message: String, help: String| {
            let finding = Diagnostic::new(codes::BAD_SNAPSHOT, span, message).with_help(help);
            read.diagnostics.push(finding);
        };
        let snapshot = &mut read.value;
        let text = without_mark(text);
        let mut versioned = false;
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            let line = line.trim();
            if line.is_empty() {
                break;
            }
            let span = Span::new(start, start + line.len());
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let mut number = || {
                let read = value.parse::<u64>();
                if read.is_err() {
                    let message = format!("`{key}` needs a number");
                    fault(
                        span,
                        message,
                        format!("write `{key} 1`, or write the snapshot again"),
                    );
                }
                read.unwrap_or_default()
            };
            match key {
                "#" => {}
                "snapshot-format" => {
                    versioned = true;
                    if number() != u64::from(VERSION) {
                        let message = format!("the only version of the format is {VERSION}");
                        fault(span, message, "write the snapshot again".to_owned());
                    }
                }
                "of" => value.clone_into(&mut snapshot.of),
                "seed" => snapshot.settings.seed = number(),
                "positions" => snapshot.settings.positions = bounded(number()),
                "depth" => snapshot.settings.depth = bounded(number()),
                "nodes" => snapshot.settings.nodes = number(),
                _ => {
                    let known = [
                        "snapshot-format",
                        "of",
                        "seed",
                        "positions",
                        "depth",
                        "nodes",
                    ];
                    let message = format!("`{key}` does not belong to the header of a snapshot");
                    fault(span, message, did_you_mean(key, known));
                }
            }
        }
        if !versioned || snapshot.of.is_empty() {
            let message = "the header of the snapshot is not complete".to_owned();
            let help = "write the lines `snapshot-format 1` and `of VARIANT`".to_owned();
            fault(Span::at(0), message, help);
        }
        text[at..].clone_into(&mut snapshot.body);
        read
    }
}

fn bounded(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
