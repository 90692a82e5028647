//! Phrases for single legs.

use ferz::geometry::{Headings, Step};
use ferz::movement::{Contents, Curve, Inside, Range};

use super::direction::{leap_directions, list, number, oblique, radial, squares};
use super::strand::Shape;

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

/// A noun with its article: `a knight`, `an alfil`.
pub(super) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {noun}")
}

/// A leaper with its vector: `a knight (1,2)`, `a (2,5) leaper`.
pub(super) fn leaper_with_vector(short: u8, long: u8) -> String {
    match leaper(short, long) {
        Some(name) => format!("{} ({short},{long})", with_article(name)),
        None => format!("a ({short},{long}) leaper"),
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
    sorted.sort_unstable_by_key(|(short, long)| (*long, *short));
    sorted.dedup();
    let ring = |n: u8| (0..=n).map(|short| (short, n)).collect::<Vec<_>>();
    for n in [2, 3] {
        if sorted == ring(n) {
            let names: Vec<String> = sorted
                .iter()
                .filter_map(|(short, long)| leaper(*short, *long))
                .map(with_article)
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

/// The direction of a step, without its length: `orthogonally`.
fn course(step: Step, headings: Headings) -> String {
    match step {
        Step::Radial(_) => radial(headings),
        Step::Oblique(short, long) => oblique(short, long, headings).unwrap_or_default(),
    }
}

/// A leap in words: `exactly two squares orthogonally`, `like a knight (1,2)`.
fn one_leap(step: Step, headings: Headings) -> String {
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
                    format!("like {}, {words}", with_article(&name))
                }
                Some(words) => format!("{like} {words}"),
            }
        }
    }
}

/// The squares within a leap: `the square in between`, `the two squares in between`.
fn between(step: Step) -> String {
    match step {
        Step::Radial(2) => "the square in between".to_owned(),
        Step::Radial(n) => format!("the {} squares in between", number(usize::from(n) - 1)),
        Step::Oblique(1, 2) => "the square next to it in the long direction of the leap".to_owned(),
        Step::Oblique(..) => "the squares in between".to_owned(),
    }
}

fn are(step: Step) -> &'static str {
    match step {
        Step::Radial(2) | Step::Oblique(1, 2) => "is",
        _ => "are",
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
    let step = shape.step;
    match shape.curve {
        Curve::Straight => {}
        Curve::Crooked | Curve::Circular => return curved(shape, headings),
    }
    let to = course(step, headings);
    match (step, shape.range) {
        (Step::Radial(1), _) if shape.skip > 0 => {
            let passed = match shape.skip {
                1 => "the first square".to_owned(),
                n => format!("the first {} squares", number(n.into())),
            };
            let length = match shape.range {
                Range::UpTo(n) => format!(
                    "{} to {}",
                    number(usize::from(shape.skip) + 1),
                    squares(n.into())
                ),
                _ => format!("{} or more squares", number(usize::from(shape.skip) + 1)),
            };
            let rest = format!("{length} {to}, passing over {passed} whatever is there");
            Phrase::new("slide", rest)
        }
        (Step::Radial(1), Range::UpTo(1)) => {
            let like = if headings == Headings::ALL {
                ", like a king"
            } else {
                ""
            };
            Phrase::new("step", format!("one square {to}{like}"))
        }
        (Step::Radial(1), Range::UpTo(n)) => {
            Phrase::new("slide", format!("up to {} {to}", squares(n.into())))
        }
        (Step::Radial(1), Range::Unlimited | Range::Rest) => {
            let like = slider(headings);
            Phrase::new("slide", format!("any number of squares {to}{like}"))
                .capturing(format!("at any distance {to}{like}"))
        }
        (_, Range::ToMiddle) => Phrase::new(
            "advance",
            format!("{to} as far as the middle of the board, and one square at a time beyond it"),
        ),
        (_, Range::UpTo(1)) => {
            let leap = one_leap(step, headings);
            match shape.inside {
                Inside::Anything => {
                    Phrase::new("leap", leap.clone()).capturing(format!("by leaping {leap}"))
                }
                Inside::Empty | Inside::HalfwayEmpty => {
                    let condition = format!("if {} {} empty", between(step), are(step));
                    let rest = format!("{leap}, {condition}");
                    let capture = format!("by moving {rest}");
                    Phrase::new("move", rest).capturing(capture)
                }
                Inside::Occupied | Inside::HalfwayOccupied => {
                    let over = match step {
                        Step::Radial(2) => "a piece".to_owned(),
                        _ => "at least one piece".to_owned(),
                    };
                    Phrase::new("leap", format!("{leap}, but only over {over}"))
                        .capturing(format!("by leaping {leap}, but only over {over}"))
                }
            }
        }
        (_, range) => {
            let many = match range {
                Range::UpTo(2) => "one or two".to_owned(),
                Range::UpTo(n) => format!("one to {}", number(n.into())),
                _ => "any number of".to_owned(),
            };
            let lame = match shape.inside {
                Inside::Anything => "",
                Inside::Empty | Inside::HalfwayEmpty => ", never over a piece",
                Inside::Occupied | Inside::HalfwayOccupied => ", only over pieces",
            };
            let rest = match step {
                Step::Radial(n) => format!(
                    "{many} leaps of {} in one direction, {}{lame}",
                    squares(n.into()),
                    leap_directions(headings)
                ),
                Step::Oblique(a, b) => {
                    let each = match oblique(a, b, headings) {
                        None => String::new(),
                        Some(words) => format!(", each {words}"),
                    };
                    let leaps = leaps_of(a, b);
                    format!("{many} {leaps} ({a},{b}) in one direction{each}{lame}")
                }
            };
            Phrase::new("make", rest.clone()).capturing(format!("by making {rest}"))
        }
    }
}

/// The leaps of a leaper: `knight's leaps`, or `leaps` if it has no name.
pub(super) fn leaps_of(short: u8, long: u8) -> String {
    leaper(short, long).map_or_else(|| "leaps".to_owned(), |name| format!("{name}'s leaps"))
}

/// The phrase of a crooked or circular rider.
fn curved(shape: &Shape, headings: Headings) -> Phrase {
    let (unit, to) = match shape.step {
        Step::Radial(1) => ("steps".to_owned(), radial(headings)),
        Step::Radial(n) => (
            format!("leaps of {}", squares(n.into())),
            leap_directions(headings),
        ),
        Step::Oblique(a, b) => (
            format!("{} ({a},{b})", leaps_of(a, b)),
            oblique(a, b, headings).unwrap_or_default(),
        ),
    };
    let kind = match (shape.step, shape.curve) {
        (Step::Radial(_), Curve::Circular) => "orthogonal and diagonal steps in turn".to_owned(),
        (Step::Radial(1), _) => match to.as_str() {
            "orthogonally" => "orthogonal steps".to_owned(),
            "diagonally" => "diagonal steps".to_owned(),
            _ => format!("{unit}, beginning {to}"),
        },
        _ if to.is_empty() => unit,
        _ => format!("{unit}, beginning {to}"),
    };
    let how = match shape.curve {
        Curve::Circular => "turning 45° to the same side after each",
        _ => "turning 90° alternately to the right and to the left",
    };
    let many = match shape.range {
        Range::UpTo(n) => format!("one to {}", number(n.into())),
        _ => "any number of".to_owned(),
    };
    let rest = format!("{many} {kind}, {how}, as long as the squares on the way are empty");
    Phrase::new("make", rest.clone()).capturing(format!("by making {rest}"))
}

/// The phrase before the piece on whose square a leg ends without capturing it.
pub(super) const ONTO: &str = "to the square of the first ";

/// A leg of several: its verb, and its length with its direction `to`, which depends on the previous leg.
pub(super) fn leg(shape: &Shape, to: &str, like: &str, is_last: bool) -> (&'static str, String) {
    let ends = shape.ends;
    let hops =
        ends.take.is_empty() && !ends.pass.is_empty() && Contents::OCCUPIED.includes(ends.pass);
    let length = match (shape.step, shape.range) {
        (Step::Radial(1), Range::UpTo(1)) => ("step", "one square".to_owned()),
        (Step::Radial(1), Range::UpTo(n)) => ("slide", format!("up to {}", squares(n.into()))),
        (Step::Radial(1), Range::ToMiddle) => {
            ("advance", "up to the middle of the board".to_owned())
        }
        (Step::Radial(1), Range::Rest) => ("slide", "the rest of its range".to_owned()),
        (Step::Radial(1), Range::Unlimited) => ("slide", "any number of squares".to_owned()),
        (Step::Radial(n), Range::UpTo(1)) => ("leap", squares(n.into())),
        (Step::Oblique(a, b), Range::UpTo(1)) => {
            ("leap", format!("like {}", leaper_with_vector(a, b)))
        }
        (Step::Radial(n), _) => (
            "make",
            format!("any number of leaps of {}", squares(n.into())),
        ),
        (Step::Oblique(a, b), _) => (
            "make",
            format!("any number of {} ({a},{b})", leaps_of(a, b)),
        ),
    };
    let (verb, mut rest) = length;
    if !to.is_empty() {
        rest.push(' ');
        rest.push_str(to);
    }
    rest.push_str(like);
    if shape.inside == Inside::Empty {
        rest.push_str(", not over a piece");
    }
    if shape.iso {
        rest.push_str(", exactly as far as before");
    }
    match shape.curve {
        Curve::Straight => {}
        Curve::Crooked => rest.push_str(" on a zigzag"),
        Curve::Circular => rest.push_str(" on a curve"),
    }
    rest = rest.replace(" straight on on a ", " on along the ");
    if is_last {
        return (verb, rest);
    }
    let adjacent = shape.range == Range::UpTo(1);
    let piece = |contents: Contents| match contents {
        Contents::FRIEND => "piece of its own side",
        Contents::ROYAL => "enemy royal piece",
        Contents::COMMONER => "enemy that is not royal",
        Contents::ENEMY => "enemy",
        _ => "piece",
    };
    let target = |contents: Contents| {
        let noun = piece(contents);
        let far = match (shape.step, adjacent) {
            (Step::Radial(1), true) => {
                let to = if to.is_empty() {
                    String::new()
                } else {
                    format!(" {to}")
                };
                return format!("an adjacent {noun}{to}");
            }
            _ => "at any distance",
        };
        let article = with_article(noun);
        let to = if to.is_empty() {
            String::new()
        } else {
            format!(" {to}")
        };
        match (shape.step, adjacent) {
            (Step::Oblique(a, b), true) => {
                let name =
                    leaper(a, b).map_or_else(|| format!("({a},{b})"), |name| format!("{name}'s"));
                format!("{article} a {name} leap away{to}")
            }
            (Step::Radial(n), true) => format!("{article} {} away{to}", squares(n.into())),
            _ => format!("{article} {far}{to}"),
        }
    };
    if ends.relay {
        return (
            "hand",
            format!("its move over to {}", target(Contents::FRIEND)),
        );
    }
    if hops {
        return match (shape.step, shape.range) {
            (Step::Radial(1), Range::UpTo(1)) => ("jump", format!("over {}", target(ends.pass))),
            (Step::Radial(1), _) => {
                let far = match shape.range {
                    Range::UpTo(n) => format!(", at most {} away", squares(n.into())),
                    _ => String::new(),
                };
                let piece = piece(ends.pass);
                ("slide", format!("{to} {ONTO}{piece} it meets{far}"))
            }
            _ => (verb, format!("{rest} {ONTO}{} it meets", piece(ends.pass))),
        };
    }
    if ends.pass.is_empty() && !ends.take.is_empty() {
        return ("capture", target(ends.take));
    }
    if ends.pass == Contents::EMPTY && ends.take.is_empty() {
        let onto = if ends.en_passant {
            ", capturing en passant or not"
        } else {
            " to an empty square"
        };
        rest.push_str(onto);
    } else if ends.pass.is_empty() && ends.take.is_empty() && ends.en_passant {
        rest.push_str(", capturing en passant");
    } else if ends
        .pass
        .includes(Contents::OCCUPIED.union(Contents::EMPTY))
    {
        rest.push_str(", whatever is there");
    } else if !ends.take.is_empty() {
        rest.extend([", capturing ", &with_article(piece(ends.take)), " or not"]);
    } else if shape.edge && ends.pass.is_empty() {
        rest.push_str(" off the edge of the board");
        return (verb, rest);
    }
    if shape.edge {
        rest.push_str(" (which may lie just off the board)");
    }
    (verb, rest)
}
