//! Conversion of pieces and squares between a definition and Fairy-Stockfish's terms.

use crate::definition::export::Losses;
use crate::definition::{Blast, ByPiece, PieceId, PieceSet};
use crate::formats::fairy_stockfish::section::config::Config;
use crate::formats::fairy_stockfish::section::types::{self, GRID, Type, TypeSet, fixed, wide};
use crate::geometry::{BoardShape, SquareSet};

// Conversion of Fairy-Stockfish's terms to pieces and squares of a definition.

/// The move with which flying generals attack each other along open files.
pub(in crate::formats::fairy_stockfish) const FLYING: &str = "fkR";

/// The move text of the pawn's triple step.
pub(in crate::formats::fairy_stockfish) const TRIPLE_STEP: &str = "fmnH";

/// A configuration and a board, with the pieces of the types.
pub(in crate::formats::fairy_stockfish) struct Builder<'a> {
    pub(in crate::formats::fairy_stockfish) config: &'a Config,
    pub(in crate::formats::fairy_stockfish) shape: &'a BoardShape,
    /// Types in play, in the order of their numbers.
    pub(in crate::formats::fairy_stockfish) types: Vec<Type>,
    /// Types with a promoted form, and the type of that form.
    pub(in crate::formats::fairy_stockfish) promoted: Vec<(Type, Type)>,
    /// Types to which pawns promote and that revert when captured.
    pub(in crate::formats::fairy_stockfish) returning: Vec<Type>,
}

impl<'a> Builder<'a> {
    pub(in crate::formats::fairy_stockfish) fn new(
        config: &'a Config,
        shape: &'a BoardShape,
    ) -> Builder<'a> {
        let types: Vec<Type> = types::all()
            .filter(|number| config.letters[*number].is_some())
            .collect();
        let promoted = types
            .iter()
            .map(|number| (*number, config.promoted[*number]))
            .filter(|(_, to)| *to != 0 && config.letters[*to].is_some())
            .collect();
        // Without pawns, no piece comes from one.
        let mut pawns = config.main_pawn.iter();
        let promotes = pawns.any(|pawn| types.contains(pawn));
        // A pawn that replaces a prisoner has become that prisoner and does not revert.
        let returns = !(config.fork.prison.holds && config.fork.prison.promotes);
        let returning = if promotes && returns && (config.to_hand || config.two_boards) {
            types
                .iter()
                .copied()
                .filter(|number| {
                    config
                        .promotion_pieces
                        .iter()
                        .any(|set| set.contains(*number))
                })
                .collect()
        } else {
            Vec::new()
        };
        Builder {
            config,
            shape,
            types,
            promoted,
            returning,
        }
    }

    /// The piece of a type.
    pub(in crate::formats::fairy_stockfish) fn number(&self, number: Type) -> Option<PieceId> {
        let place = self.types.iter().position(|known| *known == number);
        place.map(PieceId::new)
    }

    /// The type whose moves a piece of the definition has.
    pub(in crate::formats::fairy_stockfish) fn type_of(&self, id: PieceId) -> Option<Type> {
        let promoted = self.promoted.iter().map(|(_, to)| to);
        let mut types = (self.types.iter()).chain(promoted).chain(&self.returning);
        types.nth(id.index()).copied()
    }

    pub(in crate::formats::fairy_stockfish) fn set(&self, set: TypeSet) -> PieceSet {
        if set.contains(0) {
            return PieceSet::ALL;
        }
        set.iter()
            .filter_map(|number| self.number(number))
            .collect()
    }

    pub(in crate::formats::fairy_stockfish) fn sets(&self, sets: [TypeSet; 2]) -> [PieceSet; 2] {
        sets.map(|set| self.set(set))
    }

    /// The part of a region that is on the board.
    pub(in crate::formats::fairy_stockfish) fn region(&self, region: &SquareSet) -> SquareSet {
        region
            .iter()
            .filter_map(|square| {
                let (file, rank) = (square.index() as u16 % GRID, square.index() as u16 / GRID);
                self.shape.at(file as u8, rank as u8)
            })
            .filter(|square| self.shape.exists(*square))
            .collect()
    }

    pub(in crate::formats::fairy_stockfish) fn regions(
        &self,
        regions: &[SquareSet; 2],
    ) -> [SquareSet; 2] {
        [self.region(&regions[0]), self.region(&regions[1])]
    }

    pub(in crate::formats::fairy_stockfish) fn all(&self) -> SquareSet {
        self.shape.squares().collect()
    }

    /// The mobility region of a type.
    pub(in crate::formats::fairy_stockfish) fn mobility(&self, number: Type) -> [SquareSet; 2] {
        [0, 1].map(|color| {
            let region = &self.config.mobility[number][color];
            if region.is_empty() {
                self.all()
            } else {
                self.region(region)
            }
        })
    }

    /// The values of the types, by piece, including forms.
    pub(in crate::formats::fairy_stockfish) fn spread<T: Clone>(
        &self,
        by_type: impl Fn(Type) -> T,
    ) -> ByPiece<T> {
        let types = self.types.iter().copied();
        types
            .chain(self.promoted.iter().map(|(_, to)| *to))
            .chain(self.returning.iter().copied())
            .map(by_type)
            .collect()
    }

    /// Pieces as choices: each in the form that reverts when captured, if there is one.
    pub(in crate::formats::fairy_stockfish) fn choices(&self, set: TypeSet) -> PieceSet {
        let first = self.types.len() + self.promoted.len();
        let returning = |piece: PieceId| {
            let kind = self.types.get(piece.index())?;
            let place = self.returning.iter().position(|known| known == kind)?;
            Some(PieceId::new(first + place))
        };
        let set = self.set(set).iter();
        set.map(|piece| returning(piece).unwrap_or(piece)).collect()
    }

    /// The promoted form of a type.
    pub(in crate::formats::fairy_stockfish) fn turned(&self, number: Type) -> Option<PieceId> {
        let place = self.promoted.iter().position(|(from, _)| *from == number)?;
        Some(PieceId::new(self.types.len() + place))
    }

    /// Whether the promoted form of the pawn is an additional choice of its promotion.
    pub(in crate::formats::fairy_stockfish) const fn turns_by_choice(&self) -> bool {
        let config = self.config;
        !config.sittuyin_promotion && !config.promotion_on_capture && !config.drop_promoted
    }

    /// The blast of captures.
    pub(in crate::formats::fairy_stockfish) fn blast(&self) -> Option<Blast> {
        let config = self.config;
        let reach = config.fork.blast_reach(self.shape);
        reach.filter(|_| config.blast).map(|reach| Blast {
            reach,
            immune: self.set(config.blast_immune),
            sheltered: self.set(TypeSet::of(fixed("pawn"))),
        })
    }
}

/// Converts `shogiPawn` to `shogi-pawn` and `customPiece1` to `custom-piece-1`.
pub(in crate::formats::fairy_stockfish) fn kebab(key: &str) -> String {
    let mut name = String::new();
    let mut digit = false;
    for letter in key.chars() {
        if letter.is_ascii_uppercase() || letter.is_ascii_digit() && !digit {
            name.push('-');
        }
        digit = letter.is_ascii_digit();
        name.push(letter.to_ascii_lowercase());
    }
    name
}

// Conversion of pieces and squares of a definition to Fairy-Stockfish's terms.

/// The options of a definition, and the losses.
pub(in crate::formats::fairy_stockfish) struct Written {
    pub(in crate::formats::fairy_stockfish) config: Config,
    /// The types of the pieces.
    pub(in crate::formats::fairy_stockfish) types: ByPiece<Option<Type>>,
    /// The types that capture en passant.
    pub(in crate::formats::fairy_stockfish) passing: TypeSet,
    /// The types whose moves restart the clock by default.
    pub(in crate::formats::fairy_stockfish) restarting: TypeSet,
    /// The region in which initial moves begin, and the type that determined it.
    pub(in crate::formats::fairy_stockfish) first_moves: Option<(Type, [SquareSet; 2])>,
    /// The parts of the definition that no option expresses.
    pub(in crate::formats::fairy_stockfish) lost: Losses,
}

/// Converts pieces and squares of a definition to Fairy-Stockfish's terms.
pub(in crate::formats::fairy_stockfish) struct Writer<'a> {
    /// The types of the pieces, including forms.
    pub(in crate::formats::fairy_stockfish) kinds: ByPiece<Option<Type>>,
    pub(in crate::formats::fairy_stockfish) shape: &'a BoardShape,
}

impl Writer<'_> {
    /// The type of a piece; 0 if it has none.
    pub(in crate::formats::fairy_stockfish) fn kind(&self, piece: PieceId) -> Type {
        self.kinds.get(piece).copied().flatten().unwrap_or(0)
    }

    pub(in crate::formats::fairy_stockfish) fn kind_of(&self, piece: Option<PieceId>) -> Type {
        piece.map_or(0, |piece| self.kind(piece))
    }

    pub(in crate::formats::fairy_stockfish) fn set(&self, set: PieceSet) -> TypeSet {
        if set == PieceSet::ALL {
            return TypeSet::of(0);
        }
        let mut types = TypeSet::default();
        for kind in set.iter().map(|piece| self.kind(piece)) {
            if kind != 0 {
                types.insert(kind);
            }
        }
        types
    }

    pub(in crate::formats::fairy_stockfish) fn region(&self, set: &SquareSet) -> SquareSet {
        wide(self.shape, set)
    }

    pub(in crate::formats::fairy_stockfish) fn regions(
        &self,
        sets: &[SquareSet; 2],
    ) -> [SquareSet; 2] {
        [self.region(&sets[0]), self.region(&sets[1])]
    }
}
