//! Drops and gating in words.

use super::words::{
    capitalized, list, one_of, plural, several, spaced, squares_in_words, with_capital,
    zone_in_words,
};
use ferz::definition::{DropRules, Enclosing, PieceId};
use ferz::game::Variant;
use ferz::geometry::{SquareSet, Zone};
use ferz::state::Role;

/// The way in which pieces from the hand enter the board.
pub(super) enum Entry {
    /// Drops, which are separate moves.
    Drop,
    /// Gating: the piece enters on the square that a moving piece leaves.
    Gate,
}

impl Entry {
    /// The verbs, such as `may be dropped`, `drops` and `are never dropped`.
    const fn verbs(&self) -> [&'static str; 3] {
        match self {
            Entry::Drop => ["may be dropped", "drops", "are never dropped"],
            Entry::Gate => ["may come in", "brings in", "never come in"],
        }
    }
}

/// A kind of piece in hand, with the squares on which each side may put it.
struct InHand<'a> {
    name: &'a str,
    places: [SquareSet; 2],
    is_free: bool,
    /// Whether its own movement determines its squares.
    places_itself: bool,
}

/// The kinds that can be in hand, which are not forms of others.
fn kinds<'a>(variant: &'a Variant, drops: &DropRules) -> Vec<InHand<'a>> {
    let (compiled, forms) = (variant.compiled_rules(), &variant.def().forms);
    let pieces = variant.def().numbered().zip(&drops.regions);
    // Royal pieces are never captured into a hand, but can start there.
    let waits = |role: Role| {
        let start = variant.start();
        let mut hands = start.setup().hands.iter();
        hands.any(|hand| hand.count(role) > 0)
    };
    let is_known = |id: PieceId| !compiled.is_royal(id.into()) || waits(id.into());
    let pieces = pieces.filter(|((id, ..), _)| !forms.is_derived(*id) && is_known(*id));
    let kinds = pieces.map(|((id, name, _), sets)| InHand {
        name,
        // With a limit of 0 pieces on a file, the kind can never be dropped.
        places: if drops.no_doubled == Some((id, 0)) {
            [SquareSet::new(), SquareSet::new()]
        } else {
            sets.clone()
        },
        is_free: drops.free.contains(id),
        places_itself: compiled.places_itself(id.into()),
    });
    kinds.collect()
}

impl InHand<'_> {
    /// Whether each side can put it anywhere.
    fn sides(&self) -> [bool; 2] {
        let is_put = |places: &SquareSet| self.places_itself || !places.is_empty();
        [is_put(&self.places[0]), is_put(&self.places[1])]
    }
}

/// The side that can put any of the kinds, if the other cannot.
fn only_side(kinds: &[InHand<'_>]) -> Option<&'static str> {
    let does = |side: usize| kinds.iter().any(|kind| kind.sides()[side]);
    match [does(0), does(1)] {
        [true, false] => Some("White"),
        [false, true] => Some("Black"),
        _ => None,
    }
}

/// The sentences on the squares where pieces enter the board.
pub(super) fn place_words(
    variant: &Variant,
    drops: &DropRules,
    entry: &Entry,
    said: &mut Vec<String>,
) {
    let shape = variant.shape();
    let kinds = kinds(variant, drops);
    let [may, does, never] = entry.verbs();
    let everywhere = Zone::everywhere(shape);
    let mut places: Vec<(Zone, Vec<String>)> = Vec::new();
    for kind in &kinds {
        let [white, black] = kind.places.clone();
        let place = Zone::of_sides(white, black);
        if place == everywhere || kind.places_itself {
            continue;
        }
        match places.iter_mut().find(|(known, _)| *known == place) {
            Some((_, names)) => names.push(several(kind.name)),
            None => places.push((place, vec![several(kind.name)])),
        }
    }
    let is_named = kinds
        .iter()
        .filter(|kind| kind.sides() != [false; 2])
        .count()
        < 2;
    for (place, names) in places {
        let names = list(&names, "and");
        let [white, black] = place.sides();
        let (side, squares) = match [white.is_empty(), black.is_empty()] {
            [true, true] if is_named => continue,
            [true, true] => {
                said.push(format!("{} {never}.", capitalized(&names)));
                continue;
            }
            [false, false] => {
                let squares = zone_in_words(shape, &place);
                said.push(format!("{} {may} only on {squares}.", capitalized(&names)));
                continue;
            }
            [false, true] => ("White", white),
            [true, false] => ("Black", black),
        };
        let is_all = shape.squares().all(|square| squares.contains(square));
        let squares = squares_in_words(shape, squares);
        match (only_side(&kinds), is_all) {
            (Some(_), true) => {}
            (Some(_), false) => {
                said.push(format!("{} {may} only on {squares}.", capitalized(&names)));
            }
            (None, true) => said.push(format!("Only {side} {does} {names}.")),
            (None, false) => {
                said.push(format!(
                    "Only {side} {does} {names}, and only on {squares}."
                ));
            }
        }
    }
}

/// The pieces that can enter: `a new piece`, or `a pawn from the hand`.
pub(super) fn what_comes(variant: &Variant, drops: &DropRules) -> String {
    let mut kinds = kinds(variant, drops);
    kinds.retain(|kind| kind.sides() != [false; 2]);
    let name = match kinds.as_slice() {
        [one] => spaced(one.name),
        _ => "piece".to_owned(),
    };
    let held: Vec<String> = (kinds.iter())
        .filter(|kind| !kind.is_free)
        .map(|kind| spaced(kind.name))
        .collect();
    if held.len() == kinds.len() {
        return format!("{} from the hand", one_of(&name));
    }
    if held.is_empty() {
        return format!("a new {name}");
    }
    let held = one_of(&list(&held, "or"));
    format!("a new {name}, or {held} from the hand,")
}

/// The sentences on drops, if the variant has drops.
pub(super) fn drop_words(variant: &Variant, drops: &DropRules, said: &mut Vec<String>) {
    if !drops.allowed {
        return;
    }
    let shape = variant.shape();
    let all = kinds(variant, drops);
    if all.iter().all(|kind| kind.sides() == [false; 2]) {
        said.push("No piece is ever dropped.".to_owned());
        return;
    }
    said.push(format!(
        "Instead of moving, {} may put {} on an empty square.",
        only_side(&all).unwrap_or("a player"),
        what_comes(variant, drops)
    ));
    place_words(variant, drops, &Entry::Drop, said);
    let is_dropped = |id: PieceId| {
        let name = variant.def().piece(id).map(|(name, _)| name);
        let mut kinds = all.iter();
        kinds.any(|kind| Some(kind.name) == name && kind.sides() != [false; 2])
    };
    let turns = |id: PieceId| {
        is_dropped(id)
            && variant
                .compiled_rules()
                .facts
                .paired_promotion
                .target(id)
                .is_some()
    };
    if drops.promoted && variant.def().piece_ids().any(turns) {
        said.push("A piece may also be dropped as what it promotes to.".to_owned());
    }
    let piece = |id: PieceId| {
        let name = variant.def().piece(id);
        name.map_or_else(|| "piece".to_owned(), |(name, _)| spaced(name))
    };
    if let Some((kind, count)) = drops.no_doubled.filter(|(kind, _)| is_dropped(*kind)) {
        let others = match count {
            1 => one_of(&piece(kind)),
            count => plural(count, &piece(kind)),
        };
        said.push(format!(
            "{} may not be dropped on a file where its owner has {others} already.",
            with_capital(&one_of(&piece(kind)))
        ));
    }
    if let Some(kind) = drops.opposite_colors {
        said.push(format!(
            "A side's {} must stand on squares of both colors in equal numbers.",
            several(&piece(kind))
        ));
    }
    if let Some(wanted) = drops.mandatory {
        let what = wanted.map_or("something".to_owned(), |kind| one_of(&piece(kind)));
        let is_free = wanted.map_or(!drops.free.is_empty(), |kind| drops.free.contains(kind));
        said.push(if is_free {
            let what = wanted.map_or("a piece".to_owned(), |kind| one_of(&piece(kind)));
            format!("A player who can drop {what} must do so.")
        } else {
            format!("A player who has {what} in hand must drop it before anything else.")
        });
    }
    if let Some(rule) = drops.enclosing {
        said.push(drop_place(rule).to_owned());
        if !drops.enclosing_start.is_empty() {
            let place = squares_in_words(shape, &drops.enclosing_start);
            said.push(format!("The squares {place} are filled first."));
        }
    }
    if !drops.may_check {
        said.push("A drop may not give check.".to_owned());
    }
}

/// The condition on the square of a drop.
const fn drop_place(rule: Enclosing) -> &'static str {
    match rule {
        Enclosing::Reversi => {
            "A drop must be beside an opposing piece and enclose a line of them between itself and \
             another piece of its side."
        }
        Enclosing::Ataxx | Enclosing::Quadwrangle => {
            "A drop must be beside a piece of its own side."
        }
        Enclosing::Snort => "A drop may not be beside an opposing piece on the same rank or file.",
        Enclosing::AnySide => {
            "A dropped piece is pushed in from an edge, until it meets a piece or the edge across."
        }
        Enclosing::Top => {
            "A dropped piece stands on the first rank or directly above another piece."
        }
    }
}
