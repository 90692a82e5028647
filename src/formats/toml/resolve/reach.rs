//! Reaches.

use super::resolver::Resolver;
use crate::definition::Reach;
use crate::definition::variant::{MoveDef, OWN};
use crate::formats::toml::wire::Field;
use crate::geometry::BoardShape;
use crate::source::{Diagnostic, Parse, codes};

/// The owner of a reach.
#[derive(Clone, Copy)]
pub(in crate::formats::toml) struct Bearer<'a> {
    pub(in crate::formats::toml) shape: &'a BoardShape,
    /// The moves of the piece; `None` for a rule about all pieces.
    pub(in crate::formats::toml) moves: Option<&'a [MoveDef]>,
}

impl Resolver<'_> {
    /// Reads the reach at a key, if present.
    pub(in crate::formats::toml) fn reach(
        &mut self,
        field: &Field<String>,
        bearer: Bearer<'_>,
    ) -> Option<Reach> {
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
