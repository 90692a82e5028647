//! How a game ends.

use crate::definition::Reason;

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// It goes on.
    Ongoing,
    /// It is over.
    Ended {
        /// White's share of one point.
        white: f64,
        /// Black's share of one point.
        black: f64,
        /// Why.
        reason: Reason,
    },
}
