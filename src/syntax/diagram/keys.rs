//! The parameters of the Interactive Diagram.

/// The subject of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// The rules of the game.
    Rule,
    /// The appearance of the page only.
    Presentation,
}

use KeyKind::{Presentation, Rule};

const KEYS: &[(&str, KeyKind)] = &[
    ("files", Rule),
    ("ranks", Rule),
    ("firstRank", Rule),
    ("symmetry", Rule),
    ("promoZone", Rule),
    ("maxPromote", Rule),
    ("promoChoice", Rule),
    ("promoOffset", Rule),
    ("holdingsType", Rule),
    ("royal", Rule),
    ("extinction", Rule),
    ("stalemate", Rule),
    ("baring", Rule),
    ("counterbare", Rule),
    ("iron", Rule),
    ("protected", Rule),
    ("counterStrike", Rule),
    ("tradeThreshold", Rule),
    ("antiTrade", Rule),
    ("succession", Rule),
    ("castleFlip", Rule),
    ("autoGate", Rule),
    ("zonal", Rule),
    ("shuffle", Rule),
    ("morph", Rule),
    ("captureMatrix", Rule),
    ("spell", Rule),
    ("spellZone", Rule),
    ("burnZone", Rule),
    ("blastZone", Rule),
    ("atomicCapture", Rule),
    ("trackPieces", Rule),
    ("trackedTypes", Rule),
    ("graphicsDir", Presentation),
    ("graphicsType", Presentation),
    ("whitePrefix", Presentation),
    ("blackPrefix", Presentation),
    ("squareSize", Presentation),
    ("lightShade", Presentation),
    ("darkShade", Presentation),
    ("startShade", Presentation),
    ("oddShade", Presentation),
    ("rimColor", Presentation),
    ("coordColor", Presentation),
    ("coords", Presentation),
    ("borders", Presentation),
    ("background", Presentation),
    ("shady", Presentation),
    ("useMarkers", Presentation),
    ("satellite", Presentation),
    ("enableAI", Presentation),
    ("newClick", Presentation),
];

/// The kind of the parameter `key`; `None` if the format has no such key. Keys are case-sensitive, as in the format's
/// own program.
pub fn key_kind(key: &str) -> Option<KeyKind> {
    KEYS.iter()
        .find(|(known, _)| *known == key)
        .map(|(_, kind)| *kind)
}

/// All keys of the format.
pub fn keys() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|(key, _)| *key)
}
