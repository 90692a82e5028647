//! How movements are printed, and what is said of those that cannot be.

use std::fmt;

use crate::syntax::betza::Dialect;

/// How moves of several legs are written where a dialect has more than one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Joints {
    /// Whichever is shorter; chains if both are equally long.
    #[default]
    Shortest,
    /// With `a` before a shared atom wherever that can be said.
    Chains,
    /// In square brackets wherever that can be said.
    Brackets,
}

impl Joints {
    /// All ways.
    pub const ALL: [Joints; 3] = [Joints::Shortest, Joints::Chains, Joints::Brackets];

    /// The word for it on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Joints::Shortest => "shortest",
            Joints::Chains => "chains",
            Joints::Brackets => "brackets",
        }
    }
}

/// How a movement is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PrintStyle {
    /// How moves of several legs are written.
    pub joints: Joints,
}

/// What cannot be said in a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inexpressible {
    pub(super) dialect: Dialect,
    pub(super) pattern: Option<usize>,
    pub(super) reason: &'static str,
}

impl Inexpressible {
    /// The dialect.
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Which of the [patterns](crate::movement::Movement::patterns) cannot be said; none if it is
    /// the movement as a whole.
    pub const fn pattern(&self) -> Option<usize> {
        self.pattern
    }

    /// Why not, as the end of "the pattern cannot be said because".
    pub const fn reason(&self) -> &'static str {
        self.reason
    }
}

impl fmt::Display for Inexpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pattern {
            Some(pattern) => write!(f, "pattern {} cannot be said", pattern + 1)?,
            None => write!(f, "the movement cannot be said")?,
        }
        write!(f, " in the dialect {}: {}", self.dialect, self.reason)
    }
}

impl std::error::Error for Inexpressible {}
