//! Hoppers in words, such as the cannon and the grasshopper.

use ferz::definition::one_of;
use ferz::geometry::{Headings, Step, sorted};
use ferz::movement::{Contents, Curve, Range};

use super::direction::{list, number, radial};
use super::phrase::{Phrase, each};
use super::strand::{Copies, ENOUGH_COPIES, Ends, Group, Shape};
use super::targets::{leaps_of, leaps_with_size, manner, piece, steps};

/// A straight move over mounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hop {
    /// The leg to the first mount.
    first: Shape,
    headings: Headings,
    last: Range,
    marks: bool,
    over: usize,
    copies: Copies,
}

/// The move of a group as a hop, if it is one.
pub(super) fn hops(group: &Group) -> Option<Hop> {
    let (last, mounts) = group.form.shapes.split_last()?;
    let first = *mounts.first()?;
    let over = mounts.len();
    let is_straight = |course: &Vec<_>| course.iter().all(|heading| *heading == course[0]);
    let ends = first.ends;
    let is_mount = (ends.pass == Contents::OCCUPIED || ends.pass == Contents::FRIEND)
        && ends
            == Ends {
                pass: ends.pass,
                ..Ends::default()
            };
    let is_plain = first.skip == 0
        && first.curve == Curve::Straight
        && !(first.unload || first.edge || first.iso || first.marks);
    let landing = Shape {
        range: last.range,
        ends: last.ends,
        marks: last.marks,
        ..first
    };
    let last_range = match (first.range, last.range) {
        (Range::Unlimited, Range::Rest) => Range::Unlimited,
        (Range::Unlimited, range) => range,
        (Range::UpTo(1), Range::Rest) => return None,
        (Range::UpTo(_), range) if over == 1 => range,
        _ => return None,
    };
    let fits = is_mount
        && is_plain
        && last_range != Range::ToMiddle
        && *last == landing
        && mounts.iter().all(|mount| *mount == first)
        && group.courses.iter().all(is_straight);
    fits.then(|| Hop {
        first,
        headings: group.first_headings(),
        last: last_range,
        marks: last.marks,
        over,
        copies: group.form.copies,
    })
}

pub(super) fn hop_phrases(hops: Vec<Hop>, ends: Ends) -> Vec<Phrase> {
    let mut merged: Vec<(Hop, Vec<usize>, Copies)> = Vec::new();
    for hop in hops {
        let key = Hop {
            over: 0,
            copies: Copies::All,
            ..hop.clone()
        };
        match merged.iter_mut().find(|(known, ..)| *known == key) {
            Some((_, counts, copies)) => {
                counts.push(hop.over);
                *copies = hop.copies.max(*copies);
            }
            None => merged.push((key, vec![hop.over], hop.copies)),
        }
    }
    merged
        .into_iter()
        .map(|(hop, counts, copies)| hop_phrase(&hop, &sorted(counts), copies, ends))
        .collect()
}

fn hop_phrase(hop: &Hop, counts: &[usize], copies: Copies, ends: Ends) -> Phrase {
    let most = counts.last().copied().unwrap_or(1);
    let noun = piece(hop.first.ends.pass);
    let step = hop.first.step;
    let rider = Shape {
        range: Range::Unlimited,
        ..hop.first
    };
    let line = match step {
        Step::Radial(1) if hop.headings == Headings::ALL => "along a queen's line".to_owned(),
        Step::Radial(1) => radial(hop.headings),
        Step::Radial(_) => format!("{} by {}", radial(hop.headings), leaps_with_size(step)),
        Step::Oblique(a, b) => format!("along a line of {}", leaps_of(a, b)),
    };
    let along = match each(step, hop.headings) + &manner(&rider) {
        conditions if conditions.is_empty() => line,
        conditions => format!("{line}{conditions},"),
    };
    let at_most = |n: u8| format!("at most {} away", steps(step, n));
    let counted = counted(counts, copies, &noun.replacen("piece", "pieces", 1));
    let over = match (counted, hop.first.range, hop.last) {
        (counted, ..) if most > 1 => counted,
        (_, Range::UpTo(1), _) if step == Step::Radial(1) => format!("an adjacent {noun}"),
        (_, Range::UpTo(1), _) => format!("a {noun} one leap away"),
        (_, Range::UpTo(n), Range::UpTo(1)) => {
            format!("the first {noun} it meets, {},", at_most(n))
        }
        (_, Range::UpTo(_), Range::Rest) => format!("exactly one {noun}"),
        (_, Range::UpTo(n), _) => format!("exactly one {noun}, {},", at_most(n)),
        (_, _, Range::UpTo(1)) => format!("the first {noun} it meets"),
        _ => format!("exactly one {noun}"),
    };
    let over = over.trim_end_matches(',');
    let target = if !ends.pass.is_empty() || ends.take.is_empty() {
        String::new()
    } else {
        format!("on {} ", one_of(piece(ends.take)))
    };
    let beyond = if most > 1 { "the last" } else { "it" };
    let place = match (hop.first.range, hop.last) {
        (_, Range::UpTo(1)) => format!("right behind {beyond}"),
        (Range::UpTo(n), Range::Rest) => format!("beyond it, {}", at_most(n)),
        (_, Range::UpTo(n)) => format!("up to {} beyond {beyond}", steps(step, n)),
        _ => format!("anywhere beyond {beyond}"),
    };
    let rest = format!("{along} over {over}, landing {target}{place}");
    let capture = format!("by jumping {rest}");
    let mut phrase = Phrase::new("jump", rest).capturing(capture);
    phrase.marks = hop.marks.then_some("a square it passed beyond that piece");
    phrase
}

/// The number of mounts: `one to three pieces`.
fn counted(counts: &[usize], copies: Copies, pieces: &str) -> String {
    let (least, most) = (counts.first(), counts.last());
    let (least, most) = least
        .zip(most)
        .map_or((1, 1), |(least, most)| (*least, *most));
    let longer = match copies {
        Copies::All => most,
        Copies::UpTo(more) => most + usize::from(more.saturating_sub(ENOUGH_COPIES)),
        Copies::Unlimited => {
            return format!("any number of {pieces}, at least {},", number(least));
        }
    };
    let words: Vec<String> = counts.iter().map(|count| number(*count)).collect();
    if longer == least {
        format!("exactly {} {pieces}", number(least))
    } else if most - least + 1 == counts.len() && longer > least + 1 {
        format!("{} to {} {pieces}", number(least), number(longer))
    } else {
        format!("{} {pieces}", list(&words, "or"))
    }
}
