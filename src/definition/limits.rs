//! What a reader of definitions accepts from strangers.

use crate::state::Role;

/// Bounds on a definition file. What lies beyond them is a finding, not a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file.
    pub file_bytes: usize,
    /// Other files that are read for one, directly or through others.
    pub files: usize,
    /// Bytes of all of them together.
    pub all_bytes: usize,
    /// Bytes of one text: a move, a zone, a name, a title.
    pub text_bytes: usize,
    /// Bytes of the FEN of the start.
    pub start_bytes: usize,
    /// Variants in one file.
    pub variants: usize,
    /// Pieces of one variant, the inherited ones included. More than [`Role::MAX`] cannot be played.
    pub pieces: usize,
    /// Moves, or choices of promotion, of one piece.
    pub moves: usize,
    /// Steps from a variant to the last of its ancestors.
    pub inheritance: usize,
    /// Values, moves and squares of zones that are gone through for one file, the inherited ones
    /// again in each variant; a unit is a fraction of a microsecond.
    pub work: usize,
    /// Findings that are reported.
    pub findings: usize,
}

/// Bounds on what is searched for while a variant is played.
///
/// # Examples
/// ```
/// use ferz::definition::{Catalog, PlayLimits};
/// use ferz::game::Variant;
///
/// let def = Catalog::builtin().get("an-ordinary-variant").unwrap();
/// let limits = PlayLimits { series: 100_000, ..PlayLimits::default() };
/// assert!(Variant::compile_within(def, limits).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayLimits {
    /// How far series of jumps are searched for: the number of places, together with the victims so
    /// far, to which the pieces of one side come. No game that is played needs a thousand.
    pub series: usize,
    /// How many legs the walks of all pieces on the board begin, where they have more than three or
    /// repeat some, and how many moves these walks find.
    pub legs: usize,
    /// How many moves a side has that puts a wall on any empty square with each.
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
    /// Generous enough for any file that a person has written.
    fn default() -> Self {
        Limits::USUAL
    }
}

impl Limits {
    /// The default.
    pub(super) const USUAL: Limits = Limits {
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
