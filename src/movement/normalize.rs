//! One spelling for one meaning, as far as headings go.
//!
//! A chain and a bracket say the same in different words: one turns by eighths, the other outward
//! to an atom of its own. Both are brought to the simplest turn that has the same choices after
//! every way in which the legs before can go. Walks that come to a leg without a choice are left
//! out.

use smallvec::SmallVec;

use crate::geometry::Headings;

use super::pattern::{Curve, Leg, Pattern, Range, Turn, Walk};
use super::turn::Bearing;

/// The pattern in its simplest form, or nothing if it can never be carried out.
pub(super) fn normalized(pattern: Pattern) -> Option<Pattern> {
    match pattern {
        Pattern::Walk(walk) => normalized_walk(walk).map(Pattern::Walk),
        other => Some(other),
    }
}

/// Every bearing that a leg can have behind it, in order and each once.
type Bearings = Vec<Option<Bearing>>;

fn normalized_walk(mut walk: Walk) -> Option<Walk> {
    let before = bearings_before(&walk);
    for (leg, before) in walk.legs.iter_mut().zip(&before) {
        if before.iter().all(|one| leg.headings(*one).is_empty()) {
            return None;
        }
        if matches!(leg.range, Range::UpTo(steps) if steps <= leg.skip) {
            return None;
        }
        simplify(leg, before);
    }
    for index in 1..walk.legs.len() {
        // Of an unlimited range everything is left.
        let flight = &walk.legs[index - 1];
        let is_endless = flight.range == Range::Unlimited && flight.curve != Curve::Circular;
        if is_endless && walk.legs[index].range == Range::Rest {
            walk.legs[index].range = Range::Unlimited;
        }
    }
    Some(walk)
}

/// Brings turn and owned headings of one leg to their simplest form.
fn simplify(leg: &mut Leg, before: &Bearings) {
    match &leg.turn {
        Turn::Absolute(headings) => {
            leg.turn = Turn::Absolute(headings.intersection(leg.owned));
            leg.owned = Headings::ALL;
        }
        Turn::Relative(turns, bends) => {
            // Turns that lead to no owned heading say nothing.
            let useful: Headings = turns
                .iter()
                .filter(|turn| {
                    let only = Leg {
                        turn: Turn::Relative(Headings::of(&[turn.number()]), SmallVec::new()),
                        ..leg.clone()
                    };
                    before.iter().any(|one| !only.headings(*one).is_empty())
                })
                .collect();
            let candidate = Leg {
                turn: Turn::Relative(useful, bends.clone()),
                owned: Headings::ALL,
                ..leg.clone()
            };
            if agree(leg, &candidate, before) {
                *leg = candidate;
            } else {
                leg.turn = candidate.turn;
            }
        }
        Turn::Outward => {
            for turns in [&[0][..], &[1, 7]] {
                let candidate = Leg {
                    turn: Turn::Relative(Headings::of(turns), SmallVec::new()),
                    owned: Headings::ALL,
                    ..leg.clone()
                };
                if agree(leg, &candidate, before) {
                    *leg = candidate;
                    return;
                }
            }
        }
        Turn::Onward => leg.owned = Headings::ALL,
    }
}

/// Whether two legs have the same choices behind each of the bearings.
fn agree(one: &Leg, other: &Leg, before: &Bearings) -> bool {
    before.iter().all(|bearing| {
        let (mut one, mut other) = (one.headings(*bearing), other.headings(*bearing));
        one.sort_unstable();
        other.sort_unstable();
        one == other
    })
}

/// For each leg, the bearings at its beginning.
fn bearings_before(walk: &Walk) -> Vec<Bearings> {
    let mut before: Vec<Bearings> = vec![Vec::new(); walk.legs.len()];
    if let Some(first) = before.first_mut() {
        first.push(None);
    }
    // A stretch that is repeated leads back to its own beginning; there are only so many
    // bearings, so that this ends.
    let mut changed = true;
    while changed {
        changed = false;
        for (index, leg) in walk.legs.iter().enumerate() {
            let mut behind: Bearings = Vec::new();
            for bearing in &before[index] {
                for (heading, bend) in leg.headings(*bearing) {
                    behind.push(Some(Bearing::behind(leg.step, heading, bend, index == 0)));
                }
            }
            for next in followers(walk, index) {
                for bearing in &behind {
                    if !before[next].contains(bearing) {
                        before[next].push(*bearing);
                        changed = true;
                    }
                }
            }
        }
    }
    before
}

/// The legs that may follow a leg.
fn followers(walk: &Walk, index: usize) -> SmallVec<[usize; 2]> {
    let next = index + 1;
    let mut followers: SmallVec<[usize; 2]> = SmallVec::new();
    match walk.repeat {
        Some(repeat) if next == repeat.from as usize || next == repeat.to as usize => {
            followers.push(repeat.from as usize);
            followers.push(repeat.to as usize);
        }
        _ => followers.push(next),
    }
    followers.retain(|index| *index < walk.legs.len());
    followers
}

#[cfg(test)]
mod tests {
    use crate::movement::Movement;
    use crate::syntax::betza::Dialect;

    #[track_caller]
    fn check(one: &str, other: &str) {
        let read = |text: &str| Movement::read(text, Dialect::XBetza).value;
        assert_eq!(read(one), read(other), "`{one}` and `{other}`");
    }

    #[test]
    fn chains_and_brackets_meet() {
        check("FyafsF", "[F?R]");
        check("yafW", "[W-R]");
        check("afsW", "[W-F]");
        check("afsF", "[F-W]");
        check("fafsafzW", "[fW-F-fzW]");
        check("mRmasR", "mR[R-sR]");
        check("mcoabyafmKdaubyafmK", "[mcoK-bK-fmQ][dK-buK-fmQ]");
        check("rpR", "[rpR-R]");
        check("fWX", "fWX");
    }

    #[test]
    fn dead_ends_are_left_out() {
        assert!(Movement::read("[W-fF]", Dialect::XBetza).value.is_empty());
        assert!(Movement::read("jW", Dialect::XBetza).value.is_empty());
    }

    #[test]
    fn where_it_depends_on_the_way_there_are_two_patterns() {
        check("[K-B]", "[W-B][F-B]");
    }
}
