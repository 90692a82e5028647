//! The data of one variant.
//!
//! Pieces and rules are plain data: by default a piece has no properties other than its moves, and rules keep their
//! settings as written. The modules are in the order of data flow.

mod piece_id;

mod action;
mod appearance;
mod picture;

mod piece;

mod rules_def;
mod setups;

use indexmap::IndexMap;

use crate::geometry::BoardShape;

pub(crate) use action::OWN;
pub use action::{
    Action, Affected, AfterMove, CaptureMethod, Freeze, JumpSeries, Mimic, PieceCaptures,
    PromotionChoice, PromotionDef, PromotionStock, Quiet, Reach, ReachText, Run,
};
pub use appearance::{Appearance, AppearanceError, Cells, PieceStyle, SubBoard};
pub use picture::{Picture, PictureError, Shape};
pub use piece::{Form, Forms, InitialDef, MoveDef, PieceDef};
pub use piece_id::{ByPiece, PieceId, PieceSet};
pub(crate) use rules_def::ONLY_SETTING;
pub use rules_def::{Change, CustomRules, RuleTable, RuleValue, RulesDef};
pub use setups::Setups;

/// A complete game: the board, the pieces, the start and the rules.
///
/// Definitions are read from files by [`Catalog::read`](crate::Catalog::read), or made in code:
/// [`VariantDef::new`] has an example.
///
/// ```
/// use ferz::Catalog;
///
/// let shogi = Catalog::builtin().get("shogi").unwrap();
/// assert_eq!((shogi.shape.files(), shogi.shape.ranks()), (9, 9));
/// assert!(shogi.kinds().any(|(name, _)| name == "lance"));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct VariantDef {
    /// The name on the command line, such as `grand-apothecary-chess-alert`.
    pub name: String,
    /// The name to display.
    pub title: Option<String>,
    /// The variant it inherits from, for display; everything inherited is already here.
    #[doc(hidden)]
    pub parent: Option<String>,
    /// The source of the rules.
    #[doc(hidden)]
    pub source: Option<String>,
    /// The board.
    pub shape: BoardShape,
    /// The start position as a FEN; the last fields may be omitted.
    pub start: String,
    /// Other start positions by number.
    #[doc(hidden)]
    pub setups: Option<Setups>,
    /// The options with the changes that their values make; [`Catalog::configure`](crate::Catalog::configure) chooses
    /// among them.
    #[doc(hidden)]
    pub settings: Settings,
    /// The pieces by name, in the order of their roles.
    #[doc(hidden)]
    pub pieces: IndexMap<String, PieceDef>,
    /// The forms of pieces.
    #[doc(hidden)]
    pub forms: Forms,
    /// The rules that do not belong to single pieces.
    #[doc(hidden)]
    pub rules: RulesDef,
    /// Keys that do not affect the rules: those of [`Appearance`], and keys of an imported file, kept for export.
    #[doc(hidden)]
    pub presentation: IndexMap<String, String>,
}

impl VariantDef {
    /// The kinds of pieces with their names, in the order of their roles.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = (&str, &PieceDef)> {
        self.pieces
            .iter()
            .map(|(name, piece)| (name.as_str(), piece))
    }

    /// The kind of piece with this name.
    pub fn kind(&self, name: &str) -> Option<&PieceDef> {
        self.pieces.get(name)
    }
}

#[doc(hidden)]
impl VariantDef {
    /// The appearance of the board and the pieces.
    pub fn appearance(&self) -> Appearance {
        Appearance::read(&self.presentation, &self.shape).0
    }

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

    /// Whether a piece of a set is no form of another piece of the set.
    pub(crate) fn is_named_in(&self, set: PieceSet, id: PieceId) -> bool {
        let kind = self.forms.of(id).kind;
        kind == id || !set.contains(kind)
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

/// Options by name.
///
/// # Examples
/// ```
/// use ferz::formats::Format;
/// use ferz::Catalog;
///
/// let file = "[mine]
/// inherits = 'chess'
/// [mine.settings.knights]
/// plain = {}
/// riding = { pieces = { knight = { move = 'NN' } } }";
/// let file = Catalog::read(file, Format::Toml).into_result().unwrap();
/// let settings = &file.get("mine").unwrap().settings;
/// assert_eq!(settings.values("knights").unwrap(), ["plain", "riding"]);
/// let riding = &settings.options["knights"]["riding"];
/// assert_eq!(riding.to_string(), "{ pieces.knight.move = 'NN' }");
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Settings {
    /// The values of each option by name. The first value is the one in effect in the definition.
    pub options: IndexMap<String, IndexMap<String, Change>>,
    /// The game without any option values, if it differs from the one with the first values.
    pub bare: Option<Box<VariantDef>>,
}

impl Settings {
    /// The names of the options.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.options.keys().map(String::as_str)
    }

    /// The names of an option's values, the current one first.
    pub fn values(&self, option: &str) -> Option<Vec<&str>> {
        let values = self.options.get(option)?;
        Some(values.keys().map(String::as_str).collect())
    }
}
