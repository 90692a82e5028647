//! Limits on untrusted definitions and on the play of variants.

use crate::state::Role;

/// Limits on a definition file. Each excess is a finding.
///
/// Write `Limits { work: 1_000_000, ..Limits::default() }`: the struct is exhaustive so that this works, and a later
/// version may have more fields. See [`Files`](crate::formats::Files) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file.
    pub file_bytes: usize,
    /// Other files that one file may name, directly or indirectly.
    #[doc(hidden)]
    pub files: usize,
    /// Bytes of all files together.
    pub all_bytes: usize,
    /// Bytes of one text: a move, a zone, a name, a title.
    #[doc(hidden)]
    pub text_bytes: usize,
    /// Bytes of the FEN of the start.
    #[doc(hidden)]
    pub start_bytes: usize,
    /// Variants in one file.
    #[doc(hidden)]
    pub variants: usize,
    /// Pieces of one variant, including inherited ones. More than [`Role::MAX`] cannot be played.
    #[doc(hidden)]
    pub pieces: usize,
    /// Moves, or promotion choices, of one piece.
    #[doc(hidden)]
    pub moves: usize,
    /// Steps from a variant to the last of its ancestors.
    #[doc(hidden)]
    pub inheritance: usize,
    /// Processed values, moves and squares of zones of one file; inherited ones count again in each variant. A unit
    /// takes a fraction of a microsecond.
    pub work: usize,
    /// Reported findings.
    #[doc(hidden)]
    pub findings: usize,
}

/// Limits on searches while a variant is played.
///
/// # Examples
/// ```
/// use ferz::definition::PlayLimits;
/// use ferz::{Catalog, Variant};
///
/// let def = Catalog::builtin().get("an-ordinary-variant").unwrap();
/// let limits = PlayLimits { series: 100_000, ..PlayLimits::default() };
/// assert!(Variant::builder(def).limits(limits).compile().is_ok());
/// ```
///
/// The struct is exhaustive so that `..PlayLimits::default()` works; a later version may have more fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayLimits {
    /// Positions in the search for a series of jumps: pairs of a square and the set of victims, over all pieces of one
    /// side. No known game needs a thousand.
    pub series: usize,
    /// Legs begun by the walks of all pieces on the board that have more than three legs or a repeated stretch, and
    /// moves found by these walks.
    pub legs: usize,
    /// Moves of a side that also puts a wall on any empty square with each move.
    pub moves: usize,
}

impl Default for PlayLimits {
    fn default() -> Self {
        PlayLimits {
            series: 1 << 14,
            legs: 1 << 20,
            moves: 1 << 20,
        }
    }
}

impl Default for Limits {
    /// Sufficient for any file written by hand.
    fn default() -> Self {
        Limits::USUAL
    }
}

impl Limits {
    /// The default limits.
    pub(crate) const USUAL: Limits = Limits {
        file_bytes: 1 << 20,
        files: 64,
        all_bytes: 4 << 20,
        text_bytes: 4096,
        start_bytes: 16384,
        variants: 1000,
        pieces: Role::MAX,
        moves: 64,
        inheritance: 16,
        work: 1_000_000,
        findings: 500,
    };
}
