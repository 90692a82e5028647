//! Print styles of movements, and the error for inexpressible movements.

use std::fmt;

use crate::movement::Dialect;

/// The notation of moves of several legs, in dialects that have more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Joints {
    /// The shorter one; chains if both have the same length.
    #[default]
    Shortest,
    /// With `a` before a shared atom, if possible.
    Chains,
    /// In square brackets, if possible.
    Brackets,
}

impl Joints {
    /// All notations.
    pub const ALL: [Joints; 3] = [Joints::Shortest, Joints::Chains, Joints::Brackets];

    /// Its name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Joints::Shortest => "shortest",
            Joints::Chains => "chains",
            Joints::Brackets => "brackets",
        }
    }
}

/// The style in which a movement is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PrintStyle {
    /// The notation of moves of several legs.
    pub joints: Joints,
}

/// The error for a movement that a dialect cannot express.
///
/// ```
/// use ferz::Movement;
/// use ferz::movement::Dialect;
///
/// let griffon = Movement::new("[F?R]").unwrap();
/// let error = griffon.to_betza(Dialect::FairyStockfish).unwrap_err();
/// assert!(!error.reason().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inexpressible {
    pub(super) dialect: Dialect,
    pub(super) pattern: Option<usize>,
    pub(super) reason: &'static str,
}

impl Inexpressible {
    /// The dialect.
    #[doc(hidden)]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The index of the [pattern](crate::movement::Movement::patterns) that cannot be expressed; `None` for the
    /// movement as a whole.
    #[doc(hidden)]
    pub const fn pattern(&self) -> Option<usize> {
        self.pattern
    }

    /// The reason, which completes "the pattern cannot be expressed because".
    pub const fn reason(&self) -> &'static str {
        self.reason
    }
}

impl fmt::Display for Inexpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pattern {
            Some(pattern) => write!(f, "pattern {} cannot be expressed", pattern + 1)?,
            None => write!(f, "the movement cannot be expressed")?,
        }
        write!(f, " in the dialect {}: {}", self.dialect, self.reason)
    }
}

impl std::error::Error for Inexpressible {}
