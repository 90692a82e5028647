//! Resolved definitions: the rules of a definition as text, with everything inherited, in a canonical form.

use ferz::definition::VariantDef;
use ferz::movement::Dialect;

/// The rules of a definition in the format of definition files: the board, the start position, the pieces,
/// the rules and the options, without texts for people.
///
/// Definitions with the same result play alike. The result is a definition itself.
///
/// ```
/// use ferz::formats::Catalog;
/// use ferz_designer::snapshot::resolved;
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

/// Removes everything without influence on play, and rewrites moves in their canonical spelling, if they have
/// one.
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
