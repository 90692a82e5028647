//! The pieces: what each does, with a picture, and what it may become.

use indexmap::IndexMap;

use super::hooks;
use super::page::{Page, Pictures, file_name};
use super::words::{capitalized, list, lowered, one_of, spaced, zone_in_words};
use crate::definition::{
    InitialDef, PieceDef, PromotionDef, PromotionStock, RoyalGuard, RoyalRule, Verdict,
};
use crate::explain;
use crate::game::Variant;
use crate::geometry::Perspective;
use crate::movement::{Initial, Pattern};
use crate::render::{Marks, reach_text};
use crate::state::Role;

/// A section for each piece.
pub(super) fn sections(variant: &Variant, pictures: Pictures, page: &mut Page) {
    for (name, piece) in &variant.def().pieces {
        page.heading(3, &format!("{} ({})", capitalized(name), piece.letter));
        page.paragraph(&words(variant, name, piece));
        let Ok(marks) = Marks::of_piece(variant, name) else {
            continue;
        };
        if marks.is_empty() {
            continue;
        }
        match pictures {
            Pictures::Text(style) => page.picture(&reach_text(&marks, style)),
            Pictures::Files => {
                page.paragraph(&format!(
                    "![{}]({})",
                    capitalized(name),
                    file_name(variant.def(), name)
                ));
            }
        }
    }
}

/// What a piece does, in a few sentences.
///
/// ```
/// use ferz::definition::Catalog;
/// use ferz::game::Variant;
/// use ferz::handbook::piece_words;
///
/// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
/// let words = piece_words(&chess, chess.role("knight").unwrap());
/// assert!(words.starts_with("Leaps "), "{words}");
/// ```
pub fn piece_words(variant: &Variant, role: Role) -> String {
    let piece = variant.def().pieces.get_index(role.index());
    piece.map_or_else(String::new, |(name, piece)| words(variant, name, piece))
}

/// What a piece does.
fn words(variant: &Variant, name: &str, piece: &PieceDef) -> String {
    let shape = variant.shape();
    let number = variant.def().piece_id(name);
    let forms = &variant.def().rules.forms;
    let shuns_own_kind = number.is_some_and(|number| forms.of(number).shuns_own_kind);
    let mut sentences = Vec::new();
    for one in &piece.moves {
        let mut place = Vec::new();
        if let Some(from) = &one.from {
            place.push(format!("from {}", zone_in_words(shape, from)));
        }
        if let Some(to) = &one.to {
            place.push(format!("to {}", zone_in_words(shape, to)));
        }
        if let Some(takes) = &one.takes {
            place.push(format!(
                "against {}",
                one_of(&hooks::names(variant, *takes))
            ));
        }
        if !one.in_check {
            place.push("when not in check".to_owned());
        }
        let text = explain::text(&one.movement);
        if place.is_empty() {
            sentences.push(text);
        } else {
            sentences.push(format!("Only {}: {}", place.join(" "), lowered(&text)));
        }
        if one.rebounds {
            sentences.push(
                "It turns only where the edge of the board or a hole is in its way, and away from that."
                    .to_owned(),
            );
        }
        if !one.revisits {
            sentences
                .push("It comes to no square twice on its way, nor back to its own.".to_owned());
        }
    }
    sentences.extend(hooks::powers(variant, name, piece));
    if sentences.is_empty() {
        sentences.push("It never moves.".to_owned());
    }
    let has_first_move = piece.moves.iter().any(|one| {
        let first = |pattern: &Pattern| match pattern {
            Pattern::Walk(walk) => walk.initial != Initial::Any,
            Pattern::Universal(leap) => leap.initial != Initial::Any,
            Pattern::Imitation(imitation) => imitation.initial != Initial::Any,
            _ => false,
        };
        one.movement.patterns().iter().any(first)
    });
    if let InitialDef::Zone(squares) = &piece.initial
        && has_first_move
    {
        sentences.push(format!(
            "A move from {} counts as its first move, whatever it did before.",
            zone_in_words(shape, squares)
        ));
    }
    if piece.royal {
        sentences.push(royal_words(variant));
    }
    if shuns_own_kind {
        sentences.push("It neither jumps over nor captures pieces of its own kind.".to_owned());
    }
    let notation: Vec<String> = piece
        .moves
        .iter()
        .map(|one| format!("`{}`", one.betza))
        .collect();
    if !notation.is_empty() {
        sentences.push(format!("In notation: {}.", notation.join(" + ")));
    }
    sentences.join(" ")
}

/// What being royal means for a piece.
fn royal_words(variant: &Variant) -> String {
    let rules = &variant.def().rules;
    match rules.royal {
        RoyalRule::Check => {
            let guard = match rules.guard {
                RoyalGuard::Every => "it must not be left under attack",
                RoyalGuard::AllButOne => {
                    "it must not be left under attack, but for one of several royal pieces of its \
                     side"
                }
                RoyalGuard::Last => {
                    "it must not be left under attack as the last royal piece of its side, and may \
                     be captured before"
                }
            };
            let end = match rules.checkmate {
                Verdict::Loss => "its owner loses",
                Verdict::Win => "its owner wins",
                Verdict::Draw => "the game is drawn",
            };
            format!("It is royal: {guard}, and {end} when that cannot be avoided.")
        }
        RoyalRule::Capture => {
            let when = match rules.guard {
                RoyalGuard::Every => "when it is captured",
                RoyalGuard::AllButOne => {
                    "when it is captured as the second royal piece, or the only one"
                }
                RoyalGuard::Last => "when it is captured as the last royal piece",
            };
            format!("It is royal: its owner loses {when}, and there is no check.")
        }
        RoyalRule::None => "It is royal, but there is no check: it may be captured.".to_owned(),
    }
}

/// What the pieces may become.
pub(super) fn promotions(variant: &Variant) -> Vec<String> {
    // Pieces with one rule are told of together.
    let mut rules: IndexMap<String, Vec<String>> = IndexMap::new();
    for (name, piece) in &variant.def().pieces {
        if let Some(promotion) = &piece.promotion {
            let words = promotion_words(variant, promotion);
            rules.entry(words).or_default().push(spaced(name));
        }
    }
    rules
        .into_iter()
        .map(|(words, names)| format!("**{}.** {words}", capitalized(&list(&names, "and"))))
        .collect()
}

fn promotion_words(variant: &Variant, promotion: &PromotionDef) -> String {
    let shape = variant.shape();
    let mut by_zone: IndexMap<String, Vec<String>> = IndexMap::new();
    for choice in &promotion.choices {
        let piece = variant.def().piece(choice.piece);
        let mut name = piece.map_or_else(String::new, |(name, _)| spaced(name));
        if let Some(limit) = choice.limit {
            name = format!("{name} (at most {limit} on the board)");
        }
        by_zone
            .entry(zone_in_words(shape, &choice.zone))
            .or_default()
            .push(name);
    }
    let mut sentences: Vec<String> = by_zone
        .iter()
        .map(|(place, names)| format!("Arriving on {place}, it may become {}.", list(names, "or")))
        .collect();
    if !promotion.in_passing {
        sentences.push("A capture en passant does not promote it.".to_owned());
    }
    let stays = zone_in_words(shape, &promotion.stay);
    let never_must = [Perspective::White, Perspective::Black]
        .into_iter()
        .all(|side| {
            let stay = promotion.stay.of(side);
            let zones = promotion.choices.iter().map(|choice| choice.zone.of(side));
            zones.into_iter().flatten().all(|one| stay.contains(one))
        });
    if never_must {
        sentences.push("It may also stay what it is.".to_owned());
    } else if stays == "no square" {
        sentences.push("It must promote there.".to_owned());
    } else {
        sentences.push(format!(
            "On {stays} it may also stay what it is; elsewhere in its zone it must promote."
        ));
    }
    let from_hand = |stock: PromotionStock| stock == PromotionStock::Hand;
    if promotion
        .choices
        .iter()
        .any(|choice| from_hand(choice.stock))
    {
        let mut words = "The new piece comes from its owner's hand".to_owned();
        if !never_must {
            words.push_str(
                "; a move that would have to promote while nothing fitting is in hand cannot be made",
            );
            if !variant.rules_change_attacks() {
                words.push_str(", though it still gives check");
            }
        }
        sentences.push(format!("{words}."));
    } else if promotion.choices.iter().any(|one| one.limit.is_some()) {
        sentences.push(
            "A move that would have to promote while nothing can be chosen cannot be made."
                .to_owned(),
        );
    }
    sentences.join(" ")
}
