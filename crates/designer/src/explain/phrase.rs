//! Phrases for single legs.

use ferz::definition::one_of;
use ferz::geometry::{CompactSort, Headings, Step};
use ferz::movement::{Curve, Inside, Range};

use super::direction::{leap_directions, list, number, oblique, radial, squares};
use super::strand::Shape;
use super::targets::{leaper, leaper_with_vector, leaps_with_size, manner, many, span};

/// The connection of a clause to the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// The first clause.
    First,
    /// The leg must follow.
    Then,
    /// The leg may follow.
    May,
    /// The leg must follow, and is made by the piece of the previous clause.
    Which,
}

/// A verb with its complements: `slide` and `any number of squares orthogonally`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    pub(super) joint: Joint,
    pub(super) verb: &'static str,
    pub(super) rest: String,
}

/// The en passant squares of a piece that leaves marks wherever it passes.
pub(super) const PASSED: &str = "a square it passed";

/// A way of moving: clauses in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) clauses: Vec<Clause>,
    /// The object of `captures`, if the move can only capture.
    pub(super) capture: String,
    /// The en passant squares that the move leaves, if any: `a square it passed`.
    pub(super) marks: Option<&'static str>,
}

impl Phrase {
    pub(super) fn new(verb: &'static str, rest: impl Into<String>) -> Phrase {
        let rest = rest.into();
        Phrase {
            capture: rest.clone(),
            clauses: vec![Clause {
                joint: Joint::First,
                verb,
                rest,
            }],
            marks: None,
        }
    }

    pub(super) fn capturing(mut self, capture: impl Into<String>) -> Phrase {
        self.capture = capture.into();
        self
    }

    /// `slides …, then steps …`
    pub(super) fn third_person(&self) -> String {
        self.written(true)
    }

    /// `slide …, then step …`
    pub(super) fn infinitive(&self) -> String {
        self.written(false)
    }

    fn written(&self, third_person: bool) -> String {
        let mut text = String::new();
        let mut third_person = third_person;
        for clause in &self.clauses {
            match clause.joint {
                Joint::First => {}
                Joint::Then if third_person => text.push_str(", then "),
                Joint::Then => text.push_str(" and then "),
                Joint::Which => {
                    text.push_str(", which then ");
                    third_person = true;
                }
                Joint::May => {
                    text.push_str(", and may then ");
                    third_person = false;
                }
            }
            if third_person {
                text.push_str(&inflected(clause.verb));
            } else {
                text.push_str(clause.verb);
            }
            if !clause.rest.is_empty() {
                text.push(' ');
                text.push_str(&clause.rest);
            }
        }
        text
    }
}

fn inflected(verb: &str) -> String {
    match verb.split_once(' ') {
        Some((first, rest)) => format!("{} {rest}", inflected(first)),
        None if verb.ends_with("ss") || verb.ends_with('o') => format!("{verb}es"),
        None => format!("{verb}s"),
    }
}

/// The absolute vectors of a step on these headings.
pub(super) fn sizes(step: Step, headings: Headings) -> Vec<(u8, u8)> {
    match step {
        Step::Oblique(short, long) => vec![(short, long)],
        Step::Radial(n) => {
            let kinds = [(Headings::ORTHOGONAL, (0, n)), (Headings::DIAGONAL, (n, n))];
            kinds
                .into_iter()
                .filter(|(kind, _)| !headings.intersection(*kind).is_empty())
                .map(|(_, size)| size)
                .collect()
        }
    }
}

/// Whether a step goes in all directions of its kind.
fn is_whole(step: Step, headings: Headings) -> bool {
    match step {
        Step::Oblique(..) => headings == Headings::ALL,
        Step::Radial(_) => {
            headings == Headings::ALL
                || headings == Headings::ORTHOGONAL
                || headings == Headings::DIAGONAL
        }
    }
}

/// `, like a rook` if the headings are exactly those of a rook, and so on.
fn slider(headings: Headings) -> &'static str {
    match headings {
        Headings::ALL => ", like a queen",
        Headings::ORTHOGONAL => ", like a rook",
        Headings::DIAGONAL => ", like a bishop",
        _ => "",
    }
}

/// Whether a leg is a plain leap in all directions, which are listed together.
pub(super) fn is_listed_leap(shape: &Shape, headings: Headings) -> bool {
    shape.is_single() && shape.step != Step::Radial(1) && is_whole(shape.step, headings)
}

/// Several kinds of leaps in one phrase.
pub(super) fn leaps(vectors: &[(u8, u8)]) -> Phrase {
    let mut sorted = vectors.to_vec();
    sorted.sort_compactly_by_key(|(short, long)| (*long, *short));
    sorted.dedup();
    let ring = |n: u8| (0..=n).map(|short| (short, n)).collect::<Vec<_>>();
    for n in [2, 3] {
        if sorted == ring(n) {
            let names: Vec<String> = sorted
                .iter()
                .filter_map(|(short, long)| leaper(*short, *long))
                .map(one_of)
                .collect();
            let rest = format!(
                "to any square at distance {} (as {})",
                number(n.into()),
                list(&names, "or")
            );
            return Phrase::new("leap", rest.clone()).capturing(format!("by leaping {rest}"));
        }
    }
    let rest = match sorted[..] {
        [(0, n)] => format!("exactly {} orthogonally", squares(n.into())),
        [(m, n)] if m == n => format!("exactly {} diagonally", squares(n.into())),
        [(0, m), (k, n)] if k == n && m == n => {
            format!("exactly {} orthogonally or diagonally", squares(n.into()))
        }
        _ => {
            let names: Vec<String> = sorted
                .iter()
                .map(|(short, long)| leaper_with_vector(*short, *long))
                .collect();
            format!("like {}", list(&names, "or"))
        }
    };
    Phrase::new("leap", rest.clone()).capturing(format!("by leaping {rest}"))
}

/// A leap in words: `exactly two squares orthogonally`, `like a knight (1,2)`.
pub(super) fn one_leap(step: Step, headings: Headings) -> String {
    match step {
        Step::Radial(n) => format!(
            "exactly {} {}",
            squares(n.into()),
            leap_directions(headings)
        ),
        Step::Oblique(short, long) => {
            let like = format!("like {}", leaper_with_vector(short, long));
            match oblique(short, long, headings) {
                None => like,
                Some(words) if words.contains(" squares ") => {
                    let name = leaper(short, long)
                        .map_or_else(|| format!("({short},{long}) leaper"), str::to_owned);
                    format!("like {}, {words}", one_of(&name))
                }
                Some(words) => format!("{like} {words}"),
            }
        }
    }
}

/// The phrase of a single leg on these headings.
pub(super) fn single(shape: &Shape, headings: Headings) -> Phrase {
    let mut phrase = plain(shape, headings);
    let marks = shape.marks && shape.range != Range::ToMiddle;
    phrase.marks = marks.then_some(PASSED);
    phrase
}

fn plain(shape: &Shape, headings: Headings) -> Phrase {
    if shape.curve != Curve::Straight {
        return curved(shape, headings);
    }
    let step = shape.step;
    let manner = manner(shape);
    match (step, shape.range) {
        (Step::Radial(1), Range::ToMiddle) => Phrase::new(
            "advance",
            format!(
                "{} as far as the middle of the board, and one square at a time beyond it{manner}",
                radial(headings)
            ),
        ),
        (Step::Radial(1), range) => {
            let to = radial(headings);
            let like = match range {
                _ if shape.skip > 0 => "",
                Range::UpTo(1) if headings == Headings::ALL => ", like a king",
                Range::UpTo(_) => "",
                _ => slider(headings),
            };
            let verb = match range {
                Range::UpTo(1) => "step",
                _ => "slide",
            };
            let rest = format!("{} {to}{like}{manner}", span(range, shape.skip));
            let phrase = Phrase::new(verb, rest);
            if shape.skip == 0 && !matches!(range, Range::UpTo(_)) {
                return phrase.capturing(format!("at any distance {to}{like}{manner}"));
            }
            phrase
        }
        (_, Range::UpTo(1)) => {
            let rest = format!("{}{manner}", one_leap(step, headings));
            let (verb, by) = match shape.inside {
                Inside::Empty | Inside::HalfwayEmpty => ("move", "moving"),
                _ => ("leap", "leaping"),
            };
            Phrase::new(verb, rest.clone()).capturing(format!("by {by} {rest}"))
        }
        (_, range) => {
            let leaps = leaps_with_size(step);
            let to = match step {
                Step::Radial(_) => format!(", {}", leap_directions(headings)),
                Step::Oblique(..) => each(step, headings),
            };
            let rest = format!("{} {leaps} in one direction{to}{manner}", many(range));
            Phrase::new("make", rest.clone()).capturing(format!("by making {rest}"))
        }
    }
}

/// The directions of the leaps of an oblique rider: `, each to the right`; empty if it goes everywhere.
pub(super) fn each(step: Step, headings: Headings) -> String {
    match step {
        Step::Oblique(a, b) => {
            oblique(a, b, headings).map_or_else(String::new, |words| format!(", each {words}"))
        }
        Step::Radial(_) => String::new(),
    }
}

/// The phrase of a crooked or circular rider.
fn curved(shape: &Shape, headings: Headings) -> Phrase {
    let straight = match shape.step {
        Step::Radial(_) if headings == Headings::ALL => None,
        Step::Radial(_) => Some(radial(headings)),
        Step::Oblique(a, b) => oblique(a, b, headings),
    };
    let begin = straight
        .as_ref()
        .map_or_else(String::new, |to| format!(", beginning {to}"));
    let kind = match (shape.step, shape.curve) {
        (Step::Oblique(..), _) => format!("{}{begin}", leaps_with_size(shape.step)),
        (Step::Radial(1), Curve::Circular) => {
            format!("orthogonal and diagonal steps in turn{begin}")
        }
        (Step::Radial(n), Curve::Circular) => {
            let length = squares(n.into());
            format!("orthogonal and diagonal leaps of {length} in turn{begin}")
        }
        (step, _) => {
            let unit = match step {
                Step::Radial(1) => "steps".to_owned(),
                step => leaps_with_size(step),
            };
            match straight.as_deref() {
                Some("orthogonally") => format!("orthogonal {unit}"),
                Some("diagonally") => format!("diagonal {unit}"),
                Some(_) => format!("{unit}{begin}"),
                None => format!("{unit}, beginning in any direction"),
            }
        }
    };
    let how = match shape.curve {
        Curve::Circular => "turning 45° to the same side after each",
        _ => "turning 90° alternately to the right and to the left",
    };
    let rest = format!(
        "{} {kind}, {how}{}, as long as the squares on the way are empty",
        many(shape.range),
        manner(shape)
    );
    Phrase::new("make", rest.clone()).capturing(format!("by making {rest}"))
}
