//! The searcher: the state that is kept between searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::eval;
use crate::game::{Game, Position, Variant};
use crate::movegen::{GeneralStack, SearchStack, Weights};
use crate::state::Setup;

use super::deepening::{Course, Deepening};
use super::eval_cache::EvalCache;
use super::game_end::{GameEnd, Seen};
use super::limits::{Control, Limits, SearchOptions, Slice};
use super::order::Histories;
use super::report::{Progress, Score, SearchResult, shown};
use super::table::Table;
use super::tree::{Kept, Tree};
use super::weakness::Weakness;

/// The number of nodes between two additions to the common number of nodes of several searchers.
const COUNTED_TOGETHER: u64 = 5000;

/// Maximum number of game positions before the root that are tested for repetition.
const PAST: usize = 1024;

/// Searches positions of one variant for the best move, and keeps its tables between searches.
///
/// [The module](crate::search) has an example.
#[derive(Debug)]
pub struct Searcher {
    variant: Variant,
    options: SearchOptions,
    weights: Arc<Weights>,
    table: Arc<Table>,
    histories: Histories,
    eval_cache: EvalCache,
}

impl Searcher {
    /// Creates a searcher for a variant and derives its evaluation weights.
    pub fn new(variant: &Variant, mut options: SearchOptions) -> Searcher {
        let weights = eval::weights(variant, &options.evaluation);
        let table = Arc::new(Table::new(options.table_mib));
        options.table_mib = table.mebibytes();
        Searcher {
            variant: variant.clone(),
            table,
            histories: Histories::new(weights.n_places()),
            eval_cache: EvalCache::new(),
            weights: Arc::new(weights),
            options,
        }
    }

    /// A second searcher with the same transposition table, for parallel search of the same game on another
    /// thread; `None` if memory is short.
    #[doc(hidden)]
    pub fn companion(&self) -> Option<Searcher> {
        Some(Searcher {
            variant: self.variant.clone(),
            options: self.options.clone(),
            weights: Arc::clone(&self.weights),
            table: Arc::clone(&self.table),
            histories: Histories::try_new(self.weights.n_places())?,
            eval_cache: EvalCache::try_new()?,
        })
    }

    /// Searches a game in parallel with the searcher whose companion this is, until stopped. Adds the nodes that it
    /// visits to a common number.
    #[doc(hidden)]
    pub fn help(&mut self, game: &Game, limits: &Limits, stop: &AtomicBool, nodes: &AtomicU64) {
        let control = Control {
            stop: Some(stop),
            ..Control::default()
        };
        let slice = Slice::nodes(COUNTED_TOGETHER);
        let mut search = self.begin(game, limits);
        let mut counted = 0;
        while self
            .work(&mut search, &slice, &control, &mut |_| {})
            .is_none()
        {
            nodes.fetch_add(search.nodes() - counted, Ordering::Relaxed);
            counted = search.nodes();
        }
    }

    /// The variant of the searcher.
    #[doc(hidden)]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The current options, with the actual size of the transposition table.
    #[doc(hidden)]
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// Changes the options between two searches. A new size or evaluation empties the transposition table,
    /// a new skill level clears all tables.
    pub fn set_options(&mut self, mut options: SearchOptions) {
        if options.skill != self.options.skill {
            self.clear();
        }
        if options.table_mib != self.options.table_mib {
            self.renew_table(options.table_mib);
        }
        if options.evaluation != self.options.evaluation {
            self.weights = Arc::new(eval::weights(&self.variant, &options.evaluation));
            self.renew_table(options.table_mib);
            self.eval_cache.clear();
        }
        options.table_mib = self.table.mebibytes();
        self.options = options;
    }

    /// Replaces the transposition table by an empty one.
    fn renew_table(&mut self, mebibytes: usize) {
        // The old table is freed first: there may be no memory for both.
        self.table = Arc::new(Table::new(1));
        self.table = Arc::new(Table::new(mebibytes));
    }

    /// Clears all tables, as for a new game.
    pub fn clear(&mut self) {
        if Arc::get_mut(&mut self.table).is_some() {
            // PERF: a new table is zeroed memory from the system, which is not touched until it is used.
            self.renew_table(self.options.table_mib);
        } else {
            self.table.clear();
        }
        self.histories.clear();
        self.eval_cache.clear();
    }

    /// The value of a piece on the board in the search, in centipawns of chess; 0 for royal pieces, which
    /// cannot be lost.
    #[doc(hidden)]
    pub fn worth(&self, role: crate::state::Role) -> i32 {
        self.weights.worth.get(role.index()).copied().unwrap_or(0)
    }

    /// The static evaluation of a position for the side to move, in the unit of [`Score::Units`].
    pub fn evaluate(&self, position: &Position) -> i32 {
        let setup = forgetful(position.setup());
        let (mut stack, _) = self.stack(&setup);
        match shown(stack.evaluate(), self.unit()) {
            Score::Units(units) => units,
            Score::Mate(_) => 0,
        }
    }

    /// The value of the unit of scores: the lowest piece value, usually that of a pawn.
    fn unit(&self) -> i32 {
        self.weights.unit
    }

    /// The search stack for a setup, and the number of nodes between two readings of the clock.
    fn stack<'a>(&'a self, setup: &'a Setup) -> (Box<dyn SearchStack + 'a>, u64) {
        let (variant, weights) = (&self.variant, &*self.weights);
        let by_tables = variant
            .table_engine()
            .and_then(|plan| plan.search_stack(variant.compiled_rules(), weights, setup));
        if let Some(stack) = by_tables {
            return (stack, 512);
        }
        let rules = variant.rules_with_paths();
        (Box::new(GeneralStack::new(rules, weights, setup)), 1)
    }

    /// Searches for the best move of the side to move.
    ///
    /// With one thread, no time limit and no stop flag, a search after [`clear`](Searcher::clear) is
    /// deterministic.
    ///
    /// # Panics
    /// May panic if the game is of another variant.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> SearchResult {
        let mut search = self.begin(game, limits);
        let found = self.work(&mut search, &Slice::default(), control, report);
        found.unwrap_or_default()
    }

    /// Begins a search that runs in slices, for programs with a single thread. No node is searched yet.
    ///
    /// ```
    /// use ferz::game::Game;
    /// use ferz::search::{Control, Limits, SearchOptions, Searcher, Slice};
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let game = Game::new(chess.start());
    /// let mut searcher = Searcher::new(&chess, SearchOptions::default());
    /// let mut search = searcher.begin(&game, &Limits::depth(4));
    /// let found = loop {
    ///     let slice = Slice::nodes(100);
    ///     if let Some(found) = searcher.work(&mut search, &slice, &Control::default(), &mut |_| {}) {
    ///         break found;
    ///     }
    ///     // Here somebody may ask for something else, or for what has been found so far:
    ///     // `searcher.end(&mut search)`.
    /// };
    /// assert_eq!(found.lines[0].depth, 4);
    /// ```
    #[doc(hidden)]
    pub fn begin(&mut self, game: &Game, limits: &Limits) -> Search {
        let over = game.outcome().is_over();
        if !over {
            self.histories.fade();
            self.table.begin_search();
        }
        Search {
            setup: forgetful(game.position().setup()),
            past: past(&self.variant, game),
            limits: limits.clone(),
            options: self.options.clone(),
            kept: Kept::new(),
            course: Course::default(),
            done: over.then(SearchResult::default),
        }
    }

    /// Runs a search for one slice; returns the result when the search has ended, which may be before the
    /// slice ends.
    ///
    /// A search in slices of any length visits the same nodes and finds the same result as an uninterrupted
    /// one, because each slice resumes exactly where the last one was suspended. This holds as long as the
    /// searcher does nothing else in between; otherwise the search is still correct. The searcher must be the
    /// one that began the search, or a companion of it. The clock of `control` measures the time since the
    /// search began and runs on between slices.
    ///
    /// # Panics
    /// May panic if the search is of another variant.
    #[doc(hidden)]
    pub fn work(
        &mut self,
        search: &mut Search,
        slice: &Slice,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Option<SearchResult> {
        self.advance(search, Some(slice), control, report)
    }

    /// Ends a search and returns its result: the best move of the last completed depth, or a better one that
    /// was found since. If no depth is completed, any legal move is returned.
    ///
    /// # Panics
    /// May panic if the search is of another variant.
    #[doc(hidden)]
    pub fn end(&mut self, search: &mut Search) -> SearchResult {
        let found = self.advance(search, None, &Control::default(), &mut |_| {});
        found.unwrap_or_default()
    }

    /// Runs the search for a slice; `None` ends it.
    fn advance(
        &mut self,
        search: &mut Search,
        slice: Option<&Slice>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Option<SearchResult> {
        if search.done.is_some() {
            return search.done.clone();
        }
        let variant = self.variant.clone();
        let game_end = GameEnd::new(&variant);
        let mut histories = std::mem::replace(&mut self.histories, Histories::new(0));
        let mut eval_cache = std::mem::take(&mut self.eval_cache);
        let (stack, clock_interval) = self.stack(&search.setup);
        let mut tree = Tree::new(
            stack,
            &game_end,
            &self.table,
            &mut histories,
            &mut eval_cache,
            control,
            &search.past,
            clock_interval,
            std::mem::take(&mut search.kept),
        );
        tree.weakness = Weakness::of(search.options.skill);
        tree.even_order = self.options.even_order.then(|| variant.shape());
        match slice {
            Some(slice) => tree.pause_after(slice),
            None => tree.stop(),
        }
        let deepening = Deepening {
            tree,
            limits: &search.limits,
            control,
            unit: self.unit(),
            table: &self.table,
            course: &mut search.course,
        };
        (search.done, search.kept) = deepening.work(search.options.lines, report);
        (self.histories, self.eval_cache) = (histories, eval_cache);
        search.done.clone()
    }
}

/// A search that runs in slices, see [`Searcher::begin`].
#[derive(Debug)]
pub struct Search {
    setup: Setup,
    past: Vec<Seen>,
    limits: Limits,
    options: SearchOptions,
    kept: Kept,
    course: Course,
    done: Option<SearchResult>,
}

impl Search {
    /// Number of nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.kept.nodes()
    }

    /// The current depth in plies; 0 before the first slice.
    pub fn depth(&self) -> u32 {
        self.course.depth()
    }
}

/// The setup without the move counter of rules that end games, so that the hash identifies positions with the
/// same moves.
fn forgetful(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    setup.special.count = None;
    setup
}

/// The positions before the root, the last first.
fn past(variant: &Variant, game: &Game) -> Vec<Seen> {
    let minds_checks = variant.compiled_rules().facts.perpetual_check.is_some();
    let positions = game.earlier_positions().take(PAST);
    positions
        .map(|position| Seen {
            key: position.hash(),
            in_check: minds_checks && position.is_check(),
        })
        .collect()
}
