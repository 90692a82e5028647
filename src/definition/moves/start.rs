//! Start position of a definition: the pieces on the board and in hand.

use indexmap::IndexMap;

use crate::definition::variant::{ByPiece, PieceId, VariantDef};
use crate::geometry::{Perspective, Square, SquareSet};
use crate::state::{Cell, Color, Fen, Letters};

/// The sides, White first.
pub(crate) const SIDES: [Perspective; 2] = [Perspective::White, Perspective::Black];

/// The piece letters of a definition.
pub(crate) fn letters(def: &VariantDef) -> Letters {
    let pieces = def.pieces.values();
    Letters::new(pieces.clone().map(|piece| piece.letter.clone()).collect())
        .with_second(pieces.map(|piece| piece.second_letter.clone()).collect())
}

/// A start position with pieces by number.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The pieces on the board by square.
    pub(crate) men: IndexMap<Square, (Perspective, PieceId)>,
    /// Squares with walls.
    pub(crate) walls: SquareSet,
    /// For each side, the number of each piece in hand; `None` if the position has no hands.
    pub(in crate::definition) hands: Option<[ByPiece<u16>; 2]>,
    /// The side that moves first.
    pub(in crate::definition) turn: Perspective,
    /// The castling rights field, if present.
    pub(crate) rights: Option<String>,
}

impl Start {
    pub(crate) fn of(def: &VariantDef) -> Start {
        let read = Fen::parse(&def.start, &def.shape, &letters(def));
        let fen = read.value;
        let men = fen.board.pieces().map(|(square, piece)| {
            let one = (piece.color.perspective(), piece.role.into());
            (square, one)
        });
        let walls = def.shape.squares();
        Start {
            men: men.collect(),
            walls: walls
                .filter(|square| fen.board.get(*square) == Cell::Wall)
                .collect(),
            hands: fen.hands.map(|hands| {
                hands.map(|hand| {
                    let mut counts = ByPiece::repeat(0, def.pieces.len());
                    for (role, count) in hand.iter() {
                        counts.set(role.into(), count);
                    }
                    counts
                })
            }),
            turn: if fen.turn == Color::White {
                Perspective::White
            } else {
                Perspective::Black
            },
            rights: fen.rights.map(|(text, _)| text),
        }
    }

    /// The squares of a side's pieces of one kind.
    pub(crate) fn homes(&self, side: Perspective, piece: PieceId) -> SquareSet {
        self.men
            .iter()
            .filter(|(_, man)| **man == (side, piece))
            .map(|(square, _)| *square)
            .collect()
    }

    /// The number of a side's pieces on the board that `counts` accepts.
    pub(crate) fn count(&self, side: Perspective, counts: impl Fn(PieceId) -> bool) -> usize {
        self.men
            .values()
            .filter(|(owner, piece)| *owner == side && counts(*piece))
            .count()
    }

    /// The number of a side's pieces of one kind in hand.
    pub(crate) fn in_hand(&self, side: Perspective, piece: PieceId) -> u16 {
        self.hands
            .as_ref()
            .and_then(|hands| hands[side as usize].get(piece).copied())
            .unwrap_or(0)
    }

    /// Castling to fixed files, relative to the king's square: the king and its distances to the left and to the right.
    pub(crate) fn castling_by_files(&self, def: &VariantDef) -> Option<(PieceId, u8, u8)> {
        let castling = def.castling()?;
        let [Some(king), Some(black)] = castling.king else {
            return None;
        };
        let files = SIDES.map(|side| {
            let home = self.homes(side, king).iter().next();
            home.map(|square| def.shape.file_of(square))
        });
        let [Some(file), other] = files else {
            return None;
        };
        if other != Some(file) || black != king {
            return None;
        }
        let left = file.checked_sub(castling.left_file)?;
        let right = castling.right_file.checked_sub(file)?;
        Some((king, left, right))
    }
}

/// Adds a rights field to a start position without one, because definitions differ in the meaning of a missing field.
pub(crate) fn with_rights(start: &str, rights: &str) -> String {
    let mut fields: Vec<&str> = start.split_whitespace().collect();
    if fields.len() < 2 {
        fields.push("w");
    }
    fields.insert(2.min(fields.len()), rights);
    fields.join(" ")
}
