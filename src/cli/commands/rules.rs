//! `ferz rules`: the rules of a game as a page.

use std::io::Write;
use std::path::PathBuf;

use crate::cli::args::VariantArgs;
use crate::cli::load;
use crate::cli::output::{self, ForceArgs, NamedBy};
use crate::cli::stop::Stop;
use crate::handbook::{Pictures, pictures, rules_page};
use crate::render::{BoardStyle, Theme};

/// Print the rules of a game in words and pictures, as Markdown
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz rules knightmate\n  mkdir pictures\n  \
        ferz rules capablanca --svg pictures > pictures/rules.md")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// Write the pictures as SVG files to a folder, and link to them
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
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
            let files: Vec<(PathBuf, Vec<u8>)> = pictures(&variant, &Theme::light())
                .into_iter()
                .map(|(name, svg)| (folder.join(name), svg.into_bytes()))
                .collect();
            output::write_files(&files, NamedBy::Program, args.force.existing())?;
            Pictures::Files
        }
    };
    out.write_all(rules_page(&variant, how).as_bytes())?;
    Ok(())
}
