//! `ferz new`: writes a definition file from a template.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::output::{self, ForceArgs};
use crate::cli::stop::Stop;
use crate::cli::{load, report};
use ferz::formats::{Catalog, Format};
use ferz::source::did_you_mean;
use ferz_designer::authoring::{template, whole_template};

/// Create a definition file
///
/// The new file plays like the built-in variant from which it is made, and its comments explain the next steps. An
/// existing file is overwritten only with `--force`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz new griffon-chess --from chess\n  \
        ferz check griffon-chess.toml")]
pub(in crate::cli) struct Args {
    /// The name of the variant; the file is NAME.toml
    name: String,
    /// Built-in variant to start from
    #[arg(long, value_name = "BUILTIN", default_value = "chess")]
    from: String,
    /// Copy the whole definition instead of inheriting it
    #[arg(long)]
    whole: bool,
    /// Output file instead of NAME.toml; `-` is standard output
    #[arg(long, short, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let catalog = Catalog::builtin();
    let Some(parent) = catalog.get(&args.from) else {
        let hint = did_you_mean(&args.from, catalog.names());
        let from = &args.from;
        return Err(Stop::Usage(format!(
            "no built-in variant is called `{from}`; {hint}"
        )));
    };
    if args.name.contains(['/', '\\']) {
        let hint = "write the path by `--output`";
        return Err(Stop::Usage(format!(
            "`{}` is a path, not a name; {hint}",
            args.name
        )));
    }
    let ending = Path::new(&args.name).extension();
    let is_file = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
    if is_file || args.name.starts_with('-') {
        let hint = "a name like `griffon-chess` gives the file griffon-chess.toml";
        return Err(Stop::Usage(format!(
            "`{}` cannot be a name; {hint}",
            args.name
        )));
    }
    if load::is_builtin(&args.name) {
        let hint = "choose another name, which is unambiguous on the command line";
        return Err(Stop::Usage(format!(
            "`{}` is the name of a built-in; {hint}",
            args.name
        )));
    }
    let text = if args.whole {
        whole_template(&args.name, parent)
    } else {
        template(&args.name, parent)
    };
    let faults = Catalog::read(&text, Format::Toml).into_result().err();
    if let Some(fault) = faults.and_then(|faults| faults.into_iter().next()) {
        // Only the name can be wrong.
        return Err(Stop::Usage(format!("`{}`: {}", args.name, fault.message)));
    }
    let path = match &args.output {
        Some(path) => path.clone(),
        None => PathBuf::from(format!("{}.toml", args.name)),
    };
    output::write_or_print(out, Some(&path), text.as_bytes(), args.force.existing())?;
    if !output::is_standard_output(&path) {
        let shown = path.display();
        let line = format!("{shown}: written; next: `ferz check {shown}`, `ferz show {shown}`");
        report::summary(out, &line)?;
    }
    Ok(())
}
