//! The line of play that a search looks at, and what it shares with the searches of other depths: moves
//! made and taken back, limits, repetitions, the best lines.
//!
//! Scores are for the side to move. Where the same side moves again, windows are not turned around.

use super::alpha_beta::Suspended;
use super::eval_cache::EvalCache;
use super::even_order;
use super::game_end::{GameEnd, Seen};
use super::limits::{Control, Slice};
use super::order::{Histories, MoveList, NO_ROW};
use super::parameters::REDUCTIONS;
use super::scores::{MAX_PLY, MOST};
use super::table::Table;
use crate::geometry::BoardShape;
use crate::movegen::{Candidate, Node, SearchStack};
use crate::state::Color;

/// A position of the line that is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) node: Node,
    /// What the position is worth by itself; nothing in check.
    pub(super) static_eval: Option<i32>,
    /// The row of the move that is tried.
    pub(super) row: u32,
    pub(super) killers: [u32; 2],
    /// How many positions at this ply were cut, since two plies above one was entered.
    pub(super) n_cut: u32,
    /// A move that is left out, or 0.
    pub(super) excluded: u32,
    /// Whether the side to move did not move.
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

/// A window of scores that matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Just above alpha.
    pub(super) fn null(alpha: i32) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }
}

/// The move after which what is known of the position has been fetched, and the number of that position, if it can
/// be told. By default that is no move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fetched {
    code: u32,
    key: Option<u64>,
}

/// One search.
pub(super) struct Tree<'a> {
    pub(super) stack: Box<dyn SearchStack + 'a>,
    pub(super) game_end: &'a GameEnd<'a>,
    pub(super) table: &'a Table,
    pub(super) histories: &'a mut Histories,
    eval_cache: &'a mut EvalCache,
    control: &'a Control<'a>,
    /// Positions before the one that is searched, the last first, if they matter.
    past: &'a [Seen],
    pub(super) frames: Vec<Frame>,
    pub(super) lists: Vec<MoveList>,
    /// By ply: the best line from there.
    pub(super) lines: Vec<Vec<u32>>,
    /// How many positions are looked at between two looks at the clock, and after how many the next one is due.
    patience: u64,
    next_look: u64,
    pub(super) nodes: u64,
    pub(super) max_nodes: u64,
    pub(super) hard_limit: Option<std::time::Duration>,
    pub(super) stopped: bool,
    pub(super) selective_depth: usize,
    /// The moves that may be chosen, where not all may; and those that other lines begin with.
    pub(super) only: Vec<u32>,
    pub(super) without: Vec<u32>,
    /// How many moves are tried before late ones are left out, in hundredths of what chess has.
    pub(super) breadth: i32,
    pub(super) reductions: &'static [[i32; 64]; 64],
    /// The board, if moves are listed in an order that is the same for both sides.
    pub(super) even_order: Option<&'a BoardShape>,
    /// Whether all moves are looked at, and nothing is guessed.
    pub(super) exact: bool,
    /// Whether the side to move at the root makes moves only that give check, or end the game.
    pub(super) forcing: bool,
    /// At so many positions, and when so much time has gone by, the search is to be put suspended.
    pub(super) pause_nodes: u64,
    pub(super) pause_time: Option<std::time::Duration>,
    /// Whether it is to be put suspended at the next position in which nothing has been done yet.
    pub(super) wants_pause: bool,
    /// Whether it is stopped in order to go on later.
    pub(super) paused: bool,
    /// Where the search was in the positions of the line when it was put suspended, the root last.
    pub(super) suspended: Vec<Suspended>,
}

/// What stays of a tree while the search is put suspended.
#[derive(Debug, Default)]
pub(super) struct Kept {
    frames: Vec<Frame>,
    lists: Vec<MoveList>,
    lines: Vec<Vec<u32>>,
    nodes: u64,
    selective_depth: usize,
    only: Vec<u32>,
    without: Vec<u32>,
    breadth: i32,
    exact: bool,
    forcing: bool,
    suspended: Vec<Suspended>,
}

impl Kept {
    /// A search that has not begun.
    pub(super) fn new() -> Kept {
        Kept {
            frames: vec![Frame::default(); MAX_PLY + 4],
            lists: (0..=MAX_PLY + 4).map(|_| MoveList::default()).collect(),
            lines: vec![Vec::new(); MAX_PLY + 4],
            breadth: 100,
            ..Kept::default()
        }
    }

    /// Positions looked at.
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
        patience: u64,
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
            patience,
            next_look: (kept.nodes + 1).next_multiple_of(patience),
            nodes: kept.nodes,
            max_nodes: u64::MAX,
            hard_limit: None,
            stopped: false,
            selective_depth: kept.selective_depth,
            only: kept.only,
            without: kept.without,
            breadth: kept.breadth,
            reductions: &REDUCTIONS,
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
        if !game_end.minds_past(root.key, past) {
            tree.past = &[];
        }
        tree
    }

    /// Puts the search suspended when a slice is over.
    pub(super) fn pause_after(&mut self, slice: &Slice) {
        let nodes = slice
            .nodes
            .map(|nodes| self.nodes.saturating_add(nodes.max(1)));
        self.pause_nodes = nodes.unwrap_or(u64::MAX);
        let begun = self.control.elapsed();
        self.pause_time = slice.time.map(|time| begun.saturating_add(time));
    }

    /// Lets it find nothing more.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
    }

    /// What is needed to go on.
    pub(super) fn put_aside(self) -> Kept {
        Kept {
            frames: self.frames,
            lists: self.lists,
            lines: self.lines,
            nodes: self.nodes,
            selective_depth: self.selective_depth,
            only: self.only,
            without: self.without,
            breadth: self.breadth,
            exact: self.exact,
            forcing: self.forcing,
            suspended: self.suspended,
        }
    }

    /// The moves of the position that is searched. How many there are says how many are tried later.
    pub(super) fn root_moves(&mut self) -> Vec<Candidate> {
        let mut moves = Vec::new();
        self.list_moves(false, &mut moves);
        self.breadth = (100 * moves.len() as i32 / 32).clamp(80, 300);
        moves
    }

    /// Lists the legal moves, or only those that are tactical.
    pub(super) fn list_moves(&mut self, tactical: bool, list: &mut Vec<Candidate>) {
        list.clear();
        self.stack.moves(tactical, list);
        if let Some(shape) = self.even_order {
            even_order::sort(&mut *self.stack, shape, list);
        }
    }

    /// The best line of the last search.
    pub(super) fn best_line(&self) -> &[u32] {
        &self.lines[0]
    }

    /// Searches the position to a depth.
    pub(super) fn search_root(&mut self, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.search(0, depth, Window { alpha, beta }, false)
    }

    pub(super) fn look_at_limits(&mut self) {
        if self.nodes >= self.max_nodes {
            self.stopped = true;
        }
        self.wants_pause |= self.nodes >= self.pause_nodes;
        if self.nodes >= self.next_look {
            self.next_look = (self.nodes + 1).next_multiple_of(self.patience);
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

    /// Begins to fetch what is known of the position after a move.
    #[inline]
    pub(super) fn fetch_after(&self, mv: &Candidate) -> Fetched {
        let key = self.stack.key_after(mv.code);
        if let Some(key) = key {
            self.table.prefetch(key);
            self.eval_cache.prefetch(key);
        }
        Fetched { code: mv.code, key }
    }

    /// Makes a move of the position at a ply, and looks at the new one; says what was fetched in the meantime for
    /// the move that may be `next`.
    ///
    /// PERF: most positions after late moves are left at once, so one is fetched while the one before is searched.
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

    /// The score of the position after a move, for the side that has moved.
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

    /// The same by captures only.
    pub(super) fn quiesce_child(&mut self, ply: usize, depth: i32, window: Window) -> i32 {
        self.for_mover(ply, window, |tree, window| {
            tree.quiesce(ply + 1, depth, window)
        })
    }

    /// What a search of the position after a move says, for the side that has moved.
    fn for_mover(
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

    /// What the position at a ply, which is on top, is worth by itself.
    pub(super) fn worth(&mut self, ply: usize) -> i32 {
        let (stack, key) = (&mut self.stack, self.frames[ply].node.key);
        let find = || stack.evaluate().clamp(-MOST, MOST) as i16;
        self.eval_cache.of(key, find).into()
    }

    /// Keeps what the position after a null move is worth, which is known from the one before it.
    pub(super) fn keep_worth_after_pass(&mut self, ply: usize, static_eval: i32) {
        // At its bounds a worth says less than it did.
        if static_eval.abs() < MOST {
            let after = self.stack.worth_after_pass(static_eval).clamp(-MOST, MOST);
            self.eval_cache
                .keep(self.frames[ply + 1].node.key, after as i16);
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
