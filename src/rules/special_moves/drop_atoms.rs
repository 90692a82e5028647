//! Drops by the atom `@` in the notation of a piece. Clauses `drop.*`.

use crate::geometry::{Perspective, Square, SquareSet};
use crate::movement::{Pattern, Placement};
use crate::rules::data::CompiledRules;
use crate::state::{Color, Move, MoveKind, Piece, Role, Setup};

impl CompiledRules {
    /// The drop atoms of a piece.
    fn placements(&self, role: Role) -> impl Iterator<Item = Placement> + '_ {
        let moves = &self.role(role).moves;
        moves
            .iter()
            .filter_map(|role_move| match role_move.pattern {
                Pattern::Placement(placement) => Some(placement),
                _ => None,
            })
    }

    /// Whether a piece has drop atoms, which override the drop rules of the variant.
    #[doc(hidden)]
    pub fn places_itself(&self, role: Role) -> bool {
        self.placements(role).next().is_some()
    }

    /// The squares of a piece's drop atoms, occupied ones included.
    pub(crate) fn placement_zone(&self, setup: &Setup, piece: Piece) -> SquareSet {
        let mut zone = SquareSet::new();
        for placement in self.placements(piece.role) {
            zone.extend(
                self.shape
                    .squares()
                    .filter(|to| self.may_place(setup, piece, placement, *to)),
            );
        }
        zone
    }

    fn may_place(&self, setup: &Setup, piece: Piece, placement: Placement, to: Square) -> bool {
        let shape = &self.shape;
        let rank = match piece.color.perspective() {
            Perspective::White => shape.rank_of(to),
            Perspective::Black => shape.ranks() - 1 - shape.rank_of(to),
        };
        let shade = |square: Square| (shape.file_of(square) + shape.rank_of(square)) % 2;
        let fewer = |limit: Option<u8>, counts: &dyn Fn(Square) -> bool| {
            limit.is_none_or(|limit| {
                let same = setup.board.pieces().filter(|(_, other)| *other == piece);
                same.filter(|(square, _)| counts(*square)).count() < usize::from(limit)
            })
        };
        placement.depth.is_none_or(|depth| rank < depth)
            && rank >= placement.inset
            && fewer(placement.per_file, &|square| {
                shape.file_of(square) == shape.file_of(to)
            })
            && fewer(placement.per_shade, &|square| shade(square) == shade(to))
            && fewer(placement.on_board, &|_| true)
    }
}

/// Generates drops of the pieces in hand that have drop atoms.
pub(crate) fn placements(rules: &CompiledRules, setup: &Setup, moves: &mut Vec<Move>) {
    let us: Color = setup.turn;
    for (role, _) in setup.hands[us.index()].iter() {
        if !rules.places_itself(role) {
            continue;
        }
        let piece = Piece { color: us, role };
        for to in &rules.placement_zone(setup, piece) {
            if rules.is_free(setup, to) {
                moves.push(Move {
                    kind: MoveKind::Drop,
                    ..Move::walk(piece, to, to)
                });
            }
        }
    }
}
