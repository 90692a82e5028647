//! Recognition of pawns, which algebraic notation writes without a letter.

use crate::compile::paths;
use crate::geometry::sorted;
use crate::movement::{Contents, Pattern};
use crate::rules::CompiledRules;
use crate::state::{Color, Role};

/// The limit of paths from one square; a piece with more is not a pawn.
const PATHS: usize = 64;

/// Whether a piece steps straight ahead, one square or several, and captures one step diagonally ahead, as
/// the pawn of chess. The pawns of shogi, xiangqi and Berolina chess do not.
pub(super) fn is_pawn(rules: &CompiledRules, role: Role) -> bool {
    let mut quiet: Vec<(i16, i16)> = Vec::new();
    let mut captures: Vec<(i16, i16)> = Vec::new();
    let shape = &rules.shape;
    let owner = Color::White.perspective();
    for role_move in &rules.role(role).moves {
        let Pattern::Walk(walk) = &role_move.pattern else {
            return false;
        };
        for from in shape.squares() {
            let Ok(found) = paths(walk, shape, owner, from, PATHS) else {
                return false;
            };
            for path in found {
                if !path.taken.is_empty() || path.borrows || path.mover != from {
                    return false;
                }
                let file = i16::from(shape.file_of(path.to)) - i16::from(shape.file_of(from));
                let rank = i16::from(shape.rank_of(path.to)) - i16::from(shape.rank_of(from));
                if path.pass.meets(Contents::EMPTY) && path.en_passant.is_empty() {
                    quiet.push((file, rank));
                }
                if !path.take.is_empty() || !path.en_passant.is_empty() {
                    captures.push((file, rank));
                }
            }
        }
    }
    quiet.contains(&(0, 1))
        && quiet.iter().all(|(file, rank)| *file == 0 && *rank > 0)
        && sorted(captures) == [(-1, 1), (1, 1)]
}
