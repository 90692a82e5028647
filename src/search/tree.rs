//! Search state of the current line of play: frames, limits, repetition detection and principal variations.
//!
//! Scores are for the side to move. If the same side moves again, windows are not negated.

use smallvec::SmallVec;

use crate::geometry::BoardShape;
use crate::movegen::{Candidate, Node, SearchStack};
use crate::state::Color;

use super::eval_cache::EvalCache;
use super::game_end::{GameEnd, Seen};
use super::limits::{Control, Slice};
use super::order;
use super::order::{Histories, MoveList, NO_ROW};
use super::parameters::REDUCTIONS;
use super::report::{MAX_PLY, MOST, Window};
use super::table::{Table, TtEntry};
use super::weakness::Weakness;

/// Search state of one ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) node: Node,
    /// The static evaluation; `None` in check.
    pub(super) static_eval: Option<i32>,
    /// The history row of the current move.
    pub(super) row: u32,
    pub(super) killers: [u32; 2],
    /// The number of beta cutoffs at this ply since a node two plies above was entered.
    pub(super) n_cut: u32,
    /// The move excluded by a singular search, or 0.
    pub(super) excluded: u32,
    /// Whether the current move is a null move.
    pub(super) passed: bool,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            node: Node {
                key: 0,
                turn: Color::White,
                clock: 0,
                in_check: false,
                may_be_over: false,
            },
            static_eval: None,
            row: NO_ROW,
            killers: [0; 2],
            n_cut: 0,
            excluded: 0,
            passed: false,
        }
    }
}

/// A move whose resulting position was prefetched, and the hash of that position, if known. The default is no
/// move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fetched {
    code: u32,
    key: Option<u64>,
}

/// State of one search.
pub(super) struct Tree<'a> {
    pub(super) stack: Box<dyn SearchStack + 'a>,
    pub(super) game_end: &'a GameEnd<'a>,
    pub(super) table: &'a Table,
    pub(super) histories: &'a mut Histories,
    eval_cache: &'a mut EvalCache,
    control: &'a Control<'a>,
    /// The positions before the root, the last first; empty if they cannot matter to repetitions.
    past: &'a [Seen],
    pub(super) frames: Vec<Frame>,
    pub(super) lists: Vec<MoveList>,
    /// The principal variation from each ply.
    pub(super) lines: Vec<Vec<u32>>,
    /// The number of nodes between two readings of the clock, and the node of the next one.
    clock_interval: u64,
    next_look: u64,
    pub(super) nodes: u64,
    pub(super) max_nodes: u64,
    pub(super) hard_limit: Option<std::time::Duration>,
    pub(super) stopped: bool,
    pub(super) selective_depth: usize,
    /// The moves allowed at the root, empty for all; and the first moves of better lines (multi-PV).
    pub(super) only: Vec<u32>,
    pub(super) without: Vec<u32>,
    /// Scale of late move pruning by the number of root moves, in hundredths of that of chess.
    pub(super) pruning_scale: i32,
    pub(super) reductions: &'static [[i32; 64]; 64],
    /// The errors of a player below full strength.
    pub(super) weakness: Option<Weakness>,
    /// The board, if moves are ordered symmetrically for both colors.
    pub(super) even_order: Option<&'a BoardShape>,
    /// Exhaustive mate search: no pruning and no reductions.
    pub(super) exact: bool,
    /// Whether the side to move at the root may only give check or end the game.
    pub(super) forcing: bool,
    /// The node and the time at which the search is suspended.
    pub(super) pause_nodes: u64,
    pub(super) pause_time: Option<std::time::Duration>,
    /// Whether the search is suspended at the next node that has no state yet.
    pub(super) wants_pause: bool,
    /// Whether the search is stopped to be resumed later.
    pub(super) paused: bool,
    /// The states of the suspended nodes of the current line, the root last.
    pub(super) suspended: Vec<Suspended>,
}

/// The state of a tree that is kept while the search is suspended.
#[derive(Debug, Default)]
pub(super) struct Kept {
    frames: Vec<Frame>,
    lists: Vec<MoveList>,
    lines: Vec<Vec<u32>>,
    nodes: u64,
    selective_depth: usize,
    only: Vec<u32>,
    without: Vec<u32>,
    pruning_scale: i32,
    exact: bool,
    forcing: bool,
    suspended: Vec<Suspended>,
}

impl Kept {
    /// The state of a new search.
    pub(super) fn new() -> Kept {
        Kept {
            frames: vec![Frame::default(); MAX_PLY + 4],
            lists: (0..=MAX_PLY + 4).map(|_| MoveList::default()).collect(),
            lines: vec![Vec::new(); MAX_PLY + 4],
            pruning_scale: 100,
            ..Kept::default()
        }
    }

    /// Number of nodes searched.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl<'a> Tree<'a> {
    #[expect(clippy::too_many_arguments, reason = "all that a search works on")]
    pub(super) fn new(
        stack: Box<dyn SearchStack + 'a>,
        game_end: &'a GameEnd<'a>,
        table: &'a Table,
        histories: &'a mut Histories,
        eval_cache: &'a mut EvalCache,
        control: &'a Control<'a>,
        past: &'a [Seen],
        clock_interval: u64,
        kept: Kept,
    ) -> Tree<'a> {
        let mut tree = Tree {
            stack,
            game_end,
            table,
            histories,
            eval_cache,
            control,
            past,
            frames: kept.frames,
            lists: kept.lists,
            lines: kept.lines,
            clock_interval,
            next_look: (kept.nodes + 1).next_multiple_of(clock_interval),
            nodes: kept.nodes,
            max_nodes: u64::MAX,
            hard_limit: None,
            stopped: false,
            selective_depth: kept.selective_depth,
            only: kept.only,
            without: kept.without,
            pruning_scale: kept.pruning_scale,
            reductions: &REDUCTIONS,
            weakness: None,
            even_order: None,
            exact: kept.exact,
            forcing: kept.forcing,
            pause_nodes: u64::MAX,
            pause_time: None,
            wants_pause: false,
            paused: false,
            suspended: kept.suspended,
        };
        let root = tree.stack.node();
        tree.frames[0].node = root;
        if !game_end.depends_on_past(root.key, past) {
            tree.past = &[];
        }
        tree
    }

    /// Suspends the search at the end of a slice.
    pub(super) fn pause_after(&mut self, slice: &Slice) {
        let nodes = slice
            .nodes
            .map(|nodes| self.nodes.saturating_add(nodes.max(1)));
        self.pause_nodes = nodes.unwrap_or(u64::MAX);
        let begun = self.control.elapsed();
        self.pause_time = slice.time.map(|time| begun.saturating_add(time));
    }

    /// Stops the search.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
    }

    /// Extracts the state that is needed to resume.
    pub(super) fn put_aside(self) -> Kept {
        Kept {
            frames: self.frames,
            lists: self.lists,
            lines: self.lines,
            nodes: self.nodes,
            selective_depth: self.selective_depth,
            only: self.only,
            without: self.without,
            pruning_scale: self.pruning_scale,
            exact: self.exact,
            forcing: self.forcing,
            suspended: self.suspended,
        }
    }

    /// The legal moves of the root. Their number scales late move pruning.
    pub(super) fn root_moves(&mut self) -> Vec<Candidate> {
        let mut moves = Vec::new();
        self.list_moves(false, &mut moves);
        self.pruning_scale = (100 * moves.len() as i32 / 32).clamp(80, 300);
        moves
    }

    /// Generates the legal moves, or only the tactical ones.
    pub(super) fn list_moves(&mut self, tactical: bool, list: &mut Vec<Candidate>) {
        list.clear();
        self.stack.moves(tactical, list);
        if let Some(shape) = self.even_order {
            order::sort(&mut *self.stack, shape, list);
        }
    }

    /// The principal variation of the last search.
    pub(super) fn best_line(&self) -> &[u32] {
        &self.lines[0]
    }

    pub(super) fn look_at_limits(&mut self) {
        if self.nodes >= self.max_nodes {
            self.stopped = true;
        }
        self.wants_pause |= self.nodes >= self.pause_nodes;
        if self.nodes >= self.next_look {
            self.next_look = (self.nodes + 1).next_multiple_of(self.clock_interval);
            let too_late = |limit| self.control.elapsed() >= limit;
            self.stopped |= self.control.is_stopped()
                || !self.control.is_pondering() && self.hard_limit.is_some_and(too_late);
            self.wants_pause |= self.pause_time.is_some_and(too_late);
        }
    }

    fn seen(&self, ply: usize, ago: usize) -> Seen {
        match ply.checked_sub(ago) {
            Some(earlier) => {
                let node = &self.frames[earlier].node;
                Seen {
                    key: node.key,
                    in_check: node.in_check,
                }
            }
            None => self.past.get(ago - ply - 1).copied().unwrap_or_default(),
        }
    }

    pub(super) fn by_repetition(&self, ply: usize) -> Option<i32> {
        let node = &self.frames[ply].node;
        let n_seen = ply + self.past.len();
        (self.game_end).by_repetition(node, ply, n_seen, &|ago| self.seen(ply, ago))
    }

    /// Prefetches the table entries of the position after a move.
    #[inline]
    pub(super) fn fetch_after(&self, mv: &Candidate) -> Fetched {
        let key = self.stack.key_after(mv.code);
        if let Some(key) = key {
            self.table.prefetch(key);
            self.eval_cache.prefetch(key);
        }
        Fetched { code: mv.code, key }
    }

    /// Makes a move at a ply and initializes the next node; returns what was prefetched for the `next` move.
    ///
    /// PERF: most nodes after late moves are left at once, so the next one is prefetched while this one is
    /// searched.
    pub(super) fn make(
        &mut self,
        ply: usize,
        mv: &Candidate,
        next: Option<Candidate>,
        fetched: Fetched,
    ) -> Fetched {
        self.frames[ply].row = mv.row;
        let fetched = if fetched.code == mv.code {
            fetched
        } else {
            self.fetch_after(mv)
        };
        let for_next = next.map_or(Fetched::default(), |next| self.fetch_after(&next));
        let key = self.stack.push(mv.code);
        if fetched.key != Some(key) {
            self.table.prefetch(key);
        }
        self.frames[ply + 1].node = self.stack.node();
        for_next
    }

    /// Calls a search of the position after a move and converts its window and score to the view of the side
    /// that has moved.
    pub(super) fn for_mover(
        &mut self,
        ply: usize,
        window: Window,
        search: impl FnOnce(&mut Self, Window) -> i32,
    ) -> i32 {
        let is_still_to_move = self.frames[ply].node.turn == self.frames[ply + 1].node.turn;
        if self.game_end.turns_vary && is_still_to_move {
            return search(self, window);
        }
        let turned = Window {
            alpha: -window.beta,
            beta: -window.alpha,
        };
        -search(self, turned)
    }

    /// Whether a weak player overlooks a move at a ply.
    #[inline]
    pub(super) fn overlooks(&self, ply: usize, mv: &Candidate) -> bool {
        let key = self.frames[ply].node.key;
        (self.weakness).is_some_and(|weakness| weakness.overlooks(key, mv)) && !self.exact
    }

    /// The static evaluation of the current position, cached.
    pub(super) fn worth(&mut self, ply: usize) -> i32 {
        let (stack, key) = (&mut self.stack, self.frames[ply].node.key);
        let error = (self.weakness).map_or(0, |weakness| weakness.eval_noise(key));
        let find = || (stack.evaluate() + error).clamp(-MOST, MOST) as i16;
        self.eval_cache.of(key, find).into()
    }

    /// Caches the static evaluation after a null move, which follows from the one before it.
    pub(super) fn keep_worth_after_pass(&mut self, ply: usize, static_eval: i32) {
        // A clamped evaluation is inexact.
        if static_eval.abs() < MOST
            && let Some(after) = self.stack.worth_after_pass(static_eval)
        {
            let after = after.clamp(-MOST, MOST) as i16;
            self.eval_cache.keep(self.frames[ply + 1].node.key, after);
        }
    }

    pub(super) fn rows_before(&self, ply: usize) -> [u32; 2] {
        let row = |ago: usize| match ply.checked_sub(ago) {
            Some(earlier) => self.frames[earlier].row,
            None => NO_ROW,
        };
        [row(1), row(2)]
    }

    pub(super) fn keep_line(&mut self, ply: usize, code: u32) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(code);
        line.extend_from_slice(&after[0]);
    }
}

// State of a suspended search at each node of the current line.

/// Maximum number of tried moves of a node whose histories are updated.
pub(super) const MOST_TRIED: usize = 64;

/// State of a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct EnteredNode {
    pub(super) depth: i32,
    pub(super) window: Window,
    /// Whether the node was entered with an open window.
    pub(super) is_pv: bool,
    pub(super) cut: bool,
    /// The move excluded by a singular search, or 0.
    pub(super) excluded: u32,
    pub(super) key: u64,
    pub(super) known: Option<TtEntry>,
    pub(super) static_eval: Option<i32>,
    pub(super) eval_estimate: Option<i32>,
    pub(super) improving: bool,
    /// Whether the side to move has pieces that make zugzwang unlikely.
    pub(super) has_pieces: bool,
}

/// The step of the search of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// The singular extension search.
    Singular,
    /// The first move, or the reduced search of a later one.
    First,
    /// The search with null window and full depth.
    Again,
    /// The search with the full window.
    Wide,
}

/// State of a suspended move loop.
#[derive(Debug)]
pub(super) struct MoveLoop {
    pub(super) entered: EnteredNode,
    pub(super) list: MoveList,
    /// Whether the list contains only the hash move.
    pub(super) is_begun: bool,
    pub(super) alpha: i32,
    pub(super) best: i32,
    pub(super) best_code: u32,
    pub(super) quiets: SmallVec<[u32; MOST_TRIED]>,
    pub(super) captures: SmallVec<[u32; MOST_TRIED]>,
    pub(super) number: i32,
    pub(super) place: usize,
    pub(super) step: Step,
    pub(super) extension: i32,
}

/// The state of a suspended search at one node.
#[derive(Debug)]
pub(super) enum Suspended {
    /// In the null move search.
    Passing(EnteredNode),
    /// In the search of a move, the last one picked from the list.
    Trying(Box<MoveLoop>),
}
