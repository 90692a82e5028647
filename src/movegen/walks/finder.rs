//! Walk finder: the walks of one piece by its own patterns, by borrowed ones (relays) and by imitation.

use crate::definition::PieceId;
use std::ops::ControlFlow;

use crate::compile::{CompletedWalk, Lines, Path, Probe, Program, is_long, legs_begun, walk};
use crate::geometry::{Perspective, Square, SquareSet};
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

impl View<'_> {
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
pub(in crate::movegen) fn legs_of(
    rules: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    limit: usize,
) -> usize {
    let owner = piece.color.perspective();
    let mut begun = 0;
    for role_move in &rules.role(piece.role).moves {
        if let Pattern::Walk(pattern) = &role_move.pattern
            && is_long(pattern)
        {
            let mut view = View {
                rules,
                setup,
                color: piece.color,
                origin: from,
                blocking_kind: rules.blocking_kind(piece.role),
            };
            let left = limit.saturating_sub(begun);
            begun += legs_begun(pattern, &rules.shape, owner, from, &mut view, left);
        }
    }
    begun
}

/// A search for the walks of a piece, with a visitor.
pub(in crate::movegen) struct WalkFinder<'a, V> {
    pub(in crate::movegen) rules: &'a CompiledRules,
    pub(in crate::movegen) setup: &'a Setup,
    pub(in crate::movegen) from: Square,
    pub(in crate::movegen) piece: Piece,
    /// The patterns of the piece.
    pub(in crate::movegen) by: &'a [RoleMove],
    /// If set, only captures on this square are wanted; others may still be visited.
    pub(in crate::movegen) toward: Option<Square>,
    pub(in crate::movegen) visit: V,
}

impl<V, B> WalkFinder<'_, V>
where
    V: FnMut(&CompletedWalk<'_>) -> ControlFlow<B>,
{
    /// Visits all walks; duplicates are possible.
    #[inline]
    pub(in crate::movegen) fn find(&mut self) -> ControlFlow<B> {
        for role_move in self.by {
            self.find_by(role_move)?;
        }
        ControlFlow::Continue(())
    }

    /// Visits all walks of one pattern.
    #[inline]
    pub(in crate::movegen) fn find_by(&mut self, role_move: &RoleMove) -> ControlFlow<B> {
        match &role_move.pattern {
            Pattern::Imitation(imitation) => self.imitate(role_move, *imitation),
            _ => self.pattern(role_move, self.piece, self.piece.color.perspective(), None),
        }
    }

    /// [`WalkFinder::find_by`] that adds the targets along lines to `targets` instead of visiting them.
    #[inline]
    pub(in crate::movegen) fn find_beside_lines(
        &mut self,
        role_move: &RoleMove,
        targets: &mut SquareSet,
    ) -> ControlFlow<B> {
        let Pattern::Walk(pattern) = &role_move.pattern else {
            return self.find_by(role_move);
        };
        let (rules, setup, mover) = (self.rules, self.setup, (self.from, self.piece));
        let owner = self.piece.color.perspective();
        match role_move.program(rules, owner, self.from) {
            Some(program) => match lines_of(rules, setup, self.piece, program) {
                Some(lines) => {
                    add_targets_of(rules, setup, mover, (role_move, pattern, lines), targets);
                    ControlFlow::Continue(())
                }
                None => self.look_up(role_move, pattern, program, self.piece, None),
            },
            None => self.walk(role_move, pattern, self.piece, owner, None),
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
    ) -> ControlFlow<B> {
        match &role_move.pattern {
            Pattern::Walk(pattern) => match role_move.program(self.rules, owner, self.from) {
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
    ) -> ControlFlow<B> {
        if !self.may_begin(role_move, model, pattern.initial) {
            return ControlFlow::Continue(());
        }
        let (rules, setup, color) = (self.rules, self.setup, self.piece.color);
        let mut view = View {
            rules,
            setup,
            color,
            origin: self.from,
            blocking_kind: rules.blocking_kind(self.piece.role),
        };
        walk(
            pattern,
            &rules.shape,
            owner,
            self.from,
            &mut view,
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
    ) -> ControlFlow<B> {
        let may = |one: &RoleMove| {
            allows(one, found.to, self.piece.color) && spares(self.setup, one, found)
        };
        if may(role_move) && own.is_none_or(may) && can_unload(self.setup, found) {
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
    ) -> ControlFlow<B> {
        if spend(LOOK_UP + program.paths().len() as u64 / 8).is_err() {
            return ControlFlow::Continue(());
        }
        if program.all_en_passant() && self.setup.en_passant.is_empty() {
            return ControlFlow::Continue(());
        }
        if !self.may_begin(role_move, model, pattern.initial) {
            return ControlFlow::Continue(());
        }
        let (rules, setup, from, color) = (self.rules, self.setup, self.from, self.piece.color);
        let (sight, codes) = (rules.sight(color), setup.board.codes());
        let view = View {
            rules,
            setup,
            color,
            origin: from,
            blocking_kind: rules.blocking_kind(self.piece.role),
        };
        let is_as_it_seems = is_as_it_seems(rules, self.piece);
        let contents = |square: Square| {
            if !is_as_it_seems {
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
    fn borrow(&mut self, own: &RoleMove, lender: Square) -> ControlFlow<B> {
        let rules = self.rules;
        let lends = |lender: Piece| {
            lender.role != self.piece.role
                && own.takes.is_none_or(|takes| takes.contains(lender.role))
        };
        match self.setup.board.piece(lender) {
            Some(lender) if lends(lender) => {
                let owner = self.piece.color.perspective();
                for role_move in &rules.role(lender.role).moves {
                    self.pattern(role_move, lender, owner, Some(own))?;
                }
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Clauses `imitate.*`.
    fn imitate(&mut self, own: &RoleMove, imitation: Imitation) -> ControlFlow<B> {
        let (rules, color) = (self.rules, self.piece.color);
        let Some(role) = self.setup.special.imitated[color.index()] else {
            return ControlFlow::Continue(());
        };
        if !self.may_begin(own, self.piece, imitation.initial) {
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
    ) -> ControlFlow<B> {
        let (rules, from) = (self.rules, self.from);
        if !self.may_begin(role_move, model, leap.initial) {
            return ControlFlow::Continue(());
        }
        let view = View {
            rules,
            setup: self.setup,
            color: self.piece.color,
            origin: from,
            blocking_kind: None,
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

    /// Whether a move may begin on the square of the piece. `model` defines what counts as unmoved.
    fn may_begin(&self, role_move: &RoleMove, model: Piece, initial: Initial) -> bool {
        let mover = (self.from, self.piece);
        begins(self.rules, self.setup, role_move, mover, model, initial)
    }
}

/// Whether a move may begin on the square of a piece. `model` defines what counts as unmoved.
#[inline]
fn begins(
    rules: &CompiledRules,
    setup: &Setup,
    role_move: &RoleMove,
    (from, piece): (Square, Piece),
    model: Piece,
    initial: Initial,
) -> bool {
    // PERF: usually a move may begin anywhere, which needs no call.
    role_move.begins_on(from, piece.color.perspective())
        && (initial == Initial::Any || rules.may_move_first(setup, model, piece, from, initial))
}

/// Whether a walk of a pattern may begin on the square of a piece.
#[inline]
pub(in crate::movegen) fn walk_begins(
    rules: &CompiledRules,
    setup: &Setup,
    role_move: &RoleMove,
    mover: (Square, Piece),
) -> bool {
    match &role_move.pattern {
        Pattern::Walk(pattern) => begins(rules, setup, role_move, mover, mover.1, pattern.initial),
        _ => false,
    }
}

/// Adds the targets of a pattern that only follows lines; returns whether it is one.
#[inline]
pub(in crate::movegen) fn add_line_targets(
    rules: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    role_move: &RoleMove,
    targets: &mut SquareSet,
) -> bool {
    let Pattern::Walk(pattern) = &role_move.pattern else {
        return false;
    };
    let program = role_move.program(rules, piece.color.perspective(), from);
    let Some(lines) = program.and_then(|program| lines_of(rules, setup, piece, program)) else {
        return false;
    };
    let along = (role_move, pattern, lines);
    add_targets_of(rules, setup, (from, piece), along, targets);
    true
}

/// Adds the targets of a pattern that only crosses empty squares to an empty one, and its en passant marks;
/// returns whether it is one.
pub(in crate::movegen) fn add_run_targets(
    rules: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    role_move: &RoleMove,
    [targets, marks]: [&mut SquareSet; 2],
) -> bool {
    let Pattern::Walk(pattern) = &role_move.pattern else {
        return false;
    };
    let program = role_move.program(rules, piece.color.perspective(), from);
    let Some(program) = program.filter(|program| program.all_runs()) else {
        return false;
    };
    if !is_as_it_seems(rules, piece) {
        return false;
    }
    if !begins(
        rules,
        setup,
        role_move,
        (from, piece),
        piece,
        pattern.initial,
    ) {
        return true;
    }
    let is_empty = |square: Square| setup.board.get(square) == Cell::Empty;
    for path in program.paths() {
        let mut passed = path.conditions.iter().map(|condition| condition.square);
        if allows(role_move, path.to, piece.color) && is_empty(path.to) && passed.all(is_empty) {
            // Walks to one square may leave different marks.
            if !targets.insert(path.to) {
                return false;
            }
            marks.extend(path.marks.iter().copied());
        }
    }
    true
}

/// Whether a piece sees the contents of all squares as they are.
#[inline]
pub(in crate::movegen) fn is_as_it_seems(rules: &CompiledRules, piece: Piece) -> bool {
    rules.blocking_kind(piece.role).is_none() && rules.shape.vanishing().is_empty()
}

/// The lines of a program, if the piece only follows lines in this position.
#[inline]
fn lines_of<'a>(
    rules: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    program: &'a Program,
) -> Option<&'a Lines> {
    let lines = program.lines(!setup.en_passant.is_empty())?;
    is_as_it_seems(rules, piece).then_some(lines)
}

/// Adds the targets of a pattern that only follows lines.
#[inline]
fn add_targets_of(
    rules: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    (role_move, pattern, lines): (&RoleMove, &Walk, &Lines),
    targets: &mut SquareSet,
) {
    let mover = (from, piece);
    if !begins(rules, setup, role_move, mover, piece, pattern.initial) {
        return;
    }
    let (sight, codes) = (rules.sight(piece.color), setup.board.codes());
    let contents = |square: Square| sight.of(codes[square.index()]);
    // PERF: without a target restriction whole lines are added.
    if role_move.to.is_none() && role_move.takes.is_none() {
        lines.add_targets(contents, targets);
        return;
    }
    let can_take = |to: Square| {
        let victim = setup.board.piece(to).zip(role_move.takes);
        victim.is_none_or(|(victim, takes)| takes.contains(victim.role))
    };
    let mut add = targets.adding(rules.shape.area());
    lines.sweep(contents, |to| {
        if allows(role_move, to, piece.color) && can_take(to) {
            add(to);
        }
    });
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
fn allows(role_move: &RoleMove, to: Square, color: Color) -> bool {
    role_move
        .to
        .as_ref()
        .is_none_or(|zone| zone.contains(to, color.perspective()))
}
