//! Actions that capture: long leaps, rifle captures, explosions, and mimicry.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::definition::{Action, CaptureMethod, Mimic, PieceCaptures};
use crate::geometry::{Bearing, Square};
use crate::movegen::mover::{Mover, break_if};
use crate::rules::{CompiledRules, ReachTable};
use crate::state::{Cell, Move, Piece, Role};

use super::shifts::{Partners, swaps};

// Long leaps: captures by jumping over single enemy pieces in a straight line.

/// The kind of leap.
pub(in crate::movegen) struct Leap<F> {
    /// Whether it captures at most one piece and lands directly behind it.
    pub(in crate::movegen) single: bool,
    /// Whether it can leap over this enemy piece.
    pub(in crate::movegen) meant: F,
}

/// Leaps over all enemy pieces.
pub(in crate::movegen) fn own_leap(single: bool) -> Leap<impl Fn(Piece) -> bool> {
    Leap {
        single,
        meant: |_| true,
    }
}

/// The leaps of a piece in the eight directions.
pub(in crate::movegen) fn long_leaps(
    mover: &Mover<'_>,
    leap: &Leap<impl Fn(Piece) -> bool>,
    moves: &mut Vec<Move>,
) {
    let _ = visit(mover, leap, |to, taken| {
        let mut mv = mover.walk_to(to);
        mv.captures.extend_from_slice(taken);
        mv.captures.sort_unstable();
        moves.push(mv);
        ControlFlow::Continue(())
    });
}

/// Visits the leaps of a piece in the eight directions with their targets and victims.
pub(in crate::movegen) fn visit(
    mover: &Mover<'_>,
    leap: &Leap<impl Fn(Piece) -> bool>,
    mut visit: impl FnMut(Square, &[Square]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut ways = Bearing::ALL.into_iter();
    ways.try_for_each(|way| leaps_along(mover, leap, way, &mut visit))
}

/// Visits the leaps of a piece in one direction.
///
/// The piece passes any number of empty squares and leaps over an enemy piece to the empty square behind it,
/// repeatedly. After the first victim it may stop on any empty square.
fn leaps_along(
    mover: &Mover<'_>,
    leap: &Leap<impl Fn(Piece) -> bool>,
    way: Bearing,
    mut visit: impl FnMut(Square, &[Square]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (rules, setup, from, piece) = mover.parts();
    let mut taken: SmallVec<[Square; 2]> = SmallVec::new();
    for at in rules.compass.ray(from, way) {
        match setup.board.get(at) {
            Cell::Empty if rules.shape.vanishing().contains(at) => break,
            Cell::Empty if taken.is_empty() => {}
            Cell::Empty => {
                visit(at, &taken)?;
                if leap.single {
                    break;
                }
            }
            Cell::Piece(victim) if victim.color != piece.color && (leap.meant)(victim) => {
                // The square behind must be empty, so two pieces in a row block the leap.
                let behind = rules.compass.next(at, way);
                if !behind.is_some_and(|behind| mover.is_free(behind)) {
                    break;
                }
                taken.push(at);
            }
            Cell::Piece(_) | Cell::Wall => break,
        }
    }
    ControlFlow::Continue(())
}

/// Whether a piece that leaps over all enemy pieces captures on `target` by a leap.
pub(in crate::movegen) fn takes(mover: &Mover<'_>, single: bool, target: Square) -> bool {
    let way = mover.rules.compass.bearing(mover.from, target);
    way.is_some_and(|way| {
        let is_taken = |_, taken: &[Square]| break_if(taken.contains(&target));
        leaps_along(mover, &own_leap(single), way, is_taken).is_break()
    })
}

/// Leaps that are borrowed from their victims.
pub(in crate::movegen) fn borrowed_leap(
    rules: &CompiledRules,
    single: bool,
) -> Leap<impl Fn(Piece) -> bool> {
    Leap {
        single,
        meant: move |victim: Piece| leaps_singly(rules, victim) == Some(single),
    }
}

/// The `single` flag of a piece's own long leap, if it has one.
pub(in crate::movegen) fn leaps_singly(rules: &CompiledRules, piece: Piece) -> Option<bool> {
    let mut actions = rules.role(piece.role).actions.iter();
    actions.find_map(|action| match action {
        Action::LongLeap { single } => Some(*single),
        _ => None,
    })
}

// Rifle captures: captures from a distance without moving.

/// Whether no piece blocks the line to the target.
pub(in crate::movegen) fn hits(mover: &Mover<'_>, target: Square) -> bool {
    let way = mover.rules.compass.bearing(mover.from, target);
    way.and_then(|way| first_along(mover, way)) == Some(target)
}

/// The first square in a direction that is not free.
fn first_along(mover: &Mover<'_>, way: Bearing) -> Option<Square> {
    let mut ray = mover.rules.compass.ray(mover.from, way);
    ray.find(|square| !mover.is_free(*square))
}

/// Adds rifle captures of the first piece on each line, or of those within another reach.
pub(in crate::movegen) fn shots(
    mover: &Mover<'_>,
    (reach, role): (&ReachTable, Role),
    moves: &mut Vec<Move>,
) {
    let targets: SmallVec<[Square; 8]> = match reach {
        ReachTable::Lines => {
            let ways = Bearing::ALL.into_iter();
            ways.filter_map(|way| first_along(mover, way)).collect()
        }
        reach => within(mover, reach, role),
    };
    for at in targets {
        let victim = mover.setup.board.piece(at);
        if victim.is_some_and(|victim| victim.color != mover.piece.color) {
            let mut mv = mover.walk_to(mover.from);
            mv.captures.push(at);
            moves.push(mv);
        }
    }
}

// Booms and explosions: pieces that remove themselves from the board, alone or with others.

/// The move of a piece that removes itself.
fn vanish(mover: &Mover<'_>) -> Move {
    let mut mv = mover.walk_to(mover.from);
    mv.captures.push(mover.from);
    mv
}

/// The squares within the reach of a role; adjacent ones in the order of their directions.
pub(in crate::movegen) fn within(
    mover: &Mover<'_>,
    reach: &ReachTable,
    role: Role,
) -> SmallVec<[Square; 8]> {
    let (rules, setup, from, piece) = mover.parts();
    if reach.is_around() {
        rules.compass.neighbors(from).collect()
    } else {
        let squares = rules.within(reach, setup, from, Piece { role, ..piece });
        squares.iter().collect()
    }
}

/// Booms: a piece removes itself together with one enemy piece that `meant` accepts.
pub(in crate::movegen) fn booms(
    mover: &Mover<'_>,
    squares: &[Square],
    meant: impl Fn(Piece) -> bool,
    moves: &mut Vec<Move>,
) {
    for near in squares.iter().copied() {
        let victim = mover.setup.board.piece(near);
        if victim.is_some_and(|victim| victim.color != mover.piece.color && meant(victim)) {
            let mut mv = vanish(mover);
            mv.captures.push(near);
            mv.captures.sort_unstable();
            moves.push(mv);
        }
    }
}

/// Explosions: a piece removes itself together with everything on some squares, unless an own royal piece is
/// among them.
pub(in crate::movegen) fn explode(mover: &Mover<'_>, squares: &[Square], moves: &mut Vec<Move>) {
    let mut mv = vanish(mover);
    for near in squares.iter().copied() {
        if let Some(victim) = mover.setup.board.piece(near) {
            if victim.color == mover.piece.color && mover.rules.role(victim.role).king {
                return;
            }
            mv.captures.push(near);
        }
    }
    mv.captures.sort_unstable();
    moves.push(mv);
}

// Mimicry: captures by the actions of the captured pieces.

/// The mimicry of the piece, if it has any.
#[inline]
pub(in crate::movegen) fn mimic(captures: &PieceCaptures) -> Option<Mimic> {
    captures.methods.iter().find_map(|method| match method {
        CaptureMethod::Mimic(mimic) => Some(*mimic),
        _ => None,
    })
}

/// Leaps over leapers, and swaps with swappers.
pub(in crate::movegen) fn borrowed(mover: &Mover<'_>, mimic: Mimic, moves: &mut Vec<Move>) {
    let (rules, setup, _, piece) = mover.parts();
    let is_enemy = |other: Piece| other.color != piece.color;
    let theirs = || setup.board.pieces_of(piece.color.opponent());
    // PERF: usually no piece to borrow from is on the board.
    for single in [false, true] {
        let leaps = |other: Piece| leaps_singly(rules, other) == Some(single);
        if rules.has_leapers(single) && theirs().any(|(_, other)| leaps(other)) {
            long_leaps(mover, &borrowed_leap(rules, single), moves);
        }
    }
    let swaps_at_all = |other: Piece| {
        let mut actions = rules.role(other.role).actions.iter();
        actions.any(is_swap)
    };
    if mimic.swaps && theirs().any(|(_, other)| swaps_at_all(other)) {
        let partners = Partners {
            reach: &ReachTable::Lines,
            role: piece.role,
            meant: |other: Piece| is_enemy(other) && swaps_along_lines(rules, other),
            leaps: |other: Piece| is_enemy(other) && leaps_singly(rules, other) == Some(false),
        };
        swaps(mover, &partners, moves);
        for (reach, role) in afar(rules, is_swap) {
            let partners = Partners {
                reach,
                role,
                meant: |other: Piece| is_enemy(other) && other.role == role,
                leaps: |_: Piece| false,
            };
            swaps(mover, &partners, moves);
        }
    }
}

const fn is_swap(action: &Action) -> bool {
    matches!(action, Action::Swap { .. })
}

const fn is_boom(action: &Action) -> bool {
    matches!(action, Action::Boom { .. })
}

/// The actions of a kind whose reach is not the usual one, by role.
fn afar(
    rules: &CompiledRules,
    is_meant: fn(&Action) -> bool,
) -> impl Iterator<Item = (&ReachTable, Role)> {
    (0..)
        .map(Role::new)
        .zip(&rules.roles)
        .flat_map(move |(number, role)| {
            role.actions_with_reach()
                .filter(move |(action, reach)| is_meant(action) && reach.is_far())
                .map(move |(_, reach)| (reach, number))
        })
}

/// Whether a piece has a swap of the usual reach.
fn swaps_along_lines(rules: &CompiledRules, piece: Piece) -> bool {
    let mut actions = rules.role(piece.role).actions_with_reach();
    actions.any(|(action, reach)| is_swap(action) && !reach.is_far())
}

/// Booms together with pieces that boom.
pub(in crate::movegen) fn borrowed_booms(mover: &Mover<'_>, moves: &mut Vec<Move>) {
    let rules = mover.rules;
    let booming = |victim: Piece| {
        let mut actions = rules.role(victim.role).actions_with_reach();
        actions.any(|(action, reach)| is_boom(action) && reach.is_around())
    };
    let around = within(mover, &ReachTable::Around, mover.piece.role);
    booms(mover, &around, booming, moves);
    for (reach, role) in afar(rules, is_boom) {
        let near = within(mover, reach, role);
        booms(mover, &near, |victim| victim.role == role, moves);
    }
}
