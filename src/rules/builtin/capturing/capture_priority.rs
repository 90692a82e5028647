//! Precedence among captures: `rules.capture-priority`.
//!
//! Captures are compared by the value of their victims, and equal ones by the capturing piece.
//! Moves without capture are not affected: mandatory capture is the rule
//! `rules.captures.mandatory`.

use crate::definition::{Setting, VariantDef, keys};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{LegalMoves, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::with_article;
use crate::state::{Move, Role};

/// The limit on the value of a piece.
const MOST: i32 = 1_000_000;

/// The rule `rules.capture-priority`.
pub(in crate::rules::builtin) struct CapturePriority {
    /// The values of victims by piece; by default 1.
    values: Vec<(Role, i32)>,
    /// By side, the pieces whose captures are compared; `None` for all.
    who: [Option<Vec<Role>>; 2],
    /// By side, the order of capturing pieces among equal values.
    first: [Vec<Role>; 2],
    /// The names of pieces by number.
    names: Vec<String>,
}

impl BuiltinRule for CapturePriority {
    const NAME: &'static str = "capture-priority";
    const SETTINGS: Setting = keys! {
        /// By piece, its worth when captured, 0 to 1 000 000; 1 for others, so that without a table
        /// the number of captured pieces counts.
        "values" => ByPiece(&Number),
        /// Among captures of equal worth, those by these pieces come first, in this order.
        "first" => BySide(&Pieces),
        /// The pieces whose captures are compared; all by default.
        "who" => BySide(&Pieces),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<CapturePriority, RuleError> {
        let value = |table: &RuleSettings<'_>, key: &str| table.whole(key, 0, MOST);
        Ok(CapturePriority {
            values: settings.by_piece("values", value)?.unwrap_or_default(),
            who: settings.by_side("who", RuleSettings::pieces)?,
            first: settings
                .by_side("first", RuleSettings::pieces)?
                .map(Option::unwrap_or_default),
            names: settings.def().pieces.keys().cloned().collect(),
        })
    }
}

impl CapturePriority {
    fn value(&self, role: Role) -> i64 {
        let found = self.values.iter().find(|(known, _)| *known == role);
        found.map_or(1, |(_, value)| i64::from(*value))
    }

    /// The sort key of a capture: its value and the precedence of the capturing piece; `None` if it is not compared.
    fn rank(&self, at: &RuleContext<'_>, mv: &Move) -> Option<(i64, usize)> {
        let side = mv.piece.color.index();
        let is_meant = |who: &Vec<Role>| who.contains(&mv.piece.role);
        let victims = mv.captures.iter().filter(|square| **square != mv.from);
        let victims: Vec<Role> = victims
            .filter_map(|square| at.piece(*square))
            .map(|piece| piece.role)
            .collect();
        if victims.is_empty() || !self.who[side].as_ref().is_none_or(is_meant) {
            return None;
        }
        let first = &self.first[side];
        let place = first.iter().position(|role| *role == mv.piece.role);
        let early = place.map_or(0, |place| first.len() - place);
        let worth = victims.iter().map(|role| self.value(*role)).sum();
        Some((worth, early))
    }

    fn name(&self, role: Role) -> &str {
        self.names.get(role.index()).map_or("", String::as_str)
    }
}

impl Rule for CapturePriority {
    fn phases(&self) -> Phases {
        Phases::DUTY
    }

    fn duty(&self, at: &RuleContext<'_>, moves: &mut LegalMoves<'_>) {
        let best = moves.iter().filter_map(|mv| self.rank(at, mv)).max();
        moves.retain(|mv| {
            let rank = self.rank(at, mv);
            rank.is_none() || rank == best
        });
    }

    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.values.is_empty() {
            words.push(
                "Of several captures one that takes the most pieces must be made.".to_owned(),
            );
        } else {
            let value = |(role, value): &(Role, i32)| format!("{} {value}", self.name(*role));
            let values: Vec<String> = self.values.iter().map(value).collect();
            let others = if self.values.len() < self.names.len() {
                ", others 1"
            } else {
                ""
            };
            words.push(format!(
                "Of several captures one that takes the highest value must be made: {}{others}.",
                values.join(", ")
            ));
        }
        let order = |first: &[Role]| {
            let names = first.iter().map(|role| with_article(self.name(*role)));
            let names: Vec<String> = names.collect();
            names.join(", then by ")
        };
        let [white, black] = &self.first;
        if white == black {
            if !white.is_empty() {
                words.push(format!(
                    "Among equals, captures by {} come first.",
                    order(white)
                ));
            }
        } else {
            for (side, first) in [("White", white), ("Black", black)] {
                if !first.is_empty() {
                    let order = order(first);
                    words.push(format!(
                        "Among equals of {side}'s, captures by {order} come first."
                    ));
                }
            }
        }
        for (side, of) in ["White", "Black"].into_iter().zip(&self.who) {
            if let Some(of) = of {
                let names: Vec<&str> = of.iter().map(|role| self.name(*role)).collect();
                let names = names.join(", ");
                words.push(format!(
                    "Of {side}'s captures only those by these pieces are compared: {names}."
                ));
            }
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let is_idle = self
            .who
            .iter()
            .all(|who| who.as_ref().is_some_and(Vec::is_empty));
        if is_idle {
            return vec![RuleFinding::new("no captures are compared").about("who")];
        }
        Vec::new()
    }
}
