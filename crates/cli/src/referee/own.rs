//! The search of this program as a player within the referee.

use super::game::{Budget, Limit, SearchInfo};
use ferz::game::{Game, Variant};
use ferz::search::{Control, Limits, Score, SearchOptions, Searcher, TimeLimit};
use ferz::state::Move;

/// The search of this program as a player.
#[derive(Debug)]
pub struct OwnPlayer {
    options: SearchOptions,
    searcher: Option<Searcher>,
}

impl OwnPlayer {
    /// A player with these search options.
    pub fn new(options: SearchOptions) -> OwnPlayer {
        OwnPlayer {
            options,
            searcher: None,
        }
    }

    /// Changes the search options.
    pub fn set_options(&mut self, options: SearchOptions) {
        if options != self.options {
            self.searcher = None;
            self.options = options;
        }
    }

    /// Forgets all previous games.
    pub fn prepare(&mut self, variant: &Variant) {
        let same = |searcher: &&mut Searcher| std::ptr::eq(searcher.variant().def(), variant.def());
        match self.searcher.as_mut().filter(same) {
            Some(searcher) => searcher.clear(),
            None => self.searcher = Some(Searcher::new(variant, self.options.clone())),
        }
    }

    /// The best move with its search; `None` if the game is over.
    pub fn think(
        &mut self,
        game: &Game,
        budget: &Budget,
        control: &Control<'_>,
    ) -> Option<(Move, SearchInfo)> {
        let options = &self.options;
        let searcher = self
            .searcher
            .get_or_insert_with(|| Searcher::new(game.position().variant(), options.clone()));
        let wall = TimeLimit::exactly(budget.deadline);
        let limits = match budget.limit {
            Limit::Nodes(nodes) => Limits {
                time: Some(wall),
                ..Limits::nodes(nodes)
            },
            Limit::Depth(depth) => Limits {
                time: Some(wall),
                ..Limits::depth(depth)
            },
            Limit::MoveTime(time) => Limits::time(time),
            Limit::Clock { increment, .. } => {
                let side = game.position().turn() as usize;
                let left = budget.left[side].unwrap_or_default();
                let overhead = std::time::Duration::from_millis(10);
                let to_go = budget.moves_to_go;
                Limits {
                    time: Some(TimeLimit::on_clock(left, increment, to_go, overhead)),
                    ..Limits::default()
                }
            }
        };
        let found = searcher.search(game, &limits, control, &mut |_| {});
        let mv = found.best()?.clone();
        let score = found.score().map(|score| match score {
            Score::Units(units) => units,
            Score::Mate(moves) if moves > 0 => SearchInfo::MATE - moves.min(1000),
            Score::Mate(moves) => -SearchInfo::MATE - moves.max(-1000),
        });
        let thought = SearchInfo {
            score,
            depth: found.lines.first().map(|line| line.depth),
            nodes: Some(found.nodes),
        };
        Some((mv, thought))
    }
}
