//! `ferz pgn filter`: selects games and prints them unchanged.

use std::io::{self, Write};

use super::games::{FileGame, Go, InputArgs, for_each, shown};
use crate::cli::report::{self, Source};
use crate::cli::stop::Stop;
use ferz::game::Game;
use ferz::notation::{Claims, MoveStyle, Pgn, Replay, Variations, endings, is_written_result};
use ferz::source::{Diagnostic, codes, did_you_mean};

/// Print the games that meet all conditions, unchanged
///
/// Moves are played only for the options that need it (`--reaches`, `--ending`).
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  ferz pgn filter games.pgn --tag White~carlsen --result 1-0 --min-elo 2500"
)]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// A tag with this value, or with `~` a tag that contains this text, ignoring case; may be repeated
    #[arg(long = "tag", value_name = "NAME=VALUE|NAME~TEXT", value_parser = tag)]
    tags: Vec<TagRule>,
    /// A player of either side whose name contains this text, ignoring case
    #[arg(long, value_name = "TEXT")]
    player: Option<String>,
    /// The result: `1-0`, `0-1`, `1/2-1/2`, `*`
    #[arg(long, value_parser = result)]
    result: Option<String>,
    /// The variant, by its name in Ferz
    #[arg(long, value_name = "NAME")]
    only_variant: Option<String>,
    /// At least this many plies
    #[arg(long, value_name = "N")]
    min_plies: Option<usize>,
    /// At most this many plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// Both players have at least this rating
    #[arg(long, value_name = "N")]
    min_elo: Option<u32>,
    /// The game reaches this position, ignoring clocks
    #[arg(long, value_name = "FEN")]
    reaches: Option<String>,
    /// The reason of the end: `checkmate`, `stalemate`, `repetition`, `resignation`, `time-forfeit`, `agreement`,
    /// `unsaid` and others
    #[arg(long, value_name = "REASON")]
    ending: Option<String>,
    /// Print the games that do not meet all conditions
    #[arg(long)]
    invert: bool,
    /// Stop after this many games
    #[arg(long, value_name = "N")]
    first: Option<usize>,
    /// Print only the number of games
    #[arg(long)]
    count: bool,
}

/// A condition on a tag.
#[derive(Clone, Debug)]
struct TagRule {
    name: String,
    value: String,
    is_part: bool,
}

fn tag(text: &str) -> Result<TagRule, String> {
    let at = text.find(['=', '~']);
    let at = at
        .filter(|at| *at > 0)
        .ok_or("write NAME=VALUE or NAME~TEXT")?;
    let is_part = text[at..].starts_with('~');
    let value = &text[at + 1..];
    Ok(TagRule {
        name: text[..at].to_owned(),
        value: if is_part {
            value.to_lowercase()
        } else {
            value.to_owned()
        },
        is_part,
    })
}

/// A result: `*`, or the points of both sides.
fn result(text: &str) -> Result<String, String> {
    if is_written_result(text) {
        Ok(text.to_owned())
    } else {
        Err("write `1-0`, `0-1`, `1/2-1/2` or `*`".to_owned())
    }
}

/// The result for a game.
struct FilteredGame {
    is_wanted: bool,
    text: String,
    report: String,
    has_errors: bool,
    fen: Option<Fen>,
}

/// Whether the FEN of the command line is valid in the variant, or its findings.
type Fen = Result<(), Vec<Diagnostic>>;

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let mut count = 0;
    let mut has_errors = false;
    let most = args.first.unwrap_or(usize::MAX);
    let mut fen: Option<Fen> = None;
    let take = |game: FilteredGame| {
        // The FEN needs to be valid in only one of the variants.
        if let Some(read) = game.fen.filter(|_| !matches!(fen, Some(Ok(())))) {
            fen = Some(read);
        }
        if count >= most {
            return Ok(Go::Stop);
        }
        // Standard error may be closed.
        let _ = io::stderr().lock().write_all(game.report.as_bytes());
        has_errors |= game.has_errors;
        if game.is_wanted {
            if !args.count {
                if count > 0 {
                    writeln!(out)?;
                }
                writeln!(out, "{}", shown(game.text.trim_end()))?;
            }
            count += 1;
        }
        Ok(Go::On)
    };
    for_each(&args.input, |game| sift(args, game), take)?;
    if args.count {
        writeln!(out, "{count}")?;
    }
    // Definitions have reasons of their own, so an unknown word is no error.
    if let Some(ending) = args.ending.as_deref().filter(|_| count == 0)
        && !endings().any(|known| known == ending)
    {
        report::plain_warning(&format!(
            "no game ended by `{ending}`: {}",
            did_you_mean(ending, endings())
        ));
    }
    if let (Some(Err(findings)), Some(text)) = (fen, &args.reaches) {
        let name = "<fen>";
        report::show(Source { name, text }, &findings);
        return Err(Stop::Findings);
    }
    if has_errors {
        Err(Stop::Findings)
    } else {
        Ok(())
    }
}

fn sift(args: &Args, mut file_game: FileGame) -> FilteredGame {
    let (mut is_wanted, mut fen) = (by_text(args, &file_game), None);
    let is_played = args.reaches.is_some() || args.ending.is_some();
    let mut findings = std::mem::take(&mut file_game.findings);
    // Findings about the moves are reported only if the moves are examined.
    if is_wanted && is_played {
        file_game.findings = findings;
        let game = file_game.replay(Replay {
            variations: Variations::Skipped,
            style: MoveStyle::Unchanged,
            claims: Claims::Believed,
        });
        let judged = game.map(|game| by_moves(args, &file_game.pgn, &game));
        (is_wanted, fen) = judged.unwrap_or((false, None));
    } else {
        // A truncated text must be reported.
        findings.retain(|finding| finding.code == codes::PGN_LIMIT);
        file_game.findings = findings;
    }
    FilteredGame {
        is_wanted: is_wanted != args.invert,
        report: file_game.report(),
        has_errors: file_game.has_errors(),
        text: file_game.text.text,
        fen,
    }
}

fn by_text(args: &Args, game: &FileGame) -> bool {
    let pgn = &game.pgn;
    let contains = |name: &str, text: &str| {
        let value = pgn.tag(name);
        value.is_some_and(|value| value.to_lowercase().contains(text))
    };
    let fits = |rule: &TagRule| {
        if rule.is_part {
            contains(&rule.name, &rule.value)
        } else {
            pgn.tag(&rule.name) == Some(&rule.value)
        }
    };
    let result = pgn.result.as_ref().map(|word| word.text.as_str());
    let result = result.or(pgn.tag("Result")).unwrap_or("*");
    let has_elo = |name: &str, least: u32| {
        let elo = pgn
            .tag(name)
            .and_then(|value| value.trim().parse::<u32>().ok());
        elo.is_some_and(|elo| elo >= least)
    };
    let plies = pgn.line.moves.len();
    let name = game.found.as_ref().map(|found| found.name.as_str());
    args.tags.iter().all(fits)
        && args.player.as_ref().is_none_or(|player| {
            let player = player.to_lowercase();
            contains("White", &player) || contains("Black", &player)
        })
        && args.result.as_ref().is_none_or(|wanted| wanted == result)
        && args
            .only_variant
            .as_ref()
            .is_none_or(|wanted| Some(wanted.as_str()) == name)
        && args.min_plies.is_none_or(|least| plies >= least)
        && args.max_plies.is_none_or(|most| plies <= most)
        && args
            .min_elo
            .is_none_or(|least| has_elo("WhiteElo", least) && has_elo("BlackElo", least))
}

/// Whether the moves match, and the findings about the FEN in this variant.
fn by_moves(args: &Args, pgn: &Pgn, game: &Game) -> (bool, Option<Fen>) {
    let ends = args.ending.as_ref();
    let ends = ends.is_none_or(|ending| *ending == pgn.ending(game));
    let Some(fen) = &args.reaches else {
        return (ends, None);
    };
    match game.position().variant().parse_fen(fen) {
        Ok(wanted) => (ends && reaches(game, wanted.hash()), Some(Ok(()))),
        Err(findings) => (false, Some(Err(findings))),
    }
}

fn reaches(game: &Game, key: u64) -> bool {
    let mut position = game.beginning();
    position.hash() == key
        || game.moves().any(|mv| {
            position = position.play_unchecked(mv);
            position.hash() == key
        })
}
