//! Spells: pieces that freeze, burn or protect those around them.

use super::Reader;
use crate::definition::powers::{Affected, CaptureMethod, Freeze, Powers};
use crate::definition::reach::Reach;
use crate::source::codes;

impl Reader<'_> {
    /// Gives the casters of a spell its power, as far as it is known what spell it is and who
    /// casts it.
    pub(super) fn spells(&mut self, powers: &mut [Powers]) {
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
        let power = match word {
            "freeze" => Powers {
                freezes: Some(Freeze::default()),
                ..Powers::default()
            },
            "burn" => Powers {
                captures: vec![CaptureMethod::Proximity {
                    reach: Reach::Around,
                }],
                burns: Some(Affected::default()),
                ..Powers::default()
            },
            "protect" => Powers {
                protects: Some(Affected::default()),
                ..Powers::default()
            },
            _ => {
                let message =
                    format!("the spell `{word}` is not carried over: what it does is not certain");
                self.report(codes::NOT_CARRIED_OVER, spell.span(), message);
                return;
            }
        };
        if !self.is_around("spellZone", false) {
            let message = format!(
                "the spell `{word}` is not carried over: its zone is not the squares around \
                 (`spellZone=K`)"
            );
            let span = zone.unwrap_or(spell).span();
            self.report(codes::NOT_CARRIED_OVER, span, message);
            return;
        }
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
