//! Spells: pieces that freeze, burn or protect those around them.

use super::{Reader, zones};
use crate::definition::powers::{Affected, CaptureMethod, Freeze, Powers};
use crate::definition::reach::Reach;
use crate::definition::{PieceDef, PieceId, VariantDef};
use crate::geometry::BoardShape;
use crate::source::codes;

/// The spells whose effect is known.
const SPELLS: [&str; 3] = ["freeze", "burn", "protect"];

/// The power of a spell.
fn power(spell: &str, reach: Reach) -> Powers {
    let affected = Affected {
        reach: reach.clone(),
        ..Affected::default()
    };
    let mut powers = Powers::default();
    match spell {
        "freeze" => {
            powers.freezes = Some(Freeze {
                whom: affected,
                ..Freeze::default()
            });
        }
        "burn" => {
            powers.captures = vec![CaptureMethod::Proximity { reach }];
            powers.burns = Some(affected);
        }
        _ => powers.protects = Some(affected),
    }
    powers
}

/// The spell of a definition as parameters, and who casts it, if one spell is all that its pieces do to
/// their neighbors.
pub(super) fn written(def: &VariantDef) -> Option<(&'static str, String, Vec<PieceId>)> {
    let casts = |piece: &PieceDef, spell: &str, reach: &Reach| {
        let wanted = power(spell, reach.clone());
        let has = &piece.powers;
        has.captures == wanted.captures
            && has.freezes == wanted.freezes
            && has.burns == wanted.burns
            && has.protects == wanted.protects
    };
    let mut reaches = def.pieces.values().flat_map(|piece| {
        let Powers {
            freezes,
            burns,
            protects,
            ..
        } = &piece.powers;
        let whom = freezes.as_ref().map(|freeze| &freeze.whom);
        [whom, burns.as_ref(), protects.as_ref()]
    });
    let reach = &reaches.find_map(|affected| affected)?.reach;
    let (spell, casters) = SPELLS.into_iter().find_map(|spell| {
        let pieces = || def.numbered();
        let casters: Vec<PieceId> = pieces()
            .filter(|(.., piece)| casts(piece, spell, reach))
            .map(|(id, ..)| id)
            .collect();
        let casts_nothing = |piece: &PieceDef| {
            let powers = &piece.powers;
            powers.captures.is_empty()
                && powers.freezes.is_none()
                && powers.burns.is_none()
                && powers.protects.is_none()
        };
        let all = pieces().all(|(id, _, piece)| casters.contains(&id) || casts_nothing(piece));
        (all && !casters.is_empty()).then_some((spell, casters))
    })?;
    Some((spell, zones::written(reach)?, casters))
}

impl Reader<'_> {
    /// Gives the casters of a spell its power, as far as it is known what spell it is and who
    /// casts it.
    pub(super) fn spells(&mut self, powers: &mut [Powers], shape: &BoardShape) {
        let is_said = |key: &str| {
            self.last(key)
                .filter(|one| !["", "0"].contains(&one.value()))
        };
        let (spell, zone) = (is_said("spell"), is_said("spellZone"));
        let (first, count) = (is_said("trackPieces"), is_said("trackedTypes"));
        let Some(spell) = spell else {
            for setting in [zone, first, count].into_iter().flatten() {
                let key = setting.parameter.key.text();
                let message = format!("`{key}` has no effect: there is no spell");
                self.report(codes::DOUBTFUL_IMPORT, setting.span(), message);
            }
            return;
        };
        let word = spell.value();
        if !SPELLS.contains(&word) {
            let message =
                format!("the spell `{word}` is not carried over: what it does is not certain");
            self.report(codes::NOT_CARRIED_OVER, spell.span(), message);
            return;
        }
        let reach = match self.zone("spellZone", shape) {
            Some(Ok(reach)) => reach,
            fault => {
                let fault = fault.and_then(Result::err);
                let fault = fault.map_or_else(
                    || "its zone is not said".to_owned(),
                    |fault| format!("`spellZone`: {fault}"),
                );
                let message = format!("the spell `{word}` is not carried over: {fault}");
                let span = zone.unwrap_or(spell).span();
                self.report(codes::NOT_CARRIED_OVER, span, message);
                return;
            }
        };
        let power = power(word, reach);
        let n_pieces = powers.len();
        let number = |one: Option<super::Setting<'_>>| one?.value().parse::<usize>().ok();
        let casters = number(first)
            .zip(number(count))
            .map(|(first, count)| (first, first.saturating_add(count)))
            .filter(|(first, end)| *first >= 1 && *end <= n_pieces + 1);
        let Some((first, end)) = casters else {
            let message = format!(
                "the spell `{word}` is not carried over: `trackPieces` and `trackedTypes` do not \
                 say which pieces cast it"
            );
            self.report(codes::NOT_CARRIED_OVER, spell.span(), message);
            return;
        };
        for one in &mut powers[first - 1..end - 1] {
            one.captures.extend(power.captures.iter().cloned());
            one.freezes.clone_from(&power.freezes);
            one.burns.clone_from(&power.burns);
            one.protects.clone_from(&power.protects);
        }
        let names: Vec<String> = self.pieces[first - 1..end - 1]
            .iter()
            .map(|piece| format!("`{}`", piece.name))
            .collect();
        let message = format!(
            "the spell is taken to be cast by {}, the pieces that `trackPieces` and \
             `trackedTypes` count",
            super::list(&names)
        );
        self.report(codes::DOUBTFUL_IMPORT, spell.span(), message);
    }
}
