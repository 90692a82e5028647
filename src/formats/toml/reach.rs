//! The keys of reaches, and their meaning.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, Overlay, overlay};
use super::literal::{False, True};
use super::resolve::Resolver;
use crate::definition::Reach;
use crate::definition::variant::{MoveDef, OWN};
use crate::geometry::BoardShape;
use crate::source::{Diagnostic, Parse, codes};

/// `true`, or a table with settings, or `false` for none.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Switch{T}", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(super) enum Switch<T> {
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
pub(super) fn switched<T: Clone + Default>(field: &Field<Switch<T>>) -> Option<T> {
    match field.value()? {
        Switch::True(_) => Some(T::default()),
        Switch::False(_) => None,
        Switch::Table(table) => Some(table.clone()),
    }
}

/// The squares that are affected.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Reach"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ReachWire {
    /// The target squares of this move in Betza notation, empty or not; `own` for the squares on
    /// which the piece could capture.
    pub(super) reach: Field<String>,
}

overlay!(ReachWire { reach });

/// The owner of a reach.
#[derive(Clone, Copy)]
pub(super) struct Bearer<'a> {
    pub(super) shape: &'a BoardShape,
    /// The moves of the piece; `None` for a rule about all pieces.
    pub(super) moves: Option<&'a [MoveDef]>,
}

impl Resolver<'_> {
    /// Reads the reach at a key, if present.
    pub(super) fn reach(&mut self, field: &Field<String>, bearer: Bearer<'_>) -> Option<Reach> {
        let (place, text) = field.get()?;
        if !self.spend(64) || self.text(field).is_none() {
            return None;
        }
        let reach = if text == OWN {
            Reach::Own
        } else {
            let dialect = self.dialects.get(&place.owner).copied().unwrap_or_default();
            let (text, movement) = self.movement(place, text, dialect);
            let read = self.shared.movements.get(&(text.clone(), dialect));
            if read.is_none_or(Parse::has_errors) {
                // The error has already been reported.
                return None;
            }
            Reach::of(&text, dialect, movement)
        };
        match reach.check(bearer.shape, bearer.moves) {
            Ok(()) => Some(reach),
            Err(error) => {
                let code = error.code();
                let finding = Diagnostic::new(code, place.span, error.to_string());
                let finding = if code == codes::BAD_REACH {
                    finding.with_help(
                        "write a move that leads to the squares, such as `'K'` or `'R'`, or `'own'`",
                    )
                } else {
                    finding
                };
                self.report(place, finding);
                None
            }
        }
    }
}
