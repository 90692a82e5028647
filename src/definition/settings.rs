//! The options of a game: what each of their values changes.

use std::fmt;

use indexmap::IndexMap;

use super::tree::{Node, Table};
use super::variant::VariantDef;

/// Options by name.
///
/// # Examples
/// ```
/// use ferz::definition::{Catalog, Format};
///
/// let file = "[mine]
/// inherits = 'chess'
/// [mine.settings.knights]
/// plain = {}
/// riding = { pieces = { knight = { move = 'NN' } } }";
/// let file = Catalog::read(file, Format::Toml).into_result().unwrap();
/// let settings = &file.get("mine").unwrap().settings;
/// assert_eq!(settings.values("knights").unwrap(), ["plain", "riding"]);
/// let riding = &settings.options["knights"]["riding"];
/// assert_eq!(riding.to_string(), "{ pieces.knight.move = 'NN' }");
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Settings {
    /// By option the values by name. The first value of each is the one that the definition has.
    pub options: IndexMap<String, IndexMap<String, Change>>,
    /// The game before its options have any values, where it is another one than with the first.
    pub bare: Option<Box<VariantDef>>,
}

impl Settings {
    /// The names of the options.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.options.keys().map(String::as_str)
    }

    /// The names of an option's values, the present one first.
    pub fn values(&self, option: &str) -> Option<Vec<&str>> {
        let values = self.options.get(option)?;
        Some(values.keys().map(String::as_str).collect())
    }
}

/// What a value of an option changes: a part of a definition, which lies over the game as a child
/// lies over its parent. It is shown as a table of our own format.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Change(pub(super) Table);

impl Change {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.0.0.keys().all(|key| key == Self::ABOUT)
    }

    /// What the value means for the game, in words, if its author says it.
    pub fn about(&self) -> Option<&str> {
        match self.0.0.get(Self::ABOUT)? {
            Node::Text(words) => Some(words),
            _ => None,
        }
    }

    const ABOUT: &str = "about";
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Node::Table(self.0.clone()).inline())
    }
}
