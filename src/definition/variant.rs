//! The data of one variant.

use indexmap::IndexMap;

use crate::geometry::{BoardShape, Zone};
use crate::movement::{Initial, Movement, Pattern};
use crate::syntax::betza::Dialect;

use super::forms::Forms;
use super::picture::Picture;
use super::piece_id::PieceId;
use super::pieces::{Action, Affected, AfterMove, Freeze, PieceCaptures};
use super::rules::{PieceSet, RulesDef};
use super::settings::Settings;
use super::setups::Setups;

/// Everything that makes one game: the board, the pieces, the start and the rules.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct VariantDef {
    /// The name on the command line, such as `grand-apothecary-chess-alert`.
    pub name: String,
    /// The name for people.
    pub title: Option<String>,
    /// The variant it inherits from, for display; everything inherited is already here.
    pub parent: Option<String>,
    /// Where the rules come from.
    pub source: Option<String>,
    /// The board.
    pub shape: BoardShape,
    /// The start position as a FEN; fields may be missing from the right.
    pub start: String,
    /// Other start positions by number.
    pub setups: Option<Setups>,
    /// The options with what their values change; [`Catalog::configure`](super::Catalog::configure)
    /// chooses among them.
    pub settings: Settings,
    /// The pieces by name, in the order that numbers their roles.
    pub pieces: IndexMap<String, PieceDef>,
    /// What pieces are beside themselves.
    pub forms: Forms,
    /// What is not about single pieces.
    pub rules: RulesDef,
    /// Keys of an imported file that have no bearing on the rules, kept for export.
    pub presentation: IndexMap<String, String>,
}

impl VariantDef {
    /// The piece with a name, as rules name it.
    pub fn piece_id(&self, name: &str) -> Option<PieceId> {
        self.pieces.get_index_of(name).map(PieceId::new)
    }

    /// A piece with its name; nothing if the number is that of another definition.
    pub fn piece(&self, id: PieceId) -> Option<(&str, &PieceDef)> {
        let (name, piece) = self.pieces.get_index(id.index())?;
        Some((name, piece))
    }

    /// The pieces in their order.
    pub fn piece_ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..self.pieces.len()).map(PieceId::new)
    }

    /// The pieces in their order, with their names.
    pub fn numbered(&self) -> impl Iterator<Item = (PieceId, &str, &PieceDef)> {
        let all = self.pieces.iter().enumerate();
        all.map(|(index, (name, piece))| (PieceId::new(index), name.as_str(), piece))
    }

    /// The pieces of a set to choose from. Where all are meant, each kind is one choice, as what is
    /// again what it was when it is captured, if there is such a form of it.
    pub(crate) fn choices(&self, set: PieceSet) -> PieceSet {
        if set != PieceSet::ALL {
            return set;
        }
        let forms = &self.forms;
        let returns = |id: PieceId| {
            let piece = self.piece(id);
            piece.is_some_and(|(_, piece)| piece.letter.ends_with('~'))
        };
        let is_choice = |number: &PieceId| {
            let mut others = self.piece_ids();
            returns(*number)
                || !forms.is_derived(*number)
                    && !others.any(|other| returns(other) && forms.of(other).kind == *number)
        };
        self.piece_ids().filter(is_choice).collect()
    }
}

/// One kind of piece.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PieceDef {
    /// The letter or letters in FEN and move text: White's, with a capital first. Black's are the
    /// same in small letters.
    pub letter: String,
    /// A letter that a FEN may have as well, where it is no other piece's. It is never written.
    pub second_letter: Option<String>,
    /// The ways it moves; the piece has the union of them.
    pub moves: Vec<MoveDef>,
    /// When a move marked `i` may be made.
    pub initial: InitialDef,
    /// Whether the piece must not be left attacked.
    pub royal: bool,
    /// What it may become at the end of a move.
    pub promotion: Option<PromotionDef>,
    /// Worth in pawns, if the definition says so.
    pub value: Option<f64>,
    /// What it looks like; if `None`, what it does decides.
    pub picture: Option<Picture>,
    /// Its moves of another kind than walks.
    pub actions: Vec<Action>,
    /// How its moves capture pieces on which they do not end.
    pub captures: PieceCaptures,
    /// Whom it keeps from moving.
    pub freezes: Option<Freeze>,
    /// The opposing pieces that leave the board when a move of their own ends within its reach.
    pub burns: Option<Affected>,
    /// The friends that cannot be captured.
    pub protects: Option<Affected>,
    /// What becomes of it after its moves.
    pub after: Option<AfterMove>,
}

impl PieceDef {
    /// Whether it has moves that it makes from home only. Castling is none: rights tell of that.
    pub(super) fn moves_first(&self) -> bool {
        let mut patterns = self.moves.iter().flat_map(|mv| mv.movement.patterns());
        patterns.any(|pattern| match pattern {
            Pattern::Walk(walk) => walk.initial != Initial::Any,
            Pattern::Universal(leap) => leap.initial != Initial::Any,
            Pattern::Imitation(imitation) => imitation.initial != Initial::Any,
            Pattern::Castle(_) | Pattern::Placement(_) => false,
        })
    }
}

/// One movement with the squares on which it applies.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MoveDef {
    /// The text it was read from.
    pub betza: String,
    /// The dialect it was read in.
    pub dialect: Dialect,
    /// What it means.
    pub movement: Movement,
    /// Squares from which the movement may begin; everywhere if `None`.
    pub from: Option<Zone>,
    /// Squares on which the piece may come to rest; everywhere if `None`.
    pub to: Option<Zone>,
    /// The pieces that the movement can capture; every piece if `None`.
    pub takes: Option<PieceSet>,
    /// Whether it may be made out of check.
    pub in_check: bool,
    /// Whether its way may come to a square twice, the one where it begins included.
    pub revisits: bool,
    /// Whether its way turns only at the edge of the board or a hole, away from it.
    pub rebounds: bool,
}

impl MoveDef {
    /// The patterns of the movement, with what else is said about its way.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = Pattern> + '_ {
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

/// When a move marked `i` may be made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InitialDef {
    /// While the piece has not moved. A FEN tells it by castling rights, otherwise a piece counts
    /// as unmoved where the start position has the same piece.
    Unmoved,
    /// From these squares, moved or not.
    Zone(Zone),
}

/// What a piece may become when it comes to rest.
///
/// A piece that arrives on a square that is in the zone of at least one choice must take one of
/// the choices valid there, or stay what it is if the square is in `stay`. Where it must promote
/// and no choice is available, the move is illegal.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PromotionDef {
    /// The possible pieces, in the order they are offered.
    pub choices: Vec<PromotionChoice>,
    /// Squares of the promotion zone on which the piece may also stay what it is.
    pub stay: Zone,
    /// Whether captures in passing promote as well.
    pub in_passing: bool,
    /// Whether move texts name the piece only where that tells moves apart.
    pub silent: bool,
}

/// One piece that a promotion can give.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PromotionChoice {
    /// The piece.
    pub piece: PieceId,
    /// Squares on which it may be chosen.
    pub zone: Zone,
    /// Where it comes from.
    pub stock: PromotionStock,
    /// The largest number of such pieces that one side may have on the board afterwards, whatever
    /// they are in hand.
    pub limit: Option<u16>,
}

/// Where a promoted piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionStock {
    /// The box: always available.
    Unlimited,
    /// The player's own hand, from which it is taken.
    Hand,
}
