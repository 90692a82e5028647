//! `ferz convert`: converts a variant to another format.

use std::io::Write;
use std::path::PathBuf;

use serde_json::json;

use super::write_json;
use crate::cli::args::{VariantArgs, formats};
use crate::cli::output::{self, ForceArgs};
use crate::cli::stop::Stop;
use crate::cli::{load, losses};
use ferz::formats::{Format, write};

/// Write a variant in another format
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Losses are listed on standard error, each with its place in the definition.\n\
        Exit codes: 0 no losses, 1 losses or errors in the variant, 2 a missing file or name, or an \
        existing output file.\n\nExample:\n  ferz convert falcon --to fairy-max"
)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// Format to write
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: Format,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    /// Succeed even if something is lost
    #[arg(long)]
    allow_loss: bool,
    /// Print JSON: the text and the losses
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let loaded = load::definition(&args.variant)?;
    loaded.judge()?;
    let Some(export) = write(&loaded.def, args.to) else {
        let message = format!("the format `{}` cannot be written", args.to);
        return Err(Stop::Usage(message));
    };
    let n_unread = loaded.show_findings();
    if args.json {
        let answer = json!({
            "variant": loaded.def.name,
            "format": args.to.as_str(),
            "text": export.text,
            "losses": losses::to_json(&export.losses),
        });
        write_json(out, &answer)?;
    } else {
        let (path, existing) = (args.output.as_deref(), args.force.existing());
        output::write_or_print(out, path, export.text.as_bytes(), existing)?;
        losses::show(&loaded.def.name, args.to, &export.losses);
    }
    let n_lost = n_unread + export.losses.len();
    if n_lost > 0 && !args.allow_loss {
        return Err(Stop::Findings);
    }
    Ok(())
}
