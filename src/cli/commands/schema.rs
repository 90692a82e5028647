//! `ferz schema`: writes the JSON schema of the definition format.

use std::io::Write;

use super::write_json;
use crate::cli::stop::Stop;
#[cfg(not(feature = "schema"))]
use crate::definition::schema;
#[cfg(feature = "schema")]
use crate::{definition::made_schema, rules::settings_of_rules};

/// Print the JSON Schema of definition files in TOML
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz schema > variant.schema.json")]
pub(in crate::cli) struct Args {}

pub(in crate::cli) fn run(_: &Args, out: &mut impl Write) -> Result<(), Stop> {
    #[cfg(feature = "schema")]
    let schema = || made_schema(settings_of_rules());
    write_json(out, &schema())
}
