//! Why games end.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// How many words of their own the rules of one program may have. Words are kept until the program ends.
const MOST_WORDS: usize = 10_000;

/// Makes the enum of reasons with their words.
macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $name:ident = $word:literal,)*) => {
        /// Why a game ended.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Reason {
            $($(#[doc = $doc])+ $name,)*
            /// A custom rule ended the game, with a word of its own.
            Custom(&'static str),
        }

        impl Reason {
            /// All reasons but those of custom rules.
            pub const ALL: &[Reason] = &[$(Reason::$name,)*];

            /// The word for it in conformance rows and JSON.
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
    /// A side has nothing but its royal piece.
    BareKing = "bare-king",
    /// A piece has reached its goal.
    Goal = "goal",
    /// Pieces are connected.
    Connection = "connection",
    /// The last of the checks that a side had to give.
    Checks = "checks",
    /// The pieces on the board were counted or weighed.
    Material = "material",
    /// Points were counted.
    PointCount = "point-count",
    /// The same position occurred too often.
    Repetition = "repetition",
    /// The same position occurred too often, with check at every move of one side.
    PerpetualCheck = "perpetual-check",
    /// The same position occurred too often, with one side chasing a piece at every move.
    PerpetualChase = "perpetual-chase",
    /// Too many moves without capture or irreversible move.
    MoveLimit = "move-limit",
    /// A side did not win within the moves that it was given.
    Counting = "counting",
    /// Nobody has the pieces to win.
    InsufficientMaterial = "insufficient-material",
    /// The side to move has pieces and none of them can move, in games without check.
    Immobile = "immobile",
    /// The players agreed.
    Agreement = "agreement",
    /// A player gave up.
    Resignation = "resignation",
    /// A player's time is over.
    TimeForfeit = "time-forfeit",
    /// A castling that wins, or the loss of the right to it.
    Castling = "castling",
    /// Kings faced one another and nobody gave way.
    FacingKings = "facing-kings",
    /// Every square is occupied.
    FullBoard = "full-board",
    /// Both players passed.
    Passes = "passes",
    /// A piece went back and forth too often.
    BackAndForth = "back-and-forth",
    /// A mate by a piece, or by a drop, that may not give mate.
    ForbiddenMate = "forbidden-mate",
    /// A mate without a check by a piece that is strong enough.
    WeakMate = "weak-mate",
}

impl Reason {
    /// A game has ended by a clause that does not say why.
    pub(crate) const DECIDED: Reason = Reason::Custom("decided");

    /// The reason with this word, which may be a word of the rule's own.
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
