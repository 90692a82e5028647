//! The searcher: what stays from one search to the next, and deepening step by step.

use std::sync::Arc;

use super::judge::{Judge, Seen};
use super::limits::{Control, Limits};
use super::order::Histories;
use super::report::{Bound, Found, Line, Progress, Score};
use super::scores::{FORCED, INFINITE, MAX_PLY, WON, shown};
use super::table::Table;
use super::tree::Tree;
use crate::eval::{self, Evaluation};
use crate::game::{Game, Position, Variant};
use crate::movegen::{GeneralStack, SearchStack, Weights};
use crate::state::{Move, Setup};

/// How a searcher is made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SearchOptions {
    /// Size of the table of positions, in MiB.
    pub table_mib: usize,
    /// How many lines to find.
    pub lines: usize,
    /// From 0, the weakest, to 20, all that it can.
    pub skill: u8,
    /// Whose numbers say what positions are worth.
    pub evaluation: Evaluation,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            table_mib: 16,
            lines: 1,
            skill: STRONGEST,
            evaluation: Evaluation::default(),
        }
    }
}

/// All that it can.
const STRONGEST: u8 = 20;

/// The positions before the present one that are asked whether they come again.
const PAST: usize = 1024;

/// Looks for the best move in positions of one variant, and remembers what it has seen.
#[derive(Debug)]
pub struct Searcher {
    variant: Variant,
    options: SearchOptions,
    weights: Arc<Weights>,
    table: Arc<Table>,
    histories: Histories,
}

impl Searcher {
    /// A searcher for a variant. What pieces are worth is derived here.
    pub fn new(variant: &Variant, options: SearchOptions) -> Searcher {
        let weights = eval::weights(variant, &options.evaluation);
        Searcher {
            variant: variant.clone(),
            table: Arc::new(Table::new(options.table_mib)),
            histories: Histories::new(weights.n_places()),
            weights: Arc::new(weights),
            options,
        }
    }

    /// Another searcher that shares what is found about positions, to search the same game at the same
    /// time on another thread.
    pub fn companion(&self) -> Searcher {
        Searcher {
            variant: self.variant.clone(),
            options: self.options.clone(),
            weights: Arc::clone(&self.weights),
            table: Arc::clone(&self.table),
            histories: Histories::new(self.weights.n_places()),
        }
    }

    /// The variant that it plays.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// How it was made.
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// Changes what can be changed between two searches. The table of positions is emptied if its size or
    /// the evaluation changes.
    pub fn set_options(&mut self, options: SearchOptions) {
        if options.table_mib != self.options.table_mib {
            self.table = Arc::new(Table::new(options.table_mib));
        }
        if options.evaluation != self.options.evaluation {
            self.weights = Arc::new(eval::weights(&self.variant, &options.evaluation));
            self.table = Arc::new(Table::new(options.table_mib));
        }
        self.options = options;
    }

    /// Forgets all that was seen.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    /// What a piece on the board is worth to the search, in hundredths of a pawn of chess; nothing for
    /// royal pieces, which cannot be lost.
    pub fn worth(&self, role: crate::state::Role) -> i32 {
        self.weights.worth.get(role.index()).copied().unwrap_or(0)
    }

    /// What a position is worth for the side to move, by what stands on the board, in the unit of
    /// [`Score::Units`].
    pub fn evaluate(&self, position: &Position) -> i32 {
        let setup = forgetful(position.setup());
        let (mut stack, _) = self.stack(&setup);
        match shown(stack.evaluate(), self.unit()) {
            Score::Units(units) => units,
            Score::Mate(_) => 0,
        }
    }

    /// What the unit of scores is worth: the least of what pieces are worth, which is mostly a pawn.
    fn unit(&self) -> i32 {
        let worth = self.weights.worth.iter().copied();
        let least = worth.filter(|worth| *worth > 0).min();
        least.unwrap_or(100).clamp(40, 400)
    }

    /// The positions of a search, and how many of them are looked at between two looks at the clock.
    fn stack<'a>(&'a self, setup: &'a Setup) -> (Box<dyn SearchStack + 'a>, u64) {
        let (variant, weights) = (&self.variant, &*self.weights);
        let by_tables = variant
            .fast()
            .and_then(|plan| plan.search_stack(variant.book(), weights, setup));
        if let Some(stack) = by_tables {
            return (stack, 512);
        }
        let book = variant.book_with_paths();
        (Box::new(GeneralStack::new(book, weights, setup)), 8)
    }

    /// Looks for the best move of the side to move.
    ///
    /// With one thread, no limit of time and nobody who stops it, the same search after
    /// [`clear`](Searcher::clear) finds the same.
    ///
    /// # Panics
    /// It may, if the game is of another variant.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Found {
        if game.outcome().is_over() {
            return Found::default();
        }
        let variant = self.variant.clone();
        let judge = Judge::new(&variant);
        let setup = forgetful(game.position().setup());
        let past = past(&variant, game);
        let mut histories = std::mem::replace(&mut self.histories, Histories::new(0));
        histories.fade();
        let (stack, patience) = self.stack(&setup);
        self.table.begin_search();
        let table = &*self.table;
        let tree = Tree::new(
            stack,
            &judge,
            table,
            &mut histories,
            control,
            &past,
            patience,
        );
        let mut deepening = Deepening {
            tree,
            limits,
            control,
            unit: self.unit(),
            table,
            lines: Vec::new(),
            reported: 0,
            stable: 0,
        };
        let n_lines = if self.options.skill < STRONGEST {
            self.options.lines.max(4)
        } else {
            self.options.lines.max(1)
        };
        let found = deepening.run(n_lines, self.options.skill, report);
        drop(deepening);
        self.histories = histories;
        found
    }
}

/// The setup without what only counts moves for the end of a game, so that positions are told apart by
/// what can be done in them.
fn forgetful(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    setup.special.count = None;
    setup
}

/// The positions before the present one, the last first.
fn past(variant: &Variant, game: &Game) -> Vec<Seen> {
    let minds_checks = variant.book().rules().perpetual_check.is_some();
    let counts = variant.book().rules().adjudication.counting.is_some();
    let positions = game.earlier_positions().take(PAST);
    positions
        .map(|position| Seen {
            key: if counts {
                crate::movegen::key(variant.book(), &forgetful(position.setup()))
            } else {
                position.key()
            },
            checked: minds_checks && position.is_check(),
        })
        .collect()
}

/// One search, step by step deeper.
struct Deepening<'a, 'b> {
    tree: Tree<'a>,
    limits: &'b Limits,
    control: &'b Control<'b>,
    unit: i32,
    table: &'b Table,
    /// The lines that were found last, with their scores.
    lines: Vec<(i32, Line)>,
    /// The nodes of the last report.
    reported: u64,
    /// For how many depths the best move has been the same.
    stable: u32,
}

impl Deepening<'_, '_> {
    fn run(&mut self, n_lines: usize, skill: u8, report: &mut dyn FnMut(&Progress<'_>)) -> Found {
        let limits = self.limits;
        let mut moves = self.tree.root_moves();
        if !limits.moves.is_empty() {
            moves.retain(|mv| {
                let expanded = self.tree.stack.expand(mv.code);
                expanded.is_some_and(|mv| limits.moves.contains(&mv))
            });
            self.tree.only = moves.iter().map(|mv| mv.code).collect();
        }
        if moves.is_empty() {
            return Found::default();
        }
        self.tree.max_nodes = limits.nodes.unwrap_or(u64::MAX).max(1);
        self.tree.hard_limit = limits.time.map(|time| time.hard);
        let n_lines = n_lines.min(moves.len());
        let deepest = limits.depth.unwrap_or(u32::MAX).max(1);
        let deepest = limits
            .mate
            .map_or(deepest, |mate| deepest.min(2 * mate.clamp(1, 90) - 1));
        let deepest = deepest.min(MAX_PLY as u32 - 10);
        let deepest = if skill < STRONGEST {
            deepest.min(1 + u32::from(skill))
        } else {
            deepest
        };
        let mut depth = 0;
        while depth < deepest {
            depth += 1;
            if !self.deepen(depth, n_lines, report) || self.is_enough(depth, moves.len()) {
                break;
            }
        }
        if self.lines.is_empty() {
            // Stopped before anything was found: any move is better than none.
            self.add_line(1, 1, 0, Bound::Exact, &[moves[0].code]);
        }
        self.find_exact_mate(report);
        let mut lines: Vec<(i32, Line)> = std::mem::take(&mut self.lines);
        lines.sort_by_key(|(score, line)| (-score, line.rank));
        for (place, (_, line)) in lines.iter_mut().enumerate() {
            line.rank = place + 1;
        }
        let chosen = self.chosen(&lines, skill);
        // What was begun and not finished is part of the work, too.
        if self.reported < self.tree.nodes {
            lines
                .iter()
                .for_each(|(_, line)| self.progress(line, report));
        }
        Found {
            chosen,
            lines: lines.into_iter().map(|(_, line)| line).collect(),
            nodes: self.tree.nodes,
        }
    }

    /// Searches one depth for each line; `false` if it was stopped.
    fn deepen(
        &mut self,
        depth: u32,
        n_lines: usize,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> bool {
        self.tree.without.clear();
        let before: Vec<i32> = self.lines.iter().map(|(score, _)| *score).collect();
        let best_before = self.best_move();
        for rank in 1..=n_lines {
            let guess = before.get(rank - 1).copied();
            let found = self.search_window(depth as i32, guess);
            let line = self.tree.best_line().to_vec();
            let Some(score) = found else {
                self.take_over(depth, guess, best_before.as_ref(), &line);
                return false;
            };
            if let Some(first) = line.first() {
                self.tree.without.push(*first);
                self.add_line(rank, depth, score, Bound::Exact, &line);
                self.report(rank, report);
            }
        }
        self.stable = if self.best_move() == best_before {
            self.stable + 1
        } else {
            0
        };
        true
    }

    /// A search that was stopped may have found a better first move than the depth before it; its score is
    /// only known to be no less.
    fn take_over(
        &mut self,
        depth: u32,
        guess: Option<i32>,
        best_before: Option<&Move>,
        line: &[u32],
    ) {
        let Some(first) = line.first().filter(|_| self.tree.without.is_empty()) else {
            return;
        };
        if self.tree.stack.expand(*first).as_ref() != best_before {
            self.add_line(1, depth, guess.unwrap_or(0), Bound::Lower, line);
        }
    }

    /// The score of a search in a window around a guess, which is widened as long as the score is not in
    /// it; `None` if it was stopped.
    fn search_window(&mut self, depth: i32, guess: Option<i32>) -> Option<i32> {
        let mut width = 20;
        let (mut alpha, mut beta) = match guess {
            Some(guess) if depth >= 4 && guess.abs() < FORCED => (guess - width, guess + width),
            _ => (-INFINITE, INFINITE),
        };
        let mut less = 0;
        loop {
            let score = self.tree.search_root((depth - less).max(1), alpha, beta);
            if self.tree.stopped {
                return None;
            }
            if score <= alpha && alpha > -INFINITE {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - width).max(-INFINITE);
                less = 0;
            } else if score >= beta && beta < INFINITE {
                beta = (score + width).min(INFINITE);
                less = (less + 1).min(2);
            } else {
                return Some(score);
            }
            width *= 2;
            if width > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn best_move(&self) -> Option<Move> {
        let (_, line) = self
            .lines
            .iter()
            .max_by_key(|(score, line)| (*score, usize::MAX - line.rank))?;
        line.moves.first().cloned()
    }

    fn best_score(&self) -> i32 {
        let scores = self.lines.iter().map(|(score, _)| *score);
        scores.max().unwrap_or(0)
    }

    /// Takes note of a line, in place of the one that had its rank.
    fn add_line(&mut self, rank: usize, depth: u32, score: i32, bound: Bound, codes: &[u32]) {
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
            depth,
            selective_depth: self.tree.selective_depth as u32,
            score: shown(score, self.unit),
            bound,
            moves,
        };
        match self.lines.get_mut(rank - 1) {
            Some(place) => *place = (score, line),
            None => self.lines.push((score, line)),
        }
    }

    fn report(&mut self, rank: usize, report: &mut dyn FnMut(&Progress<'_>)) {
        if let Some((_, line)) = self.lines.get(rank - 1) {
            self.progress(line, report);
            self.reported = self.tree.nodes;
        }
    }

    fn progress(&self, line: &Line, report: &mut dyn FnMut(&Progress<'_>)) {
        report(&Progress {
            line,
            nodes: self.tree.nodes,
            table_use: self.table.use_in_thousandths(),
        });
    }

    /// Whether no deeper search is to begin.
    fn is_enough(&self, depth: u32, n_moves: usize) -> bool {
        if self.control.is_pondering() {
            return false;
        }
        let best = self.best_score();
        if let Some(mate) = self.limits.mate
            && best >= WON - (2 * mate as i32 - 1)
        {
            return true;
        }
        if let Some(time) = self.limits.time {
            let factor = match self.stable {
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
        // Deeper searches find no shorter mate.
        best.abs() >= FORCED && depth as i32 > 2 * (WON - best.abs()) + 20
    }

    /// Where a mate was asked for and none was found, looks at all moves of all sides.
    fn find_exact_mate(&mut self, report: &mut dyn FnMut(&Progress<'_>)) {
        let Some(mate) = self.limits.mate else { return };
        let bar = WON - (2 * mate.clamp(1, 90) as i32 - 1);
        let best = self.best_score();
        if best >= bar || self.tree.stopped {
            return;
        }
        self.tree.without.clear();
        self.tree.exact = true;
        for moves in 1..=mate.clamp(1, 90) as i32 {
            let bar = WON - (2 * moves - 1);
            let score = self.tree.search_root(2 * moves - 1, bar - 1, bar + 1);
            if self.tree.stopped {
                break;
            }
            if score >= bar {
                let line = self.tree.best_line().to_vec();
                self.lines.clear();
                self.add_line(1, 2 * moves as u32 - 1, score, Bound::Exact, &line);
                self.report(1, report);
                break;
            }
        }
        self.tree.exact = false;
    }

    /// The move to play: the best, or one that is not much worse for who plays below strength.
    fn chosen(&self, lines: &[(i32, Line)], skill: u8) -> Option<Move> {
        let (best, first) = lines.first()?;
        if skill >= STRONGEST || lines.len() == 1 {
            return first.moves.first().cloned();
        }
        // The same position has the same answer: chance comes from its number.
        let mut state = self.tree.stack.node().key ^ u64::from(skill);
        let mut chance = || {
            state = state
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) as i32 & 0xff
        };
        let error = 12 * i32::from(STRONGEST - skill);
        let valued = lines
            .iter()
            .map(|(score, line)| (score + chance() * error / 256, line));
        let (_, line) = valued
            .filter(|(score, _)| *score > best - 2 * error)
            .max_by_key(|(score, _)| *score)?;
        line.moves.first().cloned()
    }
}
