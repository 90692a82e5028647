//! Changes to the game by the values of options.

use std::fmt;

use crate::definition::tree::{Node, Table};

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
