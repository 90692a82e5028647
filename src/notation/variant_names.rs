//! The names that other programs give to variants in the PGN tag `Variant`.

use super::pgn::Pgn;

/// Names in other programs, in small letters and digits, with ours. Names that differ only in spelling, such
/// as `King of the Hill` or `Racingkings`, need no row.
const NAMES: [(&str, &str); 14] = [
    // Lichess.
    ("standard", "chess"),
    ("fromposition", "chess"),
    ("chess960", "fischerandom"),
    ("threecheck", "3check"),
    // Other servers and informal names.
    ("freestyle", "fischerandom"),
    ("fischerrandom", "fischerandom"),
    ("960", "fischerandom"),
    ("fivecheck", "5check"),
    ("schess", "seirawan"),
    // XBoard.
    ("chu", "chu-shogi"),
    // Cutechess.
    ("aiwok", "ai-wok"),
    ("judkinshogi", "judkins"),
    ("judkinsshogi", "judkins"),
    ("microshogi", "micro"),
];

/// The names under which a variant of a PGN tag may be found, the likeliest first: as written, as listed
/// here, and in the spellings of built-in names.
///
/// ```
/// use ferz::notation::variant_names;
///
/// assert!(variant_names("Three-check").any(|name| name == "3check"));
/// assert!(variant_names("King of the Hill").any(|name| name == "kingofthehill"));
/// assert!(variant_names("Chess960").any(|name| name == "fischerandom"));
/// ```
pub fn variant_names(tag: &str) -> impl Iterator<Item = String> {
    let tag = tag.trim();
    let is_sign = |c: &char| c.is_ascii_alphanumeric();
    let plain: String = tag.to_lowercase().chars().filter(is_sign).collect();
    let listed = |name: &str| NAMES.iter().find(|(theirs, _)| *theirs == name);
    // The suffix for any files is written after the name, as in `S-Chess960`.
    let shuffled = plain.strip_suffix("960").and_then(listed);
    let shuffled = shuffled.map(|(_, ours)| format!("{ours}960"));
    let listed = listed(&plain)
        .map(|(_, ours)| (*ours).to_owned())
        .or(shuffled);
    let words = tag.split(|c: char| c.is_whitespace() || c == '_');
    let kebab = words.map(str::to_lowercase).collect::<Vec<_>>().join("-");
    let (stem, end) = match plain.strip_suffix("960") {
        Some(stem) => (stem, "960"),
        None => (&*plain, ""),
    };
    let without_chess = stem.strip_suffix("chess").filter(|name| !name.is_empty());
    let without_chess = without_chess.map(|name| format!("{name}{end}"));
    let all = std::iter::once(tag.to_owned())
        .chain(listed)
        .chain([plain.clone(), kebab])
        .chain(without_chess);
    // Duplicates are removed, since a lookup may report diagnostics.
    let mut names: Vec<String> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.into_iter()
}

impl Pgn {
    /// The first result of a lookup by the [names](variant_names) of the game's variant.
    pub fn find_variant<T>(&self, find: impl FnMut(&str) -> Option<T>) -> Option<T> {
        let mut find = find;
        variant_names(self.variant_name()).find_map(|name| find(&name))
    }
}
