//! Actions that capture: long leaps, rifle captures, explosions, and mimicry.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::definition::{Action, CaptureMethod, Mimic, PieceCaptures};
use crate::geometry::{Bearing, Square};
use crate::rules::{CompiledRules, ReachTable};
use crate::state::{Cell, Move, Piece, Role, Setup};

use super::shifts::{Partners, swaps};

// Long leaps: captures by jumping over single enemy pieces in a straight line.

/// The kind of leap.
pub(in crate::movegen) struct Leap<F> {
    /// Whether it captures at most one piece and lands directly behind it.
    pub(in crate::movegen) single: bool,
    /// Whether it can leap over this enemy piece.
    pub(in crate::movegen) meant: F,
}

/// The leaps of a piece in the eight directions.
pub(in crate::movegen) fn long_leaps(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    leap: &Leap<impl Fn(Piece) -> bool>,
    moves: &mut Vec<Move>,
) {
    let _: ControlFlow<()> = visit(rules, setup, (from, piece), leap, |to, taken| {
        let mut mv = Move::walk(piece, from, to);
        mv.captures.extend_from_slice(taken);
        mv.captures.sort_unstable();
        moves.push(mv);
        ControlFlow::Continue(())
    });
}

/// Visits the leaps of a piece in the eight directions with their targets and victims.
pub(in crate::movegen) fn visit<B>(
    rules: &CompiledRules,
    setup: &Setup,
    leaper: (Square, Piece),
    leap: &Leap<impl Fn(Piece) -> bool>,
    mut visit: impl FnMut(Square, &[Square]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for way in Bearing::ALL {
        leaps_along(rules, setup, leaper, leap, way, &mut visit)?;
    }
    ControlFlow::Continue(())
}

/// Visits the leaps of a piece in one direction.
///
/// The piece passes any number of empty squares and leaps over an enemy piece to the empty square behind it,
/// repeatedly. After the first victim it may stop on any empty square.
fn leaps_along<B>(
    rules: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    leap: &Leap<impl Fn(Piece) -> bool>,
    way: Bearing,
    mut visit: impl FnMut(Square, &[Square]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let vanishing = rules.shape.vanishing();
    let is_free =
        |square: Square| setup.board.get(square) == Cell::Empty && !vanishing.contains(square);
    let mut taken: SmallVec<[Square; 2]> = SmallVec::new();
    let mut at = from;
    while let Some(next) = rules.compass.next(at, way) {
        at = next;
        match setup.board.get(next) {
            Cell::Empty if vanishing.contains(next) => break,
            Cell::Empty if taken.is_empty() => {}
            Cell::Empty => {
                visit(at, &taken)?;
                if leap.single {
                    break;
                }
            }
            Cell::Piece(victim) if victim.color != piece.color && (leap.meant)(victim) => {
                // The square behind must be empty, so two pieces in a row block the leap.
                if !rules.compass.next(next, way).is_some_and(is_free) {
                    break;
                }
                taken.push(next);
            }
            Cell::Piece(_) | Cell::Wall => break,
        }
    }
    ControlFlow::Continue(())
}

/// Whether a piece that leaps over all enemy pieces captures on `target` by a leap.
pub(in crate::movegen) fn takes(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    single: bool,
    target: Square,
) -> bool {
    let Some(way) = rules.compass.bearing(from, target) else {
        return false;
    };
    let leap = Leap {
        single,
        meant: |_| true,
    };
    let flow = leaps_along(rules, setup, (from, piece), &leap, way, |_, taken| {
        if taken.contains(&target) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    flow.is_break()
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
pub(in crate::movegen) fn hits(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    target: Square,
) -> bool {
    let way = rules.compass.bearing(from, target);
    let mut ray = way.into_iter().flat_map(|way| rules.compass.ray(from, way));
    let is_stopped = |square: &Square| {
        setup.board.get(*square) != Cell::Empty || rules.shape.vanishing().contains(*square)
    };
    ray.find(is_stopped) == Some(target)
}

/// Adds rifle captures of the first piece on each line, or of those within another reach.
pub(in crate::movegen) fn shots(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    (reach, role): (&ReachTable, Role),
    moves: &mut Vec<Move>,
) {
    if !matches!(reach, ReachTable::Lines) {
        for at in within(rules, setup, reach, from, Piece { role, ..piece }) {
            let victim = setup.board.piece(at);
            if victim.is_some_and(|victim| victim.color != piece.color) {
                let mut mv = Move::walk(piece, from, from);
                mv.captures.push(at);
                moves.push(mv);
            }
        }
        return;
    }
    for way in Bearing::ALL {
        let mut at = from;
        while let Some(next) = rules.compass.next(at, way) {
            match setup.board.get(next) {
                Cell::Empty if !rules.shape.vanishing().contains(next) => at = next,
                Cell::Piece(victim) if victim.color != piece.color => {
                    let mut mv = Move::walk(piece, from, from);
                    mv.captures.push(next);
                    moves.push(mv);
                    break;
                }
                Cell::Empty | Cell::Piece(_) | Cell::Wall => break,
            }
        }
    }
}

// Booms and explosions: pieces that remove themselves from the board, alone or with others.

/// The move of a piece that removes itself.
pub(in crate::movegen) fn vanish(piece: Piece, square: Square) -> Move {
    let mut mv = Move::walk(piece, square, square);
    mv.captures.push(square);
    mv
}

/// The squares within reach; adjacent ones in the order of their directions.
pub(in crate::movegen) fn within(
    rules: &CompiledRules,
    setup: &Setup,
    reach: &ReachTable,
    from: Square,
    piece: Piece,
) -> SmallVec<[Square; 8]> {
    if reach.is_around() {
        rules.compass.neighbors(from).collect()
    } else {
        rules.within(reach, setup, from, piece).iter().collect()
    }
}

/// Booms: a piece removes itself together with one enemy piece that `meant` accepts.
pub(in crate::movegen) fn booms(
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    meant: impl Fn(Square, Piece) -> bool,
    moves: &mut Vec<Move>,
) {
    for near in squares.iter().copied() {
        let victim = setup.board.piece(near);
        if victim.is_some_and(|victim| victim.color != piece.color && meant(near, victim)) {
            let mut mv = vanish(piece, from);
            mv.captures.push(near);
            mv.captures.sort_unstable();
            moves.push(mv);
        }
    }
}

/// Explosions: a piece removes itself together with everything on some squares, unless an own royal piece is
/// among them.
pub(in crate::movegen) fn explode(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    squares: &[Square],
    moves: &mut Vec<Move>,
) {
    let mut mv = vanish(piece, from);
    for near in squares.iter().copied() {
        if let Some(victim) = setup.board.piece(near) {
            if victim.color == piece.color && rules.role(victim.role).king {
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
pub(in crate::movegen) fn borrowed(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    mimic: Mimic,
    moves: &mut Vec<Move>,
) {
    let is_enemy = |other: Piece| other.color != piece.color;
    let theirs = || setup.board.pieces_of(piece.color.opponent());
    // PERF: usually no piece to borrow from is on the board.
    for single in [false, true] {
        let leaps = |other: Piece| leaps_singly(rules, other) == Some(single);
        if rules.has_leapers(single) && theirs().any(|(_, other)| leaps(other)) {
            let leap = borrowed_leap(rules, single);
            long_leaps(rules, setup, from, piece, &leap, moves);
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
        swaps(rules, setup, from, piece, &partners, moves);
        for (reach, role) in afar(rules, is_swap) {
            let partners = Partners {
                reach,
                role,
                meant: |other: Piece| is_enemy(other) && other.role == role,
                leaps: |_: Piece| false,
            };
            swaps(rules, setup, from, piece, &partners, moves);
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
pub(in crate::movegen) fn borrowed_booms(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let booming = |_: Square, victim: Piece| {
        let mut actions = rules.role(victim.role).actions_with_reach();
        actions.any(|(action, reach)| is_boom(action) && reach.is_around())
    };
    let around = within(rules, setup, &ReachTable::Around, from, piece);
    booms(setup, from, piece, &around, booming, moves);
    for (reach, role) in afar(rules, is_boom) {
        let near = within(rules, setup, reach, from, Piece { role, ..piece });
        let booming = |_: Square, victim: Piece| victim.role == role;
        booms(setup, from, piece, &near, booming, moves);
    }
}
