//! Emblems: shapes for abilities of a piece other than moves.

use ferz::definition::{Action, CaptureMethod, PieceDef, Shape};
use ferz::geometry::sorted;

/// The emblems of a piece.
pub(super) fn emblems(piece: &PieceDef) -> Vec<Shape> {
    let captures = piece.captures.methods.iter().map(|method| match method {
        CaptureMethod::Custodial => Shape::Pincer,
        CaptureMethod::Withdrawal => Shape::Withdrawer,
        CaptureMethod::Approach => Shape::Advancer,
        CaptureMethod::Coordination => Shape::Coordinator,
        CaptureMethod::Midpoint => Shape::Draughtsman,
        CaptureMethod::Proximity { .. } => Shape::Flame,
        CaptureMethod::Mimic(_) => Shape::Chameleon,
    });
    let actions = piece.actions.iter().filter_map(|action| match action {
        Action::LongLeap { .. } => Some(Shape::Leaper),
        Action::JumpSeries(_) => Some(Shape::Draughtsman),
        Action::Swap { .. } => Some(Shape::Swapper),
        Action::Boom { .. } | Action::Explode { .. } => Some(Shape::Bomb),
        Action::Push { .. } | Action::Plow { .. } => Some(Shape::Pusher),
        Action::Pull { .. } => Some(Shape::Puller),
        Action::Resurrect { .. } => Some(Shape::Ankh),
        Action::Rifle { .. } => Some(Shape::Archer),
        Action::Imitate => Some(Shape::Joker),
        // A run is only a first move.
        Action::Run(_) => None,
    });
    let freezes = piece.freezes.iter().map(|_| Shape::Immobilizer);
    let burns = piece.burns.iter().map(|_| Shape::Flame);
    let protects = piece.protects.iter().map(|_| Shape::Shield);
    let all = captures.chain(freezes).chain(actions);
    // The rarest come first.
    sorted(all.chain(burns).chain(protects))
}
