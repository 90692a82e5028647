//! Values with their places, and the overlay of an heir's values over its parent's.

use std::fmt;
use std::marker::PhantomData;

use indexmap::IndexMap;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::source::Span;

use super::literal::{False, Removal};

/// The name by which [`Field`] requests a place and a value from [`Reader`](crate::formats::toml::text::Reader).
pub(in crate::formats::toml) const FIELD: &str = "a value with its place";

/// The place of a value: the variant in whose table it is, and its bytes in the text of that table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::formats::toml) struct Place {
    /// The number of the variant in the reader's list.
    pub(in crate::formats::toml) owner: u32,
    /// The span of the value, including quotes.
    pub(in crate::formats::toml) span: Span,
}

/// The value of a key or an element of a list.
///
/// Reading never fails: a value of the wrong type is reported and becomes [`Field::Broken`], so that one pass finds all
/// errors.
#[derive(Clone, Debug, Default)]
pub(in crate::formats::toml) enum Field<T> {
    /// The key is absent.
    #[default]
    Absent,
    /// The key is present, but its value is invalid, which has been reported.
    Broken,
    /// The value and its place.
    Here(Place, T),
}

impl<T> Field<T> {
    /// The value with its place.
    pub(in crate::formats::toml) fn get(&self) -> Option<(Place, &T)> {
        match self {
            Field::Here(place, value) => Some((*place, value)),
            Field::Absent | Field::Broken => None,
        }
    }

    /// The value.
    pub(in crate::formats::toml) fn value(&self) -> Option<&T> {
        self.get().map(|(_, value)| value)
    }

    /// The place of the value.
    pub(in crate::formats::toml) fn place(&self) -> Option<Place> {
        self.get().map(|(place, _)| place)
    }

    /// Whether the key is absent.
    pub(in crate::formats::toml) const fn is_absent(&self) -> bool {
        matches!(self, Field::Absent)
    }
}

impl<T: Removal> Field<T> {
    /// The place and the `false` of a removal.
    pub(in crate::formats::toml) fn removal(&self) -> Option<(Place, False)> {
        let (place, value) = self.get()?;
        Some((place, value.removal()?))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for FieldVisitor<T> {
            type Value = Field<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(FIELD)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Field<T>, A::Error> {
                let [owner, start, end] = seq.next_element::<[u32; 3]>()?.unwrap_or_default();
                let place = Place {
                    owner,
                    span: Span { start, end },
                };
                Ok(match seq.next_element::<T>()? {
                    Some(value) => Field::Here(place, value),
                    None => Field::Broken,
                })
            }
        }

        deserializer.deserialize_tuple_struct(FIELD, 2, FieldVisitor(PhantomData))
    }
}

/// Only the value is serialized; an absent or broken field is `None`.
impl<T: Serialize> Serialize for Field<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

/// A table whose keys are names chosen by the author.
#[derive(Clone, Debug)]
pub(in crate::formats::toml) struct Named<T>(
    pub(in crate::formats::toml) IndexMap<String, Entry<T>>,
);

/// One entry of a [`Named`] table.
#[derive(Clone, Debug)]
pub(in crate::formats::toml) struct Entry<T> {
    /// The place of the name.
    pub(in crate::formats::toml) name: Place,
    /// The value of the name.
    pub(in crate::formats::toml) value: Field<T>,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named(IndexMap::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NamedVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for NamedVisitor<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<T>, A::Error> {
                let mut entries = IndexMap::new();
                while let Some(key) = map.next_key::<Field<String>>()? {
                    let value = map.next_value::<Field<T>>()?;
                    if let Field::Here(name, text) = key {
                        entries.insert(text, Entry { name, value });
                    }
                }
                Ok(Named(entries))
            }
        }

        deserializer.deserialize_map(NamedVisitor(PhantomData))
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, entry)| (name, &entry.value)))
    }
}

/// A value that overlays its parent's.
pub(in crate::formats::toml) trait Overlay: Sized {
    /// The keys of a table, with `_` instead of `-`.
    const FIELDS: &'static [&'static str] = &[];

    /// Overlays this value over the parent's. By default it replaces that.
    fn over(self, parent: Self) -> Self {
        let _ = parent;
        self
    }

    /// Overlays values with their places.
    fn over_at(self, places: [Place; 2], parent: Self) -> Self {
        let _ = places;
        self.over(parent)
    }
}

impl<T: Overlay> Overlay for Field<T> {
    fn over(self, parent: Self) -> Self {
        match (self, parent) {
            (Field::Absent, parent) => parent,
            (Field::Here(place, mine), Field::Here(below, parent)) => {
                Field::Here(place, mine.over_at([place, below], parent))
            }
            (mine, _) => mine,
        }
    }
}

impl<T> Named<T> {
    /// A table with one entry, whose name has the same place as its value.
    pub(in crate::formats::toml) fn alone(name: &str, place: Place, value: T) -> Named<T> {
        let mut table = Named::default();
        table.put(name, place, value);
        table
    }

    /// Adds an entry whose name has the same place as its value.
    pub(in crate::formats::toml) fn put(&mut self, name: &str, place: Place, value: T) {
        let value = Field::Here(place, value);
        self.0.insert(name.to_owned(), Entry { name: place, value });
    }
}

/// Names of the parent keep their order; new names follow.
impl<T: Overlay> Overlay for Named<T> {
    fn over(self, parent: Self) -> Self {
        let mut entries = parent.0;
        for (name, mine) in self.0 {
            let entry = match entries.get_mut(&name) {
                Some(entry) => entry,
                None => entries.entry(name).or_insert(Entry {
                    name: mine.name,
                    value: Field::Absent,
                }),
            };
            entry.name = mine.name;
            let parent = std::mem::take(&mut entry.value);
            entry.value = mine.value.over(parent);
        }
        Named(entries)
    }
}

/// Implements [`Overlay`] by replacing the parent's value.
macro_rules! plain {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::formats::toml::wire::field::Overlay for $type {})*
    };
}

/// Implements [`Overlay`] for a table key by key; the keys after `own` are not inherited.
macro_rules! overlay {
    ($type:ident { $($key:ident),* $(,)? } $(own { $($own:ident),* $(,)? })?) => {
        impl $crate::formats::toml::wire::field::Overlay for $type {
            const FIELDS: &'static [&'static str] =
                &[$(stringify!($key),)* $($(stringify!($own),)*)?];

            fn over(self, parent: Self) -> Self {
                // The pattern is exhaustive, so a new key cannot be forgotten here.
                let $type { $($key,)* $($($own,)*)? } = self;
                $type {
                    $($key: $key.over(parent.$key),)*
                    $($($own,)*)?
                }
            }
        }
    };
}

plain!(String, bool, f64, u8, u16, u32, i64);

pub(in crate::formats::toml) use {overlay, plain};
