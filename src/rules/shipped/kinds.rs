//! Kinds of pieces that a rule is about, by side.

use crate::definition::{PieceDef, VariantDef};
use crate::rules::{RuleError, RuleFinding, RuleSettings};
use crate::state::{Piece, Role};

/// The kinds of pieces of both sides that are meant.
#[derive(Clone)]
pub(super) struct Kinds {
    roles: [Vec<Role>; 2],
    /// A piece that is meant, in words: `a rook or a knight`.
    words: String,
}

impl Kinds {
    /// Reads kinds: a name, a list of names, `*`, or a table of these for `white` and `black`. A side that
    /// the table does not name has none.
    pub(super) fn read(settings: &RuleSettings<'_>, key: &str) -> Result<Option<Kinds>, RuleError> {
        let read = settings.by_side(key, RuleSettings::pieces)?;
        if read == [None, None] {
            return Ok(None);
        }
        let roles = read.map(Option::unwrap_or_default);
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
        Ok(Some(Kinds { roles, words }))
    }

    /// The kinds for which something is true, which `words` says.
    pub(super) fn all_that(
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
    pub(super) fn all(settings: &RuleSettings<'_>) -> Kinds {
        Kinds::all_that(settings, "a piece", |_| true)
    }

    /// Whether a piece is meant.
    pub(super) fn contains(&self, piece: Piece) -> bool {
        self.roles[piece.color.index()].contains(&piece.role)
    }

    /// A piece that is meant, in words with an article.
    pub(super) fn words(&self) -> &str {
        &self.words
    }

    /// The same at the beginning of a sentence.
    pub(super) fn sentence(&self, rest: &str) -> String {
        format!("{} {rest}", capitalized(&self.words))
    }

    /// What is doubted where nobody is meant; `what` follows.
    pub(super) fn doubts(&self, key: &str, what: &str) -> Option<RuleFinding> {
        let is_empty = self.roles.iter().all(Vec::is_empty);
        is_empty.then(|| RuleFinding::new(format!("nobody is meant, so {what}")).about(key))
    }
}

/// One of some kinds: `a rook or an elephant`.
pub(super) fn one_of(def: &VariantDef, roles: &[Role]) -> String {
    let names = roles
        .iter()
        .filter_map(|role| def.pieces.get_index(role.index()));
    let names: Vec<String> = names.map(|(name, _)| with_article(name)).collect();
    any_of(&names)
}

/// A text at the beginning of a sentence.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The name of a kind with its article.
pub(super) fn with_article(name: &str) -> String {
    let begins_with_vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
    let article = if begins_with_vowel { "an" } else { "a" };
    format!("{article} {}", name.replace('-', " "))
}

/// The names with `or` between them.
pub(super) fn any_of(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
