//! Principal variation search with pruning, singular extensions and late move reductions.
//!
//! A suspended search keeps its state for each node of the current line ([`Suspended`]), and resumes exactly
//! there.

use smallvec::SmallVec;

use crate::movegen::Candidate;

use super::order::{BAD_CAPTURE, FIRST, GOOD_CAPTURE, Hints, KILLER, MoveList};
use super::parameters::{
    ALONE_PER_PLY, BONUS, CAPTURE_LOSS, CAPTURE_SHARE, HISTORY_STEP, MOST_BONUS, QUIET_BREADTH,
    QUIET_LOSS, QUIET_MARGIN, QUIET_MARGIN_PER_PLY, QUIET_MOVES, REDUCTION_FOR_CUT,
    REDUCTION_IF_WIDE, REDUCTION_IF_WORSE,
};
use super::report::{Bound, FORCED, INFINITE, MAX_PLY, WON, Window, score_from_tt, to_table};
use super::table::TtEntry;
use super::tree::{EnteredNode, Fetched, MOST_TRIED, MoveLoop, Step, Suspended, Tree};

/// With more beta cutoffs at the next ply than this, late moves are reduced further.
const MANY_CUT: u32 = 3;

/// Separates entries of the exhaustive mate search from others in the transposition table.
const EXACT_KEY: u64 = 0x51b6_2f0a_93dc_7e15;

impl Tree<'_> {
    /// Searches the root to a depth.
    pub(super) fn search_root(&mut self, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.search(0, depth, Window { alpha, beta }, false)
    }

    /// Searches the position after a move; the score is for the side that has moved.
    pub(super) fn search_child(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        cut: bool,
    ) -> i32 {
        self.for_mover(ply, window, |tree, window| {
            tree.search(ply + 1, depth, window, cut)
        })
    }

    /// Searches a node. `cut` marks an expected cut node.
    pub(super) fn search(&mut self, ply: usize, depth: i32, window: Window, cut: bool) -> i32 {
        if let Some(suspended) = self.suspended.pop() {
            return self.take_up(ply, suspended);
        }
        let Window {
            mut alpha,
            mut beta,
        } = window;
        let is_pv = window.is_pv();
        let is_root = ply == 0;
        let node = self.frames[ply].node;
        let mut depth = depth;
        self.lines[ply].clear();
        if !is_root && let Some(score) = self.game_end.by_rule(&*self.stack, &node, ply) {
            self.nodes += 1;
            return score;
        }
        if node.in_check && depth < 60 && ply < MAX_PLY / 2 {
            depth += 1;
        }
        if self.exact && depth <= 0 {
            return self.stuck_or_nothing(ply);
        }
        if depth <= 0 || ply >= MAX_PLY - 2 {
            return self.quiesce(ply, 0, window);
        }
        if self.wants_pause && !self.stopped {
            // This node has no state yet, so it is entered again on resumption.
            (self.stopped, self.paused) = (true, true);
            return 0;
        }
        self.nodes += 1;
        self.look_at_limits();
        if self.stopped {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);
        let excluded = self.frames[ply].excluded;
        if !is_root {
            if let Some(score) = self.by_repetition(ply) {
                return score;
            }
            alpha = alpha.max(-WON + ply as i32);
            beta = beta.min(WON - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let mut key = node.key ^ u64::from(excluded).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if self.exact {
            key = key.rotate_left(1 + u32::from(self.forcing)) ^ EXACT_KEY;
        }
        let known = self.table.get(key);
        if let Some(known) = known
            && !is_pv
            && !is_root
            && known.depth >= depth
            && let Some(score) = known.deciding(ply, Window { alpha, beta })
        {
            return score;
        }
        let static_eval = if node.in_check {
            None
        } else {
            let remembered = known.and_then(|known| known.static_eval);
            Some(remembered.unwrap_or_else(|| self.worth(ply)))
        };
        self.frames[ply].static_eval = static_eval;
        let improving = static_eval.is_some_and(|static_eval| {
            let earlier = ply
                .checked_sub(2)
                .and_then(|earlier| self.frames[earlier].static_eval);
            earlier.is_none_or(|earlier| static_eval > earlier)
        });
        let eval_estimate = static_eval.map(|static_eval| {
            known.map_or(static_eval, |known| known.corrected(ply, static_eval))
        });
        self.frames[ply + 1].killers = [0; 2];
        self.frames[ply + 2].n_cut = 0;
        let entered = EnteredNode {
            depth,
            window: Window { alpha, beta },
            is_pv,
            cut,
            excluded,
            key,
            known,
            static_eval,
            eval_estimate,
            improving,
            has_pieces: self.stack.has_pieces(),
        };
        if !is_pv
            && excluded == 0
            && !self.exact
            && beta.abs() < FORCED
            && let (Some(static_eval), Some(eval_estimate)) = (static_eval, eval_estimate)
            && let Some(score) = self.prune(ply, &entered, static_eval, eval_estimate)
        {
            return score;
        }
        self.list_and_try(ply, entered)
    }

    /// Resumes a node of a suspended search.
    #[cold]
    fn take_up(&mut self, ply: usize, suspended: Suspended) -> i32 {
        match suspended {
            Suspended::Passing(entered) => match self.pass(ply, &entered) {
                Some(score) => score,
                None => self.list_and_try(ply, entered),
            },
            Suspended::Trying(mut trial) => {
                let list = std::mem::take(&mut trial.list);
                let (entered, is_begun) = (trial.entered, trial.is_begun);
                self.try_moves(ply, &entered, list, is_begun, Some(trial))
            }
        }
    }

    /// Generates and orders the moves of a node, and tries them.
    fn list_and_try(&mut self, ply: usize, mut entered: EnteredNode) -> i32 {
        let is_root = ply == 0;
        let best_known = entered.known.map_or(0, |known| known.code);
        if best_known == 0 && entered.depth >= 4 && (entered.is_pv || entered.cut) && !self.exact {
            entered.depth -= 1;
        }
        // The hash move usually causes a cutoff, so the other moves are generated only after it.
        if !is_root
            && best_known != 0
            && entered.excluded == 0
            && let Some(best) = self.stack.find(best_known)
        {
            let mut list = std::mem::take(&mut self.lists[ply]);
            list.begin_with(best);
            return self.try_moves(ply, &entered, list, true, None);
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        self.list_in_order(ply, best_known, &mut list);
        if list.is_empty() {
            self.lists[ply] = list;
            let node = self.frames[ply].node;
            return self.game_end.stuck(&*self.stack, &node, ply);
        }
        self.try_moves(ply, &entered, list, false, None)
    }

    /// Generates and orders the moves of a node.
    fn list_in_order(&mut self, ply: usize, best: u32, list: &mut MoveList) {
        let moves = list.moves_mut();
        self.list_moves(false, moves);
        if ply == 0 {
            moves.retain(|mv| {
                (self.only.is_empty() || self.only.contains(&mv.code))
                    && !self.without.contains(&mv.code)
            });
        }
        let hints = Hints {
            best,
            killers: self.frames[ply].killers,
            before: self.rows_before(ply),
        };
        list.arrange(self.histories, &hints);
    }

    /// The move loop; with `suspended` it resumes where the search was suspended. With `is_begun` the list
    /// contains only the hash move, and the others are generated after it.
    fn try_moves(
        &mut self,
        ply: usize,
        entered: &EnteredNode,
        mut list: MoveList,
        mut is_begun: bool,
        suspended: Option<Box<MoveLoop>>,
    ) -> i32 {
        let EnteredNode {
            depth,
            window: Window { mut alpha, beta },
            is_pv,
            cut,
            excluded,
            key,
            known,
            static_eval,
            improving,
            has_pieces,
            ..
        } = *entered;
        let first_alpha = alpha;
        let is_root = ply == 0;
        let node = self.frames[ply].node;
        let best_known = known.map_or(0, |known| known.code);
        let (mut best, mut best_code) = (-INFINITE, 0);
        let mut quiets: SmallVec<[u32; MOST_TRIED]> = SmallVec::new();
        let mut captures: SmallVec<[u32; MOST_TRIED]> = SmallVec::new();
        let (mut number, mut place) = (0, 0);
        let mut resumed = None;
        let mut fetched = Fetched::default();
        if let Some(trial) = suspended {
            let trial = *trial;
            (alpha, best, best_code) = (trial.alpha, trial.best, trial.best_code);
            (quiets, captures) = (trial.quiets, trial.captures);
            (number, place) = (trial.number, trial.place);
            resumed = Some((trial.step, trial.extension));
        }
        'moves: loop {
            if is_begun && place == 1 {
                is_begun = false;
                self.list_in_order(ply, best_known, &mut list);
                list.pick(0);
            }
            if place == list.len() {
                break;
            }
            // When a move is resumed, the tests before its search give the same results again.
            let (mv, order) = list.pick(place);
            // Losing captures are tried after the quiet moves.
            if mv.tactical
                && (GOOD_CAPTURE / 2..FIRST).contains(&order)
                && mv.gain < mv.mover
                && !self.stack.gains_at_least(&mv, 0)
            {
                list.put_off(place, BAD_CAPTURE + mv.gain.clamp(-20_000, 20_000));
                continue;
            }
            place += 1;
            if mv.code == excluded || number > 0 && self.overlooks(ply, &mv) {
                continue;
            }
            number += 1;
            let is_bad_capture = order < BAD_CAPTURE / 2;
            let learned = if !mv.tactical && order < KILLER / 2 {
                order
            } else {
                0
            };
            let reduction = self.reduction(depth, number);
            if !is_root && best > -FORCED && has_pieces && !self.exact {
                if !mv.tactical {
                    let n_moves = (QUIET_MOVES + 100 * depth * depth) * QUIET_BREADTH / 100;
                    let limit =
                        n_moves * self.pruning_scale / if improving { 10_000 } else { 20_000 };
                    if depth <= 8 && number > limit + 1 && !node.in_check {
                        number += list.leave_out_quiets(place, excluded);
                        continue;
                    }
                    let left = (depth - reduction).max(0);
                    let margin = QUIET_MARGIN + QUIET_MARGIN_PER_PLY * left;
                    if left <= 7
                        && static_eval.is_some_and(|static_eval| static_eval + margin <= alpha)
                    {
                        number += list.leave_out_quiets(place, excluded);
                        continue;
                    }
                    if depth <= 7
                        && !node.in_check
                        && !self
                            .stack
                            .gains_at_least(&mv, -QUIET_LOSS * left * left.min(4))
                    {
                        continue;
                    }
                } else if is_bad_capture
                    && depth <= 6
                    && !self.stack.gains_at_least(&mv, -CAPTURE_LOSS * depth)
                {
                    continue;
                }
            }
            let (mut step, mut extension) = resumed.take().unwrap_or((Step::Singular, 0));
            let score = 'tried: {
                if step == Step::Singular
                    && !is_root
                    && !self.exact
                    && depth >= 7
                    && mv.code == best_known
                    && excluded == 0
                    && ply < MAX_PLY / 3
                    && let Some(known) = known
                    && known.depth >= depth - 3
                    && known.bound != Bound::Upper
                    && known.score.abs() < FORCED
                {
                    let score = score_from_tt(known.score, ply);
                    // Singular extension: is the hash move much better than all others?
                    let bar = score - ALONE_PER_PLY * depth / 100;
                    self.frames[ply].excluded = mv.code;
                    let kept = std::mem::take(&mut list);
                    let others = self.search(ply, (depth - 1) / 2, Window::null(bar - 1), cut);
                    list = kept;
                    self.frames[ply].excluded = 0;
                    if self.stopped {
                        break 'tried 0;
                    }
                    if others < bar {
                        extension = 1;
                    } else if others >= beta && others.abs() < FORCED {
                        self.lists[ply] = list;
                        return others;
                    }
                }
                let next = if is_begun {
                    None
                } else {
                    list.pick_early(place)
                };
                fetched = self.make(ply, &mv, next, fetched);
                if self.exact && self.cannot_mate(ply, alpha) {
                    self.stack.pop();
                    continue 'moves;
                }
                let further = depth - 1 + extension;
                let whole = Window { alpha, beta };
                let mut score;
                if number == 1 {
                    step = Step::First;
                    score = self.search_child(ply, further, whole, !is_pv && !cut);
                } else {
                    let mut less = 0;
                    if depth >= 3 && number > 1 + i32::from(is_root) && !self.exact {
                        less = reduction;
                        if mv.tactical {
                            if !is_bad_capture {
                                less = less * CAPTURE_SHARE / 100 - 1;
                            }
                        } else {
                            let more = REDUCTION_FOR_CUT * i32::from(cut)
                                + REDUCTION_IF_WORSE * i32::from(!improving)
                                - REDUCTION_IF_WIDE * i32::from(is_pv)
                                - 100 * learned / HISTORY_STEP
                                - 100 * i32::from(order >= KILLER / 2);
                            // Rounded to whole plies.
                            less += (more + 50).div_euclid(100);
                        }
                        less -= i32::from(node.in_check);
                        // If most moves at this ply are refuted, this one probably is too.
                        less += i32::from(!mv.tactical && self.frames[ply + 1].n_cut > MANY_CUT);
                        less = less.clamp(0, (further - 1).max(0));
                    }
                    // A resumed search continues with its step.
                    score = alpha;
                    if step <= Step::First {
                        step = Step::First;
                        score = self.search_child(ply, further - less, Window::null(alpha), true);
                    }
                    let again = step == Step::First && score > alpha && less > 0;
                    if !self.paused && (again || step == Step::Again) {
                        step = Step::Again;
                        score = self.search_child(ply, further, Window::null(alpha), !cut);
                    }
                    let wide = score > alpha && score < beta && is_pv;
                    if !self.paused && (wide || step == Step::Wide) {
                        step = Step::Wide;
                        score = self.search_child(ply, further, whole, false);
                    }
                }
                self.stack.pop();
                score
            };
            if self.stopped {
                if self.paused {
                    self.suspended.push(Suspended::Trying(Box::new(MoveLoop {
                        entered: *entered,
                        list,
                        is_begun,
                        alpha,
                        best,
                        best_code,
                        quiets,
                        captures,
                        number: number - 1,
                        place: place - 1,
                        step,
                        extension,
                    })));
                    return 0;
                }
                self.lists[ply] = list;
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha || is_root && number == 1 {
                    best_code = mv.code;
                    if is_pv {
                        self.keep_line(ply, mv.code);
                    }
                }
                if score > alpha {
                    alpha = score;
                    if alpha >= beta {
                        self.frames[ply].n_cut += 1;
                        self.learn(ply, depth, &mv, &quiets, &captures);
                        break;
                    }
                }
            }
            let tried = if mv.tactical {
                &mut captures
            } else {
                &mut quiets
            };
            if tried.len() < MOST_TRIED {
                tried.push(mv.row);
            }
        }
        self.lists[ply] = list;
        if best == -INFINITE {
            // No move was tried.
            return alpha;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if !is_root || self.without.is_empty() {
            let known = TtEntry {
                code: best_code,
                score: to_table(best, ply),
                static_eval,
                depth,
                bound,
            };
            self.table.put(key, &known);
        }
        best
    }

    /// The score of a leaf of the mate search: only a side without legal moves is scored.
    fn stuck_or_nothing(&mut self, ply: usize) -> i32 {
        self.nodes += 1;
        self.look_at_limits();
        let node = self.frames[ply].node;
        let mut list = std::mem::take(&mut self.lists[ply]);
        let moves = list.moves_mut();
        moves.clear();
        self.stack.moves(false, moves);
        let is_stuck = moves.is_empty();
        self.lists[ply] = list;
        if is_stuck {
            self.game_end.stuck(&*self.stack, &node, ply)
        } else {
            0
        }
    }

    /// Whether the last move cannot lead to the mate that is searched for: it does not give check,
    /// and either the search is for checks only or no plies are left for a later mate.
    fn cannot_mate(&self, ply: usize, alpha: i32) -> bool {
        let (before, after) = (&self.frames[ply].node, &self.frames[ply + 1].node);
        let is_last = || self.game_end.mates_by_check && alpha >= WON - (ply as i32 + 3);
        before.turn == self.frames[0].node.turn
            && !after.in_check
            && !after.may_be_over
            && (self.forcing || is_last())
    }

    fn reduction(&self, depth: i32, number: i32) -> i32 {
        self.reductions[depth.clamp(0, 63) as usize][number.clamp(0, 63) as usize]
    }

    /// Updates killers and histories after a beta cutoff: a bonus for the move, a malus for those tried
    /// before it.
    fn learn(
        &mut self,
        ply: usize,
        depth: i32,
        good: &Candidate,
        quiets: &[u32],
        captures: &[u32],
    ) {
        let bonus = (BONUS * depth * depth + 32 * depth).min(MOST_BONUS);
        let before = self.rows_before(ply);
        if good.tactical {
            self.histories.learn_capture(good.row, bonus);
        } else {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != good.code {
                *killers = [good.code, killers[0]];
            }
            self.histories.learn_quiet(good.row, before, bonus);
            for row in quiets {
                self.histories.learn_quiet(*row, before, -bonus);
            }
        }
        for row in captures {
            self.histories.learn_capture(*row, -bonus);
        }
    }
}
