//! Limits of move lists: detects positions with more series of jumps, legs of walks or moves with walls than
//! a variant allows.
//!
//! The victims of a series are the edges of a trail, and for a given last square such sets differ only by
//! cycles. With few cycles, as in all practical games, few series exist, and no search is needed to bound
//! their number.

use smallvec::SmallVec;

use super::actions::series::{Jumper, jumpers};
use super::custom;
use super::mover::Mover;
use super::walks::{any_walk, legs_of};
use crate::geometry::Square;
use crate::rules::{CompiledRules, Hop, acting_role};
use crate::state::{Cell, Color, Piece, Setup};

/// Whether the pieces of a side have more series than the limit of the variant.
pub(crate) fn has_too_many_series(rules: &CompiledRules, setup: &Setup) -> bool {
    Color::ALL.into_iter().any(|color| {
        !rules.roles_with_series.is_empty() && side_has_too_many_series(rules, setup, color)
            || custom::has_too_many_chains(rules, setup, color)
    })
}

fn side_has_too_many_series(rules: &CompiledRules, setup: &Setup, color: Color) -> bool {
    let limit = rules.limits.series;
    if series_at_most(rules, setup, color).is_some_and(|most| most <= limit)
        || series_bound(rules, setup, color) <= limit
    {
        return false;
    }
    let mut all = jumpers_of(rules, setup, color);
    let left = all.try_fold(limit, |left, jumper| Some(left - jumper.n_states(left)?));
    left.is_none()
}

/// The jumpers of all pieces of a side.
fn jumpers_of<'a>(
    rules: &'a CompiledRules,
    setup: &'a Setup,
    color: Color,
) -> impl Iterator<Item = Jumper<'a>> {
    let pieces = setup.board.pieces_of(color);
    pieces.flat_map(move |(from, piece)| {
        let acting = acting_role(rules, setup, piece);
        jumpers(&Mover::new(rules, setup, (from, piece)), acting)
    })
}

/// The sum of [`Jumper::at_most`] over the pieces of a side.
fn series_bound(rules: &CompiledRules, setup: &Setup, color: Color) -> usize {
    let bounds = jumpers_of(rules, setup, color).map(|jumper| jumper.at_most());
    bounds.fold(0, usize::saturating_add)
}

/// A fast upper bound of the number of states in the search for series, as if each piece of a side made every
/// kind of series; `None` if it cannot be computed quickly.
fn series_at_most(rules: &CompiledRules, setup: &Setup, color: Color) -> Option<usize> {
    let pieces = setup.board.squares_of(color);
    let Some(anywhere) = pieces.iter().next() else {
        return Some(0);
    };
    // PERF: computed for the few kinds that jump instead of all pieces on the board.
    let mut of_each = 0_usize;
    for role in &rules.roles_with_series {
        let piece = Piece { color, role: *role };
        for jumper in jumpers(&Mover::new(rules, setup, (anywhere, piece)), *role) {
            of_each = of_each.checked_add(jumper.most_from_anywhere()?)?;
        }
    }
    let most = of_each.checked_mul(pieces.len());
    if most.is_some_and(|most| most <= rules.limits.series) {
        return most;
    }
    let acting = |(_, piece): &(Square, Piece)| !rules.role(piece.role).only_walks;
    of_each.checked_mul(setup.board.pieces_of(color).filter(acting).count())
}

/// Whether the walks of all pieces have more legs and moves than the limit of the variant.
pub(crate) fn have_too_many_legs(rules: &CompiledRules, setup: &Setup) -> bool {
    let limit = rules.limits.legs;
    let mut begun = 0;
    rules.has_long_walks
        && setup.board.pieces().any(|placed| {
            // One more than the limit is enough to decide.
            let left = limit.saturating_add(1).saturating_sub(begun);
            begun += legs_of(&Mover::new(rules, setup, placed), left);
            begun > limit
        })
}

/// Whether a side has more moves with walls than the limit of the variant.
pub(crate) fn have_too_many_walls(rules: &CompiledRules, setup: &Setup) -> bool {
    if rules.facts.walls.is_none() {
        return false;
    }
    let n_empty = (rules.shape.squares())
        .filter(|square| setup.board.get(*square) == Cell::Empty)
        .count();
    let most = rules.limits.moves / n_empty.max(1);
    Color::ALL.into_iter().any(|color| {
        let mut n_moves = 0;
        let mut pieces = setup.board.pieces_of(color);
        pieces.any(|placed| {
            let mover = Mover::new(rules, setup, placed);
            any_walk(&mover, &mover.role().moves, None, |_| {
                n_moves += 1;
                n_moves > most
            })
        })
    })
}

impl Jumper<'_> {
    /// An upper bound of [`Jumper::at_most`] for any square, from the neighbors of enemy pieces; `None` if
    /// these are too many, or captures vacate squares for jumps.
    fn most_from_anywhere(&self) -> Option<usize> {
        if self.is_unsteady() {
            return None;
        }
        let owner = self.mover.owner();
        let board = &self.mover.setup.board;
        let theirs = board.squares_of(self.mover.piece.color.opponent());
        let mut most = 0;
        for (victims, captures) in self.jumps.open_jumps(owner, theirs) {
            // Each first capture begins a search, and the squares reached over own pieces begin one more. A
            // search visits the target of each capture with each set of victims.
            let sets = 1_usize.checked_shl(victims)?;
            let states = (captures + 1).checked_mul(captures)?.checked_mul(sets)?;
            most = most.max(states);
        }
        most.checked_mul(self.jumps.n_lists())
    }

    /// An upper bound of the number of states in the search for series.
    fn at_most(&self) -> usize {
        let lists = 0..self.jumps.n_lists();
        let bounds = lists.map(|list| self.at_most_of(list));
        bounds.fold(0, usize::saturating_add)
    }

    fn at_most_of(&self, list: usize) -> usize {
        let owner = self.mover.owner();
        let hops = |at: Square| self.jumps.from(list, owner, at).iter().copied();
        // Without jumps over own pieces, a series begins with a capture; usually none exists.
        let is_first = |hop: &Hop| self.is_theirs(hop.over) && self.may_be_free(hop.to);
        let first = || hops(self.mover.from).filter(is_first);
        if !self.series.over_own && first().next().is_none() {
            return 0;
        }
        let board = &self.mover.setup.board;
        let mut squares: SmallVec<[Square; 16]> = SmallVec::from_slice(&[self.mover.from]);
        let mut lines: SmallVec<[(usize, usize, Square); 16]> = SmallVec::new();
        let mut next = 0;
        while let Some(at) = squares.get(next).copied() {
            for hop in hops(at) {
                let theirs = self.is_theirs(hop.over);
                let carries = self.series.over_own && matches!(board.get(hop.over), Cell::Piece(_));
                if !theirs && !carries || !self.may_be_free(hop.to) {
                    continue;
                }
                let known = squares.iter().position(|square| *square == hop.to);
                let place = known.unwrap_or(squares.len());
                if known.is_none() {
                    squares.push(hop.to);
                }
                let line = (next.min(place), next.max(place), hop.over);
                if theirs && !lines.contains(&line) {
                    lines.push(line);
                }
            }
            next += 1;
        }
        if lines.is_empty() {
            return 0;
        }
        let n_squares = squares.len();
        let starts = first().count() + if self.series.over_own { n_squares } else { 0 };
        let sets = 1_usize
            .checked_shl(n_circles(n_squares, &lines))
            .unwrap_or(usize::MAX);
        starts.saturating_mul(n_squares).saturating_mul(sets)
    }

    /// Whether a jump over the square may capture.
    fn is_theirs(&self, square: Square) -> bool {
        let passed = || {
            self.mover
                .setup
                .en_passant
                .iter()
                .any(|mark| mark.target == square)
        };
        match self.mover.setup.board.get(square) {
            Cell::Piece(piece) => piece.color != self.mover.piece.color,
            Cell::Empty => self.series.en_passant && passed(),
            Cell::Wall => false,
        }
    }

    /// Whether a jump may end on the square after some captures.
    fn may_be_free(&self, square: Square) -> bool {
        let board = &self.mover.setup.board;
        square == self.mover.from
            || match board.get(square) {
                Cell::Empty => true,
                Cell::Piece(piece) => piece.color != self.mover.piece.color && self.is_unsteady(),
                Cell::Wall => false,
            }
    }
}

/// The number of edges that close a cycle with earlier ones (union-find).
fn n_circles(n_squares: usize, lines: &[(usize, usize, Square)]) -> u32 {
    let mut parent: SmallVec<[usize; 16]> = (0..n_squares).collect();
    let mut n_circles = 0;
    for &(start, end, _) in lines {
        let [start, end] = [start, end].map(|mut square| {
            while parent[square] != square {
                parent[square] = parent[parent[square]];
                square = parent[square];
            }
            square
        });
        if start == end {
            n_circles += 1;
        } else {
            parent[start] = end;
        }
    }
    n_circles
}
