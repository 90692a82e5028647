//! Relative places: the position of a piece relative to a royal piece, by file and rank.

use crate::state::Color;

/// Larger distances count as this one.
const FAR: i16 = 4;

/// The number of distinct files and ranks.
pub(crate) const KING_RELATIVE_FILES: usize = FAR as usize + 1;
pub(crate) const KING_RELATIVE_RANKS: usize = 2 * FAR as usize + 1;

/// The number of distinct places.
pub(crate) const KING_RELATIVE_SQUARES: usize = KING_RELATIVE_FILES * KING_RELATIVE_RANKS;

/// The place of a piece relative to a royal piece, both given by file and rank. Places are numbered rank by
/// rank from behind the royal piece as the side sees the board, and from its file outward.
#[inline]
pub(crate) const fn king_relative(color: Color, piece: [i16; 2], royal: [i16; 2]) -> usize {
    let aside = (piece[0] - royal[0]).abs();
    let ahead = match color {
        Color::White => piece[1] - royal[1],
        Color::Black => royal[1] - piece[1],
    };
    let aside = if aside > FAR { FAR } else { aside };
    let ahead = if ahead > FAR {
        FAR
    } else if ahead < -FAR {
        -FAR
    } else {
        ahead
    };
    (ahead + FAR) as usize * KING_RELATIVE_FILES + aside as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbered_from_behind_and_from_the_file_of_the_royal_piece() {
        let royal = [4, 4];
        assert_eq!(king_relative(Color::White, [4, 0], royal), 0);
        assert_eq!(king_relative(Color::White, [1, 0], royal), 3);
        assert_eq!(
            king_relative(Color::White, royal, royal),
            4 * KING_RELATIVE_FILES
        );
        assert_eq!(
            king_relative(Color::Black, [4, 5], royal),
            3 * KING_RELATIVE_FILES
        );
        assert_eq!(
            king_relative(Color::Black, [7, 5], royal),
            3 * KING_RELATIVE_FILES + 3
        );
        assert_eq!(
            king_relative(Color::White, [30, 30], royal),
            KING_RELATIVE_SQUARES - 1
        );
    }
}
