//! Long leaps: captures by jumping over single enemy pieces in a straight line.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::definition::Action;
use crate::geometry::{Bearing, Square};
use crate::rules::CompiledRules;
use crate::state::{Cell, Move, Piece, Setup};

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
pub(in crate::movegen) fn borrowed(
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
