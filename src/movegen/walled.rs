//! Safety of moves with walls, tested once for each move instead of once for each wall.
//!
//! If walls only block, a move that is safe without a wall is safe with every wall. Only the other moves are
//! tested with each wall.

use super::move_context::MoveContext;
use super::safety::is_safe_in;
use crate::definition::{ChecksAllowed, RoyalRule, Walling};
use crate::movement::{Contents, Inside, Pattern};
use crate::rules::{CompiledRules, Phases};
use crate::state::{Cell, Move, Setup};

/// The position without the wall that is replaced, if moves can be tested without walls.
pub(super) fn without_walls(rules: &CompiledRules, setup: &Setup) -> Option<Setup> {
    let walls = rules.walls().filter(|_| walls_only_block(rules))?;
    let mut bare = setup.clone();
    if walls.rule == Walling::Duck {
        let is_wall = |square: &_| setup.board.get(*square) == Cell::Wall;
        for square in rules.shape.squares().filter(is_wall) {
            bare.board.lift(square);
        }
    }
    Some(bare)
}

/// Whether removing a wall never makes a safe move unsafe.
fn walls_only_block(rules: &CompiledRules) -> bool {
    let checks = rules.checks();
    let blasts_afar = rules.captures().blast.is_some() && !rules.blast.is_around();
    let is_more = blasts_afar
        || checks.bikjang
        || checks.allowed.contains(&ChecksAllowed::Mates)
        || rules.forbids_dead_ends()
        || rules.check && rules.royal() != RoyalRule::Check
        || rules.asks_beside_moves()
        || rules.rules_speak_in(Phases::ATTACK | Phases::FOLLOW);
    !is_more
        && rules
            .roles
            .iter()
            .all(|role| role.only_walks && role.moves.iter().all(|mv| jumps_no_wall(&mv.pattern)))
}

/// Whether no leg needs a wall to pass.
fn jumps_no_wall(pattern: &Pattern) -> bool {
    let Pattern::Walk(walk) = pattern else {
        return matches!(pattern, Pattern::Castle(_) | Pattern::Universal(_));
    };
    let needs_wall = |pass: Contents| pass.meets(Contents::WALL) && !pass.meets(Contents::EMPTY);
    let jumps = |inside: Inside| matches!(inside, Inside::Occupied | Inside::HalfwayOccupied);
    !walk.rebounds
        && !walk.skips_walls
        && (walk.legs.iter()).all(|leg| !needs_wall(leg.pass) && !jumps(leg.inside))
}

/// Tests moves without walls, with a cache for successive moves that differ only in their walls.
pub(super) struct Unwalled<'a> {
    context: MoveContext<'a>,
    latest: Option<(Move, bool)>,
}

impl<'a> Unwalled<'a> {
    /// Creates the test for the moves of a position [without walls](without_walls).
    pub(super) fn new(rules: &'a CompiledRules, bare: &'a Setup) -> Unwalled<'a> {
        Unwalled {
            context: MoveContext::new(rules, bare),
            latest: None,
        }
    }

    /// Whether a move is safe with any wall.
    pub(super) fn is_safe(&mut self, mv: &Move) -> bool {
        if mv.wall.is_none() {
            return false;
        }
        if let Some((latest, is_safe)) = &self.latest
            && latest.is_same_but_for_wall(mv)
        {
            return *is_safe;
        }
        let bare = Move {
            wall: None,
            ..mv.clone()
        };
        let is_safe = is_safe_in(&self.context, &bare);
        self.latest = Some((bare, is_safe));
        is_safe
    }
}
