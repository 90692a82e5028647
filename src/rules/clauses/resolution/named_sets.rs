//! Named sets: `rules.sets`.

use crate::definition::clause::{self, MOST_NAMES, SetKind};
use crate::definition::{RuleValue, VariantDef};
use crate::rules::clauses::data::ResolveError;
use crate::source::budget::spend;
use crate::source::codes;

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
    let refuse = |message: String| ResolveError {
        code: codes::BAD_CLAUSE,
        message,
        help: Some("write the contents of one of them instead".to_owned()),
        place: tree.place.clone(),
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
                let meant = meant.map_err(|error| ResolveError {
                    place: tree.place.clone(),
                    ..error
                });
                meant?.kind
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
