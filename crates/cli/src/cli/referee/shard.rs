//! Parts of a run.

use crate::cli::stop::Stop;
use crate::referee::Shard;

/// Parses `PART/PARTS`.
pub(in crate::cli) fn shard(text: &str) -> Result<Shard, Stop> {
    let wrong = || Stop::Usage(format!("`--shard {text}`: write PART/PARTS, such as `1/4`"));
    let (part, parts) = text.split_once('/').ok_or_else(wrong)?;
    match (part.parse(), parts.parse()) {
        (Ok(part), Ok(parts)) if part > 0 && part <= parts => Ok(Shard { part, parts }),
        _ => Err(wrong()),
    }
}
