//! Loss by perpetual chase: repeating positions by chasing the same piece with every move:
//! `rules.adjudication.chasing`.

use crate::definition::{PieceId, Setting, VariantDef, keys};
use crate::geometry::{Zone, zone_in_words};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::zones::zones;
use crate::rules::data::{Adjudication, Chasing, Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{capitalized, with_article};

/// The rule `rules.adjudication.chasing`.
pub(in crate::rules::builtin) struct ChasingRule {
    pieces: Chasing,
    words: Vec<String>,
}

impl BuiltinRule for ChasingRule {
    const NAME: &'static str = "chasing";
    const SETTINGS: Setting = keys! {
        /// The rook, which all other pieces may chase.
        "rook" => Piece,
        /// The cannon.
        "cannon" => Piece,
        /// The horse, which can be blocked where its target is not.
        "horse" => Piece,
        /// The elephant.
        "elephant" => Piece,
        /// The advisor.
        "advisor" => Piece,
        /// The soldier, which never chases.
        "soldier" => Piece,
        /// The squares on which soldiers can be chased; all by default.
        "crossed" => Zone,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<ChasingRule, RuleError> {
        let piece = |key: &str| Ok(settings.piece(key)?.map(PieceId::from));
        let everywhere = || settings.shape().squares().collect();
        let pieces = Chasing {
            rook: piece("rook")?,
            cannon: piece("cannon")?,
            horse: piece("horse")?,
            elephant: piece("elephant")?,
            advisor: piece("advisor")?,
            soldier: piece("soldier")?,
            crossed: zones(settings, "crossed")?.unwrap_or_else(|| [everywhere(), everywhere()]),
        };
        Ok(ChasingRule {
            words: words(settings.def(), &pieces),
            pieces,
        })
    }
}

fn words(def: &VariantDef, pieces: &Chasing) -> Vec<String> {
    let chase = "A side that repeats a position by chasing the same piece with every move loses.";
    let soldier = pieces.soldier.and_then(|soldier| def.piece(soldier));
    let exempt = soldier.map(|(name, _)| {
        let [white, black] = pieces.crossed.clone();
        let crossed = Zone::of_sides(white, black);
        let where_chased = if crossed == Zone::everywhere(&def.shape) {
            String::new()
        } else {
            let place = zone_in_words(&def.shape, &crossed);
            format!(", and can be chased only on {place}")
        };
        let soldier = capitalized(&with_article(name));
        format!("{soldier} never chases{where_chased}.")
    });
    [chase.to_owned()].into_iter().chain(exempt).collect()
}

impl Rule for ChasingRule {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication {
            chasing: Some(self.pieces.clone()),
            ..Adjudication::default()
        }
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }
}
