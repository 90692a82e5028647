//! Forms of pieces: promoted sides of other pieces, and pieces that revert when captured.

use super::piece_id::{ByPiece, PieceId};

/// The relation of a piece to others of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The piece that it counts as whenever kinds are counted.
    pub kind: PieceId,
    /// The piece that it becomes when demoted or captured, by its color; `None` if it stays the same.
    pub base: [Option<PieceId>; 2],
    /// Whether it neither jumps over nor captures pieces of its own kind.
    pub own_kind_blocks: bool,
}

impl Form {
    /// The form of an independent piece.
    pub const fn plain(kind: PieceId) -> Form {
        Form {
            kind,
            base: [None; 2],
            own_kind_blocks: false,
        }
    }
}

/// The forms of pieces; pieces without an entry are independent.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Forms(ByPiece<Form>);

impl Forms {
    /// The form of a piece.
    #[inline]
    pub fn of(&self, piece: impl Into<PieceId>) -> Form {
        let piece = piece.into();
        let said = self.0.get(piece).copied();
        said.unwrap_or_else(|| Form::plain(piece))
    }

    /// Whether the piece is derived from another one: it counts as that piece, or reverts to it.
    pub fn is_derived(&self, piece: PieceId) -> bool {
        let form = self.of(piece);
        form.kind != piece || form.base != [None; 2]
    }

    /// The forms that are not plain, with their pieces.
    pub fn iter(&self) -> impl Iterator<Item = (PieceId, &Form)> {
        let all = self.0.pairs();
        all.filter(|(piece, form)| **form != Form::plain(*piece))
    }
}

impl FromIterator<Form> for Forms {
    /// The forms of all pieces in order. Plain forms at the end are omitted.
    fn from_iter<I: IntoIterator<Item = Form>>(forms: I) -> Forms {
        let mut forms: Vec<Form> = forms.into_iter().collect();
        let is_plain = |(index, form): (usize, &Form)| *form == Form::plain(PieceId::new(index));
        while forms
            .last()
            .is_some_and(|last| is_plain((forms.len() - 1, last)))
        {
            forms.pop();
        }
        Forms(forms.into_iter().collect())
    }
}
