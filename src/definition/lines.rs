//! Lines: sequences of equal steps, as leaps and rides of a movement.

use crate::geometry::{BoardShape, Offset, Perspective, Square, Wrap};
use crate::movement::{Curve, Dialect, Initial, Inside, Movement, Pattern, Range, Turn, Walk};
use crate::source::{Code, Diagnostic, codes};

/// A leap, or a ride of equal steps in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Line {
    /// The step, as its owner sees it.
    pub step: Offset,
    /// Whether the step may be repeated.
    pub rides: bool,
}

impl Line {
    /// Reads leaps and rides in XBetza, such as `F` or `BDD`: a union of steps, each made once or any number of times.
    /// The result is sorted.
    pub(crate) fn read(text: &str) -> Result<Vec<Line>, (Code, String)> {
        let read = Movement::read(text, Dialect::XBetza);
        if let Some(finding) = read.diagnostics.into_iter().find(Diagnostic::is_error) {
            return Err((finding.code, finding.message));
        }
        let mut lines = Vec::new();
        for pattern in read.value.patterns() {
            let found = match pattern {
                Pattern::Walk(walk) => lines_of(walk),
                _ => None,
            };
            let Some(found) = found else {
                let message = format!("`{text}` is not a union of leaps and rides");
                return Err((codes::NOT_LEAPS, message));
            };
            lines.extend(found);
        }
        lines.sort_unstable();
        lines.dedup();
        // A ride includes the leap.
        let rides: Vec<Offset> = (lines.iter().filter(|line| line.rides))
            .map(|line| line.step)
            .collect();
        lines.retain(|line| line.rides || !rides.contains(&line.step));
        Ok(lines)
    }

    /// The squares that repeated steps reach, up to the edge of the board or a hole, for leaps as well as rides.
    pub fn squares(
        self,
        shape: &BoardShape,
        from: Square,
        owner: Perspective,
    ) -> impl Iterator<Item = Square> + '_ {
        let step = move |at: &Square| shape.step(*at, self.step, owner, Wrap::None);
        std::iter::successors(step(&from), step)
    }
}

fn lines_of(walk: &Walk) -> Option<Vec<Line>> {
    let [leg] = &walk.legs[..] else {
        return None;
    };
    let rides = match leg.range {
        Range::UpTo(1) => false,
        Range::Unlimited => true,
        _ => return None,
    };
    let is_plain = walk.initial == Initial::Any
        && walk.repeat.is_none()
        && leg.skip == 0
        && leg.inside == Inside::Anything
        && leg.curve == Curve::Straight
        && leg.wrap == Wrap::None
        && !(leg.en_passant || leg.edge || leg.iso || leg.unload || leg.marks || leg.relay);
    let Turn::Absolute(headings) = &leg.turn else {
        return None;
    };
    let headings = headings.intersection(leg.owned);
    let lines = headings.iter().map(|heading| Line {
        step: leg.step.offset(heading),
        rides,
    });
    is_plain.then(|| lines.collect())
}
