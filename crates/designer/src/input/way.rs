//! The intermediate squares of a move.

use ferz::definition::{Action, PieceDef};
use ferz::game::Position;
use ferz::geometry::{Square, sorted};
use ferz::movement::{Contents, Pattern};
use ferz::state::{Effect, Move, MoveKind};

/// The squares before the target by which a move can be entered: explicit intermediate squares, and those of
/// pieces that the mover captures in passing.
pub(super) fn way(position: &Position, mv: &Move) -> Vec<Square> {
    if !matches!(
        mv.kind,
        MoveKind::Normal | MoveKind::Resurrect | MoveKind::Pass
    ) {
        return Vec::new();
    }
    let via = mv.effects.iter().filter_map(|effect| match effect {
        Effect::Via { square } => Some(*square),
        _ => None,
    });
    let mut squares: Vec<Square> = via.collect();
    let def = position.variant().def().piece(mv.piece.role.into());
    if mv.from == mv.to || def.is_some_and(|(_, def)| captures_on_the_way(def)) {
        squares.extend(&mv.captures);
    }
    squares.retain(|square| *square != mv.to && *square != mv.from);
    sorted(squares)
}

/// Whether a piece captures on squares other than its target by its own legs, not by additional effects.
fn captures_on_the_way(def: &PieceDef) -> bool {
    let takes_early = |pattern: &Pattern| {
        let Pattern::Walk(walk) = pattern else {
            return false;
        };
        let earlier = walk.legs.split_last().map_or(&[][..], |(_, legs)| legs);
        earlier
            .iter()
            .any(|leg| leg.take != Contents::NONE || leg.en_passant)
    };
    let leaps = |action: &Action| {
        matches!(
            action,
            Action::LongLeap { .. } | Action::JumpSeries(_) | Action::Imitate
        )
    };
    let mut patterns = def.moves.iter().flat_map(|mv| mv.movement.patterns());
    patterns.any(takes_early) || def.actions.iter().any(leaps)
}
