//! `ferz rules`: the rules of a variant as a page, and the library of rules.

use std::io::Write;
use std::path::PathBuf;

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::write_json;
use crate::cli::args::VariantArgs;
use crate::cli::load;
use crate::cli::output::{self, ForceArgs, NamedBy};
use crate::cli::stop::Stop;
use ferz::formats::rule_library;
use ferz_designer::handbook::{Pictures, pictures, rules_page};
use ferz_designer::render::{BoardStyle, Theme};

/// Print the rules of a game as Markdown, or list the library of rules
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz rules knightmate\n  mkdir pictures\n  \
        ferz rules capablanca --svg pictures > pictures/rules.md\n  ferz rules --library")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    variant: Option<VariantArgs>,
    /// List the rules that a definition can use by name with `rules.use`, including those of FILE; `ferz explain
    /// NAME` explains a rule, and `ferz explain FILE#NAME` a rule of FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["variant", "format", "svg", "force", "ascii"])]
    #[expect(clippy::option_option, reason = "the option with and without a file")]
    library: Option<Option<String>>,
    /// Write the pictures as SVG files to this folder, and link to them
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    /// Use only letters in text pictures, without frames and symbols
    #[arg(long)]
    ascii: bool,
    /// List the library as JSON: name, title, source and summary of each rule
    #[arg(long, requires = "library")]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    if let Some(file) = &args.library {
        return list(file.as_deref(), args.json, out);
    }
    let Some(variant) = &args.variant else {
        let message = "name a variant, or write `--library` for the library of rules";
        return Err(Stop::Usage(message.to_owned()));
    };
    if args.json {
        // Clap does not check the requirements of an option if an argument that conflicts with it
        // is given.
        let message = "`--json` lists the library of rules: add `--library`";
        return Err(Stop::Usage(message.to_owned()));
    }
    let variant = load::variant(variant)?;
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

/// Lists the library of rules, and the rules of a file.
fn list(file: Option<&str>, as_json: bool, out: &mut impl Write) -> Result<(), Stop> {
    let own = match file {
        Some(file) => load::rules_of_file(file, None)?,
        None => IndexMap::new(),
    };
    let all = || rule_library().iter().chain(&own);
    if as_json {
        let rows = all().map(|(name, entry)| {
            json!({ "name": name, "title": entry.title, "source": entry.source, "words": entry.summary })
        });
        return write_json(out, &rows.collect::<Value>());
    }
    let width = all().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, entry) in all() {
        writeln!(out, "{name:width$}  {}", entry.title)?;
    }
    Ok(())
}
