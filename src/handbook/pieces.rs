//! The pieces: what each does, with a picture, and what it may become.

use indexmap::IndexMap;

use super::hooks;
use super::page::{Page, Pictures, file_name};
use super::words::{
    a_name, capitalized, list, lowered, one_of, spaced, with_capital, zone_in_words,
};
use crate::definition::{
    InitialDef, PieceDef, PieceId, PromotionDef, PromotionStock, RoyalGuard, RoyalRule, VariantDef,
    Verdict,
};
use crate::explain;
use crate::game::Variant;
use crate::geometry::{Perspective, Zone};
use crate::movement::Pattern;
use crate::render::{Marks, reach_text};
use crate::state::Role;

/// A section for each piece.
pub(super) fn sections(variant: &Variant, pictures: Pictures, page: &mut Page) {
    for (name, piece) in &variant.def().pieces {
        page.heading(3, &format!("{} ({})", capitalized(name), piece.letter));
        if let Some(same) = unmarked(variant.def(), piece) {
            page.paragraph(&format!(
                "{} that came from a promotion; it moves as any other. The mark tells what it is when \
                 it is captured.",
                with_capital(&one_of(&spaced(same)))
            ));
            continue;
        }
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
    let number = variant.def().piece_id(name);
    let forms = &variant.def().rules.forms;
    let shuns_own_kind = number.is_some_and(|number| forms.of(number).shuns_own_kind);
    let mut sentences = moves(variant, piece);
    sentences.extend(hooks::powers(variant, name, piece));
    if sentences.is_empty() {
        sentences.push("It never moves.".to_owned());
    }
    let castles = |pattern: &Pattern| matches!(pattern, Pattern::Castle(_));
    let mut patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
    if minds_attacks(variant, piece, number) && patterns.any(castles) {
        sentences.push("It castles neither out of check nor across an attacked square.".to_owned());
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

/// Whether a piece may have to keep out of attacks: it is royal where there is check, or the last of its
/// kind is.
fn minds_attacks(variant: &Variant, piece: &PieceDef, number: Option<PieceId>) -> bool {
    let last = variant.def().rules.extinction;
    let is_last = last.is_some_and(|rule| {
        rule.pseudo_royal && number.is_some_and(|number| rule.kinds.contains(number))
    });
    piece.royal && variant.def().demand() == RoyalRule::Check || is_last
}

/// What its move texts say. What it does in the same way from several places is said once.
fn moves(variant: &Variant, piece: &PieceDef) -> Vec<String> {
    let shape = variant.shape();
    let mut places: IndexMap<Vec<String>, Vec<String>> = IndexMap::new();
    for one in &piece.moves {
        let mut place = Vec::new();
        if let Some(from) = &one.from {
            place.push(format!("from {}", zone_in_words(shape, from)));
        }
        if let Some(to) = &one.to {
            place.push(format!("to {}", zone_in_words(shape, to)));
        }
        if let Some(takes) = &one.takes {
            place.push(format!("against {}", a_name(variant, *takes)));
        }
        if !one.in_check {
            place.push("when not in check".to_owned());
        }
        let describe = explain::describe(&one.movement);
        let mut texts: Vec<String> = (describe.iter())
            .map(|text| first_move(variant, piece, one.from.as_ref(), text.as_str()))
            .collect();
        if one.rebounds {
            texts.push(
                "It turns only where the edge of the board or a hole is in its way, and away from that."
                    .to_owned(),
            );
        }
        if !one.revisits {
            texts.push("It comes to no square twice on its way, nor back to its own.".to_owned());
        }
        places.entry(texts).or_default().push(place.join(" "));
    }
    let mut sentences = Vec::new();
    for (texts, places) in places {
        if places.iter().any(String::is_empty) {
            sentences.extend(texts);
            continue;
        }
        let texts: Vec<String> = texts.iter().map(|text| lowered(text)).collect();
        let text = texts.join(" ").replace(". ", "; ");
        sentences.push(format!("Only {}: {text}", places.join(", or ")));
    }
    sentences
}

/// A sentence on a first move of a piece that may make it from the squares of a zone, whatever it did
/// before. The squares need not be said where it begins on such anyway.
fn first_move(variant: &Variant, piece: &PieceDef, from: Option<&Zone>, text: &str) -> String {
    const UNMOVED: &str = "as long as it has not moved, it ";
    let InitialDef::Zone(squares) = &piece.initial else {
        return text.to_owned();
    };
    let text = lowered(text);
    let Some(rest) = text.strip_prefix(UNMOVED) else {
        return with_capital(&text);
    };
    let shape = variant.shape();
    let everywhere = Zone::everywhere(shape);
    let begins = from.unwrap_or(&everywhere);
    let goes_without_saying = [Perspective::White, Perspective::Black]
        .into_iter()
        .all(|side| {
            let mut starts = begins.of(side).iter();
            starts.all(|square| !shape.exists(square) || squares.contains(square, side))
        });
    if goes_without_saying {
        return with_capital(&format!("it {rest}"));
    }
    format!("From {} it {rest}", zone_in_words(shape, squares))
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
                    "it may be captured as long as its side has another royal piece, and the last \
                     one must not be left under attack"
                }
            };
            let end = match rules.checkmate {
                Verdict::Loss => "its owner loses",
                Verdict::Win => "its owner wins",
                Verdict::Draw => "the game is drawn",
            };
            format!("It is royal: {guard}, and {end} when it is attacked and cannot be saved.")
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

/// What a player calls a piece that comes from a promotion, whatever it is when it is captured: a
/// `Q~` is a queen.
fn choice_name(variant: &Variant, choice: PieceId) -> String {
    let def = variant.def();
    let Some((name, piece)) = def.piece(choice) else {
        return String::new();
    };
    spaced(unmarked(def, piece).unwrap_or(name))
}

/// The piece as which one with a `~` behind its letter moves. It needs no picture of its own.
pub(super) fn unmarked<'a>(def: &'a VariantDef, piece: &PieceDef) -> Option<&'a str> {
    let letter = piece.letter.strip_suffix('~')?;
    let mut all = def.pieces.iter();
    let same = |other: &PieceDef| {
        other.letter == letter
            && (&other.moves, &other.powers, other.royal)
                == (&piece.moves, &piece.powers, piece.royal)
    };
    let (name, _) = all.find(|(_, other)| same(other))?;
    Some(name)
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
        let mut name = one_of(&choice_name(variant, choice.piece));
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
