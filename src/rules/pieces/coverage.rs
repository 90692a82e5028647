//! Coverage: the squares that pieces could ever reach or capture on, on any board.

use crate::compile::{CompletedWalk, has_path, paths};
use crate::definition::{Action, CaptureMethod, Quiet};
use crate::geometry::{Bearing, Square, SquareSet};
use crate::movement::{Contents, Initial, Pattern, Walk};
use crate::rules::data::{By, CompiledRules, Coverage, RoleMove};
use crate::source::budget::spend_each;
use crate::state::{Board, Cell, Color, Piece, Role};

use super::capture_candidates::{could_take, takes_beside};

impl CompiledRules {
    /// Whether a piece could ever capture on `target` from `from` by its movement.
    pub(crate) fn may_reach(&self, piece: Piece, from: Square, target: Square) -> bool {
        self.coverage(piece, from).walks.contains(target)
    }

    /// Whether a piece could ever capture on one of some squares by its movement.
    pub(crate) fn may_reach_one(&self, piece: Piece, from: Square, targets: &SquareSet) -> bool {
        self.coverage(piece, from).walks.meets(targets)
    }

    /// The way in which a piece could ever capture on `target` from `from`; movement takes
    /// precedence.
    #[inline]
    pub(crate) fn may_capture(&self, piece: Piece, from: Square, target: Square) -> Option<By> {
        let by = &self.coverage(piece, from).by;
        by.get(target.index()).copied().flatten()
    }

    #[inline]
    fn coverage(&self, piece: Piece, from: Square) -> &Coverage {
        let table = &self.role(piece.role).coverage;
        table.get_or_make(&self.shape, piece.color.index(), from, || {
            let _ = spend_each(self.shape.area(), 1);
            let walks = self.walks_coverage(piece.role, piece.color, from);
            let otherwise = self.coverage_otherwise(piece.role, piece.color, from);
            let by = |square: Square| {
                if walks.contains(square) {
                    Some(By::Walks)
                } else {
                    otherwise.contains(square).then_some(By::Otherwise)
                }
            };
            let squares = (0..self.shape.area() as u16).map(Square::new);
            Coverage {
                by: squares.map(by).collect(),
                walks,
            }
        })
    }

    /// Whether a piece could move from one square to another without capture on an empty board.
    pub(crate) fn could_return(&self, piece: Piece, from: Square, to: Square) -> bool {
        let quiet = self.role(piece.role).quiet.get_or_init(|| {
            Color::ALL.map(|color| {
                let all = (0..self.shape.area() as u16).map(Square::new);
                all.map(|square| self.quiet_reach(piece.role, color, square))
                    .collect()
            })
        });
        quiet[piece.color.index()][from.index()].contains(to)
    }

    /// Whether a piece could ever move from a square.
    pub(crate) fn can_leave(&self, piece: Piece, from: Square) -> bool {
        let leaves = self.role(piece.role).leaves.get_or_init(|| {
            Color::ALL.map(|color| {
                let moves =
                    |square: &Square| self.moves_on_empty(piece.role, color, *square, |_| true);
                self.shape.squares().filter(moves).collect()
            })
        });
        leaves[piece.color.index()].contains(from)
    }

    /// Whether a piece could ever move from a square of a board with walls, on which no move ends.
    pub(crate) fn can_leave_among(&self, board: &Board, piece: Piece, from: Square) -> bool {
        self.can_leave(piece, from)
            && (!board.has_walls()
                || self.moves_on_empty(piece.role, piece.color, from, |to| {
                    board.get(to) != Cell::Wall
                }))
    }

    /// Whether a piece has a move, other than an initial one, to an eligible square of an otherwise empty board.
    fn moves_on_empty(
        &self,
        role: Role,
        color: Color,
        from: Square,
        may_end: impl Fn(Square) -> bool,
    ) -> bool {
        let moves = &self.role(role).moves;
        let owner = color.perspective();
        let begins = |one: &&RoleMove| one.begins_on(from, owner);
        // First moves, and moves that can be captured en passant, are made only from initial squares.
        let is_usual =
            |walk: &Walk| walk.initial == Initial::Any && walk.legs.iter().all(|leg| !leg.marks);
        let walks = moves.iter().filter(begins);
        let mut walks = walks.filter_map(|one| match &one.pattern {
            Pattern::Walk(walk) if is_usual(walk) => Some(walk),
            _ => None,
        });
        let ends = |end: &CompletedWalk<'_>| {
            let is_quiet = end.pass.meets(Contents::EMPTY) && end.en_passant.is_empty();
            is_quiet && may_end(end.to)
        };
        walks.any(|walk| has_path(walk, &self.shape, owner, from, ends))
    }

    fn walks_coverage(&self, role: Role, color: Color, from: Square) -> SquareSet {
        let mut covered = SquareSet::new();
        if !self.shape.exists(from) {
            return covered;
        }
        for role_move in &self.role(role).moves {
            if let Some(program) = role_move.program(self, color.perspective(), from) {
                covered.extend(program.targets());
                continue;
            }
            match &role_move.pattern {
                Pattern::Walk(walk) => {
                    match paths(walk, &self.shape, color.perspective(), from, 1 << 14) {
                        Ok(found) => {
                            for path in found {
                                if path.borrows {
                                    covered.extend(self.shape.squares());
                                }
                                if !path.take.is_empty() {
                                    covered.insert(path.to);
                                }
                                covered.extend(path.taken);
                            }
                        }
                        Err(_) => covered.extend(self.shape.squares()),
                    }
                }
                // Imitated moves are unknown.
                Pattern::Universal(_) | Pattern::Imitation(_) => {
                    covered.extend(self.shape.squares());
                }
                Pattern::Castle(_) | Pattern::Placement(_) => {}
            }
        }
        covered
    }

    /// The squares on which a role could capture by other means than movement. Conditions on other
    /// pieces are ignored, and series of jumps capture only the pieces that they jump over.
    fn coverage_otherwise(&self, role: Role, color: Color, from: Square) -> SquareSet {
        let rules = self.role(role);
        let mut covered = SquareSet::new();
        if !self.shape.exists(from) || rules.only_walks {
            return covered;
        }
        let compass = &self.compass;
        let mut anywhere = rules.after.as_ref().is_some_and(|after| {
            !after.explodes.is_empty() || after.quiet == Some(Quiet::Explodes)
        });
        for action in &rules.actions {
            match action {
                Action::Swap { .. } | Action::Run(_) | Action::Resurrect { .. } => {}
                _ if !action.has_usual_reach() => anywhere = true,
                Action::LongLeap { .. } | Action::Rifle { .. } => {
                    let rays = Bearing::ALL.map(|way| compass.ray(from, way));
                    covered.extend(rays.into_iter().flatten());
                }
                Action::Boom { .. } | Action::Explode { .. } => covered.unite(compass.around(from)),
                // Handled below.
                Action::JumpSeries(_) => {}
                Action::Imitate
                | Action::Push { .. }
                | Action::Pull { .. }
                | Action::Plow { .. } => anywhere = true,
            }
        }
        for (_, jumps) in rules.series() {
            let owner = color.perspective();
            let crosses = |over: &Square| {
                let mut ends = jumps.across(owner, *over).iter();
                ends.any(|[begin, _]| jumps.may_land(compass, from, *begin))
            };
            covered.extend(self.shape.squares().filter(crosses));
        }
        let goes_otherwise = rules.actions.iter().any(Action::goes);
        let arrivals = if goes_otherwise {
            None
        } else {
            self.arrivals(role, color, from)
        };
        for method in &rules.captures.methods {
            let near = matches!(method, CaptureMethod::Midpoint | CaptureMethod::Withdrawal);
            match &arrivals {
                // A mimic leaps as well.
                _ if matches!(method, CaptureMethod::Mimic(_)) => anywhere = true,
                None if near => covered.unite(compass.around(from)),
                None => anywhere = true,
                Some(arrivals) if takes_beside(method) => {
                    for to in arrivals {
                        let near = compass.around(from).union(compass.around(to));
                        let takes = |target: &Square| {
                            !covered.contains(*target)
                                && could_take(compass, method, [from, to], *target)
                        };
                        let new: SquareSet = near.iter().filter(takes).collect();
                        covered.unite(&new);
                    }
                }
                Some(arrivals) if spend_each(arrivals.len(), self.shape.area() as u64).is_err() => {
                }
                Some(arrivals) => covered.extend(self.shape.squares().filter(|target| {
                    let mut arrivals = arrivals.iter();
                    arrivals.any(|to| could_take(compass, method, [from, to], *target))
                })),
            }
        }
        if anywhere {
            covered.extend(self.shape.squares());
        }
        covered
    }

    /// The targets of a role's movement; `None` if unknown.
    fn arrivals(&self, role: Role, color: Color, from: Square) -> Option<SquareSet> {
        let mut arrivals = SquareSet::new();
        for role_move in &self.role(role).moves {
            match &role_move.pattern {
                Pattern::Walk(walk) => {
                    let found =
                        paths(walk, &self.shape, color.perspective(), from, 1 << 14).ok()?;
                    if found.iter().any(|path| path.borrows || path.mover != from) {
                        return None;
                    }
                    arrivals.extend(found.iter().map(|path| path.to));
                }
                // Castling captures nothing.
                Pattern::Castle(_) | Pattern::Placement(_) => {}
                Pattern::Universal(_) | Pattern::Imitation(_) => return None,
            }
        }
        Some(arrivals)
    }
}
