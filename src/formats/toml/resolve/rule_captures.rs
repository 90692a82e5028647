//! The rule `captures` in a file. The key `returns-as` determines forms of pieces, and the blast reach is in the
//! dialect of the file.

use super::reach::Bearer;
use super::resolver::Resolver;
use super::rule_settings::Names;
use crate::definition::{Reach, RuleTable, RuleValue};
use crate::formats::toml::text::{remedy, unknown_key};
use crate::formats::toml::wire::{
    Entry, Field, NameWire, Named, Optional, Place, RuleTableWire, RulesWire, SettingWire, SideName,
};
use crate::geometry::BoardShape;
use crate::movement::Dialect;
use crate::source::{Diagnostic, codes};

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
