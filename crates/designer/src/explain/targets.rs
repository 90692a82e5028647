//! Pieces on which a move may end, and the conditions on the squares within its steps, in words.

use ferz::definition::one_of;
use ferz::geometry::Step;
use ferz::movement::{Contents, Curve, Inside, Range};

use super::direction::{number, squares};
use super::strand::Shape;

/// Any piece.
const EITHER: Contents = Contents::FRIEND.union(Contents::ENEMY);
const OWN_OR_ROYAL: Contents = Contents::FRIEND.union(Contents::ROYAL);
const OWN_OR_COMMONER: Contents = Contents::FRIEND.union(Contents::COMMONER);

/// A piece without an article: `enemy`, `piece of its own side`.
pub(super) fn piece(contents: Contents) -> &'static str {
    match contents {
        Contents::FRIEND => "piece of its own side",
        Contents::ROYAL => "enemy royal piece",
        Contents::COMMONER => "enemy that is not royal",
        Contents::ENEMY => "enemy",
        OWN_OR_ROYAL => "piece of its own side or enemy royal piece",
        OWN_OR_COMMONER => "piece of its own side or enemy that is not royal",
        EITHER => "piece of either side",
        _ => "piece",
    }
}

/// The pieces that a move captures: `its own pieces`; `None` for any enemy, as usual.
pub(super) fn prey(take: Contents) -> Option<&'static str> {
    match take {
        Contents::FRIEND => Some("its own pieces"),
        Contents::ROYAL => Some("royal pieces"),
        Contents::COMMONER => Some("enemies that are not royal"),
        OWN_OR_ROYAL => Some("its own pieces and enemy royal pieces"),
        OWN_OR_COMMONER => Some("its own pieces and enemies that are not royal"),
        EITHER => Some("friend and foe"),
        _ => None,
    }
}

/// The usual name of a leaper by its vector.
pub(super) fn leaper(short: u8, long: u8) -> Option<&'static str> {
    Some(match (short, long) {
        (0, 1) => "wazir",
        (1, 1) => "ferz",
        (0, 2) => "dabbaba",
        (1, 2) => "knight",
        (2, 2) => "alfil",
        (0, 3) => "threeleaper",
        (1, 3) => "camel",
        (2, 3) => "zebra",
        (3, 3) => "tripper",
        (1, 4) => "giraffe",
        (2, 4) => "stag",
        (3, 4) => "antelope",
        (0, 4) => "fourleaper",
        _ => return None,
    })
}

/// A leaper with its vector: `a knight (1,2)`, `a (2,5) leaper`.
pub(super) fn leaper_with_vector(short: u8, long: u8) -> String {
    match leaper(short, long) {
        Some(name) => format!("{} ({short},{long})", one_of(name)),
        None => format!("a ({short},{long}) leaper"),
    }
}

/// The leaps of a leaper: `knight's leaps`, or `(2,5) leaps` if it has no name.
pub(super) fn leaps_of(short: u8, long: u8) -> String {
    match leaper(short, long) {
        Some(name) => format!("{name}'s leaps"),
        None => format!("({short},{long}) leaps"),
    }
}

/// The steps of a rider: `leaps of two squares`, `knight's leaps (1,2)`.
pub(super) fn leaps_with_size(step: Step) -> String {
    match step {
        Step::Radial(n) => format!("leaps of {}", squares(n.into())),
        Step::Oblique(a, b) if leaper(a, b).is_some() => format!("{} ({a},{b})", leaps_of(a, b)),
        Step::Oblique(a, b) => leaps_of(a, b),
    }
}

/// A number of steps: `two squares`, `two leaps`.
pub(super) fn steps(step: Step, n: u8) -> String {
    match (step, n) {
        (Step::Radial(1), n) => squares(n.into()),
        (_, 1) => "one leap".to_owned(),
        (_, n) => format!("{} leaps", number(n.into())),
    }
}

/// The number of steps of a rider: `one or two`, `any number of`.
pub(super) fn many(range: Range) -> String {
    match range {
        Range::UpTo(1) => "one".to_owned(),
        Range::UpTo(2) => "one or two".to_owned(),
        Range::UpTo(n) => format!("one to {}", number(n.into())),
        Range::Unlimited | Range::Rest | Range::ToMiddle => "any number of".to_owned(),
    }
}

/// The length of a slide: `up to two squares`, `two or more squares`.
pub(super) fn span(range: Range, skip: u8) -> String {
    let least = number(usize::from(skip) + 1);
    match (range, skip) {
        (Range::UpTo(n), 0) if n > 1 => format!("up to {}", squares(n.into())),
        (Range::UpTo(n), skip) if n > skip.saturating_add(1) => {
            format!("{least} to {}", squares(n.into()))
        }
        (Range::UpTo(n), _) => squares(n.into()),
        (_, 0) => "any number of squares".to_owned(),
        _ => format!("{least} or more squares"),
    }
}

/// The conditions on the squares on the way, apart from being empty between steps:
/// `, each with the square in between empty`.
pub(super) fn manner(shape: &Shape) -> String {
    let mut text = inside(shape);
    match shape.skip {
        0 => {}
        1 => text.push_str(", passing over the first square whatever is there"),
        n => text.extend([
            ", passing over the first ",
            &squares(n.into()),
            " whatever is there",
        ]),
    }
    let counts_ranks = shape.step != Step::Radial(1) || shape.curve != Curve::Straight;
    if shape.range == Range::ToMiddle && counts_ranks {
        text.push_str(", at most one for each rank up to the middle of the board");
    }
    text
}

/// The condition on the squares within its steps: `, if the square in between is empty`.
fn inside(shape: &Shape) -> String {
    let is_single = shape.range == Range::UpTo(1);
    let (place, are) = between(shape);
    match shape.inside {
        Inside::Anything => String::new(),
        Inside::Empty | Inside::HalfwayEmpty if is_single => format!(", if {place} {are} empty"),
        Inside::Empty | Inside::HalfwayEmpty => format!(", each with {place} empty"),
        Inside::Occupied | Inside::HalfwayOccupied => {
            let only = if is_single { "but only" } else { "each" };
            match shape.step {
                Step::Radial(2) => format!(", {only} over a piece"),
                _ if shape.inside == Inside::Occupied => {
                    format!(", {only} over at least one piece")
                }
                _ => format!(", {only} with a piece on {place}"),
            }
        }
    }
}

/// The squares within a step that matter, and the verb for them: `the square in between` and `is`.
fn between(shape: &Shape) -> (String, &'static str) {
    match (shape.step, shape.inside) {
        (Step::Radial(2), _) => ("the square in between".to_owned(), "is"),
        (Step::Oblique(1, 2), _) => (
            "the square next to it in the long direction of the leap".to_owned(),
            "is",
        ),
        (_, Inside::HalfwayEmpty | Inside::HalfwayOccupied) => (
            "the square halfway, rounded towards its start,".to_owned(),
            "is",
        ),
        (Step::Radial(n), _) => (
            format!("the {} squares in between", number(usize::from(n) - 1)),
            "are",
        ),
        (Step::Oblique(..), _) => ("the squares in between".to_owned(), "are"),
    }
}
