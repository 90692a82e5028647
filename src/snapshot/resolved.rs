//! What a definition says about play, as a text: everything inherited is in it, and each meaning
//! has one form.

use crate::definition::VariantDef;
use crate::syntax::betza::Dialect;

/// The game that a definition makes, in our own format: the board, the start, the pieces, the rules
/// and the options, without what is only for people.
///
/// Two definitions of which this is the same play alike. It is a definition itself.
///
/// ```
/// use ferz::definition::Catalog;
/// use ferz::snapshot::resolved;
///
/// let text = resolved(Catalog::builtin().get("berolina").unwrap());
/// assert!(text.contains("pawn.letter = 'P'"), "{text}");
/// assert!(!text.contains("inherits"));
/// ```
pub fn resolved(def: &VariantDef) -> String {
    let mut def = def.clone();
    strip(&mut def);
    if let Some(bare) = &mut def.settings.bare {
        strip(bare);
    }
    def.to_toml()
}

/// Takes away what has no bearing on play, and gives the moves their canonical spelling, where they
/// have one.
fn strip(def: &mut VariantDef) {
    def.title = None;
    def.source = None;
    def.presentation.clear();
    for piece in def.pieces.values_mut() {
        piece.value = None;
        piece.picture = None;
        piece.second_letter = None;
        for one in &mut piece.moves {
            if let Ok(text) = one.movement.to_betza(Dialect::XBetza) {
                one.betza = text;
                one.dialect = Dialect::XBetza;
            }
        }
    }
}
