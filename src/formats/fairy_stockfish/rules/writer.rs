//! Conversion of pieces and squares of a definition to Fairy-Stockfish's terms.

use crate::definition::export::Losses;
use crate::definition::{ByPiece, PieceId, PieceSet};
use crate::formats::fairy_stockfish::section::config::Config;
use crate::formats::fairy_stockfish::section::regions::wide;
use crate::formats::fairy_stockfish::section::types::{Type, TypeSet};
use crate::geometry::{BoardShape, SquareSet};

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
