//! The table `directions`, and its names in move texts.

use super::directions::{Directions, Spelled};
use super::resolver::Resolver;
use crate::definition::place::TextPlace;
use crate::formats::toml::wire::{Place, VariantWire};
use crate::geometry::{CompactSort, value_at};
use crate::movement::Movement;
use crate::source::{Diagnostic, codes};

impl Resolver<'_> {
    /// Reads the names of a variant and reports their errors.
    pub(in crate::formats::toml) fn name_directions(&mut self, wire: &VariantWire) {
        let mut texts: Vec<(String, (Place, String))> = Vec::new();
        for (name, entry) in wire
            .directions
            .value()
            .into_iter()
            .flat_map(|named| &named.0)
        {
            if !self.spend(16) {
                return;
            }
            let good = name.starts_with(|c: char| c.is_ascii_lowercase())
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
            if !good {
                let shown: String = name.chars().take(40).collect();
                let message = format!("`{shown}` is not a valid name for directions");
                let finding = Diagnostic::new(codes::BAD_DIRECTIONS, entry.name.span, message).with_help(
                    "write small letters, digits and hyphens; capitals are the atoms of the notation",
                );
                self.report(entry.name, finding);
                continue;
            }
            if let Some((place, _)) = entry.value.get()
                && let Some(text) = self.text(&entry.value)
            {
                texts.push((name.clone(), (place, text)));
            }
        }
        texts.sort_compactly_by(|(one, _), (other, _)| one.cmp(other));
        self.directions = Directions {
            texts: (texts.iter())
                .map(|(name, (_, text))| (name.clone(), text.clone()))
                .collect(),
            limit: self.shared.limits.text_bytes,
        };
        for (name, (place, text)) in &texts {
            let dialect = value_at(&self.dialects, &place.owner)
                .copied()
                .unwrap_or_default();
            let at = TextPlace::new(&self.owners[place.owner as usize].text, place.span, text);
            match self.directions.spelled(text, &[name]) {
                Ok(spelled) if self.spend(spelled.text.len()) => {
                    for finding in Movement::read(&spelled.text, dialect).diagnostics {
                        self.report(*place, at.locate(spelled.locate(finding)));
                    }
                }
                Ok(_) => return,
                Err(Some(finding)) => self.report(*place, at.locate(finding)),
                Err(None) => {}
            }
        }
    }

    /// Replaces the names in a move text; reports errors and then returns `None`.
    pub(in crate::formats::toml) fn spelled(
        &mut self,
        place: Place,
        text: &str,
    ) -> Option<Spelled> {
        match self.directions.spelled(text, &[]) {
            Ok(spelled) => Some(spelled),
            Err(fault) => {
                let at = TextPlace::new(&self.owners[place.owner as usize].text, place.span, text);
                if let Some(finding) = fault {
                    self.report(place, at.locate(finding));
                }
                None
            }
        }
    }
}
