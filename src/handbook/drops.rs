//! Putting pieces from the hand on the board, in words.

use super::words::{
    capitalized, list, one_of, plural, several, spaced, squares_in_words, with_capital,
    zone_in_words,
};
use crate::definition::{DropRules, Enclosing, PieceId};
use crate::game::Variant;
use crate::geometry::{SquareSet, Zone};

/// The sentences on drops, if there are any.
pub(super) fn drop_words(variant: &Variant, drops: &DropRules, said: &mut Vec<String>) {
    if !drops.allowed {
        return;
    }
    let shape = variant.shape();
    said.push(if drops.free {
        "Instead of moving, a player may put a new piece on an empty square.".to_owned()
    } else {
        "Instead of moving, a player may put a piece from the hand on an empty square.".to_owned()
    });
    let everywhere = Zone::everywhere(shape);
    let forms = &variant.def().forms;
    let pieces = variant.def().numbered().zip(&drops.regions);
    // Only pieces that are no forms of others are ever in hand.
    let in_hand = pieces.filter(|((id, ..), _)| !forms.is_derived(*id));
    let mut places: Vec<(Zone, Vec<String>)> = Vec::new();
    for ((_, name, _), sets) in in_hand {
        let place = Zone::of_sides(sets[0].clone(), sets[1].clone());
        if place == everywhere || sets.iter().all(SquareSet::is_empty) {
            continue;
        }
        match places.iter_mut().find(|(known, _)| *known == place) {
            Some((_, names)) => names.push(several(name)),
            None => places.push((place, vec![several(name)])),
        }
    }
    for (place, names) in places {
        said.push(format!(
            "{} may be dropped only on {}.",
            capitalized(&list(&names, "and")),
            zone_in_words(shape, &place)
        ));
    }
    if drops.promoted {
        said.push("A piece may also be dropped as what it promotes to.".to_owned());
    }
    let piece = |id: PieceId| {
        let name = variant.def().piece(id);
        name.map_or_else(|| "piece".to_owned(), |(name, _)| spaced(name))
    };
    if let Some((kind, count)) = drops.no_doubled {
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
        said.push(format!(
            "A player who has {what} in hand must drop it before anything else."
        ));
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

/// Where a drop must be.
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
