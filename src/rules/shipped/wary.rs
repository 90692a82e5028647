//! Pieces that may not end a move on an attacked square: `rules.wary`.
//!
//! They need not be royal: they may stay where they are attacked, and moves of others may expose them.

use super::kinds::{capitalized, one_of};
use super::{Setting, ShippedRule, keys};
use crate::definition::VariantDef;
use crate::rules::{After, CustomRule, Phases, RuleContext, RuleError, RuleFinding, RuleSettings};
use crate::state::{Move, Role};

/// `rules.wary`.
pub(super) struct Wary {
    /// By side: who may not go there.
    pieces: [Vec<Role>; 2],
    /// The opposing pieces whose attacks count; all if `None`.
    of: Option<Vec<Role>>,
    /// The words for the rules page.
    names: [String; 2],
    of_names: Option<String>,
}

impl ShippedRule for Wary {
    const NAME: &'static str = "wary";
    const SETTINGS: Setting = keys! {
        /// Who may not go there; a piece that promotes is what it becomes.
        "pieces" => BySide(&Pieces),
        /// The opposing pieces whose attacks count; all if nothing is said.
        "of" => Pieces,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Wary, RuleError> {
        let pieces = settings
            .by_side("pieces", RuleSettings::pieces)?
            .map(Option::unwrap_or_default);
        let of = settings.pieces("of")?;
        let def = settings.def();
        Ok(Wary {
            names: pieces.each_ref().map(|roles| one_of(def, roles)),
            of_names: of.as_ref().map(|roles| one_of(def, roles)),
            pieces,
            of,
        })
    }
}

impl CustomRule for Wary {
    fn phases(&self) -> Phases {
        Phases::FORBID
    }

    fn forbids(&self, _: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        let us = mv.piece.color;
        if !self.pieces[us.index()].contains(&mv.role_after()) || !mv.mover_stays() {
            return false;
        }
        let at = after.position();
        let is_meant = |role: Role| self.of.as_ref().is_none_or(|of| of.contains(&role));
        let mut theirs = at.board().pieces_of(us.opponent());
        theirs.any(|(from, piece)| is_meant(piece.role) && at.attacks(from, mv.to))
    }

    fn words(&self) -> Vec<String> {
        let of = match &self.of_names {
            None => String::new(),
            Some(names) => format!(" by {names}"),
        };
        let rest = "It may stay on such a square, and other moves may expose it.";
        let [white, black] = &self.names;
        if white == black {
            return vec![format!(
                "{} may not end a move on a square that is attacked{of} then. {rest}",
                capitalized(white)
            )];
        }
        let sides = [("White", white), ("Black", black)];
        let sides = sides.into_iter().filter(|(_, names)| !names.is_empty());
        sides
            .map(|(side, names)| {
                format!("{side} may not move {names} to a square that is attacked{of} then. {rest}")
            })
            .collect()
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut findings = Vec::new();
        if self.pieces.iter().all(Vec::is_empty) {
            let finding = RuleFinding::new("no piece is wary");
            findings.push(finding.about("pieces").with_help("name the pieces"));
        }
        if self.of.as_ref().is_some_and(Vec::is_empty) {
            let finding = RuleFinding::new("nobody's attacks count");
            findings.push(finding.about("of").with_help("leave `of` out to count all"));
        }
        findings
    }
}
