//! Kinds of pieces that cannot capture some others: `rules.spares`.
//!
//! Who spares a royal piece gives it no check.

use super::kinds::{any_of, with_article};
use super::{Setting, ShippedRule, keys};
use crate::definition::VariantDef;
use crate::geometry::Square;
use crate::rules::{
    After, Attack, CustomRule, Phases, RuleContext, RuleError, RuleFinding, RuleSettings,
};
use crate::state::{Move, Piece, Role};

/// Captors with those that they spare.
type Spared = Vec<(Role, Vec<Role>)>;

/// `rules.spares`.
pub(super) struct Spares {
    /// By the side of the captor.
    spared: [Spared; 2],
    words: Vec<String>,
}

impl ShippedRule for Spares {
    const NAME: &'static str = "spares";
    const SETTINGS: Setting = keys! {
        /// By captor, the pieces that it cannot capture, or `'*'` for all.
        "pieces" => ByPiece(&Pieces),
        /// The same for the captors of one side.
        "white" => ByPiece(&Pieces),
        /// The same for the captors of one side.
        "black" => ByPiece(&Pieces),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Spares, RuleError> {
        let read = |key: &str| -> Result<Spared, RuleError> {
            let read = settings.by_piece(key, RuleSettings::pieces)?;
            Ok(read.unwrap_or_default())
        };
        let (both, white, black) = (read("pieces")?, read("white")?, read("black")?);
        let def = settings.def();
        let mut words = sentences(def, "", &both);
        words.extend(sentences(def, " of White's", &white));
        words.extend(sentences(def, " of Black's", &black));
        let with_both = |side: Spared| both.iter().cloned().chain(side).collect();
        Ok(Spares {
            spared: [with_both(white), with_both(black)],
            words,
        })
    }
}

/// `A rook cannot capture a queen or a king.` Captors that spare the same are named together.
fn sentences(def: &VariantDef, whose: &str, all: &Spared) -> Vec<String> {
    let name = |role: &Role| {
        let entry = def.pieces.get_index(role.index());
        entry.map_or(String::new(), |(name, _)| with_article(name))
    };
    let mut groups: Vec<(Vec<String>, &Vec<Role>)> = Vec::new();
    for (captor, spared) in all {
        let name = name(captor);
        match groups.iter_mut().find(|(_, other)| *other == spared) {
            Some((captors, _)) => captors.push(name),
            None => groups.push((vec![name], spared)),
        }
    }
    let said = groups.iter().map(|(captors, spared)| {
        let captors = any_of(captors).replacen('a', "A", 1);
        let spared = if spared.len() == def.pieces.len() {
            "anything".to_owned()
        } else {
            any_of(&spared.iter().map(name).collect::<Vec<_>>())
        };
        format!("{captors}{whose} cannot capture {spared}.")
    });
    said.collect()
}

impl Spares {
    fn spares(&self, captor: Piece, victim: Role) -> bool {
        let mut spared = self.spared[captor.color.index()].iter();
        spared.any(|(role, spared)| *role == captor.role && spared.contains(&victim))
    }
}

impl CustomRule for Spares {
    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::ATTACK
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        let mut victims = mv.captures.iter().filter_map(|square| at.piece(*square));
        victims.any(|victim| self.spares(mv.piece, victim.role))
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, _: Square, target: Square) -> Attack {
        let victim = at.piece(target);
        if victim.is_some_and(|victim| self.spares(piece, victim.role)) {
            Attack::Never
        } else {
            Attack::AsItMoves
        }
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut spared = self.spared.iter().flatten();
        let idle = spared.all(|(_, spared)| spared.is_empty());
        let finding = RuleFinding::new("nobody spares anybody")
            .with_help("`pieces = { rook = 'queen' }` keeps rooks from capturing queens");
        idle.then_some(finding).into_iter().collect()
    }
}
