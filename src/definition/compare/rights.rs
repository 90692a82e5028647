//! Castling rights of start positions.

use crate::definition::moves::start::Start;

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
                letters.sort_unstable();
                Rights::Some(letters)
            }
        }
    }
}
