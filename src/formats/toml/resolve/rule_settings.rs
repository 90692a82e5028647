//! Rules in a file: settings that are kept as written, `captures`, and rule entries.

use indexmap::IndexMap;

use crate::definition::clause::RuleEntry;
use crate::definition::names::is_rule_name;
use crate::definition::{CustomRules, ONLY_SETTING, Reach, RuleTable, RuleValue};
use crate::formats::toml::library::rule_library;
use crate::formats::toml::text::{remedy, unknown_key};
use crate::formats::toml::wire::{
    Entry, Field, NameWire, Named, Optional, Place, Removal, RuleTableWire, RulesWire, SettingWire,
    SideName, VariantWire, rules_of,
};
use crate::geometry::{BoardShape, Zone, sorted};
use crate::movement::Dialect;
use crate::source::{Diagnostic, codes};
use crate::state::RuleId;

use super::actions::Bearer;
use super::resolver::Resolver;

/// Whether names of directions in the texts of a rule are replaced: only in built-in rules do the texts certainly
/// contain moves.
#[derive(Clone, Copy)]
pub(in crate::formats::toml) enum Names {
    Kept,
    Replaced,
}

/// Rules with zones that are stored as equivalent texts.
const REWRITTEN: [&str; 3] = ["drops", "en-passant", "paired-promotion"];

impl Resolver<'_> {
    /// Reads the custom rules, except removed ones.
    pub(in crate::formats::toml) fn custom(&mut self, wire: Option<&RulesWire>) -> CustomRules {
        let mut rules = CustomRules::new();
        let Some(named) = wire.and_then(|wire| wire.custom.value()) else {
            return rules;
        };
        for (name, entry) in &named.0 {
            let Some((place, settings)) = entry
                .value
                .get()
                .filter(|(_, wire)| wire.removal().is_none())
            else {
                continue;
            };
            if rules.len() == RuleId::MAX {
                let message = format!("a variant has at most {} custom rules", RuleId::MAX);
                self.fault(codes::DEFINITION_TOO_LARGE, entry.name, message);
                break;
            }
            if !is_rule_name(name) {
                let message = "the name of a custom rule has small letters, digits and hyphens";
                let finding = Diagnostic::new(codes::BAD_NAME, entry.name.span, message)
                    .with_help("it is also the name of a field in a FEN");
                self.report(entry.name, finding);
                continue;
            }
            let table = self.rule_table(place, settings, Names::Kept);
            rules.insert(name.clone(), table);
        }
        rules
    }

    /// Reads the built-in rules whose settings are kept as written, except removed ones.
    pub(in crate::formats::toml) fn builtin(
        &mut self,
        wire: Option<&RulesWire>,
        shape: &BoardShape,
    ) -> CustomRules {
        let mut rules = CustomRules::new();
        for (name, field) in wire.map(RulesWire::builtin).into_iter().flatten() {
            let Some((place, settings)) = field.get().filter(|(_, wire)| wire.removal().is_none())
            else {
                continue;
            };
            if REWRITTEN.contains(&name)
                && let RuleTableWire::Table(settings) = settings
            {
                self.report_idle_squares(settings, shape);
            }
            let table = match name {
                "captures" => self.captures(place, settings, shape),
                _ => self.rule_table(place, settings, Names::Replaced),
            };
            rules.insert(name.to_owned(), table);
        }
        rules
    }

    /// Reports parts of zones without effect; every text that reads as squares is a zone.
    fn report_idle_squares(&mut self, settings: &Named<SettingWire>, shape: &BoardShape) {
        for entry in settings.0.values() {
            let texts = match entry.value.value() {
                Some(SettingWire::Table(inner)) => {
                    self.report_idle_squares(inner, shape);
                    continue;
                }
                Some(SettingWire::List(texts)) => texts.as_slice(),
                _ => std::slice::from_ref(&entry.value),
            };
            let mut zone = Zone::nowhere();
            for field in texts {
                let Some((place, SettingWire::Text(text))) = field.get() else {
                    break;
                };
                let n_parts = 1 + text.matches(',').count();
                if !self.spend(n_parts * (1 + shape.area() / 64)) {
                    return;
                }
                let Ok((more, idle)) = Zone::read_onto(zone, text, shape) else {
                    break;
                };
                zone = more;
                self.report_idle(Some(place), text, &idle);
            }
        }
    }

    /// Reads the settings of one rule; a value that is no table is the only setting.
    pub(in crate::formats::toml) fn rule_table(
        &mut self,
        place: Place,
        wire: &RuleTableWire,
        names: Names,
    ) -> RuleTable {
        let only = match wire {
            RuleTableWire::Table(table) => return self.settings_of(table, names),
            RuleTableWire::Text(text) => {
                let text = SettingWire::Text(text.clone());
                self.setting(&Field::Here(place, text), names)
            }
            RuleTableWire::Number(number) => Some(RuleValue::Number(*number)),
            RuleTableWire::True(_) => Some(RuleValue::Flag(true)),
            RuleTableWire::False(_) => None,
            RuleTableWire::List(items) => {
                let items = items.iter().filter_map(|item| self.setting(item, names));
                Some(RuleValue::List(items.collect()))
            }
        };
        let only = only.into_iter();
        only.map(|value| (ONLY_SETTING.to_owned(), value)).collect()
    }

    fn settings_of(&mut self, table: &Named<SettingWire>, names: Names) -> RuleTable {
        let values = table.0.iter();
        values
            .filter_map(|(key, Entry { value, .. })| {
                Some((key.clone(), self.setting(value, names)?))
            })
            .collect()
    }

    fn setting(&mut self, field: &Field<SettingWire>, names: Names) -> Option<RuleValue> {
        let (place, wire) = field.get()?;
        if !self.spend(1) {
            return None;
        }
        Some(match wire {
            SettingWire::Text(text) => {
                let text = self.text(&Field::Here(place, text.clone()))?;
                RuleValue::Text(match names {
                    Names::Replaced if text.contains('{') => {
                        // A clause has its movements in quotation marks.
                        let parts = text.split('"').map(|part| {
                            if part.contains('{') {
                                self.spelled(place, part).map(|spelled| spelled.text)
                            } else {
                                Some(part.to_owned())
                            }
                        });
                        parts.collect::<Option<Vec<_>>>()?.join("\"")
                    }
                    _ => text,
                })
            }
            SettingWire::Number(number) => RuleValue::Number(*number),
            SettingWire::True(_) => RuleValue::Flag(true),
            SettingWire::False(_) => RuleValue::Flag(false),
            SettingWire::List(items) => {
                let values = items.iter().filter_map(|item| self.setting(item, names));
                RuleValue::List(values.collect())
            }
            SettingWire::Table(table) => RuleValue::Table(self.settings_of(table, names)),
        })
    }
}

// The rule `captures`. Its key `returns-as` determines forms of pieces, and its blast reach is in the dialect of the
// file.

/// The key for the piece in hand of a piece that came from a promotion by choice.
const RETURNS_AS: &str = "returns-as";

/// The key for the reach of blasts.
const BLAST_REACH: &str = "blast-reach";

/// The settings of the rule, if present.
fn settings(rules: &RulesWire) -> Option<&Named<SettingWire>> {
    match rules.captures.value()? {
        RuleTableWire::Table(settings) => Some(settings),
        _ => None,
    }
}

impl Resolver<'_> {
    /// Reads the piece in hand of a piece that came from a promotion by choice.
    pub(in crate::formats::toml) fn returns_as(
        &mut self,
        rules: Option<&RulesWire>,
    ) -> Field<NameWire> {
        let said = rules.and_then(settings);
        let said = said.and_then(|said| said.0.get(RETURNS_AS)?.value.get());
        let Some((place, said)) = said else {
            return Field::Absent;
        };
        let name = match said {
            SettingWire::Text(name) => NameWire::Text(Field::Here(place, name.clone())),
            SettingWire::False(no) => NameWire::False(*no),
            SettingWire::Table(sides) => {
                let mut names = SideName::default();
                for (side, Entry { name, value }) in &sides.0 {
                    match side.as_str() {
                        "white" => names.white = self.name_or_none(value),
                        "black" => names.black = self.name_or_none(value),
                        _ => {
                            let known = &["white", "black"];
                            let finding = unknown_key(side, name.span, None, known, RETURNS_AS);
                            self.report(*name, finding);
                        }
                    }
                }
                NameWire::Table(names)
            }
            other => {
                self.no_name(place, other, "a text, `false` or a table");
                return Field::Broken;
            }
        };
        Field::Here(place, name)
    }

    fn name_or_none(&mut self, field: &Field<SettingWire>) -> Field<Optional<String>> {
        match field.get() {
            None => Field::Broken,
            Some((place, SettingWire::Text(name))) => {
                Field::Here(place, Optional::Text(name.clone()))
            }
            Some((place, SettingWire::False(no))) => Field::Here(place, Optional::False(*no)),
            Some((place, other)) => {
                self.no_name(place, other, "a text or `false`");
                Field::Broken
            }
        }
    }

    fn no_name(&mut self, place: Place, found: &SettingWire, wanted: &str) {
        let kind = found.kind();
        let message = format!("expected {wanted}, found {kind}");
        let mut finding = Diagnostic::new(codes::WRONG_TYPE, place.span, message);
        let kind = kind.trim_start_matches("a ").trim_matches('`');
        finding.help = remedy(RETURNS_AS, wanted, kind, None);
        self.report(place, finding);
    }

    /// The rule as stored: without the key that determines forms, and with a blast reach that is independent of the
    /// dialect.
    pub(in crate::formats::toml) fn captures(
        &mut self,
        place: Place,
        wire: &RuleTableWire,
        shape: &BoardShape,
    ) -> RuleTable {
        let RuleTableWire::Table(settings) = wire else {
            return self.rule_table(place, wire, Names::Replaced);
        };
        let mut settings = settings.clone();
        settings.0.shift_remove(RETURNS_AS);
        let blasts = (settings.0.get("blast")).and_then(|entry| entry.value.value());
        let reach = match blasts {
            Some(SettingWire::True(_)) => self.blast_reach(&mut settings, shape),
            _ => None,
        };
        let mut table = self.rule_table(place, &RuleTableWire::Table(settings), Names::Replaced);
        if let Some(reach) = reach {
            table.insert(BLAST_REACH.to_owned(), RuleValue::Text(reach));
        }
        table
    }

    /// Removes the blast reach from the settings and returns it in XBetza.
    fn blast_reach(
        &mut self,
        settings: &mut Named<SettingWire>,
        shape: &BoardShape,
    ) -> Option<String> {
        let (place, text) = match settings.0.get(BLAST_REACH)?.value.get()? {
            (place, SettingWire::Text(text)) => (place, text.clone()),
            _ => return None,
        };
        settings.0.shift_remove(BLAST_REACH);
        let anybody = Bearer { shape, moves: None };
        let reach = self.reach(&Field::Here(place, text), anybody)?;
        let text = reach.text();
        if Reach::read(&text, Dialect::XBetza).value != reach {
            let message = "a reach that the dialects cannot express";
            self.fault(codes::BAD_REACH, place, message);
            return None;
        }
        Some(text)
    }
}

// Rule entries that a variant uses.

/// The names of the rules that are used or removed.
fn used(wire: &VariantWire) -> Vec<&str> {
    let tables = rules_of(wire).filter_map(|rules| match rules.r#use.value()? {
        RuleTableWire::Table(table) => Some(table.0.keys()),
        _ => None,
    });
    sorted(tables.flatten().map(String::as_str))
}

impl Resolver<'_> {
    /// The non-library entries that a variant uses, from the nearest ancestor that has the name; all entries if a name
    /// is unknown.
    pub(in crate::formats::toml) fn library(
        &mut self,
        wire: &VariantWire,
    ) -> IndexMap<String, RuleEntry> {
        let mut library = IndexMap::new();
        let owners = self.owners;
        let near = self.chain.iter().flat_map(|number| {
            let owner = &owners[*number as usize];
            owner.entries.iter().map(move |entries| (*number, entries))
        });
        let near: Vec<_> = near.collect();
        let used = used(wire);
        let mut is_unknown = false;
        for name in &used {
            let found = near
                .iter()
                .find_map(|(owner, entries)| Some((*owner, entries.get(*name)?)));
            let Some((owner, own)) = found else {
                is_unknown |= !rule_library().contains_key(*name);
                continue;
            };
            let weight = 1 + own.entry.parameters.len() + own.entry.clauses().len();
            if !self.spend(weight) {
                return library;
            }
            for fault in &own.faults {
                self.report_there(owner, fault.clone());
            }
            library.insert((*name).to_owned(), own.entry.clone());
        }
        if is_unknown {
            // All entries are needed for the suggestion in the report of the unknown name.
            for (name, own) in near.iter().flat_map(|(_, entries)| entries.iter()) {
                if !self.spend(1) {
                    break;
                }
                let entry = library.entry(name.clone());
                entry.or_insert_with(|| own.entry.clone());
            }
        }
        library
    }
}
