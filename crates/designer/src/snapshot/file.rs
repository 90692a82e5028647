//! Snapshot files: a head with the subject and the settings, followed by sections or lines of a summary.

use super::section::Settings;
use ferz::source::{Diagnostic, Parse, Span, codes, did_you_mean, without_mark};

/// The first line of every snapshot.
const FIRST: &str =
    "# What the variant does; compare with `ferz snapshot --check`, accept with `--accept`.";

/// The first line of every summary.
const FIRST_OF_SUMMARY: &str =
    "# A line for each variant; compare with `ferz snapshot --check`, accept with `--accept`.";

/// The version of the format.
const VERSION: u32 = 1;

/// A snapshot file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The subject, and with it the form of the body.
    pub of: Subject,
    /// The settings with which it was made.
    pub settings: Settings,
    /// The text of the sections or lines.
    pub body: String,
}

/// The subject of a snapshot, written as on the command line. Paths are relative to the folder of the snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A variant or a file of variants; the body has a section for each.
    Of(String),
    /// Variants, files and folders; the body is a summary, with a line for each variant.
    SummaryOf(Vec<String>),
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
        let (first, of) = match &self.of {
            Subject::Of(of) => (FIRST, format!("of {of}\n")),
            Subject::SummaryOf(targets) => {
                let lines = targets
                    .iter()
                    .map(|target| format!("summary-of {target}\n"));
                (FIRST_OF_SUMMARY, lines.collect())
            }
        };
        format!(
            "{first}\nsnapshot-format {VERSION}\n{of}seed {seed}\npositions {positions}\n\
             depth {depth}\nnodes {nodes}\n\n{}",
            self.body
        )
    }

    /// Parses the head of a file; the rest is kept as it is.
    ///
    /// # Examples
    /// ```
    /// use ferz_designer::snapshot::{Settings, Snapshot, Subject};
    ///
    /// let one = Snapshot {
    ///     of: Subject::Of("chess".to_owned()),
    ///     settings: Settings::default(),
    ///     body: "== chess\n".to_owned(),
    /// };
    /// assert_eq!(Snapshot::read(&one.to_text()).into_result().unwrap(), one);
    /// ```
    pub fn read(text: &str) -> Parse<Snapshot> {
        let mut read = Parse::clean(Snapshot {
            of: Subject::SummaryOf(Vec::new()),
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
        let (mut of, mut summary_of) = (None, Vec::new());
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
                "of" if !value.is_empty() => of = Some(value.to_owned()),
                "summary-of" if !value.is_empty() => summary_of.push(value.to_owned()),
                "of" | "summary-of" => {
                    let message = format!("`{key}` needs a variant");
                    fault(span, message, format!("write `{key} VARIANT`"));
                }
                "seed" => snapshot.settings.seed = number(),
                "positions" => snapshot.settings.positions = bounded(number()),
                "depth" => snapshot.settings.depth = bounded(number()),
                "nodes" => snapshot.settings.nodes = number(),
                _ => {
                    let known = [
                        "snapshot-format",
                        "of",
                        "summary-of",
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
        if !versioned || of.is_some() != summary_of.is_empty() {
            let message = "the header of the snapshot is not complete".to_owned();
            let help = "write `snapshot-format 1`, and either `of VARIANT` or `summary-of VARIANT`";
            fault(Span::at(0), message, help.to_owned());
        }
        snapshot.of = of.map_or(Subject::SummaryOf(summary_of), Subject::Of);
        text[at..].clone_into(&mut snapshot.body);
        read
    }
}

fn bounded(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
