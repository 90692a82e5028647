//! Lint: royal pieces that can lose their royalty or vanish.

use super::keys_of_captures;
use super::place::Place;
use super::presence::becomes;
use ferz::definition::{PieceId, RoyalRule};
use ferz::game::Variant;
use ferz::source::{Diagnostic, codes};
use ferz::state::Role;

/// Finds royal pieces that can become non-royal by their own moves.
pub(super) fn royalty_loss(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    let def = variant.def();
    if variant.compiled_rules().facts.royal == RoyalRule::None {
        return;
    }
    for (id, name, piece) in def.numbered() {
        let commoner = becomes(variant, id)
            .into_iter()
            .filter_map(|id| def.piece(id))
            .find(|(_, other)| !other.royal);
        let (true, Some((other, _))) = (piece.royal, commoner) else {
            continue;
        };
        let keys = ["promotion", "after", "promoted"];
        let written = keys
            .iter()
            .find_map(|key| place.written(&["pieces", name, key]));
        // Rules about several pieces are written elsewhere, and inherited keys are not reported.
        let Some(at) = written.or((!place.is_toml()).then_some(place.name())) else {
            continue;
        };
        let message = format!("the royal piece `{name}` can become `{other}`, which is not royal");
        let help = format!("mark `{other}` with `royal = true`, or remove it from the choices");
        found.push(Diagnostic::new(codes::ABDICATION, at, message).with_help(help));
    }
}

/// Finds royal pieces that an explosion can remove without ending the game.
pub(super) fn royal_exploded(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    let def = variant.def();
    let (Some(blast), RoyalRule::Check) = (
        &variant.compiled_rules().facts.captures.blast,
        variant.compiled_rules().facts.royal,
    ) else {
        return;
    };
    let compiled = variant.compiled_rules();
    let is_missed = |id: PieceId| {
        let alone = |role: &Role| compiled.kind(*role) == Some(id);
        let mut lacks = compiled.facts.lacks.iter().flat_map(|lack| &lack.kinds);
        lacks.any(|kinds| !kinds.is_empty() && kinds.iter().all(alone))
            || compiled
                .facts
                .last_royal
                .as_ref()
                .is_some_and(|last| last.counts(id.into()))
    };
    let mut pieces = def.numbered();
    let victim =
        pieces.find(|(id, _, piece)| piece.royal && !blast.immune.contains(*id) && !is_missed(*id));
    let keys = keys_of_captures(variant, "blast");
    let written = place.written(&keys);
    let (Some((_, name, _)), Some(at)) = (
        victim,
        written.or((!place.is_toml()).then_some(place.name())),
    ) else {
        return;
    };
    let message = format!("a blast can remove the royal piece `{name}` without ending the game");
    let survive = if keys.contains(&"custom") {
        String::new()
    } else {
        format!(": `rules.captures.blast-immune = '{name}'`")
    };
    let help = format!(
        "write `rules.royal = 'none'` and `rules.extinction = {{ pieces = '{name}' }}`, as in Atomic \
         Chess, or let it survive{survive}"
    );
    found.push(Diagnostic::new(codes::BLASTED_ROYAL, at, message).with_help(help));
}
