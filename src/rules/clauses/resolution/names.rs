//! Resolution of the words of sets, and named sets.

use std::ops::Range;

use crate::definition::clause::{self, MOST_NAMES, SetKind};
use crate::definition::{PieceDef, PieceId, RuleValue, VariantDef};
use crate::geometry::Zone;
use crate::rules::clauses::data::{Likeness, MovePart, ResolveError, Set, Side};
use crate::source::budget::spend;
use crate::source::{codes, did_you_mean};
use crate::state::Role;

use super::resolve::{Resolved, Resolver};

/// The words for sides.
const SIDES: [(&str, Side); 5] = [
    ("any", Side::Any),
    ("own", Side::Own),
    ("enemy", Side::Enemy),
    ("white", Side::White),
    ("black", Side::Black),
];

/// The words for parts of a move.
const PARTS: [(&str, MovePart); 5] = [
    ("mover", MovePart::Mover),
    ("from", MovePart::From),
    ("to", MovePart::To),
    ("captured", MovePart::Captured),
    ("partner", MovePart::Partner),
];

/// The prefix for parts of the previous move.
const LAST: &str = "last.";

/// The words of comparison with the element under evaluation.
const LIKENESSES: [(&str, Likeness); 4] = [
    ("itself", Likeness::Itself),
    ("same-kind", Likeness::SameKind),
    ("same-side", Likeness::SameSide),
    ("other-side", Likeness::OtherSide),
];

impl Resolver<'_> {
    pub(crate) fn word(&self, word: &str, place: &Range<usize>, is_operand: bool) -> Resolved<Set> {
        fn named<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
            let mut words = words.iter();
            words
                .find(|(known, _)| *known == word)
                .map(|(_, value)| *value)
        }
        if let Some(side) = named(&SIDES, word) {
            return Ok(Set::Side(side));
        }
        if let Some(part) = named(&PARTS, word) {
            return Ok(Set::Part(part));
        }
        if let Some(part) = word.strip_prefix(LAST) {
            let part = named(&PARTS, part).map(Set::Last);
            return part.ok_or_else(|| {
                let known = PARTS.map(|(word, _)| format!("{LAST}{word}"));
                ResolveError::new(place, format!("the latest move has no `{word}`"))
                    .with_help(did_you_mean(word, known.iter().map(String::as_str)))
            });
        }
        if let Some(likeness) = named(&LIKENESSES, word) {
            if is_operand {
                return Ok(Set::Itself(likeness));
            }
            let message = format!("`{word}` has no relation to compare with here");
            return Err(ResolveError::new(place, message).with_help(if self.has_it {
                "write `it` for the piece of the clause".to_owned()
            } else {
                format!("write it after a relation: `mover attacked by {word}`")
            }));
        }
        match word {
            "royal" => {
                let pieces = self.def.pieces.values().take(Role::MAX).enumerate();
                let royal = pieces.filter(|(_, piece)| piece.royal);
                let royal = royal.map(|(number, _)| PieceId::new(number));
                return Ok(Set::Royal(royal.collect()));
            }
            "empty" => return Ok(Set::Empty),
            "edge" if self.has_edge => return Ok(Set::Edge),
            "edge" => {
                let error = ResolveError::new(place, "the edge of the board is not a square");
                let help = "use it to enclose pieces: `enemy enclosed by to and edge`";
                return Err(error.with_help(help));
            }
            "unmoved" => return Ok(Set::Unmoved),
            "stuck" => return Ok(Set::Stuck),
            "trapped" => return Ok(Set::Trapped),
            "frozen" => return Ok(Set::Frozen),
            "it" if self.has_it => return Ok(Set::It),
            "it" => {
                let error = ResolveError::new(place, "`it` has no meaning here");
                let help = "`it` is the piece that an action moves or changes: `mover goes to empty \"W\" from it`";
                return Err(error.with_help(help));
            }
            _ => {}
        }
        if let Some(number) = self.choices.iter().position(|known| known == word) {
            return Ok(Set::Chosen(number));
        }
        if let Some(set) = self.named_set(word, place, is_operand) {
            return set;
        }
        match self.def.pieces.get_index_of(word) {
            Some(number) if number < Role::MAX => {
                let named = PieceId::new(number);
                let ids = self.def.numbered().map(|(id, ..)| id);
                let is_meant = |id: &PieceId| *id == named || self.def.forms.of(*id).kind == named;
                Ok(Set::Kinds(ids.take(Role::MAX).filter(is_meant).collect()))
            }
            _ => {
                let message =
                    format!("`{word}` is neither a piece of the variant nor a word of clauses");
                let error = ResolveError::coded(place, (codes::UNKNOWN_PIECE, message));
                Err(error.with_help(self.remedy(word)))
            }
        }
    }

    /// The suggestion for an unknown word.
    fn remedy(&self, word: &str) -> String {
        let pieces = self.def.pieces.keys().map(String::as_str);
        let known = SIDES.map(|(word, _)| word).into_iter();
        let known = known.chain(PARTS.map(|(word, _)| word));
        let known = known.chain(LIKENESSES.map(|(word, _)| word));
        let known = known
            .chain([
                "royal", "unmoved", "stuck", "trapped", "frozen", "empty", "it",
            ])
            .chain(pieces);
        let known = known.chain(sets(self.def).map(|(name, _)| name));
        let known = known.chain(self.choices.iter().map(String::as_str));
        let known: Vec<&str> = known.collect();
        let is_written = |word: &str| known.contains(&word) || clause::is_word(word);
        // `White's`, `NOT`, `same_kind`
        let small = word.to_lowercase().replace('_', "-");
        let plain = small.strip_suffix("'s").unwrap_or(&small);
        if plain != word && is_written(plain) {
            return format!("write words in small letters with hyphens: `{plain}`");
        }
        if let Some(remedy) = clause::slip(plain) {
            return remedy.to_owned();
        }
        let letter = |piece: &PieceDef| piece.letter.eq_ignore_ascii_case(word);
        let mut named = self.def.pieces.iter().filter(|(_, piece)| letter(piece));
        if let Some((name, _)) = named.next() {
            return format!("write the name of the piece: `{name}`");
        }
        if Zone::parse_squares(plain, &self.def.shape).is_ok() {
            return format!("write squares in brackets: `[{plain}]`");
        }
        let one = |ending: &str| plain.strip_suffix(ending).filter(|one| known.contains(one));
        if let Some(one) = one("s").or_else(|| one("es")) {
            return format!("write the name in the singular: `{one}`");
        }
        did_you_mean(word, known)
    }

    /// The set that a word names in `rules.sets`. Errors within that set are reported there, not here.
    fn named_set(
        &self,
        word: &str,
        place: &Range<usize>,
        is_operand: bool,
    ) -> Option<Resolved<Set>> {
        sets(self.def).find(|(name, _)| *name == word)?;
        let tree = clause::Set {
            kind: SetKind::Word(word.to_owned()),
            place: place.clone(),
        };
        let resolved = match named_sets(self.def, &tree, &[]) {
            Ok(tree) => self.set(&tree, is_operand).map_err(|error| (tree, error)),
            Err(_) => return Some(Ok(Set::Any(Vec::new()))),
        };
        Some(match resolved {
            Ok(set) if set.is_long() => Ok(Set::Named(word.to_owned(), Box::new(set))),
            Ok(set) => Ok(set),
            Err((tree, _)) if self.operand(&tree).is_err() => Ok(Set::Any(Vec::new())),
            Err((_, error)) => Err(error.at(place)),
        })
    }
}

// Named sets: `rules.sets`.

/// The named sets of a variant with their texts.
pub(crate) fn sets(def: &VariantDef) -> impl Iterator<Item = (&str, &str)> {
    let rule = def.rules.builtin.get("sets").into_iter();
    rule.flatten().filter_map(|(name, value)| match value {
        RuleValue::Text(text) => Some((name.as_str(), text.as_str())),
        _ => None,
    })
}

/// The cost of a byte of a named set's text in budget steps: of its parsing, and of resolving its tree
/// more than once.
const MEANING: u64 = 200;

/// A set with the words of `rules.sets` expanded; `line` is the chain of names that led here.
pub(crate) fn named_sets(
    def: &VariantDef,
    tree: &clause::Set,
    line: &[&str],
) -> Result<clause::Set, ResolveError> {
    let refuse = |message: String| {
        ResolveError::new(&tree.place, message)
            .with_help("write the contents of one of them instead")
    };
    let inner = |set: &clause::Set| named_sets(def, set, line);
    let all = |sets: &[clause::Set]| {
        sets.iter()
            .map(inner)
            .collect::<Result<Vec<_>, ResolveError>>()
    };
    let kind = match &tree.kind {
        SetKind::Word(word) => match sets(def).find(|(name, _)| name == word) {
            None => tree.kind.clone(),
            Some((name, _)) if line.contains(&name) => {
                return Err(refuse(format!("`{name}` contains itself")));
            }
            Some((_, text))
                if line.len() >= MOST_NAMES
                    || spend(MEANING * (1 + text.len() as u64)).is_err() =>
            {
                let message = format!("more than {MOST_NAMES} sets contain one another");
                return Err(refuse(message));
            }
            Some((name, text)) => {
                let line = [line, &[name]].concat();
                let meant = clause::parse_set(text).map_err(ResolveError::from);
                let meant = meant.and_then(|meant| named_sets(def, &meant, &line));
                meant.map_err(|error| error.at(&tree.place))?.kind
            }
        },
        SetKind::Not(set) => SetKind::Not(Box::new(inner(set)?)),
        SetKind::All(sets) => SetKind::All(all(sets)?),
        SetKind::Any(sets) => SetKind::Any(all(sets)?),
        SetKind::Related(relation, set, open) => {
            let open = open.as_ref().map(|open| inner(open).map(Box::new));
            SetKind::Related(relation.clone(), Box::new(inner(set)?), open.transpose()?)
        }
        SetKind::With(condition) => SetKind::With(Box::new(condition.map_sets(&inner)?)),
        SetKind::Enclosed(ends, lines) => {
            let [one, other] = &**ends;
            SetKind::Enclosed(Box::new([inner(one)?, inner(other)?]), lines.clone())
        }
        SetKind::Parameter(_) | SetKind::Zone(_) | SetKind::Marked(_) => tree.kind.clone(),
    };
    Ok(clause::Set {
        kind,
        place: tree.place.clone(),
    })
}
