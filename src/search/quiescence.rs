//! Quiescence search: captures and promotions until the position is quiet.

use super::order::Hints;
use super::parameters::CAPTURE_MARGIN;
use super::report::{Bound, FORCED, INFINITE, MAX_PLY, Window, to_table};
use super::table::TtEntry;
use super::tree::{Fetched, Tree};

/// The lowest quiescence depth at which checks are answered by all evasions.
const CHECKED_QUIESCENCE: i32 = -6;

impl Tree<'_> {
    /// The quiescence search of the position after a move; the score is for the side that has moved.
    pub(super) fn quiesce_child(&mut self, ply: usize, depth: i32, window: Window) -> i32 {
        self.for_mover(ply, window, |tree, window| {
            tree.quiesce(ply + 1, depth, window)
        })
    }

    /// Searches captures and promotions that do not lose material; in check, all evasions.
    pub(super) fn quiesce(&mut self, ply: usize, depth: i32, window: Window) -> i32 {
        let Window { mut alpha, beta } = window;
        let node = self.frames[ply].node;
        self.lines[ply].clear();
        self.nodes += 1;
        self.look_at_limits();
        if self.stopped {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);
        if let Some(score) = self.game_end.by_rule(&*self.stack, &node, ply) {
            return score;
        }
        if ply >= MAX_PLY - 2 {
            return self.worth(ply);
        }
        if let Some(score) = self.by_repetition(ply) {
            return score;
        }
        let known = self.table.get(node.key);
        if let Some(known) = known
            && !window.is_pv()
            && let Some(score) = known.deciding(ply, window)
        {
            return score;
        }
        let all_moves = node.in_check && depth > CHECKED_QUIESCENCE;
        let mut best = -INFINITE;
        let mut static_eval = None;
        if !all_moves {
            let remembered = known.and_then(|known| known.static_eval);
            let found = remembered.unwrap_or_else(|| self.worth(ply));
            static_eval = (!node.in_check).then_some(found);
            best = known.map_or(found, |known| known.corrected(ply, found));
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        self.list_moves(!all_moves, list.moves_mut());
        if list.is_empty() && all_moves {
            self.lists[ply] = list;
            return self.game_end.stuck(&*self.stack, &node, ply);
        }
        let hints = Hints {
            best: known.map_or(0, |known| known.code),
            killers: [0; 2],
            before: self.rows_before(ply),
        };
        list.arrange(self.histories, &hints);
        let stands = best;
        let mut best_code = 0;
        let mut place = 0;
        let mut fetched = Fetched::default();
        while place < list.len() {
            let (mv, _) = list.pick(place);
            place += 1;
            if !all_moves && self.overlooks(ply, &mv) {
                continue;
            }
            if all_moves {
                if best > -FORCED && !mv.tactical && place > 3 {
                    continue;
                }
            } else if stands + mv.gain + CAPTURE_MARGIN <= alpha && mv.gain < FORCED {
                best = best.max(stands + mv.gain + CAPTURE_MARGIN).min(alpha);
                continue;
            }
            if !all_moves && mv.gain < mv.mover && !self.stack.gains_at_least(&mv, 0) {
                continue;
            }
            fetched = self.make(ply, &mv, list.pick_early(place), fetched);
            let score = self.quiesce_child(ply, depth - 1, Window { alpha, beta });
            self.stack.pop();
            if self.stopped {
                self.lists[ply] = list;
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_code = mv.code;
                    alpha = score;
                    if window.is_pv() {
                        self.keep_line(ply, mv.code);
                    }
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.lists[ply] = list;
        let known = TtEntry {
            code: best_code,
            score: to_table(best, ply),
            static_eval,
            depth: -1,
            bound: if best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            },
        };
        self.table.put(node.key, &known);
        best
    }
}
