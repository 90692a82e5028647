//! Actions without capture: push, pull and plow, swaps, runs, and pieces left behind.

use smallvec::SmallVec;

use crate::definition::{Action, InitialDef, Run};
use crate::geometry::{Bearing, FewOf, Offset, Perspective, Square, Wrap};
use crate::movegen::mover::Mover;
use crate::movegen::walks::{push_with_promotions, walks};
use crate::rules::{Captor, CompiledRules, ReachTable};
use crate::state::{Cell, Move, MoveKind, Piece, Role, sort_each_once};

// Actions that move other pieces: push, pull and plow.

/// The next square behind `at` in the direction from one square to another: the adjacent one on a line,
/// otherwise the shortest leap in this direction.
fn onward(rules: &CompiledRules, [from, to]: [Square; 2], at: Square) -> Option<Square> {
    if let Some(way) = rules.compass.bearing(from, to) {
        return rules.compass.next(at, way);
    }
    let compass = &rules.compass;
    let dx = compass.file_of(to) - compass.file_of(from);
    let dy = compass.rank_of(to) - compass.rank_of(from);
    let by = common_divisor(dx, dy);
    let offset = Offset {
        dx: dx / by,
        dy: dy / by,
    };
    rules.shape.step(at, offset, Perspective::White, Wrap::None)
}

/// The greatest common divisor; at least one argument is not zero.
const fn common_divisor(first: i16, second: i16) -> i16 {
    let (mut divisor, mut rest) = (first.abs(), second.abs());
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    divisor
}

/// Pushes a piece one step away and takes its square. The pushed piece may be pushed onto an enemy piece that
/// it could capture there.
pub(in crate::movegen) fn pushes(mover: &Mover<'_>, squares: &[Square], moves: &mut Vec<Move>) {
    let (rules, setup, from, _) = mover.parts();
    for to in squares.iter().copied() {
        let (Some(pushed), Some(beyond)) = (setup.board.piece(to), onward(rules, [from, to], to))
        else {
            continue;
        };
        let pushed = Mover::new(rules, setup, (to, pushed));
        let mut mv = mover.walk_to(to);
        if !mover.is_free(beyond) {
            if !captures(&pushed, beyond) {
                continue;
            }
            mv.captures.push(beyond);
        }
        add_shift(&pushed, beyond, &mut mv);
        moves.push(mv);
    }
}

/// Whether a piece could capture by moving to a square.
fn captures(mover: &Mover<'_>, to: Square) -> bool {
    let mut steps = Vec::new();
    walks(mover, &mut steps);
    steps
        .iter()
        .any(|step| step.to == to && step.captures.as_slice() == [to])
}

/// Steps directly away from a piece and pulls it along.
pub(in crate::movegen) fn pulls(mover: &Mover<'_>, squares: &[Square], moves: &mut Vec<Move>) {
    let (rules, setup, from, _) = mover.parts();
    for near in squares.iter().copied() {
        let back = [near, from];
        if let Some(to) = onward(rules, back, from)
            && let Some(nearer) = onward(rules, back, near)
            && (nearer == from || mover.is_free(nearer))
            && mover.is_free(to)
            && let Some(pulled) = setup.board.piece(near)
        {
            let pulled = Mover::new(rules, setup, (near, pulled));
            let mut mv = mover.walk_to(to);
            add_shift(&pulled, nearer, &mut mv);
            moves.push(mv);
        }
    }
}

/// Adds the displacement of a piece and the captures that it makes.
fn add_shift(shifted: &Mover<'_>, to: Square, mv: &mut Move) {
    let (rules, setup, from, piece) = shifted.parts();
    mv.shifts.push((from, to));
    let captor = Captor::new(rules, setup, piece);
    mv.captures.extend(captor.going(from, to, false));
    sort_each_once(&mut mv.captures);
}

/// Whether a push or pull of an adjacent piece could make it capture on `target`, by its move or by its
/// capture methods.
pub(in crate::movegen) fn could_take(mover: &Mover<'_>, action: &Action, target: Square) -> bool {
    let (rules, setup, from, piece) = mover.parts();
    let compass = &rules.compass;
    Bearing::ALL.into_iter().any(|way| {
        let Some(near) = compass.next(from, way) else {
            return false;
        };
        let to = match action {
            Action::Pull { .. } => Some(from),
            _ => compass.next(near, way),
        };
        let friend = setup.board.piece(near);
        let moved = to.zip(friend.filter(|other| other.color == piece.color));
        moved.is_some_and(|(to, friend)| {
            to == target || Captor::new(rules, setup, friend).could_take(near, to, target)
        })
    })
}

/// Pushes a line of pieces one step. An enemy piece may be pushed off the board.
pub(in crate::movegen) fn plows(mover: &Mover<'_>, squares: &[Square], moves: &mut Vec<Move>) {
    let (rules, setup, from, piece) = mover.parts();
    for first in squares.iter().copied() {
        if setup.board.piece(first).is_none() {
            continue;
        }
        let mut line: SmallVec<[Square; 8]> = SmallVec::from_slice(&[first]);
        let mut last = first;
        let end = loop {
            match onward(rules, [from, first], last) {
                Some(next) if setup.board.piece(next).is_some() => {
                    line.push(next);
                    last = next;
                }
                end => break end,
            }
        };
        let mut mv = mover.walk_to(first);
        match end {
            Some(end) if mover.is_free(end) => mv.shifts.push((last, end)),
            Some(_) => continue,
            None => {
                let falls = setup.board.piece(last);
                if falls.is_none_or(|falls| falls.color == piece.color) {
                    continue;
                }
                mv.captures.push(last);
            }
        }
        let pairs = line.windows(2).map(|pair| (pair[0], pair[1]));
        let mut shifts: FewOf<(Square, Square), 2> = pairs.collect();
        shifts.extend(mv.shifts.iter().copied());
        mv.shifts = shifts;
        moves.push(mv);
    }
}

// Swaps: exchanging squares with another piece.

/// The pieces with which a piece can swap.
pub(in crate::movegen) struct Partners<'a, F, G> {
    /// The reach of the swap.
    pub(in crate::movegen) reach: &'a ReachTable,
    /// The role that has this reach.
    pub(in crate::movegen) role: Role,
    /// Whether it can swap with this piece.
    pub(in crate::movegen) meant: F,
    /// Whether it can leap over this piece and capture it on the way.
    pub(in crate::movegen) leaps: G,
}

/// Adds the swaps with pieces within reach: the first piece on each line, or any piece on the target squares
/// of a movement.
pub(in crate::movegen) fn swaps(
    mover: &Mover<'_>,
    partners: &Partners<'_, impl Fn(Piece) -> bool, impl Fn(Piece) -> bool>,
    moves: &mut Vec<Move>,
) {
    let (rules, setup, from, piece) = mover.parts();
    let is_near = match partners.reach {
        ReachTable::Around => true,
        ReachTable::Lines => false,
        reach => {
            let role = partners.role;
            for at in &rules.within(reach, setup, from, Piece { role, ..piece }) {
                let other = setup.board.piece(at);
                if at != from && other.is_some_and(&partners.meant) {
                    let mut mv = mover.walk_to(at);
                    mv.shifts.push((at, from));
                    moves.push(mv);
                }
            }
            return;
        }
    };
    for way in Bearing::ALL {
        let mut taken: FewOf<Square, 4> = FewOf::new();
        for at in rules.compass.ray(from, way) {
            match setup.board.get(at) {
                Cell::Empty if is_near || rules.shape.vanishing().contains(at) => break,
                Cell::Empty => {}
                Cell::Wall => break,
                Cell::Piece(other) => {
                    if (partners.meant)(other) {
                        let mut mv = mover.walk_to(at);
                        mv.captures.clone_from(&taken);
                        mv.captures.sort_unstable();
                        mv.shifts.push((at, from));
                        moves.push(mv);
                    }
                    let behind = rules.compass.next(at, way);
                    let is_free = behind.is_some_and(|behind| mover.is_free(behind));
                    if !is_free || !(partners.leaps)(other) {
                        break;
                    }
                    taken.push(at);
                }
            }
        }
    }
}

// Runs: an initial move that repeats a leap over empty squares.

/// Adds the runs of two or more leaps.
pub(in crate::movegen) fn runs(mover: &Mover<'_>, run: &Run, moves: &mut Vec<Move>) {
    let (rules, setup, from, _) = mover.parts();
    let owner = mover.owner();
    let may_begin = match &mover.role().initial {
        InitialDef::Unmoved => setup.unmoved.contains(from),
        InitialDef::Zone(zone) => zone.contains(from, owner),
    };
    if !may_begin {
        return;
    }
    for leap in &run.leaps {
        let mut passed: SmallVec<[Square; 2]> = SmallVec::new();
        let mut at = from;
        for step in 1..=run.steps {
            let next = rules.shape.step(at, *leap, owner, Wrap::None);
            let Some(next) = next.filter(|next| mover.is_free(*next)) else {
                break;
            };
            at = next;
            if step > 1 {
                let mut mv = mover.walk_to(at);
                mv.marks.extend(passed.iter().copied());
                mv.marks.sort_unstable();
                push_with_promotions(rules, setup, mv, moves);
            }
            passed.push(at);
        }
    }
}

// Resurrection: a move that leaves a piece from the hand on the vacated square.

/// Adds moves to empty squares, one for each kind of piece in hand that is placed on the vacated square.
pub(in crate::movegen) fn resurrections(
    mover: &Mover<'_>,
    squares: &[Square],
    moves: &mut Vec<Move>,
) {
    let may_end = |to: &Square| mover.rules.shape.exists(*to) && mover.is_free(*to);
    for to in squares.iter().copied().filter(may_end) {
        for (role, _) in mover.setup.hands[mover.piece.color.index()].iter() {
            moves.push(Move {
                kind: MoveKind::Resurrect,
                gate: Some((role, mover.from)),
                ..mover.walk_to(to)
            });
        }
    }
}
