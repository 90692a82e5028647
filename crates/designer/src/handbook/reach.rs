//! Reaches in words.

use super::words::lowered;
use crate::explain;
use ferz::definition::{Action, Reach};
use ferz::geometry::Step;
use ferz::movement::{Contents, Inside, Leg, Movement, Pattern, Range};

/// The words for a reach of the whole board.
pub(super) const EVERYWHERE: &str = "of the whole board";

/// The words after `the squares` or `a square`: `around it`, `a Knight's leap away`.
pub(super) fn reach_words(reach: &Reach) -> String {
    match reach {
        Reach::Around => "around it".to_owned(),
        Reach::Lines => "up to the first piece in a straight line".to_owned(),
        Reach::Own => "on which it could capture".to_owned(),
        Reach::Movement(text) => away(&text.movement),
    }
}

/// The sentence of an action with an unusual reach.
pub(super) fn afar(action: &Action) -> String {
    match action {
        Action::Push { reach } => format!(
            "Pushes a piece on a square {}, friend or foe, one step further in the same direction and \
             takes the square it leaves; the pushed piece makes the captures that this move of its \
             own would make.",
            reach_words(reach)
        ),
        Action::Pull { reach } => format!(
            "Takes one step straight away from a piece on a square {}, friend or foe, which makes the \
             same step; the pulled piece makes the captures that this move of its own would make.",
            reach_words(reach)
        ),
        Action::Resurrect { reach } => format!(
            "Goes to an empty square {} and leaves a piece from its owner's hand on the square where \
             it stood.",
            reach_words(reach)
        ),
        Action::Rifle { reach } => format!(
            "Captures an opposing piece on a square {} without moving.",
            reach_words(reach)
        ),
        Action::Plow { reach } => format!(
            "Pushes a line of pieces that begins on a square {} one step on and takes the square that \
             the first of them leaves; an opposing piece that is pushed off the board is captured.",
            reach_words(reach)
        ),
        _ => String::new(),
    }
}

/// The distance of the squares to which a movement leads, whatever their contents.
fn away(movement: &Movement) -> String {
    let anywhere = |pattern: &Pattern| {
        matches!(pattern, Pattern::Universal(leap)
            if leap.pass.meets(Contents::EMPTY) && leap.take.meets(Contents::ENEMY))
    };
    if movement.patterns().iter().any(anywhere) {
        return EVERYWHERE.to_owned();
    }
    let movement = to_anything(movement);
    let kinds: Vec<&str> = movement.patterns().iter().map(kind).collect();
    let kind = match kinds.split_first() {
        Some((first, rest)) if rest.iter().all(|kind| kind == first) => *first,
        _ => "move",
    };
    let Some(name) = explain::names(&movement).first().copied() else {
        let text = explain::text(&movement);
        let text = lowered(text.trim_end_matches('.'));
        return format!("one {kind} away (it {text})");
    };
    let name = name.split(" (").next().unwrap_or(name);
    let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}'s {kind} away")
}

/// The movement with targets of any contents.
fn to_anything(movement: &Movement) -> Movement {
    Movement::from_patterns(movement.patterns().iter().map(|pattern| {
        let mut pattern = pattern.clone();
        if let Pattern::Walk(walk) = &mut pattern
            && let Some(last) = walk.legs.last_mut()
        {
            last.pass = Contents::EMPTY;
            last.take = Contents::ENEMY;
        }
        pattern
    }))
}

/// Whether a pattern is a step to a neighbor, a leap, or something else.
fn kind(pattern: &Pattern) -> &'static str {
    let is_leap = |leg: &Leg| leg.range == Range::UpTo(1) && leg.inside == Inside::Anything;
    match pattern {
        Pattern::Walk(walk) if walk.repeat.is_none() => match walk.legs.as_slice() {
            [leg] if is_leap(leg) && leg.step == Step::Radial(1) => "step",
            [leg] if is_leap(leg) => "leap",
            _ => "move",
        },
        _ => "move",
    }
}
