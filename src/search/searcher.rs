//! The searcher: what stays from one search to the next.

use std::sync::Arc;

use super::deepening::{Course, Deepening};
use super::eval_cache::EvalCache;
use super::game_end::{GameEnd, Seen};
use super::limits::{Control, Limits, Slice};
use super::order::Histories;
use super::report::{Found, Progress, Score};
use super::scores::shown;
use super::table::Table;
use super::tree::{Kept, Tree};
use crate::eval::{self, Evaluation};
use crate::game::{Game, Position, Variant};
use crate::movegen::{GeneralStack, SearchStack, Weights};
use crate::state::Setup;

/// How a searcher is made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SearchOptions {
    /// Size of the table of positions, in MiB. Where there is no room for it, half of it is made, and so
    /// on: [`Searcher::options`] says what there is.
    pub table_mib: usize,
    /// How many lines to find.
    pub lines: usize,
    /// From 0, the weakest, to 20, all that it can.
    pub skill: u8,
    /// Whose numbers say what positions are worth.
    pub evaluation: Evaluation,
    /// Whether moves that nothing else tells apart are tried in an order that is the same for both sides, so that
    /// a position with the sides exchanged is searched in the same way. It takes several times as long: for
    /// tests of rules and evaluations.
    pub even_order: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            table_mib: 16,
            lines: 1,
            skill: STRONGEST,
            evaluation: Evaluation::default(),
            even_order: false,
        }
    }
}

/// All that it can.
pub(super) const STRONGEST: u8 = 20;

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
    eval_cache: EvalCache,
}

impl Searcher {
    /// A searcher for a variant. What pieces are worth is derived here.
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

    /// Another searcher that shares what is found about positions, to search the same game at the same
    /// time on another thread; none where there is no room for it.
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
    pub fn set_options(&mut self, mut options: SearchOptions) {
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

    /// Makes an empty table in place of the one that there is.
    fn renew_table(&mut self, mebibytes: usize) {
        // There may not be room for both.
        self.table = Arc::new(Table::new(1));
        self.table = Arc::new(Table::new(mebibytes));
    }

    /// Forgets all that was seen.
    pub fn clear(&mut self) {
        if Arc::get_mut(&mut self.table).is_some() {
            // PERF: what is empty from the start is not touched before it is used.
            self.renew_table(self.options.table_mib);
        } else {
            self.table.clear();
        }
        self.histories.clear();
        self.eval_cache.clear();
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
            .table_engine()
            .and_then(|plan| plan.search_stack(variant.book(), weights, setup));
        if let Some(stack) = by_tables {
            return (stack, 512);
        }
        let book = variant.rules_with_paths();
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
        let mut search = self.begin(game, limits);
        let found = self.work(&mut search, &Slice::default(), control, report);
        found.unwrap_or_default()
    }

    /// Begins a search that goes on in slices, for programs with one thread that have to do other things
    /// in between. Nothing is searched yet.
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::{Game, Variant};
    /// use ferz::search::{Control, Limits, SearchOptions, Searcher, Slice};
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
            done: over.then(Found::default),
        }
    }

    /// Goes on with a search for one slice; what it has found when it has ended, which may be before the
    /// slice does.
    ///
    /// A search in slices looks at the same positions as one that is not interrupted, however long the
    /// slices are, and finds the same: each slice begins exactly where the last one was put aside. That is
    /// so as long as the searcher does nothing else in between; if it does, the search is still right.
    /// The searcher must be the one that has begun the search, or a companion of it. The clock of the
    /// `control` tells the time since the search began, and goes on between slices.
    ///
    /// # Panics
    /// It may, if the search is of another variant.
    pub fn work(
        &mut self,
        search: &mut Search,
        slice: &Slice,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Option<Found> {
        self.advance(search, Some(slice), control, report)
    }

    /// Ends a search, and says what has been found up to now: the best move of the deepest search that
    /// was finished, or a better one that was found since. Where nothing has been finished yet it is any
    /// legal move.
    ///
    /// # Panics
    /// It may, if the search is of another variant.
    pub fn end(&mut self, search: &mut Search) -> Found {
        let found = self.advance(search, None, &Control::default(), &mut |_| {});
        found.unwrap_or_default()
    }

    /// Goes on for a slice, or ends the search.
    fn advance(
        &mut self,
        search: &mut Search,
        slice: Option<&Slice>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Option<Found> {
        if search.done.is_some() {
            return search.done.clone();
        }
        let variant = self.variant.clone();
        let game_end = GameEnd::new(&variant);
        let mut histories = std::mem::replace(&mut self.histories, Histories::new(0));
        let mut eval_cache = std::mem::take(&mut self.eval_cache);
        let (stack, patience) = self.stack(&search.setup);
        let mut tree = Tree::new(
            stack,
            &game_end,
            &self.table,
            &mut histories,
            &mut eval_cache,
            control,
            &search.past,
            patience,
            std::mem::take(&mut search.kept),
        );
        tree.even_order = self.options.even_order.then(|| variant.shape());
        match slice {
            Some(slice) => tree.pause_after(slice),
            None => tree.stop(),
        }
        let options = &search.options;
        let deepening = Deepening {
            tree,
            limits: &search.limits,
            control,
            unit: self.unit(),
            table: &self.table,
            course: &mut search.course,
        };
        (search.done, search.kept) = deepening.work(options.lines, options.skill, report);
        (self.histories, self.eval_cache) = (histories, eval_cache);
        search.done.clone()
    }
}

/// A search that goes on in slices, see [`Searcher::begin`].
#[derive(Debug)]
pub struct Search {
    setup: Setup,
    past: Vec<Seen>,
    limits: Limits,
    options: SearchOptions,
    kept: Kept,
    course: Course,
    done: Option<Found>,
}

impl Search {
    /// Positions looked at up to now.
    pub fn nodes(&self) -> u64 {
        self.kept.nodes()
    }

    /// Half-moves that are looked ahead now; 0 before the first slice.
    pub fn depth(&self) -> u32 {
        self.course.depth()
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
    let minds_checks = variant.book().perpetual_check().is_some();
    let positions = game.earlier_positions().take(PAST);
    positions
        .map(|position| Seen {
            key: position.hash(),
            in_check: minds_checks && position.is_check(),
        })
        .collect()
}
