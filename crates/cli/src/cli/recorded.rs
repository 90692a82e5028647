//! Recorded games: those of PGN files, and the names of their variants.

use std::path::Path;

use super::load::{display_name, is_builtin, read_text, settle};
use super::report;
use super::stop::Stop;
use ferz::definition::VariantDef;
use ferz::game::{Game, Variant};
use ferz::notation::{PgnLimits, Replay, game_texts, read_pgn, variant_names};

/// A game of a PGN file by its number from 1. If the first game is taken, a note names others, with `advice`.
pub(super) fn pgn_game(
    file: &str,
    number: usize,
    variant: &Variant,
    advice: &str,
) -> Result<Game, Stop> {
    let text = read_text(file)?;
    let name = display_name(file);
    let limits = PgnLimits::default();
    let mut games = game_texts([&text], limits).skip(number - 1);
    let Some(chosen) = games.next() else {
        let count = game_texts([&text], limits).count();
        let count = report::number(count, "game");
        return Err(Stop::Usage(format!("{name}: the file has {count}")));
    };
    if number == 1 && games.next().is_some() {
        report::plain_note(&format!("{name} has more games; {advice}"));
    }
    let mut pgn = settle(name, &chosen.text, read_pgn(&chosen.text, limits))?;
    let asked = variant.def().name.split('?').next().unwrap_or_default();
    let is_of = |tag: &str| variant_names(tag).any(|name| name.split('?').next() == Some(asked));
    if let Some(tag) = pgn.tag("Variant").filter(|tag| !is_of(tag)) {
        let message = format!("{name}: a game of `{tag}` is read as one of `{asked}`");
        report::plain_warning(&message);
    }
    let replayed = pgn.replay(variant, Replay::default());
    settle(name, &chosen.text, replayed)?.ok_or(Stop::Findings)
}

/// The name of a variant in records: the argument for a built-in, otherwise the name in the definition with the
/// settings of the argument.
pub(super) fn name_in_records(word: &str, def: &VariantDef) -> String {
    if is_builtin(word) {
        return word.to_owned();
    }
    name_with_settings(word, def)
}

/// The name of a variant without its path, with the settings that the argument chooses.
pub(super) fn name_with_settings(word: &str, def: &VariantDef) -> String {
    let query = word.rsplit_once('?').filter(|_| !Path::new(word).exists());
    let query = query.map_or_else(String::new, |(_, query)| format!("?{query}"));
    let base = def.name.split('?').next().unwrap_or_default();
    format!("{base}{query}")
}
