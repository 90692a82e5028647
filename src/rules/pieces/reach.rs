//! Reach: the squares on which a piece affects others, on the present board.
//!
//! Neighbors and the eight lines are looked up. The paths of a movement are listed once for each
//! side and origin; a square is within reach if all conditions of one path to it hold. The contents
//! of the square itself do not matter.

use smallvec::SmallVec;

use crate::compile::{Condition, paths};
use crate::definition::{PieceId, REACH_PATHS};
use crate::geometry::{Bearing, CompactSort, Perspective, Square, SquareSet, Zone};
use crate::movement::{Contents, Initial, Pattern};
use crate::rules::data::{CompiledRules, PathTable, ReachPattern, ReachTable, Way, Ways};
use crate::source::budget::spend_each;
use crate::state::{Cell, Color, Piece, Setup};

/// The cost of a stored path, in budget steps.
const KEPT: u64 = 32;

/// The cost of testing whether a path is open, in budget steps.
const WAY: u64 = 4;

impl Ways {
    /// The paths to a square, which are contiguous because the paths are sorted.
    fn sometimes_to(&self, target: Square) -> &[Way] {
        let begin = self.sometimes.partition_point(|way| way.to < target);
        let end = self.sometimes.partition_point(|way| way.to <= target);
        &self.sometimes[begin..end]
    }
}

impl PathTable {
    #[inline]
    fn ways(&self, rules: &CompiledRules, color: Color, from: Square) -> &Ways {
        let list = || self.list(rules, color.perspective(), from);
        (self.listed).get_or_make(&rules.shape, color.index(), from, list)
    }

    fn list(&self, rules: &CompiledRules, owner: Perspective, from: Square) -> Ways {
        let mut ways = Ways::default();
        if !rules.shape.exists(from) {
            return ways;
        }
        for pattern in &self.patterns {
            let applies = |zone: &Option<Zone>, square: Square| {
                zone.as_ref()
                    .is_none_or(|zone| zone.contains(square, owner))
            };
            if applies(&pattern.from, from) {
                pattern.list(rules, owner, from, |to, initial, conditions| {
                    if to == from || !applies(&pattern.to, to) {
                    } else if conditions.is_empty() && initial == Initial::Any {
                        ways.always.insert(to);
                    } else {
                        ways.sometimes.push(Way {
                            to,
                            initial,
                            conditions,
                        });
                    }
                });
            }
        }
        let Ways {
            always,
            ever,
            sometimes,
        } = &mut ways;
        sometimes.retain(|way| !always.contains(way.to));
        *ever = always.clone();
        ever.extend(sometimes.iter().map(|way| way.to));
        sometimes.sort_compactly();
        sometimes.dedup();
        ways
    }
}

impl ReachPattern {
    /// Calls `tell` with the target, the initial condition and the conditions of every path from a square.
    fn list(
        &self,
        rules: &CompiledRules,
        owner: Perspective,
        from: Square,
        mut tell: impl FnMut(Square, Initial, SmallVec<[Condition; 4]>),
    ) {
        match &self.pattern {
            Pattern::Walk(walk) => {
                // A definition with more paths is not compiled.
                let found = paths(walk, &rules.shape, owner, from, REACH_PATHS);
                let found = found.unwrap_or_default();
                if spend_each(found.len(), KEPT).is_err() {
                    return;
                }
                for path in found {
                    if path.mover != from || path.borrows || !path.en_passant.is_empty() {
                        continue;
                    }
                    if !self.captures || !path.take.is_empty() {
                        tell(path.to, walk.initial, path.conditions.clone());
                    }
                    if self.captures {
                        for victim in path.taken {
                            tell(victim, walk.initial, path.conditions.clone());
                        }
                    }
                }
            }
            Pattern::Universal(leap) if !self.captures || !leap.take.is_empty() => {
                for to in rules.shape.squares() {
                    tell(to, leap.initial, SmallVec::new());
                }
            }
            Pattern::Universal(_)
            | Pattern::Castle(_)
            | Pattern::Placement(_)
            | Pattern::Imitation(_) => {}
        }
    }
}

impl CompiledRules {
    /// The squares within reach of a piece on `from`.
    pub(crate) fn within(
        &self,
        reach: &ReachTable,
        setup: &Setup,
        from: Square,
        piece: Piece,
    ) -> SquareSet {
        self.within_on(reach, setup, |square| setup.board.get(square), from, piece)
    }

    /// The squares within reach of a piece on `from`, on a board with the contents `cell`. Unmoved
    /// pieces are those of `setup`.
    pub(crate) fn within_on(
        &self,
        reach: &ReachTable,
        setup: &Setup,
        cell: impl Fn(Square) -> Cell,
        from: Square,
        piece: Piece,
    ) -> SquareSet {
        let (table, blocking_kind) = match reach {
            ReachTable::Around => return self.compass.around(from).clone(),
            ReachTable::Lines => return self.lines(cell, from),
            ReachTable::Own => (&self.role(piece.role).own, self.blocking_kind(piece.role)),
            ReachTable::Paths(table) => (table, None),
        };
        let ways = table.ways(self, piece.color, from);
        let mut squares = ways.always.clone();
        if spend_each(ways.sometimes.len() + 1, WAY).is_err() {
            return squares;
        }
        for way in &ways.sometimes {
            if !squares.contains(way.to)
                && self.is_open(way, setup, &cell, (from, piece), blocking_kind)
            {
                squares.insert(way.to);
            }
        }
        squares
    }

    /// Whether all conditions of a path hold.
    fn is_open(
        &self,
        way: &Way,
        setup: &Setup,
        cell: impl Fn(Square) -> Cell,
        (from, piece): (Square, Piece),
        blocking_kind: Option<PieceId>,
    ) -> bool {
        let holds = |condition: &Condition| {
            let is_blocking =
                |kind: PieceId| blocking_kind.is_some_and(|blocking| blocking == kind);
            let contents = match cell(condition.square) {
                _ if condition.square == from => Contents::EMPTY,
                Cell::Piece(other) if is_blocking(self.form(other.role).kind) => Contents::ABSENT,
                cell => self.seen(cell, condition.square, piece.color),
            };
            condition.contents.meets(contents)
        };
        self.may_move_first(setup, piece, piece, from, way.initial)
            && way.conditions.iter().all(holds)
    }

    /// Whether a square is within reach of a piece on `from`.
    pub(crate) fn is_within(
        &self,
        reach: &ReachTable,
        setup: &Setup,
        from: Square,
        piece: Piece,
        target: Square,
    ) -> bool {
        let (table, blocking_kind) = match reach {
            ReachTable::Around => return self.compass.around(from).contains(target),
            ReachTable::Lines => {
                let cell = |square| setup.board.get(square);
                return self.lines(cell, from).contains(target);
            }
            ReachTable::Own => (&self.role(piece.role).own, self.blocking_kind(piece.role)),
            ReachTable::Paths(table) => (table, None),
        };
        let ways = table.ways(self, piece.color, from);
        // PERF: most pieces are too far away.
        if !ways.ever.contains(target) {
            return false;
        }
        let cell = |square| setup.board.get(square);
        let mut there = ways.sometimes_to(target).iter();
        if spend_each(there.len() + 1, WAY).is_err() {
            return false;
        }
        ways.always.contains(target)
            || there.any(|way| self.is_open(way, setup, cell, (from, piece), blocking_kind))
    }

    /// The squares that may be within reach of a piece on `from`, whatever stands between; `None` if that is
    /// not stored.
    pub(crate) fn ever_within<'a>(
        &'a self,
        reach: &'a ReachTable,
        from: Square,
        piece: Piece,
    ) -> Option<&'a SquareSet> {
        let table = match reach {
            ReachTable::Around | ReachTable::Lines => return None,
            ReachTable::Own => &self.role(piece.role).own,
            ReachTable::Paths(table) => table,
        };
        Some(&table.ways(self, piece.color, from).ever)
    }

    /// The paths of a movement between two squares, each as the list of squares whose contents matter.
    pub(crate) fn ways(
        &self,
        reach: &ReachTable,
        from: Square,
        color: Color,
        target: Square,
    ) -> Vec<Vec<Square>> {
        let ReachTable::Paths(table) = reach else {
            return Vec::new();
        };
        let ways = table.ways(self, color, from);
        let free = ways.always.contains(target).then(Vec::new);
        let squares = |way: &Way| {
            let conditions = way.conditions.iter();
            conditions.map(|condition| condition.square).collect()
        };
        let others = ways.sometimes_to(target).iter().map(squares);
        free.into_iter().chain(others).collect()
    }

    /// The squares of the eight lines, up to and including the first piece.
    fn lines(&self, cell: impl Fn(Square) -> Cell, from: Square) -> SquareSet {
        let mut squares = SquareSet::new();
        for way in Bearing::ALL {
            for square in self.compass.ray(from, way) {
                let is_free =
                    cell(square) == Cell::Empty && !self.shape.vanishing().contains(square);
                squares.insert(square);
                if !is_free {
                    break;
                }
            }
        }
        squares
    }

    /// The contents of a square from the view of a side.
    fn seen(&self, cell: Cell, square: Square, color: Color) -> Contents {
        match cell {
            Cell::Empty if self.shape.vanishing().contains(square) => Contents::ABSENT,
            Cell::Empty => Contents::EMPTY,
            Cell::Wall => Contents::WALL,
            Cell::Piece(piece) if piece.color == color => Contents::FRIEND,
            Cell::Piece(piece) if self.role(piece.role).seen_as_royal => Contents::ROYAL,
            Cell::Piece(_) => Contents::COMMONER,
        }
    }
}

// Origins of threats, on any board.

impl CompiledRules {
    /// The squares from which a piece could threaten a piece on `target` that is not captured en
    /// passant, on any board; `None` if unknown. `steps` is whether captures without a jump by
    /// pieces that jump in series count as threats.
    pub(crate) fn threatens_from(
        &self,
        piece: Piece,
        target: Square,
        steps: bool,
    ) -> Option<SquareSet> {
        let role = self.role(piece.role);
        let jumps_only = role.series().next().is_some() && !steps;
        let begins = |from: &Square| self.begins_on(piece, *from, target);
        (role.only_walks || jumps_only).then(|| self.shape.squares().filter(begins).collect())
    }

    /// Whether a piece could capture on a square: a piece without other abilities by its movement,
    /// one that jumps in series by its first jump.
    fn begins_on(&self, piece: Piece, from: Square, target: Square) -> bool {
        if self.role(piece.role).only_walks {
            return self.may_reach(piece, from, target);
        }
        let owner = piece.color.perspective();
        self.role(piece.role).series().any(|(_, jumps)| {
            let mut ends = jumps.across(owner, target).iter();
            ends.any(|[begin, _]| *begin == from)
        })
    }
}
