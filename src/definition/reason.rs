//! The reasons for the end of a game.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The limit on custom reasons in one process. Custom words are never freed.
const MOST_WORDS: usize = 10_000;

/// Defines the enum of reasons with their words.
macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $name:ident = $word:literal,)*) => {
        /// The reason for the end of a game.
        ///
        /// [`Outcome`](crate::game::Outcome) has an example.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Reason {
            $($(#[doc = $doc])+ $name,)*
            /// A custom rule ended the game with a reason of its own.
            Custom(&'static str),
        }

        impl Reason {
            /// All reasons except custom ones.
            #[doc(hidden)]
            pub const ALL: &[Reason] = &[$(Reason::$name,)*];

            /// Its word in conformance rows and JSON.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Reason::$name => $word,)*
                    Reason::Custom(word) => word,
                }
            }
        }
    };
}

reasons! {
    /// The side to move is in check and has no legal move.
    Checkmate = "checkmate",
    /// The side to move is not in check and has no legal move.
    Stalemate = "stalemate",
    /// A royal piece was captured.
    KingCaptured = "king-captured",
    /// A side has too few pieces of a kind, or no piece at all.
    Extinction = "extinction",
    /// A side has only its royal piece left.
    BareKing = "bare-king",
    /// A piece has reached its goal.
    Goal = "goal",
    /// Pieces of a side are connected.
    Connection = "connection",
    /// A side has given the required number of checks.
    Checks = "checks",
    /// A material count decided the game.
    Material = "material",
    /// A point count decided the game.
    PointCount = "point-count",
    /// A position was repeated too often.
    Repetition = "repetition",
    /// A position was repeated too often, with check at every move of one side.
    PerpetualCheck = "perpetual-check",
    /// A position was repeated too often, with one side chasing a piece at every move.
    PerpetualChase = "perpetual-chase",
    /// Too many moves without a capture or an irreversible move.
    MoveLimit = "move-limit",
    /// A side did not win within its allotted moves.
    Counting = "counting",
    /// Neither side has sufficient material to win.
    InsufficientMaterial = "insufficient-material",
    /// The side to move has pieces and none of them can move, in games without check.
    Immobile = "immobile",
    /// The players agreed.
    Agreement = "agreement",
    /// A player resigned.
    Resignation = "resignation",
    /// A player ran out of time.
    TimeForfeit = "time-forfeit",
    /// A castling that wins, or the loss of the right to it.
    Castling = "castling",
    /// The kings faced each other and no side resolved it.
    FacingKings = "facing-kings",
    /// Every square is occupied.
    FullBoard = "full-board",
    /// Both players passed.
    Passes = "passes",
    /// A piece moved back and forth too often.
    BackAndForth = "back-and-forth",
    /// A mate by a piece, or by a drop, that may not mate.
    ForbiddenMate = "forbidden-mate",
    /// A mate without a check by a sufficiently strong piece.
    WeakMate = "weak-mate",
}

impl Reason {
    /// The reason of a clause without one.
    pub(crate) const DECIDED: Reason = Reason::Custom("decided");

    /// The reason with this word, custom words included.
    pub(crate) fn of_word(word: &str) -> Reason {
        static WORDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let mut known = Reason::ALL.iter();
        if let Some(reason) = known.find(|reason| reason.as_str() == word) {
            return *reason;
        }
        let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(word) = words.get(word) {
            return Reason::Custom(word);
        }
        if words.len() == MOST_WORDS {
            return Reason::DECIDED;
        }
        let word: &'static str = Box::leak(word.into());
        words.insert(word);
        Reason::Custom(word)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
