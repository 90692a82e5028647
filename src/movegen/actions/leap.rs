//! Long leaps: over single opposing pieces in a straight line, capturing each.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::definition::Action;
use crate::geometry::{Bearing, Square};
use crate::rules::CompiledRules;
use crate::state::{Cell, Move, Piece, Setup};

/// How a piece leaps.
pub(in crate::movegen) struct Leap<F> {
    /// At most one victim, and the leaper rests directly behind it.
    pub(in crate::movegen) single: bool,
    /// Whether it leaps over this opposing piece.
    pub(in crate::movegen) meant: F,
}

/// The leaps of a piece in the eight directions.
pub(in crate::movegen) fn long_leaps(
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    leap: &Leap<impl Fn(Piece) -> bool>,
    moves: &mut Vec<Move>,
) {
    let _: ControlFlow<()> = visit(book, setup, (from, piece), leap, |to, taken| {
        let mut mv = Move::walk(piece, from, to);
        mv.captures.extend_from_slice(taken);
        mv.captures.sort_unstable();
        moves.push(mv);
        ControlFlow::Continue(())
    });
}

/// Visits the leaps of a piece in the eight directions by where they end and what they capture.
pub(in crate::movegen) fn visit<B>(
    book: &CompiledRules,
    setup: &Setup,
    leaper: (Square, Piece),
    leap: &Leap<impl Fn(Piece) -> bool>,
    mut visit: impl FnMut(Square, &[Square]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for way in Bearing::ALL {
        leaps_along(book, setup, leaper, leap, way, &mut visit)?;
    }
    ControlFlow::Continue(())
}

/// Visits the leaps of a piece in one direction.
///
/// It goes over any number of empty squares, then over an opposing piece to the empty square
/// behind it, and on from there in the same way. After the first victim it may rest on any empty
/// square that it comes to.
fn leaps_along<B>(
    book: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    leap: &Leap<impl Fn(Piece) -> bool>,
    way: Bearing,
    mut visit: impl FnMut(Square, &[Square]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let vanishing = book.shape.vanishing();
    let is_free =
        |square: Square| setup.board.get(square) == Cell::Empty && !vanishing.contains(square);
    let mut taken: SmallVec<[Square; 2]> = SmallVec::new();
    let mut at = from;
    while let Some(next) = book.compass.next(at, way) {
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
                // The square behind it must be empty, so two in a row stop the leaper.
                if !book.compass.next(next, way).is_some_and(is_free) {
                    break;
                }
                taken.push(next);
            }
            Cell::Piece(_) | Cell::Wall => break,
        }
    }
    ControlFlow::Continue(())
}

/// Whether a piece that leaps over every piece captures what stands on `target` by doing so.
pub(in crate::movegen) fn takes(
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    single: bool,
    target: Square,
) -> bool {
    let Some(way) = book.compass.bearing(from, target) else {
        return false;
    };
    let leap = Leap {
        single,
        meant: |_| true,
    };
    let flow = leaps_along(book, setup, (from, piece), &leap, way, |_, taken| {
        if taken.contains(&target) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    flow.is_break()
}

/// Leaps that are borrowed from the pieces that they capture.
pub(in crate::movegen) fn borrowed(
    book: &CompiledRules,
    single: bool,
) -> Leap<impl Fn(Piece) -> bool> {
    Leap {
        single,
        meant: move |victim: Piece| leaps_singly(book, victim) == Some(single),
    }
}

/// How a piece leaps of its own accord, if it does: whether over single pieces only.
pub(in crate::movegen) fn leaps_singly(book: &CompiledRules, piece: Piece) -> Option<bool> {
    let mut actions = book.role(piece.role).actions.iter();
    actions.find_map(|action| match action {
        Action::LongLeap { single } => Some(*single),
        _ => None,
    })
}
