//! Sentences for groups of courses.

use std::collections::{BTreeMap, BTreeSet};

use ferz::geometry::{Heading, Headings, Step, Wrap};
use ferz::movement::{Contents, Initial, Range};

use super::direction::{Turning, list, number, oblique, radial, turning, turning_words, turns_of};
use super::hop::{Hop, hop_phrases, hops};
use super::paths::{many_paths, straight_steps};
use super::phrase::{
    Clause, Joint, ONTO, PASSED, Phrase, is_listed_leap, leaps, leg, single, sizes,
};
use super::special::{capture_on_the_way, castling, imitations, placement, universal};
use super::strand::{Anatomy, Ends, Group, Shape};

/// The common properties of the moves in one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Frame {
    initial: Initial,
    /// 0 for moves that can both move and capture, 1 for quiet moves, 2 for captures.
    rank: u8,
    ends: Ends,
    wrap: Wrap,
}

impl Frame {
    pub(super) fn of(group: &Group) -> Frame {
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
        if group.form.borrows() {
            used[index] = true;
            let opening = initial_opening(group.form.initial, "may move");
            let reach = legs_phrase(group, 0).third_person();
            special.push((
                5,
                format!(
                    "{opening} like any piece of another kind of its own side that it reaches in \
                     this way: {reach}"
                ),
            ));
            continue;
        }
        if let Some((rank, text)) = capture_on_the_way(group, &mut frames) {
            used[index] = true;
            special.push((rank, text));
        }
    }
    // A move that extends another one is described together with it.
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
    text.extend(anatomy.universals.iter().copied().map(universal));
    text.extend(imitations(&anatomy.imitations));
    text.extend(castling(&anatomy.castles));
    text.extend(anatomy.placements.iter().map(placement));
    text
}

/// The moves of a frame, by kind of description.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// Plain moves, in the order of their shapes.
    phrases: Vec<Phrase>,
    /// The vectors of plain leaps in all directions.
    leaps: Vec<(u8, u8)>,
    hops: Vec<Hop>,
    /// Moves of several legs, which get sentences of their own.
    lines: Vec<Phrase>,
}

impl Parts {
    pub(super) fn add_single(&mut self, shape: &Shape, headings: Headings) {
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
    let (marking, phrases): (Vec<Phrase>, Vec<Phrase>) = phrases
        .into_iter()
        .partition(|phrase| phrase.marks.is_some());
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

fn initial_opening(initial: Initial, verb: &str) -> String {
    match initial {
        Initial::Any => verb.to_owned(),
        Initial::Unmoved => format!("as long as it has not moved, it {verb}"),
        Initial::OneAhead => format!("one rank ahead of where it started, it {verb}"),
    }
}

/// A sentence with alternatives.
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
    let marks: BTreeSet<&str> = phrases.iter().filter_map(|phrase| phrase.marks).collect();
    if let Some(first) = marks.first() {
        let passed = if marks.len() == 1 { *first } else { PASSED };
        text.push_str("; it may then be captured en passant on ");
        text.push_str(passed);
    }
    text
}

/// Joins alternatives by `or`, with commas if the parts contain commas.
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

/// The clause about captures at the end of a sentence.
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

/// The maximum number of different turns by which a group is split.
const MOST_KINDS: usize = 8;

/// Splits a group whose turns have no common description into groups with equal turns.
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

/// For each group, the longest other group that it extends.
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

/// A move with the moves that it extends, in one phrase.
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

/// The phrase of the legs of a group, starting with the leg `from`.
fn legs_phrase(group: &Group, from: usize) -> Phrase {
    let shapes = &group.form.shapes;
    if shapes.len() == 1 {
        return single(&shapes[0], group.first_headings());
    }
    if let Some(phrase) = straight_steps(group).filter(|_| from == 0) {
        return phrase;
    }
    let steps: Vec<Step> = shapes.iter().map(|shape| shape.step).collect();
    let mut clauses: Vec<Clause> = Vec::new();
    // Whether the previous leg was merged into the one before it, so that turns are relative to that one.
    let mut folded = false;
    for index in from..shapes.len() {
        let headings: Headings = group.courses.iter().map(|course| course[index]).collect();
        let is_last = index + 1 == shapes.len();
        let mut shape = shapes[index];
        let (to, like) = if index == 0 {
            let to = match shape.step {
                Step::Radial(_) => radial(headings),
                Step::Oblique(a, b) => oblique(a, b, headings).unwrap_or_default(),
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
        // A leg up to a piece and a step back end in front of the piece.
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
            // Described like a capture on the way.
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
        } else if shapes[index - 1].ends.relay {
            Joint::Which
        } else {
            Joint::Then
        };
        clauses.push(Clause { joint, verb, rest });
        if shape.marks
            && let Some(last) = clauses.last_mut()
        {
            let ends_beside = shape.step == Step::Radial(1) && shape.range == Range::UpTo(1);
            last.rest.push_str(if ends_beside {
                ", where it may then be captured en passant"
            } else {
                ", where it may then be captured en passant on a square it passed"
            });
        }
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
        marks: None,
    }
}

/// Whether a leg after a longer one is a single step straight back to an empty square.
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

/// Removes moves of single steps over empty squares that are better described by their targets.
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
