//! Values of several kinds: texts, zones, one or many, values that may be removed.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, Overlay, Place, plain};
use super::literal::{False, Removal, True};
use crate::definition::variant::PromotionStock;
use crate::movement::Dialect;

/// One text or a list of texts.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Texts", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum Texts {
    /// One text.
    Text(Field<String>),
    /// Several texts, which are joined.
    List(Vec<Field<String>>),
}

impl Texts {
    /// The texts in order.
    pub(in crate::formats::toml) fn items(&self) -> &[Field<String>] {
        match self {
            Texts::Text(one) => std::slice::from_ref(one),
            Texts::List(many) => many,
        }
    }
}

/// Squares, either White's or for each side.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Zone", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum ZoneWire {
    /// White's squares, such as `rank 2` or `d1-f3`; Black has the mirror image.
    Text(Field<String>),
    /// Several such texts, which are joined.
    List(Vec<Field<String>>),
    /// Squares for each side, both from White's view.
    Table(SidesWire),
}

/// Squares for each side, both from White's view.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Sides"))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct SidesWire {
    /// White's squares.
    pub(in crate::formats::toml) white: Field<Texts>,
    /// Black's squares.
    pub(in crate::formats::toml) black: Field<Texts>,
}

/// One, or a list of several.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(
    rename = "by kind",
    rename_all = "kebab-case",
    bound(deserialize = "T: Deserialize<'de>", serialize = "T: Serialize")
)]
#[cfg_attr(feature = "schema", schemars(rename = "OneOrMany{T}", untagged))]
pub(in crate::formats::toml) enum OneOrMany<T> {
    /// One, as a text.
    Text(Field<T>),
    /// One, written as a table.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Table(Field<T>),
    /// Several.
    List(Vec<Field<T>>),
}

impl<T> OneOrMany<T> {
    /// The elements in order.
    pub(in crate::formats::toml) fn items(&self) -> &[Field<T>] {
        match self {
            OneOrMany::Text(one) | OneOrMany::Table(one) => std::slice::from_ref(one),
            OneOrMany::List(many) => many,
        }
    }

    /// The elements in order, mutable.
    pub(in crate::formats::toml) fn items_mut(&mut self) -> &mut [Field<T>] {
        match self {
            OneOrMany::Text(one) | OneOrMany::Table(one) => std::slice::from_mut(one),
            OneOrMany::List(many) => many,
        }
    }
}

/// A table, or `false` to remove an inherited one.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Removable{T}", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum Removable<T> {
    /// The settings.
    Table(T),
    /// None.
    False(False),
}

impl<T: Overlay> Overlay for Removable<T> {
    fn over(self, parent: Self) -> Self {
        match (self, parent) {
            (Removable::Table(mine), Removable::Table(parent)) => {
                Removable::Table(mine.over(parent))
            }
            (Removable::False(_), parent) => Removable::False(False {
                removes: parent.is_removable(),
            }),
            (mine, _) => mine,
        }
    }
}

impl<T> Removal for Removable<T> {
    fn removal(&self) -> Option<False> {
        match self {
            Removable::Table(_) => None,
            Removable::False(removal) => Some(*removal),
        }
    }
}

/// Defines an enum of words for a setting, and its conversion.
macro_rules! words {
    ($(
        #[doc = $doc:literal]
        $type:ident, $name:literal => $target:ident { $($(#[doc = $word_doc:literal])+ $word:ident => $meaning:ident,)* }
    )*) => {
        $(
            #[doc = $doc]
            #[derive(Clone, Copy, Debug, Deserialize, Serialize)]
            #[cfg_attr(feature = "schema", derive(JsonSchema))]
            #[cfg_attr(feature = "schema", schemars(rename = $name))]
            #[serde(rename_all = "kebab-case")]
            pub(in crate::formats::toml) enum $type {
                $($(#[doc = $word_doc])+ $word,)*
            }

            impl From<$type> for $target {
                fn from(word: $type) -> Self {
                    match word {
                        $($type::$word => $target::$meaning,)*
                    }
                }
            }
        )*
    };
}

words! {
    /// The source of a promoted piece.
    StockWord, "Stock" => PromotionStock {
        /// The box: always available.
        Unlimited => Unlimited,
        /// The hand of the player, which loses the piece.
        Hand => Hand,
    }

    /// The dialect of the move texts.
    DialectWord, "Dialect" => Dialect {
        /// Current XBetza.
        Xbetza => XBetza,
        /// XBoard's own generator.
        Xboard => XBoard,
        /// The Interactive Diagram of about 2020.
        Diagram2020 => Diagram2020,
        /// Ralph Betza's original notation.
        Betza => Classic,
        /// The subset of Fairy-Stockfish.
        FairyStockfish => FairyStockfish,
    }
}

impl From<Dialect> for DialectWord {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::XBoard => DialectWord::Xboard,
            Dialect::Diagram2020 => DialectWord::Diagram2020,
            Dialect::Classic => DialectWord::Betza,
            Dialect::FairyStockfish => DialectWord::FairyStockfish,
            // The default.
            _ => DialectWord::Xbetza,
        }
    }
}

plain!(Texts, ZoneWire, StockWord, DialectWord,);

impl<T> Overlay for OneOrMany<T> {}

/// The table, if it is present and not removed.
pub(in crate::formats::toml) fn table<T>(field: &Field<Removable<T>>) -> Option<&T> {
    placed(field).map(|(_, table)| table)
}

/// The table with its place, if it is present and not removed.
fn placed<T>(field: &Field<Removable<T>>) -> Option<(Place, &T)> {
    match field.get()? {
        (place, Removable::Table(table)) => Some((place, table)),
        (_, Removable::False(_)) => None,
    }
}

pub(in crate::formats::toml) fn flag(field: &Field<bool>) -> bool {
    field.value().copied().unwrap_or(false)
}

/// A flag that is set by default.
pub(in crate::formats::toml) fn unless(field: &Field<bool>) -> bool {
    field.value().copied().unwrap_or(true)
}

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

/// `true`, or a table with settings, or `false` for none.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Switch{T}", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum Switch<T> {
    /// With the default settings.
    True(True),
    /// Off.
    False(False),
    /// With other settings.
    Table(T),
}

impl<T: Overlay> Overlay for Switch<T> {
    fn over(self, parent: Self) -> Self {
        match (self, parent) {
            (Switch::Table(mine), Switch::Table(parent)) => Switch::Table(mine.over(parent)),
            (mine, _) => mine,
        }
    }
}

/// The table of a switch; the default table for `true`.
pub(in crate::formats::toml) fn switched<T: Clone + Default>(
    field: &Field<Switch<T>>,
) -> Option<T> {
    match field.value()? {
        Switch::True(_) => Some(T::default()),
        Switch::False(_) => None,
        Switch::Table(table) => Some(table.clone()),
    }
}

#[cfg(test)]
mod tests {
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};

    use super::*;

    #[test]
    fn every_dialect_has_its_word() {
        for dialect in Dialect::ALL {
            let word: StrDeserializer<'_, Error> = dialect.as_str().into_deserializer();
            let read = DialectWord::deserialize(word).map(Dialect::from);
            assert_eq!(read, Ok(dialect));
            assert_eq!(Dialect::from(DialectWord::from(dialect)), dialect);
        }
    }
}
