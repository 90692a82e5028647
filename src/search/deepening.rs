//! Iterative deepening with aspiration windows, multi-PV and mate search.

use crate::geometry::CompactSort;
use crate::state::Move;

use super::limits::{Control, Limits};
use super::parameters::FIRST_WINDOW;
use super::report::{
    Bound, FORCED, INFINITE, Line, MAX_PLY, Progress, SearchResult, WON, Window, shown,
};
use super::table::Table;
use super::tree::{Kept, Tree};

/// Node limit of the search for a mate by checks alone, before quiet moves are searched as well.
const FORCING_NODES: u64 = 1 << 18;

/// Progress of a search: the state that is kept while it is suspended.
#[derive(Debug, Default)]
pub(super) struct Course {
    stage: Stage,
    /// The current depth, or the last one.
    depth: u32,
    /// The principal variations found so far, with their scores.
    lines: Vec<(i32, Line)>,
    /// The number of nodes in the last report.
    reported: u64,
    /// The number of successive depths with the same best move.
    stable: u32,
}

impl Course {
    pub(super) const fn depth(&self) -> u32 {
        self.depth
    }
}

#[derive(Debug, Default)]
enum Stage {
    #[default]
    Begun,
    /// Mate search by checks alone, for a mate in this number of moves.
    Forcing(Root, i32),
    /// Between two depths.
    Between(Root),
    /// Within a depth.
    Within(Root, Depth),
    /// Exhaustive mate search, for a mate in this number of moves.
    Exact(i32),
}

/// Properties of the root position.
#[derive(Clone, Copy, Debug)]
struct Root {
    n_moves: usize,
    /// The first allowed move.
    first: u32,
    n_lines: usize,
    deepest: u32,
}

/// The search of one depth.
#[derive(Debug)]
struct Depth {
    /// The scores and the best move of the previous depth.
    before: Vec<i32>,
    best_before: Option<Move>,
    /// The rank of the current principal variation.
    rank: usize,
    /// The aspiration window, if the search of this line has begun.
    aspiration: Option<Aspiration>,
}

/// An aspiration window around a score.
#[derive(Clone, Copy, Debug)]
struct Aspiration {
    window: Window,
    width: i32,
    /// Reduction of the depth after fail-highs.
    less: i32,
}

/// The result of a part of a search.
enum Reached {
    Goal,
    /// The search ends.
    Stop,
    /// The search is suspended.
    Pause,
}

/// One search by iterative deepening.
pub(super) struct Deepening<'a, 'b> {
    pub(super) tree: Tree<'a>,
    pub(super) limits: &'b Limits,
    pub(super) control: &'b Control<'b>,
    pub(super) unit: i32,
    pub(super) table: &'b Table,
    pub(super) course: &'b mut Course,
}

impl Deepening<'_, '_> {
    /// Runs the search. Returns the result unless the search is suspended, and the state that is needed to
    /// resume.
    pub(super) fn work(
        mut self,
        n_lines: usize,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> (Option<SearchResult>, Kept) {
        let found = self.run(n_lines, report);
        (found, self.tree.put_aside())
    }

    fn run(
        &mut self,
        n_lines: usize,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Option<SearchResult> {
        let limits = self.limits;
        self.tree.max_nodes = limits.nodes.unwrap_or(u64::MAX).max(1);
        self.tree.hard_limit = limits.time.map(|time| time.hard);
        loop {
            self.course.stage = match std::mem::take(&mut self.course.stage) {
                Stage::Begun => match self.root(n_lines) {
                    Some(root) if limits.mate.is_some() => Stage::Forcing(root, 1),
                    Some(root) => Stage::Between(root),
                    None => return Some(SearchResult::default()),
                },
                Stage::Forcing(root, moves) => match self.find_forced_mate(root, moves, report) {
                    Reached::Goal => break,
                    Reached::Stop => Stage::Between(root),
                    Reached::Pause => return None,
                },
                Stage::Between(root) if self.course.depth < root.deepest => {
                    self.course.depth += 1;
                    self.tree.without.clear();
                    let lines = self.course.lines.iter();
                    let depth = Depth {
                        before: lines.map(|(score, _)| *score).collect(),
                        best_before: self.best_move(),
                        rank: 1,
                        aspiration: None,
                    };
                    Stage::Within(root, depth)
                }
                Stage::Within(root, mut depth) => match self.deepen(root, &mut depth, report) {
                    Reached::Pause => {
                        self.course.stage = Stage::Within(root, depth);
                        return None;
                    }
                    Reached::Goal if !self.is_enough(self.course.depth, root.n_moves) => {
                        Stage::Between(root)
                    }
                    Reached::Goal | Reached::Stop => match self.begin_exact(root) {
                        Some(stage) => stage,
                        None => break,
                    },
                },
                Stage::Between(root) => match self.begin_exact(root) {
                    Some(stage) => stage,
                    None => break,
                },
                Stage::Exact(moves) => match self.find_exact_mate(moves, report) {
                    Reached::Pause => return None,
                    Reached::Goal | Reached::Stop => break,
                },
            };
        }
        Some(self.found(report))
    }

    /// Initializes the root; `None` without legal moves.
    fn root(&mut self, n_lines: usize) -> Option<Root> {
        let limits = self.limits;
        let mut moves = self.tree.root_moves();
        if !limits.moves.is_empty() {
            moves.retain(|mv| {
                let expanded = self.tree.stack.expand(mv.code);
                expanded.is_some_and(|mv| limits.moves.contains(&mv))
            });
            self.tree.only = moves.iter().map(|mv| mv.code).collect();
        }
        let first = moves.first()?.code;
        let deepest = limits.depth.unwrap_or(u32::MAX).max(1);
        let deepest = limits
            .mate
            .map_or(deepest, |mate| deepest.min(2 * mate.clamp(1, 90) - 1));
        let deepest = deepest.min(MAX_PLY as u32 - 10);
        Some(Root {
            n_moves: moves.len(),
            first,
            n_lines: n_lines.clamp(1, moves.len()),
            deepest,
        })
    }

    /// The final result of the search.
    fn found(&mut self, report: &mut dyn FnMut(&Progress<'_>)) -> SearchResult {
        self.rank_lines();
        let lines: Vec<(i32, Line)> = std::mem::take(&mut self.course.lines);
        // The nodes of an unfinished depth are reported too.
        if self.course.reported < self.tree.nodes {
            lines
                .iter()
                .for_each(|(_, line)| self.progress(line, report));
        }
        SearchResult {
            lines: lines.into_iter().map(|(_, line)| line).collect(),
            nodes: self.tree.nodes,
        }
    }

    /// Sorts the lines by score. Returns whether the order changes.
    fn rank_lines(&mut self) -> bool {
        let lines = &mut self.course.lines;
        let is_ranked = lines.is_sorted_by_key(|(score, _)| -score);
        lines.sort_compactly_by_key(|(score, line)| (-score, line.rank));
        for (place, (_, line)) in lines.iter_mut().enumerate() {
            line.rank = place + 1;
        }
        !is_ranked
    }

    /// Searches one depth for each principal variation.
    fn deepen(
        &mut self,
        root: Root,
        depth: &mut Depth,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Reached {
        while depth.rank <= root.n_lines {
            let eval_estimate = depth.before.get(depth.rank - 1).copied();
            let begun = depth.aspiration.take();
            let aspiration = depth
                .aspiration
                .insert(begun.unwrap_or_else(|| self.around(eval_estimate)));
            let found = self.search_window(aspiration);
            if self.tree.paused {
                return Reached::Pause;
            }
            depth.aspiration = None;
            let line = self.tree.best_line().to_vec();
            let Some(score) = found else {
                self.take_over(eval_estimate, depth.best_before.as_ref(), &line);
                return Reached::Stop;
            };
            if let Some(first) = line.first() {
                self.tree.without.push(*first);
                self.add_line(depth.rank, score, Bound::Exact, &line);
                self.report(depth.rank, report);
            }
            depth.rank += 1;
        }
        // The last report of a depth must show the move that would be played.
        if self.rank_lines() {
            for rank in 1..=root.n_lines {
                self.report(rank, report);
            }
        }
        self.course.stable = if self.best_move() == depth.best_before {
            self.course.stable + 1
        } else {
            0
        };
        Reached::Goal
    }

    /// Takes over a better first move from a stopped search; its score is only a lower bound.
    fn take_over(&mut self, eval_estimate: Option<i32>, best_before: Option<&Move>, line: &[u32]) {
        let Some(first) = line.first().filter(|_| self.tree.without.is_empty()) else {
            return;
        };
        if self.tree.stack.expand(*first).as_ref() != best_before {
            self.add_line(1, eval_estimate.unwrap_or(0), Bound::Lower, line);
        }
    }

    /// The first aspiration window around the score of the previous depth.
    fn around(&self, eval_estimate: Option<i32>) -> Aspiration {
        let width = FIRST_WINDOW;
        let (alpha, beta) = match eval_estimate {
            Some(eval_estimate) if self.course.depth >= 4 && eval_estimate.abs() < FORCED => {
                (eval_estimate - width, eval_estimate + width)
            }
            _ => (-INFINITE, INFINITE),
        };
        Aspiration {
            window: Window { alpha, beta },
            width,
            less: 0,
        }
    }

    /// Searches with an aspiration window that is widened until the score is inside it; `None` if stopped.
    fn search_window(&mut self, aspiration: &mut Aspiration) -> Option<i32> {
        let depth = self.course.depth as i32;
        let Aspiration {
            window: Window { alpha, beta },
            width,
            less,
        } = aspiration;
        loop {
            if self.tree.stopped {
                return None;
            }
            let score = self.tree.search_root((depth - *less).max(1), *alpha, *beta);
            if self.tree.stopped {
                return None;
            }
            if score <= *alpha && *alpha > -INFINITE {
                *beta = i32::midpoint(*alpha, *beta);
                *alpha = (score - *width).max(-INFINITE);
                *less = 0;
            } else if score >= *beta && *beta < INFINITE {
                *beta = (score + *width).min(INFINITE);
                *less = (*less + 1).min(2);
            } else {
                return Some(score);
            }
            *width *= 2;
            if *width > 600 {
                (*alpha, *beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn best_move(&self) -> Option<Move> {
        let (_, line) = self
            .course
            .lines
            .iter()
            .max_by_key(|(score, line)| (*score, usize::MAX - line.rank))?;
        line.moves.first().cloned()
    }

    fn best_score(&self) -> i32 {
        let scores = self.course.lines.iter().map(|(score, _)| *score);
        scores.max().unwrap_or(0)
    }

    /// Stores a line in place of the one with the same rank.
    fn add_line(&mut self, rank: usize, score: i32, bound: Bound, codes: &[u32]) {
        let mut moves = Vec::with_capacity(codes.len());
        for code in codes {
            let Some(mv) = self.tree.stack.expand(*code) else {
                break;
            };
            moves.push(mv);
            self.tree.stack.push(*code);
        }
        for _ in &moves {
            self.tree.stack.pop();
        }
        let line = Line {
            rank,
            depth: self.course.depth,
            selective_depth: self.tree.selective_depth as u32,
            score: shown(score, self.unit),
            bound,
            moves,
        };
        match self.course.lines.get_mut(rank - 1) {
            Some(place) => *place = (score, line),
            None => self.course.lines.push((score, line)),
        }
    }

    fn report(&mut self, rank: usize, report: &mut dyn FnMut(&Progress<'_>)) {
        if let Some((_, line)) = self.course.lines.get(rank - 1) {
            self.progress(line, report);
            self.course.reported = self.tree.nodes;
        }
    }

    fn progress(&self, line: &Line, report: &mut dyn FnMut(&Progress<'_>)) {
        report(&Progress {
            line,
            nodes: self.tree.nodes,
            table_use: self.table.use_in_thousandths(),
        });
    }

    /// Whether no deeper iteration should begin.
    fn is_enough(&self, depth: u32, n_moves: usize) -> bool {
        if self.control.is_pondering() {
            return false;
        }
        let of_weak = self.tree.weakness.map(|weakness| weakness.nodes);
        let soft = [self.limits.soft_nodes, of_weak];
        if soft
            .into_iter()
            .flatten()
            .any(|nodes| self.tree.nodes >= nodes)
        {
            return true;
        }
        let best = self.best_score();
        if let Some(mate) = self.limits.mate
            && best >= WON - (2 * mate as i32 - 1)
        {
            return true;
        }
        if let Some(time) = self.limits.time {
            let factor = match self.course.stable {
                0 => 1.3,
                1..4 => 1.0,
                _ => 0.7,
            };
            let is_clock = time.soft < time.hard;
            let soft = time.soft.as_secs_f64() * if is_clock { factor } else { 1.0 };
            if self.control.elapsed().as_secs_f64() >= soft || is_clock && n_moves == 1 {
                return true;
            }
            if best.abs() >= FORCED && depth as i32 > WON - best.abs() + 6 {
                return true;
            }
        }
        // A deeper search finds no shorter mate.
        best.abs() >= FORCED && depth as i32 > 2 * (WON - best.abs()) + 20
    }

    /// Begins the exhaustive mate search, if a mate was requested and none was found.
    fn begin_exact(&mut self, root: Root) -> Option<Stage> {
        if self.course.lines.is_empty() {
            // Stopped before any line was found: any move is better than none.
            self.add_line(1, 0, Bound::Exact, &[root.first]);
        }
        let mate = self.limits.mate?;
        let bar = WON - (2 * mate.clamp(1, 90) as i32 - 1);
        if self.best_score() >= bar || self.tree.stopped {
            return None;
        }
        self.tree.without.clear();
        self.tree.exact = true;
        Some(Stage::Exact(1))
    }

    /// Searches for a mate in `from` or more moves with a check on every move. It usually finds such a mate
    /// long before a search with quiet moves.
    fn find_forced_mate(
        &mut self,
        root: Root,
        from: i32,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Reached {
        let limit = self.tree.max_nodes;
        self.tree.max_nodes = limit.min(FORCING_NODES);
        (self.tree.exact, self.tree.forcing) = (true, true);
        let mut reached = Reached::Stop;
        for moves in from..=root.deepest.div_ceil(2) as i32 {
            let found = self.find_mate_in(moves, report);
            if self.tree.paused {
                self.course.stage = Stage::Forcing(root, moves);
                return Reached::Pause;
            }
            if found {
                reached = Reached::Goal;
            }
            if found || self.tree.stopped {
                break;
            }
        }
        if self.tree.nodes >= FORCING_NODES && self.tree.nodes < limit {
            // Any other reason to stop is tested again at once.
            self.tree.stopped = false;
        }
        self.tree.max_nodes = limit;
        (self.tree.exact, self.tree.forcing) = (false, false);
        reached
    }

    /// Searches for a mate in a number of moves and stores its line. Returns whether one exists.
    fn find_mate_in(&mut self, moves: i32, report: &mut dyn FnMut(&Progress<'_>)) -> bool {
        if self.tree.stopped {
            return false;
        }
        let bar = WON - (2 * moves - 1);
        let score = self.tree.search_root(2 * moves - 1, bar - 1, bar + 1);
        let found = !self.tree.stopped && score >= bar;
        if found {
            let line = self.tree.best_line().to_vec();
            self.course.lines.clear();
            self.course.depth = 2 * moves as u32 - 1;
            self.add_line(1, score, Bound::Exact, &line);
            self.report(1, report);
        }
        found
    }

    /// Searches all moves exhaustively for a mate in `from` or more moves.
    fn find_exact_mate(&mut self, from: i32, report: &mut dyn FnMut(&Progress<'_>)) -> Reached {
        let most = self.limits.mate.unwrap_or(0).clamp(1, 90) as i32;
        for moves in from..=most {
            let found = self.find_mate_in(moves, report);
            if self.tree.paused {
                self.course.stage = Stage::Exact(moves);
                return Reached::Pause;
            }
            if found || self.tree.stopped {
                break;
            }
        }
        self.tree.exact = false;
        Reached::Goal
    }
}
