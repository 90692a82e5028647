//! The numbers by which the search is tuned. Margins are in hundredths of a pawn of chess.
//!
//! They were learned together from games between two searches whose numbers differ a little; the page on
//! strength (`benches/log/strength.md`) says how.

use std::sync::LazyLock;

/// How far above beta a eval_estimate is enough, for each ply of depth that is left.
pub(super) const ENOUGH_PER_PLY: i32 = 62;

/// How far below alpha what a position is worth leaves nothing but captures to hope for, for each ply.
pub(super) const HOPELESS_PER_PLY: i32 = 239;

/// How much less deep the search is after a null move: hundredths of plies, and for each ply of depth.
pub(super) const NULL_LESS: i32 = 296;
pub(super) const NULL_LESS_PER_PLY: i32 = 23;

/// What a eval_estimate must be above beta for each further ply.
pub(super) const NULL_STEP: i32 = 183;

/// How far below beta what a position is worth may be for a null move, less 20 for each ply of depth.
pub(super) const NULL_BELOW_BETA: i32 = 107;

/// A quiet move is left out where the position is worth so much less than alpha, and more for each ply.
pub(super) const QUIET_MARGIN: i32 = 158;
pub(super) const QUIET_MARGIN_PER_PLY: i32 = 89;

/// How many quiet moves are tried: hundredths of moves, before they grow with the square of the depth, and
/// all of that in hundredths.
pub(super) const QUIET_MOVES: i32 = 295;
pub(super) const QUIET_BREADTH: i32 = 153;

/// What a quiet move and a capture may lose by exchanges, for each ply.
pub(super) const QUIET_LOSS: i32 = 34;
pub(super) const CAPTURE_LOSS: i32 = 89;

/// Late moves are searched so much less deep, in hundredths of plies: a part that all have, and the product of
/// the logarithms of depth and number by this.
const REDUCTION: f64 = 0.61;
const REDUCTION_STEP: f64 = 1.72;

/// By depth and number of a late move: how many plies less deep it is searched.
pub(super) static REDUCTIONS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    let mut reductions = [[0; 64]; 64];
    for (depth, by_number) in reductions.iter_mut().enumerate().skip(1) {
        for (number, reduction) in by_number.iter_mut().enumerate().skip(1) {
            let logs = (depth as f64).ln() * (number as f64).ln();
            *reduction = (REDUCTION + logs / REDUCTION_STEP) as i32;
        }
    }
    reductions
});

/// What is added to that in hundredths of plies: where a cut is expected, where the position does not improve,
/// and less where the window is wide; captures have a share of it.
pub(super) const REDUCTION_FOR_CUT: i32 = 120;
pub(super) const REDUCTION_IF_WORSE: i32 = 106;
pub(super) const REDUCTION_IF_WIDE: i32 = 81;
pub(super) const CAPTURE_SHARE: i32 = 57;

/// What the histories of a move say for each ply that it is searched deeper.
pub(super) const HISTORY_STEP: i32 = 7800;

/// How much worse all other moves must be than the move of the table, hundredths for each ply.
pub(super) const ALONE_PER_PLY: i32 = 180;

/// What histories learn from a move: with the square of the depth, and at most.
pub(super) const BONUS: i32 = 14;
pub(super) const MOST_BONUS: i32 = 1617;

/// What quiescence adds to the gain of a capture that could still reach alpha.
pub(super) const CAPTURE_MARGIN: i32 = 189;

/// What histories of pairs of moves count for beside those of single ones, in hundredths.
pub(super) const PAIRS: i32 = 111;

/// Half of the first window around a eval_estimate.
pub(super) const FIRST_WINDOW: i32 = 24;
