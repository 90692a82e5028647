//! Pruning of whole nodes: reverse futility pruning, razoring and null move pruning.

use super::order::NO_ROW;
use super::parameters::{
    ENOUGH_PER_PLY, HOPELESS_PER_PLY, NULL_BELOW_BETA, NULL_LESS, NULL_LESS_PER_PLY, NULL_STEP,
};
use super::report::{FORCED, Window};
use super::tree::{EnteredNode, Suspended, Tree};

impl Tree<'_> {
    /// The score of the node if it can be pruned before its moves are tried.
    pub(super) fn prune(
        &mut self,
        ply: usize,
        entered: &EnteredNode,
        static_eval: i32,
        eval_estimate: i32,
    ) -> Option<i32> {
        let EnteredNode {
            depth,
            window: Window { alpha, beta },
            improving,
            has_pieces,
            ..
        } = *entered;
        if depth <= 8
            && eval_estimate - ENOUGH_PER_PLY * (depth - i32::from(improving)) >= beta
            && eval_estimate < FORCED
        {
            return Some(i32::midpoint(eval_estimate, beta));
        }
        if depth <= 3 && eval_estimate + HOPELESS_PER_PLY * depth < alpha {
            let score = self.quiesce(ply, 0, Window::null(alpha));
            if score <= alpha {
                return Some(score);
            }
        }
        if depth >= 3
            && eval_estimate >= beta
            && static_eval + 20 * depth - NULL_BELOW_BETA >= beta
            && has_pieces
            && self.game_end.may_pass
            && ply > 0
            && !self.frames[ply - 1].passed
        {
            return self.pass(ply, entered);
        }
        None
    }

    /// Null move pruning: the score if a reduced search after a null move fails high.
    pub(super) fn pass(&mut self, ply: usize, entered: &EnteredNode) -> Option<i32> {
        let EnteredNode {
            depth,
            window: Window { beta, .. },
            cut,
            ..
        } = *entered;
        let eval_estimate = entered.eval_estimate.unwrap_or(beta);
        let less = (NULL_LESS + depth * NULL_LESS_PER_PLY) / 100
            + ((eval_estimate - beta) / NULL_STEP).min(3);
        self.frames[ply].passed = true;
        self.frames[ply].row = NO_ROW;
        self.stack.push_null();
        self.frames[ply + 1].node = self.stack.node();
        if let Some(static_eval) = entered.static_eval {
            self.keep_worth_after_pass(ply, static_eval);
        }
        let score = self.search_child(ply, depth - less, Window::null(beta - 1), !cut);
        self.stack.pop();
        self.frames[ply].passed = false;
        if self.stopped {
            if self.paused {
                self.suspended.push(Suspended::Passing(*entered));
            }
            return Some(0);
        }
        (score >= beta).then_some(if score >= FORCED { beta } else { score })
    }
}
