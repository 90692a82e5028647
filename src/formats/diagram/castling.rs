//! Castling sides of Black.
//!
//! In a diagram, left and right of a castling move are White's, unless `castleFlip` rotates Black's castling; in a
//! movement, they are the owner's.

use super::reader::Reader;
use crate::definition::variant::MoveDef;
use crate::geometry::{BoardShape, SquareSet, Zone};
use crate::movement::{Castle, Movement, Pattern, Side};

impl Reader<'_> {
    /// Mirrors Black's castling moves, unless the diagram rotates them.
    pub(super) fn castle_sides(&mut self, shape: &BoardShape) {
        if let Some(setting) = self.last("castleFlip") {
            if setting.value() == "1" {
                return;
            }
            if setting.value() != "0" {
                self.bad_value(setting, "write 0 or 1");
            }
        }
        for piece in &mut self.pieces {
            if is_lopsided(&piece.moves) {
                let moves = std::mem::take(&mut piece.moves);
                piece.moves = moves
                    .into_iter()
                    .flat_map(|one| by_side(one, shape))
                    .collect();
            }
        }
    }
}

const fn turned(castle: Castle) -> Castle {
    let side = match castle.side {
        Side::Left => Side::Right,
        Side::Right => Side::Left,
    };
    Castle { side, ..castle }
}

/// Whether the castling moves to the left and to the right differ.
pub(super) fn is_lopsided(moves: &[MoveDef]) -> bool {
    let patterns = || moves.iter().flat_map(|one| one.movement.patterns());
    let has = |wanted: Castle| patterns().any(|one| *one == Pattern::Castle(wanted));
    patterns().any(|one| matches!(one, Pattern::Castle(castle) if !has(turned(*castle))))
}

/// Splits a move into the part without castling, White's castling and Black's castling.
fn by_side(one: MoveDef, shape: &BoardShape) -> Vec<MoveDef> {
    let patterns = one.movement.patterns();
    let castles = || {
        patterns.iter().filter_map(|pattern| match pattern {
            Pattern::Castle(castle) => Some(*castle),
            _ => None,
        })
    };
    if castles().next().is_none() {
        return vec![one];
    }
    let all: SquareSet = shape.squares().collect();
    let [white, black] = [
        Zone::of_sides(all.clone(), SquareSet::new()),
        Zone::of_sides(SquareSet::new(), all),
    ];
    let rest = patterns
        .iter()
        .filter(|pattern| !matches!(pattern, Pattern::Castle(_)));
    [
        (Movement::from_patterns(rest.cloned()), None),
        (
            Movement::from_patterns(castles().map(Pattern::Castle)),
            Some(white),
        ),
        (
            Movement::from_patterns(castles().map(|one| Pattern::Castle(turned(one)))),
            Some(black),
        ),
    ]
    .into_iter()
    .filter(|(movement, _)| !movement.is_empty())
    .map(|(movement, from)| MoveDef {
        from,
        ..one.with_movement(movement)
    })
    .collect()
}
