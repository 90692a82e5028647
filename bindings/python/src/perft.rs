//! Perft on several threads, which Ctrl-C can interrupt.

use std::sync::atomic::{AtomicBool, Ordering};

use ferz::game::{MoveList, Position, Strategy, checked_perft};
use ferz::source::Diagnostic;

use crate::interruptible::shared;

/// The approximate number of leaves that are counted between two polls of the stop flag.
const PATIENCE: u64 = 1 << 20;

/// Whether a tree probably has few enough leaves to be counted without polling.
pub(crate) fn is_small(position: &Position, depth: u32) -> bool {
    let n_moves = position.n_moves() as u64;
    // A position with few moves now may have many soon.
    n_moves.max(20).saturating_pow(depth) <= PATIENCE
}

/// The number of leaves below a position, or the reason why they cannot be counted; `None` if
/// stopped.
pub(crate) fn counted(
    position: &Position,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
) -> Option<Result<u64, Diagnostic>> {
    if depth < 2 || is_small(position, depth) {
        return Some(checked_perft(position, depth, Strategy::Fastest));
    }
    if threads < 2 {
        return alone(position, depth, stop);
    }
    // Two plies give enough subtrees to distribute.
    let mut subtrees = Vec::new();
    for code in position.moves().iter() {
        let next = position.play_code(code);
        if depth < 4 {
            subtrees.push(next);
        } else {
            subtrees.extend(next.moves().iter().map(|code| next.play_code(code)));
        }
    }
    let left = if depth < 4 { depth - 1 } else { depth - 2 };
    let count = |number: usize| alone(&subtrees[number], left, stop);
    let counts = shared(subtrees.len(), threads, stop, count)?;
    counts.into_iter().sum()
}

fn alone(position: &Position, depth: u32, stop: &AtomicBool) -> Option<Result<u64, Diagnostic>> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth < 2 || is_small(position, depth) {
        return Some(checked_perft(position, depth, Strategy::Fastest));
    }
    let mut moves = MoveList::new();
    position.moves_into(&mut moves);
    let next = moves.iter().map(|code| position.play_code(code));
    next.map(|next| alone(&next, depth - 1, stop)).sum()
}
