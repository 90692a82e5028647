//! Sentences for groups of courses.

use std::ops::Range;

use ferz::geometry::{CompactSort, Headings, Step, Wrap, grouped, sorted, value_for};
use ferz::movement::{Contents, Initial};

use super::direction::{Turning, list, number, ordinal, turning, turns_of};
use super::hop::{Hop, hop_phrases, hops};
use super::legs::{legs_phrase, line_phrase};
use super::paths::many_paths;
use super::phrase::{PASSED, Phrase, is_listed_leap, leaps, single, sizes};
use super::special::{capture_on_the_way, castling, imitations, placement, universal};
use super::strand::{Anatomy, Copies, Ends, Group, Shape};
use super::targets::prey;
use crate::render::walk_list;

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

/// The moves of each frame, in the order of the frames.
pub(super) type Frames = Vec<(Frame, Parts)>;

/// All sentences of a movement, without capitals and full stops.
pub(super) fn sentences(anatomy: &Anatomy) -> Vec<String> {
    if anatomy.is_empty() {
        return vec!["never moves".to_owned()];
    }
    let mut frames = Frames::new();
    let groups = without_step_paths(anatomy.groups(), &mut frames);
    let groups: Vec<Group> = groups.into_iter().flat_map(sorted_by_turns).collect();
    let parents = parents(&groups);
    let mut used = vec![false; groups.len()];
    let mut special: Vec<(u8, String)> = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        if group.form.borrows() {
            used[index] = true;
            special.push((5, borrowing(group)));
        } else if let Some(found) = capture_on_the_way(group, &mut frames) {
            used[index] = true;
            special.extend(found);
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
        let lines = &mut value_for(&mut frames, frame).lines;
        if !lines.contains(&phrase) {
            lines.push(phrase);
        }
    }
    for (index, group) in groups.iter().enumerate() {
        if used[index] {
            continue;
        }
        let parts = value_for(&mut frames, Frame::of(group));
        match hops(group) {
            Some(hop) => parts.hops.push(hop),
            None => parts.add_single(&group.form.shapes[0], group.first_headings()),
        }
    }
    let has_usual = frames
        .iter()
        .any(|(frame, _)| frame.initial == Initial::Any);
    let mut text: Vec<String> = Vec::new();
    let mut late: Vec<String> = Vec::new();
    for (frame, parts) in frames {
        let into = if frame.initial == Initial::Any {
            &mut text
        } else {
            &mut late
        };
        into.extend(frame_sentences(frame, parts, has_usual));
    }
    special.sort_compactly();
    text.extend(special.into_iter().map(|(_, text)| text));
    text.extend(late);
    for (walk, group) in &anatomy.endless {
        let stretch = (walk.repeat).map_or(0..0, |repeat| repeat.from..repeat.to);
        for group in sorted_by_turns(group.clone()) {
            text.push(repeating(&group, stretch.clone(), has_usual));
        }
    }
    for walk in &anatomy.opaque {
        // In too many directions to describe them together.
        let words = walk_list(walk);
        let condition = words.kind.trim_start_matches("walk");
        text.push(format!(
            "makes a move of {} legs{condition}: {}",
            number(walk.legs.len()),
            words.legs.join("; ")
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

fn frame_sentences(frame: Frame, parts: Parts, has_usual: bool) -> Vec<String> {
    let mut phrases = parts.phrases;
    if !parts.leaps.is_empty() {
        phrases.push(leaps(&parts.leaps));
    }
    phrases.extend(hop_phrases(parts.hops, frame.ends));
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
    lines.sort_compactly_by_key(|line| {
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

/// The sentence of a move whose last leg borrows the moves of another piece.
fn borrowing(group: &Group) -> String {
    let opening = initial_opening(group.form.initial, "may move");
    format!(
        "{opening} like any piece of another kind of its own side that it reaches in this way: {}{}",
        legs_phrase(group, 0).third_person(),
        joined_edges(group.wrap()),
    )
}

/// The sentence of a move with a repeated stretch, shown once.
fn repeating(group: &Group, stretch: Range<u8>, has_usual: bool) -> String {
    let text = if group.form.borrows() {
        borrowing(group)
    } else {
        framed(Frame::of(group), &[legs_phrase(group, 0)], has_usual)
    };
    let parts: Vec<String> = stretch.map(|leg| ordinal(leg + 1)).collect();
    let noun = if parts.len() == 1 {
        "part"
    } else {
        "parts together"
    };
    let parts = list(&parts, "and");
    let times = match group.form.copies {
        Copies::UpTo(most) => format!("up to {} times", number(most.into())),
        _ => "any number of times".to_owned(),
    };
    format!("{text}; it may make the {parts} {noun} {times} or not at all")
}

pub(super) fn initial_opening(initial: Initial, verb: &str) -> String {
    match initial {
        Initial::Any => verb.to_owned(),
        Initial::Unmoved => format!("as long as it has not moved, it {verb}"),
        Initial::OneAhead => format!("one rank ahead of where it started, it {verb}"),
    }
}

/// The clause about joined edges at the end of a sentence.
pub(super) fn joined_edges(wrap: Wrap) -> &'static str {
    match wrap {
        Wrap::None => "",
        Wrap::Cylinder => ", as if the left and right edges of the board were joined",
        Wrap::Torus => ", as if opposite edges of the board were joined",
    }
}

/// A sentence with alternatives.
fn framed(frame: Frame, phrases: &[Phrase], has_usual: bool) -> String {
    let ends = frame.ends;
    let take = ends.take;
    let captures_only = frame.rank == 2;
    let also = if has_usual { "may also" } else { "may" };
    let usual = frame.initial == Initial::Any;
    let opening = if usual {
        String::new()
    } else {
        initial_opening(frame.initial, also) + " "
    };
    let is_single_leg = phrases.iter().all(|phrase| phrase.clauses.len() == 1);
    let mut text = opening;
    if captures_only && is_single_leg {
        text.push_str(if usual { "captures" } else { "capture" });
        let victims = match take {
            Contents::ROYAL => Some("only a royal piece"),
            Contents::COMMONER => Some("any enemy that is not royal"),
            take if take.is_empty() => Some("en passant"),
            take => prey(take),
        };
        text.extend([" ", victims.unwrap_or_default()]);
        text.push_str(if victims.is_some() { ", " } else { "" });
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
    text.push_str(joined_edges(frame.wrap));
    let marks = sorted(phrases.iter().filter_map(|phrase| phrase.marks));
    let passed = if marks.len() > 1 {
        Some(PASSED)
    } else {
        marks.first().copied()
    };
    text + &marked(passed)
}

/// The clause about the en passant squares that a move leaves, at the end of a sentence.
pub(super) fn marked(passed: Option<&str>) -> String {
    passed.map_or_else(String::new, |passed| {
        format!("; it may then be captured en passant on {passed}")
    })
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
    if rank == 0
        && let Some(victims) = prey(take)
    {
        let clause = match take {
            Contents::COMMONER => "; it cannot capture royal pieces that way".to_owned(),
            take if take.includes(Contents::FRIEND.union(Contents::ENEMY)) => {
                format!("; it may capture {victims} that way")
            }
            _ => format!("; it captures only {victims} that way"),
        };
        text.push_str(&clause);
    }
    if ends.en_passant {
        text.push_str(match (rank, take.is_empty()) {
            (0, true) => "; it captures only en passant that way",
            (0, false) => "; it may also capture en passant that way",
            (_, true) => "",
            (_, false) => ", also en passant",
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
    let courses = group.courses.iter();
    let by_turns = grouped(courses.map(|course| (turns_of(course, &steps), course.clone())));
    if by_turns.len() > MOST_KINDS {
        return vec![group];
    }
    by_turns
        .into_iter()
        .map(|(_, courses)| Group {
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
            && sorted(group.courses.iter().map(|course| &course[..length])) == other.courses
    };
    groups
        .iter()
        .map(|group| groups.iter().rposition(|other| goes_on_from(group, other)))
        .collect()
}

/// Removes moves of single steps over empty squares that are better described by their targets.
fn without_step_paths(groups: Vec<Group>, frames: &mut Frames) -> Vec<Group> {
    let quiet = Ends {
        pass: Contents::EMPTY,
        ..Ends::default()
    };
    let parents = parents(&groups);
    let mut walks: Vec<(Frame, usize)> = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let Some((_, inner)) = group.form.shapes.split_last() else {
            continue;
        };
        let is_step = |shape: &Shape| shape.is_single() && shape.step == Step::Radial(1);
        let stepping = !inner.is_empty()
            && group.form.shapes.iter().all(is_step)
            && inner.iter().all(|shape| shape.ends == quiet);
        if stepping && parents[index].is_none() {
            walks.push((Frame::of(group), index));
        }
    }
    let mut told: Vec<bool> = vec![false; groups.len()];
    for (frame, walks) in grouped(walks) {
        if let Some(phrase) = many_paths(&groups, &walks) {
            walks.into_iter().for_each(|index| told[index] = true);
            value_for(frames, frame).phrases.push(phrase);
        }
    }
    let rest = groups.into_iter().enumerate();
    rest.filter(|(index, _)| !told[*index])
        .map(|(_, group)| group)
        .collect()
}
