//! Special actions of pieces.
//!
//! All of them produce plain [`Move`]s, so that making and testing moves is the same for all.

pub(super) mod captures;
pub(super) mod series;
pub(super) mod shifts;

use std::ops::ControlFlow;

use crate::definition::Action;
use crate::geometry::Square;
use crate::rules::{CompiledRules, ReachTable};
use crate::state::{Move, Piece, Role, Setup};

use captures::{Leap, booms, explode, long_leaps, within};
use series::jumpers;
use shifts::{Partners, swaps};

pub(super) use captures::{borrowed, borrowed_booms, mimic};

/// An action of a role, and its reach.
pub(super) type RoleAction<'a> = ((&'a Action, &'a ReachTable), Role);

/// The moves of an action that moves the piece as a walk does, so that its capture methods apply.
pub(super) fn add_moves_that_go(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    ((action, reach), role): RoleAction<'_>,
    moves: &mut Vec<Move>,
) {
    match action {
        Action::LongLeap { single } => {
            let leap = Leap {
                single: *single,
                meant: |_| true,
            };
            long_leaps(rules, setup, from, piece, &leap, moves);
        }
        Action::Swap { with, .. } => {
            let partners = Partners {
                reach,
                role,
                meant: |other: Piece| with.is_none_or(|with| with.contains(other.role)),
                leaps: |_| false,
            };
            swaps(rules, setup, from, piece, &partners, moves);
        }
        Action::Run(rule) => {
            shifts::runs(rules, setup, from, piece, rule, moves);
        }
        _ => {}
    }
}

/// The moves of an action that replaces a walk.
pub(super) fn add_moves_that_act(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    ((action, reach), role): RoleAction<'_>,
    moves: &mut Vec<Move>,
) {
    let squares = || within(rules, setup, reach, from, Piece { role, ..piece });
    match action {
        Action::LongLeap { .. }
        | Action::Swap { .. }
        | Action::Imitate
        | Action::JumpSeries(_)
        | Action::Run(_) => {}
        Action::Boom { .. } => booms(setup, from, piece, &squares(), |_, _| true, moves),
        Action::Explode { .. } => explode(rules, setup, from, piece, &squares(), moves),
        Action::Push { .. } => shifts::pushes(rules, setup, from, piece, &squares(), moves),
        Action::Pull { .. } => shifts::pulls(rules, setup, from, piece, &squares(), moves),
        Action::Plow { .. } => shifts::plows(rules, setup, from, piece, &squares(), moves),
        Action::Resurrect { .. } => {
            shifts::resurrections(rules, setup, from, piece, &squares(), moves);
        }
        Action::Rifle { .. } => {
            captures::shots(rules, setup, from, piece, (reach, role), moves);
        }
    }
}

/// Visits the leaps and jumps of a piece without other actions, with their targets and victims.
#[inline]
pub(super) fn visit_leaps<B>(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    mut visit: impl FnMut(Square, &[Square]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let role = rules.role(piece.role);
    if !role.leaps {
        return ControlFlow::Continue(());
    }
    for action in &role.actions {
        if let Action::LongLeap { single } = action {
            let leap = Leap {
                single: *single,
                meant: |_: Piece| true,
            };
            captures::visit(rules, setup, (from, piece), &leap, &mut visit)?;
        }
    }
    for jumper in jumpers(rules, setup, from, piece, piece.role) {
        for series in jumper.series() {
            visit(series.to, &series.taken)?;
        }
    }
    if mimic(&role.captures).is_some() {
        for single in [false, true] {
            if rules.has_leapers(single) {
                let leap = captures::borrowed_leap(rules, single);
                captures::visit(rules, setup, (from, piece), &leap, &mut visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}
