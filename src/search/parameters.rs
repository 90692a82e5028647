//! Tuned search parameters. Margins are in centipawns of chess.
//!
//! They were tuned together by self-play with perturbed values (SPSA); see `benches/log/strength.md`.

use std::sync::LazyLock;

/// Reverse futility pruning: margin above beta for each ply of depth.
pub(super) const ENOUGH_PER_PLY: i32 = 62;

/// Razoring: margin below alpha for each ply of depth.
pub(super) const HOPELESS_PER_PLY: i32 = 239;

/// Null move reduction: base, and share for each ply of depth, both in hundredths of plies.
pub(super) const NULL_LESS: i32 = 296;
pub(super) const NULL_LESS_PER_PLY: i32 = 23;

/// Null move pruning: margin above beta for each further ply of reduction.
pub(super) const NULL_STEP: i32 = 183;

/// Null move pruning: margin below beta of the static evaluation, less 20 for each ply of depth.
pub(super) const NULL_BELOW_BETA: i32 = 107;

/// Futility pruning of quiet moves: base margin below alpha, and margin for each ply.
pub(super) const QUIET_MARGIN: i32 = 158;
pub(super) const QUIET_MARGIN_PER_PLY: i32 = 89;

/// Late move pruning: base of the number of quiet moves in hundredths, before the square of the depth is
/// added, and a factor of the sum in hundredths.
pub(super) const QUIET_MOVES: i32 = 295;
pub(super) const QUIET_BREADTH: i32 = 153;

/// Static exchange evaluation pruning: the maximum loss of quiet moves and captures for each ply.
pub(super) const QUIET_LOSS: i32 = 34;
pub(super) const CAPTURE_LOSS: i32 = 89;

/// Late move reductions in plies: a base, and the divisor of the product of the logarithms of depth and move
/// number.
const REDUCTION: f64 = 0.61;
const REDUCTION_STEP: f64 = 1.72;

/// Late move reductions in plies, by depth and move number.
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

/// Adjustments of the reduction in hundredths of plies: for expected cut nodes, for positions that do not
/// improve and, subtracted, for PV nodes; and the share of the reduction for captures in hundredths.
pub(super) const REDUCTION_FOR_CUT: i32 = 120;
pub(super) const REDUCTION_IF_WORSE: i32 = 106;
pub(super) const REDUCTION_IF_WIDE: i32 = 81;
pub(super) const CAPTURE_SHARE: i32 = 57;

/// History score that reduces the late move reduction by one ply.
pub(super) const HISTORY_STEP: i32 = 7800;

/// Singular extension: margin for each ply of depth, in hundredths.
pub(super) const ALONE_PER_PLY: i32 = 180;

/// History bonus: factor of the square of the depth, and maximum.
pub(super) const BONUS: i32 = 14;
pub(super) const MOST_BONUS: i32 = 1617;

/// Delta pruning margin of quiescence.
pub(super) const CAPTURE_MARGIN: i32 = 189;

/// Weight of pair histories relative to the quiet history, in hundredths.
pub(super) const PAIRS: i32 = 111;

/// Half the width of the first aspiration window.
pub(super) const FIRST_WINDOW: i32 = 24;
