//! `ferz rules`: the rules of a game as a page.

use std::io::Write;
use std::path::PathBuf;

use crate::cli::args::VariantArgs;
use crate::cli::load;
use crate::cli::stop::Stop;
use crate::handbook::{Pictures, pictures, rules_page};
use crate::render::{BoardStyle, Theme};

/// Print the rules of a game in words and pictures, as Markdown
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  ferz rules knightmate\n  ferz rules capablanca --svg pictures > pictures/rules.md"
)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// Write the pictures as SVG files to a folder, and link to them
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Use letters only in pictures of text, no frames and symbols
    #[arg(long)]
    ascii: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let variant = load::variant(&args.variant)?;
    let style = if args.ascii {
        BoardStyle::Ascii
    } else {
        BoardStyle::Unicode
    };
    let how = match &args.svg {
        None => Pictures::Text(style),
        Some(folder) => {
            let fault = |path: &PathBuf, error: std::io::Error| {
                Stop::Usage(format!("{}: {error}", path.display()))
            };
            std::fs::create_dir_all(folder).map_err(|error| fault(folder, error))?;
            for (name, svg) in pictures(&variant, &Theme::light()) {
                let path = folder.join(name);
                std::fs::write(&path, svg).map_err(|error| fault(&path, error))?;
            }
            Pictures::Files
        }
    };
    out.write_all(rules_page(&variant, how).as_bytes())?;
    Ok(())
}
