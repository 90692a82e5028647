//! `ferz show`: draws a position.

use std::io::Write;

use crate::cli::args::PositionArgs;
use crate::cli::pictures::PictureArgs;
use crate::cli::stop::Stop;
use crate::cli::{load, losses};
use ferz::formats::{Format, write};
use ferz_designer::render::{BoardStyle, Caption, game_text, position_svg};

/// Draw a position
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  ferz show capablanca --moves b1c3\n  ferz show capablanca --svg start.svg\n  ferz show mine.toml --resolved"
)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Use only letters, without frames and symbols
    #[arg(long)]
    ascii: bool,
    /// Print the definition as TOML instead, with all inherited settings
    #[arg(long, conflicts_with_all = ["ascii", "svg", "png"])]
    resolved: bool,
    #[command(flatten)]
    picture: PictureArgs,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let game = load::game(&args.position)?;
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
    if args.picture.wants_file() {
        let caption = Caption::new(title);
        let svg = |theme: &_| Ok(position_svg(position, None, &caption, theme));
        return args.picture.write(out, svg);
    }
    let style = if args.ascii {
        BoardStyle::Ascii
    } else {
        BoardStyle::Unicode
    };
    writeln!(out, "{title}\n")?;
    write!(out, "{}", game_text(&game, style))?;
    writeln!(out, "FEN: {}", position.to_fen())?;
    Ok(())
}
