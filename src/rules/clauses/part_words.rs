//! The parts of moves in words.

use super::data::MovePart;

/// A part of the move, or the piece that is there.
pub(super) const fn part_words(part: MovePart) -> &'static str {
    match part {
        MovePart::Mover => "the moving piece",
        MovePart::From => "the square that the moving piece leaves",
        MovePart::To => "the square to which it moves",
        MovePart::Captured => "the captured piece",
        MovePart::Partner => "a piece that moves with it",
    }
}

/// The place of a part of the latest move, or the piece that is there now.
pub(super) const fn last_place(part: MovePart) -> &'static str {
    match part {
        MovePart::From => "the square that the latest move left",
        part => last_words(part),
    }
}

/// A part of the latest move.
pub(super) const fn last_words(part: MovePart) -> &'static str {
    match part {
        MovePart::Mover => "the piece that made the latest move",
        MovePart::From => "the piece that made the latest move, as it was before,",
        MovePart::To => "the square to which the latest move led",
        MovePart::Captured => "the piece that the latest move captured",
        MovePart::Partner => "the piece that moved with the latest move",
    }
}
