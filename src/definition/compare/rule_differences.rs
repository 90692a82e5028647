//! Rules, castling rights and promotion choices in a form in which two games are compared.

use crate::definition::moves::piece_moves::Start;
use crate::definition::variant::{PieceId, PromotionDef, PromotionStock, VariantDef};
use crate::geometry::{CompactSort, Perspective, Square, sorted};

use super::renumber::{NewIds, renumbered};

/// Rules that are compared by meaning and not by text.
pub(super) const BY_MEANING: [&str; 6] = [
    "royal",
    "paired-promotion",
    "castling",
    "drops",
    "gating",
    "first-leaps",
];

impl VariantDef {
    /// The rules that differ in meaning in `other`, as places with messages. `new` contains the
    /// numbers of its pieces in this definition.
    pub(super) fn saying_otherwise(
        &self,
        other: &VariantDef,
        new: &NewIds,
    ) -> impl Iterator<Item = (&'static str, &'static str)> {
        let pairs = self.paired_promotion() != renumbered(&other.paired_promotion(), new);
        let promotion = pairs || self.forms != renumbered(&other.forms, new);
        let castling = self.castling() != renumbered(&other.castling(), new);
        let drops = self.drops() != renumbered(&other.drops(), new);
        let gating = self.gating() != renumbered(&other.gating(), new);
        let rules = [
            promotion.then_some((
                "rules.promotion",
                "promotion by rules of the variant is different",
            )),
            castling.then_some(("rules.castling", "castling to fixed files is different")),
            drops.then_some(("rules.drops", "drops from the hand are different")),
            gating.then_some(("rules.gating", "gating from the hand is different")),
        ];
        rules.into_iter().flatten()
    }
}

/// The rights in a FEN's castling field.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Rights {
    All,
    None,
    Some(Vec<char>),
}

impl Rights {
    /// Without the field, castling moves of the king are allowed and castling to fixed files is not.
    pub(super) fn of(start: &Start, by_files: bool) -> Rights {
        match start.rights.as_deref() {
            None if by_files => Rights::None,
            None => Rights::All,
            Some("-") => Rights::None,
            Some(text) if "KQkq".chars().all(|right| text.contains(right)) => Rights::All,
            Some(text) => {
                let mut letters: Vec<char> = text.chars().collect();
                letters.sort_compactly();
                Rights::Some(letters)
            }
        }
    }
}

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

/// The letter of a piece.
pub(super) fn letter_of(def: &VariantDef, id: PieceId) -> String {
    let piece = def.piece(id);
    piece.map_or_else(String::new, |(_, piece)| piece.letter.clone())
}

/// The promotion choices of a side's piece on a square, by letter.
pub(super) fn choices_on(
    def: &VariantDef,
    promotion: Option<&PromotionDef>,
    square: Square,
    side: Perspective,
) -> Choices {
    let choices = promotion
        .into_iter()
        .flat_map(|promotion| &promotion.choices)
        .filter(|choice| choice.zone.contains(square, side))
        .map(|choice| {
            let is_from_hand = choice.stock == PromotionStock::Hand;
            (letter_of(def, choice.piece), is_from_hand, choice.limit)
        });
    let choices = sorted(choices);
    Choices {
        may_stay: choices.is_empty()
            || promotion.is_some_and(|promotion| promotion.stay.contains(square, side)),
        choices,
    }
}
