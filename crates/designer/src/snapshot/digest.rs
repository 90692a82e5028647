//! Hashes of the rules of a definition.
//!
//! The hash is the SHA-256 of the text of [`resolved`], in UTF-8. It does not cover the name of the variant, names
//! for people, sources and presentation, and different spellings of a movement have the same canonical text.

use sha2::{Digest, Sha256};

use super::resolved::resolved;
use ferz::definition::VariantDef;

/// The hash of a definition: the first 16 digits of [`definition_sha256`].
///
/// It is the same on all machines and builds. A version of the program with additional rules may change it,
/// like any snapshot.
///
/// ```
/// use ferz::formats::Catalog;
/// use ferz_designer::snapshot::{definition_hash, definition_sha256};
///
/// let chess = Catalog::builtin().get("chess").unwrap();
/// let berolina = Catalog::builtin().get("berolina").unwrap();
/// assert!(definition_sha256(chess).starts_with(&definition_hash(chess)));
/// assert_ne!(definition_hash(chess), definition_hash(berolina));
/// ```
pub fn definition_hash(def: &VariantDef) -> String {
    short_hash(&nameless(def))
}

/// The SHA-256 in hexadecimal digits, by which the receiver of a game can verify that both play the same variant.
///
/// ```
/// use ferz::formats::Catalog;
/// use ferz_designer::snapshot::definition_sha256;
///
/// let chess = definition_sha256(Catalog::builtin().get("chess").unwrap());
/// assert_eq!(chess.len(), 64);
/// ```
pub fn definition_sha256(def: &VariantDef) -> String {
    sha256(&nameless(def))
}

/// The text of a definition without its name.
fn nameless(def: &VariantDef) -> String {
    let mut def = def.clone();
    "variant".clone_into(&mut def.name);
    resolved(&def)
}

/// The first 16 hexadecimal digits of the SHA-256 of a text.
pub(super) fn short_hash(text: &str) -> String {
    let mut digits = sha256(text);
    digits.truncate(16);
    digits
}

/// The SHA-256 of a text in hexadecimal digits.
fn sha256(text: &str) -> String {
    let digest = Sha256::digest(text);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values are those of the empty text and of an example of the standard.
    #[test]
    fn the_hash_is_sha_256() {
        assert_eq!(short_hash(""), "e3b0c44298fc1c14");
        assert_eq!(
            sha256("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
