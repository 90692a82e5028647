//! Hoppers in words, such as the cannon and the grasshopper.

use std::collections::BTreeSet;

use ferz::geometry::{Headings, Step};
use ferz::movement::{Contents, Curve, Range};

use super::direction::{number, radial, squares};
use super::phrase::{Phrase, leaps_of};
use super::strand::{Ends, Group, Shape};

/// A straight move over mounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hop {
    step: Step,
    headings: Headings,
    first: Range,
    last: Range,
    mount: Contents,
    over: usize,
}

/// The move of a group as a hop, if it is one.
pub(super) fn hops(group: &Group) -> Option<Hop> {
    let (last, mounts) = group.form.shapes.split_last()?;
    let first = mounts.first()?;
    let is_mount = |shape: &Shape| {
        let ends = shape.ends;
        shape.step == last.step
            && shape.skip == 0
            && ends.take.is_empty()
            && !ends.en_passant
            && (ends.pass == Contents::OCCUPIED || ends.pass == Contents::FRIEND)
            && ends.pass == first.ends.pass
            && !(shape.unload || shape.edge || shape.iso)
            && shape.curve == last.curve
    };
    let straight = group
        .courses
        .iter()
        .all(|course| course.iter().all(|heading| *heading == course[0]));
    let plain = last.skip == 0 && !(last.unload || last.iso) && last.curve == Curve::Straight;
    (straight && plain && mounts.iter().all(is_mount)).then(|| Hop {
        step: last.step,
        headings: group.first_headings(),
        first: first.range,
        last: last.range,
        mount: first.ends.pass,
        over: mounts.len(),
    })
}

pub(super) fn hop_phrases(hops: Vec<Hop>, ends: Ends, endless: bool) -> Vec<Phrase> {
    let mut merged: Vec<(Hop, BTreeSet<usize>)> = Vec::new();
    for hop in hops {
        let key = Hop {
            over: 0,
            ..hop.clone()
        };
        match merged.iter_mut().find(|(known, _)| *known == key) {
            Some((_, counts)) => {
                counts.insert(hop.over);
            }
            None => merged.push((key, BTreeSet::from([hop.over]))),
        }
    }
    merged
        .into_iter()
        .map(|(hop, counts)| hop_phrase(&hop, &counts, ends, endless))
        .collect()
}

fn hop_phrase(hop: &Hop, counts: &BTreeSet<usize>, ends: Ends, endless: bool) -> Phrase {
    let most = counts.last().copied().unwrap_or(1);
    let piece = if hop.mount == Contents::FRIEND {
        "piece of its own side"
    } else {
        "piece"
    };
    let pieces = piece.replacen("piece", "pieces", 1);
    let along = match hop.step {
        Step::Radial(1) if hop.headings == Headings::ALL => "along a queen's line".to_owned(),
        Step::Radial(1) => radial(hop.headings),
        Step::Radial(n) => format!("{} by leaps of {}", radial(hop.headings), squares(n.into())),
        Step::Oblique(a, b) => format!("along a line of {}", leaps_of(a, b)),
    };
    let near = match hop.step {
        Step::Radial(1) => format!("an adjacent {piece}"),
        _ => format!("a {piece} one leap away"),
    };
    let first = format!("the first {piece} it meets");
    let over = match (counts.len(), most) {
        (1, 1) if hop.first == Range::UpTo(1) => near,
        (1, 1) if hop.last == Range::UpTo(1) => first,
        (1, 1) => format!("exactly one {piece}"),
        (1, n) => format!("exactly {} {pieces}", number(n)),
        _ if endless => format!("any number of {pieces}, at least one,"),
        (2, 2) => format!("one or two {pieces}"),
        (_, n) => format!("one to {} {pieces}", number(n)),
    };
    let target = if !ends.pass.is_empty() {
        ""
    } else if ends.take == Contents::FRIEND {
        "on a piece of its own side "
    } else {
        "on an enemy "
    };
    let place = match (hop.first, hop.last) {
        (_, Range::UpTo(1)) => "right behind it".to_owned(),
        (Range::UpTo(n), Range::Rest) => format!("beyond it, at most {} away", squares(n.into())),
        _ if most > 1 => "anywhere beyond the last".to_owned(),
        _ => "anywhere beyond it".to_owned(),
    };
    let rest = format!("{along} over {over}, landing {target}{place}").replace(",, ", ", ");
    let capture = format!("by jumping {rest}");
    Phrase::new("jump", rest).capturing(capture)
}
