//! `ferz schema`: writes the JSON schema of the definition format.

use std::io::Write;

use super::write_json;
use crate::cli::stop::Stop;
#[cfg(not(feature = "schema"))]
use ferz::formats::schema;
#[cfg(feature = "schema")]
use ferz::rules::made_schema as schema;

/// Print the JSON Schema of definition files in TOML
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz schema > variant.schema.json")]
pub(in crate::cli) struct Args {}

pub(in crate::cli) fn run(_: &Args, out: &mut impl Write) -> Result<(), Stop> {
    write_json(out, &schema())
}
