//! Redundant moves: moves of a description that another of its moves contains.

use std::ops::Range as Stretch;

use crate::source::{Diagnostic, Span, codes};

use crate::movement::pattern::{Initial, Leg, Pattern, Range, Turn, Walk};

/// The place of a move in the text, and the range of its patterns.
pub(super) struct WrittenMove {
    pub(super) span: Span,
    pub(super) patterns: Stretch<usize>,
}

/// A finding for each move whose patterns are each contained in a pattern of another move. Of two equal moves, the
/// later one is reported.
///
/// The test is incomplete: `fWsbW` contains `fsbW`, but no single pattern of it does.
pub(super) fn redundant(origins: &[WrittenMove], patterns: &[Pattern]) -> Vec<Diagnostic> {
    let of = |origin: &WrittenMove| patterns.get(origin.patterns.clone()).unwrap_or_default();
    let contains = |one: &WrittenMove, other: &WrittenMove| {
        !of(other).is_empty()
            && of(other)
                .iter()
                .all(|inner| of(one).iter().any(|outer| covers(outer, inner)))
    };
    let mut found = Vec::new();
    for (number, origin) in origins.iter().enumerate() {
        let container = origins.iter().enumerate().find(|(other, outer)| {
            *other != number
                && contains(outer, origin)
                && (*other < number || !contains(origin, outer))
        });
        if let Some((_, outer)) = container {
            let finding = Diagnostic::new(
                codes::REDUNDANT_MOVE,
                origin.span,
                "another move of this description contains this one",
            )
            .with_label(outer.span, "this one")
            .with_help("omit it, or correct it so that it adds a move");
            // Between other moves it separates text that would otherwise read as one move.
            let is_outermost = number == 0 || number + 1 == origins.len();
            found.push(if is_outermost {
                finding.with_edit(origin.span, "")
            } else {
                finding
            });
        }
    }
    found
}

/// Whether `outer` contains every move of `inner`, on every board.
fn covers(outer: &Pattern, inner: &Pattern) -> bool {
    match (outer, inner) {
        (Pattern::Walk(outer), Pattern::Walk(inner)) => walk_covers(outer, inner),
        _ => outer == inner,
    }
}

fn walk_covers(outer: &Walk, inner: &Walk) -> bool {
    let inner_legs = inner.legs.len();
    (outer.initial == Initial::Any || outer.initial == inner.initial)
        && outer.repeat == inner.repeat
        && outer.legs.len() == inner.legs.len()
        && outer
            .legs
            .iter()
            .zip(&inner.legs)
            .enumerate()
            .all(|(number, (outer, inner))| {
                let is_last = number + 1 == inner_legs;
                // A later leg may measure the length of this one.
                leg_covers(outer, inner) && (is_last || outer.range == inner.range)
            })
}

fn leg_covers(outer: &Leg, inner: &Leg) -> bool {
    turn_covers(outer, inner)
        && range_covers(outer.range, inner.range)
        && outer.pass.includes(inner.pass)
        && outer.take.includes(inner.take)
        && (outer.en_passant || !inner.en_passant)
        // All other properties must be equal.
        && *outer
            == Leg {
                turn: outer.turn.clone(),
                owned: outer.owned,
                range: outer.range,
                pass: outer.pass,
                take: outer.take,
                en_passant: outer.en_passant,
                ..inner.clone()
            }
}

fn turn_covers(outer: &Leg, inner: &Leg) -> bool {
    match (&outer.turn, &inner.turn) {
        (Turn::Absolute(more), Turn::Absolute(less)) => {
            let (more, less) = (
                more.intersection(outer.owned),
                less.intersection(inner.owned),
            );
            less.difference(more).is_empty()
        }
        (more, less) => more == less && outer.owned == inner.owned,
    }
}

fn range_covers(outer: Range, inner: Range) -> bool {
    match (outer, inner) {
        (Range::UpTo(more), Range::UpTo(less)) => less <= more,
        (Range::Unlimited, Range::UpTo(_)) => true,
        _ => outer == inner,
    }
}
