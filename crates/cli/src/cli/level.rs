//! Levels of the engine, by number or name.

use ferz::search::LEVELS;

/// Reads a level from 0 to 20, or its name.
pub(super) fn read(text: &str) -> Result<u8, String> {
    let named = LEVELS.iter().find(|(name, _)| *name == text);
    let numbered = text.parse().ok().filter(|level| *level <= 20);
    named.map(|(_, level)| *level).or(numbered).ok_or_else(|| {
        let names: Vec<&str> = LEVELS.iter().map(|(name, _)| *name).collect();
        format!(
            "expected a number from 0 to 20, or one of {}",
            names.join(", ")
        )
    })
}

/// The number of a level, and its name if it has one.
pub(super) fn text(level: u8) -> String {
    match LEVELS.iter().find(|(_, number)| *number == level) {
        Some((name, _)) => format!("{level} ({name})"),
        None => level.to_string(),
    }
}
