//! `ferz replay`: replays a recorded game.

use std::io::Write;

use serde_json::json;

use super::write_json;
use crate::cli::args::VariantArgs;
use crate::cli::load;
use crate::cli::stop::Stop;
use ferz::game::Outcome;
use ferz::notation::{read_record, read_record_of, result_text};
use ferz_designer::render::{BoardStyle, game_text};

/// Read a record, check its moves and result, and show the final position
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz record chess --moves f2f3,e7e5,g2g4,d8h4 | ferz replay -")]
pub(in crate::cli) struct Args {
    /// The record; `-` is standard input
    file: String,
    /// The variant, if it differs from the one in the record; a record by itself can only name built-in variants
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// Use only letters, without frames and symbols
    #[arg(long)]
    ascii: bool,
    /// Print JSON: the final position, the number of moves and the outcome
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let text = load::read_text(&args.file)?;
    let read = if let Some(variant) = &args.variant {
        let variant = load::variant(&VariantArgs::named(variant))?;
        read_record_of(&text, &variant)
    } else {
        let mut stop = None;
        // Names in records must not open other files.
        let read = read_record(&text, |name| {
            let variant = load::builtin_variant(name).filter(|_| stop.is_none())?;
            variant.map_err(|error| stop = Some(error)).ok()
        });
        if let Some(stop) = stop {
            return Err(stop);
        }
        read
    };
    let game = load::settle(load::display_name(&args.file), &text, read)?;
    let game = game.ok_or(Stop::Findings)?;
    let (position, outcome) = (game.position(), game.outcome());
    if args.json {
        let answer = json!({
            "fen": position.to_fen(),
            "moves": game.moves().len(),
            "outcome": super::moves::outcome(outcome),
        });
        return write_json(out, &answer);
    }
    let style = if args.ascii {
        BoardStyle::Ascii
    } else {
        BoardStyle::Unicode
    };
    write!(out, "{}", game_text(&game, &style.into()))?;
    writeln!(out, "FEN: {}", position.to_fen())?;
    match outcome {
        Outcome::Ongoing => writeln!(
            out,
            "The game is not over after {} moves",
            game.moves().len()
        )?,
        Outcome::Ended { reason, .. } => writeln!(
            out,
            "Result: {} after {} moves, {reason}",
            result_text(&outcome),
            game.moves().len()
        )?,
    }
    Ok(())
}
