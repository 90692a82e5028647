//! The fate of captured pieces in words.

use std::fmt::Write;

use super::special::returned;
use super::words::{a_name, list, one_of, spaced};
use ferz::definition::CapturedTo;
use ferz::game::Variant;
use ferz::state::Role;

/// The sentences on captured pieces.
pub(super) fn rules(variant: &Variant) -> Vec<String> {
    let captured = variant.compiled_rules().facts.captured_to;
    let mut sentences = Vec::new();
    if captured == CapturedTo::OwnerHand {
        sentences.push(
            "A captured piece goes to the hand of the side that lost it, as the kind it was when \
             it was captured."
                .to_owned(),
        );
    }
    if captured == CapturedTo::CaptorHand && !variant.compiled_rules().hand_is_free() {
        sentences.push(prisoners(variant));
    }
    if captured == CapturedTo::PartnerHand {
        sentences.push(
            "A captured piece goes to the hand of the captor's partner, who plays on another board."
                .to_owned(),
        );
    }
    sentences
}

/// The roles of captured pieces in the captor's hand.
fn prisoners(variant: &Variant) -> String {
    let mut text = "A captured piece goes to the captor's hand".to_owned();
    let pieces = &variant.def().pieces;
    let promotes = variant.compiled_rules().promotes()
        || pieces.values().any(|piece| piece.promotion.is_some());
    if variant.compiled_rules().facts.captures.keep_promoted {
        text.push_str("; promoted pieces stay promoted");
    } else if promotes {
        text.push_str(", as what it was before it promoted");
        let odd = returned(variant);
        if !odd.is_empty() {
            let _ = write!(
                text,
                ", but what came from a promotion as {}",
                a_name(variant, odd)
            );
        }
    }
    let name = |role: Role| {
        let piece = variant.def().piece(role.into());
        piece.map_or_else(String::new, |(name, _)| one_of(&spaced(name)))
    };
    let kinds = variant
        .roles()
        .map(|role| (role, variant.compiled_rules().as_prisoner(role)));
    let words: Vec<String> = kinds
        .filter(|(from, to)| from != to)
        .map(|(from, to)| format!("{} becomes {}", name(from), name(to)))
        .collect();
    if !words.is_empty() {
        let _ = write!(text, ", where {}", list(&words, "and"));
    }
    text + "."
}
