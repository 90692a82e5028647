//! Normal form of movements.
//!
//! Different texts can have the same meaning: `WF` is `K`, `pR` is `pafR`, `[W-F]` is `afsW`. [`normalized`] gives them
//! the same patterns. It is total and idempotent, and never changes the moves on any board. It does not find every
//! equality: walks of several legs are only compared leg by leg.
//!
//! 1. Each walk is tidied: properties of a leg without effect get their default, turns are counted from the previous
//!    heading, and impossible walks are dropped.
//! 2. Walks of one leg are split into headings and contents, reduced by the parts that a longer range includes, and
//!    joined again.
//! 3. Walks of several legs that differ in one respect are united.
//! 4. The patterns are sorted: short leaps before long ones, few legs before many.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::geometry::{CompactSort, Heading, Headings, Ring, Step, sorted};
use crate::source::budget::spend_each;

use super::pattern::{
    BendSide, Castle, Contents, Curve, Imitation, Initial, Inside, Leg, Pattern, Range, Turn,
    Universal, Walk,
};

/// The maximum number of walks of several legs that are united; comparing more takes too long.
const MOST_COMPARED: usize = 128;

/// The maximum number of rounds of uniting and tidying; the result of the last one is final.
const MOST_ROUNDS: usize = 8;

/// Steps of the budget for tidying one leg.
const LEG: u64 = 4;

/// The normal form of a movement.
pub(super) fn normalized(patterns: Vec<Pattern>) -> Vec<Pattern> {
    let n_legs: usize = patterns.iter().map(legs_of).sum();
    if spend_each(n_legs, patterns.len().min(MOST_COMPARED) as u64).is_err() {
        return patterns;
    }
    let mut single: Vec<Walk> = Vec::new();
    let mut several: Vec<Walk> = Vec::new();
    let mut leaps: Vec<Universal> = Vec::new();
    let mut imitations: Vec<Imitation> = Vec::new();
    let mut result: Vec<Pattern> = Vec::with_capacity(patterns.len());
    for pattern in patterns {
        match pattern {
            Pattern::Walk(walk) => tidy(walk, &mut |walk| match walk.legs.len() {
                1 => single.push(walk),
                _ => several.push(walk),
            }),
            Pattern::Castle(_) | Pattern::Placement(_) => result.push(pattern),
            Pattern::Universal(leap) => unite_leap(&mut leaps, leap),
            Pattern::Imitation(imitation) => unite_imitation(&mut imitations, imitation),
        }
    }
    if single.len() > 1 {
        single = regrouped(single);
    }
    if several.len() > 1 {
        several = united(several);
    }
    result.extend(leaps.into_iter().map(Pattern::Universal));
    result.extend(imitations.into_iter().map(Pattern::Imitation));
    result.extend(single.into_iter().chain(several).map(Pattern::Walk));
    if result.len() > 1 {
        result.sort_compactly_by(reading_order);
        result.dedup();
    }
    result
}

/// The number of legs of a pattern.
fn legs_of(pattern: &Pattern) -> usize {
    match pattern {
        Pattern::Walk(walk) => walk.legs.len(),
        _ => 1,
    }
}

/// Whether the pattern has a move in its normal form.
pub(super) fn can_be_made(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Walk(walk) => {
            let mut is_left = false;
            tidy(walk.clone(), &mut |_| is_left = true);
            is_left
        }
        Pattern::Universal(leap) => {
            let mut leaps = Vec::new();
            unite_leap(&mut leaps, *leap);
            !leaps.is_empty()
        }
        Pattern::Imitation(imitation) => {
            let mut imitations = Vec::new();
            unite_imitation(&mut imitations, *imitation);
            !imitations.is_empty()
        }
        Pattern::Castle(_) | Pattern::Placement(_) => true,
    }
}

/// The order of patterns: short and simple ones first.
fn reading_order(one: &Pattern, other: &Pattern) -> Ordering {
    match (one, other) {
        (Pattern::Walk(one), Pattern::Walk(other)) => one
            .initial
            .cmp(&other.initial)
            .then_with(|| one.legs.len().cmp(&other.legs.len()))
            .then_with(|| {
                let lengths =
                    |walk: &Walk| -> SmallVec<[u16; 4]> { walk.legs.iter().map(length).collect() };
                lengths(one).cmp(&lengths(other))
            })
            .then_with(|| one.cmp(other)),
        (Pattern::Castle(one), Pattern::Castle(other)) => {
            let key = |one: &Castle| (one.initial, one.distance, one.inset, one.side);
            key(one).cmp(&key(other))
        }
        _ => one.cmp(other),
    }
}

/// The squared length of the shortest step.
fn length(leg: &Leg) -> u16 {
    match leg.step {
        Step::Oblique(a, b) => u16::from(a).pow(2) + u16::from(b).pow(2),
        Step::Radial(n) => {
            let n = u16::from(n).pow(2);
            match &leg.turn {
                Turn::Absolute(set) if set.intersection(Headings::ORTHOGONAL).is_empty() => 2 * n,
                _ => n,
            }
        }
    }
}

fn unite_imitation(imitations: &mut Vec<Imitation>, one: Imitation) {
    if one.pass.is_empty() && one.take.is_empty() && !one.en_passant {
        return;
    }
    let is_kin =
        |other: &&mut Imitation| (other.initial, other.turned) == (one.initial, one.turned);
    match imitations.iter_mut().find(is_kin) {
        Some(other) => {
            other.pass = other.pass.union(one.pass);
            other.take = other.take.union(one.take);
            other.en_passant |= one.en_passant;
        }
        None => imitations.push(one),
    }
}

fn unite_leap(leaps: &mut Vec<Universal>, leap: Universal) {
    // Only captured pieces reappear.
    if leap.unload && (!leap.pass.is_empty() || leap.relay || leap.take.is_empty()) {
        let (quiet, capture) = (
            Universal {
                take: Contents::default(),
                unload: false,
                ..leap
            },
            Universal {
                pass: Contents::default(),
                relay: false,
                ..leap
            },
        );
        unite_leap(leaps, quiet);
        if !capture.take.is_empty() {
            unite_leap(leaps, capture);
        }
        return;
    }
    if leap.pass.is_empty() && leap.take.is_empty() && !leap.relay {
        return;
    }
    let kind = (leap.initial, leap.unload);
    match leaps
        .iter_mut()
        .find(|other| (other.initial, other.unload) == kind)
    {
        Some(other) => {
            other.pass = other.pass.union(leap.pass);
            other.take = other.take.union(leap.take);
            other.relay |= leap.relay;
        }
        None => leaps.push(leap),
    }
}

// Tidying of walks (step 1).

/// Resets properties without effect to their defaults and passes the resulting walks to `keep`: none if the walk is
/// impossible, several if its legs have different meanings after orthogonal and diagonal steps.
fn tidy(mut walk: Walk, keep: &mut dyn FnMut(Walk)) {
    let count = walk.legs.len();
    if spend_each(count + 1, LEG).is_err() {
        return;
    }
    let in_stretch = |index: usize, walk: &Walk| {
        (walk.repeat).is_some_and(|one| (one.from as usize..one.to as usize).contains(&index))
    };
    let mut may_have_bent = false;
    let mut has_slid = false;
    for index in 0..count {
        let is_last = index + 1 == count;
        let before = index.checked_sub(1).map(|at| walk.legs[at].clone());
        let is_looped = in_stretch(index, &walk);
        let leg = &mut walk.legs[index];
        if is_last {
            leg.edge = false;
        }
        let ends = !(leg.pass.is_empty() && leg.take.is_empty());
        let is_dead = !(ends || leg.en_passant || leg.edge || leg.relay)
            || matches!(leg.range, Range::UpTo(steps) if steps <= leg.skip)
            || matches!(&leg.turn, Turn::Relative(turns, bends) if turns.is_empty() && bends.is_empty())
            || leg.iso && !has_slid && walk.repeat.is_none();
        if is_dead {
            return;
        }
        leg.inside = tidy_inside(leg);
        leg.marks = leg.marks && !(is_last && is_short(leg) && leg.step == Step::Radial(1));
        if count == 1 && leg.range == Range::UpTo(1) {
            leg.curve = Curve::Straight;
        }
        has_slid |= leg.range != Range::UpTo(1);
        match (&mut leg.turn, before) {
            (Turn::Absolute(headings), _) => {
                *headings = headings.intersection(leg.owned);
                leg.owned = Headings::ALL;
                may_have_bent =
                    matches!(leg.step, Step::Oblique(..)) || leg.curve != Curve::Straight;
            }
            (turn, Some(before)) => {
                if *turn == Turn::Outward {
                    *turn = outward(before.step.ring(), leg.step.ring(), leg.owned);
                }
                let crosses = before.step.ring() != leg.step.ring();
                if let Turn::Relative(turns, bends) = turn {
                    tidy_bends(turns, bends, !may_have_bent && walk.repeat.is_none());
                    let turns_away = turns.iter().any(|turn| turn.number() % 4 != 0);
                    may_have_bent |= turns_away || !bends.is_empty() || crosses;
                    let straight_on = *turns == Headings::of(&[0]) && bends.is_empty();
                    // The rest of an unlimited range is unlimited.
                    if leg.range == Range::Rest
                        && before.range == Range::Unlimited
                        && before.curve == Curve::Straight
                        && leg.curve == Curve::Straight
                        && straight_on
                        && !crosses
                        && !is_looped
                        && walk.repeat.is_none()
                    {
                        leg.range = Range::Unlimited;
                    }
                }
                if leg.range == Range::Rest
                    && before.range == Range::UpTo(1)
                    && walk.repeat.is_none()
                {
                    return;
                }
            }
            (_, None) => {}
        }
        may_have_bent |= leg.curve != Curve::Straight;
    }
    if count == 1 || walk.repeat.is_some() {
        return keep_possible(walk, keep);
    }
    disown(walk, false, keep);
}

fn is_short(leg: &Leg) -> bool {
    leg.range == Range::UpTo(1)
}

fn tidy_inside(leg: &Leg) -> Inside {
    match (leg.inside, leg.step) {
        (Inside::Empty, Step::Radial(1)) => Inside::Anything,
        (inside, _) => inside,
    }
}

/// The turns that deviate least. Within one ring, a heading that the atom does not own has an owned neighbor on either
/// side.
fn outward(before: Ring, ring: Ring, owned: Headings) -> Turn {
    let is_four_way = owned == Headings::ORTHOGONAL || owned == Headings::DIAGONAL;
    let turns = match before == ring {
        _ if owned == Headings::ALL => Headings::of(&[0]),
        true if is_four_way => Headings::of(&[7, 0, 1]),
        true => return Turn::Outward,
        false => Headings::of(&[0]),
    };
    Turn::Relative(turns, SmallVec::new())
}

/// Replaces bends to both sides by turns, and removes bends that the turns include.
fn tidy_bends(
    turns: &mut Headings,
    bends: &mut SmallVec<[super::pattern::Bend; 1]>,
    never_bent: bool,
) {
    if bends.is_empty() {
        return;
    }
    let both = |eighths: u8| Headings::of(&[eighths, 8 - eighths]);
    for eighths in 1..=3 {
        let has = |side: BendSide| {
            bends
                .iter()
                .any(|bend| bend.eighths == eighths && bend.side == side)
        };
        let (same, opposite) = (has(BendSide::Same), has(BendSide::Opposite));
        if same && opposite || never_bent && (same || opposite) {
            *turns = turns.union(both(eighths));
        }
    }
    let turns = *turns;
    bends.retain(|bend| turns.intersection(both(bend.eighths)) != both(bend.eighths));
    bends.sort_compactly();
    bends.dedup();
}

/// Removes `owned` on the radial ring. The parity of a heading follows from the turns, so a walk with both parities is
/// split.
fn disown(mut walk: Walk, mut is_changed: bool, keep: &mut dyn FnMut(Walk)) {
    let straight = |leg: &Leg| leg.curve == Curve::Straight && matches!(leg.step, Step::Radial(_));
    let radial = walk.legs.iter().take_while(|leg| straight(leg)).count();
    for index in 1..radial {
        let leg = &walk.legs[index];
        let parity = match leg.owned {
            Headings::ORTHOGONAL => 0,
            Headings::DIAGONAL => 1,
            _ => continue,
        };
        // The first leg or turn that decides the parity and allows both.
        let mixed = (0..index).find(|at| {
            let (even, odd) = parities(&walk.legs[*at].turn);
            even && odd
        });
        if let Some(at) = mixed {
            for wanted in [Headings::ORTHOGONAL, Headings::DIAGONAL] {
                let mut part = walk.clone();
                restrict(&mut part.legs[at].turn, wanted);
                disown(part, true, keep);
            }
            return;
        }
        let before: u8 = (0..index)
            .map(|at| u8::from(parities(&walk.legs[at].turn).1))
            .sum();
        let wanted = if before % 2 == parity {
            Headings::ORTHOGONAL
        } else {
            Headings::DIAGONAL
        };
        let leg = &mut walk.legs[index];
        restrict(&mut leg.turn, wanted);
        leg.owned = Headings::ALL;
        is_changed = true;
        if matches!(&leg.turn, Turn::Relative(turns, bends) if turns.is_empty() && bends.is_empty())
        {
            return;
        }
    }
    if is_changed {
        // No leg owns headings any more, so this recursion ends.
        return tidy(walk, keep);
    }
    keep_possible(walk, keep);
}

/// Whether the turn allows an even number of eighths, and whether an odd one.
fn parities(turn: &Turn) -> (bool, bool) {
    let (set, bends): (Headings, &[super::pattern::Bend]) = match turn {
        Turn::Absolute(set) => (*set, &[]),
        Turn::Relative(set, bends) => (*set, bends),
        Turn::Outward | Turn::Onward => (Headings::of(&[0]), &[]),
    };
    let has = |parity: Headings, odd: u8| {
        !set.intersection(parity).is_empty() || bends.iter().any(|bend| bend.eighths % 2 == odd)
    };
    (has(Headings::ORTHOGONAL, 0), has(Headings::DIAGONAL, 1))
}

fn restrict(turn: &mut Turn, wanted: Headings) {
    let odd = u8::from(wanted == Headings::DIAGONAL);
    match turn {
        Turn::Absolute(set) => *set = set.intersection(wanted),
        Turn::Relative(set, bends) => {
            *set = set.intersection(wanted);
            bends.retain(|bend| bend.eighths % 2 == odd);
        }
        Turn::Outward | Turn::Onward => {}
    }
}

fn keep_possible(walk: Walk, keep: &mut dyn FnMut(Walk)) {
    match walk.legs.first().map(|leg| &leg.turn) {
        Some(Turn::Absolute(headings)) if headings.is_empty() => {}
        Some(_) => keep(walk),
        None => {}
    }
}

// Walks of one leg (step 2).

/// The kinds of contents of an end square.
const KINDS: [Contents; 6] = [
    Contents::EMPTY,
    Contents::FRIEND,
    Contents::COMMONER,
    Contents::ROYAL,
    Contents::WALL,
    Contents::ABSENT,
];

/// The number of ways in which a leg can end: `pass` and `take` of each kind, en passant, and a relay.
const ENDS: usize = 2 * KINDS.len() + 2;

/// The range for each way to end and each heading: 0 is none, 255 any distance.
type Reach = [[u8; 8]; ENDS];

const ANY_DISTANCE: u8 = u8::MAX;

/// A set of ways to end, as bits.
type Ends = u16;

fn ends_of(leg: &Leg) -> Ends {
    let mut ends = 0;
    for (at, kind) in KINDS.iter().enumerate() {
        ends |= Ends::from(leg.pass.meets(*kind)) << at;
        ends |= Ends::from(leg.take.meets(*kind)) << (KINDS.len() + at);
    }
    ends | Ends::from(leg.en_passant) << (2 * KINDS.len())
        | Ends::from(leg.relay) << (2 * KINDS.len() + 1)
}

fn set_ends(leg: &mut Leg, ends: Ends) {
    let kinds = |from: usize| {
        KINDS
            .iter()
            .enumerate()
            .filter(|(at, _)| ends >> (from + at) & 1 == 1)
            .fold(Contents::NONE, |all, (_, kind)| all.union(*kind))
    };
    leg.pass = kinds(0);
    leg.take = kinds(KINDS.len());
    leg.en_passant = ends >> (2 * KINDS.len()) & 1 == 1;
    leg.relay = ends >> (2 * KINDS.len() + 1) & 1 == 1;
}

/// The walks that differ only in headings, ends and range.
struct Family {
    frame: Walk,
    members: Vec<Walk>,
    reach: Reach,
}

fn regrouped(walks: Vec<Walk>) -> Vec<Walk> {
    let mut families: Vec<Family> = Vec::new();
    for walk in walks {
        let (Some(leg), [_]) = (walk.legs.first(), walk.legs.as_slice()) else {
            continue;
        };
        let range = match leg.range {
            Range::UpTo(steps) => steps.min(ANY_DISTANCE - 1),
            Range::Unlimited => ANY_DISTANCE,
            Range::ToMiddle | Range::Rest => 1,
        };
        let matching = families.iter().position(|family| is_kin(family, &walk));
        let at = matching.unwrap_or_else(|| {
            let mut frame = walk.clone();
            set_ends(&mut frame.legs[0], 0);
            families.push(Family {
                frame,
                members: Vec::new(),
                reach: [[0; 8]; ENDS],
            });
            families.len() - 1
        });
        let ends = ends_of(leg);
        if let Turn::Absolute(headings) = &leg.turn {
            for (end, reach) in families[at].reach.iter_mut().enumerate() {
                if ends >> end & 1 == 1 {
                    for heading in headings.iter() {
                        let reach = &mut reach[heading.number() as usize];
                        *reach = (*reach).max(range);
                    }
                }
            }
        }
        families[at].members.push(walk);
    }
    let mut result = Vec::new();
    for at in 0..families.len() {
        // An unmoved piece needs no pattern for moves that are always possible.
        let always = families
            .iter()
            .find(|other| {
                families[at].frame.initial != Initial::Any
                    && other.frame.initial == Initial::Any
                    && is_kin(
                        other,
                        &Walk {
                            initial: Initial::Any,
                            ..families[at].frame.clone()
                        },
                    )
            })
            .map(|other| other.reach);
        let family = &mut families[at];
        let is_covered = always.is_some_and(|always| subtract(&mut family.reach, &always));
        if family.members.len() == 1 && !is_covered {
            result.append(&mut family.members);
        } else {
            result.extend(together(&family.frame, &family.reach));
        }
    }
    result
}

/// Whether the walk belongs to the family, that is, differs only in headings, ends and range.
fn is_kin(family: &Family, walk: &Walk) -> bool {
    let (Some(one), Some(other)) = (family.frame.legs.first(), walk.legs.first()) else {
        return false;
    };
    let counts = |range: Range| matches!(range, Range::UpTo(_) | Range::Unlimited);
    family.frame.initial == walk.initial
        && one.step == other.step
        && (one.range == other.range || counts(one.range) && counts(other.range))
        && one.skip == other.skip
        && one.inside == other.inside
        && one.curve == other.curve
        && one.wrap == other.wrap
        && one.iso == other.iso
        && one.unload == other.unload
        && one.marks == other.marks
}

/// Removes from `reach` the part that `always` includes.
fn subtract(reach: &mut Reach, always: &Reach) -> bool {
    let mut changed = false;
    for (row, always) in reach.iter_mut().zip(always) {
        for (cell, always) in row.iter_mut().zip(always) {
            if *cell > 0 && *cell <= *always {
                *cell = 0;
                changed = true;
            }
        }
    }
    changed
}

/// The approximate number of letters of a spelling: an atom for each class of headings, plus letters for directions and
/// unusual ends.
fn effort(headings: Headings, ends: Ends, is_oblique: bool) -> u32 {
    const USUAL: Ends = 1 | 1 << (KINDS.len() + 2) | 1 << (KINDS.len() + 3);
    // Enemy commoners and enemy royals together take one letter.
    let both = 1 << (KINDS.len() + 2) | 1 << (KINDS.len() + 3);
    let modes = match ends {
        USUAL => 0,
        _ => ends.count_ones() - u32::from(ends & both == both),
    };
    if headings == Headings::ALL {
        return 1 + modes;
    }
    if is_oblique {
        return 2 + modes;
    }
    [Headings::ORTHOGONAL, Headings::DIAGONAL]
        .into_iter()
        .filter(|class| !headings.intersection(*class).is_empty())
        .map(|class| 1 + modes + u32::from(headings.intersection(class) != class))
        .sum()
}

/// The walks of a family with the shortest spelling, grouped either by the headings of each end or by the ends of each
/// heading.
fn together(frame: &Walk, reach: &Reach) -> Vec<Walk> {
    let mut ranges: SmallVec<[u8; 8]> = reach.iter().flatten().copied().collect();
    ranges.sort_compactly();
    ranges.dedup();
    ranges.retain(|range| *range > 0);
    let mut by_end: Vec<(u8, Headings, Ends)> = Vec::new();
    let mut by_heading: Vec<(u8, Headings, Ends)> = Vec::new();
    for range in ranges {
        for (end, row) in reach.iter().enumerate() {
            let headings: Headings = (0..8)
                .filter(|heading| row[*heading as usize] == range)
                .map(Heading::new)
                .collect();
            if headings.is_empty() {
                continue;
            }
            match by_end
                .iter_mut()
                .find(|(r, h, _)| *r == range && *h == headings)
            {
                Some((_, _, ends)) => *ends |= 1 << end,
                None => by_end.push((range, headings, 1 << end)),
            }
        }
        for heading in 0..8_u8 {
            let ends = reach
                .iter()
                .enumerate()
                .filter(|(_, row)| row[heading as usize] == range)
                .fold(0, |ends: Ends, (end, _)| ends | 1 << end);
            if ends == 0 {
                continue;
            }
            let one = Headings::of(&[heading]);
            match by_heading
                .iter_mut()
                .find(|(r, _, e)| *r == range && *e == ends)
            {
                Some((_, headings, _)) => *headings = headings.union(one),
                None => by_heading.push((range, one, ends)),
            }
        }
    }
    let is_oblique = matches!(frame.legs[0].step, Step::Oblique(..));
    let total = |parts: &[(u8, Headings, Ends)]| -> u32 {
        parts
            .iter()
            .map(|(_, headings, ends)| effort(*headings, *ends, is_oblique))
            .sum()
    };
    let fewest = if total(&by_heading) < total(&by_end) {
        by_heading
    } else {
        by_end
    };
    fewest
        .into_iter()
        .map(|(range, headings, ends)| {
            let mut walk = frame.clone();
            let leg = &mut walk.legs[0];
            leg.turn = Turn::Absolute(headings);
            leg.range = match (leg.range, range) {
                (Range::ToMiddle | Range::Rest, _) => leg.range,
                (_, ANY_DISTANCE) => Range::Unlimited,
                (_, steps) => Range::UpTo(steps),
            };
            set_ends(leg, ends);
            walk
        })
        .collect()
}

// Walks of several legs (step 3).

/// The only difference between two walks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Difference {
    None,
    /// The headings of the first leg.
    Headings,
    /// The contents on which the leg may end.
    Ends(usize),
    /// The turns before the leg.
    Turns(usize),
    /// The range of the last leg.
    Range,
    /// The initial condition of the walk.
    Initial,
}

fn difference(one: &Walk, other: &Walk) -> Option<Difference> {
    if one.repeat != other.repeat || one.legs.len() != other.legs.len() {
        return None;
    }
    let mut found = Difference::None;
    let mut differs = |what: Difference| {
        let first = found == Difference::None;
        found = what;
        first
    };
    if one.initial != other.initial {
        let includes = one.initial == Initial::Any || other.initial == Initial::Any;
        if !includes || !differs(Difference::Initial) {
            return None;
        }
    }
    let last = one.legs.len() - 1;
    // A repeated stretch of the united walk could take a different alternative in each repetition.
    let is_looped = |at: usize| {
        (one.repeat).is_some_and(|repeat| (repeat.from as usize..repeat.to as usize).contains(&at))
    };
    for (at, (a, b)) in one.legs.iter().zip(&other.legs).enumerate() {
        if a.step != b.step
            || a.owned != b.owned
            || a.skip != b.skip
            || a.inside != b.inside
            || a.curve != b.curve
            || a.wrap != b.wrap
            || a.iso != b.iso
            || a.unload != b.unload
            || a.marks != b.marks
        {
            return None;
        }
        if a.turn != b.turn {
            let what = match (&a.turn, &b.turn) {
                (Turn::Absolute(_), Turn::Absolute(_)) => Difference::Headings,
                (Turn::Relative(_, bends), Turn::Relative(_, others))
                    if bends == others && !is_looped(at) =>
                {
                    Difference::Turns(at)
                }
                _ => return None,
            };
            if !differs(what) {
                return None;
            }
        }
        let counts = |range: Range| matches!(range, Range::UpTo(_) | Range::Unlimited);
        if a.range != b.range {
            let comparable = at == last && counts(a.range) && counts(b.range);
            if !comparable || !differs(Difference::Range) {
                return None;
            }
        }
        if (a.pass, a.take, a.en_passant, a.edge, a.relay)
            != (b.pass, b.take, b.en_passant, b.edge, b.relay)
            && (is_looped(at) || !differs(Difference::Ends(at)))
        {
            return None;
        }
    }
    Some(found)
}

/// The differences between any two walks that differ in one respect.
fn differences(walks: &[Walk]) -> Vec<Difference> {
    let behind = |at: usize| walks.get(at + 1..).unwrap_or_default();
    let pairs = (walks.iter().enumerate())
        .flat_map(|(at, one)| behind(at).iter().map(move |other| (one, other)));
    sorted(pairs.filter_map(|(one, other)| difference(one, other)))
}

/// Unites walks until no two differ in only one respect.
fn united(mut walks: Vec<Walk>) -> Vec<Walk> {
    if walks.len() > MOST_COMPARED {
        // Duplicates are removed first, so that normalizing the result again gives the same result.
        walks.sort_compactly();
        walks.dedup();
        if walks.len() > MOST_COMPARED {
            return walks;
        }
    }
    for _ in 0..MOST_ROUNDS {
        let legs = walks.iter().map(|walk| walk.legs.len()).max().unwrap_or(0);
        let mut changed = false;
        let mut order = vec![Difference::None, Difference::Headings];
        order.extend((0..legs).rev().map(Difference::Ends));
        order.extend((1..legs).map(Difference::Turns));
        order.extend([Difference::Range, Difference::Initial]);
        let mut open = differences(&walks);
        for wanted in order {
            if open.contains(&wanted) && unite(&mut walks, wanted) {
                changed = true;
                open = differences(&walks);
            }
        }
        if !changed {
            return walks;
        }
        // A united walk may need tidying again.
        let mut tidied = Vec::with_capacity(walks.len());
        for walk in std::mem::take(&mut walks) {
            tidy(walk, &mut |walk| tidied.push(walk));
        }
        walks = tidied;
    }
    walks
}

fn unite(walks: &mut Vec<Walk>, wanted: Difference) -> bool {
    let before = walks.len();
    let mut at = 0;
    while at < walks.len() {
        let mut other = at + 1;
        while other < walks.len() {
            if difference(&walks[at], &walks[other]) == Some(wanted) {
                let other = walks.remove(other);
                absorb(&mut walks[at], other, wanted);
            } else {
                other += 1;
            }
        }
        at += 1;
    }
    walks.len() < before
}

fn absorb(walk: &mut Walk, other: Walk, difference: Difference) {
    let last = walk.legs.len() - 1;
    match difference {
        Difference::None => {}
        Difference::Headings | Difference::Turns(_) => {
            for (leg, other) in walk.legs.iter_mut().zip(other.legs) {
                match (&mut leg.turn, other.turn) {
                    (Turn::Absolute(one), Turn::Absolute(other))
                    | (Turn::Relative(one, _), Turn::Relative(other, _)) => {
                        *one = one.union(other);
                    }
                    _ => {}
                }
            }
        }
        Difference::Ends(at) => {
            let (leg, other) = (&mut walk.legs[at], &other.legs[at]);
            leg.pass = leg.pass.union(other.pass);
            leg.take = leg.take.union(other.take);
            leg.en_passant |= other.en_passant;
            leg.edge |= other.edge;
            leg.relay |= other.relay;
        }
        Difference::Range => {
            walk.legs[last].range = walk.legs[last].range.max(other.legs[last].range);
        }
        Difference::Initial => walk.initial = walk.initial.min(other.initial),
    }
}
