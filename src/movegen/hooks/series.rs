//! Series of jumps: over friends first, which only carries on, then over opposing pieces, which
//! captures them.
//!
//! A jump goes over a neighbor to the empty square behind it, and the next one may go another way.
//! Where a jump has brought the piece beside an opposing piece that must be taken, the series goes
//! on with such a capture; anywhere else it may end.
//!
//! Friends that are jumped over stay what they are, so the jumps over them only decide from which
//! squares the captures may begin. Those squares are found once each; no order of jumps matters.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::definition::JumpSeries;
use crate::geometry::{Offset, Square, SquareSet, Wrap};
use crate::rules::Rulebook;
use crate::state::{Cell, Move, Piece, Setup};

use crate::movegen::generate::finish;

type Taken = SmallVec<[Square; 4]>;

/// A series of jumps with what its first jump captures.
pub(super) struct Series {
    pub(super) to: Square,
    pub(super) taken: Taken,
    /// The victim of the first jump, unless that was over a friend.
    pub(super) first: Option<Square>,
}

impl Series {
    /// Adds it as a move, with each of its promotions.
    pub(super) fn add(
        &self,
        book: &Rulebook,
        setup: &Setup,
        (from, piece): (Square, Piece),
        moves: &mut Vec<Move>,
    ) {
        let mut one = Move::walk(piece, from, self.to);
        one.captures.extend(self.taken.iter().copied());
        finish(book, setup, one, moves);
    }
}

/// All series of the piece on `from`.
pub(super) fn series(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    rules: &JumpSeries,
) -> Vec<Series> {
    let mut found = Vec::new();
    for over in &rules.over {
        let search = Search {
            book,
            setup,
            from,
            piece,
            rules,
            over,
        };
        search.run(&mut found);
    }
    found
}

/// Whether a series of the piece on `from` captures what stands on `target`.
pub(super) fn captures(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    rules: &JumpSeries,
    target: Square,
) -> bool {
    let is_free = |square: Option<Square>| {
        square.is_some_and(|square| square == from || setup.board.piece(square).is_none())
    };
    // Nothing jumps over a piece without room on both sides of it. Jumps over neighbors begin and
    // end on squares of which every second one is skipped, so captures on the way make no room.
    let near = |offset: &Offset| offset.dx.abs() <= 1 && offset.dy.abs() <= 1;
    let passing = setup.en_passant.iter().any(|one| one.victim == target);
    let simple = !passing && rules.over.iter().flatten().all(near);
    let room = |offset: &Offset| {
        let owner = piece.color.perspective();
        let back = Offset {
            dx: -offset.dx,
            dy: -offset.dy,
        };
        let step = |offset| book.shape.step(target, offset, owner, Wrap::None);
        is_free(step(back)) && is_free(step(*offset))
    };
    (!simple || rules.over.iter().flatten().any(room))
        && series(book, setup, from, piece, rules)
            .iter()
            .any(|one| one.taken.contains(&target))
}

/// Adds the squares on which it depends where a series of the piece on `from` can lead, and what it
/// captures.
pub(super) fn reads(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    rules: &JumpSeries,
    squares: &mut SquareSet,
) {
    let owner = piece.color.perspective();
    let step = |at: Square, offset: &Offset, times: i16| {
        let (dx, dy) = (times * offset.dx, times * offset.dy);
        book.shape.step(at, Offset { dx, dy }, owner, Wrap::None)
    };
    let all = rules.over.iter().flatten();
    // Whoever is taken on the way, no series comes to more squares than one that may jump over
    // anything to any square but a friend's.
    let mut reached: SmallVec<[Square; 16]> = SmallVec::from_slice(&[from]);
    let mut next = 0;
    while let Some(at) = reached.get(next).copied() {
        next += 1;
        for offset in all.clone() {
            let (Some(over), Some(to)) = (step(at, offset, 1), step(at, offset, 2)) else {
                continue;
            };
            squares.insert(over);
            squares.insert(to);
            let jumps = setup.board.piece(over).is_some()
                || setup.en_passant.iter().any(|one| one.target == over);
            let is_friend = |other: Piece| other.color == piece.color && to != from;
            let free = !setup.board.piece(to).is_some_and(is_friend);
            if jumps && free && !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
}

struct Search<'a> {
    book: &'a Rulebook,
    setup: &'a Setup,
    from: Square,
    piece: Piece,
    rules: &'a JumpSeries,
    over: &'a [Offset],
}

/// One jump.
struct Jump {
    to: Square,
    /// Whom it captures; nobody if it goes over a friend.
    victim: Option<Square>,
    /// Whether the victim is one that must be taken.
    must: bool,
}

type Jumps = SmallVec<[Jump; 8]>;

impl Search<'_> {
    fn run(&self, found: &mut Vec<Series>) {
        // Captures from the start.
        let mut seen = BTreeSet::new();
        let first = self.jumps(self.from, &Taken::new());
        for jump in &first {
            if let Some(victim) = jump.victim {
                seen.clear();
                let taken = Taken::from_slice(&[victim]);
                self.go_on(jump.to, taken, Some(victim), &mut seen, found);
            }
        }
        if !self.rules.friends {
            return;
        }
        // Squares that jumps over friends reach, and captures from them.
        seen.clear();
        let mut reached: SmallVec<[Square; 8]> = SmallVec::new();
        let onward = |jumps: &Jumps, reached: &mut SmallVec<[Square; 8]>| {
            for jump in jumps.iter().filter(|jump| jump.victim.is_none()) {
                if jump.to != self.from && !reached.contains(&jump.to) {
                    reached.push(jump.to);
                }
            }
        };
        onward(&first, &mut reached);
        let mut next = 0;
        while let Some(at) = reached.get(next).copied() {
            next += 1;
            let jumps = self.jumps(at, &Taken::new());
            let must = jumps.iter().any(|jump| jump.must);
            if !must {
                found.push(Series {
                    to: at,
                    taken: Taken::new(),
                    first: None,
                });
                onward(&jumps, &mut reached);
            }
            self.capture_on(jumps, must, &Taken::new(), None, &mut seen, found);
        }
    }

    /// The rest of a series that has captured something and stands on `at`.
    fn go_on(
        &self,
        at: Square,
        taken: Taken,
        first: Option<Square>,
        seen: &mut BTreeSet<(Square, Taken)>,
        found: &mut Vec<Series>,
    ) {
        if !seen.insert((at, taken.clone())) {
            return;
        }
        let jumps = self.jumps(at, &taken);
        let must = jumps.iter().any(|jump| jump.must);
        if !must {
            found.push(Series {
                to: at,
                taken: taken.clone(),
                first,
            });
        }
        self.capture_on(jumps, must, &taken, first, seen, found);
    }

    fn capture_on(
        &self,
        jumps: Jumps,
        must: bool,
        taken: &Taken,
        first: Option<Square>,
        seen: &mut BTreeSet<(Square, Taken)>,
        found: &mut Vec<Series>,
    ) {
        for jump in jumps {
            if let Some(victim) = jump.victim
                && jump.must >= must
            {
                let mut taken = taken.clone();
                taken.push(victim);
                taken.sort_unstable();
                self.go_on(jump.to, taken, first, seen, found);
            }
        }
    }

    /// The jumps from a square: over opposing pieces, and over friends while nothing is taken.
    fn jumps(&self, at: Square, taken: &Taken) -> Jumps {
        let mut jumps = Jumps::new();
        for offset in self.over {
            let twice = Offset {
                dx: 2 * offset.dx,
                dy: 2 * offset.dy,
            };
            let owner = self.piece.color.perspective();
            let step = |offset| self.book.shape.step(at, offset, owner, Wrap::None);
            let (Some(over), Some(to)) = (step(*offset), step(twice)) else {
                continue;
            };
            if !self.is_free(to, taken) {
                continue;
            }
            match self.contents(over, taken) {
                Cell::Piece(other) if other.color == self.piece.color => {
                    if taken.is_empty() {
                        jumps.push(Jump {
                            to,
                            victim: None,
                            must: false,
                        });
                    }
                }
                Cell::Piece(_) if taken.contains(&over) => {}
                Cell::Piece(other) => jumps.push(Jump {
                    to,
                    victim: Some(over),
                    must: self.must_take(other),
                }),
                Cell::Empty => {
                    if let Some((victim, other)) = self.passing(over, taken) {
                        jumps.push(Jump {
                            to,
                            victim: Some(victim),
                            must: self.must_take(other),
                        });
                    }
                }
                Cell::Wall => {}
            }
        }
        jumps
    }

    fn must_take(&self, other: Piece) -> bool {
        self.rules.must_take.contains(other.role.index())
    }

    /// What stands on a square while the mover is in the air.
    fn contents(&self, square: Square, taken: &Taken) -> Cell {
        let gone = taken.contains(&square) && !self.rules.remove_at_end;
        if square == self.from || gone {
            Cell::Empty
        } else {
            self.setup.board.get(square)
        }
    }

    fn is_free(&self, square: Square, taken: &Taken) -> bool {
        self.contents(square, taken) == Cell::Empty && !self.book.shape.vanishing().contains(square)
    }

    /// The opposing piece that can be captured en passant on a square.
    fn passing(&self, square: Square, taken: &Taken) -> Option<(Square, Piece)> {
        if !self.rules.en_passant {
            return None;
        }
        self.setup
            .en_passant
            .iter()
            .filter(|one| one.target == square && !taken.contains(&one.victim))
            .find_map(|one| {
                let piece = self.setup.board.piece(one.victim)?;
                (piece.color != self.piece.color).then_some((one.victim, piece))
            })
    }
}
