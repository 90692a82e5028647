//! Rule entries that a variant uses.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::resolver::Resolver;
use crate::definition::clause::RuleEntry;
use crate::formats::toml::library::rule_library;
use crate::formats::toml::wire::{RuleTableWire, VariantWire, rules_of};

/// The names of the rules that are used or removed.
fn used(wire: &VariantWire) -> BTreeSet<&str> {
    let tables = rules_of(wire).filter_map(|rules| match rules.r#use.value()? {
        RuleTableWire::Table(table) => Some(table.0.keys()),
        _ => None,
    });
    tables.flatten().map(String::as_str).collect()
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
