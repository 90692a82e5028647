//! Resolved movements in words, leg by leg.

use ferz::geometry::{Heading, Headings, Offset, Step, Wrap};
use ferz::movement::{
    Bend, BendSide, Castle, Contents, Curve, Imitation, Initial, Inside, Leg, Movement, Pattern,
    Placement, Range, Side, Turn, Universal, Walk,
};

/// The patterns of a movement, with a line for each pattern and each leg. Vectors are those of the owner:
/// `(1,2)` is one file to the right and two ranks forward.
///
/// ```
/// use ferz::movement::Movement;
/// use ferz_designer::render::legs_text;
///
/// let pawn = Movement::new("fmWfcF").unwrap();
/// assert_eq!(
///     legs_text(&pawn),
///     "1. walk\n   \
///        leg 1: one step (0,1), ending on an empty square\n\
///      2. walk\n   \
///        leg 1: one step (1,1) (-1,1), taking an enemy\n"
/// );
/// ```
pub fn legs_text(movement: &Movement) -> String {
    if movement.is_empty() {
        return "no moves\n".to_owned();
    }
    let mut text = String::new();
    for (index, pattern) in legs_list(movement).iter().enumerate() {
        let number = (index + 1).to_string();
        text.extend([&number, ". ", &pattern.kind, "\n"]);
        for (index, leg) in pattern.legs.iter().enumerate() {
            let number = (index + 1).to_string();
            text.extend(["   leg ", &number, ": ", leg, "\n"]);
        }
    }
    text
}

/// A pattern in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternWords {
    /// The kind of the pattern, and the condition under which it applies.
    pub kind: String,
    /// The legs, in order.
    pub legs: Vec<String>,
}

/// The patterns of a movement and their legs, in the words of [`legs_text`].
pub fn legs_list(movement: &Movement) -> Vec<PatternWords> {
    let words = |pattern: &Pattern| match pattern {
        Pattern::Walk(walk) => walk_list(walk),
        Pattern::Castle(castle) => PatternWords {
            kind: castle_words(*castle),
            legs: Vec::new(),
        },
        Pattern::Universal(leap) => PatternWords {
            kind: universal_words(*leap),
            legs: Vec::new(),
        },
        Pattern::Imitation(imitation) => PatternWords {
            kind: imitation_words(*imitation),
            legs: Vec::new(),
        },
        Pattern::Placement(placement) => PatternWords {
            kind: placement_words(*placement),
            legs: Vec::new(),
        },
    };
    movement.patterns().iter().map(words).collect()
}

/// A walk and its legs.
pub(crate) fn walk_list(walk: &Walk) -> PatternWords {
    let count = walk.legs.len();
    let legs = walk.legs.iter().enumerate();
    PatternWords {
        kind: walk_words(walk),
        legs: legs
            .map(|(at, leg)| leg_words(leg, at + 1 == count))
            .collect(),
    }
}

fn walk_words(walk: &Walk) -> String {
    let mut words = vec!["walk"];
    words.extend(initial_words(walk.initial));
    let mut text = words.join(", ");
    if let Some(repeat) = walk.repeat {
        let stretch = match (repeat.from + 1, repeat.to) {
            (one, other) if one == other => format!("leg {one}"),
            (one, other) => format!("legs {one} to {other}"),
        };
        let most = match repeat.at_most {
            Some(most) => format!("at most {most} times"),
            None => "any number of times".to_owned(),
        };
        text.extend([", ", &stretch, " ", &most, " or not at all"]);
    }
    text
}

const fn initial_words(initial: Initial) -> Option<&'static str> {
    match initial {
        Initial::Any => None,
        Initial::Unmoved => Some("while unmoved"),
        Initial::OneAhead => Some("one rank ahead of where it would be unmoved"),
    }
}

fn castle_words(castle: Castle) -> String {
    let side = match castle.side {
        Side::Left => "left",
        Side::Right => "right",
    };
    let partner = match castle.inset {
        0 => "the piece at the edge".to_owned(),
        n => format!("the piece {n} in from the edge"),
    };
    let initial = initial_words(castle.initial).map_or(String::new(), |words| format!(", {words}"));
    format!(
        "castling, {} to the {side} with {partner}{initial}",
        count(castle.distance, "square")
    )
}

fn universal_words(leap: Universal) -> String {
    let mut parts = vec!["leap to any other square".to_owned()];
    parts.extend(initial_words(leap.initial).map(str::to_owned));
    if leap.unload {
        parts.push("putting the victim down where it begins".to_owned());
    }
    let mut ends = end_words(leap.pass, leap.take, true);
    if leap.relay {
        ends.push(relay_words(true).to_owned());
    }
    parts.push(ends.join(" or "));
    parts.join(", ")
}

fn imitation_words(imitation: Imitation) -> String {
    let mut parts = vec!["the moves of the piece that moved last".to_owned()];
    if imitation.turned {
        parts.push("backward".to_owned());
    }
    parts.extend(initial_words(imitation.initial).map(str::to_owned));
    let mut ends = end_words(imitation.pass, imitation.take, true);
    if imitation.en_passant {
        ends.push("taking en passant".to_owned());
    }
    parts.push(ends.join(" or "));
    parts.join(", ")
}

fn placement_words(placement: Placement) -> String {
    let mut parts = vec!["drop".to_owned()];
    if let Some(depth) = placement.depth {
        parts.push(format!("on the first {}", count(depth, "rank")));
    }
    if placement.inset > 0 {
        parts.push(format!(
            "but for the first {}",
            count(placement.inset, "rank")
        ));
    }
    let limits = [
        (placement.per_file, "a file"),
        (placement.per_shade, "squares of one shade"),
        (placement.on_board, "the board"),
    ];
    for (limit, place) in limits {
        if let Some(limit) = limit {
            parts.push(format!("at most {limit} on {place}"));
        }
    }
    parts.join(", ")
}

const fn relay_words(is_last: bool) -> &'static str {
    if is_last {
        "borrowing the moves of a friend"
    } else {
        "handing over to a friend"
    }
}

fn leg_words(leg: &Leg, is_last: bool) -> String {
    let mut first = range_words(leg.range);
    first.push(' ');
    first.push_str(&course_words(leg));
    let mut parts = vec![first];
    match leg.curve {
        Curve::Straight => {}
        Curve::Crooked => parts.push("turning by 90° to either side in turn".to_owned()),
        Curve::Circular => parts.push("turning by 45° at every step".to_owned()),
    }
    match leg.inside {
        Inside::Anything => {}
        Inside::Empty => parts.push("not leaping".to_owned()),
        Inside::Occupied => parts.push("over at least one piece".to_owned()),
        Inside::HalfwayEmpty => parts.push("not leaping over the square halfway".to_owned()),
        Inside::HalfwayOccupied => parts.push("over a piece halfway".to_owned()),
    }
    match leg.wrap {
        Wrap::None => {}
        Wrap::Cylinder => parts.push("on a cylinder".to_owned()),
        Wrap::Torus => parts.push("on a torus".to_owned()),
    }
    if leg.skip > 0 {
        parts.push(format!(
            "passing {} whatever is there",
            count(leg.skip, "square")
        ));
    }
    if leg.iso {
        parts.push("as long as the latest slide".to_owned());
    }
    if leg.unload {
        parts.push("putting the latest victim down where it begins".to_owned());
    }
    let mut ends = end_words(leg.pass, leg.take, is_last);
    if leg.en_passant {
        ends.push("taking en passant".to_owned());
    }
    if leg.edge {
        ends.push("leaving the board".to_owned());
    }
    if leg.relay {
        ends.push(relay_words(is_last).to_owned());
    }
    parts.push(ends.join(" or "));
    if leg.marks {
        parts.push("leaving en passant squares behind".to_owned());
    }
    parts.join(", ")
}

fn range_words(range: Range) -> String {
    match range {
        Range::UpTo(1) => "one step".to_owned(),
        Range::UpTo(n) => format!("1 to {n} steps"),
        Range::Unlimited => "any number of steps".to_owned(),
        Range::ToMiddle => "steps to the middle of the board".to_owned(),
        Range::Rest => "the steps that are left".to_owned(),
    }
}

/// The directions of the steps: vectors on the first leg, turns on the others.
fn course_words(leg: &Leg) -> String {
    let turns: Vec<String> = match &leg.turn {
        Turn::Absolute(headings) => {
            let headings = headings.intersection(leg.owned);
            let offsets = headings.iter().map(|one| pair(leg.step.offset(one)));
            return offsets.collect::<Vec<_>>().join(" ");
        }
        Turn::Relative(turns, bends) => turns
            .iter()
            .map(turn_words)
            .chain(bends.iter().copied().map(bend_words))
            .collect(),
        Turn::Outward => vec!["as straight on as can be".to_owned()],
        Turn::Onward => vec!["on along the curve".to_owned()],
    };
    format!("{} {}", step_words(leg.step, leg.owned), turns.join(" or "))
}

fn step_words(step: Step, owned: Headings) -> String {
    match step {
        Step::Oblique(a, b) => format!("({a},{b})"),
        Step::Radial(n) => {
            let mut kinds = Vec::new();
            if !owned.intersection(Headings::ORTHOGONAL).is_empty() {
                kinds.push(format!("(0,{n})"));
            }
            if !owned.intersection(Headings::DIAGONAL).is_empty() {
                kinds.push(format!("({n},{n})"));
            }
            kinds.join("/")
        }
    }
}

fn turn_words(turn: Heading) -> String {
    match turn.number() {
        0 => "straight on".to_owned(),
        4 => "back".to_owned(),
        n @ 1..=3 => format!("{}° right", 45 * n as u16),
        n => format!("{}° left", 45 * (8 - n) as u16),
    }
}

fn bend_words(bend: Bend) -> String {
    let side = match bend.side {
        BendSide::Same => "the same side",
        BendSide::Opposite => "the other side",
    };
    format!("{}° to {side}", 45 * bend.eighths as u16)
}

fn end_words(pass: Contents, take: Contents, is_last: bool) -> Vec<String> {
    let mut words = Vec::new();
    if !pass.is_empty() {
        let lead = if is_last {
            "ending on"
        } else {
            "going on from"
        };
        words.push(format!("{lead} {}", contents_words(pass)));
    }
    if !take.is_empty() {
        words.push(format!("taking {}", contents_words(take)));
    }
    words
}

/// Names of square contents, larger sets first.
const NAMES: [(Contents, &str); 8] = [
    (Contents::OCCUPIED, "an occupied square"),
    (Contents::ENEMY, "an enemy"),
    (Contents::EMPTY, "an empty square"),
    (Contents::FRIEND, "a friend"),
    (Contents::COMMONER, "an enemy that is not royal"),
    (Contents::ROYAL, "an enemy that is royal"),
    (Contents::WALL, "a wall"),
    (Contents::ABSENT, "a vanished square"),
];

fn contents_words(contents: Contents) -> String {
    if contents.includes(Contents::ANY) {
        return "any square".to_owned();
    }
    let mut rest = contents;
    let mut words = Vec::new();
    for (part, name) in NAMES {
        if rest.includes(part) {
            words.push(name);
            rest = rest.difference(part);
        }
    }
    words.join(" or ")
}

fn pair(offset: Offset) -> String {
    format!("({},{})", offset.dx, offset.dy)
}

fn count(number: u8, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
