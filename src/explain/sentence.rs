//! Groups of courses as sentences.

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::{Heading, Headings, Offset, Step, Wrap};
use crate::movement::{Castle, Contents, Initial, Range, Side};

use super::direction::{Turning, list, number, radial, squares, turning, turning_words, turns_of};
use super::phrase::{
    Clause, Joint, ONTO, Phrase, is_listed_leap, leaper_with_vector, leaps, leaps_of, leg, single,
    sizes,
};
use super::strand::{Anatomy, Ends, Group, Shape};

/// What the moves of one sentence have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Frame {
    initial: Initial,
    /// Moves that may do both come first, then quiet ones, then captures.
    rank: u8,
    ends: Ends,
    wrap: Wrap,
}

impl Frame {
    fn of(group: &Group) -> Frame {
        let ends = group.ends;
        let quiet = ends.pass.meets(Contents::EMPTY);
        let rank = match (quiet, ends.take.is_empty() && !ends.en_passant) {
            (true, false) => 0,
            (true, true) => 1,
            (false, _) => 2,
        };
        Frame {
            initial: group.form.initial,
            rank,
            ends,
            wrap: group.wrap(),
        }
    }
}

/// All sentences of a movement, without capitals and full stops.
pub(super) fn sentences(anatomy: &Anatomy) -> Vec<String> {
    if anatomy.is_empty() {
        return vec!["never moves".to_owned()];
    }
    let mut frames: BTreeMap<Frame, Parts> = BTreeMap::new();
    let groups = without_step_paths(anatomy.groups(), &mut frames);
    let groups: Vec<Group> = groups.into_iter().flat_map(sorted_by_turns).collect();
    let endless = !anatomy.endless.is_empty();
    let parents = parents(&groups);
    let mut used = vec![false; groups.len()];
    let mut special: Vec<(u8, String)> = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        if let Some((rank, text)) = capture_on_the_way(group, &mut frames) {
            used[index] = true;
            special.push((rank, text));
        }
    }
    // A move that goes on where another one may end is told with it.
    for index in (0..groups.len()).rev() {
        if used[index] || groups[index].form.shapes.len() < 2 || hops(&groups[index]).is_some() {
            continue;
        }
        let mut line = vec![index];
        let mut at = index;
        while let Some(parent) = parents[at] {
            if used[parent] {
                break;
            }
            line.push(parent);
            at = parent;
        }
        line.reverse();
        for one in &line {
            used[*one] = true;
        }
        let frame = Frame::of(&groups[index]);
        let phrase = line_phrase(&groups, &line);
        let lines = &mut frames.entry(frame).or_default().lines;
        if !lines.contains(&phrase) {
            lines.push(phrase);
        }
    }
    for (index, group) in groups.iter().enumerate() {
        if used[index] {
            continue;
        }
        let parts = frames.entry(Frame::of(group)).or_default();
        match hops(group) {
            Some(hop) => parts.hops.push(hop),
            None => parts.add_single(&group.form.shapes[0], group.first_headings()),
        }
    }
    let has_usual = frames.keys().any(|frame| frame.initial == Initial::Any);
    let mut text: Vec<String> = Vec::new();
    let mut late: Vec<String> = Vec::new();
    for (frame, parts) in frames {
        let into = if frame.initial == Initial::Any {
            &mut text
        } else {
            &mut late
        };
        into.extend(frame_sentences(frame, parts, has_usual, endless));
    }
    special.sort();
    text.extend(special.into_iter().map(|(_, text)| text));
    text.extend(late);
    for walk in &anatomy.opaque {
        let legs = walk.legs.len();
        text.push(format!(
            "makes a move of {} legs in more ways than can be told one by one",
            number(legs)
        ));
    }
    for (initial, pass, take) in &anatomy.universals {
        text.push(universal(*initial, *pass, *take));
    }
    text.extend(castling(&anatomy.castles));
    text
}

/// The moves of one frame, sorted by how they are told.
#[derive(Debug, Default)]
struct Parts {
    /// Plain moves, in the order of their shapes.
    phrases: Vec<Phrase>,
    /// Vectors of plain leaps to all sides.
    leaps: Vec<(u8, u8)>,
    hops: Vec<Hop>,
    /// Moves of several legs, each told in a sentence of its own.
    lines: Vec<Phrase>,
}

impl Parts {
    fn add_single(&mut self, shape: &Shape, headings: Headings) {
        if is_listed_leap(shape, headings) {
            self.leaps.extend(sizes(shape.step, headings));
        } else {
            self.phrases.push(single(shape, headings));
        }
    }
}

fn frame_sentences(frame: Frame, parts: Parts, has_usual: bool, endless: bool) -> Vec<String> {
    let mut phrases = parts.phrases;
    if !parts.leaps.is_empty() {
        phrases.push(leaps(&parts.leaps));
    }
    phrases.extend(hop_phrases(parts.hops, frame.ends, endless));
    let (marking, phrases): (Vec<Phrase>, Vec<Phrase>) =
        phrases.into_iter().partition(|phrase| phrase.marks);
    let mut texts = Vec::new();
    for some in [phrases, marking] {
        if !some.is_empty() {
            texts.push(framed(frame, &some, has_usual || !texts.is_empty()));
        }
    }
    let mut lines = parts.lines;
    lines.reverse();
    lines.sort_by_key(|line| {
        line.clauses
            .first()
            .is_some_and(|clause| clause.verb == "capture")
    });
    for line in lines {
        let also = has_usual || !texts.is_empty();
        texts.push(framed(frame, &[line], also));
    }
    texts
}

/// Alternatives in one sentence.
fn framed(frame: Frame, phrases: &[Phrase], has_usual: bool) -> String {
    let ends = frame.ends;
    let take = ends.take;
    let captures_only = frame.rank == 2;
    let also = if has_usual { "may also" } else { "may" };
    let opening = match frame.initial {
        Initial::Any => String::new(),
        Initial::Unmoved => format!("as long as it has not moved, it {also} "),
        Initial::OneAhead => format!("one rank ahead of where it started, it {also} "),
    };
    let usual = frame.initial == Initial::Any;
    let is_single_leg = phrases.iter().all(|phrase| phrase.clauses.len() == 1);
    let mut text = opening;
    if captures_only && is_single_leg {
        text.push_str(if usual { "captures" } else { "capture" });
        text.push_str(match take {
            Contents::ROYAL => " only a royal piece, ",
            Contents::COMMONER => " any enemy that is not royal, ",
            Contents::FRIEND => " its own pieces, ",
            take if take.includes(Contents::FRIEND) => " friend and foe, ",
            _ if take.is_empty() && ends.en_passant => " en passant, ",
            _ => " ",
        });
        let all: Vec<String> = phrases
            .iter()
            .map(|phrase| phrase.capture.clone())
            .collect();
        text.push_str(&alternatives(&all));
        if ends.en_passant && !take.is_empty() {
            text.push_str(", also en passant");
        }
    } else {
        let all: Vec<String> = phrases
            .iter()
            .map(|phrase| {
                if usual {
                    phrase.third_person()
                } else {
                    phrase.infinitive()
                }
            })
            .collect();
        text.push_str(&alternatives(&all));
        text.push_str(&modality(ends, frame.rank, is_single_leg));
    }
    text.push_str(match frame.wrap {
        Wrap::None => "",
        Wrap::Cylinder => ", as if the left and right edges of the board were joined",
        Wrap::Torus => ", as if opposite edges of the board were joined",
    });
    if phrases.iter().any(|phrase| phrase.marks) {
        text.push_str("; it may then be captured en passant on a square it passed");
    }
    text
}

/// `a, b, or c`, with commas where the parts have commas of their own.
fn alternatives(parts: &[String]) -> String {
    if parts.len() == 2 && (parts[0].contains(", ") || parts[0].contains(" or ")) {
        return format!("{}, or {}", parts[0], parts[1]);
    }
    if parts.len() > 2 {
        let (last, rest) = (&parts[parts.len() - 1], &parts[..parts.len() - 1]);
        return format!("{}, or {last}", rest.join(", "));
    }
    list(parts, "or")
}

/// What is captured, behind a move in words.
fn modality(ends: Ends, rank: u8, is_single_leg: bool) -> String {
    let take = ends.take;
    let mut text = match rank {
        1 if is_single_leg => ", without capturing",
        1 => ", ending on an empty square",
        _ => "",
    }
    .to_owned();
    if rank == 0 && !take.is_empty() {
        text.push_str(match take {
            Contents::FRIEND => "; it captures only its own pieces that way",
            Contents::ROYAL => "; it captures only royal pieces that way",
            Contents::COMMONER => "; it cannot capture royal pieces that way",
            take if take.includes(Contents::FRIEND.union(Contents::ENEMY)) => {
                "; it may capture friend and foe that way"
            }
            _ => "",
        });
    }
    if ends.en_passant {
        text.push_str(if rank == 0 {
            "; it may also capture en passant that way"
        } else {
            ", also en passant"
        });
    }
    text
}

/// A move over pieces in a straight line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hop {
    step: Step,
    headings: Headings,
    first: Range,
    last: Range,
    mount: Contents,
    over: usize,
}

/// The move as a hop, if it is one.
fn hops(group: &Group) -> Option<Hop> {
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
    let plain = last.skip == 0
        && !(last.unload || last.iso)
        && last.curve == crate::movement::Curve::Straight;
    (straight && plain && mounts.iter().all(is_mount)).then(|| Hop {
        step: last.step,
        headings: group.first_headings(),
        first: first.range,
        last: last.range,
        mount: first.ends.pass,
        over: mounts.len(),
    })
}

fn hop_phrases(hops: Vec<Hop>, ends: Ends, endless: bool) -> Vec<Phrase> {
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

/// A move whose courses turn in more ways than this is told as a whole.
const MOST_KINDS: usize = 8;

/// A group whose turns cannot be told together as groups that turn alike.
fn sorted_by_turns(group: Group) -> Vec<Group> {
    let steps: Vec<Step> = group.form.shapes.iter().map(|shape| shape.step).collect();
    let is_mixed = (1..steps.len()).any(|at| turning(&group.courses, &steps, at) == Turning::Mixed);
    if !is_mixed {
        return vec![group];
    }
    let mut sorted: BTreeMap<Vec<u8>, BTreeSet<Vec<Heading>>> = BTreeMap::new();
    for course in &group.courses {
        let alike = sorted.entry(turns_of(course, &steps)).or_default();
        alike.insert(course.clone());
    }
    if sorted.len() > MOST_KINDS {
        return vec![group];
    }
    sorted
        .into_values()
        .map(|courses| Group {
            form: group.form.clone(),
            ends: group.ends,
            courses,
        })
        .collect()
}

/// For each group, the longest one that ends where it goes on.
fn parents(groups: &[Group]) -> Vec<Option<usize>> {
    let quiet = Ends {
        pass: Contents::EMPTY,
        ..Ends::default()
    };
    let goes_on_from = |group: &Group, other: &Group| {
        let length = other.form.shapes.len();
        let (Some(before), Some((last, earlier))) = (
            group.form.shapes.get(..length),
            other.form.shapes.split_last(),
        ) else {
            return false;
        };
        let last = Shape {
            ends: quiet,
            ..*last
        };
        other.form.initial == group.form.initial
            && other.ends == group.ends
            && group.form.shapes.len() > length
            && before[..length - 1] == *earlier
            && before[length - 1] == last
            && !last.marks
            && group
                .courses
                .iter()
                .map(|course| &course[..length])
                .collect::<BTreeSet<_>>()
                == other.courses.iter().map(Vec::as_slice).collect()
    };
    groups
        .iter()
        .map(|group| groups.iter().rposition(|other| goes_on_from(group, other)))
        .collect()
}

/// A move and the moves that it goes on from, in one phrase.
fn line_phrase(groups: &[Group], line: &[usize]) -> Phrase {
    let Some((first, others)) = line.split_first() else {
        return Phrase::new("move", "");
    };
    let mut phrase = legs_phrase(&groups[*first], 0);
    let mut length = groups[*first].form.shapes.len();
    let mut told: Vec<Vec<Clause>> = Vec::new();
    for one in others {
        let group = &groups[*one];
        let mut more = legs_phrase(group, length).clauses;
        length = group.form.shapes.len();
        if let Some(begin) = more.first_mut() {
            begin.joint = Joint::May;
        }
        if told.contains(&more) {
            if let Some(last) = phrase.clauses.last_mut() {
                last.rest
                    .push_str(", and so on as long as the squares are empty");
            }
            break;
        }
        phrase.clauses.extend(more.iter().cloned());
        told.push(more);
    }
    phrase
}

/// The legs of one group from the one with this number on.
fn legs_phrase(group: &Group, from: usize) -> Phrase {
    let shapes = &group.form.shapes;
    if shapes.len() == 1 {
        return single(&shapes[0], group.first_headings());
    }
    let steps: Vec<Step> = shapes.iter().map(|shape| shape.step).collect();
    let mut clauses: Vec<Clause> = Vec::new();
    // Whether the leg before was told as part of the one before it, so that turns count from there.
    let mut folded = false;
    for index in from..shapes.len() {
        let headings: Headings = group.courses.iter().map(|course| course[index]).collect();
        let is_last = index + 1 == shapes.len();
        let mut shape = shapes[index];
        let (to, like) = if index == 0 {
            let to = match shape.step {
                Step::Radial(_) => radial(headings),
                Step::Oblique(a, b) => {
                    super::direction::oblique(a, b, headings).unwrap_or_default()
                }
            };
            (to, "")
        } else {
            let turn = match turning(&group.courses, &steps, index) {
                Turning::Turns(turns) if std::mem::take(&mut folded) => {
                    Turning::Turns(turns.iter().map(|turn| turn.turned(4)).collect())
                }
                turn => turn,
            };
            let kind = match shape.step {
                Step::Radial(_) if headings.intersection(Headings::DIAGONAL).is_empty() => {
                    Some("orthogonally")
                }
                Step::Radial(_) if headings.intersection(Headings::ORTHOGONAL).is_empty() => {
                    Some("diagonally")
                }
                _ => None,
            };
            (turning_words(&turn, kind), "")
        };
        // A leg up to a piece and one step back end in front of the piece.
        if index > 0
            && is_step_back(group, index)
            && let Some(last) = clauses.last_mut()
            && let Some((before, _)) = last.rest.split_once(ONTO)
        {
            let piece = match shapes[index - 1].ends.pass {
                Contents::FRIEND => "a piece of its own side",
                _ => "a piece",
            };
            last.rest = format!("{before}until it stands in front of {piece}");
            folded = true;
            continue;
        }
        if shape.range == Range::Rest {
            shape.range = Range::Unlimited;
        }
        let takes = group.ends.pass.is_empty() && !group.ends.take.is_empty();
        if is_last && takes {
            // Put in words like a capture on the way.
            shape.ends = group.ends;
        }
        let (verb, mut rest) = leg(&shape, &to, like, is_last && !takes);
        let captured = clauses.iter().any(|clause| clause.verb == "capture");
        let both = group.ends.pass.meets(Contents::EMPTY) && !group.ends.take.is_empty();
        if is_last && captured && both && to != "straight back" {
            rest.push_str(", capturing again or not");
        }
        let joint = if clauses.is_empty() {
            Joint::First
        } else {
            Joint::Then
        };
        clauses.push(Clause { joint, verb, rest });
        if shape.unload {
            let what = ", and the captured piece reappears where this part of the move began";
            if let Some(last) = clauses.last_mut() {
                last.rest.push_str(what);
            }
        }
    }
    Phrase {
        clauses,
        capture: String::new(),
        marks: false,
    }
}

/// Whether this leg is one step straight back to an empty square.
fn is_step_back(group: &Group, index: usize) -> bool {
    let shape = &group.form.shapes[index];
    let before = &group.form.shapes[index - 1];
    let quiet = shape.ends.take.is_empty() && !shape.edge;
    shape.is_single()
        && quiet
        && shape.step == before.step
        && before.range != Range::UpTo(1)
        && group
            .courses
            .iter()
            .all(|course| course[index] == course[index - 1].turned(4))
}

/// Moves whose captures, or the lack of any step, deserve words of their own. The number puts them
/// in order.
fn capture_on_the_way(group: &Group, frames: &mut BTreeMap<Frame, Parts>) -> Option<(u8, String)> {
    let shapes = &group.form.shapes;
    if group.form.initial != Initial::Any || group.wrap() != Wrap::None {
        return None;
    }
    if let [shape] = shapes[..] {
        return swap(group, &shape, frames);
    }
    let [one, two] = shapes[..] else { return None };
    if one.unload || two.unload || one.edge || one.ends.en_passant || group.ends.en_passant {
        return None;
    }
    let firsts = group.first_headings();
    let all_turn = |eighths: u8| {
        group
            .courses
            .iter()
            .all(|course| course[1] == course[0].turned(eighths))
    };
    let victim = match one.ends.take {
        Contents::ENEMY => "enemy",
        Contents::COMMONER => "enemy that is not royal",
        Contents::ROYAL => "enemy royal piece",
        Contents::FRIEND => "piece of its own side",
        take if take.is_empty() => "",
        _ => "piece of either side",
    };
    let to = match one.step {
        Step::Radial(_) if firsts == Headings::ALL => "in any direction".to_owned(),
        Step::Radial(_) => radial(firsts),
        Step::Oblique(a, b) => format!("like {}", leaper_with_vector(a, b)),
    };
    let near = one.is_single() && two.range == Range::UpTo(1);
    let quiet = group.ends
        == Ends {
            pass: Contents::EMPTY,
            ..Ends::default()
        };
    let article = super::phrase::with_article(victim);
    let adjacent = match one.step {
        Step::Radial(1) => format!("an adjacent {victim} {to}"),
        Step::Radial(n) => format!("{article} {} {to}", squares(n.into())),
        Step::Oblique(..) => format!("{article} one leap away, {to}"),
    };
    if all_turn(4) && one.step == two.step {
        if one.ends.pass.is_empty() && !victim.is_empty() && near {
            return Some((2, format!("may capture {adjacent} without moving itself")));
        }
        if one.ends.pass.is_empty() && !victim.is_empty() && two.iso {
            return Some((
                2,
                format!(
                    "captures {article} at any distance {to} without moving itself (rifle capture)"
                ),
            ));
        }
        let empty = Ends {
            pass: Contents::EMPTY,
            ..Ends::default()
        };
        if one.ends == empty && near && group.ends.pass.meets(Contents::EMPTY) {
            return Some((
                4,
                format!("may pass its turn if an adjacent square {to} is empty")
                    .replace(" in any direction", ""),
            ));
        }
    }
    if all_turn(0) && one.step == two.step && one.ends.pass.is_empty() && !victim.is_empty() {
        let landing = if quiet {
            "which must be empty"
        } else {
            "where it may capture again"
        };
        if near {
            return Some((
                1,
                format!(
                    "captures {adjacent} by jumping over it to the square right behind, {landing}"
                ),
            ));
        }
        if one.range == Range::Unlimited && two.range == Range::Unlimited {
            let beyond = if quiet {
                "any empty square beyond it"
            } else {
                "any square beyond it, where it may capture again"
            };
            return Some((1, format!(
                "captures the first piece in its way {to}, if it is {article}, by jumping over it to {beyond}"
            ).replace("piece in its way", "piece it meets")));
        }
    }
    None
}

/// Changing places with another piece.
fn swap(group: &Group, shape: &Shape, frames: &mut BTreeMap<Frame, Parts>) -> Option<(u8, String)> {
    if !shape.unload {
        return None;
    }
    let noun = match group.ends.take {
        Contents::FRIEND => "a piece of its own side",
        Contents::ENEMY => "an enemy",
        _ => "a piece",
    };
    let plain = Shape {
        unload: false,
        ..*shape
    };
    let headings = group.first_headings();
    if group.ends.pass.meets(Contents::EMPTY) {
        let quiet = Group {
            ends: Ends {
                pass: Contents::EMPTY,
                ..Ends::default()
            },
            ..group.clone()
        };
        frames
            .entry(Frame::of(&quiet))
            .or_default()
            .add_single(&plain, headings);
    }
    let reach = single(&plain, headings);
    Some((1, format!("may swap places with {noun}, {}", reach.capture)))
}

/// Takes out the moves of single steps over empty squares that are better told by their targets.
fn without_step_paths(groups: Vec<Group>, frames: &mut BTreeMap<Frame, Parts>) -> Vec<Group> {
    let quiet = Ends {
        pass: Contents::EMPTY,
        ..Ends::default()
    };
    let parents = parents(&groups);
    let mut walks: BTreeMap<Frame, Vec<usize>> = BTreeMap::new();
    for (index, group) in groups.iter().enumerate() {
        let Some((_, inner)) = group.form.shapes.split_last() else {
            continue;
        };
        let is_step = |shape: &Shape| shape.is_single() && shape.step == Step::Radial(1);
        let stepping = !inner.is_empty()
            && group.form.shapes.iter().all(is_step)
            && inner.iter().all(|shape| shape.ends == quiet);
        if stepping && parents[index].is_none() {
            walks.entry(Frame::of(group)).or_default().push(index);
        }
    }
    let mut told: BTreeSet<usize> = BTreeSet::new();
    for (frame, walks) in walks {
        if let Some(phrase) = many_paths(&groups, &walks) {
            told.extend(walks);
            frames.entry(frame).or_default().phrases.push(phrase);
        }
    }
    let rest = groups.into_iter().enumerate();
    rest.filter(|(index, _)| !told.contains(index))
        .map(|(_, group)| group)
        .collect()
}

/// The targets of step paths, if they are those of whole leapers and every target has as many
/// paths as the others.
fn many_paths(groups: &[Group], walks: &[usize]) -> Option<Phrase> {
    let mut targets: BTreeMap<(i16, i16), usize> = BTreeMap::new();
    let mut lengths: BTreeSet<usize> = BTreeSet::new();
    for index in walks {
        let group = &groups[*index];
        lengths.insert(group.form.shapes.len());
        for course in &group.courses {
            let mut sum = Offset { dx: 0, dy: 0 };
            for (shape, heading) in group.form.shapes.iter().zip(course) {
                let step = shape.step.offset(*heading);
                sum = Offset {
                    dx: sum.dx + step.dx,
                    dy: sum.dy + step.dy,
                };
            }
            *targets.entry((sum.dx, sum.dy)).or_default() += 1;
        }
    }
    let mut counts: Vec<usize> = targets.values().copied().collect();
    counts.dedup();
    let (&[ways], Some(&steps), 1) = (counts.as_slice(), lengths.first(), lengths.len()) else {
        return None;
    };
    if steps < 3 && ways == 1 {
        return None;
    }
    let mut sizes: BTreeMap<(u8, u8), usize> = BTreeMap::new();
    for (dx, dy) in targets.keys() {
        let (dx, dy) = (u8::try_from(dx.abs()).ok()?, u8::try_from(dy.abs()).ok()?);
        *sizes.entry((dx.min(dy), dx.max(dy))).or_default() += 1;
    }
    let whole = |size: &(u8, u8), count: usize| {
        let (short, long) = *size;
        long > 1 && count == if short == 0 || short == long { 4 } else { 8 }
    };
    if !sizes.iter().all(|(size, count)| whole(size, *count)) {
        return None;
    }
    let names: Vec<String> = sizes
        .keys()
        .map(|(a, b)| leaper_with_vector(*a, *b))
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

fn universal(initial: Initial, pass: Contents, take: Contents) -> String {
    let opening = match initial {
        Initial::Any => "leaps",
        Initial::Unmoved => "as long as it has not moved, it may leap",
        Initial::OneAhead => "one rank ahead of where it started, it may leap",
    };
    let to = match (pass.is_empty(), take) {
        (true, Contents::FRIEND) => "to any piece of its own side on the board, capturing it",
        (true, _) => "to any enemy on the board, capturing it",
        (false, take) if take.is_empty() => "to any empty square of the board",
        (false, Contents::COMMONER) => {
            "to any other square of the board, but captures no royal pieces that way"
        }
        _ => "to any other square of the board, capturing or not",
    };
    format!("{opening} {to}")
}

/// All ways of castling in one sentence for those that need an unmoved king, and one for others.
fn castling(castles: &BTreeSet<Castle>) -> Vec<String> {
    let mut texts = Vec::new();
    for initial in [Initial::Unmoved, Initial::OneAhead, Initial::Any] {
        let mut by_inset: BTreeMap<u8, BTreeMap<Side, BTreeSet<u8>>> = BTreeMap::new();
        for castle in castles.iter().filter(|castle| castle.initial == initial) {
            let sides = by_inset.entry(castle.inset).or_default();
            sides
                .entry(castle.side)
                .or_default()
                .insert(castle.distance);
        }
        let parts: Vec<String> = by_inset
            .iter()
            .flat_map(|(inset, sides)| {
                let partner = match inset {
                    0 => "the outermost piece".to_owned(),
                    1 => "the piece next to the outermost one".to_owned(),
                    n => format!("the piece {} from the edge", squares((*n).into())),
                };
                castling_sides(sides, &partner)
            })
            .collect();
        if parts.is_empty() {
            continue;
        }
        let opening = match initial {
            Initial::Unmoved => "as long as it has not moved, it may castle",
            _ => "may castle even after having moved",
        };
        texts.push(format!(
            "{opening}, going {}; that piece must not have moved, and lands beside it on the inner side",
            list(&parts, "or")
        ));
    }
    texts
}

fn castling_sides(sides: &BTreeMap<Side, BTreeSet<u8>>, partner: &str) -> Vec<String> {
    let distances = |set: &BTreeSet<u8>| {
        let all: Vec<String> = set.iter().map(|n| number((*n).into())).collect();
        let unit = if set.iter().eq([&1]) {
            "square"
        } else {
            "squares"
        };
        format!("{} {unit}", list(&all, "or"))
    };
    match (sides.get(&Side::Left), sides.get(&Side::Right)) {
        (Some(left), Some(right)) if left == right => {
            vec![format!(
                "{} towards {partner} on either side",
                distances(left)
            )]
        }
        (left, right) => {
            let mut parts = Vec::new();
            for (set, side) in [(right, "right"), (left, "left")] {
                if let Some(set) = set {
                    parts.push(format!(
                        "{} towards {partner} on the {side}",
                        distances(set)
                    ));
                }
            }
            parts
        }
    }
}
