//! Hashes of the rules of a definition.
//!
//! The hash is the 64-bit FNV-1a hash of the text of [`resolved`], in UTF-8. It does not cover the name of
//! the variant, names for people, sources and presentation, and different spellings of a movement have the
//! same canonical text.

use sha2::{Digest, Sha256};

use super::resolved::resolved;
use ferz::definition::VariantDef;

/// The hash of a definition.
///
/// It is the same on all machines and builds. A version of the program with additional rules may change it,
/// like any snapshot.
///
/// ```
/// use ferz::formats::Catalog;
/// use ferz_designer::snapshot::definition_hash;
///
/// let hash = |name| definition_hash(Catalog::builtin().get(name).unwrap());
/// assert_eq!(hash("chess"), hash("chess"));
/// assert_ne!(hash("chess"), hash("berolina"));
/// ```
pub fn definition_hash(def: &VariantDef) -> u64 {
    fnv1a(nameless(def).as_bytes())
}

/// The hash as 16 hexadecimal digits.
pub fn definition_hash_text(def: &VariantDef) -> String {
    format!("{:016x}", definition_hash(def))
}

/// The SHA-256 of the same text in hexadecimal digits, by which the receiver of a game can verify that both
/// play the same variant.
///
/// ```
/// use ferz::formats::Catalog;
/// use ferz_designer::snapshot::definition_sha256;
///
/// let chess = definition_sha256(Catalog::builtin().get("chess").unwrap());
/// assert_eq!(chess.len(), 64);
/// ```
pub fn definition_sha256(def: &VariantDef) -> String {
    sha256(nameless(def).as_bytes())
}

/// The text of a definition without its name.
fn nameless(def: &VariantDef) -> String {
    let mut def = def.clone();
    "variant".clone_into(&mut def.name);
    resolved(&def)
}

/// The SHA-256 in hexadecimal digits.
fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The 64-bit FNV-1a hash.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values are taken from the published test suite of the hash.
    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    /// The values are taken from the examples of the standard, and that of the empty text.
    #[test]
    fn the_hash_is_sha_256() {
        for (text, hash) in [
            (
                "",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ),
            (
                "abc",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ] {
            assert_eq!(sha256(text.as_bytes()), hash, "{text}");
        }
        let many = "a".repeat(1_000_000);
        let hash = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        assert_eq!(sha256(many.as_bytes()), hash);
    }
}
