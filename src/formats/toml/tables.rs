//! Reads the tables of a file.

use std::sync::Arc;

use toml::Spanned;
use toml::de::DeValue;

use super::file::{File, optional, own_entries, read_wire, weight};
use super::library::{Entries, LIBRARY, is_library, read_entries, read_own_entries};
use super::resolve::{Home, Owner};
use super::text::{Reader, Sink, Tables, bad_name, unknown_key};
use super::wire::{Field, VariantWire};
use crate::formats::findings::{Finding, Heirs};
use crate::source::{Diagnostic, Span, codes};

impl File {
    /// Reads the tables of a file with one or many variants.
    pub(super) fn read_tables(&mut self, tables: &Tables<'_>) {
        if tables.is_single() {
            self.read_single(&tables.whole);
            return;
        }
        if let DeValue::Table(whole) = tables.whole.get_ref()
            && is_library(whole)
        {
            self.tell(&read_entries(&tables.whole, &self.text, 0));
            return;
        }
        let mut library = None;
        for (name, at, value) in tables.entries() {
            match value.map(Spanned::get_ref) {
                Some(DeValue::Table(_)) if name == LIBRARY => library = value,
                Some(_) if name == LIBRARY => {
                    let message = "expected a table of rules";
                    self.report(codes::WRONG_TYPE, at, message).help =
                        Some("write each rule below a line such as `[library.mine]`".to_owned());
                }
                None | Some(DeValue::Table(_)) if self.own.len() >= self.limits.variants => {
                    let limit = self.limits.variants;
                    let message = format!("a file has at most {limit} variants");
                    self.report(codes::DEFINITION_TOO_LARGE, at, message);
                    break;
                }
                None | Some(DeValue::Table(_)) => {
                    let number = self.read_table(name, at, value, at);
                    self.check_many(number);
                }
                Some(DeValue::Integer(number)) if name == "format" => {
                    let span = value.map_or(at, |value| value.span().into());
                    self.check_format(None, number.as_str() == "1", span);
                }
                Some(_) => {
                    let finding = unknown_key(name, at, None, &VariantWire::KEYS, "");
                    self.findings.push(Finding::about_text(finding));
                }
            }
        }
        if let Some(library) = library {
            let entries = Arc::new(read_own_entries(library, &self.text, 0));
            for owner in &mut self.owners {
                owner.entries.push(Arc::clone(&entries));
            }
            self.tell(&entries);
        }
        if self.own.is_empty()
            && library.is_none()
            && self.findings.is_empty()
            && tables.damage.is_none()
        {
            self.report(
                codes::NO_VARIANT,
                Span::at(0),
                "the file defines no variant",
            )
            .help = Some("write one below a line with its name, such as `[mine]`".to_owned());
        }
    }

    pub(super) fn read_single(&mut self, root: &Spanned<DeValue<'_>>) {
        let span = Span::from(root.span());
        let number = self.read_table("", Span::at(span.start as usize), Some(root), span);
        let owner = &mut self.owners[number as usize];
        let Some(wire) = &owner.wire else { return };
        let format = wire.format.get().map(|(place, version)| (place, *version));
        match wire.name.get() {
            Some((place, name)) => {
                owner.name.clone_from(name);
                owner.header = place.span;
                let name = name.clone();
                self.own.clear();
                self.own.insert(name.clone(), number);
                self.check_name(number, &name, place.span);
            }
            None if wire.name.is_absent() => {
                let at = owner.header;
                self.report_about(number, codes::MISSING_KEY, at, "the variant has no `name`")
                    .help = Some("write `name = '…'` at the top of the file".to_owned());
            }
            None => {}
        }
        if let Some((place, version)) = format {
            self.check_format(Some(number), version == 1, place.span);
        }
    }

    /// Checks the restrictions on a table in a file of many variants.
    pub(super) fn check_many(&mut self, number: u32) {
        let owner = &self.owners[number as usize];
        let (name, header) = (owner.name.clone(), owner.header);
        let Some(wire) = &owner.wire else { return };
        let format = wire.format.get().map(|(place, version)| (place, *version));
        let inner_name = wire.name.place();
        self.check_name(number, &name, header);
        if let Some(place) = inner_name {
            let message = format!("this variant has the name of its table, `{name}`");
            self.report_about(number, codes::UNKNOWN_KEY, place.span, message)
                .help = Some("delete the key, or write `title` for a name to display".to_owned());
        }
        if let Some((place, version)) = format {
            self.check_format(Some(number), version == 1, place.span);
        }
    }

    pub(super) fn check_format(&mut self, number: Option<u32>, known: bool, span: Span) {
        if known {
            return;
        }
        let message = "the only version of the format is 1";
        match number {
            Some(number) => self.report_about(number, codes::UNKNOWN_SETTING, span, message),
            None => self.report(codes::UNKNOWN_SETTING, span, message),
        };
    }

    pub(super) fn check_name(&mut self, number: u32, name: &str, span: Span) {
        if let Some(message) = bad_name(name) {
            self.report_about(number, codes::BAD_NAME, span, message);
        }
    }

    /// Reads the table of one variant of the file.
    pub(super) fn read_table(
        &mut self,
        name: &str,
        header: Span,
        value: Option<&Spanned<DeValue<'_>>>,
        span: Span,
    ) -> u32 {
        let number = self.owners.len() as u32;
        let room = self.limits.findings.saturating_sub(self.findings.len());
        let sink = Sink::new(number, room + 1);
        let mut wire = value.and_then(|value| read_wire(Reader::new(value, &sink).placed(span)));
        let mut found = sink.findings.into_inner();
        if let Some(Field::Here(place, pieces)) = wire.as_mut().map(|wire| &mut wire.pieces) {
            let limit = self.limits.pieces;
            if pieces.0.len() > limit {
                pieces.0.truncate(limit);
                let message = format!("a variant has at most {limit} pieces");
                found.push(Diagnostic::new(
                    codes::DEFINITION_TOO_LARGE,
                    place.span,
                    message,
                ));
            }
        }
        let about = |finding| Finding::about(number as usize, Heirs::Unwritten, finding);
        self.findings.extend(found.into_iter().map(about));
        let entries = own_entries(value, &self.text, number);
        if let Some(entries) = &entries {
            self.tell(entries);
        }
        self.owners.push(Owner {
            name: name.to_owned(),
            header,
            text: Arc::clone(&self.text),
            home: Home::Own,
            entries: entries.into_iter().map(Arc::new).collect(),
            wire,
            weight: value.map_or(0, |value| weight(value.get_ref())),
            optional: value.map_or(0, |value| optional(value.get_ref())),
        });
        self.own.insert(name.to_owned(), number);
        number
    }

    /// Reports errors of rule entries, used or not.
    pub(super) fn tell(&mut self, entries: &Entries) {
        let faults = entries.values().flat_map(|entry| &entry.faults);
        let faults = faults.cloned().map(Finding::about_text);
        self.findings.extend(faults);
    }
}
