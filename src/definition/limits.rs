//! What a reader of definitions accepts from strangers.

/// Bounds on a definition file. What lies beyond them is a finding, not a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file.
    pub file_bytes: usize,
    /// Bytes of one text: a move, a zone, a name, a title.
    pub text_bytes: usize,
    /// Bytes of the FEN of the start.
    pub start_bytes: usize,
    /// Variants in one file.
    pub variants: usize,
    /// Pieces of one variant, the inherited ones included.
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

impl Default for Limits {
    /// Generous enough for any file that a person has written.
    fn default() -> Self {
        Limits {
            file_bytes: 1 << 20,
            text_bytes: 4096,
            start_bytes: 16384,
            variants: 1000,
            pieces: 256,
            moves: 64,
            inheritance: 16,
            work: 1_000_000,
            findings: 500,
        }
    }
}

impl Limits {
    /// For services that take files from anybody.
    pub fn strict() -> Self {
        Limits {
            file_bytes: 1 << 16,
            text_bytes: 512,
            start_bytes: 4096,
            variants: 100,
            pieces: 64,
            moves: 32,
            inheritance: 16,
            work: 100_000,
            findings: 100,
        }
    }
}
