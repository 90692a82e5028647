//! Attacks by special actions and capture methods, without generating moves.
//!
//! Only captures on one square are considered: each action and capture method tests from which squares, or
//! across which squares, it could make one. Cases that are not covered are left to a list of moves.

use std::ops::ControlFlow;

use crate::compile::CompletedWalk;
use crate::definition::{Action, CaptureMethod, Reach};
use crate::geometry::{Square, SquareSet};
use crate::movegen::actions::series::{Jumper, jumpers};
use crate::movegen::actions::{add_moves_that_act, leap, push, rifle};
use crate::movegen::piece_moves::explodes;
use crate::movegen::walks::{Dependence, WalkFinder, add_line_targets, walks_hit, walks_read};
use crate::rules::{Captor, CompiledRules, ReachTable, RoleRules, imitates, is_frozen};
use crate::state::{Piece, Setup};

/// Whether a role captures only by walks and series of jumps.
pub(in crate::movegen) fn only_jumps(role: &RoleRules) -> bool {
    let plain = |action: &Action| {
        matches!(
            action,
            Action::Imitate | Action::JumpSeries(_) | Action::Run(_)
        )
    };
    role.captures.methods.is_empty() && role.actions.iter().all(plain) && !explodes(role)
}

/// A piece and the square that it may capture on.
pub(in crate::movegen) struct RuleAttack<'a> {
    pub(in crate::movegen) rules: &'a CompiledRules,
    pub(in crate::movegen) setup: &'a Setup,
    pub(in crate::movegen) from: Square,
    pub(in crate::movegen) piece: Piece,
    pub(in crate::movegen) target: Square,
}

impl RuleAttack<'_> {
    /// Whether the piece captures on the target, ignoring freezes; `None` if its moves have to be listed.
    pub(in crate::movegen) fn hits(&self) -> Option<bool> {
        let (rules, setup, from, target) = (self.rules, self.setup, self.from, self.target);
        let role = rules.role(self.piece.role);
        let captor = self.captor()?;
        if (role.promotion.is_some() || role.moves_others) && !only_jumps(role) {
            // A move that cannot end because the piece cannot promote captures nothing, and a move of other
            // pieces does not capture them.
            return None;
        }
        let acts = |(action, reach): (&Action, &ReachTable)| match action {
            Action::LongLeap { single } => {
                leap::takes(rules, setup, from, self.piece, *single, target)
            }
            Action::Rifle { .. } if action.has_usual_reach() => {
                rifle::hits(rules, setup, from, target)
            }
            Action::Rifle { .. } | Action::Boom { .. } => {
                rules.is_within(reach, setup, from, self.piece, target)
            }
            // PERF: a cheap test rules out most of these actions.
            _ if action.has_usual_reach() && self.is_out_of_reach(action) => false,
            Action::Explode { .. }
            | Action::Push { .. }
            | Action::Pull { .. }
            | Action::Plow { .. } => {
                let mut moves = Vec::new();
                let role = self.piece.role;
                add_moves_that_act(
                    rules,
                    setup,
                    from,
                    self.piece,
                    ((action, reach), role),
                    &mut moves,
                );
                moves.iter().any(|mv| mv.captures.contains(&target))
            }
            Action::Swap { .. }
            | Action::Run(_)
            | Action::Resurrect { .. }
            | Action::Imitate
            | Action::JumpSeries(_) => false,
        };
        let walks = &role.moves;
        let hit = rules.may_reach(self.piece, from, target)
            && walks_hit(rules, setup, from, self.piece, walks, target)
            || role.actions_with_reach().any(acts)
            || (self.jumpers()).any(|jumper| jumper.may_capture(target) && jumper.captures(target))
            || captor.is_some_and(|captor| self.goes_beside(&captor));
        Some(hit)
    }

    /// Whether an action of the usual reach certainly does not capture on the target.
    fn is_out_of_reach(&self, action: &Action) -> bool {
        let (rules, from, target) = (self.rules, self.from, self.target);
        match action {
            Action::Explode { .. } => !rules.compass.around(from).contains(target),
            Action::Push { .. } | Action::Pull { .. } => {
                !push::could_take(rules, self.setup, (from, self.piece), action, target)
            }
            Action::Plow { .. } => rules.compass.bearing(from, target).is_none(),
            _ => false,
        }
    }

    /// Adds the squares on which the absence of a capture on the target depends. Returns `false` if
    /// the attack depends on more than squares.
    pub(in crate::movegen) fn reads(&self, depends: &mut Dependence) -> bool {
        let (rules, setup, from, piece) = (self.rules, self.setup, self.from, self.piece);
        let Some(captor) = self.captor() else {
            return false;
        };
        if is_frozen(rules, setup, from, piece) {
            if rules.affects_afar {
                return false;
            }
            // It stays frozen as long as the freezing piece stays.
            depends.squares.unite(rules.compass.around(from));
        }
        let is_known = |action: &Action| match action {
            Action::Swap { .. }
            | Action::Run(_)
            | Action::Resurrect { .. }
            | Action::JumpSeries(_) => true,
            // Blocking pieces matter too.
            _ if !action.has_usual_reach() => false,
            // A piece that arrives on the line blocks it.
            Action::LongLeap { .. } | Action::Rifle { .. } => {
                depends.squares.extend(self.ray());
                true
            }
            Action::Plow { .. } => {
                self.ray().for_each(|square| depends.insert(square));
                true
            }
            Action::Push { .. } | Action::Pull { .. } => {
                !push::could_take(rules, setup, (from, piece), action, self.target)
            }
            Action::Boom { .. } | Action::Explode { .. } => {
                !rules.compass.around(from).contains(self.target)
            }
            Action::Imitate => false,
        };
        if !self.role().actions.iter().all(is_known) {
            return false;
        }
        for jumper in self.jumpers() {
            jumper.reads(self.target, |square| depends.insert(square));
        }
        // Arrivals of pieces of the attacking side are always tested, so the partners that a capture needs
        // are those present now.
        let beside =
            captor.map(|captor| move |to: Square| captor.could_take(from, to, self.target));
        walks_read(rules, setup, (from, piece), self.target, beside, depends)
    }

    fn jumpers(&self) -> impl Iterator<Item = Jumper<'_>> {
        jumpers(
            self.rules,
            self.setup,
            self.from,
            self.piece,
            self.piece.role,
        )
    }

    fn role(&self) -> &RoleRules {
        self.rules.role(self.piece.role)
    }

    /// The captor, if a walk of the piece could capture other than on its target; the outer `None` if this
    /// case is not covered.
    #[expect(
        clippy::option_option,
        reason = "nothing to ask, and nothing to be known"
    )]
    fn captor(&self) -> Option<Option<Captor<'_>>> {
        let (rules, role) = (self.rules, self.role());
        let is_spared = rules.burns && role.captures.unless_burned;
        if is_spared
            || rules.capture_only.is_some()
            || rules.has_aftermaths()
            || imitates(rules, self.piece.role)
        {
            return None;
        }
        let near = rules.compass.around(self.from).contains(self.target);
        let victim = self.setup.board.piece(self.target);
        let only_walks = victim.is_some_and(|victim| rules.role(victim.role).only_walks);
        let matters = |method: &CaptureMethod| match method {
            CaptureMethod::Midpoint | CaptureMethod::Withdrawal => near,
            CaptureMethod::Mimic(_) => !only_walks,
            _ => true,
        };
        let mut methods = (role.captures.methods.iter()).filter(|method| matters(method));
        let Some(first) = methods.next() else {
            return Some(None);
        };
        let borrows = |method: &CaptureMethod| {
            let is_far = method.reach().is_some_and(|reach| *reach != Reach::Around);
            is_far || matches!(method, CaptureMethod::Mimic(_))
        };
        let is_simple = !rules.has_relays()
            && !role.actions.iter().any(Action::goes)
            && !borrows(first)
            && !methods.any(borrows);
        is_simple.then(|| Some(Captor::new(rules, self.setup, self.piece)))
    }

    /// Whether a walk of the piece captures on the target other than by ending there.
    fn goes_beside(&self, captor: &Captor<'_>) -> bool {
        let (rules, setup, from, piece) = (self.rules, self.setup, self.from, self.piece);
        let takes = |to: Square, leapt: bool| {
            captor.could_take(from, to, self.target)
                && captor.going(from, to, leapt).contains(&self.target)
        };
        let moves = &rules.role(piece.role).moves;
        let mut finder = WalkFinder {
            rules,
            setup,
            from,
            piece,
            by: moves,
            toward: None,
            visit: |found: &CompletedWalk<'_>| {
                if takes(found.to, !found.taken.is_empty()) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        };
        let mut targets = SquareSet::new();
        for role_move in moves {
            if !add_line_targets(rules, setup, (from, piece), role_move, &mut targets)
                && finder.find_by(role_move).is_break()
            {
                return true;
            }
        }
        targets.iter().any(|to| takes(to, false))
    }

    /// The squares of the ray from the piece through the target, to the edge of the board.
    fn ray(&self) -> impl Iterator<Item = Square> {
        let compass = &self.rules.compass;
        let way = compass.bearing(self.from, self.target);
        way.into_iter().flat_map(|way| compass.ray(self.from, way))
    }
}
