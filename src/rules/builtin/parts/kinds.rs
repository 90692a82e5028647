//! Kinds of pieces by side as settings of rules, and helpers for words and counts.

use crate::definition::{CaptureMethod, ONLY_SETTING, PieceDef, PieceId, PieceSet, VariantDef};
use crate::rules::data::{RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{any_of, capitalized, with_article};
use crate::state::{Color, Piece, Role, RuleState};

/// The kinds of pieces of both sides that a setting names.
#[derive(Clone)]
pub(in crate::rules::builtin) struct Kinds {
    roles: [Vec<Role>; 2],
    /// One of the pieces in words: `a rook or a knight`.
    words: String,
}

impl Kinds {
    /// Reads kinds: a name, a list of names, `*`, or a table of these for `white` and `black`. A
    /// side without an entry has none.
    pub(in crate::rules::builtin) fn read(
        settings: &RuleSettings<'_>,
        key: &str,
    ) -> Result<Option<Kinds>, RuleError> {
        let sides = settings.by_side(key, RuleSettings::pieces)?;
        let is_named = sides.iter().any(Option::is_some);
        Ok(is_named.then(|| Kinds::of_sides(settings, sides)))
    }

    /// The kinds of both sides; `None` is none.
    fn of_sides(settings: &RuleSettings<'_>, sides: [Option<Vec<Role>>; 2]) -> Kinds {
        let roles = sides.map(Option::unwrap_or_default);
        let pieces = &settings.def().pieces;
        let words = |roles: &[Role]| {
            if roles.len() == pieces.len() {
                return "a piece".to_owned();
            }
            one_of(settings.def(), roles)
        };
        let [white, black] = roles.each_ref().map(|roles| words(roles));
        let words = match (white.is_empty(), black.is_empty()) {
            _ if white == black => white,
            (false, true) => format!("{white} of White's"),
            (true, false) => format!("{black} of Black's"),
            _ => format!("{white} of White's or {black} of Black's"),
        };
        Kinds { roles, words }
    }

    /// Reads the kinds as the only setting of a rule.
    pub(in crate::rules::builtin) fn required(
        settings: &RuleSettings<'_>,
    ) -> Result<Kinds, RuleError> {
        let sides = sides_required(settings, RuleSettings::pieces)?;
        Ok(Kinds::of_sides(settings, sides))
    }

    /// The kinds with a property, described by `words`.
    pub(in crate::rules::builtin) fn all_that(
        settings: &RuleSettings<'_>,
        words: &str,
        is_meant: impl Fn(&PieceDef) -> bool,
    ) -> Kinds {
        let pieces = settings.def().pieces.values().take(Role::MAX);
        let meant = pieces.enumerate().filter(|(_, piece)| is_meant(piece));
        let roles: Vec<Role> = meant.map(|(number, _)| Role::new(number)).collect();
        Kinds {
            roles: [roles.clone(), roles],
            words: words.to_owned(),
        }
    }

    /// All kinds.
    pub(in crate::rules::builtin) fn all(settings: &RuleSettings<'_>) -> Kinds {
        Kinds::all_that(settings, "a piece", |_| true)
    }

    /// The kinds of a side.
    pub(in crate::rules::builtin) fn of(&self, side: Color) -> &[Role] {
        &self.roles[side.index()]
    }

    /// Whether a piece is of one of the kinds.
    pub(in crate::rules::builtin) fn contains(&self, piece: Piece) -> bool {
        self.roles[piece.color.index()].contains(&piece.role)
    }

    /// Whether a piece is, or is a form of, one of the kinds.
    pub(in crate::rules::builtin) fn has_form(&self, at: &RuleContext<'_>, piece: Piece) -> bool {
        let forms = &at.def().forms;
        let kind = forms.of(piece.role).kind;
        let mut meant = self.of(piece.color).iter();
        meant.any(|role| PieceId::from(*role) == kind)
    }

    /// The kinds by side, as sets for fast lookup.
    pub(in crate::rules::builtin) fn sets(&self) -> [PieceSet; 2] {
        let set = |roles: &Vec<Role>| roles.iter().map(|role| PieceId::from(*role)).collect();
        self.roles.each_ref().map(set)
    }

    /// The kinds by side.
    pub(in crate::rules::builtin) const fn roles(&self) -> &[Vec<Role>; 2] {
        &self.roles
    }

    /// One of the pieces in words, with an article.
    pub(in crate::rules::builtin) fn words(&self) -> &str {
        &self.words
    }

    /// One of the pieces at the beginning of a sentence.
    pub(in crate::rules::builtin) fn sentence(&self, rest: &str) -> String {
        format!("{} {rest}", capitalized(&self.words))
    }

    /// A warning if no kinds are named; `what` is the consequence.
    pub(in crate::rules::builtin) fn doubts(&self, key: &str, what: &str) -> Option<RuleFinding> {
        let is_empty = self.roles.iter().all(Vec::is_empty);
        is_empty.then(|| RuleFinding::new(format!("no piece is named, so {what}")).about(key))
    }
}

/// Whether a royal piece of the side to move is attacked by a matching piece.
pub(in crate::rules::builtin) fn is_checked_by(
    at: &RuleContext<'_>,
    wanted: impl Fn(Piece) -> bool,
) -> bool {
    let them = at.turn().opponent();
    let mut royals = at.royals(at.turn());
    royals.any(|royal| {
        let attackers = at.attackers(royal, them).into_iter();
        let mut attackers = attackers.filter_map(|square| at.piece(square));
        attackers.any(&wanted)
    })
}

/// One of some kinds in words: `a rook or an elephant`.
pub(in crate::rules::builtin) fn one_of(def: &VariantDef, roles: &[Role]) -> String {
    let names = roles
        .iter()
        .filter_map(|role| def.pieces.get_index(role.index()));
    let names: Vec<String> = names.map(|(name, _)| with_article(name)).collect();
    any_of(&names)
}

/// A warning about rules for captures at the midpoint if no piece makes any.
pub(in crate::rules::builtin) fn doubts_halfway(def: &VariantDef) -> Vec<RuleFinding> {
    let mut methods = (def.pieces.values()).flat_map(|piece| &piece.captures.methods);
    if methods.any(|method| *method == CaptureMethod::Midpoint) {
        return Vec::new();
    }
    let finding = RuleFinding::new("no piece captures halfway along its moves");
    vec![finding.with_help("let a piece do so: `captures = { midpoint = true }`")]
}

/// Reads the only setting of a rule: for both sides, each, or one.
pub(in crate::rules::builtin) fn sides_required<'a, T: Clone>(
    settings: &RuleSettings<'a>,
    read: impl Fn(&RuleSettings<'a>, &str) -> Result<Option<T>, RuleError>,
) -> Result<[Option<T>; 2], RuleError> {
    let both = read(settings, ONLY_SETTING)?;
    let sides = [read(settings, "white")?, read(settings, "black")?];
    let sides = sides.map(|side| side.or_else(|| both.clone()));
    if sides.iter().all(Option::is_none) {
        let help = "write a name, or a list of names";
        return Err(RuleError::missing("the names are missing", help));
    }
    Ok(sides)
}

/// Reads kinds of pieces as a set.
pub(in crate::rules::builtin) fn piece_set(
    settings: &RuleSettings<'_>,
    key: &str,
) -> Result<Option<PieceSet>, RuleError> {
    let roles = settings.pieces(key)?;
    Ok(roles.map(|roles| roles.into_iter().map(Into::into).collect()))
}

/// The kinds defined as royal, in games without check too.
pub(in crate::rules::builtin) fn royal_kinds(def: &VariantDef) -> PieceSet {
    let royal = def.numbered().filter(|(.., piece)| piece.royal);
    royal.map(|(id, ..)| id).collect()
}

/// The names of the kinds of a set, with `or` between them.
pub(in crate::rules::builtin) fn names_in_set(def: &VariantDef, set: PieceSet) -> String {
    let names = set
        .iter()
        .filter_map(|piece| def.pieces.get_index(piece.index()));
    let names: Vec<String> = names.map(|(name, _)| name.replace('-', " ")).collect();
    any_of(&names)
}

/// One of the kinds of a set in words: `a rook or elephant`.
pub(in crate::rules::builtin) fn one_in_set(def: &VariantDef, set: PieceSet) -> String {
    with_article(&names_in_set(def, set))
}

/// Reads a count for each side, as `1/0`; `None` if one is missing or negative.
pub(in crate::rules::builtin) fn read_counts(text: &str) -> Option<RuleState> {
    let (white, black) = text.split_once('/')?;
    let counts = [white.parse::<i64>().ok()?, black.parse().ok()?];
    counts
        .iter()
        .all(|count| *count >= 0)
        .then(|| RuleState::new(counts))
}
