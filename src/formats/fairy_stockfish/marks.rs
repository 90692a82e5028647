//! En passant captures and en passant squares of moves.

use crate::definition::MoveDef;
use crate::geometry::{Headings, Step};
use crate::movement::{Contents, Initial, Leg, Movement, Pattern, Turn, Walk};

/// Makes captures capture en passant, except in directions of a quiet move, and makes initial moves leave en passant
/// squares.
pub(super) fn with_marks(movement: &Movement, captures_en_passant: bool) -> Movement {
    let quiet: Vec<&Walk> = (movement.patterns().iter())
        .filter_map(|pattern| match pattern {
            Pattern::Walk(walk) if walk.legs.last()?.pass.meets(Contents::EMPTY) => Some(walk),
            _ => None,
        })
        .collect();
    let patterns = movement.patterns().iter().flat_map(|pattern| {
        let mut pattern = pattern.clone();
        let Pattern::Walk(walk) = &mut pattern else {
            return vec![pattern];
        };
        let marks = walk.initial != Initial::Any;
        for leg in &mut walk.legs {
            let radial = matches!(leg.step, Step::Radial(_));
            leg.marks = marks && radial;
        }
        if !captures_en_passant {
            return vec![pattern];
        }
        let parts = without_quiet_headings(walk, &quiet);
        let passing = parts.into_iter().map(|(mut walk, may_pass)| {
            if let Some(last) = walk.legs.last_mut() {
                last.en_passant = may_pass && last.take.meets(Contents::ENEMY);
            }
            Pattern::Walk(walk)
        });
        passing.collect()
    });
    Movement::from_patterns(patterns)
}

/// Splits a walk by heading into the parts without and with a quiet move in the same direction; the flag marks the part
/// without.
fn without_quiet_headings(walk: &Walk, quiet: &[&Walk]) -> Vec<(Walk, bool)> {
    let is_quiet = (walk.legs.last()).is_some_and(|last| last.pass.meets(Contents::EMPTY));
    let ([leg], false) = (walk.legs.as_slice(), is_quiet) else {
        return vec![(walk.clone(), !is_quiet)];
    };
    let Turn::Absolute(headings) = leg.turn else {
        return vec![(walk.clone(), true)];
    };
    let same_way = |other: &&&Walk| {
        let is_same = |one: &Leg| {
            Leg {
                turn: leg.turn.clone(),
                owned: leg.owned,
                pass: leg.pass,
                take: leg.take,
                marks: leg.marks,
                ..one.clone()
            } == *leg
        };
        other.initial == Initial::Any && matches!(other.legs.as_slice(), [one] if is_same(one))
    };
    let mut shared = Headings::NONE;
    for other in quiet.iter().filter(same_way) {
        if let Turn::Absolute(headings) = other.legs[0].turn {
            shared = shared.union(headings.intersection(other.legs[0].owned));
        }
    }
    let own = headings.intersection(leg.owned);
    let both = own.intersection(shared);
    if both.is_empty() {
        return vec![(walk.clone(), true)];
    }
    let parts = [(own.difference(both), true), (both, false)];
    let parts = parts
        .into_iter()
        .filter(|(headings, _)| !headings.is_empty());
    let parts = parts.map(|(headings, may_pass)| {
        let mut part = walk.clone();
        part.legs[0].turn = Turn::Absolute(headings);
        (part, may_pass)
    });
    parts.collect()
}

/// Makes passed squares en passant squares.
pub(super) fn marking(mut one: MoveDef) -> MoveDef {
    let patterns = one.movement.patterns().iter().map(|pattern| {
        let mut pattern = pattern.clone();
        if let Pattern::Walk(walk) = &mut pattern {
            walk.legs.iter_mut().for_each(|leg| leg.marks = true);
        }
        pattern
    });
    one.movement = Movement::from_patterns(patterns);
    one
}
