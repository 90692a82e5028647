//! Incremental mobility counts: the number of moves of each piece is kept while the squares that it depends
//! on are unchanged.

use super::position::PositionView;
use crate::definition::{Action, CaptureMethod};
use crate::geometry::{Square, SquareSet};
use crate::movegen::mover::Mover;
use crate::movement::{Initial, Pattern};
use crate::rules::{CompiledRules, RoleRules, captures_beside_its_way};
use crate::state::{Color, Move, Piece, Setup};

/// The number of moves of one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveCount {
    square: Square,
    count: u16,
    /// The squares on which the number depends.
    depends: u128,
}

impl MoveCount {
    /// A count with unknown dependencies.
    pub(super) fn for_now(square: Square, count: usize) -> MoveCount {
        MoveCount {
            square,
            count: count as u16,
            depends: u128::MAX,
        }
    }
}

/// The counts of each side's pieces in ascending order of squares.
#[derive(Debug, Default)]
pub(in crate::movegen) struct Counts([Vec<MoveCount>; 2]);

impl Counts {
    pub(super) fn of(&self, color: Color) -> &[MoveCount] {
        &self.0[color.index()]
    }

    /// Recounts a side; counts `known` from an earlier position are reused unless they depend on the changed
    /// squares.
    pub(super) fn recount(
        &mut self,
        setup: &Setup,
        color: Color,
        known: Option<(&[MoveCount], u128)>,
        mut count: impl FnMut((Square, Piece)) -> MoveCount,
    ) -> usize {
        let counts = &mut self.0[color.index()];
        counts.clear();
        counts.reserve(32);
        let (mut known, changed) = known.unwrap_or((&[], 0));
        let mut sum = 0;
        for (from, piece) in setup.board.pieces_of(color) {
            let place = known.iter().position(|counted| counted.square >= from);
            known = &known[place.unwrap_or(known.len())..];
            let same = known.first().filter(|counted| counted.square == from);
            let counted = match same.filter(|counted| counted.depends & changed == 0) {
                Some(counted) => *counted,
                None => count((from, piece)),
            };
            sum += usize::from(counted.count);
            counts.push(counted);
        }
        sum
    }
}

/// Whether effects of pieces on others depend only on adjacent squares, and their own moves on the lines
/// through their squares.
pub(super) fn changes_stay_near(rules: &CompiledRules) -> bool {
    let is_usual = |role: &RoleRules| {
        role.actions.iter().all(Action::has_usual_reach)
            && (role.freezes.as_ref()).is_none_or(|freeze| freeze.lifted_by.is_empty())
    };
    !rules.affects_afar && rules.roles.iter().all(is_usual)
}

/// Counts moves without generating them.
pub(super) struct Counter<'a> {
    pub(super) at: &'a PositionView<'a>,
    /// The lines through each square; `None` if counts are not kept.
    pub(super) rays: Option<&'a [u128]>,
}

impl Counter<'_> {
    /// The number of moves of a piece with only walks and actions; `None` if the moves have to be listed.
    pub(super) fn count(&self, mover: &Mover<'_>) -> Option<MoveCount> {
        let (rules, _, from, piece) = mover.parts();
        let role = mover.role();
        let around = |square: Square| rules.compass.around(square).bits();
        let mut depends = 1 << from.index();
        if rules.has_freezers {
            depends |= around(from);
            if mover.is_frozen() {
                return Some(self.counted(from, 0, depends));
            }
        }
        let (mut targets, mut takes) = (0, 0);
        for role_move in &role.moves {
            let sweep = self.at.sweep(role_move, mover)?;
            targets |= sweep.targets;
            takes |= sweep.takes;
            depends |= match &role_move.pattern {
                Pattern::Walk(walk) if walk.initial == Initial::Any => sweep.sight,
                _ => u128::MAX,
            };
        }
        if let Some(promotion) = &role.promotion
            && targets & promotion.zone.of(mover.owner()).bits() != 0
        {
            return None;
        }
        let open = mover.open_targets();
        let closed = open.map_or(0, |open| targets & !open.bits());
        if takes & closed != 0 {
            return None;
        }
        let has_actions = !role.actions.is_empty();
        if role.captures.methods.is_empty() && !has_actions {
            let count = (targets & !closed).count_ones() as usize;
            return Some(self.counted(from, count, depends));
        }
        let mimics = |method: &CaptureMethod| matches!(method, CaptureMethod::Mimic(_));
        let mimics = role.captures.methods.iter().any(mimics);
        // Captures other than on the target matter in capture-only zones and for duplicates of actions.
        let mut captures_elsewhere = 0;
        if !role.captures.methods.is_empty() && (closed != 0 || mimics || has_actions) {
            let near = self.at.surroundings.of(from, piece)?;
            captures_elsewhere = near.among(rules, targets);
            if captures_elsewhere & closed != 0 {
                return None;
            }
            if !captures_beside_its_way(rules, &role.captures.methods) {
                depends = u128::MAX;
            }
            depends |= around(from);
            let ends = super::position::squares_of(closed);
            depends = ends.fold(depends, |depends, to| depends | around(to));
        }
        let mut n_acts = 0;
        if has_actions || mimics {
            depends |= around(from) | self.rays.map_or(u128::MAX, |rays| rays[from.index()]);
            let acts = self.at.actions(mover);
            n_acts = acts.len();
            // A walk with further captures may equal an action, and of moves with the same captures only
            // those that enter the fewest capture-only squares are kept.
            let is_free = |mv: &Move| !mv.shifts.is_empty() || mv.from == mv.to;
            let is_open = |mv: &Move| open.is_none_or(|open: &SquareSet| open.contains(mv.to));
            if !acts
                .iter()
                .all(|mv| is_free(mv) || captures_elsewhere == 0 && is_open(mv))
            {
                return None;
            }
        }
        let acts_afar = |action: &Action| {
            !matches!(
                action,
                Action::LongLeap { .. } | Action::Swap { .. } | Action::Boom { .. }
            )
        };
        if role.actions.iter().any(acts_afar) {
            depends = u128::MAX;
        }
        let count = (targets & !closed).count_ones() as usize + n_acts;
        Some(self.counted(from, count, depends))
    }

    fn counted(&self, from: Square, count: usize, depends: u128) -> MoveCount {
        let counted = MoveCount::for_now(from, count);
        match self.rays {
            Some(_) => MoveCount { depends, ..counted },
            None => counted,
        }
    }
}
