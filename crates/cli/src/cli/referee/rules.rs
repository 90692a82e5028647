//! A variant with the files that give engines its rules.

use std::path::PathBuf;

use super::held_file::HeldFile;
use crate::cli::load::Loaded;
use crate::cli::recorded::name_with_settings;
use crate::cli::stop::Stop;
use crate::referee::driver::Rules;
use ferz::formats::{Format, write};
use ferz::game::Variant;

/// The rules of a variant for engines, and a file that must exist while they are used, if an engine may need
/// one. `word` is the name on the command line.
pub(in crate::cli) fn engine_rules(
    found: &Loaded,
    variant: Variant,
    word: &str,
    asks_for_file: bool,
) -> Result<(Rules, Option<HeldFile>), Stop> {
    let own_file = found.path().map(|path| {
        let whole = std::fs::canonicalize(path);
        whole.unwrap_or_else(|_| PathBuf::from(path))
    });
    let mut kept = None;
    let ini = match asks_for_file.then(|| write(variant.def(), Format::FairyStockfishIni)) {
        None => Err("no engine reads files".to_owned()),
        Some(Some(export)) if export.is_complete() => {
            let file = HeldFile::new(".ini", export.text.as_bytes())?;
            let path = file.path().to_string_lossy().into_owned();
            kept = Some(file);
            Ok(path)
        }
        _ => Err("its rules cannot be written for Fairy-Stockfish".to_owned()),
    };
    let rules = Rules {
        word: name_with_settings(word, variant.def()),
        variant,
        definition: own_file.map(|path| path.to_string_lossy().into_owned()),
        ini,
    };
    Ok((rules, kept))
}
