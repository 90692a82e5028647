//! Pieces that may go only where they attack others: `rules.must-attack`.
//!
//! The opposite of [wary](super::wary) pieces: what counts is what such a piece attacks when it has moved.

use super::kinds::Kinds;
use super::{Setting, ShippedRule, keys};
use crate::definition::VariantDef;
use crate::rules::{After, CustomRule, Phases, RuleContext, RuleError, RuleFinding, RuleSettings};
use crate::state::{Color, Move};

/// The largest number of pieces that can be asked for.
const MOST: i32 = 1000;

/// `rules.must-attack`.
pub(super) struct MustAttack {
    who: Kinds,
    /// How many opposing pieces it must attack.
    number: usize,
    /// The opposing pieces that count.
    of: Kinds,
}

impl ShippedRule for MustAttack {
    const NAME: &'static str = "must-attack";
    const SETTINGS: Setting = keys! {
        /// The pieces, as they are before the move; required.
        "who" => BySide(&Pieces),
        /// How many opposing pieces they must attack; 1 if nothing is said.
        "number" => Number,
        /// The opposing pieces that count; all if nothing is said.
        "of" => BySide(&Pieces),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<MustAttack, RuleError> {
        let Some(who) = Kinds::read(settings, "who")? else {
            return Err(RuleError::new("nobody is named").with_help("name the pieces: `who = …`"));
        };
        Ok(MustAttack {
            who,
            number: settings.whole("number", 1, MOST)?.unwrap_or(1) as usize,
            of: Kinds::read(settings, "of")?.unwrap_or_else(|| Kinds::all(settings)),
        })
    }
}

impl CustomRule for MustAttack {
    fn phases(&self) -> Phases {
        Phases::FORBID
    }

    fn forbids(&self, _: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        if !self.who.contains(mv.piece) || !mv.mover_stays() {
            return false;
        }
        let at = after.position();
        let them: Color = mv.piece.color.opponent();
        let attacked = at
            .board()
            .pieces_of(them)
            .filter(|(square, piece)| self.of.contains(*piece) && at.attacks(mv.to, *square));
        attacked.take(self.number).count() < self.number
    }

    fn words(&self) -> Vec<String> {
        let of = self.of.words();
        let number = match self.number {
            1 => "at least one piece".to_owned(),
            number => format!("at least {number} pieces"),
        };
        let kind = if of == "a piece" {
            String::new()
        } else {
            format!(", each {of},")
        };
        let rest = format!(
            "may end a move only on a square from which it attacks {number} of the other side{kind} then."
        );
        vec![self.who.sentence(&rest)]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let who = self.who.doubts("who", "everybody goes where it can");
        let of = self.of.doubts("of", "these pieces never move");
        who.into_iter().chain(of).collect()
    }
}
