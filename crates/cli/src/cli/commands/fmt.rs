//! `ferz fmt`: formats definition files.

use std::io::Write;
use std::path::Path;

use crate::cli::load::{display_name, read_text};
use crate::cli::output::{self, Existing};
use crate::cli::report::{self, Source};
use crate::cli::stop::Stop;
use ferz_designer::authoring::format_toml;
use ferz_designer::snapshot::differences;

/// Format definition files in TOML
///
/// Comments, values and the order of pieces are kept; the order of keys, spaces and quotes are normalized. A file
/// is replaced only when its new text is complete.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 all files are formatted, 1 a file is not formatted (`--check`) or not valid, \
        2 a file cannot be read or written.\n\nExample:\n  ferz fmt mine.toml\n  \
        ferz fmt --check mine.toml"
)]
pub(in crate::cli) struct Args {
    /// Files in TOML (`-` is standard input, which is written to standard output)
    #[arg(required = true)]
    files: Vec<String>,
    /// Only report what would change
    #[arg(long)]
    check: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let mut good = true;
    for path in &args.files {
        let name = display_name(path);
        let text = read_text(path)?;
        let tidy = match format_toml(&text) {
            Ok(tidy) => tidy,
            Err(findings) => {
                report::show(Source { name, text: &text }, &findings);
                good = false;
                continue;
            }
        };
        if args.check {
            if let Some(found) = differences(&text, &tidy) {
                writeln!(out, "{name}: not tidy\n{found}")?;
                good = false;
            }
        } else if path == "-" {
            write!(out, "{tidy}")?;
        } else if tidy != text {
            output::write_file(Path::new(path), tidy.as_bytes(), Existing::Replace)?;
            report::summary(out, &format!("{name}: tidied"))?;
        }
    }
    if good { Ok(()) } else { Err(Stop::Findings) }
}
