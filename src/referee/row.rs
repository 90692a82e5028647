//! The result of a game, as it is kept.

/// By what a game is told from all others of a run, so that none is played twice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey {
    /// The place of its pair in the schedule.
    pub pair: u64,
    /// Which game of the pair: 0 or 1.
    pub half: u8,
    /// The number of its opening.
    pub opening: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// Where the openings come from: `random:8`.
    pub openings: String,
    /// The name of the variant.
    pub variant: String,
    /// The hash of the definition, as [`definition_hash`](crate::snapshot::definition_hash) gives it.
    pub definition: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// What White is: its command, options and limit.
    pub white_engine: String,
    /// What Black is.
    pub black_engine: String,
    /// Whatever else both have agreed to.
    pub terms: String,
}

impl GameKey {
    /// The player who has White in the first game of the pair, and the other one.
    pub fn players(&self) -> (&str, &str) {
        if self.half == 0 {
            (&self.white, &self.black)
        } else {
            (&self.black, &self.white)
        }
    }
}

/// A game that has been played.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Which game it is.
    pub key: GameKey,
    /// The FEN of its beginning; nothing if that is the start of the variant.
    pub fen: Option<String>,
    /// The texts of its moves, in our own spelling, those of the opening first.
    pub moves: Vec<String>,
    /// How many of the moves belong to the opening.
    pub book: usize,
    /// White's share of the point.
    pub white_score: f64,
    /// Black's share of the point.
    pub black_score: f64,
    /// The word of the [`Cause`](super::Cause) of its end.
    pub reason: String,
    /// More about the end; may be empty.
    pub details: String,
    /// Seconds that White and Black have thought.
    pub seconds: [f64; 2],
    /// Positions that they say to have looked at.
    pub nodes: [u64; 2],
}

impl GameRow {
    /// Whether two rows tell the same game, however long its moves took.
    pub fn is_same_game(&self, other: &GameRow) -> bool {
        let timeless = |row: &GameRow| GameRow {
            seconds: [0.0; 2],
            ..row.clone()
        };
        timeless(self) == timeless(other)
    }

    /// The share of the player who had White in the first game of the pair.
    pub fn first_score(&self) -> f64 {
        if self.key.half == 0 {
            self.white_score
        } else {
            self.black_score
        }
    }
}
