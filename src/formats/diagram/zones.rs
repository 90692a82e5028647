//! Zones of spells and explosions: the squares around a piece, written as a move.

use super::reader::Reader;
use crate::definition::{Reach, ReachText};
use crate::geometry::BoardShape;
use crate::movement::{Dialect, Movement};

/// The move to the adjacent squares.
const AROUND: &str = "K";

impl Reader<'_> {
    /// The reach of a zone, or the reason why it has none; `None` if the parameter is absent or empty.
    pub(super) fn zone(&self, key: &str, shape: &BoardShape) -> Option<Result<Reach, String>> {
        let setting = self.last(key).filter(|one| !one.value().is_empty())?;
        let movement = |text: &str| Movement::read(text, Dialect::XBetza).value;
        if movement(setting.value()) == movement(AROUND) {
            return Some(Ok(Reach::Around));
        }
        let read = Reach::read_on(setting.value(), shape);
        Some(read.map_err(|(_, message)| message))
    }
}

/// A zone as the format writes it; `None` if the format cannot express it.
pub(super) fn written(reach: &Reach) -> Option<String> {
    match reach {
        Reach::Around => Some(AROUND.to_owned()),
        Reach::Movement(ReachText {
            betza,
            dialect: Dialect::XBetza,
            ..
        }) => Some(betza.clone()),
        Reach::Movement(text) => text.movement.to_betza(Dialect::XBetza).ok(),
        Reach::Lines | Reach::Own => None,
    }
}
