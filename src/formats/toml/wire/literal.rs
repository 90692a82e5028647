//! The values `true` and `false` as types, for keys that allow only one of them.

use serde::{Deserialize, Serialize};

/// The value `false`.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(from = "bool", into = "bool")]
pub(in crate::formats::toml) struct False {
    /// Whether it overlays a value that it removes.
    pub(in crate::formats::toml) removes: bool,
}

/// A value that may be `false` for removal.
pub(in crate::formats::toml) trait Removal {
    /// The `false`, if the value is one.
    fn removal(&self) -> Option<False>;

    /// Whether a `false` over it removes something.
    fn is_removable(&self) -> bool {
        self.removal().is_none_or(|under| under.removes)
    }
}

/// The value `true`.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(from = "bool", into = "bool")]
pub(in crate::formats::toml) struct True;

impl From<bool> for True {
    /// The reader chooses by value, so the flag is never `false`.
    fn from(_: bool) -> Self {
        True
    }
}

impl From<True> for bool {
    fn from(_: True) -> Self {
        true
    }
}

impl From<False> for bool {
    fn from(_: False) -> Self {
        false
    }
}

impl From<bool> for False {
    /// The reader chooses by value, so the flag is never `true`.
    fn from(_: bool) -> Self {
        False { removes: false }
    }
}
