//! Reads the games of files and processes them on several threads, with results in the order of the games.

use std::borrow::Cow;
use std::io::{ErrorKind, IsTerminal, Read};
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::cli::load::{display_name, open, unreadable};
use crate::cli::named_variants::{NamedVariant, NamedVariantArgs, NamedVariants};
use crate::cli::report;
use crate::cli::stop::Stop;
use ferz::game::Game;
use ferz::notation::{GameSplitter, GameText, Pgn, PgnLimits, Replay, read_pgn};
use ferz::source::{Diagnostic, Span, codes, printable};

/// The number of bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// The number of games in a batch, and the limit of their bytes.
const BATCH: usize = 512;
const BATCH_BYTES: usize = 8 << 20;

/// Which games.
#[derive(Debug, clap::Args)]
pub(super) struct InputArgs {
    /// PGN files; `-` is standard input
    #[arg(required = true)]
    files: Vec<String>,
    #[command(flatten)]
    variants: NamedVariantArgs,
    /// Limit of a game (`E0613`): `bytes=N` of text (default 1048576), `depth=N` of nested variations (default
    /// 64), `findings=N` to report (default 100); may be repeated
    #[arg(long = "limit", value_name = "WHAT=N", value_parser = limit)]
    limits: Vec<Limit>,
    /// Number of threads; by default one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: u16,
}

impl InputArgs {
    /// Whether all games are read as one variant, whatever their tags are.
    pub(super) fn gives_variant(&self) -> bool {
        self.variants.gives_one()
    }
}

/// A limit with its value.
#[derive(Clone, Copy, Debug)]
enum Limit {
    Bytes(usize),
    Depth(usize),
    Findings(usize),
}

fn limit(text: &str) -> Result<Limit, String> {
    let (what, most) = text.split_once('=').ok_or("write WHAT=N")?;
    let most = most
        .parse()
        .map_err(|_| format!("`{most}` is not a number"))?;
    match what {
        "bytes" => Ok(Limit::Bytes(most)),
        "depth" => Ok(Limit::Depth(most)),
        "findings" => Ok(Limit::Findings(most)),
        _ => Err("the limits are `bytes`, `depth` and `findings`".to_owned()),
    }
}

impl InputArgs {
    fn limits(&self) -> PgnLimits {
        let mut limits = PgnLimits::default();
        for limit in &self.limits {
            match *limit {
                Limit::Bytes(most) => limits.game_bytes = most,
                Limit::Depth(most) => limits.variation_depth = most,
                Limit::Findings(most) => limits.findings = most,
            }
        }
        limits
    }
}

/// A game of a file.
#[derive(Debug)]
pub(super) struct FileGame {
    /// The name of the file.
    file: Arc<str>,
    /// The number of the game in the file, from 1.
    number: usize,
    pub(super) text: GameText,
    pub(super) pgn: Pgn,
    /// `None` if the variant is unknown, which is a finding.
    pub(super) found: Option<NamedVariant>,
    pub(super) findings: Vec<Diagnostic>,
}

impl FileGame {
    fn new(
        file: Arc<str>,
        number: usize,
        text: GameText,
        limits: PgnLimits,
        variants: &NamedVariants,
    ) -> FileGame {
        // The splitter has already limited the length.
        let limits = PgnLimits {
            game_bytes: usize::MAX,
            ..limits
        };
        let read = read_pgn(&text.text, limits);
        let (pgn, mut findings) = (read.value, read.diagnostics);
        if text.omitted > 0 {
            let message = format!("{} bytes of the game are omitted", text.omitted);
            let place = Span::at(text.text.len());
            let finding = Diagnostic::new(codes::PGN_LIMIT, place, message);
            findings.push(finding.with_help("`--limit bytes=N` reads more"));
        }
        if text.is_latin1 {
            let message = "the game is not in UTF-8; it was read as Latin-1";
            findings.insert(
                0,
                Diagnostic::new(codes::PGN_ENCODING, Span::at(0), message),
            );
        }
        let found = variants.find(pgn.variant_name());
        if found.is_none() {
            let place = pgn.tag_word("Variant").map(|word| word.span);
            let message = format!("unknown variant `{}`", pgn.variant_name());
            let place = place.unwrap_or_default();
            let finding = Diagnostic::new(codes::RECORD_VARIANT, place, message);
            findings.push(finding.with_help(
                "the game is kept as text; name the variant by `--definitions FILE` or `--variant VARIANT`",
            ));
        }
        FileGame {
            file,
            number,
            text,
            pgn,
            found,
            findings,
        }
    }

    /// Replays the game, if its variant is known, and stores the findings.
    pub(super) fn replay(&mut self, replay: Replay) -> Option<Game> {
        let found = self.found.as_ref()?;
        let played = self.pgn.replay(&found.variant, replay);
        self.findings.extend(played.diagnostics);
        played.value
    }

    /// Whether the game has errors.
    pub(super) fn has_errors(&self) -> bool {
        self.findings.iter().any(Diagnostic::is_error)
    }

    /// The findings that are reported.
    pub(super) fn wanted(&self) -> impl Iterator<Item = &Diagnostic> {
        let mut findings: Vec<&Diagnostic> = report::wanted(&self.findings).collect();
        findings.sort_by_key(|finding| finding.span);
        findings.into_iter()
    }

    /// The line and the column of a place in the file, from 1.
    fn place(&self, span: Span) -> (usize, usize) {
        let (line, column) = report::place(&self.text.text, span);
        (self.text.line + line - 1, column)
    }

    /// The findings, one per line: `FILE:LINE:COLUMN: error[E0602]: …`.
    pub(super) fn report(&self) -> String {
        let lines = self
            .wanted()
            .map(|finding| report::in_line(&self.file, self.place(finding.span), finding));
        lines.collect()
    }

    /// The findings as JSON.
    pub(super) fn report_json(&self) -> Vec<Value> {
        let described = |finding: &Diagnostic| {
            let (line, column) = self.place(finding.span);
            json!({
                "file": &*self.file,
                "game": self.number,
                "line": line,
                "column": column,
                "severity": finding.severity.as_str(),
                "code": finding.code.as_str(),
                "message": finding.message,
                "help": finding.help,
            })
        };
        self.wanted().map(described).collect()
    }
}

/// Whether to continue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Go {
    On,
    Stop,
}

/// Processes all games by `work` on several threads, and passes the results to `take` in the order of the
/// games.
pub(super) fn for_each<T: Send>(
    args: &InputArgs,
    work: impl Fn(FileGame) -> T + Sync,
    mut take: impl FnMut(T) -> Result<Go, Stop>,
) -> Result<(), Stop> {
    let (limits, variants) = (args.limits(), NamedVariants::new(&args.variants)?);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads as usize)
        .build()
        .map_err(|error| Stop::Usage(format!("{} threads: {error}", args.threads)))?;
    for path in &args.files {
        let file: Arc<str> = Arc::from(display_name(path));
        let mut source = Source::open(path, limits)?;
        let mut number = 0;
        loop {
            let batch = source.batch()?;
            if batch.is_empty() {
                break;
            }
            let first = number + 1;
            number += batch.len();
            let done: Vec<T> = pool.install(|| {
                let games = batch.into_par_iter().enumerate();
                let read = games.map(|(index, text)| {
                    FileGame::new(Arc::clone(&file), first + index, text, limits, &variants)
                });
                read.map(&work).collect()
            });
            for result in done {
                if take(result)? == Go::Stop {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// A text of a file for output; on a terminal, control characters are replaced.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    if std::io::stdout().is_terminal() {
        printable(text)
    } else {
        Cow::Borrowed(text)
    }
}

/// A file, or standard input, as a stream of games.
struct Source {
    path: String,
    reader: Box<dyn Read>,
    splitter: GameSplitter,
    buffer: Vec<u8>,
    is_at_end: bool,
}

impl Source {
    fn open(path: &str, limits: PgnLimits) -> Result<Source, Stop> {
        Ok(Source {
            path: path.to_owned(),
            reader: open(path)?,
            splitter: GameSplitter::new(limits),
            buffer: vec![0; CHUNK],
            is_at_end: false,
        })
    }

    /// The next games; empty at the end.
    fn batch(&mut self) -> Result<Vec<GameText>, Stop> {
        let mut batch = Vec::new();
        let mut bytes = 0;
        while batch.len() < BATCH && bytes < BATCH_BYTES {
            if let Some(game) = self.splitter.next_game() {
                bytes += game.text.len();
                batch.push(game);
                continue;
            }
            if self.is_at_end {
                break;
            }
            match self.reader.read(&mut self.buffer) {
                Ok(0) => {
                    self.splitter.finish();
                    self.is_at_end = true;
                }
                Ok(length) => self.splitter.feed(&self.buffer[..length]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(unreadable(&self.path, &error)),
            }
        }
        Ok(batch)
    }
}
