//! Custom rules, and built-in rules whose settings are kept as written.

use super::resolver::Resolver;
use crate::definition::rule_names::is_rule_name;
use crate::definition::{CustomRules, ONLY_SETTING, RuleTable, RuleValue};
use crate::formats::toml::wire::{
    Entry, Field, Named, Place, Removal, RuleTableWire, RulesWire, SettingWire,
};
use crate::geometry::{BoardShape, Zone};
use crate::source::{Diagnostic, codes};
use crate::state::RuleId;

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
