//! Paired promotion, as in shogi, in words.

use indexmap::IndexMap;

use super::pieces::promoted_name;
use super::special::{pair, sentence_of};
use super::words::{list, one_of_each, plural, spaced, with_capital, zone_in_words};
use ferz::definition::{PieceSet, PromotingMoves, captures_in_passing};
use ferz::game::Variant;
use ferz::geometry::Zone;

/// The sentences on paired promotion, and on promotion in place.
pub(super) fn promotions(variant: &Variant, said: &mut Vec<String>) {
    let shape = variant.shape();
    let rule = &variant.compiled_rules().facts.paired_promotion;
    let pieces: Vec<&String> = variant.def().pieces.keys().collect();
    let pairs: Vec<String> = rule
        .targets
        .iter()
        .zip(&pieces)
        .filter_map(|(to, from)| Some((from, pieces.get((*to)?.index())?)))
        .map(|(from, to)| format!("{} to {}", spaced(from), promoted_name(variant, to)))
        .collect();
    let is_anywhere = rule.zone.iter().any(|zone| !zone.is_empty());
    if !pairs.is_empty() && is_anywhere {
        let [white, black] = rule.zone.clone();
        let is_everywhere = Zone::of_sides(white, black) == Zone::everywhere(shape);
        let touches = rule.when.enter || rule.when.within || rule.when.leave || rule.when.capture;
        let when = match (is_everywhere, rule.on_capture) {
            _ if !touches => "on some squares only".to_owned(),
            (true, true) => "when it captures".to_owned(),
            (true, false) if rule.mandatory => "with every move".to_owned(),
            (true, false) => "with any move".to_owned(),
            (false, captures) => format!(
                "when a move of it {}{}",
                touching(rule.when, &pair(shape, &rule.zone)),
                if captures { " and captures" } else { "" }
            ),
        };
        said.push(format!(
            "A piece {} promote {when}: {}.",
            if rule.mandatory { "must" } else { "may" },
            list(&pairs, "and"),
        ));
        let targets = rule.targets.iter().zip(variant.def().pieces.values());
        let mut captors = targets.filter(|(_, piece)| captures_in_passing(piece));
        if captors.any(|(target, _)| target.is_some()) {
            said.push("A capture en passant promotes none of them.".to_owned());
        }
    }
    let mut also: IndexMap<String, Vec<String>> = IndexMap::new();
    for (at, name) in rule.also_on.iter().zip(&pieces) {
        if let Some(at) = at {
            let names = also.entry(zone_in_words(shape, at)).or_default();
            names.push(spaced(name));
        }
    }
    said.extend(also.iter().map(|(at, names)| {
        format!(
            "{} may also promote on arrival on {at}, whatever move brings it there.",
            with_capital(&one_of_each(names))
        )
    }));
    if rule.demotion {
        let may = if rule.mandatory { "must" } else { "may" };
        said.push(format!("Promoted pieces {may} turn back in the same way."));
    }
    let arriving = rule
        .arriving
        .iter()
        .filter(|number| rule.target(*number).is_some());
    let arriving: PieceSet = arriving.collect();
    if !arriving.is_empty() {
        said.push(format!(
            "{} promotes on arrival there only, not when it leaves.",
            sentence_of(variant, arriving)
        ));
    }
    let limits = pieces
        .iter()
        .zip(&rule.limits)
        .filter(|(_, limit)| **limit > 0);
    let limits: Vec<String> = limits.map(|(name, limit)| plural(*limit, name)).collect();
    if !limits.is_empty() {
        said.push(format!(
            "No promotion may bring a side to more than {}.",
            list(&limits, "or")
        ));
    }
}

/// The moves by which pieces promote in a zone.
fn touching(when: PromotingMoves, zone: &str) -> String {
    let ways = [
        (when.enter, "enters"),
        (when.within, "crosses"),
        (when.leave, "leaves"),
    ];
    let ways = ways.into_iter().filter(|(is_one, _)| *is_one);
    let ways: Vec<String> = ways.map(|(_, word)| word.to_owned()).collect();
    let all = list(&ways, "or");
    match (ways.len(), when.capture) {
        (0, false) => format!("does nothing about {zone}"),
        (0, true) => format!("captures and begins or ends on {zone}"),
        (3, _) | (_, false) => format!("{all} {zone}"),
        (_, true) => format!("{all} {zone}, or captures and begins or ends there"),
    }
}
