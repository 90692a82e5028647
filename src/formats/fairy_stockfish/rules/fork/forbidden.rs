//! Forbidden captures as clauses: `mover white rook and captured (pawn or knight)`.

use crate::definition::clause::{Condition, Set, SetKind, parse};
use crate::definition::{ONLY_SETTING, RuleValue, RulesDef};
use crate::formats::fairy_stockfish::section::fork::Pairs;
use crate::formats::fairy_stockfish::section::types::{Type, TypeSet};

/// The keywords for the sides of captors, in the order of the options: both, White, Black.
const SIDES: [&str; 3] = ["any", "white", "black"];

/// A captor with the pieces that it cannot capture; `None` for all.
pub(super) type Spared = (String, Option<Vec<String>>);

/// The clauses for the forbidden captures of a side.
pub(super) fn clauses(list: usize, spared: &[Spared]) -> Vec<String> {
    let mut groups: Vec<(Vec<&str>, &Option<Vec<String>>)> = Vec::new();
    for (captor, victims) in spared {
        match groups.iter_mut().find(|(_, others)| *others == victims) {
            Some((captors, _)) => captors.push(captor),
            None => groups.push((vec![captor], victims)),
        }
    }
    let any_of = |names: &[&str]| match names {
        [name] => (*name).to_owned(),
        names => format!("({})", names.join(" or ")),
    };
    let clauses = groups.iter().map(|(captors, victims)| {
        let captors = any_of(captors);
        let side = match SIDES[list] {
            "any" => String::new(),
            side => format!("{side} "),
        };
        let victims = victims.as_ref().map_or("any".to_owned(), |victims| {
            any_of(&victims.iter().map(String::as_str).collect::<Vec<_>>())
        });
        format!("mover {side}{captors} and captured {victims}")
    });
    clauses.collect()
}

/// Recovers the pairs of captors and victims by side from clauses, and removes these clauses.
pub(super) fn take(rules: &mut RulesDef, type_of: impl Fn(&str) -> Type) -> [Pairs; 3] {
    let mut pairs = [Pairs::new(), Pairs::new(), Pairs::new()];
    let Some(forbid) = rules.builtin.get_mut("forbid") else {
        return pairs;
    };
    let clauses = match forbid.get(ONLY_SETTING) {
        Some(RuleValue::List(clauses)) => clauses.clone(),
        clauses => clauses.cloned().into_iter().collect(),
    };
    let mut rest = Vec::new();
    for clause in clauses {
        let tree = clause.text().and_then(|text| parse(text).ok());
        match tree.and_then(|tree| pair(&tree, &type_of)) {
            Some((list, pair)) => pairs[list].push(pair),
            None => rest.push(clause),
        }
    }
    if rest.is_empty() {
        rules.builtin.shift_remove("forbid");
    } else {
        forbid.insert(ONLY_SETTING.to_owned(), RuleValue::List(rest));
    }
    pairs
}

/// The pair of a clause, and the index of its side.
fn pair(
    clause: &Condition,
    type_of: &impl Fn(&str) -> Type,
) -> Option<(usize, (TypeSet, TypeSet))> {
    let Condition::All(conditions) = clause else {
        return None;
    };
    let [
        Condition::Count(1, None, mover),
        Condition::Count(1, None, captured),
    ] = conditions.as_slice()
    else {
        return None;
    };
    let (list, captors) = match words(mover, "mover")? {
        [side, captors] => {
            let SetKind::Word(side) = &side.kind else {
                return None;
            };
            (SIDES.iter().position(|word| word == side)?, captors)
        }
        [captors] => (0, captors),
        _ => return None,
    };
    let [victims] = words(captured, "captured")? else {
        return None;
    };
    let is_any = victims.kind == SetKind::Word("any".to_owned());
    let victims = if is_any {
        TypeSet::of(0)
    } else {
        types(victims, type_of)?
    };
    Some((list, (types(captors, type_of)?, victims)))
}

/// The sets after the word `first`.
fn words<'a>(set: &'a Set, first: &str) -> Option<&'a [Set]> {
    let SetKind::All(sets) = &set.kind else {
        return None;
    };
    let (word, rest) = sets.split_first()?;
    (word.kind == SetKind::Word(first.to_owned())).then_some(rest)
}

/// The types of the pieces in a set.
fn types(set: &Set, type_of: &impl Fn(&str) -> Type) -> Option<TypeSet> {
    let sets = match &set.kind {
        SetKind::Any(sets) => sets.as_slice(),
        _ => std::slice::from_ref(set),
    };
    let mut types = TypeSet::default();
    for set in sets {
        let SetKind::Word(word) = &set.kind else {
            return None;
        };
        match type_of(word) {
            0 => return None,
            number => types.insert(number),
        }
    }
    Some(types)
}
