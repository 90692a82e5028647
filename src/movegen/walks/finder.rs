//! Walk finder: the walks of one piece by its own patterns, by borrowed ones (relays) and by imitation.

use std::ops::ControlFlow;

use crate::compile::{CompletedWalk, Path, Probe, Program, is_long, legs_begun, walk};
use crate::definition::PieceId;
use crate::geometry::{Perspective, Square, SquareSet};
use crate::movegen::mover::{Mover, break_if};
use crate::movement::{Contents, Imitation, Initial, Pattern, Universal, Walk};
use crate::rules::{CompiledRules, RoleMove};
use crate::source::budget::{spend, spend_each};
use crate::state::{Cell, Color, Piece, Setup};

/// Budget steps for each lookup of a path program.
const LOOK_UP: u64 = 4;

/// The board as a probe of the reference interpreter, as seen by the mover.
struct View<'a> {
    rules: &'a CompiledRules,
    setup: &'a Setup,
    color: Color,
    /// The square of the mover.
    origin: Square,
    /// The kind of pieces that can be neither mounts nor victims.
    blocking_kind: Option<PieceId>,
}

impl<'a> View<'a> {
    fn of(mover: &Mover<'a>) -> View<'a> {
        View {
            rules: mover.rules,
            setup: mover.setup,
            color: mover.piece.color,
            origin: mover.from,
            blocking_kind: mover.rules.blocking_kind(mover.piece.role),
        }
    }

    fn contents(&self, square: Square) -> Contents {
        if square == self.origin {
            return Contents::EMPTY;
        }
        match self.setup.board.get(square) {
            Cell::Empty if self.rules.shape.vanishing().contains(square) => Contents::ABSENT,
            Cell::Empty => Contents::EMPTY,
            Cell::Wall => Contents::WALL,
            Cell::Piece(piece)
                if self.blocking_kind.is_some()
                    && self.blocking_kind == self.rules.kind(piece.role) =>
            {
                // It can be neither jumped over, nor captured, nor passed.
                Contents::ABSENT
            }
            Cell::Piece(piece) if piece.color == self.color => Contents::FRIEND,
            Cell::Piece(piece) if self.rules.role(piece.role).seen_as_royal => Contents::ROYAL,
            Cell::Piece(_) => Contents::COMMONER,
        }
    }
}

impl Probe for View<'_> {
    fn assume(&mut self, square: Square, allowed: Contents) -> bool {
        allowed.meets(self.contents(square))
    }

    fn release(&mut self) {}

    fn assume_en_passant(&mut self, square: Square) -> bool {
        self.setup
            .en_passant
            .iter()
            .any(|mark| mark.target == square)
            && self.contents(square) == Contents::EMPTY
    }

    fn hand_over(&mut self, _from: Square, to: Square) -> bool {
        let is_friend = self.contents(to) == Contents::FRIEND;
        if is_friend {
            self.origin = to;
        }
        is_friend
    }

    fn hand_back(&mut self, from: Square) {
        self.origin = from;
    }
}

/// The number of legs that the long walks of a piece begin, or of moves that they find, up to
/// `limit`.
pub(in crate::movegen) fn legs_of(mover: &Mover<'_>, limit: usize) -> usize {
    let (shape, owner) = (&mover.rules.shape, mover.owner());
    let mut begun = 0;
    for role_move in &mover.role().moves {
        if let Pattern::Walk(pattern) = &role_move.pattern
            && is_long(pattern)
        {
            let mut view = View::of(mover);
            let left = limit.saturating_sub(begun);
            begun += legs_begun(pattern, shape, owner, mover.from, &mut view, left);
        }
    }
    begun
}

/// A search for the walks of a piece, with a visitor.
struct WalkFinder<'a, V> {
    mover: &'a Mover<'a>,
    /// If set, only captures on this square are wanted; others may still be visited.
    toward: Option<Square>,
    visit: V,
}

impl<V> WalkFinder<'_, V>
where
    V: FnMut(&CompletedWalk<'_>) -> ControlFlow<()>,
{
    /// Visits all walks of one pattern; duplicates are possible.
    #[inline]
    fn find_by(&mut self, role_move: &RoleMove) -> ControlFlow<()> {
        match &role_move.pattern {
            Pattern::Imitation(imitation) => self.imitate(role_move, *imitation),
            _ => self.pattern(role_move, self.mover.piece, self.mover.owner(), None),
        }
    }

    /// Visits the walks of a pattern of the piece itself or of a model that it borrows from.
    ///
    /// `own` is the move of the piece itself by which it borrows or imitates the pattern.
    fn pattern(
        &mut self,
        role_move: &RoleMove,
        model: Piece,
        owner: Perspective,
        own: Option<&RoleMove>,
    ) -> ControlFlow<()> {
        let mover = self.mover;
        match &role_move.pattern {
            Pattern::Walk(pattern) => match role_move.program(mover.rules, owner, mover.from) {
                Some(program) => self.look_up(role_move, pattern, program, model, own),
                None => self.walk(role_move, pattern, model, owner, own),
            },
            Pattern::Universal(leap) => self.universal(role_move, *leap, model, own),
            Pattern::Castle(_) | Pattern::Imitation(_) | Pattern::Placement(_) => {
                ControlFlow::Continue(())
            }
        }
    }

    fn walk(
        &mut self,
        role_move: &RoleMove,
        pattern: &Walk,
        model: Piece,
        owner: Perspective,
        own: Option<&RoleMove>,
    ) -> ControlFlow<()> {
        let mover = self.mover;
        if !begins(mover, role_move, model, pattern.initial) {
            return ControlFlow::Continue(());
        }
        walk(
            pattern,
            &mover.rules.shape,
            owner,
            mover.from,
            &mut View::of(mover),
            // A borrowed pattern borrows nothing itself.
            &mut |_, found| match own {
                None if found.borrows => self.borrow(role_move, found.to),
                Some(_) if found.borrows => ControlFlow::Continue(()),
                _ => self.meet(role_move, own, found),
            },
        )
    }

    /// Visits a walk if both its move and the borrowing one allow it.
    fn meet(
        &mut self,
        role_move: &RoleMove,
        own: Option<&RoleMove>,
        found: &CompletedWalk<'_>,
    ) -> ControlFlow<()> {
        let (setup, owner) = (self.mover.setup, self.mover.owner());
        let may = |one: &RoleMove| allows(one, found.to, owner) && spares(setup, one, found);
        if may(role_move) && own.is_none_or(may) && can_unload(setup, found) {
            (self.visit)(found)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// [`WalkFinder::walk`] by a path program.
    fn look_up(
        &mut self,
        role_move: &RoleMove,
        pattern: &Walk,
        program: &Program,
        model: Piece,
        own: Option<&RoleMove>,
    ) -> ControlFlow<()> {
        let mover = self.mover;
        let (rules, setup, from, piece) = mover.parts();
        if spend(LOOK_UP + program.paths().len() as u64 / 8).is_err()
            || program.all_en_passant() && setup.en_passant.is_empty()
            || !begins(mover, role_move, model, pattern.initial)
        {
            return ControlFlow::Continue(());
        }
        let (sight, codes) = (rules.sight(piece.color), setup.board.codes());
        let view = View::of(mover);
        let sees_clearly = mover.sees_clearly();
        let contents = |square: Square| {
            if !sees_clearly {
                view.contents(square)
            } else if square == from {
                Contents::EMPTY
            } else {
                sight.of(codes[square.index()])
            }
        };
        let toward = self.toward;
        let mut visit = |path: &Path| {
            let passed =
                |square: &Square| setup.en_passant.iter().any(|mark| mark.target == *square);
            if !path.en_passant.iter().all(passed) {
                return ControlFlow::Continue(());
            }
            let found = CompletedWalk {
                mover: path.mover,
                to: path.to,
                take: path.take,
                pass: path.pass,
                taken: &path.taken,
                en_passant: &path.en_passant,
                marks: &path.marks,
                unload: path.unload,
                borrows: false,
            };
            self.meet(role_move, own, &found)
        };
        match toward {
            None => program.run(contents, visit),
            Some(target) => program
                .hits(target)
                .filter(|path| path.is_open(contents))
                .try_for_each(&mut visit),
        }
    }

    /// Clause `relay.last`: the moves of the lender, if it is of another kind that the move can take. Targets
    /// and captures must be allowed by the borrowing move.
    fn borrow(&mut self, own: &RoleMove, lender: Square) -> ControlFlow<()> {
        let mover = self.mover;
        let lends = |lender: &Piece| {
            lender.role != mover.piece.role
                && own.takes.is_none_or(|takes| takes.contains(lender.role))
        };
        let Some(lender) = mover.setup.board.piece(lender).filter(lends) else {
            return ControlFlow::Continue(());
        };
        let mut lent = mover.rules.role(lender.role).moves.iter();
        lent.try_for_each(|one| self.pattern(one, lender, mover.owner(), Some(own)))
    }

    /// Clauses `imitate.*`.
    fn imitate(&mut self, own: &RoleMove, imitation: Imitation) -> ControlFlow<()> {
        let (rules, setup, _, piece) = self.mover.parts();
        let color = piece.color;
        let Some(role) = setup.special.imitated[color.index()] else {
            return ControlFlow::Continue(());
        };
        if !begins(self.mover, own, piece, imitation.initial) {
            return ControlFlow::Continue(());
        }
        let facing = if imitation.turned {
            color.opponent()
        } else {
            color
        };
        let owner = facing.perspective();
        let model = Piece { color, role };
        for role_move in &rules.role(role).moves {
            match &role_move.pattern {
                Pattern::Walk(pattern) => {
                    let Some(pattern) = imitation.of(pattern) else {
                        continue;
                    };
                    self.walk(role_move, &pattern, model, owner, Some(own))?;
                }
                Pattern::Universal(leap) => {
                    let leap = Universal {
                        pass: leap.pass.intersection(imitation.pass),
                        take: leap.take.intersection(imitation.take),
                        ..*leap
                    };
                    self.universal(role_move, leap, model, Some(own))?;
                }
                _ => {}
            }
        }
        ControlFlow::Continue(())
    }

    fn universal(
        &mut self,
        role_move: &RoleMove,
        leap: Universal,
        model: Piece,
        own: Option<&RoleMove>,
    ) -> ControlFlow<()> {
        let (rules, from) = (self.mover.rules, self.mover.from);
        if !begins(self.mover, role_move, model, leap.initial) {
            return ControlFlow::Continue(());
        }
        let view = View {
            blocking_kind: None,
            ..View::of(self.mover)
        };
        // All squares of the board are visited.
        if self.toward.is_none() && spend_each(rules.shape.area(), 1).is_err() {
            return ControlFlow::Continue(());
        }
        let relays = leap.relay && own.is_none();
        // PERF: a search for captures on one square skips leaps to others.
        let (target, all) = match self.toward {
            Some(target) if !relays => (Some(target), None),
            _ => (None, Some(rules.shape.squares())),
        };
        for to in target.into_iter().chain(all.into_iter().flatten()) {
            if to == from {
                continue;
            }
            let stands = view.contents(to);
            let (pass, take) = (
                leap.pass.intersection(stands),
                leap.take.intersection(stands),
            );
            let found = CompletedWalk {
                unload: leap.unload.then_some(from),
                ..CompletedWalk::leap(from, to, pass, take)
            };
            if !pass.is_empty() || !take.is_empty() {
                self.meet(role_move, own, &found)?;
            }
            if relays && stands == Contents::FRIEND {
                self.borrow(role_move, to)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether any walk by some patterns has a property. If `toward` is set, only captures on this square are wanted.
pub(in crate::movegen) fn any_walk(
    mover: &Mover<'_>,
    by: &[RoleMove],
    toward: Option<Square>,
    mut is_meant: impl FnMut(&CompletedWalk<'_>) -> bool,
) -> bool {
    let mut finder = WalkFinder {
        mover,
        toward,
        visit: |found: &CompletedWalk<'_>| break_if(is_meant(found)),
    };
    by.iter().any(|one| finder.find_by(one).is_break())
}

/// Whether any walk by some patterns has a property, apart from walks that just follow lines, whose targets are added
/// to `targets`.
pub(in crate::movegen) fn any_walk_beside_lines(
    mover: &Mover<'_>,
    by: &[RoleMove],
    targets: &mut SquareSet,
    mut is_meant: impl FnMut(&CompletedWalk<'_>) -> bool,
) -> bool {
    by.iter().any(|one| {
        !add_line_targets(mover, one, targets)
            && any_walk(mover, std::slice::from_ref(one), None, &mut is_meant)
    })
}

/// Whether a move may begin on the square of a piece. `model` defines what counts as unmoved.
#[inline]
fn begins(mover: &Mover<'_>, role_move: &RoleMove, model: Piece, initial: Initial) -> bool {
    let (rules, setup, from, piece) = mover.parts();
    // PERF: usually a move may begin anywhere, which needs no call.
    role_move.begins_on(from, piece.color.perspective())
        && (initial == Initial::Any || rules.may_move_first(setup, model, piece, from, initial))
}

/// Whether a walk of a pattern may begin on the square of a piece.
#[inline]
pub(in crate::movegen) fn walk_begins(mover: &Mover<'_>, role_move: &RoleMove) -> bool {
    match &role_move.pattern {
        Pattern::Walk(pattern) => begins(mover, role_move, mover.piece, pattern.initial),
        _ => false,
    }
}

/// Adds the targets of a pattern that only follows lines; returns whether it is one.
#[inline]
pub(in crate::movegen) fn add_line_targets(
    mover: &Mover<'_>,
    role_move: &RoleMove,
    targets: &mut SquareSet,
) -> bool {
    let Pattern::Walk(pattern) = &role_move.pattern else {
        return false;
    };
    let (rules, setup, from, piece) = mover.parts();
    let program = role_move.program(rules, mover.owner(), from);
    let lines = program.and_then(|program| program.lines(!setup.en_passant.is_empty()));
    let Some(lines) = lines.filter(|_| mover.sees_clearly()) else {
        return false;
    };
    if !begins(mover, role_move, piece, pattern.initial) {
        return true;
    }
    let (sight, codes) = (rules.sight(piece.color), setup.board.codes());
    let contents = |square: Square| sight.of(codes[square.index()]);
    // PERF: without a target restriction whole lines are added.
    if role_move.to.is_none() && role_move.takes.is_none() {
        lines.add_targets(contents, targets);
        return true;
    }
    let can_take = |to: Square| {
        let victim = setup.board.piece(to).zip(role_move.takes);
        victim.is_none_or(|(victim, takes)| takes.contains(victim.role))
    };
    let mut add = targets.adding(rules.shape.area());
    lines.sweep(contents, |to| {
        if allows(role_move, to, mover.owner()) && can_take(to) {
            add(to);
        }
    });
    true
}

/// Adds the targets of a pattern that only crosses empty squares to an empty one, and its en passant marks;
/// returns whether it is one.
pub(in crate::movegen) fn add_run_targets(
    mover: &Mover<'_>,
    role_move: &RoleMove,
    [targets, marks]: [&mut SquareSet; 2],
) -> bool {
    if !matches!(role_move.pattern, Pattern::Walk(_)) {
        return false;
    }
    let owner = mover.owner();
    let program = role_move.program(mover.rules, owner, mover.from);
    let Some(program) = program.filter(|program| program.all_runs() && mover.sees_clearly()) else {
        return false;
    };
    if !walk_begins(mover, role_move) {
        return true;
    }
    let is_empty = |square: Square| mover.setup.board.get(square) == Cell::Empty;
    for path in program.paths() {
        let mut passed = path.conditions.iter().map(|condition| condition.square);
        if allows(role_move, path.to, owner) && is_empty(path.to) && passed.all(is_empty) {
            // Walks to one square may leave different marks.
            if !targets.insert(path.to) {
                return false;
            }
            marks.extend(path.marks.iter().copied());
        }
    }
    true
}

/// Whether the pattern can capture all victims of a walk.
fn spares(setup: &Setup, role_move: &RoleMove, found: &CompletedWalk<'_>) -> bool {
    let Some(takes) = role_move.takes else {
        return true;
    };
    let can_take = |square: Square| {
        let victim = setup.board.piece(square);
        victim.is_none_or(|victim| takes.contains(victim.role))
    };
    // A walk that returns to its origin finds it empty.
    let ends = (!found.take.is_empty() && found.to != found.mover).then_some(found.to);
    ends.into_iter()
        .chain(found.taken.iter().copied())
        .all(can_take)
}

/// Whether the square where a captured piece reappears is free after the walk.
fn can_unload(setup: &Setup, found: &CompletedWalk<'_>) -> bool {
    found.unload.is_none_or(|square| {
        let is_left = square == found.mover || found.taken.contains(&square);
        found.to != square && (is_left || setup.board.get(square) == Cell::Empty)
    })
}

/// Whether a move of this pattern may end on a square.
fn allows(role_move: &RoleMove, to: Square, owner: Perspective) -> bool {
    let zone = role_move.to.as_ref();
    zone.is_none_or(|zone| zone.contains(to, owner))
}
