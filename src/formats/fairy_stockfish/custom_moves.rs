//! Custom pieces that Fairy-Stockfish plays differently from their move text, and en passant squares of moves.

use crate::definition::MoveDef;
use crate::geometry::{Headings, Step};
use crate::movement::{Contents, Initial, Inside, Leg, Movement, Pattern, Range, Turn, Walk};

// Fairy-Stockfish has one attack table for each kind of rider or hopper and each pair of opposite directions, and
// combines it with the squares that any move of the piece may reach. Therefore parts of a piece on one line interfere
// if they differ in kind or range.

/// The kind of a part of a piece; a number is the maximum number of steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Leap,
    Lame,
    Ride(Option<u8>),
    Hop(Option<u8>),
}

/// A part of a piece: the moves of one pattern.
struct Part {
    step: Step,
    headings: Headings,
    kind: Kind,
    initial: Initial,
    quiet: bool,
    captures: bool,
}

/// The lines of single steps: files, ranks and diagonals.
const LINES: [Headings; 3] = [
    Headings::of(&[0, 4]),
    Headings::of(&[2, 6]),
    Headings::DIAGONAL,
];

/// The reason why Fairy-Stockfish plays the moves differently; `None` if it does not.
pub(super) fn played_otherwise(movement: &Movement) -> Option<&'static str> {
    let mut parts: Vec<Part> = Vec::new();
    for pattern in movement.patterns() {
        let part = part(pattern)?;
        match (part.kind, part.step) {
            (Kind::Ride(_), Step::Radial(1) | Step::Oblique(1, 2)) => {}
            (Kind::Ride(_), _) => {
                return Some("Fairy-Stockfish repeats no leaps except the knight's");
            }
            (Kind::Hop(_), step) if step != Step::Radial(1) => {
                return Some("in Fairy-Stockfish pieces hop only along ranks, files and diagonals");
            }
            _ => {}
        }
        if parts.iter().any(|other| are_mixed(&part, other)) {
            return Some("Fairy-Stockfish mixes moves on one line that differ in kind or range");
        }
        parts.push(part);
    }
    None
}

fn part(pattern: &Pattern) -> Option<Part> {
    let Pattern::Walk(walk) = pattern else {
        return None;
    };
    let (first, last) = (walk.legs.first()?, walk.legs.last()?);
    let Turn::Absolute(headings) = &first.turn else {
        return None;
    };
    let limit = match first.range {
        Range::UpTo(steps) => Some(steps),
        _ => None,
    };
    let kind = match (walk.legs.len(), limit) {
        (1, Some(1)) if first.inside == Inside::Empty => Kind::Lame,
        (1, Some(1)) => Kind::Leap,
        (1, limit) => Kind::Ride(limit),
        _ if last.range == Range::UpTo(1) => Kind::Hop(Some(1)),
        _ => Kind::Hop(limit),
    };
    Some(Part {
        step: first.step,
        headings: headings.intersection(first.owned),
        kind,
        initial: walk.initial,
        quiet: last.pass.meets(Contents::EMPTY),
        captures: last.take.meets(Contents::ENEMY),
    })
}

/// Whether two parts of a piece interfere.
fn are_mixed(one: &Part, other: &Part) -> bool {
    let in_one_table = one.initial == other.initial
        && (one.quiet && other.quiet || one.captures && other.captures);
    if !in_one_table || one.kind == other.kind {
        return false;
    }
    let same_step = one.step == other.step;
    let meet = |headings: Headings| !headings.is_empty();
    let overlap = same_step && meet(one.headings.intersection(other.headings));
    // The directions of both parts on each line.
    let lines = LINES.map(|line| [one, other].map(|part| part.headings.intersection(line)));
    let share_line = lines.iter().any(|[one, other]| meet(*one) && meet(*other));
    let differ_on_line = lines
        .iter()
        .any(|[one, other]| meet(*one) && meet(*other) && one != other);
    match (one.kind, other.kind) {
        (Kind::Leap, Kind::Lame) | (Kind::Lame, Kind::Leap) => overlap,
        (Kind::Leap, _) | (_, Kind::Leap) => false,
        (Kind::Ride(_), Kind::Ride(_)) => overlap,
        (Kind::Hop(a), Kind::Hop(b)) => overlap || share_line && (a == Some(1)) != (b == Some(1)),
        (Kind::Ride(ride), Kind::Hop(hop)) | (Kind::Hop(hop), Kind::Ride(ride)) => {
            let whole = ride.is_none() && hop.is_none_or(|most| most == 1);
            same_step && if whole { differ_on_line } else { share_line }
        }
        (Kind::Lame, Kind::Hop(_)) | (Kind::Hop(_), Kind::Lame) => {
            let is_radial = |part: &Part| matches!(part.step, Step::Radial(_));
            is_radial(one) && is_radial(other) && share_line
        }
        (Kind::Lame, Kind::Ride(_)) | (Kind::Ride(_), Kind::Lame) => {
            let lame = if one.kind == Kind::Lame { one } else { other };
            let rider = if one.kind == Kind::Lame { other } else { one };
            same_step && meet(lame.headings.difference(rider.headings))
        }
        (Kind::Lame, Kind::Lame) => false,
    }
}

// En passant captures and en passant squares of moves.

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
