//! Whether a piece that does more than walk attacks a square, and what that depends on, without making moves.
//!
//! Only what could capture on the one square is asked: each action and capture method says from
//! where, or by way of which squares, it could. What is not understood is left to a list of moves.

use std::ops::ControlFlow;

use crate::compile::Found;
use crate::definition::{Action, CaptureMethod, Reach};
use crate::geometry::{Square, SquareSet};
use crate::movegen::actions::series::{Jumper, jumpers};
use crate::movegen::actions::{add_moves_that_act, leap, push, rifle};
use crate::movegen::piece_moves::explodes;
use crate::movegen::walks::{Dependence, WalkFinder, add_line_targets, walks_hit, walks_read};
use crate::rules::{Captor, CompiledRules, ReachTable, RoleRules, imitates, is_frozen};
use crate::state::{Piece, Setup};

/// Whether a piece with this role captures by its walks and by series of jumps alone.
pub(in crate::movegen) fn only_jumps(role: &RoleRules) -> bool {
    let plain = |action: &Action| {
        matches!(
            action,
            Action::Imitate | Action::JumpSeries(_) | Action::Run(_)
        )
    };
    role.captures.methods.is_empty() && role.actions.iter().all(plain) && !explodes(role)
}

/// A piece and what stands on the square that it may capture.
pub(in crate::movegen) struct RuleAttack<'a> {
    pub(in crate::movegen) book: &'a CompiledRules,
    pub(in crate::movegen) setup: &'a Setup,
    pub(in crate::movegen) from: Square,
    pub(in crate::movegen) piece: Piece,
    pub(in crate::movegen) target: Square,
}

impl RuleAttack<'_> {
    /// Whether the piece captures it, freezes aside; `None` if its moves have to be listed.
    pub(in crate::movegen) fn hits(&self) -> Option<bool> {
        let (book, setup, from, target) = (self.book, self.setup, self.from, self.target);
        let role = book.role(self.piece.role);
        let captor = self.captor()?;
        if (role.promotion.is_some() || role.moves_others) && !only_jumps(role) {
            // Where it cannot end because it cannot promote, it captures nothing either, nor does it
            // capture what it only moves.
            return None;
        }
        let acts = |(action, reach): (&Action, &ReachTable)| match action {
            Action::LongLeap { single } => {
                leap::takes(book, setup, from, self.piece, *single, target)
            }
            Action::Rifle { .. } if action.has_usual_reach() => {
                rifle::hits(book, setup, from, target)
            }
            Action::Rifle { .. } | Action::Boom { .. } => {
                book.is_within(reach, setup, from, self.piece, target)
            }
            // PERF: mostly it is seen at a glance that nothing of the kind happens.
            _ if action.has_usual_reach() && self.is_out_of_reach(action) => false,
            Action::Explode { .. }
            | Action::Push { .. }
            | Action::Pull { .. }
            | Action::Plow { .. } => {
                let mut moves = Vec::new();
                let role = self.piece.role;
                add_moves_that_act(
                    book,
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
        let hit = book.may_reach(self.piece, from, target)
            && walks_hit(book, setup, from, self.piece, walks, target)
            || role.actions_with_reach().any(acts)
            || (self.jumpers()).any(|jumper| jumper.may_capture(target) && jumper.captures(target))
            || captor.is_some_and(|captor| self.goes_beside(&captor));
        Some(hit)
    }

    /// Whether the piece does not capture it by an action that works as usual, told without listing moves. What
    /// cannot be told is not.
    fn is_out_of_reach(&self, action: &Action) -> bool {
        let (book, from, target) = (self.book, self.from, self.target);
        match action {
            Action::Explode { .. } => !book.compass.around(from).contains(target),
            Action::Push { .. } | Action::Pull { .. } => {
                !push::could_take(book, self.setup, (from, self.piece), action, target)
            }
            Action::Plow { .. } => book.compass.bearing(from, target).is_none(),
            _ => false,
        }
    }

    /// Adds the squares on which it depends whether the piece, which does not capture it now, could
    /// come to do so. `false` if more than squares matters.
    pub(in crate::movegen) fn reads(&self, depends: &mut Dependence) -> bool {
        let (book, setup, from, piece) = (self.book, self.setup, self.from, self.piece);
        let Some(captor) = self.captor() else {
            return false;
        };
        if is_frozen(book, setup, from, piece) {
            if book.affects_afar {
                return false;
            }
            // It stays frozen while whoever freezes it stays.
            depends.squares.unite(book.compass.around(from));
        }
        let is_known = |action: &Action| match action {
            Action::Swap { .. }
            | Action::Run(_)
            | Action::Resurrect { .. }
            | Action::JumpSeries(_) => true,
            // Whoever stands in the way matters as well.
            _ if !action.has_usual_reach() => false,
            // Whoever comes there stands in the way.
            Action::LongLeap { .. } | Action::Rifle { .. } => {
                depends.squares.extend(self.ray());
                true
            }
            Action::Plow { .. } => {
                self.ray().for_each(|square| depends.insert(square));
                true
            }
            Action::Push { .. } | Action::Pull { .. } => {
                !push::could_take(book, setup, (from, piece), action, self.target)
            }
            Action::Boom { .. } | Action::Explode { .. } => {
                !book.compass.around(from).contains(self.target)
            }
            Action::Imitate => false,
        };
        if !self.role().actions.iter().all(is_known) {
            return false;
        }
        for jumper in self.jumpers() {
            jumper.reads(self.target, |square| depends.insert(square));
        }
        // Nobody of the other side comes anywhere by a move that is not tried, so the friends that a
        // capture needs are those that stand there now.
        let beside =
            captor.map(|captor| move |to: Square| captor.could_take(from, to, self.target));
        walks_read(book, setup, (from, piece), self.target, beside, depends)
    }

    fn jumpers(&self) -> impl Iterator<Item = Jumper<'_>> {
        jumpers(
            self.book,
            self.setup,
            self.from,
            self.piece,
            self.piece.role,
        )
    }

    fn role(&self) -> &RoleRules {
        self.book.role(self.piece.role)
    }

    /// The captor, if a walk of the piece could capture beside where it ends; `None` if that is not
    /// understood.
    #[expect(
        clippy::option_option,
        reason = "nothing to ask, and nothing to be known"
    )]
    fn captor(&self) -> Option<Option<Captor<'_>>> {
        let (book, role) = (self.book, self.role());
        let is_spared = book.burns && role.captures.unless_burned;
        if is_spared
            || book.capture_only.is_some()
            || book.has_aftermaths()
            || imitates(book, self.piece.role)
        {
            return None;
        }
        let near = book.compass.around(self.from).contains(self.target);
        let victim = self.setup.board.piece(self.target);
        let only_walks = victim.is_some_and(|victim| book.role(victim.role).only_walks);
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
        let is_simple = !book.has_relays()
            && !role.actions.iter().any(Action::goes)
            && !borrows(first)
            && !methods.any(borrows);
        is_simple.then(|| Some(Captor::new(book, self.setup, self.piece)))
    }

    /// Whether a walk of the piece captures it beside where it ends.
    fn goes_beside(&self, captor: &Captor<'_>) -> bool {
        let (book, setup, from, piece) = (self.book, self.setup, self.from, self.piece);
        let takes = |to: Square, leapt: bool| {
            captor.could_take(from, to, self.target)
                && captor.going(from, to, leapt).contains(&self.target)
        };
        let moves = &book.role(piece.role).moves;
        let mut finder = WalkFinder {
            book,
            setup,
            from,
            piece,
            by: moves,
            toward: None,
            visit: |found: &Found<'_>| {
                if takes(found.to, !found.taken.is_empty()) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        };
        let mut targets = SquareSet::new();
        for role_move in moves {
            if !add_line_targets(book, setup, (from, piece), role_move, &mut targets)
                && finder.find_by(role_move).is_break()
            {
                return true;
            }
        }
        targets.iter().any(|to| takes(to, false))
    }

    /// The squares on the line through both squares, as far as the board goes.
    fn ray(&self) -> impl Iterator<Item = Square> {
        let compass = &self.book.compass;
        let way = compass.bearing(self.from, self.target);
        way.into_iter().flat_map(|way| compass.ray(self.from, way))
    }
}
