//! Lint: pieces that never enter the game.

use super::place::Place;
use ferz::definition::{PieceId, PieceSet, Quiet, VariantDef};
use ferz::formats::Choices;
use ferz::game::Variant;
use ferz::rules::RuleRegistry;
use ferz::source::budget::is_half_spent;
use ferz::source::{Diagnostic, codes};
use ferz::state::Color;

/// Finds pieces that are not in the start position and can never enter.
pub(super) fn absent(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    let def = variant.def();
    let present = present(variant);
    for (id, name, _) in def.numbered() {
        // A piece that is never used up can be dropped at any time.
        if present.contains(id) || variant.compiled_rules().never_runs_out(id.into()) {
            continue;
        }
        let Some(at) = place.own(&["pieces", name]) else {
            continue;
        };
        let message = format!("the piece `{name}` never appears");
        let help = "put it into `start` or a promotion's `to`, or delete it";
        found.push(Diagnostic::new(codes::USELESS_PIECE, at, message).with_help(help));
    }
}

/// Removes findings about pieces that enter the game with another value of a setting.
pub(super) fn keep_of_settings(
    choices: &mut Choices<'_>,
    def: &VariantDef,
    registry: &RuleRegistry,
    place: &Place<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let is_absence = |finding: &Diagnostic| finding.code == codes::USELESS_PIECE;
    let settings = def.settings.options.iter();
    let queries = settings.flat_map(|(option, values)| {
        let others = values.keys().skip(1);
        others.map(move |value| format!("{option}={value}"))
    });
    for query in queries {
        if !found.iter().any(is_absence) {
            return;
        }
        // A piece may be present with one of the values that are not tried.
        if is_half_spent() {
            found.retain(|finding| !is_absence(finding));
            return;
        }
        let other = choices.configure(&def.name, &query).and_then(Result::ok);
        let other = other.and_then(|other| Variant::builder(&other).rules(registry).compile().ok());
        let Some(other) = other else { continue };
        let present = present(&other);
        let pieces = other.def().numbered();
        let places: Vec<_> = pieces
            .filter(|(id, ..)| present.contains(*id))
            .filter_map(|(_, name, _)| place.own(&["pieces", name]))
            .collect();
        found.retain(|finding| !(is_absence(finding) && places.contains(&finding.span)));
    }
}

/// The pieces on the board or in hand at the start, those that rules bring, and those that all of these can
/// become.
pub(super) fn present(variant: &Variant) -> PieceSet {
    let def = variant.def();
    let start = variant.start();
    let on_board = start.board().pieces();
    let mut present: PieceSet = on_board
        .map(|(_, piece)| PieceId::from(piece.role))
        .collect();
    for color in Color::ALL {
        let hand = &start.setup().hands[color as usize];
        hand.iter().for_each(|(role, _)| present.insert(role));
    }
    let of_rules = variant.kinds_of_rules();
    of_rules.for_each(|role| present.insert(role));
    loop {
        let more: PieceSet = present
            .iter()
            .flat_map(|number| successors(variant, number))
            .filter(|number| number.index() < def.pieces.len() && !present.contains(*number))
            .collect();
        if more.is_empty() {
            return present;
        }
        more.iter().for_each(|number| present.insert(number));
    }
}

/// The pieces that a piece can become, including after its capture.
fn successors(variant: &Variant, number: PieceId) -> Vec<PieceId> {
    let captured = variant.compiled_rules().as_prisoner(number.into());
    let mut next = becomes(variant, number);
    next.push(captured.into());
    next
}

/// The pieces that a piece can become on the board.
pub(super) fn becomes(variant: &Variant, number: PieceId) -> Vec<PieceId> {
    let def = variant.def();
    let mut next = Vec::new();
    let piece = def.piece(number);
    if let Some(promotion) = piece.and_then(|(_, piece)| piece.promotion.as_ref()) {
        let choices = promotion.choices.iter();
        next.extend(choices.map(|choice| choice.piece));
    }
    if let Some(after) = piece.and_then(|(_, piece)| piece.after.as_ref()) {
        next.extend(after.becomes.iter().map(|(_, number)| *number));
        next.extend(match after.quiet {
            Some(Quiet::Becomes(number)) => Some(number),
            _ => None,
        });
    }
    next.extend(
        variant
            .compiled_rules()
            .facts
            .paired_promotion
            .target(number),
    );
    let form = def.forms.of(number);
    next.push(form.kind);
    next.extend(form.base.iter().flatten());
    next
}
