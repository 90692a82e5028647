//! What pieces do to others within their reach: keep them from moving, burn them, protect them.

use crate::definition::Affected;
use crate::geometry::{Square, SquareSet};
use crate::rules::apply::relocate;
use crate::rules::{CompiledRules, ReachTable, RoleRules};
use crate::state::{Color, Move, Piece, Role, Setup};

/// What is done to those within reach.
#[derive(Clone, Copy)]
enum Influence {
    Freezes,
    Burns,
    Protects,
}

impl Influence {
    /// To whom a piece does so and where, if it does.
    fn of(self, role: &RoleRules) -> Option<(&Affected, &ReachTable)> {
        let reaches = &role.reaches;
        let whom = match self {
            Influence::Freezes => role.freezes.as_ref().map(|freeze| &freeze.whom),
            Influence::Burns => role.burns.as_ref(),
            Influence::Protects => role.protects.as_ref(),
        };
        let reach = match self {
            Influence::Freezes => &reaches.freezes,
            Influence::Burns => &reaches.burns,
            Influence::Protects => &reaches.protects,
        };
        whom.map(|whom| (whom, reach))
    }
}

/// Whether one of the pieces of a side around a square is meant.
fn is_beside(
    book: &CompiledRules,
    setup: &Setup,
    square: Square,
    color: Color,
    meant: impl Fn(Square, Piece) -> bool,
) -> bool {
    let (around, pieces) = (book.compass.around(square), setup.board.squares_of(color));
    // PERF: mostly nobody is there.
    around.meets(pieces)
        && around.common(pieces).any(|near| {
            setup
                .board
                .piece(near)
                .is_some_and(|piece| meant(near, piece))
        })
}

/// Whether a piece of a side that is meant has an influence on the role on `square`, or on whoever
/// stands there if no role is given.
fn is_affected(
    book: &CompiledRules,
    setup: &Setup,
    (square, role): (Square, Option<Role>),
    (influence, by): (Influence, Color),
    meant: impl Fn(Square, Piece) -> bool,
) -> bool {
    let applies = |whom: &Affected| match role {
        Some(role) => whom.applies_to(role),
        None => whom.only.is_none(),
    };
    let near = |at: Square, piece: Piece| {
        let affected = influence.of(book.role(piece.role));
        affected.is_some_and(|(whom, reach)| reach.is_around() && applies(whom)) && meant(at, piece)
    };
    if is_beside(book, setup, square, by, near) {
        return true;
    }
    let far = |(at, piece): (Square, Piece)| {
        let affected = influence.of(book.role(piece.role));
        affected.is_some_and(|(whom, reach)| {
            !reach.is_around() && applies(whom) && book.is_within(reach, setup, at, piece, square)
        }) && meant(at, piece)
    };
    book.affects_afar && setup.board.pieces_of(by).any(far)
}

/// Whether the piece on `square` may not move.
///
/// A frozen piece freezes others all the same.
pub(crate) fn is_frozen(book: &CompiledRules, setup: &Setup, square: Square, piece: Piece) -> bool {
    let holds = |freezer_at: Square, freezer: Piece| {
        let Some(freeze) = &book.role(freezer.role).freezes else {
            return false;
        };
        let lifts =
            |at: Square, fellow: Piece| at != square && freeze.lifted_by.contains(fellow.role);
        if freeze.lifted_by.is_empty() {
            return true;
        }
        let reach = &book.role(freezer.role).reaches.freezes;
        if reach.is_around() {
            return !is_beside(book, setup, freezer_at, piece.color, lifts);
        }
        let near = book.within(reach, setup, freezer_at, freezer);
        let mut fellows = near.common(setup.board.squares_of(piece.color));
        !fellows.any(|at| {
            let fellow = setup.board.piece(at);
            fellow.is_some_and(|fellow| lifts(at, fellow))
        })
    };
    let by = (Influence::Freezes, piece.color.opponent());
    book.has_freezers() && is_affected(book, setup, (square, Some(piece.role)), by, holds)
}

/// The squares of the pieces of a side that may not move.
pub(crate) fn frozen(book: &CompiledRules, setup: &Setup, color: Color) -> SquareSet {
    let mut frozen = SquareSet::new();
    if !book.has_freezers() {
        return frozen;
    }
    let freezers = setup.board.pieces_of(color.opponent());
    for (at, freezer) in freezers.filter(|(_, freezer)| book.role(freezer.role).freezes.is_some()) {
        let reach = &book.role(freezer.role).reaches.freezes;
        let far;
        let near = if reach.is_around() {
            book.compass.around(at)
        } else {
            far = book.within(reach, setup, at, freezer);
            &far
        };
        frozen.extend(near.common(setup.board.squares_of(color)).filter(|square| {
            let piece = setup.board.piece(*square);
            piece.is_some_and(|piece| is_frozen(book, setup, *square, piece))
        }));
    }
    frozen
}

/// Whether a piece that a move of its own has made into this one is burned where it arrives.
pub(crate) fn is_burned(book: &CompiledRules, setup: &Setup, mv: &Move, arrived: Piece) -> bool {
    if !book.burns {
        return false;
    }
    let victim = (mv.to, Some(arrived.role));
    let by = (Influence::Burns, arrived.color.opponent());
    // PERF: what is around stands there before the move as well, unless it is captured or moved.
    if !book.affects_afar && mv.shifts.is_empty() && mv.converts.is_empty() {
        let stays = |at: Square, _| !mv.captures.contains(&at);
        return is_affected(book, setup, victim, by, stays);
    }
    let after = relocate(book, setup, mv, false);
    is_affected(book, &after, victim, by, |_, _| true)
}

/// Whether what stands on `square`, or would stand there, cannot be captured because a friend protects
/// it.
pub(crate) fn is_protected(
    book: &CompiledRules,
    setup: &Setup,
    square: Square,
    color: Color,
) -> bool {
    if !book.protects {
        return false;
    }
    let stands = setup.board.piece(square);
    let role = stands
        .filter(|piece| piece.color == color)
        .map(|piece| piece.role);
    let by = (Influence::Protects, color);
    is_affected(book, setup, (square, role), by, |_, _| true)
}
