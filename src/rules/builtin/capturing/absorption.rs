//! Absorption: capturing pieces gain the powers of their victims: `rules.absorption`.
//!
//! Powers are parts: a queen may consist of a rook and a bishop. A capturing piece becomes the kind
//! with the parts of both, if such a kind exists.

use crate::definition::{Setting, VariantDef, keys};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::Kinds;
use crate::rules::data::{Decision, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::with_article;
use crate::state::{Effect, Move, MoveKind, Piece, Role};

/// The rule `rules.absorption`.
pub(in crate::rules::builtin) struct Absorption {
    /// The pieces that gain powers.
    captors: Kinds,
    /// The pieces whose powers are gained.
    victims: Kinds,
    parts: Parts,
    /// The table in words.
    words: Vec<String>,
}

/// The parts of each kind: kinds in ascending order.
struct Parts(Vec<Vec<Role>>);

impl BuiltinRule for Absorption {
    const NAME: &'static str = "absorption";
    const SETTINGS: Setting = keys! {
        /// The pieces of which a kind consists; a kind that is not in the table is a single part.
        /// Parts can have parts themselves.
        "parts" => ByPiece(&Pieces),
        /// The pieces that gain powers; all non-royal pieces by default.
        "captors" => BySide(&Pieces),
        /// The pieces whose powers are gained; all non-royal pieces by default.
        "victims" => BySide(&Pieces),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Absorption, RuleError> {
        let Some(table) = settings.table("parts")? else {
            return Err(RuleError::new("no piece has parts").with_help(
                "write the parts of pieces, such as `parts = { queen = ['rook', 'bishop'] }`",
            ));
        };
        let mut given = Vec::new();
        let mut words = Vec::new();
        for name in settings.def().pieces.keys().take(Role::MAX) {
            let parts = table.pieces(name)?;
            if parts.is_some() {
                let names = table.texts(name)?.unwrap_or_default();
                words.push(in_words(name, &names));
            }
            given.push(parts);
        }
        let parts = Parts::of(&given).map_err(|(role, message)| {
            let name = settings.def().pieces.get_index(role.index());
            table.error(name.map_or("", |(name, _)| name), message)
        })?;
        let common = || {
            let words = "a piece that is not royal";
            Kinds::all_that(settings, words, |piece| !piece.royal)
        };
        Ok(Absorption {
            captors: Kinds::read(settings, "captors")?.unwrap_or_else(common),
            victims: Kinds::read(settings, "victims")?.unwrap_or_else(common),
            parts,
            words,
        })
    }
}

/// A row of the table in words.
fn in_words(name: &str, parts: &[&str]) -> String {
    let shown = |name: &str| name.replace('-', " ");
    match parts {
        [] => format!(
            "The powers of a {0} are not gained; a {0} becomes what it captures, and does not promote \
             then.",
            shown(name)
        ),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(|name| shown(name)).collect();
            let joined = match first.as_slice() {
                [] => shown(last),
                first => format!("{} and {}", first.join(", "), shown(last)),
            };
            format!(
                "A piece with the powers of {joined} is {}.",
                with_article(name)
            )
        }
    }
}

impl Parts {
    /// Computes the parts of all kinds, with nested parts expanded.
    fn of(given: &[Option<Vec<Role>>]) -> Result<Parts, (Role, String)> {
        let mut all: Vec<Vec<Role>> = Vec::new();
        for number in 0..given.len() {
            let role = Role::new(number);
            let mut parts = Vec::new();
            if !collect(given, role, given.len(), &mut parts) {
                return Err((role, "a piece that is a part of itself".to_owned()));
            }
            parts.sort_unstable();
            parts.dedup();
            let is_double = |other: &Vec<Role>| !parts.is_empty() && *other == parts;
            if all.iter().any(is_double) {
                // The error is reported at a piece with explicit parts.
                let first = all.iter().position(is_double).map_or(role, Role::new);
                let said = if given[number].is_some() { role } else { first };
                return Err((said, "another piece has the same parts".to_owned()));
            }
            all.push(parts);
        }
        Ok(Parts(all))
    }

    fn of_kind(&self, role: Role) -> &[Role] {
        self.0.get(role.index()).map_or(&[], Vec::as_slice)
    }

    /// The kind with these parts.
    fn kind(&self, parts: &[Role]) -> Option<Role> {
        let number = self.0.iter().position(|known| known == parts);
        number.map(Role::new)
    }
}

/// Adds the parts of a kind; `false` for a cycle.
fn collect(given: &[Option<Vec<Role>>], role: Role, depth: usize, parts: &mut Vec<Role>) -> bool {
    match &given[role.index()] {
        None => {
            parts.push(role);
            true
        }
        Some(_) if depth == 0 => false,
        Some(list) => list
            .iter()
            .all(|part| collect(given, *part, depth - 1, parts)),
    }
}

impl Absorption {
    /// The kind that a capturing piece becomes, if it changes.
    fn gained(&self, at: &RuleContext<'_>, mv: &Move) -> Option<Role> {
        if !self.captors.contains(mv.piece) || !mv.mover_stays() || mv.kind == MoveKind::Drop {
            return None;
        }
        let own = if self.is_powerless(mv.piece) {
            &[]
        } else {
            self.parts.of_kind(mv.role_after())
        };
        let mut parts = own.to_vec();
        for square in &mv.captures {
            let victim = at
                .piece(*square)
                .filter(|victim| self.victims.contains(*victim));
            if let Some(victim) = victim {
                parts.extend_from_slice(self.parts.of_kind(victim.role));
            }
        }
        parts.sort_unstable();
        parts.dedup();
        if parts == own {
            return None;
        }
        self.parts.kind(&parts)
    }

    /// Whether a piece has no powers.
    fn is_powerless(&self, piece: Piece) -> bool {
        self.parts.of_kind(piece.role).is_empty()
    }
}

impl Rule for Absorption {
    fn phases(&self) -> Phases {
        Phases::EFFECT
    }

    fn effect(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        if let Some(role) = self.gained(at, &mv) {
            if self.is_powerless(mv.piece) {
                mv.promotion = None;
                mv.from_hand = false;
            }
            let color = mv.piece.color;
            let piece = Piece { color, role };
            let square = mv.to;
            mv.effects.push(Effect::Put { square, piece });
        }
        moves.push(mv);
    }

    fn decides(&self) -> &'static [Decision] {
        &[Decision::Captor]
    }

    fn brings(&self) -> Vec<Role> {
        let parts = self.parts.0.iter().enumerate();
        let composite = parts.filter(|(_, parts)| parts.len() > 1);
        composite.map(|(number, _)| Role::new(number)).collect()
    }

    fn words(&self) -> Vec<String> {
        let (who, whom) = (self.captors.words(), self.victims.words());
        let mut words = vec![format!(
            "When {who} captures {whom}, it gains the powers of the captured piece, if a piece with the powers of \
             both exists."
        )];
        words.extend(self.words.iter().cloned());
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let what = "no piece gains powers";
        let mut found: Vec<RuleFinding> = Vec::new();
        found.extend(self.captors.doubts("captors", what));
        found.extend(self.victims.doubts("victims", what));
        if self.words.is_empty() {
            found.push(RuleFinding::new(format!("no piece has parts, so {what}")).about("parts"));
        }
        found
    }
}
