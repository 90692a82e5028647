//! The squares that a piece can reach on any board position.

use ferz::compile::{has_path, paths};
use ferz::definition::{InitialDef, MoveDef, PieceDef};
use ferz::geometry::{BoardShape, Perspective, Square, SquareSet};
use ferz::movement::{Initial, Movement, Pattern, Walk};

/// The maximum number of paths from a square.
const PATHS: usize = 1 << 12;

/// The targets of a movement from a square, if all conditions on the board hold.
///
/// Castling does not count, since it does not reach new squares.
pub(super) fn targets(
    one: &MoveDef,
    piece: &PieceDef,
    shape: &BoardShape,
    side: Perspective,
    from: Square,
) -> SquareSet {
    let mut found = SquareSet::new();
    if one
        .from
        .as_ref()
        .is_some_and(|zone| !zone.contains(from, side))
    {
        return found;
    }
    for pattern in one.movement.patterns() {
        match pattern {
            Pattern::Walk(walk) => {
                let away = match (&piece.initial, walk.initial) {
                    (InitialDef::Zone(zone), Initial::Unmoved) => !zone.contains(from, side),
                    _ => false,
                };
                if away {
                    continue;
                }
                match paths(walk, shape, side, from, PATHS) {
                    Ok(ways) => found.extend(ways.into_iter().map(|way| way.to)),
                    Err(_) => found.extend(shape.squares()),
                }
            }
            Pattern::Castle(_) | Pattern::Placement(_) => {}
            Pattern::Universal(_) | Pattern::Imitation(_) => found.extend(shape.squares()),
        }
    }
    match &one.to {
        Some(zone) => found.intersection(zone.of(side)),
        None => found,
    }
}

/// Whether a movement leads from any square of a board to another one, for either side.
pub(super) fn leads_somewhere(movement: &Movement, shape: &BoardShape) -> bool {
    let leads = |walk: &Walk| {
        let sides = [Perspective::White, Perspective::Black];
        sides.into_iter().any(|side| {
            shape
                .squares()
                .any(|from| has_path(walk, shape, side, from, |_| true))
        })
    };
    movement.patterns().iter().any(|pattern| match pattern {
        Pattern::Walk(walk) => leads(walk),
        _ => true,
    })
}

/// Whether a movement can be made from any square.
pub(super) fn is_possible(one: &MoveDef, piece: &PieceDef, shape: &BoardShape) -> bool {
    let castles = one.movement.patterns().iter();
    castles
        .clone()
        .any(|pattern| matches!(pattern, Pattern::Castle(_) | Pattern::Placement(_)))
        || [Perspective::White, Perspective::Black].iter().any(|side| {
            shape
                .squares()
                .any(|from| !targets(one, piece, shape, *side, from).is_empty())
        })
}

/// Whether a piece can arrive on a square of a zone from these squares by one or more moves.
pub(super) fn arrives(
    piece: &PieceDef,
    shape: &BoardShape,
    side: Perspective,
    seeds: &SquareSet,
    zone: &SquareSet,
) -> bool {
    let mut known = seeds.clone();
    let mut waiting: Vec<Square> = seeds.iter().collect();
    while let Some(from) = waiting.pop() {
        for one in &piece.moves {
            for to in &targets(one, piece, shape, side, from) {
                if zone.contains(to) {
                    return true;
                }
                if known.insert(to) {
                    waiting.push(to);
                }
            }
        }
    }
    false
}
