//! `ferz play`: an interactive game in the terminal.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::args::PositionArgs;
use crate::cli::evaluation::EvalArgs;
use crate::cli::output::{ForceArgs, NamedBy, Place};
use crate::cli::playing::{ClockSetting, GameLoop, Players, Settings, clock_setting};
use crate::cli::stop::Stop;
use crate::cli::thinking::ThinkingArgs;
use crate::cli::{level, load, recorded};
use ferz::state::Color;
use ferz_designer::render::BoardStyle;

/// Play a game in the terminal, against the engine or between two people
///
/// Type a move as its squares, in standard algebraic notation, or as its number in the list of moves; `help` lists
/// the other commands. See docs/play.md.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  ferz play chess\n  ferz play crazyhouse --black human --white engine --level club\n  \
        ferz play amazons --two --clock 5+3 --save game.pgn"
)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Who plays White; by default the human, if White moves first
    #[arg(long, value_name = "WHO")]
    white: Option<Who>,
    /// Who plays Black; by default the engine, if White moves first
    #[arg(long, value_name = "WHO")]
    black: Option<Who>,
    /// Let two people play
    #[arg(long, conflicts_with_all = ["white", "black", "engine_only"])]
    two: bool,
    /// Let the engine play against itself
    #[arg(long, conflicts_with_all = ["white", "black"])]
    engine_only: bool,
    /// Strength of the engine: 0 to 20, or beginner, novice, casual, club, strong, expert, master, full
    #[arg(long, value_name = "LEVEL", default_value = "full", value_parser = level::read)]
    level: u8,
    #[command(flatten)]
    thinking: ThinkingArgs,
    #[command(flatten)]
    evaluation: EvalArgs,
    /// Clock of each side: minutes, and seconds that are added after each move, such as `5+3`
    #[arg(long, value_name = "MIN+SEC", value_parser = clock_setting)]
    clock: Option<ClockSetting>,
    /// Maximum length of a game with `--engine-only`, in plies
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_plies: usize,
    /// Write the finished game to this file, as PGN if the name ends in `.pgn`, otherwise as a record
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    /// Use only letters, without frames and symbols
    #[arg(long)]
    ascii: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Who {
    Human,
    Engine,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let game = load::game(&args.position)?;
    if let Some(path) = &args.save {
        // An unusable file is reported before the game.
        Place::new(path, NamedBy::User, args.force.existing())?;
    }
    let word = &args.position.variant.variant;
    let def = game.position().variant().def();
    let evaluation = args.evaluation.evaluation(def, word)?;
    let settings = Settings {
        name: recorded::name_in_records(word, def),
        players: args.players(game.position().turn()),
        level: args.level,
        thinking: args.thinking,
        evaluation,
        clock: args.clock,
        style: if args.ascii {
            BoardStyle::Ascii
        } else {
            BoardStyle::Unicode
        },
        file: args.save.clone(),
        existing: args.force.existing(),
        longest: args.max_plies,
    };
    GameLoop::new(game, settings, out).run()
}

impl Args {
    fn players(&self, first: Color) -> Players {
        if self.two || self.engine_only {
            return Players {
                humans: [self.two; 2],
            };
        }
        // A side without a given player gets the opposite of the other side; by default a human plays first.
        let is_human = |side: Color, who: Option<Who>, other: Option<Who>| match (who, other) {
            (Some(who), _) => who == Who::Human,
            (None, Some(other)) => other == Who::Engine,
            (None, None) => side == first,
        };
        Players {
            humans: [
                is_human(Color::White, self.white, self.black),
                is_human(Color::Black, self.black, self.white),
            ],
        }
    }
}
