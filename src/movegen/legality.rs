//! Legal moves by making each pseudo-legal move and looking whether anything royal is left attacked.
//!
//! This is the slow judge of every faster way. Every rule of a variant is asked here, whichever
//! others it has: first whether the game is over, then what may be played, then what of it is safe,
//! and at last which of the safe moves a duty leaves.

use super::custom::ended_by_rule;
use super::judged::judged;
use super::over::over;
use super::scene::Scene;
use crate::rules::Rulebook;
use crate::state::{Move, Setup};

/// All legal moves; none once the game has ended by a rule of the board.
pub(crate) fn legal_moves(book: &Rulebook, setup: &Setup) -> Vec<Move> {
    if over(book, setup).is_some() || ended_by_rule(book, setup).is_some() {
        return Vec::new();
    }
    judged(&Scene::new(book, setup))
}
