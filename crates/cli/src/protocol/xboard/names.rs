//! Variant names in XBoard, and the selection of offered variants.

use std::sync::OnceLock;

use super::showing::{Showing, VariantSource};
use crate::protocol::library::Library;
use ferz::formats::Catalog;
use ferz::game::Variant;
use ferz::source::budget::unbounded;

/// The display of each built-in in XBoard, in the order of the built-ins.
pub fn built_in_showings() -> &'static [(&'static str, Showing)] {
    static SHOWINGS: OnceLock<Vec<(&'static str, Showing)>> = OnceLock::new();
    let all = || {
        let catalog = Catalog::builtin();
        let showing = |name: &'static str| {
            let showing = Showing::of_known(name).or_else(|| {
                let variant = Variant::compile(catalog.get(name)?).ok()?;
                Some(Showing::of(&variant, name, VariantSource::BuiltIn))
            })?;
            Some((name, showing))
        };
        catalog.names().filter_map(showing).collect()
    };
    SHOWINGS.get_or_init(|| unbounded(all))
}

/// The names of the offered variants: `normal` first, then those of files.
pub(super) fn offered(library: &Library, all: bool) -> Vec<String> {
    let mut names = vec!["normal".to_owned()];
    let of_own = library.of_own().filter_map(|def| {
        let variant = Variant::compile(def).ok()?;
        let showing = Showing::of(&variant, &def.name, VariantSource::File);
        (all || showing.is_offered()).then_some(showing.name)
    });
    let built_in = built_in_showings().iter();
    let built_in = built_in.filter(|(_, showing)| all || showing.is_offered());
    let built_in = built_in.map(|(_, showing)| showing.name.clone());
    for name in of_own.chain(built_in) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The name in this program of a variant that XBoard knows by `name`.
pub(super) fn own_name(library: &Library, name: &str) -> String {
    let own = library.of_own().map(|def| def.name.as_str());
    shown_as(own.chain(Catalog::builtin().names()), name)
        .unwrap_or(name)
        .to_owned()
}

/// The known variant that XBoard calls `name`.
pub(crate) fn shown_as<'n>(
    mut known: impl Iterator<Item = &'n str>,
    name: &str,
) -> Option<&'n str> {
    known.find(|known| *known == name || free_name(known) == name)
}

/// Names that XBoard recognizes anywhere within a name.
const ANYWHERE: [&str; 13] = [
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
];

/// Names that XBoard recognizes at the beginning of a name, unless a letter follows.
const IN_FRONT: [&str; 24] = [
    "shogi",
    "chu",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
    "elven",
    "unknown",
];

/// A name that XBoard does not mistake for another variant: the name itself if possible.
pub(super) fn free_name(name: &str) -> String {
    let mut free = name.to_owned();
    let lower = name.to_ascii_lowercase();
    let in_front = |taken: &str| {
        let rest = lower.strip_prefix(taken);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphabetic()))
    };
    let is_number = |at: usize| lower[at + 1..].starts_with(|next: char| next.is_ascii_digit());
    let is_wild = lower.match_indices('w').any(|(at, _)| is_number(at));
    let is_taken = name == "normal" || IN_FRONT.iter().any(|taken| in_front(taken)) || is_wild;
    if is_taken {
        free = format!("ferz-{name}");
    }
    for taken in ANYWHERE.iter().chain(&["960", "frc"]) {
        while let Some(at) = free.to_ascii_lowercase().find(taken) {
            free.insert(at + 1, '_');
        }
    }
    if is_wild {
        free = free.replace('w', "w_");
    }
    free
}
