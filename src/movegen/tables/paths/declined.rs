//! The reason why a variant has no tables.

use std::fmt;

/// The reason why a variant has no tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declined(pub(crate) String);

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub(crate) fn declined<T>(what: &str) -> Result<T, Declined> {
    Err(Declined(what.to_owned()))
}
