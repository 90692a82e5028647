//! A game with its board and piece types, and its pieces.

use indexmap::IndexMap;

use super::board::Layout;
use super::roles::{PieceType, Role, canonical, turned};
use super::steps::Route;
use super::walks;
use crate::definition::{MoveDef, PieceDef};
use crate::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};
use crate::movement::Dialect;
use crate::syntax::fairy_max::Game;

/// The sides, in the order of their arrays.
pub(super) const SIDES: [Perspective; 2] = [Perspective::White, Perspective::Black];

/// A game that is being read.
pub(super) struct Reader<'a> {
    pub(super) game: &'a Game,
    pub(super) shape: &'a BoardShape,
    pub(super) layout: Layout,
    pub(super) piece_types: Vec<PieceType<'a>>,
    /// White's and Black's back ranks.
    pub(super) arrays: [Vec<Option<usize>>; 2],
}

impl Reader<'_> {
    /// The piece type on a square at the start.
    pub(super) fn at(&self, side: Perspective, square: Square) -> Option<usize> {
        let rank = self.shape.relative_rank(square, side);
        let file = usize::from(self.shape.file_of(square));
        if rank == self.layout.pawns {
            Some(side as usize)
        } else if rank == 0 {
            self.arrays[side as usize][file]
        } else {
            None
        }
    }

    /// The piece types of a side at the start, by square.
    pub(super) fn homes(&self, side: Perspective) -> Vec<(Square, usize)> {
        self.shape
            .squares()
            .filter_map(|square| Some((square, self.at(side, square)?)))
            .collect()
    }
}

/// The piece of a side's piece type.
pub(super) fn role_of<'r>(
    roles: &'r [Role],
    piece_types: &[PieceType<'_>],
    side: Perspective,
    piece_type: usize,
) -> Option<&'r Role> {
    let kind = canonical(piece_types, piece_type);
    roles
        .iter()
        .find(|role| canonical(piece_types, role.piece_types[side as usize]) == kind)
}

/// A piece with the moves of its piece types; moves that only one side has are restricted to that side.
pub(super) fn piece(role: &Role, piece_types: &[PieceType<'_>], shape: &BoardShape) -> PieceDef {
    let [white, black] = role.piece_types.map(|piece_type| &piece_types[piece_type]);
    let theirs = turned(&black.routes);
    let both: Vec<Route> = white
        .routes
        .iter()
        .filter(|route| theirs.contains(route))
        .cloned()
        .collect();
    let only = |mine: &[Route], others: &[Route]| -> Vec<Route> {
        mine.iter()
            .filter(|route| !others.contains(route))
            .cloned()
            .collect()
    };
    let everywhere: SquareSet = shape.squares().collect();
    let parts = [
        (both, None),
        (
            only(&white.routes, &theirs),
            Some(Zone::of_sides(everywhere.clone(), SquareSet::new())),
        ),
        (
            only(&theirs, &white.routes),
            Some(Zone::of_sides(SquareSet::new(), everywhere)),
        ),
    ];
    let moves = parts
        .into_iter()
        .filter(|(routes, _)| !routes.is_empty())
        .map(|(routes, from)| {
            let movement = walks::movement(&routes);
            let betza = walks::text(&movement);
            MoveDef {
                from,
                ..MoveDef::of(movement, betza, Dialect::XBetza)
            }
        })
        .collect();
    PieceDef {
        royal: white.is_royal(),
        value: (white.value.abs() > 2).then(|| f64::from(white.value.abs()) / 100.0),
        ..PieceDef::with_moves(&role.letter, moves)
    }
}

/// The keys that only the interface uses.
pub(super) fn presentation(game: &Game) -> IndexMap<String, String> {
    let mut kept = IndexMap::new();
    if let Some(label) = &game.label {
        if let Some(table) = &label.table {
            kept.insert("piece-to-char".to_owned(), table.text.clone());
        }
        if let Some(parent) = &label.parent {
            kept.insert("parent".to_owned(), parent.text.clone());
        }
    }
    let letters: String = game
        .pieces
        .iter()
        .filter_map(|piece| piece.letter.text.chars().next())
        .collect();
    kept.insert("letters".to_owned(), letters);
    let values: Vec<String> = game
        .pieces
        .iter()
        .map(|piece| piece.value.value.to_string())
        .collect();
    kept.insert("values".to_owned(), values.join(" "));
    let remarks: Vec<String> = game
        .remarks
        .iter()
        .map(|remark| format!("{} {}", remark.piece.text, remark.betza.text))
        .collect();
    if !remarks.is_empty() {
        kept.insert("betza".to_owned(), remarks.join("; "));
    }
    kept
}
