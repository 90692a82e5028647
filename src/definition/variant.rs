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

/// A complete game: the board, the pieces, the start and the rules.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct VariantDef {
    /// The name on the command line, such as `grand-apothecary-chess-alert`.
    pub name: String,
    /// The name to display.
    pub title: Option<String>,
    /// The variant it inherits from, for display; everything inherited is already here.
    pub parent: Option<String>,
    /// The source of the rules.
    pub source: Option<String>,
    /// The board.
    pub shape: BoardShape,
    /// The start position as a FEN; the last fields may be omitted.
    pub start: String,
    /// Other start positions by number.
    pub setups: Option<Setups>,
    /// The options with the changes that their values make; [`Catalog::configure`](super::Catalog::configure) chooses
    /// among them.
    pub settings: Settings,
    /// The pieces by name, in the order of their roles.
    pub pieces: IndexMap<String, PieceDef>,
    /// The forms of pieces.
    pub forms: Forms,
    /// The rules that do not belong to single pieces.
    pub rules: RulesDef,
    /// Keys of an imported file that do not affect the rules, kept for export.
    pub presentation: IndexMap<String, String>,
}

impl VariantDef {
    /// The number of the piece with this name.
    pub fn piece_id(&self, name: &str) -> Option<PieceId> {
        self.pieces.get_index_of(name).map(PieceId::new)
    }

    /// A piece and its name; `None` if the number belongs to another definition.
    pub fn piece(&self, id: PieceId) -> Option<(&str, &PieceDef)> {
        let (name, piece) = self.pieces.get_index(id.index())?;
        Some((name, piece))
    }

    /// The numbers of the pieces in order.
    pub fn piece_ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..self.pieces.len()).map(PieceId::new)
    }

    /// The pieces in order, with their numbers and names.
    pub fn numbered(&self) -> impl Iterator<Item = (PieceId, &str, &PieceDef)> {
        let all = self.pieces.iter().enumerate();
        all.map(|(index, (name, piece))| (PieceId::new(index), name.as_str(), piece))
    }

    /// The pieces of a set as choices. For [`PieceSet::ALL`], each kind is one choice, represented by its form that
    /// reverts when captured, if there is one.
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

/// A kind of piece.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PieceDef {
    /// The letter or letters in FEN and move text: White's, with a capital first. Black's are in lower case.
    pub letter: String,
    /// An alternative letter that is accepted in a FEN if no other piece has it. It is never written.
    pub second_letter: Option<String>,
    /// Its moves; the piece has their union.
    pub moves: Vec<MoveDef>,
    /// The condition for moves marked `i`.
    pub initial: InitialDef,
    /// Whether the piece is royal: it must not be left attacked.
    pub royal: bool,
    /// Its promotion at the end of a move, if any.
    pub promotion: Option<PromotionDef>,
    /// Its value in pawns, if the definition gives one.
    pub value: Option<f64>,
    /// Its picture; if `None`, its moves determine one.
    pub picture: Option<Picture>,
    /// Its moves other than walks.
    pub actions: Vec<Action>,
    /// How its moves capture pieces on other squares than the destination.
    pub captures: PieceCaptures,
    /// The pieces that it keeps from moving.
    pub freezes: Option<Freeze>,
    /// The opposing pieces that are removed when their own move ends within its reach.
    pub burns: Option<Affected>,
    /// The pieces of its side that cannot be captured.
    pub protects: Option<Affected>,
    /// Its transformation after its moves.
    pub after: Option<AfterMove>,
}

impl PieceDef {
    /// Whether it has initial moves other than castling, which depends on castling rights.
    pub(crate) fn moves_first(&self) -> bool {
        let mut patterns = self.moves.iter().flat_map(|mv| mv.movement.patterns());
        patterns.any(|pattern| match pattern {
            Pattern::Walk(walk) => walk.initial != Initial::Any,
            Pattern::Universal(leap) => leap.initial != Initial::Any,
            Pattern::Imitation(imitation) => imitation.initial != Initial::Any,
            Pattern::Castle(_) | Pattern::Placement(_) => false,
        })
    }
}

/// A movement with restrictions.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MoveDef {
    /// The text it was read from.
    pub betza: String,
    /// The dialect of the text.
    pub dialect: Dialect,
    /// The meaning of the text.
    pub movement: Movement,
    /// The squares on which the movement may begin; all if `None`.
    pub from: Option<Zone>,
    /// The squares on which the movement may end; all if `None`.
    pub to: Option<Zone>,
    /// The pieces that it can capture; all if `None`.
    pub takes: Option<PieceSet>,
    /// Whether it may be made while in check.
    pub in_check: bool,
    /// Whether its path may visit a square twice, including its origin.
    pub revisits: bool,
    /// Whether its path only turns at the edge of the board or a hole, away from it.
    pub rebounds: bool,
}

impl MoveDef {
    /// The patterns of the movement with the restrictions on its path.
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

/// The promotion of a piece at the end of its move.
///
/// A piece that arrives on a square in the zone of at least one choice must take one of the choices for that square, or
/// may remain unpromoted if the square is in `stay`. If promotion is mandatory and no choice is available, the move is
/// illegal.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PromotionDef {
    /// The choices, in the order in which they are offered.
    pub choices: Vec<PromotionChoice>,
    /// The squares of the promotion zone on which promotion is optional.
    pub stay: Zone,
    /// Whether en passant captures promote as well.
    pub in_passing: bool,
    /// Whether move texts name the piece only to distinguish moves.
    pub silent: bool,
}

/// One choice of a promotion.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PromotionChoice {
    /// The piece.
    pub piece: PieceId,
    /// The squares on which it is available.
    pub zone: Zone,
    /// The stock from which it comes.
    pub stock: PromotionStock,
    /// The largest number of such pieces that one side may have on the board after the promotion, regardless of its
    /// hand.
    pub limit: Option<u16>,
}

/// The stock of promoted pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionStock {
    /// The box, which is unlimited.
    Unlimited,
    /// The player's own hand.
    Hand,
}
