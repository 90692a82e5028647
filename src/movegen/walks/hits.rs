//! What the patterns of one piece capture on one square, and on which squares that depends.

use std::ops::ControlFlow;

use super::dependence::Dependence;
use super::finder::{WalkFinder, is_as_it_seems};
use crate::compile::{Found, Path};
use crate::geometry::Square;
use crate::movement::Pattern;
use crate::rules::{RoleMove, Rulebook};
use crate::state::{Piece, Setup};

/// Whether the piece on `from` could capture what stands on `target` if it moved by these
/// patterns.
pub(in crate::movegen) fn walks_hit(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    by: &[RoleMove],
    target: Square,
) -> bool {
    WalkFinder {
        book,
        setup,
        from,
        piece,
        by,
        toward: Some(target),
        visit: |found: &Found<'_>| {
            let is_hit =
                found.to == target && !found.take.is_empty() || found.taken.contains(&target);
            if is_hit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    }
    .find()
    .is_break()
}

/// Adds the squares on which those walks of a piece depend that capture what stands on `target`, and
/// those that end where `beside` says. `false` if they depend on more than squares, or nothing is
/// known of them.
pub(in crate::movegen) fn walks_read(
    book: &Rulebook,
    piece: Piece,
    from: Square,
    target: Square,
    beside: Option<impl Fn(Square) -> bool>,
    squares: &mut Dependence,
) -> bool {
    let disguises = !is_as_it_seems(book, piece);
    book.role(piece.role).moves.iter().all(|role_move| {
        match &role_move.pattern {
            Pattern::Castle(_) | Pattern::Placement(_) => return true,
            // A leap to anywhere depends on nothing but its target.
            Pattern::Universal(leap) => return beside.is_none() && !leap.relay,
            Pattern::Imitation(_) => return false,
            Pattern::Walk(_) => {}
        }
        let owner = piece.color.perspective();
        let Some(program) = role_move.program(book, owner, from) else {
            return false;
        };
        let mut add = |path: &Path| squares.add(path, disguises);
        program.hits(target).for_each(&mut add);
        if let Some(beside) = &beside {
            let paths = program.paths().iter();
            paths.filter(|path| beside(path.to)).for_each(&mut add);
        }
        true
    })
}
