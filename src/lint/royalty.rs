//! Royal pieces that may cease to be royal.

use super::place::Place;
use super::presence::becomes;
use crate::definition::RoyalRule;
use crate::game::Variant;
use crate::source::{Diagnostic, codes};

/// Royal pieces that may become others by a move of their own, which are not royal.
pub(super) fn abdications(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    let def = variant.def();
    if def.rules.royal == RoyalRule::None {
        return;
    }
    for (number, (name, piece)) in def.pieces.iter().enumerate() {
        let commoner = becomes(def, number)
            .into_iter()
            .filter_map(|number| def.pieces.get_index(number))
            .find(|(_, other)| !other.royal);
        let (true, Some((other, _))) = (piece.royal, commoner) else {
            continue;
        };
        let keys = ["promotion", "after", "promoted"];
        let written = keys
            .iter()
            .find_map(|key| place.written(&["pieces", name, key]));
        // Rules that concern several pieces are written elsewhere; what is inherited is no news.
        let Some(at) = written.or((!place.is_toml()).then_some(place.name())) else {
            continue;
        };
        let message = format!("the royal piece `{name}` may become `{other}`, which is not royal");
        let help = format!("mark `{other}` with `royal = true`, or leave it out of the choices");
        found.push(Diagnostic::new(codes::ABDICATION, at, message).with_help(help));
    }
}
