//! What pieces are beside themselves: promoted sides of others, or pieces that turn back when they are
//! captured.

use crate::definition::{ByPiece, PieceId};

/// What a piece is beside itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The piece it counts as wherever kinds are counted.
    pub kind: PieceId,
    /// What it becomes when it is demoted or captured, by the color it has; `None` if itself.
    pub base: [Option<PieceId>; 2],
    /// It neither jumps over nor captures pieces of its own kind.
    pub shuns_own_kind: bool,
}

impl Form {
    /// A piece that is only itself.
    pub const fn plain(kind: PieceId) -> Form {
        Form {
            kind,
            base: [None; 2],
            shuns_own_kind: false,
        }
    }
}

/// What pieces are beside themselves; those of which nothing is said are only themselves.
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

    /// Whether the piece follows from another one: it counts as that one, or turns back into it.
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
    /// The forms of all pieces in their order. Plain forms at the end go without saying.
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
