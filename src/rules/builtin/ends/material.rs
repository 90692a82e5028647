//! Adjudication of drawn games by material: `rules.adjudication.material`.

use std::cmp::Ordering;

use crate::definition::{Setting, VariantDef, keys, spaced};
use crate::geometry::list;
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::state::{Color, Role};

/// The limit on weights and on the handicap.
const MOST: i32 = u16::MAX as i32;

/// The words of the key `winner`.
const WINNERS: [&str; 4] = ["number", "weight", "white", "black"];

/// The rule `rules.adjudication.material`.
pub(in crate::rules::builtin) struct Material {
    winner: Winner,
    /// A setting that has no effect.
    idle: Option<&'static str>,
    words: String,
}

/// The winner of drawn games.
enum Winner {
    /// The side with more pieces; none if equal.
    Number,
    /// White if ahead in weight by more than the handicap, otherwise Black.
    Weight {
        /// The weights of the kinds; by default 0.
        weights: Vec<(Role, u32)>,
        handicap: u32,
    },
    /// A fixed side.
    Side(Color),
}

impl BuiltinRule for Material {
    const NAME: &'static str = "material";
    const SETTINGS: Setting = keys! {
        /// `'number'` of pieces (default), `'weight'`, `'white'` or `'black'`.
        "winner" => Words(&WINNERS),
        /// The weight of each piece.
        "weights" => ByPiece(&Number),
        /// White wins with an advantage of more than this, otherwise Black wins.
        "handicap" => Number,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Material, RuleError> {
        let word = settings.word("winner", &WINNERS)?.unwrap_or(0);
        let read = |settings: &RuleSettings<'_>, key: &str| number(settings, key);
        let named = settings.by_piece("weights", read)?;
        let handicap = number(settings, "handicap")?;
        let idle = match (&named, handicap) {
            _ if word == 1 => None,
            (Some(_), _) => Some("weights"),
            (None, Some(_)) => Some("handicap"),
            (None, None) => None,
        };
        let winner = match word {
            0 => Winner::Number,
            1 => Winner::Weight {
                weights: named.unwrap_or_default(),
                handicap: handicap.unwrap_or(0),
            },
            2 => Winner::Side(Color::White),
            _ => Winner::Side(Color::Black),
        };
        Ok(Material {
            words: winner.words(settings.def()),
            winner,
            idle,
        })
    }
}

fn number(settings: &RuleSettings<'_>, key: &str) -> Result<Option<u32>, RuleError> {
    let number = settings.whole(key, 0, MOST)?;
    Ok(number.map(i32::unsigned_abs))
}

impl Winner {
    fn words(&self, def: &VariantDef) -> String {
        match self {
            Winner::Number => {
                "A game that would be drawn is won by the greater number of pieces.".to_owned()
            }
            Winner::Weight { weights, handicap } => {
                let named = weights.iter().filter_map(|(role, weight)| {
                    let (name, _) = def.pieces.get_index(role.index())?;
                    (*weight > 0).then(|| format!("{} {weight}", spaced(name)))
                });
                let named: Vec<String> = named.collect();
                format!(
                    "A game that would be drawn is decided by the weight of the pieces ({}): White \
                     wins by being ahead by more than {handicap}, otherwise Black wins.",
                    list(&named, "and")
                )
            }
            Winner::Side(Color::White) => "A game that would be drawn is won by White.".to_owned(),
            Winner::Side(Color::Black) => "A game that would be drawn is won by Black.".to_owned(),
        }
    }
}

impl Rule for Material {
    fn phases(&self) -> Phases {
        Phases::ADJUDICATION
    }

    fn adjudicate(&self, at: &RuleContext<'_>) -> Option<Color> {
        let sum = |color: Color, weight: &dyn Fn(Role) -> u32| -> u32 {
            let pieces = at.board().pieces_of(color);
            pieces.map(|(_, piece)| weight(piece.role)).sum()
        };
        let sums = |weight: &dyn Fn(Role) -> u32| Color::ALL.map(|color| sum(color, weight));
        match &self.winner {
            Winner::Number => {
                let [white, black] = sums(&|_| 1);
                match white.cmp(&black) {
                    Ordering::Greater => Some(Color::White),
                    Ordering::Less => Some(Color::Black),
                    Ordering::Equal => None,
                }
            }
            Winner::Weight { weights, handicap } => {
                let [white, black] = sums(&|role| {
                    let mut weights = weights.iter();
                    weights
                        .find(|(kind, _)| *kind == role)
                        .map_or(0, |(_, weight)| *weight)
                });
                let is_ahead = white > black + handicap;
                Some(if is_ahead { Color::White } else { Color::Black })
            }
            Winner::Side(side) => Some(*side),
        }
    }

    fn words(&self) -> Vec<String> {
        vec![self.words.clone()]
    }

    fn words_of_draw(&self) -> Option<&'static str> {
        Some("by material, see the special rules")
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let idle = self.idle.map(|setting| {
            let finding = RuleFinding::new("`weights` has no effect").about(setting);
            finding.with_help("weights count with `winner = 'weight'`")
        });
        let nothing_weighs = match &self.winner {
            Winner::Weight { weights, .. } => weights.iter().all(|(_, weight)| *weight == 0),
            Winner::Number | Winner::Side(_) => false,
        };
        let weightless = nothing_weighs.then(|| {
            let finding = RuleFinding::new("no piece has a weight, so Black always wins");
            finding
                .with_help("write the weights of the pieces: `weights = { rook = 5, knight = 3 }`")
        });
        idle.into_iter().chain(weightless).collect()
    }
}
