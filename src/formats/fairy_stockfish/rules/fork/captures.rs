//! Custodial captures, and forbidden captures as clauses.

use crate::definition::clause::{Condition, Set, SetKind, parse};
use crate::definition::{ONLY_SETTING, RuleValue, RulesDef};
use crate::formats::fairy_stockfish::rules::terms::Builder;
use crate::formats::fairy_stockfish::section::config::Config;
use crate::formats::fairy_stockfish::section::fork::{Custody, Pairs};
use crate::formats::fairy_stockfish::section::types::{Type, TypeSet, wide};
use crate::geometry::{BoardShape, Perspective, SquareSet, Zone};

// Custodial captures of surrounded pieces.

/// The possible lines of custodial captures, as movements.
const LINES: [&str; 7] = ["WF", "sWF", "vWF", "W", "sW", "vW", "F"];

impl Custody {
    /// The custodial captures as clauses.
    pub(super) fn clauses(&self, builder: &Builder<'_>, config: &Config) -> Vec<String> {
        let text = |squares: &SquareSet| zone(builder.shape, &builder.region(squares));
        self.said(&lines(config), &text(&self.hostile), &text(&self.whole))
    }

    /// The clauses for given texts of the lines and of the two regions.
    fn said(&self, lines: &str, hostile: &str, whole: &str) -> Vec<String> {
        let mut clauses = Vec::new();
        if lines.is_empty() || !(self.opposite || self.intervene || self.edge) {
            return clauses;
        }
        let mut held = vec!["own".to_owned()];
        if !hostile.is_empty() {
            held.push(format!("empty [{hostile}]"));
        }
        let mut ends = Vec::new();
        if self.opposite {
            ends.extend(held.iter().cloned());
        }
        if self.edge {
            ends.push("edge".to_owned());
        }
        if !ends.is_empty() {
            let others = match whole {
                "" => String::new(),
                whole => format!(" not [{whole}]"),
            };
            let ends = any_of(&ends);
            clauses.push(format!(
                "capture enemy{others} enclosed by to and {ends} along \"{lines}\""
            ));
        }
        // A piece that must be surrounded is orthogonally adjacent to the mover.
        let beside = lines.trim_end_matches('F');
        if !whole.is_empty() && !beside.is_empty() {
            let held = any_of(&held);
            clauses.push(format!(
                "capture enemy [{whole}] (\"{beside}\" from to) not \"W\" to not {held}"
            ));
        }
        if self.intervene {
            clauses.extend(axes(lines).map(|axis| {
                format!(
                    "capture enemy \"{axis}\" from to enclosed by enemy and enemy along \"{axis}\""
                )
            }));
        }
        clauses
    }

    /// Recovers the options from the clauses of a variant and removes these clauses; also returns the lines.
    pub(super) fn take(
        rules: &mut RulesDef,
        shape: &BoardShape,
    ) -> Option<(Custody, &'static str)> {
        let (hostile, whole) = regions(rules);
        let region = |text: &str| match text {
            "" => Some(SquareSet::default()),
            text => squares(shape, text),
        };
        let (hostile_squares, whole_squares) = (region(&hostile)?, region(&whole)?);
        for ways in (1..8).rev() {
            let custody = Custody {
                intervene: ways & 4 != 0,
                opposite: ways & 2 != 0,
                edge: ways & 1 != 0,
                hostile: hostile_squares.clone(),
                whole: whole_squares.clone(),
            };
            for lines in LINES {
                let clauses = custody.said(lines, &hostile, &whole);
                let clauses: Vec<&str> = clauses.iter().map(String::as_str).collect();
                if rules.has_effects(&clauses) {
                    rules.remove_effects(&clauses);
                    return Some((custody, lines));
                }
            }
        }
        None
    }
}

/// The texts of the squares that count as captors and of those on which pieces must be surrounded.
fn regions(rules: &RulesDef) -> (String, String) {
    let (mut hostile, mut whole) = (String::new(), String::new());
    for effect in rules.effects() {
        for set in effect.sets() {
            let SetKind::All(sets) = &set.kind else {
                continue;
            };
            let zone = sets.iter().find_map(|set| match &set.kind {
                SetKind::Zone(text) => Some(text.clone()),
                _ => None,
            });
            match (sets.first().map(|set| &set.kind), zone) {
                (Some(SetKind::Word(word)), Some(zone)) if word == "empty" => hostile = zone,
                (Some(SetKind::Word(word)), Some(zone)) if word == "enemy" => whole = zone,
                _ => {}
            }
        }
    }
    (hostile, whole)
}

/// The lines through a square, as movements.
fn axes(lines: &str) -> impl Iterator<Item = &'static str> {
    let orthogonal = lines.contains('W');
    let axes = [
        (orthogonal && !lines.contains("vW"), "sW"),
        (orthogonal && !lines.contains("sW"), "vW"),
        (lines.contains('F'), "flFbrF"),
        (lines.contains('F'), "frFblF"),
    ];
    axes.into_iter()
        .filter(|(is_there, _)| *is_there)
        .map(|(_, axis)| axis)
}

fn any_of(sets: &[String]) -> String {
    match sets {
        [only] => only.clone(),
        sets => format!("({})", sets.join(" or ")),
    }
}

/// The directions of lines in the options, as a movement.
fn lines(config: &Config) -> String {
    let mut lines = String::new();
    lines += match (config.connect_horizontal, config.connect_vertical) {
        (true, true) => "W",
        (true, false) => "sW",
        (false, true) => "vW",
        (false, false) => "",
    };
    if config.connect_diagonal {
        lines += "F";
    }
    lines
}

/// Squares as the text of a zone.
fn zone(shape: &BoardShape, squares: &SquareSet) -> String {
    let is_mirrored = Zone::mirrored(shape, squares).of(Perspective::Black) == squares;
    let side = if is_mirrored { "" } else { "white " };
    let names = squares
        .iter()
        .map(|square| format!("{side}{}", shape.name(square)));
    names.collect::<Vec<_>>().join(", ")
}

/// The squares of such a text, if they are the same for both sides.
fn squares(shape: &BoardShape, text: &str) -> Option<SquareSet> {
    let zone = Zone::parse(text, shape).ok()?;
    let [white, black] = [Perspective::White, Perspective::Black].map(|side| zone.of(side));
    (white == black).then(|| wide(shape, white))
}

// Forbidden captures as clauses: `mover white rook and captured (pawn or knight)`.

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
