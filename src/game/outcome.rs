//! Outcomes of games.

use crate::definition::Reason;
use crate::state::Color;

/// The state of a game: ongoing, or ended with a result.
///
/// It is exhaustive: a game goes on or is over. A later version does not add other states.
///
/// ```
/// use ferz::Variant;
/// use ferz::game::{Outcome, Reason};
///
/// let chess = Variant::builtin("chess").unwrap();
/// assert_eq!(chess.start().outcome(), Outcome::Ongoing);
/// let stalemate = chess.parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
/// let drawn = Outcome::Ended { white: 0.5, black: 0.5, reason: Reason::Stalemate };
/// assert_eq!(stalemate.outcome(), drawn);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// The game goes on.
    Ongoing,
    /// The game is over.
    Ended {
        /// White's share of one point.
        white: f64,
        /// Black's share of one point.
        black: f64,
        /// The reason.
        reason: Reason,
    },
}

impl Outcome {
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self, Outcome::Ended { .. })
    }

    /// The side with the larger share of the point; `None` in an ongoing or drawn game.
    ///
    /// ```
    /// use ferz::game::Reason;
    /// use ferz::state::Color;
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    /// let outcome = chess.parse_fen(fen).unwrap().outcome();
    /// assert_eq!(outcome.winner(), Some(Color::Black));
    /// assert_eq!(outcome.reason(), Some(Reason::Checkmate));
    /// ```
    pub fn winner(&self) -> Option<Color> {
        match self {
            Outcome::Ended { white, black, .. } if white > black => Some(Color::White),
            Outcome::Ended { white, black, .. } if white < black => Some(Color::Black),
            _ => None,
        }
    }

    /// The reason why the game is over.
    pub fn reason(&self) -> Option<Reason> {
        match self {
            Outcome::Ongoing => None,
            Outcome::Ended { reason, .. } => Some(*reason),
        }
    }
}
