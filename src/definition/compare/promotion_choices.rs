//! Promotion choices on one square, for comparing definitions.

use crate::definition::variant::{PromotionDef, PromotionStock, VariantDef};
use crate::geometry::{Perspective, Square};

/// The promotion choices of a piece on one square.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Choices {
    choices: Vec<(String, bool, Option<u16>)>,
    may_stay: bool,
}

impl Choices {
    /// The choices as a phrase.
    pub(super) fn words(&self) -> String {
        let letters: Vec<String> = self
            .choices
            .iter()
            .map(|(letter, from_hand, limit)| {
                let hand = if *from_hand { " from the hand" } else { "" };
                let limit = limit.map_or_else(String::new, |limit| format!(" (at most {limit})"));
                format!("`{letter}`{hand}{limit}")
            })
            .collect();
        match (letters.is_empty(), self.may_stay) {
            (true, _) => "no promotion".to_owned(),
            (false, true) => format!("the choice of {} or none", letters.join(", ")),
            (false, false) => format!("the choice of {}", letters.join(", ")),
        }
    }
}

/// The promotion choices of a side's piece on a square, by letter.
pub(super) fn choices_on(
    def: &VariantDef,
    promotion: Option<&PromotionDef>,
    square: Square,
    side: Perspective,
) -> Choices {
    let mut choices: Vec<(String, bool, Option<u16>)> = promotion
        .into_iter()
        .flat_map(|promotion| &promotion.choices)
        .filter(|choice| choice.zone.contains(square, side))
        .map(|choice| {
            let piece = def.piece(choice.piece);
            (
                piece.map_or_else(String::new, |(_, piece)| piece.letter.clone()),
                choice.stock == PromotionStock::Hand,
                choice.limit,
            )
        })
        .collect();
    choices.sort();
    choices.dedup();
    Choices {
        may_stay: choices.is_empty()
            || promotion.is_some_and(|promotion| promotion.stay.contains(square, side)),
        choices,
    }
}
