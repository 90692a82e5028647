//! `ferz analyze`: analyzes a position or a game.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::write_json;
use crate::cli::args::PositionArgs;
use crate::cli::evaluation::EvalArgs;
use crate::cli::game_analysis::{self, Judged};
use crate::cli::stop::Stop;
use crate::cli::thinking::{self, ThinkingArgs, line_words, score_words};
use crate::cli::{load, recorded};
use ferz::game::{Game, Position};
use ferz::search::{Bound, Line, Score, SearchOptions, Searcher};
use ferz::state::Color;

/// The default times for a position, and for each position of a game.
const USUAL_TIME: Duration = Duration::from_secs(3);
const USUAL_TIME_IN_GAME: Duration = Duration::from_millis(500);

/// The maximum number of listed mistakes.
const WORST: usize = 5;

/// The minimum loss of a listed mistake, in centipawns.
const SLIP: u32 = 50;

/// Show the best lines of a position, or judge the moves of a game
///
/// Scores are from White's view, in units of the smallest material value, usually a pawn. For a game it prints the
/// score after each move, the loss of each move, and the worst moves.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  ferz analyze chess --fen '6k1/5ppp/8/8/8/8/8/K3R3 w' --lines 2 --depth 4\n  \
        ferz analyze chess --game game.pgn --time 0.2"
)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Record or PGN file of a game to judge; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "lines"])]
    game: Option<String>,
    /// Number of the game in the file
    #[arg(long, value_name = "N", default_value_t = 1, requires = "game", value_parser = from_one)]
    number: usize,
    /// Number of lines to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=100))]
    lines: u8,
    #[command(flatten)]
    thinking: ThinkingArgs,
    #[command(flatten)]
    evaluation: EvalArgs,
    /// Print JSON, which also contains moves as squares
    #[arg(long)]
    json: bool,
}

fn from_one(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "games are numbered from 1".to_owned())
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    match &args.game {
        None => judge_position(args, &load::game(&args.position)?, out),
        Some(file) => judge_game(args, file, out),
    }
}

fn judge_position(args: &Args, game: &Game, out: &mut impl Write) -> Result<(), Stop> {
    let position = game.position();
    let word = &args.position.variant.variant;
    let options = SearchOptions {
        lines: usize::from(args.lines),
        evaluation: args.evaluation.evaluation(position.variant().def(), word)?,
        ..SearchOptions::default()
    };
    let mut searcher = Searcher::new(position.variant(), options);
    let began = Instant::now();
    let limits = args.thinking.limits(USUAL_TIME);
    let found = args.thinking.search(&mut searcher, game, &limits);
    if args.json {
        let lines: Vec<Value> = found
            .lines
            .iter()
            .enumerate()
            .map(|(index, line)| line_json(position, index + 1, line))
            .collect();
        let answer = json!({
            "fen": position.to_fen(),
            "outcome": super::moves::outcome(game.outcome()),
            "depth": found.lines.first().map_or(0, |line| line.depth),
            "nodes": found.nodes,
            "lines": lines,
        });
        return write_json(out, &answer);
    }
    if let Some(words) = thinking::end_words(game) {
        writeln!(out, "{words}")?;
        return Ok(());
    }
    for (index, line) in found.lines.iter().enumerate() {
        let bound = bound_words(line.bound);
        let score = score_words(line.score, position.turn());
        let moves = line_words(position, &line.moves);
        let (depth, deepest) = (line.depth, line.selective_depth);
        writeln!(
            out,
            "{}. {bound}{score}, depth {depth} to {deepest}: {moves}",
            index + 1
        )?;
    }
    let seconds = began.elapsed().as_secs_f64();
    writeln!(out, "{} nodes in {seconds:.1} s", found.nodes)?;
    Ok(())
}

const fn bound_words(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => "at least ",
        Bound::Upper => "at most ",
    }
}

fn line_json(position: &Position, rank: usize, line: &Line) -> Value {
    let mut at = position.clone();
    let mut texts = Vec::new();
    let mut sans = Vec::new();
    for mv in &line.moves {
        texts.push(at.move_text(mv));
        sans.push(at.san(mv));
        at = at.play_unchecked(mv);
    }
    let bound = match line.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    json!({
        "rank": rank,
        "depth": line.depth,
        "selective_depth": line.selective_depth,
        "score": score_json(line.score, position.turn()),
        "bound": bound,
        "moves": texts,
        "san": sans,
    })
}

/// A score from White's point of view: `cp` in centipawns, or `mate` in moves.
fn score_json(score: Score, mover: Color) -> Value {
    let sign = if mover == Color::White { 1 } else { -1 };
    match score {
        Score::Units(units) => json!({ "cp": sign * units }),
        Score::Mate(moves) => json!({ "mate": sign * moves }),
    }
}

fn judge_game(args: &Args, file: &str, out: &mut impl Write) -> Result<(), Stop> {
    let beginning = load::game(&args.position)?;
    let variant = beginning.position().variant().clone();
    let word = &args.position.variant.variant;
    let options = SearchOptions {
        evaluation: args.evaluation.evaluation(variant.def(), word)?,
        ..SearchOptions::default()
    };
    let game = recorded::pgn_game(file, args.number, &variant, "select one by `--number`")?;
    let mut judged = Vec::new();
    if !args.json {
        writeln!(out, "{:<16} {:>14} {:>7}  best", "move", "score", "loss")?;
    }
    let usual = USUAL_TIME_IN_GAME;
    game_analysis::judge(&game, args.thinking, usual, options, &mut |one| {
        if !args.json {
            write_row(&one, out)?;
            out.flush()?;
        }
        judged.push(one);
        Ok(())
    })?;
    let mean = |color: Color| game_analysis::mean_loss(&judged, color);
    if args.json {
        let moves: Vec<Value> = judged.iter().map(move_json).collect();
        let answer = json!({
            "fen": game.position().to_fen(),
            "outcome": super::moves::outcome(game.outcome()),
            "moves": moves,
            "mean_loss": { "white": mean(Color::White), "black": mean(Color::Black) },
        });
        return write_json(out, &answer);
    }
    writeln!(out)?;
    if let Some(words) = thinking::end_words(&game) {
        writeln!(out, "{words}")?;
    }
    for color in Color::ALL {
        if let Some(loss) = mean(color) {
            writeln!(out, "{} lost {:.2} a move", color.name(), loss / 100.0)?;
        }
    }
    let worst = game_analysis::worst(&judged, WORST, SLIP);
    if !worst.is_empty() {
        writeln!(out, "The worst moves:")?;
    }
    for one in worst {
        let best = one.best.as_ref().map_or("", |best| best.san.as_str());
        writeln!(
            out,
            "  {}: {} instead of {} with {best}, loss {:.2}",
            one.name(),
            one.after_words(),
            score_words(one.before, one.mover),
            f64::from(one.loss) / 100.0
        )?;
    }
    Ok(())
}

fn write_row(one: &Judged, out: &mut impl Write) -> Result<(), Stop> {
    let loss = f64::from(one.loss) / 100.0;
    let best = one.best.as_ref().filter(|_| one.loss > 0);
    let best = best.map_or("", |best| best.san.as_str());
    let row = format!(
        "{:<16} {:>14} {loss:>7.2}  {best}",
        one.name(),
        one.after_words()
    );
    writeln!(out, "{}", row.trim_end())?;
    Ok(())
}

fn move_json(one: &Judged) -> Value {
    json!({
        "number": one.number,
        "side": one.mover.name().to_lowercase(),
        "move": one.played.text,
        "san": one.played.san,
        "score": one.after.map(|(score, mover)| score_json(score, mover)),
        "depth": one.depth,
        "loss": one.loss,
        "best": one.best.as_ref().map(|best| best.text.as_str()),
        "best_san": one.best.as_ref().map(|best| best.san.as_str()),
        "best_score": score_json(one.before, one.mover),
    })
}
