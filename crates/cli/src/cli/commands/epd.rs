//! `ferz epd`: checks and solves EPD positions.

use std::io::{BufRead, BufReader, Read, Write};

use serde_json::{Value, json};

use crate::cli::load::{display_name, open, unreadable};
use crate::cli::named_variants::{NamedVariantArgs, NamedVariants};
use crate::cli::report::{in_line, number, place, wanted};
use crate::cli::stop::Stop;
use crate::cli::thinking::{ThinkingArgs, score_words};
use crate::cli::work::{budget, steps_for_more};
use ferz::game::{Game, Position, Strategy, claimed_perft};
use ferz::notation::{Epd, EpdVerdict, read_epd};
use ferz::search::{Limits, Score, SearchOptions, SearchResult, Searcher};
use ferz::source::budget::unbounded;
use ferz::source::{Diagnostic, Severity, Span, codes, printable};

/// The maximum length of a line, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The size of the transposition table, in MiB: searches are short.
const TABLE: usize = 16;

/// Check EPD files; the engine can solve their positions
///
/// Each line is a position with operations: best moves (`bm`), moves to avoid (`am`), mate in N moves (`dm`),
/// perft counts (`D1 20;`) and the variant. Moves must be legal and counts correct. With --nodes, --depth or
/// --time the engine solves the positions. The last line is a summary.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz epd puzzles.epd\n  ferz epd puzzles.epd --nodes 100000")]
pub(in crate::cli) struct Args {
    /// EPD files; `-` is standard input
    #[arg(required = true)]
    files: Vec<String>,
    #[command(flatten)]
    variants: NamedVariantArgs,
    #[command(flatten)]
    thinking: ThinkingArgs,
    /// Skip perft counts above this number; the summary counts them
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    leaves: u64,
    /// Print JSON: an object for each line, and one with the totals
    #[arg(long)]
    json: bool,
}

/// The totals of a run.
#[derive(Debug, Default)]
struct Totals {
    positions: usize,
    errors: usize,
    warnings: usize,
    counts: usize,
    passed_over: usize,
    questions: usize,
    solved: usize,
}

/// A line of a file, with its findings.
struct Row<'a> {
    file: &'a str,
    line: usize,
    text: &'a str,
    findings: Vec<Diagnostic>,
    answer: Option<Answer>,
}

/// The engine's answer to a line.
struct Answer {
    /// The move, with its score from White's point of view.
    words: String,
    is_right: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let mut check = Check {
        variants: NamedVariants::new(&args.variants)?,
        thinking: args.thinking,
        limits: args.thinking.asked(),
        most_leaves: args.leaves,
        searcher: None,
        totals: Totals::default(),
    };
    for path in &args.files {
        let file = display_name(path);
        let mut source = BufReader::new(open(path)?);
        let mut bytes = Vec::new();
        let (budget, mut done) = (budget(), 0);
        for line in 1.. {
            bytes.clear();
            let read = (&mut source)
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut bytes);
            let length = read.map_err(|error| unreadable(path, &error))?;
            if length == 0 {
                break;
            }
            if length as u64 == LONGEST_LINE {
                let message = format!("{file}:{line}: a line has at most {LONGEST_LINE} bytes");
                return Err(Stop::Usage(message));
            }
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_end();
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            budget.add(steps_for_more(done + length) - steps_for_more(done));
            done += length;
            let row = budget.run(|| check.row(file, line, text))?;
            if args.json {
                writeln!(out, "{}", row.json())?;
            } else {
                out.write_all(row.words().as_bytes())?;
            }
        }
    }
    let totals = &check.totals;
    if args.json {
        writeln!(out, "{}", totals.json())?;
    } else {
        writeln!(out, "{}", totals.words())?;
    }
    if totals.errors > 0 || totals.solved < totals.questions {
        Err(Stop::Findings)
    } else {
        Ok(())
    }
}

struct Check {
    variants: NamedVariants,
    thinking: ThinkingArgs,
    /// The limits of the engine, if it is used.
    limits: Option<Limits>,
    most_leaves: u64,
    searcher: Option<Searcher>,
    totals: Totals,
}

impl Check {
    fn row<'a>(&mut self, file: &'a str, line: usize, text: &'a str) -> Row<'a> {
        let read = read_epd(text);
        let mut row = Row {
            file,
            line,
            text,
            findings: read.diagnostics,
            answer: None,
        };
        self.totals.positions += 1;
        self.look_at(&read.value, &mut row);
        for finding in &row.findings {
            match finding.severity {
                Severity::Error => self.totals.errors += 1,
                Severity::Warning => self.totals.warnings += 1,
                Severity::Note => {}
            }
        }
        row
    }

    fn look_at(&mut self, epd: &Epd, row: &mut Row<'_>) {
        if row.findings.iter().any(Diagnostic::is_error) {
            return;
        }
        let Some(found) = self.variants.find(epd.variant_name()) else {
            let word = epd
                .operation("variant")
                .and_then(|named| named.operands.first());
            let place = word.map_or(Span::default(), |operand| operand.word.span);
            let message = format!("unknown variant `{}`", epd.variant_name());
            let finding = Diagnostic::new(codes::RECORD_VARIANT, place, message);
            row.findings
                .push(finding.with_help("name it by `--definitions FILE` or `--variant VARIANT`"));
            return;
        };
        let read = epd.position(&found.variant);
        let is_wrong = read.has_errors();
        row.findings.extend(read.diagnostics);
        if is_wrong {
            return;
        }
        let position = read.value;
        row.findings.extend(epd.check(&position));
        self.count(epd, &position, row);
        if let Some(limits) = self.limits.clone() {
            row.answer = self.answer(epd, position, limits);
        }
    }

    /// Checks the perft counts.
    fn count(&mut self, epd: &Epd, position: &Position, row: &mut Row<'_>) {
        for (depth, expected) in epd.counts() {
            if expected > self.most_leaves {
                self.totals.passed_over += 1;
                continue;
            }
            self.totals.counts += 1;
            let name = format!("D{depth}");
            let place = epd
                .operation(&name)
                .map_or(Span::default(), |operation| operation.name.span);
            match claimed_perft(position, depth, Strategy::Fastest, expected) {
                Ok(leaves) if leaves == expected => {}
                Ok(leaves) => {
                    let message = format!("{name} is {leaves}, not {expected}");
                    row.findings
                        .push(Diagnostic::new(codes::EPD_COUNT, place, message));
                }
                Err(finding) => row.findings.push(finding.collapsed(place)),
            }
        }
    }

    /// The engine's move, if the line has a best move, a move to avoid or a mate.
    fn answer(&mut self, epd: &Epd, position: Position, limits: Limits) -> Option<Answer> {
        let mate = epd
            .number("dm")
            .map(|moves| i32::try_from(moves).unwrap_or(i32::MAX));
        let names_moves = epd.operation("bm").is_some() || epd.operation("am").is_some();
        if !names_moves && mate.is_none() {
            return None;
        }
        let game = Game::new(position);
        let thinking = self.thinking;
        let searcher = self.searcher_of(&game);
        searcher.clear();
        let found = unbounded(|| thinking.search(searcher, &game, &limits));
        let position = game.position();
        let is_right = match (found.best(), names_moves) {
            (Some(mv), true) => epd.judge(position, mv) == EpdVerdict::Right,
            (_, false) => true,
            (None, true) => false,
        };
        let finds_mate =
            |most| matches!(found.score(), Some(Score::Mate(moves)) if (1..=most).contains(&moves));
        let answer = Answer {
            words: words_of(position, &found),
            is_right: is_right && mate.is_none_or(finds_mate),
        };
        self.totals.questions += 1;
        self.totals.solved += usize::from(answer.is_right);
        Some(answer)
    }

    fn searcher_of(&mut self, game: &Game) -> &mut Searcher {
        let variant = game.position().variant();
        let fits = |searcher: &Searcher| std::ptr::eq(searcher.variant().def(), variant.def());
        let kept = self.searcher.take().filter(fits);
        self.searcher.insert(kept.unwrap_or_else(|| {
            let options = SearchOptions {
                table_mib: TABLE,
                ..SearchOptions::default()
            };
            Searcher::new(variant, options)
        }))
    }
}

/// A move with its score, such as `Qxf7# (White wins in 1)`.
fn words_of(position: &Position, found: &SearchResult) -> String {
    match (found.best(), found.score()) {
        (Some(mv), Some(score)) => {
            format!(
                "{} ({})",
                position.san(mv),
                score_words(score, position.turn())
            )
        }
        (Some(mv), None) => position.san(mv),
        (None, _) => "no move".to_owned(),
    }
}

impl Row<'_> {
    fn column(&self, span: Span) -> usize {
        place(self.text, span).1
    }

    /// A line for each finding, and a line for a wrong answer.
    fn words(&self) -> String {
        let findings = wanted(&self.findings);
        let mut words: String = findings
            .map(|finding| in_line(self.file, (self.line, self.column(finding.span)), finding))
            .collect();
        if let Some(answer) = self.answer.as_ref().filter(|answer| !answer.is_right) {
            let text = format!("{}:{}: played {}", self.file, self.line, answer.words);
            words.push_str(&printable(&text));
            words.push('\n');
        }
        words
    }

    fn json(&self) -> Value {
        let finding = |one: &Diagnostic| {
            json!({
                "column": self.column(one.span),
                "severity": one.severity.as_str(),
                "code": one.code.as_str(),
                "message": one.message,
                "help": one.help,
            })
        };
        let mut value = json!({
            "file": self.file,
            "line": self.line,
            "findings": wanted(&self.findings).map(finding).collect::<Vec<Value>>(),
        });
        if let Some(answer) = &self.answer {
            value["played"] = json!(answer.words);
            value["right"] = json!(answer.is_right);
        }
        value
    }
}

impl Totals {
    fn words(&self) -> String {
        let mut parts = vec![
            number(self.positions, "position"),
            number(self.errors, "error"),
            number(self.warnings, "warning"),
        ];
        if self.counts > 0 {
            parts.push(format!("{} compared", number(self.counts, "count")));
        }
        if self.passed_over > 0 {
            parts.push(format!("{} passed over", number(self.passed_over, "count")));
        }
        if self.questions > 0 {
            parts.push(format!("{} of {} solved", self.solved, self.questions));
        }
        parts.join(", ")
    }

    fn json(&self) -> Value {
        json!({
            "positions": self.positions,
            "errors": self.errors,
            "warnings": self.warnings,
            "counts": self.counts,
            "counts_passed_over": self.passed_over,
            "questions": self.questions,
            "solved": self.solved,
        })
    }
}
