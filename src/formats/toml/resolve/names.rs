//! Names of pieces.

use indexmap::IndexMap;

use super::directions::{Directions, Spelled};
use super::resolver::Resolver;
use crate::definition::place::TextPlace;
use crate::definition::variant::PieceDef;
use crate::definition::{PieceId, PieceSet};
use crate::formats::toml::wire::{Field, NameWire, NamesWire, Optional, Place, Texts, VariantWire};
use crate::geometry::{CompactSort, value_at};
use crate::movement::Movement;
use crate::source::{Diagnostic, codes, did_you_mean};

/// The pieces of the variant, by name.
pub(in crate::formats::toml) type Pieces = IndexMap<String, PieceDef>;

impl Resolver<'_> {
    /// The set of named pieces.
    pub(in crate::formats::toml) fn named(
        &mut self,
        texts: &Field<Texts>,
        pieces: &Pieces,
    ) -> Option<PieceSet> {
        let fields = texts.value()?.items();
        Some(self.all(fields, pieces))
    }

    /// The set of named pieces of each side.
    pub(in crate::formats::toml) fn side_names(
        &mut self,
        field: &Field<NamesWire>,
        pieces: &Pieces,
    ) -> Option<[PieceSet; 2]> {
        let [white, black] = field.value()?.items();
        let first = self.all(white, pieces);
        // Both sides may share one list, whose errors are reported once.
        let shared = std::ptr::eq(white, black);
        Some([
            first,
            if shared {
                first
            } else {
                self.all(black, pieces)
            },
        ])
    }

    fn all(&mut self, fields: &[Field<String>], pieces: &Pieces) -> PieceSet {
        if fields
            .iter()
            .any(|field| field.value().is_some_and(|name| name == "*"))
        {
            return PieceSet::ALL;
        }
        fields
            .iter()
            .filter_map(|field| self.one(field, pieces))
            .collect()
    }

    /// The named piece of each side; `None` if the key is absent.
    pub(in crate::formats::toml) fn side_name(
        &mut self,
        field: &Field<NameWire>,
        pieces: &Pieces,
    ) -> Option<[Option<PieceId>; 2]> {
        Some(match field.value()? {
            NameWire::Text(one) => [self.one(one, pieces); 2],
            NameWire::False(_) => [None; 2],
            NameWire::Table(sides) => {
                [&sides.white, &sides.black].map(|side| self.maybe(side, pieces))
            }
        })
    }

    /// The named piece, unless it is removed.
    pub(in crate::formats::toml) fn maybe(
        &mut self,
        field: &Field<Optional<String>>,
        pieces: &Pieces,
    ) -> Option<PieceId> {
        let (place, name) = field.get()?;
        self.find(place, name.get()?, pieces)
    }

    /// The named piece.
    pub(in crate::formats::toml) fn one(
        &mut self,
        field: &Field<String>,
        pieces: &Pieces,
    ) -> Option<PieceId> {
        let (place, name) = field.get()?;
        self.find(place, name, pieces)
    }

    /// The piece with a name; reports an unknown name.
    pub(in crate::formats::toml) fn find(
        &mut self,
        place: Place,
        name: &str,
        pieces: &Pieces,
    ) -> Option<PieceId> {
        let found = pieces.get_index_of(name).map(PieceId::new);
        if found.is_none() {
            self.no_piece(place, name, pieces);
        }
        found
    }

    pub(in crate::formats::toml) fn no_piece(&mut self, place: Place, name: &str, pieces: &Pieces) {
        let known: Vec<&str> = pieces.keys().map(String::as_str).collect();
        self.no_such_piece(place, name, &known);
    }

    /// Reports an unknown piece name.
    pub(in crate::formats::toml) fn no_such_piece(
        &mut self,
        place: Place,
        name: &str,
        known: &[&str],
    ) {
        let shown: String = name.chars().take(40).collect();
        let help = did_you_mean(&shown, known.iter().copied());
        let message = format!("`{shown}` is not a piece of the variant");
        let finding = Diagnostic::new(codes::UNKNOWN_PIECE, place.span, message);
        self.report(place, finding.with_help(help));
    }
}

// The table `directions`, and its names in move texts.

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
