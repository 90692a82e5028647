//! Special actions of pieces.
//!
//! All of them produce plain [`Move`]s, so that making and testing moves is the same for all.

pub(super) mod captures;
pub(super) mod series;
pub(super) mod shifts;

use std::ops::ControlFlow;

use crate::definition::Action;
use crate::geometry::Square;
use crate::movegen::mover::Mover;
use crate::rules::ReachTable;
use crate::state::{Move, Piece, Role};

use captures::{booms, explode, long_leaps, own_leap};
use series::jumpers;
use shifts::{Partners, swaps};

pub(super) use captures::{borrowed, borrowed_booms, mimic, within};

/// An action of a role, and its reach.
pub(super) type RoleAction<'a> = ((&'a Action, &'a ReachTable), Role);

/// The moves of an action that moves the piece as a walk does, so that its capture methods apply.
pub(super) fn add_moves_that_go(
    mover: &Mover<'_>,
    ((action, reach), role): RoleAction<'_>,
    moves: &mut Vec<Move>,
) {
    match action {
        Action::LongLeap { single } => long_leaps(mover, &own_leap(*single), moves),
        Action::Swap { with, .. } => {
            let partners = Partners {
                reach,
                role,
                meant: |other: Piece| with.is_none_or(|with| with.contains(other.role)),
                leaps: |_| false,
            };
            swaps(mover, &partners, moves);
        }
        Action::Run(rule) => shifts::runs(mover, rule, moves),
        _ => {}
    }
}

/// The moves of an action that replaces a walk.
pub(super) fn add_moves_that_act(
    mover: &Mover<'_>,
    ((action, reach), role): RoleAction<'_>,
    moves: &mut Vec<Move>,
) {
    let squares = || within(mover, reach, role);
    match action {
        Action::LongLeap { .. }
        | Action::Swap { .. }
        | Action::Imitate
        | Action::JumpSeries(_)
        | Action::Run(_) => {}
        Action::Boom { .. } => booms(mover, &squares(), |_| true, moves),
        Action::Explode { .. } => explode(mover, &squares(), moves),
        Action::Push { .. } => shifts::pushes(mover, &squares(), moves),
        Action::Pull { .. } => shifts::pulls(mover, &squares(), moves),
        Action::Plow { .. } => shifts::plows(mover, &squares(), moves),
        Action::Resurrect { .. } => shifts::resurrections(mover, &squares(), moves),
        Action::Rifle { .. } => captures::shots(mover, (reach, role), moves),
    }
}

/// Visits the leaps and jumps of a piece without other actions, with their targets and victims.
#[inline]
pub(super) fn visit_leaps(
    mover: &Mover<'_>,
    mut visit: impl FnMut(Square, &[Square]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let role = mover.role();
    if !role.leaps {
        return ControlFlow::Continue(());
    }
    for action in &role.actions {
        if let Action::LongLeap { single } = action {
            captures::visit(mover, &own_leap(*single), &mut visit)?;
        }
    }
    for jumper in jumpers(mover, mover.piece.role) {
        for series in jumper.series() {
            visit(series.to, &series.taken)?;
        }
    }
    if mimic(&role.captures).is_some() {
        for single in [false, true] {
            if mover.rules.has_leapers(single) {
                let leap = captures::borrowed_leap(mover.rules, single);
                captures::visit(mover, &leap, &mut visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}
