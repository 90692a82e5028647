//! Moves of several legs in words, leg by leg.

use ferz::definition::one_of;
use ferz::geometry::{Headings, Step};
use ferz::movement::{Contents, Curve, Range};

use super::direction::{Turning, list, number, oblique, radial, squares, turning, turning_words};
use super::paths::straight_steps;
use super::phrase::{Clause, Joint, Phrase, single};
use super::strand::{Copies, ENOUGH_COPIES, Group, Shape};
use super::targets::{
    leaper, leaper_with_vector, leaps_of, leaps_with_size, manner, many, piece, span, steps,
};

/// A move with the moves that it extends, in one phrase.
pub(super) fn line_phrase(groups: &[Group], line: &[usize]) -> Phrase {
    let Some((first, others)) = line.split_first() else {
        return Phrase::new("move", "");
    };
    let mut phrase = legs_phrase(&groups[*first], 0);
    let mut length = groups[*first].form.shapes.len();
    let mut parts: Vec<Vec<Clause>> = Vec::new();
    for one in others {
        let mut more = legs_phrase(&groups[*one], length).clauses;
        length = groups[*one].form.shapes.len();
        if let Some(begin) = more.first_mut() {
            begin.joint = Joint::May;
        }
        parts.push(more);
    }
    let total = parts.len();
    let copies = others.last().unwrap_or(first);
    let copies = groups[*copies].form.copies;
    if copies != Copies::All {
        parts.truncate(before_repeats(&parts));
    }
    phrase.clauses.extend(parts.into_iter().flatten());
    let times = match copies {
        Copies::All => return phrase,
        Copies::Unlimited => String::new(),
        Copies::UpTo(most) => {
            let most = total + usize::from(most.saturating_sub(ENOUGH_COPIES));
            format!(", at most {} times in all,", number(most))
        }
    };
    if let Some(last) = phrase.clauses.last_mut() {
        let so_on = ", and so on";
        last.rest
            .extend([so_on, &times, " as long as the squares are empty"]);
    }
    phrase
}

/// The number of parts up to the end of the first round of those that repeat at the end.
fn before_repeats<T: PartialEq>(parts: &[T]) -> usize {
    let repeats =
        |first: usize, round: usize| (first..parts.len()).all(|at| parts[at] == parts[at - round]);
    (1..parts.len())
        .find(|first| (1..=*first).any(|round| repeats(*first, round)))
        .unwrap_or(parts.len())
}

/// The phrase of the legs of a group, starting with the leg `from`.
pub(super) fn legs_phrase(group: &Group, from: usize) -> Phrase {
    let shapes = &group.form.shapes;
    if shapes.len() == 1 {
        return single(&shapes[0], group.first_headings());
    }
    if let Some(phrase) = straight_steps(group).filter(|_| from == 0) {
        return phrase;
    }
    let mut clauses: Vec<Clause> = Vec::new();
    // Whether the previous leg was merged into the one before it, so that turns are relative to that one.
    let mut folded = false;
    for index in from..shapes.len() {
        let is_last = index + 1 == shapes.len();
        let mut shape = shapes[index];
        // A leg up to a piece and a step back end in front of the piece.
        if is_step_back(group, index)
            && let Some(last) = clauses.last_mut()
            && let Some((before, _)) = last.rest.split_once(ONTO)
        {
            let piece = one_of(piece(shapes[index - 1].ends.pass));
            last.rest = format!("{before}until it stands in front of {piece}");
            folded = true;
            continue;
        }
        let to = direction(group, index, std::mem::take(&mut folded));
        let (quiet, take) = (group.ends.pass, group.ends.take);
        let captures = quiet.is_empty() && (!take.is_empty() || group.ends.en_passant);
        if is_last && captures {
            // Described like a capture on the way.
            shape.ends = group.ends;
        }
        let (verb, mut rest) = leg(&shape, &to, is_last && !captures);
        if let (Range::Rest, Some(Range::UpTo(most))) = (
            shape.range,
            index.checked_sub(1).map(|before| shapes[before].range),
        ) {
            rest.extend([", at most ", &steps(shape.step, most), " in all"]);
        }
        let captured = clauses.iter().any(|clause| clause.verb == "capture");
        let both = quiet.meets(Contents::EMPTY) && !take.is_empty();
        if is_last && captured && both && to != "straight back" {
            rest.push_str(", capturing again or not");
        }
        if shape.marks {
            let ends_beside = shape.step == Step::Radial(1) && shape.range == Range::UpTo(1);
            rest.push_str(if ends_beside {
                ", where it may then be captured en passant"
            } else {
                ", where it may then be captured en passant on a square it passed"
            });
        }
        if shape.unload {
            rest.push_str(", and the captured piece reappears where this part of the move began");
        }
        let joint = if clauses.is_empty() {
            Joint::First
        } else if shapes[index - 1].ends.relay {
            Joint::Which
        } else {
            Joint::Then
        };
        clauses.push(Clause { joint, verb, rest });
    }
    Phrase {
        clauses,
        capture: String::new(),
        marks: None,
    }
}

/// The directions of a leg: those of its headings for the first one, turns for others.
fn direction(group: &Group, index: usize, folded: bool) -> String {
    let shapes = &group.form.shapes;
    let headings: Headings = group.courses.iter().map(|course| course[index]).collect();
    let step = shapes[index].step;
    if index == 0 {
        return match step {
            Step::Radial(_) => radial(headings),
            Step::Oblique(a, b) => oblique(a, b, headings).unwrap_or_default(),
        };
    }
    let steps: Vec<Step> = shapes.iter().map(|shape| shape.step).collect();
    let turn = match turning(&group.courses, &steps, index) {
        Turning::Turns(turns) if folded => {
            Turning::Turns(turns.iter().map(|turn| turn.turned(4)).collect())
        }
        turn => turn,
    };
    let kind = match step {
        Step::Radial(_) if headings.intersection(Headings::DIAGONAL).is_empty() => {
            Some("orthogonally")
        }
        Step::Radial(_) if headings.intersection(Headings::ORTHOGONAL).is_empty() => {
            Some("diagonally")
        }
        _ => None,
    };
    turning_words(&turn, kind)
}

/// Whether a leg after an unlimited slide up to a piece is a single step straight back to an empty square.
fn is_step_back(group: &Group, index: usize) -> bool {
    let shape = &group.form.shapes[index];
    let Some(before) = index.checked_sub(1).map(|before| group.form.shapes[before]) else {
        return false;
    };
    let quiet = shape.ends.take.is_empty() && !shape.edge;
    let is_whole = Shape {
        range: Range::UpTo(1),
        ..before
    }
    .is_single();
    shape.is_single()
        && quiet
        && group.form.copies == Copies::All
        && shape.step == before.step
        && before.range == Range::Unlimited
        && is_whole
        && group
            .courses
            .iter()
            .all(|course| course[index] == course[index - 1].turned(4))
}

/// The phrase before the piece on whose square a leg ends without capturing it.
const ONTO: &str = "to the square of the first ";

/// A leg of several: its verb, and its length with its direction `to`, which depends on the previous leg.
fn leg(shape: &Shape, to: &str, is_last: bool) -> (&'static str, String) {
    let ends = shape.ends;
    let way = way(shape, to);
    let (verb, length) = match (shape.step, shape.range) {
        (Step::Radial(1), Range::UpTo(1)) => ("step", span(shape.range, shape.skip)),
        (Step::Radial(1), Range::ToMiddle) => {
            ("advance", "up to the middle of the board".to_owned())
        }
        (Step::Radial(1), range) => ("slide", span(range, shape.skip)),
        (Step::Radial(n), Range::UpTo(1)) => ("leap", squares(n.into())),
        (Step::Oblique(a, b), Range::UpTo(1)) => {
            ("leap", format!("like {}", leaper_with_vector(a, b)))
        }
        (step, range) => ("make", format!("{} {}", many(range), leaps_with_size(step))),
    };
    let mut manner = manner(shape);
    if shape.iso {
        manner.push_str(", exactly as far as before");
    }
    if is_last {
        return (verb, format!("{length}{way}{manner}"));
    }
    let is_slide = shape.step == Step::Radial(1) && shape.curve == Curve::Straight;
    let ways = usize::from(!ends.pass.is_empty())
        + usize::from(!ends.take.is_empty() || ends.en_passant)
        + usize::from(ends.relay)
        + usize::from(shape.edge);
    if ways == 1 && ends.relay {
        let piece = target(shape, &way, Contents::FRIEND);
        return ("hand", format!("its move over to {piece}{manner}"));
    }
    if ways == 1 && !ends.take.is_empty() {
        let also = if ends.en_passant {
            ", or captures en passant there"
        } else {
            ""
        };
        return (
            "capture",
            format!("{}{manner}{also}", target(shape, &way, ends.take)),
        );
    }
    if ways == 1 && !ends.pass.is_empty() && Contents::OCCUPIED.includes(ends.pass) {
        let noun = piece(ends.pass);
        return match shape.range {
            Range::UpTo(1) if is_slide => (
                "jump",
                format!("over {}{manner}", target(shape, &way, ends.pass)),
            ),
            Range::UpTo(n) if is_slide && shape.skip == 0 => (
                verb,
                format!(
                    "{to} {ONTO}{noun} it meets, at most {} away{manner}",
                    squares(n.into())
                ),
            ),
            Range::Unlimited if is_slide && shape.skip == 0 => {
                (verb, format!("{to} {ONTO}{noun} it meets{manner}"))
            }
            _ => (verb, format!("{length}{way} {ONTO}{noun} it meets{manner}")),
        };
    }
    (verb, format!("{length}{way}{}{manner}", ending(shape)))
}

/// The direction of a leg after a blank, on its curve.
fn way(shape: &Shape, to: &str) -> String {
    let curve = match shape.curve {
        Curve::Straight => None,
        Curve::Crooked => Some("zigzag"),
        Curve::Circular => Some("curve"),
    };
    match (curve, to) {
        (None, "") => String::new(),
        (None, to) => format!(" {to}"),
        (Some(curve), "straight on") => format!(" on along the {curve}"),
        (Some(curve), "") => format!(" on a {curve}"),
        (Some(curve), to) => format!(" {to} on a {curve}"),
    }
}

/// A piece on which a leg ends: `an adjacent enemy diagonally`, `a piece at most two squares away`.
fn target(shape: &Shape, way: &str, contents: Contents) -> String {
    let noun = piece(contents);
    let far = match (shape.step, shape.range) {
        (Step::Radial(1), Range::UpTo(1)) => return format!("an adjacent {noun}{way}"),
        (Step::Radial(n), Range::UpTo(1)) => format!("{} away", squares(n.into())),
        (Step::Oblique(a, b), Range::UpTo(1)) => match leaper(a, b) {
            Some(name) => format!("a {name}'s leap away"),
            None => format!("a ({a},{b}) leap away"),
        },
        (Step::Radial(1), Range::UpTo(n)) => format!("at most {} away", squares(n.into())),
        (Step::Radial(1), Range::ToMiddle) => "up to the middle of the board".to_owned(),
        (Step::Radial(1), _) => "at any distance".to_owned(),
        (Step::Radial(_), range) => {
            format!("{} {} away", many(range), leaps_with_size(shape.step))
        }
        (Step::Oblique(a, b), range) => format!("{} {} away", many(range), leaps_of(a, b)),
    };
    format!("{} {far}{way}", one_of(noun))
}

/// The squares on which a leg may end: ` to an empty square`.
fn ending(shape: &Shape) -> String {
    let ends = shape.ends;
    let occupied = ends.pass.intersection(Contents::OCCUPIED);
    let others = !ends.take.is_empty() || ends.relay || shape.edge;
    if !others && !ends.en_passant && ends.pass.includes(Contents::ANY) {
        return ", whatever is there".to_owned();
    }
    if ends.pass == Contents::EMPTY && !ends.relay && !shape.edge {
        return match (ends.take, ends.en_passant) {
            (take, false) if take.is_empty() => " to an empty square".to_owned(),
            (take, true) if take.is_empty() => ", capturing en passant or not".to_owned(),
            (take, false) => format!(", capturing {} or not", one_of(piece(take))),
            (take, true) => {
                format!(", capturing {} or en passant or not", one_of(piece(take)))
            }
        };
    }
    let mut places = Vec::new();
    if ends.pass.meets(Contents::EMPTY) {
        places.push("to an empty square".to_owned());
    }
    if !occupied.is_empty() {
        places.push(format!("to the square of {}", one_of(piece(occupied))));
    }
    if ends.relay {
        places.push("to a piece of its own side, which moves on in its place".to_owned());
    }
    if shape.edge {
        places.push("off the edge of the board".to_owned());
    }
    if !ends.take.is_empty() {
        places.push(format!("capturing {}", one_of(piece(ends.take))));
    }
    if ends.en_passant || places.is_empty() {
        places.push("capturing en passant".to_owned());
    }
    let comma = if places[0].starts_with("capturing") {
        ","
    } else {
        ""
    };
    format!("{comma} {}", list(&places, "or"))
}
