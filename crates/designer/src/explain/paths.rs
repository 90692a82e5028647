//! Moves of several single steps over empty squares, described as one move.

use ferz::geometry::{Heading, Offset, Step, value_for};
use ferz::movement::Contents;

use super::direction::{list, number, radial, squares};
use super::phrase::{PASSED, Phrase};
use super::strand::{Ends, Group, Shape};
use super::targets::leaper_with_vector;

/// Straight single steps over empty squares, without capture, as one move.
pub(super) fn straight_steps(group: &Group) -> Option<Phrase> {
    let shapes = &group.form.shapes;
    let (_, inner) = shapes.split_last()?;
    let quiet = Ends {
        pass: Contents::EMPTY,
        ..Ends::default()
    };
    let is_step = |shape: &Shape| {
        let mut plain = *shape;
        plain.marks = false;
        plain.is_single() && plain.step == Step::Radial(1)
    };
    let is_straight = |course: &Vec<Heading>| course.iter().all(|heading| *heading == course[0]);
    let is_one = group.ends == quiet
        && shapes.len() > 2
        && shapes.iter().all(is_step)
        && inner.iter().all(|shape| shape.ends == quiet)
        && group.courses.iter().all(is_straight);
    if !is_one {
        return None;
    }
    let rest = format!(
        "exactly {} {}, if the {} squares in between are empty",
        squares(shapes.len()),
        radial(group.first_headings()),
        number(inner.len())
    );
    let mut phrase = Phrase::new("move", rest);
    let marked: Vec<bool> = inner.iter().map(|shape| shape.marks).collect();
    phrase.marks = match marked.as_slice() {
        marks if !marks.contains(&true) => None,
        [false, true] => Some("the second square it passed"),
        [true, false] => Some("the first square it passed"),
        _ => Some(PASSED),
    };
    Some(phrase)
}

/// The targets of step paths, if they are those of complete leapers and every target has the same number of
/// paths.
pub(super) fn many_paths(groups: &[Group], walks: &[usize]) -> Option<Phrase> {
    let mut targets: Vec<((i16, i16), usize)> = Vec::new();
    let mut lengths: Vec<usize> = Vec::new();
    for index in walks {
        let group = &groups[*index];
        lengths.push(group.form.shapes.len());
        for course in &group.courses {
            let mut sum = Offset { dx: 0, dy: 0 };
            for (shape, heading) in group.form.shapes.iter().zip(course) {
                let step = shape.step.offset(*heading);
                sum = Offset {
                    dx: sum.dx + step.dx,
                    dy: sum.dy + step.dy,
                };
            }
            *value_for(&mut targets, (sum.dx, sum.dy)) += 1;
        }
    }
    lengths.dedup();
    let mut counts: Vec<usize> = targets.iter().map(|(_, count)| *count).collect();
    counts.dedup();
    let (&[ways], &[steps]) = (counts.as_slice(), lengths.as_slice()) else {
        return None;
    };
    if steps < 3 && ways == 1 {
        return None;
    }
    let mut sizes: Vec<((u8, u8), usize)> = Vec::new();
    for ((dx, dy), _) in targets {
        let (dx, dy) = (u8::try_from(dx.abs()).ok()?, u8::try_from(dy.abs()).ok()?);
        *value_for(&mut sizes, (dx.min(dy), dx.max(dy))) += 1;
    }
    let whole = |(size, count): &((u8, u8), usize)| {
        let (short, long) = *size;
        long > 1 && *count == if short == 0 || short == long { 4 } else { 8 }
    };
    if !sizes.iter().all(whole) {
        return None;
    }
    let names: Vec<String> = sizes
        .iter()
        .map(|((a, b), _)| leaper_with_vector(*a, *b))
        .collect();
    let path = match ways {
        1 => "by a path".to_owned(),
        2 => "by either of two paths".to_owned(),
        n => format!("by any of {} paths", number(n)),
    };
    let rest = format!(
        "to the squares of {} {path} of {} single steps, if the squares on the path are empty",
        list(&names, "or"),
        number(steps)
    );
    Some(Phrase::new("go", rest.clone()).capturing(format!("by going {rest}")))
}
