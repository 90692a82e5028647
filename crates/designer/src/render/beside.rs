//! The moves of a piece among given enemy and own pieces on an otherwise empty board.

use super::marks::{Marks, PATH_LIMIT, Requirements, Sign, Way};
use super::sketch::{Sketch, freest};
use ferz::compile::{Condition, Path, PathLimitError, paths};
use ferz::game::Variant;
use ferz::geometry::{Square, SquareSet};
use ferz::movement::{Contents, Initial, Pattern};
use ferz::state::Color;

impl Marks {
    /// The moves of a piece of a variant from a square, on a board with only these own and enemy
    /// pieces, none of which is royal. Without any pieces it is [`Marks::of_piece_on`], which also
    /// marks moves that need other pieces.
    ///
    /// ```
    /// use ferz::game::Variant;
    /// use ferz_designer::render::Marks;
    /// use ferz::state::Color;
    ///
    /// let xiangqi = Variant::builtin("xiangqi").unwrap();
    /// let at = |name| xiangqi.square(name).unwrap();
    /// let set = |name| [at(name)].into_iter().collect();
    /// let (enemies, friends) = (set("e9"), set("e7"));
    /// let cannon =
    ///     Marks::of_piece_beside(&xiangqi, "cannon", Color::White, at("e5"), &enemies, &friends).unwrap();
    /// assert!(cannon.mark(at("e9")).capture.is_some());
    /// assert!(cannon.mark(at("e6")).is_target() && !cannon.mark(at("e8")).is_target());
    /// ```
    ///
    /// # Errors
    /// If the piece has too many paths for a picture.
    pub fn of_piece_beside(
        variant: &Variant,
        name: &str,
        color: Color,
        origin: Square,
        enemies: &SquareSet,
        friends: &SquareSet,
    ) -> Result<Marks, PathLimitError> {
        let shape = variant.shape();
        if enemies.is_empty() && friends.is_empty() {
            return Marks::of_piece_on(variant, name, shape, color, origin);
        }
        let owner = color.perspective();
        let mut sketch = Sketch::new(shape, owner, origin);
        sketch.look_like(variant);
        let holds = |square: Square| {
            if square == origin {
                // The mover has left its origin.
                Contents::EMPTY
            } else if enemies.contains(square) {
                Contents::COMMONER
            } else if friends.contains(square) {
                Contents::FRIEND
            } else {
                Contents::EMPTY
            }
        };
        let Some(piece) = variant.def().pieces.get(name) else {
            return Ok(sketch.finish());
        };
        for way in Way::of_piece(piece) {
            if !way.may_begin(&piece.initial, shape, owner, origin) {
                continue;
            }
            let Pattern::Walk(walk) = &*way.pattern else {
                // Universal leaps and castling are independent of the added pieces.
                sketch.add(&way)?;
                continue;
            };
            for path in &paths(walk, shape, owner, origin, PATH_LIMIT)? {
                let stands =
                    |condition: &Condition| condition.contents.meets(holds(condition.square));
                if way.may_end(owner, path.to) && path.conditions.iter().all(stands) {
                    arrive(
                        &mut sketch,
                        path,
                        origin,
                        holds(path.to),
                        walk.initial != Initial::Any,
                    );
                }
            }
        }
        Ok(sketch.finish())
    }
}

/// Marks the end of a path whose conditions hold.
fn arrive(sketch: &mut Sketch, path: &Path, origin: Square, there: Contents, initial: bool) {
    if path.borrows || path.mover != origin {
        let relay = if path.borrows { path.to } else { path.mover };
        sketch.at(relay).set(Sign::Relay);
        return;
    }
    let can_end = path.pass.meets(there) || path.take.meets(there);
    // No piece has just passed the square.
    if !can_end || !path.en_passant.is_empty() {
        return;
    }
    let demand = Requirements {
        initial,
        locust: !path.taken.is_empty(),
        hop: false,
    };
    for victim in path.taken.iter().filter(|victim| **victim != path.to) {
        sketch.at(*victim).set(Sign::Victim);
    }
    if path.to == origin {
        sketch.at(origin).set(Sign::Return);
        return;
    }
    let mark = sketch.at(path.to);
    if path.unload == Some(origin) && path.take.meets(there) {
        mark.set(Sign::Swap);
    } else if there.meets(Contents::ENEMY) && path.take.meets(there) {
        freest(&mut mark.capture, demand);
    } else if there.meets(Contents::FRIEND) && path.take.meets(there) {
        mark.set(Sign::Friend);
    } else if there.meets(Contents::EMPTY) && path.pass.meets(there) {
        freest(&mut mark.quiet, demand);
    }
}
