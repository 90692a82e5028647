//! `ferz show`: draws a position.

use std::io::Write;

use crate::cli::args::PositionArgs;
use crate::cli::pictures::PictureArgs;
use crate::cli::stop::Stop;
use crate::cli::{load, losses, recorded};
use ferz::formats::{Format, write};
use ferz::state::Color;
use ferz_designer::render::{BoardStyle, BoardView, Caption, game_svgs, game_text, position_svg};

/// Draw a position, or a game as an animated picture
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    ferz show capablanca --moves b1c3\n  \
    ferz show capablanca --svg start.svg\n  \
    ferz show chess --pgn game.pgn --animate -o game.png\n  \
    ferz show mine.toml --resolved")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Play the first game of a PGN file (`-` is standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    pgn: Option<String>,
    /// Draw the board from Black's side
    #[arg(long)]
    flip: bool,
    /// Use only letters, without frames and symbols
    #[arg(long)]
    ascii: bool,
    /// Print the definition as TOML instead, with all inherited settings
    #[arg(long, conflicts_with_all = ["ascii", "flip", "svg", "png"])]
    resolved: bool,
    #[command(flatten)]
    picture: PictureArgs,
    /// Make the PNG an animation of the game that repeats, with a picture for each position
    #[arg(long, conflicts_with_all = ["ascii", "resolved", "svg"])]
    animate: bool,
    /// Seconds for which an animation shows each position, the last one four times as long
    #[arg(long, value_name = "SECONDS", value_parser = delay, default_value = "1", requires = "animate")]
    delay: f32,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let mut game = load::game(&args.position)?;
    if let Some(file) = &args.pgn {
        let variant = game.position().variant();
        game = recorded::pgn_game(file, 1, variant, "the first one is drawn")?;
    }
    let below = if args.flip {
        Color::Black
    } else {
        Color::White
    };
    let position = game.position();
    let def = position.variant().def();
    if args.resolved {
        let export = write(def, Format::Toml).unwrap_or_default();
        out.write_all(export.text.as_bytes())?;
        losses::show(&def.name, Format::Toml, &export.losses);
        return if export.is_complete() {
            Ok(())
        } else {
            Err(Stop::Findings)
        };
    }
    let title = def.title.as_ref().unwrap_or(&def.name);
    if args.animate {
        let svgs = |theme: &_| game_svgs(&game, below, title, theme);
        return args.picture.animate(out, args.delay, svgs);
    }
    if args.picture.wants_file() {
        let caption = Caption::new(title);
        let svg = |theme: &_| Ok(position_svg(position, below, None, &caption, theme));
        return args.picture.write(out, svg);
    }
    let style = if args.ascii {
        BoardStyle::Ascii
    } else {
        BoardStyle::Unicode
    };
    let view = BoardView {
        flipped: args.flip,
        ..style.into()
    };
    writeln!(out, "{title}\n")?;
    write!(out, "{}", game_text(&game, &view))?;
    writeln!(out, "FEN: {}", position.to_fen())?;
    Ok(())
}

fn delay(word: &str) -> Result<f32, String> {
    match word.parse::<f32>() {
        Ok(seconds) if (0.05..=15.0).contains(&seconds) => Ok(seconds),
        _ => Err("write a number of seconds between 0.05 and 15".to_owned()),
    }
}
