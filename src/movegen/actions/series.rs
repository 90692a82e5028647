//! Series of jumps: over own pieces first, without capture, then over enemy pieces, which are captured.
//!
//! A jump passes an adjacent piece and lands on the empty square behind it; the next jump may have another
//! direction. If a jump lands next to an enemy piece that must be captured, the series continues with such a
//! capture; otherwise it may end.
//!
//! Own pieces are not removed, so jumps over them only determine the squares from which captures begin. Each
//! such square is found once; the order of jumps does not matter.
//!
//! Each set of victims with each last square is a distinct move, and crowded boards have too many of them to
//! list. A search therefore stops at a limit; positions that exceed it are detected by
//! [`has_too_many_series`](crate::movegen::limits::has_too_many_series).

use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::definition::JumpSeries;
use crate::geometry::Square;
use crate::movegen::mover::Mover;
use crate::movegen::walks::push_with_promotions;
use crate::rules::{Hop, Jumps};
use crate::state::{Cell, Move, Piece, Role};

type Taken = SmallVec<[Square; 4]>;

/// A series of jumps with the victim of its first jump.
pub(in crate::movegen) struct Series {
    pub(in crate::movegen) to: Square,
    pub(in crate::movegen) taken: Taken,
    /// The victim of the first jump, unless this is over an own piece.
    pub(in crate::movegen) first: Option<Square>,
}

impl Series {
    /// Adds the series as a move, with its promotions.
    pub(in crate::movegen) fn add(&self, mover: &Mover<'_>, moves: &mut Vec<Move>) {
        let mut mv = mover.walk_to(self.to);
        mv.captures.extend(self.taken.iter().copied());
        push_with_promotions(mover.rules, mover.setup, mv, moves);
    }
}

/// A piece with a kind of series.
#[derive(Clone, Copy)]
pub(in crate::movegen) struct Jumper<'a> {
    pub(in crate::movegen) mover: Mover<'a>,
    pub(in crate::movegen) series: &'a JumpSeries,
    pub(in crate::movegen) jumps: &'a Jumps,
}

/// The jumpers of a piece, one for each kind of series of the role that it acts as.
#[inline]
pub(in crate::movegen) fn jumpers<'a>(
    mover: &Mover<'a>,
    acting: Role,
) -> impl Iterator<Item = Jumper<'a>> + use<'a> {
    let mover = *mover;
    let all = mover.rules.role(acting).series();
    all.map(move |(series, jumps)| Jumper {
        mover,
        series,
        jumps,
    })
}

impl Jumper<'_> {
    /// All series, up to the limit.
    pub(in crate::movegen) fn series(&self) -> Vec<Series> {
        let mut search = self.search(None);
        search.run();
        search.found
    }

    /// The number of states in the search for all series, unless it exceeds `limit`.
    pub(in crate::movegen) fn n_states(&self, limit: usize) -> Option<usize> {
        let mut search = self.search(None);
        search.left = limit;
        search.run();
        (!search.gave_up).then_some(limit - search.left)
    }

    fn search(&self, wanted: Option<Square>) -> Search<'_> {
        Search {
            by: *self,
            list: 0,
            left: self.mover.rules.limits.series,
            wanted,
            has_wanted: false,
            gave_up: false,
            seen: BTreeSet::new(),
            found: Vec::new(),
        }
    }

    /// Whether a series captures on `target`. If the limit is reached before this is known, `true` is
    /// assumed.
    pub(in crate::movegen) fn captures(&self, target: Square) -> bool {
        if !self.has_room(target) {
            return false;
        }
        if let Some(captures) = self.plainly_captures(target) {
            return captures;
        }
        let mut search = self.search(Some(target));
        search.run();
        search.gave_up || search.has_wanted
    }

    /// [`Jumper::captures`] for the case that each square can be jumped over in one line only, and captures
    /// neither enable nor prevent each other. Then a shortest way to a victim jumps over no piece twice, so
    /// it is enough to find the reachable squares. `None` in other cases.
    fn plainly_captures(&self, target: Square) -> Option<bool> {
        let theirs = self
            .mover
            .setup
            .board
            .pieces_of(self.mover.piece.color.opponent());
        let must_take = self.series.must_take;
        let mut duties = theirs.map(|(_, other)| must_take.contains(other.role));
        let first = duties.next()?;
        if self.is_unsteady() || !self.jumps.in_lines || duties.any(|duty| duty != first) {
            return None;
        }
        let lists = 0..self.jumps.n_lists();
        let captures = |list| {
            let mut search = self.search(None);
            search.list = list;
            search.reaches(target)
        };
        Some(lists.into_iter().any(captures))
    }

    /// Whether a series might capture on `target`, by a much cheaper test with the pieces in place.
    pub(in crate::movegen) fn may_capture(&self, target: Square) -> bool {
        if !self.has_room(target) {
            return false;
        }
        if self.is_unsteady() {
            return true;
        }
        let reached = self.reached(|_| {});
        let mut begins = self.across(target).iter();
        begins.any(|[begin, end]| reached.contains(begin) && !self.is_blocked(*end))
    }

    /// Whether captures in a series can enable jumps that the current position does not allow.
    pub(in crate::movegen) fn is_unsteady(&self) -> bool {
        let theirs = self
            .mover
            .setup
            .board
            .squares_of(self.mover.piece.color.opponent());
        let mut passed = self.mover.setup.en_passant.iter();
        !self.jumps.keeps_apart
            || self.series.en_passant && passed.any(|mark| theirs.contains(mark.victim))
    }

    /// The squares reachable by jumps over any pieces, any number of times. `stop` is called with each square
    /// that prevents a jump.
    fn reached(&self, mut stop: impl FnMut(Square)) -> SmallVec<[Square; 16]> {
        self.reached_by(|hop| {
            if !self.is_blocked(hop.over) {
                stop(hop.over);
                return false;
            }
            let is_blocked = self.is_blocked(hop.to);
            if is_blocked {
                stop(hop.to);
            }
            !is_blocked
        })
    }

    /// The squares reachable by jumps that `may` accepts, any number of times.
    fn reached_by(&self, mut may: impl FnMut(&Hop) -> bool) -> SmallVec<[Square; 16]> {
        let mut reached: SmallVec<[Square; 16]> = SmallVec::from_slice(&[self.mover.from]);
        let mut next = 0;
        while let Some(at) = reached.get(next).copied() {
            next += 1;
            for hop in self.hops(at) {
                if may(hop) && !reached.contains(&hop.to) {
                    reached.push(hop.to);
                }
            }
        }
        reached
    }

    /// The jumps of all lists from a square.
    pub(in crate::movegen) fn hops(&self, at: Square) -> impl Iterator<Item = &Hop> {
        let (jumps, owner) = (self.jumps, self.mover.owner());
        (0..jumps.n_lists()).flat_map(move |list| jumps.from(list, owner, at))
    }

    /// Whether a first jump captures a piece that `meant` accepts.
    pub(in crate::movegen) fn begins_with(&self, meant: impl Fn(Square) -> bool) -> bool {
        (0..self.jumps.n_lists()).any(|list| {
            // PERF: usually no such piece is adjacent, and nothing can be captured en passant.
            let owner = self.mover.owner();
            let mut hops = self.jumps.from(list, owner, self.mover.from).iter();
            if self.mover.setup.en_passant.is_empty() && !hops.any(|hop| meant(hop.over)) {
                return false;
            }
            let mut search = self.search(None);
            search.list = list;
            let first = search.jumps(self.mover.from, &Taken::new());
            first.iter().any(|jump| jump.victim.is_some_and(&meant))
        })
    }

    /// Whether a jump over `target` can begin and land.
    fn has_room(&self, target: Square) -> bool {
        // A piece cannot be jumped over without empty squares on both sides, unless captures vacate them.
        self.is_unsteady() || self.across(target).iter().any(|ends| self.is_open(*ends))
    }

    /// Whether a series can reach the beginning of a jump, and both of its ends are free.
    fn is_open(&self, [begin, end]: [Square; 2]) -> bool {
        !self.is_blocked(begin)
            && !self.is_blocked(end)
            && (self.jumps).may_land(&self.mover.rules.compass, self.mover.from, begin)
    }

    /// The beginnings and ends of jumps over a square.
    fn across(&self, over: Square) -> &[[Square; 2]] {
        let owner = self.mover.owner();
        self.jumps.across(owner, over)
    }

    fn is_blocked(&self, square: Square) -> bool {
        square != self.mover.from && self.mover.setup.board.piece(square).is_some()
    }

    /// Adds the squares on which the absence of captures on `target` depends; currently no series
    /// captures there.
    pub(in crate::movegen) fn reads(&self, target: Square, mut depends_on: impl FnMut(Square)) {
        if !self.has_room(target) {
            // For each jump, one blocking piece is enough.
            let blocked = |ends: &[Square; 2]| {
                let may_land = |end: &Square| {
                    (self.jumps).may_land(&self.mover.rules.compass, self.mover.from, *end)
                };
                let mut ends = ends.iter().filter(|_| may_land(&ends[0])).copied();
                ends.find(|end| self.is_blocked(*end))
            };
            self.across(target)
                .iter()
                .filter_map(blocked)
                .for_each(depends_on);
            return;
        }
        if !self.may_capture(target) {
            // While the blocked jumps stay blocked, the series reaches no more squares, and none from which
            // it can capture.
            let reached = self.reached(&mut depends_on);
            let ends = self.across(target).iter();
            let ends = ends.filter(|[begin, _]| reached.contains(begin));
            ends.map(|[_, end]| *end).for_each(depends_on);
            return;
        }
        // An upper bound of the reachable squares for any captures on the way: jumps over any piece to any
        // square without an own piece.
        let (_, setup, from, piece) = self.mover.parts();
        self.reached_by(|hop| {
            depends_on(hop.over);
            depends_on(hop.to);
            let jumps = setup.board.piece(hop.over).is_some()
                || setup.en_passant.iter().any(|mark| mark.target == hop.over);
            let friends = setup.board.squares_of(piece.color);
            jumps && (hop.to == from || !friends.contains(hop.to))
        });
    }
}

struct Search<'a> {
    by: Jumper<'a>,
    /// The index of its list of jumps.
    list: usize,
    /// The remaining number of states.
    left: usize,
    /// The only square whose capture is searched for, if any.
    wanted: Option<Square>,
    has_wanted: bool,
    /// Whether the limit was reached.
    gave_up: bool,
    /// The visited states: square and victims.
    seen: BTreeSet<(Square, Taken)>,
    found: Vec<Series>,
}

/// One jump.
struct Jump {
    to: Square,
    /// The victim; `None` for a jump over an own piece.
    victim: Option<Square>,
    /// Whether the victim must be captured.
    must: bool,
}

type Choices = SmallVec<[Jump; 8]>;

impl Search<'_> {
    fn run(&mut self) {
        for list in 0..self.by.jumps.n_lists() {
            self.list = list;
            self.run_list();
        }
    }

    fn run_list(&mut self) {
        let from = self.by.mover.from;
        // Series that begin with a capture.
        let first = self.jumps(from, &Taken::new());
        for jump in &first {
            if let Some(victim) = jump.victim {
                self.seen.clear();
                let taken = Taken::from_slice(&[victim]);
                self.go_on(jump.to, taken, Some(victim));
            }
        }
        if !self.by.series.over_own {
            return;
        }
        // Squares reachable by jumps over own pieces, and captures from there.
        self.seen.clear();
        let mut reached: SmallVec<[Square; 8]> = SmallVec::new();
        self.carry_on(&first, &mut reached);
        let mut next = 0;
        while let Some(at) = reached.get(next).copied() {
            next += 1;
            let jumps = self.jumps(at, &Taken::new());
            let must = jumps.iter().any(|jump| jump.must);
            if !must {
                self.found.push(Series {
                    to: at,
                    taken: Taken::new(),
                    first: None,
                });
                self.carry_on(&jumps, &mut reached);
            }
            self.capture_on(jumps, must, &Taken::new(), None);
        }
    }

    /// Adds the squares reached by jumps over own pieces.
    fn carry_on(&self, jumps: &Choices, reached: &mut SmallVec<[Square; 8]>) {
        for jump in jumps.iter().filter(|jump| jump.victim.is_none()) {
            if jump.to != self.by.mover.from && !reached.contains(&jump.to) {
                reached.push(jump.to);
            }
        }
    }

    /// Continues a series that has captured and is on `at`.
    fn go_on(&mut self, at: Square, taken: Taken, first: Option<Square>) {
        if self.gave_up || self.has_wanted || !self.seen.insert((at, taken.clone())) {
            return;
        }
        let Some(left) = self.left.checked_sub(1) else {
            self.gave_up = true;
            return;
        };
        self.left = left;
        let jumps = self.jumps(at, &taken);
        let must = jumps.iter().any(|jump| jump.must);
        if !must {
            self.has_wanted = self.wanted.is_some_and(|wanted| taken.contains(&wanted));
            self.found.push(Series {
                to: at,
                taken: taken.clone(),
                first,
            });
        }
        self.capture_on(jumps, must, &taken, first);
    }

    fn capture_on(&mut self, jumps: Choices, must: bool, taken: &Taken, first: Option<Square>) {
        for jump in jumps {
            if let Some(victim) = jump.victim
                && jump.must >= must
            {
                let mut taken = taken.clone();
                taken.push(victim);
                taken.sort_unstable();
                self.go_on(jump.to, taken, first);
            }
        }
    }

    /// Whether a jump over `target` can begin on a square reachable by jumps over own pieces and then over
    /// enemy pieces, ignoring earlier captures.
    fn reaches(&self, target: Square) -> bool {
        let from = self.by.mover.from;
        let mut carried: SmallVec<[Square; 8]> = SmallVec::from_slice(&[from]);
        let mut next = 0;
        while let Some(at) = carried.get(next).copied() {
            next += 1;
            let jumps = self.jumps(at, &Taken::new());
            // The first jump may be over an own piece even if a capture is possible.
            let must = at != from && jumps.iter().any(|jump| jump.must);
            if self.by.series.over_own && !must {
                self.carry_on(&jumps, &mut carried);
            }
        }
        let mut reached = carried;
        let mut next = 0;
        while let Some(at) = reached.get(next).copied() {
            next += 1;
            for jump in self.jumps(at, &Taken::new()) {
                match jump.victim {
                    Some(victim) if victim == target => return true,
                    Some(_) if !reached.contains(&jump.to) => reached.push(jump.to),
                    _ => {}
                }
            }
        }
        false
    }

    /// The jumps from a square: over enemy pieces and, before the first capture, over own pieces.
    fn jumps(&self, at: Square, taken: &Taken) -> Choices {
        let mut jumps = Choices::new();
        let owner = self.by.mover.owner();
        let setup = self.by.mover.setup;
        // PERF: usually no piece is adjacent.
        let is_nobody =
            |over: Square| setup.board.get(over) == Cell::Empty && setup.en_passant.is_empty();
        for Hop { over, to } in self.by.jumps.from(self.list, owner, at).iter().copied() {
            if is_nobody(over) || !self.is_free(to, taken) {
                continue;
            }
            let victim = match self.contents(over, taken) {
                Cell::Piece(other) if other.color == self.by.mover.piece.color => {
                    if taken.is_empty() {
                        jumps.push(Jump {
                            to,
                            victim: None,
                            must: false,
                        });
                    }
                    None
                }
                Cell::Piece(other) => Some((over, other)).filter(|_| !taken.contains(&over)),
                Cell::Empty => self.passing(over, taken),
                Cell::Wall => None,
            };
            jumps.extend(victim.map(|(victim, other)| Jump {
                to,
                victim: Some(victim),
                must: self.by.series.must_take.contains(other.role),
            }));
        }
        jumps
    }

    /// The contents of a square during the series.
    fn contents(&self, square: Square, taken: &Taken) -> Cell {
        let gone = taken.contains(&square) && !self.by.series.remove_at_end;
        if square == self.by.mover.from || gone {
            Cell::Empty
        } else {
            self.by.mover.setup.board.get(square)
        }
    }

    fn is_free(&self, square: Square, taken: &Taken) -> bool {
        self.contents(square, taken) == Cell::Empty
            && !self.by.mover.rules.shape.vanishing().contains(square)
    }

    /// The enemy piece that can be captured en passant on a square.
    fn passing(&self, square: Square, taken: &Taken) -> Option<(Square, Piece)> {
        if !self.by.series.en_passant {
            return None;
        }
        let (_, setup, _, own) = self.by.mover.parts();
        setup
            .en_passant
            .iter()
            .filter(|mark| mark.target == square && !taken.contains(&mark.victim))
            .find_map(|mark| {
                let piece = setup.board.piece(mark.victim)?;
                (piece.color != own.color).then_some((mark.victim, piece))
            })
    }
}
