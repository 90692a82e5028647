//! Pieces with their moves and forms.

use crate::geometry::Zone;
use crate::movement::{Dialect, Initial, Leg, Movement, Pattern};

use super::action::{
    Action, Affected, AfterMove, CaptureMethod, Freeze, PieceCaptures, PromotionDef, Reach,
};
use super::picture::Picture;
use super::piece_id::{ByPiece, PieceId, PieceSet};

/// A kind of piece.
///
/// ```
/// use ferz::Catalog;
/// use ferz::definition::PieceDef;
///
/// let knight = Catalog::builtin().get("chess").unwrap().kind("knight").unwrap();
/// assert_eq!((knight.letter.as_str(), knight.moves[0].betza.as_str()), ("N", "N"));
/// let king = PieceDef::new("K", "K").unwrap().royal();
/// assert!(king.royal);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PieceDef {
    /// The letter or letters in FEN and move text: White's, with a capital first. Black's are in lower case.
    pub letter: String,
    /// An alternative letter that is accepted in a FEN if no other piece has it. It is never written.
    #[doc(hidden)]
    pub second_letter: Option<String>,
    /// Its moves; the piece has their union.
    pub moves: Vec<MoveDef>,
    /// The condition for moves marked `i`.
    #[doc(hidden)]
    pub initial: InitialDef,
    /// Whether the piece is royal: it must not be left attacked.
    pub royal: bool,
    /// Its promotion at the end of a move, if any.
    #[doc(hidden)]
    pub promotion: Option<PromotionDef>,
    /// Its value in pawns, if the definition gives one.
    #[doc(hidden)]
    pub value: Option<f64>,
    /// Its picture; if `None`, its moves determine one.
    #[doc(hidden)]
    pub picture: Option<Picture>,
    /// Its moves other than walks.
    #[doc(hidden)]
    pub actions: Vec<Action>,
    /// The captures of its moves on squares other than the destination.
    #[doc(hidden)]
    pub captures: PieceCaptures,
    /// The pieces that it keeps from moving.
    #[doc(hidden)]
    pub freezes: Option<Freeze>,
    /// The opposing pieces that are removed when their own move ends within its reach.
    #[doc(hidden)]
    pub burns: Option<Affected>,
    /// The pieces of its side that cannot be captured.
    #[doc(hidden)]
    pub protects: Option<Affected>,
    /// Its transformation after its moves.
    #[doc(hidden)]
    pub after: Option<AfterMove>,
}

impl PieceDef {
    /// The patterns of its movements as written.
    pub(in crate::definition) fn written_patterns(&self) -> impl Iterator<Item = &Pattern> {
        self.moves.iter().flat_map(|one| one.movement.patterns())
    }

    /// Whether any leg of its walks has a property.
    pub(in crate::definition) fn has_leg(&self, is_meant: impl Fn(&Leg) -> bool) -> bool {
        self.written_patterns().any(|pattern| match pattern {
            Pattern::Walk(walk) => walk.legs.iter().any(&is_meant),
            _ => false,
        })
    }

    /// Whether it has initial moves other than castling, which depends on castling rights.
    pub(crate) fn moves_first(&self) -> bool {
        self.written_patterns().any(|pattern| match pattern {
            Pattern::Walk(walk) => walk.initial != Initial::Any,
            Pattern::Universal(leap) => leap.initial != Initial::Any,
            Pattern::Imitation(imitation) => imitation.initial != Initial::Any,
            Pattern::Castle(_) | Pattern::Placement(_) => false,
        })
    }
}

/// The properties of a piece other than its moves, for comparison.
type BesideMoves<'a> = (
    &'a [Action],
    &'a PieceCaptures,
    Option<&'a Freeze>,
    [Option<&'a Affected>; 2],
    Option<&'a AfterMove>,
);

impl PieceDef {
    /// Whether it has only its move texts.
    #[doc(hidden)]
    pub fn only_walks(&self) -> bool {
        self.beside_moves() == (&[], &PieceCaptures::default(), None, [None; 2], None)
    }

    /// Whether it imitates and otherwise has only its move texts.
    pub(crate) fn only_imitates(&self) -> bool {
        let imitator = [Action::Imitate];
        self.beside_moves() == (&imitator, &PieceCaptures::default(), None, [None; 2], None)
    }

    /// Whether it has the same properties other than moves as another piece.
    #[doc(hidden)]
    pub fn acts_like(&self, other: &PieceDef) -> bool {
        self.beside_moves() == other.beside_moves()
    }

    fn beside_moves(&self) -> BesideMoves<'_> {
        // All fields are named, so a new one is not forgotten.
        let PieceDef {
            letter: _,
            second_letter: _,
            moves: _,
            initial: _,
            royal: _,
            promotion: _,
            value: _,
            picture: _,
            actions,
            captures,
            freezes,
            burns,
            protects,
            after,
        } = self;
        let affected = [burns.as_ref(), protects.as_ref()];
        (
            actions,
            captures,
            freezes.as_ref(),
            affected,
            after.as_ref(),
        )
    }

    /// The reaches of all its properties other than moves.
    pub(crate) fn reaches(&self) -> impl Iterator<Item = &Reach> {
        let freezes = self.freezes.as_ref().map(|freeze| &freeze.whom);
        let affected = [freezes, self.burns.as_ref(), self.protects.as_ref()];
        let affected = affected.into_iter().flatten().map(|whom| &whom.reach);
        let methods = self.captures.methods.iter();
        affected
            .chain(self.after.as_ref().map(|after| &after.reach))
            .chain(self.actions.iter().filter_map(Action::reach))
            .chain(methods.filter_map(CaptureMethod::reach))
    }
}

/// A movement with restrictions.
///
/// A piece has the union of its moves:
///
/// ```
/// use ferz::definition::{MoveDef, PieceDef};
///
/// let moves = vec![MoveDef::new("R").unwrap(), MoveDef::new("N").unwrap()];
/// let marshal = PieceDef::with_moves("M", moves);
/// assert_eq!(marshal.moves[1].movement.to_string(), "N");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MoveDef {
    /// The text it was read from.
    pub betza: String,
    /// The dialect of the text.
    #[doc(hidden)]
    pub dialect: Dialect,
    /// The meaning of the text.
    pub movement: Movement,
    /// The squares on which the movement may begin; all if `None`.
    pub from: Option<Zone>,
    /// The squares on which the movement may end; all if `None`.
    pub to: Option<Zone>,
    /// The pieces that it can capture; all if `None`.
    #[doc(hidden)]
    pub takes: Option<PieceSet>,
    /// Whether it may be made while in check.
    #[doc(hidden)]
    pub in_check: bool,
    /// Whether its path may visit a square twice, including its origin.
    #[doc(hidden)]
    pub revisits: bool,
    /// Whether its path only turns at the edge of the board or a hole, away from it.
    #[doc(hidden)]
    pub rebounds: bool,
}

impl MoveDef {
    /// The patterns of the movement with the restrictions on its path.
    #[doc(hidden)]
    pub fn patterns(&self) -> impl Iterator<Item = Pattern> + '_ {
        self.movement.patterns().iter().map(|pattern| {
            let pattern = if self.revisits {
                pattern.clone()
            } else {
                pattern.without_revisits()
            };
            if self.rebounds {
                pattern.rebounding()
            } else {
                pattern
            }
        })
    }
}

/// The condition for moves marked `i`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InitialDef {
    /// While the piece has not moved. A FEN expresses this by castling rights; otherwise a piece counts as unmoved on a
    /// square where the start position has the same piece.
    Unmoved,
    /// From these squares, moved or not.
    Zone(Zone),
}

// Forms of pieces: promoted sides of other pieces, and pieces that revert when captured.

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

    /// Whether any piece is derived from another one.
    pub(crate) fn has_any(&self) -> bool {
        *self != Forms::default()
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
