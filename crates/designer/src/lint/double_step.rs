//! Lint: double steps that cannot be captured en passant.

use super::place::Place;
use ferz::definition::PieceDef;
use ferz::game::Variant;
use ferz::geometry::{Headings, Step};
use ferz::movement::{Contents, Curve, Leg, Pattern, Range, Turn, Walk};
use ferz::source::{Diagnostic, codes};

/// Finds quiet steps of two or more squares straight ahead that leave no en passant square, although the
/// piece can capture en passant.
pub(super) fn no_en_passant(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    // On intersections, a leap of two is a step from square to square.
    if !place.is_toml() || variant.shape().intersection_layer().is_some() {
        return;
    }
    for (name, piece) in &variant.def().pieces {
        // A piece with marks on some moves leaves them out elsewhere on purpose.
        if !any_leg(piece, |leg| leg.en_passant) || any_leg(piece, |leg| leg.marks) {
            continue;
        }
        for (number, one) in piece.moves.iter().enumerate() {
            let mut walks = one
                .movement
                .patterns()
                .iter()
                .filter_map(|pattern| match pattern {
                    Pattern::Walk(walk) => Some(walk),
                    _ => None,
                });
            let Some((first, always)) = walks.find_map(marked) else {
                continue;
            };
            let item = number.to_string();
            // Inherited moves are not reported.
            let Some(at) = place.written(&["pieces", name, "move", &item]) else {
                continue;
            };
            let message = format!("the double step of `{name}` cannot be captured en passant");
            let help = format!("write `{first}` for unmoved pieces, or `{always}` for all");
            found.push(Diagnostic::new(codes::UNMARKED_DOUBLE_STEP, at, message).with_help(help));
        }
    }
}

fn any_leg(piece: &PieceDef, has: impl Fn(&Leg) -> bool) -> bool {
    let mut patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
    patterns.any(|pattern| match pattern {
        Pattern::Walk(walk) => walk.legs.iter().any(&has),
        _ => false,
    })
}

/// The notation of a straight quiet run with marks on the squares that it passes: as a first move, and
/// without condition.
fn marked(walk: &Walk) -> Option<(String, String)> {
    let [leg] = &walk.legs[..] else {
        return None;
    };
    let is_quiet = leg.pass.meets(Contents::EMPTY)
        && leg.take.is_empty()
        && !leg.en_passant
        && leg.curve == Curve::Straight;
    let (Turn::Absolute(headings), Step::Radial(step), Range::UpTo(steps)) =
        (&leg.turn, leg.step, leg.range)
    else {
        return None;
    };
    if leg.marks || !is_quiet {
        return None;
    }
    let is_within = |allowed: &[u8]| {
        headings.difference(Headings::of(allowed)) == Headings::NONE && *headings != Headings::NONE
    };
    let [step_letter, two, three] = if is_within(&[0]) {
        ['W', 'D', 'H']
    } else if is_within(&[1, 7]) {
        ['F', 'A', 'G']
    } else {
        return None;
    };
    match (step, steps) {
        (2, 1) => Some((format!("ifmn{two}"), format!("fmnn{two}"))),
        (3, 1) => Some((format!("ifmn{three}"), format!("fmnn{three}"))),
        (1, 2 | 3) => {
            let slide = format!("fmn{step_letter}{steps}");
            Some((format!("i{slide}"), slide))
        }
        _ => None,
    }
}
