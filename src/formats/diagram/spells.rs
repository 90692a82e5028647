//! Spells: pieces that freeze, burn, protect, hide or stop pieces in a zone around them.

use crate::definition::{
    Affected, CaptureMethod, Freeze, PieceDef, PieceId, Reach, ReachText, RuleTable, RuleValue,
    VariantDef,
};
use crate::formats::toml::rule_of_option;
use crate::geometry::BoardShape;
use crate::movement::{Dialect, Movement};
use crate::source::codes;

use super::reader::{Reader, Setting, list};

/// The spells that are properties of the casting pieces.
const SPELLS: [&str; 3] = ["freeze", "burn", "protect"];

/// The spells that are rules of the library, each with the assumed effect.
const RULE_SPELLS: [(&str, &str); 2] = [
    (
        "hide",
        "the piece that casts it lets pieces of its side pass friendly pieces in the zone as if they did not exist",
    ),
    (
        "brake",
        "opposing pieces that reach a square of the zone must end their move there",
    ),
];

/// A spell and its casters.
pub(super) struct Cast {
    /// The name of the spell.
    spell: String,
    reach: Reach,
    /// The zone as written.
    zone: String,
    /// The number of the first casting piece, and the number after the last one.
    casters: (usize, usize),
}

/// Adds a spell to a piece.
fn enchant(piece: &mut PieceDef, spell: &str, reach: Reach) {
    let affected = Affected {
        reach: reach.clone(),
        ..Affected::default()
    };
    match spell {
        "freeze" => {
            piece.freezes = Some(Freeze {
                whom: affected,
                ..Freeze::default()
            });
        }
        "burn" => {
            let methods = &mut piece.captures.methods;
            methods.push(CaptureMethod::Proximity { reach });
            piece.burns = Some(affected);
        }
        _ => piece.protects = Some(affected),
    }
}

/// Whether two pieces cast the same spell.
fn cast_alike(one: &PieceDef, other: &PieceDef) -> bool {
    one.captures.methods == other.captures.methods
        && one.freezes == other.freezes
        && one.burns == other.burns
        && one.protects == other.protects
}

/// A spell as a rule.
fn rule_table(zone: &str, casters: &[String]) -> RuleTable {
    let names = casters.iter().cloned().map(RuleValue::Text);
    let entries = [
        ("by", RuleValue::List(names.collect())),
        ("reach", RuleValue::Text(zone.to_owned())),
    ];
    let entries = entries.into_iter();
    entries
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// The parameters of a spell that is a rule, and its casters.
fn written_rule(def: &VariantDef) -> Option<(&'static str, String, Vec<PieceId>)> {
    RULE_SPELLS.iter().find_map(|(spell, _)| {
        let table = def.rules.builtin.get(rule_of_option(spell))?;
        let Some(RuleValue::Text(zone)) = table.get("reach") else {
            return None;
        };
        let by = match table.get("by")? {
            RuleValue::List(names) => names.as_slice(),
            name => std::slice::from_ref(name),
        };
        let names: Option<Vec<String>> = by
            .iter()
            .map(|name| match name {
                RuleValue::Text(name) => Some(name.clone()),
                _ => None,
            })
            .collect();
        let names = names?;
        let is_whole = *table == rule_table(zone, &names);
        let casters = def
            .numbered()
            .filter(|(_, name, _)| names.iter().any(|one| one == name));
        let casters: Vec<PieceId> = casters.map(|(id, ..)| id).collect();
        (is_whole && zone != "own" && !casters.is_empty()).then(|| (*spell, zone.clone(), casters))
    })
}

/// The parameters of a definition's spell, and its casters; `None` if the pieces have other effects on their neighbors.
pub(super) fn written(def: &VariantDef) -> Option<(&'static str, String, Vec<PieceId>)> {
    let idle = PieceDef::with_moves("", Vec::new());
    let mut reaches = def.pieces.values().flat_map(|piece| {
        let whom = piece.freezes.as_ref().map(|freeze| &freeze.whom);
        [whom, piece.burns.as_ref(), piece.protects.as_ref()]
    });
    let Some(affected) = reaches.find_map(|affected| affected) else {
        return written_rule(def);
    };
    let reach = &affected.reach;
    let (spell, casters) = SPELLS.into_iter().find_map(|spell| {
        let pieces = || def.numbered();
        let mut caster = idle.clone();
        enchant(&mut caster, spell, reach.clone());
        let casters: Vec<PieceId> = pieces()
            .filter(|(.., piece)| cast_alike(piece, &caster))
            .map(|(id, ..)| id)
            .collect();
        let all = pieces().all(|(id, _, piece)| casters.contains(&id) || cast_alike(piece, &idle));
        (all && !casters.is_empty()).then_some((spell, casters))
    })?;
    Some((spell, zone_move(reach)?, casters))
}

impl Reader<'_> {
    /// Reads the spell, as far as its effect and its casters are known.
    pub(super) fn spell(&mut self, n_pieces: usize, shape: &BoardShape) -> Option<Cast> {
        let is_said = |key: &str| {
            self.last(key)
                .filter(|one| !["", "0"].contains(&one.value()))
        };
        let (spell, zone) = (is_said("spell"), is_said("spellZone"));
        let (first, count) = (is_said("trackPieces"), is_said("trackedTypes"));
        let Some(spell) = spell else {
            for setting in [zone, first, count].into_iter().flatten() {
                let key = setting.parameter.key.text();
                let message = format!("`{key}` has no effect: the definition has no spell");
                self.report(codes::DOUBTFUL_IMPORT, setting.span(), message);
            }
            return None;
        };
        let word = spell.value();
        let rule = RULE_SPELLS.iter().find(|(known, ..)| *known == word);
        if rule.is_none() && !SPELLS.contains(&word) {
            let message =
                format!("the spell `{word}` is not carried over: its effect is not certain");
            self.report(codes::NOT_CARRIED_OVER, spell.span(), message);
            return None;
        }
        let reach = match self.zone("spellZone", shape) {
            Some(Ok(reach)) => reach,
            fault => {
                let fault = fault.and_then(Result::err);
                let fault = fault.map_or_else(
                    || "its zone is missing".to_owned(),
                    |fault| format!("`spellZone`: {fault}"),
                );
                let message = format!("the spell `{word}` is not carried over: {fault}");
                let span = zone.unwrap_or(spell).span();
                self.report(codes::NOT_CARRIED_OVER, span, message);
                return None;
            }
        };
        let number = |one: Option<Setting<'_>>| one?.value().parse::<usize>().ok();
        let casters = number(first)
            .zip(number(count))
            .map(|(first, count)| (first, first.saturating_add(count)))
            .filter(|(first, end)| *first >= 1 && *end <= n_pieces + 1);
        let Some((first, end)) = casters else {
            let message = format!(
                "the spell `{word}` is not carried over: `trackPieces` and `trackedTypes` do not name the pieces \
                 that cast it"
            );
            self.report(codes::NOT_CARRIED_OVER, spell.span(), message);
            return None;
        };
        let names: Vec<String> = self.pieces[first - 1..end - 1]
            .iter()
            .map(|piece| format!("`{}`", piece.name))
            .collect();
        let meaning = rule.map_or_else(String::new, |(.., meaning)| format!(": {meaning}"));
        let message = format!(
            "the spell is read as cast by {}, the pieces that `trackPieces` and `trackedTypes` count{meaning}",
            list(&names)
        );
        self.report(codes::DOUBTFUL_IMPORT, spell.span(), message);
        Some(Cast {
            spell: word.to_owned(),
            zone: zone.map_or_else(String::new, |zone| zone.value().to_owned()),
            reach,
            casters: (first - 1, end - 1),
        })
    }
}

impl Cast {
    /// Adds the spell to its casters, if it is a property of pieces.
    pub(super) fn give(&self, pieces: &mut [(String, PieceDef)]) {
        if !SPELLS.contains(&self.spell.as_str()) {
            return;
        }
        for (_, piece) in &mut pieces[self.casters.0..self.casters.1] {
            enchant(piece, &self.spell, self.reach.clone());
        }
    }

    /// The rule of the spell, if it is one; `names` contains the names of all pieces.
    pub(super) fn rule(&self, names: &[String]) -> Option<(&'static str, RuleTable)> {
        let known = RULE_SPELLS.iter().find(|(word, ..)| *word == self.spell);
        let casters = &names[self.casters.0..self.casters.1];
        known.map(|(spell, _)| (rule_of_option(spell), rule_table(&self.zone, casters)))
    }
}

// Zones of spells and explosions: the squares around a piece, written as a move.

/// The move to the adjacent squares.
const AROUND: &str = "K";

impl Reader<'_> {
    /// The reach of a zone, or the reason why it has none; `None` if the parameter is absent or empty.
    pub(super) fn zone(&self, key: &str, shape: &BoardShape) -> Option<Result<Reach, String>> {
        let setting = self.last(key).filter(|one| !one.value().is_empty())?;
        let movement = |text: &str| Movement::read(text, Dialect::XBetza).value;
        if movement(setting.value()) == movement(AROUND) {
            return Some(Ok(Reach::Around));
        }
        let read = Reach::read_on(setting.value(), shape);
        Some(read.map_err(|(_, message)| message))
    }
}

/// A zone as the format writes it; `None` if the format cannot express it.
pub(super) fn zone_move(reach: &Reach) -> Option<String> {
    match reach {
        Reach::Around => Some(AROUND.to_owned()),
        Reach::Movement(ReachText {
            betza,
            dialect: Dialect::XBetza,
            ..
        }) => Some(betza.clone()),
        Reach::Movement(text) => text.movement.to_betza(Dialect::XBetza).ok(),
        Reach::Lines | Reach::Own => None,
    }
}
