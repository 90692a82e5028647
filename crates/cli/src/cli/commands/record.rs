//! `ferz record`: writes a game as text.

use std::io::Write;

use clap::ValueEnum;

use crate::cli::args::PositionArgs;
use crate::cli::stop::Stop;
use crate::cli::{load, recorded};
use ferz::notation::write_record;
use ferz::state::Color;

/// Write a game as a record: variant, moves, result and reason
///
/// `ferz replay` reads the record.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz record chess --moves f2f3,e7e5,g2g4,d8h4")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Side that resigns
    #[arg(long, value_name = "SIDE", conflicts_with = "agree")]
    resign: Option<Side>,
    /// Side that loses on time
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["agree", "resign"])]
    time_forfeit: Option<Side>,
    /// White's share of the point, if the players agree on a result
    #[arg(long, value_name = "SHARE")]
    agree: Option<f64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
}

impl Side {
    const fn color(self) -> Color {
        match self {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let mut game = load::game(&args.position)?;
    let decided = [
        ("--resign", args.resign.is_some()),
        ("--time-forfeit", args.time_forfeit.is_some()),
        ("--agree", args.agree.is_some()),
    ];
    if let Some((option, _)) = decided.into_iter().find(|(_, is_given)| *is_given) {
        // A draw that nobody has claimed does not end the game.
        game.waive_claims();
        if let Some(reason) = game.outcome().reason() {
            let reason = reason.as_str();
            let message = format!("{option}: the game is already over by {reason}");
            return Err(Stop::Usage(message));
        }
    }
    if let Some(side) = args.resign {
        game.resign(side.color());
    }
    if let Some(side) = args.time_forfeit {
        game.forfeit_on_time(side.color());
    }
    if let Some(share) = args.agree {
        game.agree(share)
            .map_err(|error| Stop::Usage(format!("--agree {share}: {error}")))?;
    }
    let word = &args.position.variant.variant;
    let name = recorded::name_in_records(word, game.position().variant().def());
    write!(out, "{}", write_record(&game, &name))?;
    Ok(())
}
