//! The result of exporting a variant to another format: a text and its losses.

use std::fmt;

use super::variant::{Appearance, VariantDef};

/// A variant written in some format.
///
/// See [`write`](crate::formats::write) for an example.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Export {
    /// The text.
    pub text: String,
    /// The parts of the definition that the text lacks or changes, in the order of the definition.
    pub losses: Vec<Loss>,
}

impl Export {
    /// Whether the text is complete.
    #[doc(hidden)]
    pub fn is_complete(&self) -> bool {
        self.losses.is_empty()
    }
}

/// A part of a definition that a format cannot express.
///
/// See [`write`](crate::formats::write) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The place in the definition, as a path of keys such as `pieces.pawn.promotion`.
    #[doc(hidden)]
    pub place: String,
    /// The loss and its reason.
    pub message: String,
}

impl Loss {
    /// A loss at this place.
    #[doc(hidden)]
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Loss {
        Loss {
            place: place.into(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// The losses found while a text is written: one for each place, with the first reason.
#[derive(Debug, Default)]
pub(crate) struct Losses(Vec<Loss>);

impl Losses {
    pub(crate) fn report(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.0.push(Loss::new(place, message));
    }

    /// Adds differences found by reading the text again, unless their place or an enclosing place already has a loss.
    pub(crate) fn add_unexplained(&mut self, differences: Vec<Loss>) {
        for difference in differences {
            let covers = |known: &Loss| {
                difference
                    .place
                    .strip_prefix(known.place.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            if !self.0.iter().any(covers) {
                self.0.push(difference);
            }
        }
    }

    /// Reports the appearance of the board and the pieces, for a format without keys for it.
    pub(crate) fn add_appearance(&mut self, def: &VariantDef) {
        for key in Appearance::KEYS {
            if def.presentation.contains_key(key) {
                let place = format!("presentation.{key}");
                self.report(place, "the format has no key for it");
            }
        }
    }

    /// Reports pictures of pieces, for a format without names for them.
    pub(crate) fn add_pictures(&mut self, def: &VariantDef) {
        let forms = &def.forms;
        for id in def.piece_ids().filter(|id| !forms.is_derived(*id)) {
            if let Some((name, piece)) = def.piece(id)
                && piece.picture.is_some()
            {
                let place = format!("pieces.{name}.picture");
                self.report(place, "the format has no pictures of these names");
            }
        }
    }

    pub(crate) fn into_list(self) -> Vec<Loss> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_reason_covers_what_is_part_of_its_place() {
        let mut losses = Losses::default();
        losses.report("pieces.pawn", "left out");
        losses.add_unexplained(vec![
            Loss::new("pieces.pawn.moves", "other moves"),
            Loss::new("pieces.pawns", "missing"),
        ]);
        let places: Vec<String> = losses
            .into_list()
            .into_iter()
            .map(|one| one.place)
            .collect();
        assert_eq!(places, ["pieces.pawn", "pieces.pawns"]);
    }
}
