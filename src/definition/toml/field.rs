//! Values that remember where they were written, and how a child's value lies over its parent's.

use std::fmt;
use std::marker::PhantomData;

use indexmap::IndexMap;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::source::Span;

use super::literal::{False, Removal};

/// The name under which [`Field`] asks [`Reader`](super::value::Reader) for a place and a value.
pub(super) const FIELD: &str = "a value with its place";

/// Where a value was written: in which variant's table, and at which bytes of that table's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// The number of the variant in the reader's list.
    pub(super) owner: u32,
    /// The bytes of the value, quotes included.
    pub(super) span: Span,
}

/// The value of a key or an element of a list.
///
/// Reading one never fails: a value of the wrong kind is reported and leaves [`Field::Broken`],
/// so that one pass finds everything there is to find.
#[derive(Clone, Debug, Default)]
pub(super) enum Field<T> {
    /// The key is not there.
    #[default]
    Absent,
    /// The key is there, its value could not be read, and that has been reported.
    Broken,
    /// The value.
    Here(Place, T),
}

impl<T> Field<T> {
    /// The value with its place.
    pub(super) fn get(&self) -> Option<(Place, &T)> {
        match self {
            Field::Here(place, value) => Some((*place, value)),
            Field::Absent | Field::Broken => None,
        }
    }

    /// The value.
    pub(super) fn value(&self) -> Option<&T> {
        self.get().map(|(_, value)| value)
    }

    /// Where the value is.
    pub(super) fn place(&self) -> Option<Place> {
        self.get().map(|(place, _)| place)
    }

    /// Whether the key is not there at all.
    pub(super) const fn is_absent(&self) -> bool {
        matches!(self, Field::Absent)
    }
}

impl<T: Removal> Field<T> {
    /// The `false` that it is, with its place.
    pub(super) fn removal(&self) -> Option<(Place, False)> {
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

/// The value alone; what is not there, or could not be read, is none.
impl<T: Serialize> Serialize for Field<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

/// A table whose keys are names of the author's own.
#[derive(Clone, Debug)]
pub(super) struct Named<T>(pub(super) IndexMap<String, Entry<T>>);

/// One entry of a [`Named`] table.
#[derive(Clone, Debug)]
pub(super) struct Entry<T> {
    /// Where the name is written.
    pub(super) name: Place,
    /// What it names.
    pub(super) value: Field<T>,
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

/// A value that a child variant may lay over its parent's.
pub(super) trait Overlay: Sized {
    /// The keys of a table, with `_` for `-`.
    const FIELDS: &'static [&'static str] = &[];

    /// What the two make together. A plain value replaces what lies under it.
    fn over(self, parent: Self) -> Self {
        let _ = parent;
        self
    }

    /// The same of two values with their places.
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
    /// A table with one entry, whose name stands where the value does.
    pub(super) fn alone(name: &str, place: Place, value: T) -> Named<T> {
        let mut table = Named::default();
        table.put(name, place, value);
        table
    }

    /// Puts an entry in, whose name stands where the value does.
    pub(super) fn put(&mut self, name: &str, place: Place, value: T) {
        let value = Field::Here(place, value);
        self.0.insert(name.to_owned(), Entry { name: place, value });
    }
}

/// Names of the parent keep their order, new names follow.
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

/// Makes plain values of these types replace their parent's.
macro_rules! plain {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::definition::toml::field::Overlay for $type {})*
    };
}

/// Lays a table over its parent's key by key; the keys after `own` are not inherited.
macro_rules! overlay {
    ($type:ident { $($key:ident),* $(,)? } $(own { $($own:ident),* $(,)? })?) => {
        impl $crate::definition::toml::field::Overlay for $type {
            const FIELDS: &'static [&'static str] =
                &[$(stringify!($key),)* $($(stringify!($own),)*)?];

            fn over(self, parent: Self) -> Self {
                // The pattern is exhaustive, so that a new key cannot be forgotten here.
                let $type { $($key,)* $($($own,)*)? } = self;
                $type {
                    $($key: $key.over(parent.$key),)*
                    $($($own,)*)?
                }
            }
        }
    };
}

pub(super) use {overlay, plain};

plain!(String, bool, f64, u8, u16, u32, i64);
