//! Options of a game, with the changes that their values make.

use std::fmt;

use indexmap::IndexMap;

use super::tree::{Node, Table};
use super::variant::VariantDef;

/// Options by name.
///
/// # Examples
/// ```
/// use ferz::formats::{Catalog, Format};
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
    /// The values of each option by name. The first value is the one in effect in the definition.
    pub options: IndexMap<String, IndexMap<String, Change>>,
    /// The game without any option values, if it differs from the one with the first values.
    pub bare: Option<Box<VariantDef>>,
}

impl Settings {
    /// The names of the options.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.options.keys().map(String::as_str)
    }

    /// The names of an option's values, the current one first.
    pub fn values(&self, option: &str) -> Option<Vec<&str>> {
        let values = self.options.get(option)?;
        Some(values.keys().map(String::as_str).collect())
    }
}

/// The change that a value of an option makes: a partial definition that overlays the game as an heir overlays its
/// parent. It is printed as a TOML table.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Change(pub(crate) Table);

impl Change {
    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.0.0.keys().all(|key| key == Self::ABOUT)
    }

    /// The author's description of the value, if any.
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
