//! `ferz variants`: lists the built-in variants.

use std::io::Write;

use serde_json::{Value, json};

use super::write_json;
use crate::cli::stop::Stop;
use crate::protocol::built_in_showings;
use ferz::definition::VariantDef;
use ferz::formats::Catalog;

/// List the built-in variants
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz variants --json")]
pub(in crate::cli) struct Args {
    /// Print JSON: name, title, board, start and source of each
    #[arg(long)]
    json: bool,
    /// Mark the variants that XBoard can show, with a reason for the others
    #[arg(long, conflicts_with = "json")]
    xboard: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    if args.xboard {
        return show_for_xboard(out);
    }
    let catalog = Catalog::builtin();
    let defs = catalog.names().filter_map(|name| catalog.get(name));
    if args.json {
        let list: Vec<Value> = defs.map(described).collect();
        return write_json(out, &Value::Array(list));
    }
    let width = catalog.names().map(str::len).max().unwrap_or(0);
    for def in defs {
        let title = def.title.as_deref().unwrap_or_default();
        writeln!(
            out,
            "{}",
            format!("{:width$}  {title}", def.name).trim_end()
        )?;
    }
    Ok(())
}

/// Lists how well XBoard supports each variant, with the reasons.
fn show_for_xboard(out: &mut impl Write) -> Result<(), Stop> {
    let showings = built_in_showings();
    let width = showings
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    for (name, showing) in showings {
        let mut notes = showing.reasons.clone();
        if showing.is_known {
            notes.push("XBoard has it itself".to_owned());
        } else if showing.name != *name {
            notes.insert(0, format!("as `{}`", showing.name));
        }
        let line = format!(
            "{name:width$}  {:8}  {}",
            showing.level.as_str(),
            notes.join("; ")
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn described(def: &VariantDef) -> Value {
    json!({
        "name": def.name,
        "title": def.title,
        "inherits": def.parent,
        "files": def.shape.files(),
        "ranks": def.shape.ranks(),
        "pieces": def.pieces.len(),
        "start": def.start,
        "source": def.source,
    })
}
