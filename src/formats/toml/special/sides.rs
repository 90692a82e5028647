//! Values that may differ by side, and removable values.

use indexmap::IndexMap;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::variant::PieceDef;
use crate::definition::{PieceId, PieceSet};
use crate::formats::toml::field::{Field, Overlay, Place, plain};
use crate::formats::toml::literal::False;
use crate::formats::toml::resolve::Resolver;
use crate::formats::toml::wire::Texts;
use crate::source::{Diagnostic, codes, did_you_mean};

/// The pieces of the variant, by name.
pub(in crate::formats::toml) type Pieces = IndexMap<String, PieceDef>;

/// A word or a name, or `false` to remove an inherited one.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Optional{T}", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum Optional<T> {
    /// The settings.
    Text(T),
    /// None.
    False(False),
}

impl<T> Overlay for Optional<T> {}

impl<T> Optional<T> {
    /// The value, if it is not `false`.
    pub(in crate::formats::toml) const fn get(&self) -> Option<&T> {
        match self {
            Optional::Text(thing) => Some(thing),
            Optional::False(_) => None,
        }
    }
}

/// The name of a piece, for both sides or for each.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "NameBySide", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum NameWire {
    /// The same for both sides.
    Text(Field<String>),
    /// None.
    False(False),
    /// One for each side.
    Table(SideName),
}

/// The name of a piece for each side.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct SideName {
    /// White's.
    pub(super) white: Field<Optional<String>>,
    /// Black's.
    pub(super) black: Field<Optional<String>>,
}

/// Names of pieces, for both sides or for each.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "NamesBySide", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum NamesWire {
    /// One name, the same for both sides.
    Text(Field<String>),
    /// Several names, the same for both sides.
    List(Vec<Field<String>>),
    /// Names for each side.
    Table(SideNames),
}

/// Names of pieces for each side.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct SideNames {
    /// White's.
    pub(super) white: Field<Texts>,
    /// Black's.
    pub(super) black: Field<Texts>,
}

plain!(NameWire, NamesWire);

impl NamesWire {
    /// The texts of each side.
    pub(super) fn items(&self) -> [&[Field<String>]; 2] {
        match self {
            NamesWire::Text(one) => [std::slice::from_ref(one); 2],
            NamesWire::List(many) => [many.as_slice(); 2],
            NamesWire::Table(sides) => {
                [&sides.white, &sides.black].map(|side| side.value().map_or(&[][..], Texts::items))
            }
        }
    }
}

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
    pub(super) fn side_names(
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
    pub(super) fn side_name(
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
