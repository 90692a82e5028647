//! What stands in a line, and at its ends.

use super::Set;
use super::evaluate::{Element, Scene};
use crate::rules::around::{AROUND, shifted};
use crate::source::budget::spend;

impl Scene<'_> {
    /// Whether a line of pieces of one side of which a piece is part has elements of these sets at its ends.
    pub(super) fn encloses(&self, element: Element, [one, other]: &[Set; 2]) -> bool {
        let is_end = |set: &Set, direction| {
            let end = self.end_of_line(element, direction);
            end.is_some_and(|end| set.contains(self, Some(element), end))
        };
        let mut directions = AROUND.into_iter();
        directions.any(|(file, rank)| is_end(one, (file, rank)) && is_end(other, (-file, -rank)))
    }

    /// What stands behind a line of pieces of one side that a piece is part of.
    fn end_of_line(&self, element: Element, direction: (i16, i16)) -> Option<Element> {
        let color = element.piece?.color;
        let mut square = element.square;
        loop {
            square = shifted(self.at.shape(), square, direction)?;
            let next = Element::at(self, square);
            let goes_on = next.piece.is_some_and(|piece| piece.color == color);
            if !goes_on {
                return Some(next);
            }
            if square == element.square || spend(1).is_err() {
                return None;
            }
        }
    }
}
