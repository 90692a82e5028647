//! Actions without capture: push, pull and plow, swaps, runs, and pieces left behind.

use smallvec::SmallVec;

use crate::definition::{Action, InitialDef, Run};
use crate::geometry::{Bearing, FewOf, Offset, Perspective, Square, Wrap};
use crate::movegen::walks::{push_with_promotions, walks};
use crate::rules::{Captor, CompiledRules, ReachTable};
use crate::state::{Cell, Move, MoveKind, Piece, Role, Setup, sort_each_once};

// Actions that move other pieces: push, pull and plow.

/// Whether the square exists and is empty.
fn is_free(rules: &CompiledRules, setup: &Setup, square: Square) -> bool {
    setup.board.get(square) == Cell::Empty && !rules.shape.vanishing().contains(square)
}

/// The next square behind `at` in the direction from one square to another: the adjacent one on a line,
/// otherwise the shortest leap in this direction.
fn onward(rules: &CompiledRules, [from, to]: [Square; 2], at: Square) -> Option<Square> {
    if let Some(way) = rules.compass.bearing(from, to) {
        return rules.compass.next(at, way);
    }
    let compass = &rules.compass;
    let (dx, dy) = (
        compass.file_of(to) - compass.file_of(from),
        compass.rank_of(to) - compass.rank_of(from),
    );
    let by = common_divisor(dx, dy);
    let (dx, dy) = (dx / by, dy / by);
    let offset = Offset { dx, dy };
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
pub(in crate::movegen) fn pushes(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    moves: &mut Vec<Move>,
) {
    for to in squares.iter().copied() {
        let (Some(pushed), Some(beyond)) = (setup.board.piece(to), onward(rules, [from, to], to))
        else {
            continue;
        };
        let mut mv = Move::walk(piece, from, to);
        if !is_free(rules, setup, beyond) {
            if !captures(rules, setup, to, pushed, beyond) {
                continue;
            }
            mv.captures.push(beyond);
        }
        mv.shifts.push((to, beyond));
        add_induced(rules, setup, pushed, (to, beyond), &mut mv);
        moves.push(mv);
    }
}

/// Whether a piece could capture by moving from one square to the other.
fn captures(rules: &CompiledRules, setup: &Setup, from: Square, piece: Piece, to: Square) -> bool {
    let mut steps = Vec::new();
    walks(rules, setup, from, piece, &mut steps);
    steps
        .iter()
        .any(|step| step.to == to && step.captures.as_slice() == [to])
}

/// Steps directly away from a piece and pulls it along.
pub(in crate::movegen) fn pulls(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    moves: &mut Vec<Move>,
) {
    for near in squares.iter().copied() {
        let back = [near, from];
        let (Some(to), Some(nearer)) = (onward(rules, back, from), onward(rules, back, near))
        else {
            continue;
        };
        let follows = nearer == from || is_free(rules, setup, nearer);
        let Some(pulled) = setup
            .board
            .piece(near)
            .filter(|_| follows && is_free(rules, setup, to))
        else {
            continue;
        };
        let mut mv = Move::walk(piece, from, to);
        mv.shifts.push((near, nearer));
        add_induced(rules, setup, pulled, (near, nearer), &mut mv);
        moves.push(mv);
    }
}

/// Adds the captures that the displaced piece makes.
fn add_induced(
    rules: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    (from, to): (Square, Square),
    mv: &mut Move,
) {
    let captor = Captor::new(rules, setup, piece);
    mv.captures.extend(captor.going(from, to, false));
    sort_each_once(&mut mv.captures);
}

/// Whether a push or pull of an adjacent piece could make it capture on `target`, by its move or by its
/// capture methods.
pub(in crate::movegen) fn could_take(
    rules: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    action: &Action,
    target: Square,
) -> bool {
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
pub(in crate::movegen) fn plows(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    moves: &mut Vec<Move>,
) {
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
        let mut mv = Move::walk(piece, from, first);
        match end {
            Some(end) if is_free(rules, setup, end) => mv.shifts.push((last, end)),
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
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    partners: &Partners<'_, impl Fn(Piece) -> bool, impl Fn(Piece) -> bool>,
    moves: &mut Vec<Move>,
) {
    let is_near = match partners.reach {
        ReachTable::Around => true,
        ReachTable::Lines => false,
        reach => {
            let role = partners.role;
            for at in &rules.within(reach, setup, from, Piece { role, ..piece }) {
                let other = setup.board.piece(at);
                if at != from && other.is_some_and(&partners.meant) {
                    let mut mv = Move::walk(piece, from, at);
                    mv.shifts.push((at, from));
                    moves.push(mv);
                }
            }
            return;
        }
    };
    for way in Bearing::ALL {
        let mut taken: FewOf<Square, 4> = FewOf::new();
        let mut at = from;
        while let Some(next) = rules.compass.next(at, way) {
            match setup.board.get(next) {
                Cell::Empty if is_near || rules.shape.vanishing().contains(next) => break,
                Cell::Empty => at = next,
                Cell::Wall => break,
                Cell::Piece(other) => {
                    if (partners.meant)(other) {
                        let mut mv = Move::walk(piece, from, next);
                        mv.captures.clone_from(&taken);
                        mv.captures.sort_unstable();
                        mv.shifts.push((next, from));
                        moves.push(mv);
                    }
                    let behind = rules.compass.next(next, way);
                    let free = behind.is_some_and(|behind| {
                        setup.board.get(behind) == Cell::Empty
                            && !rules.shape.vanishing().contains(behind)
                    });
                    if !free || !(partners.leaps)(other) {
                        break;
                    }
                    taken.push(next);
                    at = next;
                }
            }
        }
    }
}

// Runs: an initial move that repeats a leap over empty squares.

/// Adds the runs of two or more leaps.
pub(in crate::movegen) fn runs(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    run: &Run,
    moves: &mut Vec<Move>,
) {
    let owner = piece.color.perspective();
    let may_begin = match &rules.role(piece.role).initial {
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
            let free = |square: &Square| {
                setup.board.get(*square) == Cell::Empty
                    && !rules.shape.vanishing().contains(*square)
            };
            let Some(next) = next.filter(free) else { break };
            at = next;
            if step > 1 {
                let mut mv = Move::walk(piece, from, at);
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
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    moves: &mut Vec<Move>,
) {
    for to in squares.iter().copied() {
        if setup.board.get(to) != Cell::Empty
            || !rules.shape.exists(to)
            || rules.shape.vanishing().contains(to)
        {
            continue;
        }
        for (role, _) in setup.hands[piece.color.index()].iter() {
            moves.push(Move {
                kind: MoveKind::Resurrect,
                gate: Some((role, from)),
                ..Move::walk(piece, from, to)
            });
        }
    }
}
