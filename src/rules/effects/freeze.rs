//! Freezing, burning and protecting by pieces within their reach.

use super::apply::relocate;
use crate::definition::Affected;
use crate::geometry::{Square, SquareSet};
use crate::rules::data::{CompiledRules, ReachTable, RoleRules};
use crate::state::{Color, Move, Piece, Role, Setup};

/// An influence of a piece on others within its reach.
#[derive(Clone, Copy)]
enum Influence {
    Freezes,
    Burns,
    Protects,
}

impl Influence {
    /// The affected pieces and the reach of a piece's influence, if it has one.
    fn of(self, role: &RoleRules) -> Option<(&Affected, &ReachTable)> {
        let reaches = &role.reaches;
        let freezes = || role.freezes.as_ref().map(|freeze| &freeze.whom);
        let (whom, reach) = match self {
            Influence::Freezes => (freezes(), &reaches.freezes),
            Influence::Burns => (role.burns.as_ref(), &reaches.burns),
            Influence::Protects => (role.protects.as_ref(), &reaches.protects),
        };
        whom.map(|whom| (whom, reach))
    }
}

/// Whether a piece of a side next to a square satisfies a condition.
fn is_beside(
    rules: &CompiledRules,
    setup: &Setup,
    square: Square,
    color: Color,
    meant: impl Fn(Square, Piece) -> bool,
) -> bool {
    let (around, pieces) = (rules.compass.around(square), setup.board.squares_of(color));
    // PERF: usually there is no such piece.
    around.meets(pieces)
        && around.common(pieces).any(|near| {
            setup
                .board
                .piece(near)
                .is_some_and(|piece| meant(near, piece))
        })
}

/// Whether a qualifying piece of a side has an influence on `square`: on the given role there, or
/// on any role if `None`.
fn is_affected(
    rules: &CompiledRules,
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
        let affected = influence.of(rules.role(piece.role));
        affected.is_some_and(|(whom, reach)| reach.is_around() && applies(whom)) && meant(at, piece)
    };
    if is_beside(rules, setup, square, by, near) {
        return true;
    }
    let far = |(at, piece): (Square, Piece)| {
        let affected = influence.of(rules.role(piece.role));
        affected.is_some_and(|(whom, reach)| {
            !reach.is_around() && applies(whom) && rules.is_within(reach, setup, at, piece, square)
        }) && meant(at, piece)
    };
    rules.affects_afar && setup.board.pieces_of(by).any(far)
}

/// Whether the piece on `square` is frozen.
///
/// A frozen piece still freezes others.
pub(crate) fn is_frozen(
    rules: &CompiledRules,
    setup: &Setup,
    square: Square,
    piece: Piece,
) -> bool {
    let holds = |freezer_at: Square, freezer: Piece| {
        let Some(freeze) = &rules.role(freezer.role).freezes else {
            return false;
        };
        let lifts =
            |at: Square, fellow: Piece| at != square && freeze.lifted_by.contains(fellow.role);
        if freeze.lifted_by.is_empty() {
            return true;
        }
        let reach = &rules.role(freezer.role).reaches.freezes;
        if reach.is_around() {
            return !is_beside(rules, setup, freezer_at, piece.color, lifts);
        }
        let near = rules.within(reach, setup, freezer_at, freezer);
        let mut fellows = near.common(setup.board.squares_of(piece.color));
        !fellows.any(|at| {
            let fellow = setup.board.piece(at);
            fellow.is_some_and(|fellow| lifts(at, fellow))
        })
    };
    let by = (Influence::Freezes, piece.color.opponent());
    rules.has_freezers && is_affected(rules, setup, (square, Some(piece.role)), by, holds)
}

/// The squares of the frozen pieces of a side.
pub(crate) fn frozen(rules: &CompiledRules, setup: &Setup, color: Color) -> SquareSet {
    let mut frozen = SquareSet::new();
    if !rules.has_freezers {
        return frozen;
    }
    let freezers = setup.board.pieces_of(color.opponent());
    for (at, freezer) in freezers.filter(|(_, freezer)| rules.role(freezer.role).freezes.is_some())
    {
        let reach = &rules.role(freezer.role).reaches.freezes;
        let far;
        let near = if reach.is_around() {
            rules.compass.around(at)
        } else {
            far = rules.within(reach, setup, at, freezer);
            &far
        };
        frozen.extend(near.common(setup.board.squares_of(color)).filter(|square| {
            let piece = setup.board.piece(*square);
            piece.is_some_and(|piece| is_frozen(rules, setup, *square, piece))
        }));
    }
    frozen
}

/// Whether a piece that arrives as `arrived` is burned on the target of its move.
pub(crate) fn is_burned(rules: &CompiledRules, setup: &Setup, mv: &Move, arrived: Piece) -> bool {
    if !rules.burns {
        return false;
    }
    let victim = (mv.to, Some(arrived.role));
    let by = (Influence::Burns, arrived.color.opponent());
    // PERF: neighbors are the same before the move, except captured and relocated ones.
    if !rules.affects_afar && mv.shifts.is_empty() && mv.converts.is_empty() {
        let stays = |at: Square, _| !mv.captures.contains(&at);
        return is_affected(rules, setup, victim, by, stays);
    }
    let after = relocate(rules, setup, mv, false);
    is_affected(rules, &after, victim, by, |_, _| true)
}

/// Whether a piece of a side on `square`, present or hypothetical, is protected from capture.
pub(crate) fn is_protected(
    rules: &CompiledRules,
    setup: &Setup,
    square: Square,
    color: Color,
) -> bool {
    if !rules.protects {
        return false;
    }
    let stands = setup.board.piece(square);
    let role = stands
        .filter(|piece| piece.color == color)
        .map(|piece| piece.role);
    let by = (Influence::Protects, color);
    is_affected(rules, setup, (square, role), by, |_, _| true)
}
