//! Filters: sets of pieces by side and kind, as bit sets of piece codes.

use crate::definition::{PieceId, PieceSet};
use crate::state::{CODES, Cell, Color, Piece, Role, code_of};

/// A set of pieces by side and kind.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    /// By the side that moves, a bit for each piece code.
    pub(crate) codes: [[u64; CODES / 64]; 2],
    /// By the side that moves, the sides with pieces in the set.
    pub(crate) sides: [[bool; 2]; 2],
    /// Whether the set has all pieces.
    pub(crate) is_all: bool,
}

impl Filter {
    pub(crate) fn new(n_kinds: usize, is_meant: impl Fn(Color, Piece) -> bool) -> Filter {
        let mut codes = [[0; CODES / 64]; 2];
        let mut sides = [[false; 2]; 2];
        let mut is_all = true;
        for (us, color) in Color::ALL
            .into_iter()
            .flat_map(|us| Color::ALL.map(|color| (us, color)))
        {
            for role in (0..n_kinds.min(Role::MAX)).map(Role::new) {
                let piece = Piece { color, role };
                if is_meant(us, piece) {
                    let code = usize::from(code_of(Cell::Piece(piece)));
                    codes[us.index()][code / 64] |= 1 << (code % 64);
                    sides[us.index()][color.index()] = true;
                } else {
                    is_all = false;
                }
            }
        }
        Filter {
            codes,
            sides,
            is_all,
        }
    }

    /// The pieces in the set for either side to move.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Piece> {
        let roles = (0..Role::MAX).map(Role::new);
        let pieces = roles.flat_map(|role| Color::ALL.map(|color| Piece { color, role }));
        pieces.filter(|piece| Color::ALL.iter().any(|us| self.contains(*us, *piece)))
    }

    /// The kinds in the set.
    pub(crate) fn kinds(&self) -> PieceSet {
        self.pieces()
            .map(|piece| PieceId::from(piece.role))
            .collect()
    }

    /// Whether the set is the same for both sides to move.
    pub(crate) fn is_the_same_for_both(&self) -> bool {
        self.codes[0] == self.codes[1]
    }

    /// Whether the set is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.sides == [[false; 2]; 2]
    }

    /// Whether the set includes another.
    pub(crate) fn has_all_of(&self, other: &Filter) -> bool {
        let all = self
            .codes
            .iter()
            .flatten()
            .zip(other.codes.iter().flatten());
        all.into_iter().all(|(own, other)| other & !own == 0)
    }

    /// Whether it has a piece of the side that moves.
    pub(crate) fn has_own(&self) -> bool {
        Color::ALL
            .into_iter()
            .any(|us| self.sides[us.index()][us.index()])
    }

    /// Whether it has a piece of the other side.
    pub(crate) fn has_enemy(&self) -> bool {
        Color::ALL
            .into_iter()
            .any(|us| self.sides[us.index()][us.opponent().index()])
    }

    /// Whether it has the piece of a code.
    #[inline]
    pub(crate) fn has(&self, us: Color, code: u16) -> bool {
        let code = usize::from(code);
        self.codes[us.index()][code / 64] & 1 << (code % 64) != 0
    }

    #[inline]
    pub(crate) fn contains(&self, us: Color, piece: Piece) -> bool {
        self.has(us, code_of(Cell::Piece(piece)))
    }
}
