//! `ferz variants`: the built-ins.

use std::io::Write;

use serde_json::{Value, json};

use super::write_json;
use crate::cli::stop::Stop;
use crate::definition::{Catalog, VariantDef};

/// List the built-in variants
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz variants --json")]
pub(in crate::cli) struct Args {
    /// Print JSON: name, title, board, start and source of each
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
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
