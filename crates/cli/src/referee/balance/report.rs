//! Statistics of self-play games.

use std::collections::{BTreeMap, BTreeSet};

use crate::referee::GameRow;
use crate::referee::statistics::{Estimate, Histogram, place_of_share};
use ferz::game::{Game, Position, Variant};
use ferz::search::{Control, Limits, Score, SearchOptions, Searcher};
use ferz::state::{Move, Role};

/// A first move is dead if the best one is better by more than this, in hundredths of the unit of
/// [`Score`](ferz::search::Score).
const DEAD: i32 = 100;

/// The results of the games with one first move.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstMove {
    /// The text of the move.
    pub text: String,
    /// Games won, drawn and lost by White; any share of the point but 0 and 1 counts as a draw.
    pub games: [u64; 3],
    /// The sum of White's shares.
    pub white: f64,
}

/// The statistics of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct BalanceReport {
    /// Games won, drawn and lost by White; any share of the point but 0 and 1 counts as a draw.
    pub games: [u64; 3],
    /// White's score; `None` without games.
    pub white: Option<Estimate>,
    /// The number of plies of each game, in ascending order.
    pub lengths: Vec<usize>,
    /// The average number of legal moves.
    pub branching: f64,
    /// The number of games by reason of their end.
    pub reasons: BTreeMap<String, u64>,
    /// Pieces of the start position that were never moved.
    pub never_moved: Vec<Role>,
    /// Pieces to which a pawn could promote and never did.
    pub never_promoted_to: Vec<Role>,
    /// The results by first move, in alphabetical order.
    pub first_moves: Vec<FirstMove>,
    /// First moves that are worse than the best one by more than a pawn.
    pub dead: Vec<String>,
}

impl BalanceReport {
    /// Summarizes games. First moves are evaluated by a search of this number of nodes for each.
    ///
    /// # Errors
    /// A message, if a game is not one of the variant.
    pub fn new(variant: &Variant, rows: &[GameRow], nodes: u64) -> Result<BalanceReport, String> {
        let mut results = Histogram::of_games([0; 3]);
        let mut report = BalanceReport {
            games: [0; 3],
            white: None,
            lengths: Vec::new(),
            branching: 0.0,
            reasons: BTreeMap::new(),
            never_moved: Vec::new(),
            never_promoted_to: Vec::new(),
            first_moves: Vec::new(),
            dead: dead_first_moves(variant, nodes),
        };
        let mut use_of_pieces = Use::default();
        let mut first_moves: BTreeMap<String, FirstMove> = BTreeMap::new();
        for row in rows {
            let place = place_of_share(row.white_score);
            report.games[place] += 1;
            results.add(row.white_score);
            report.lengths.push(row.moves.len());
            *report.reasons.entry(row.reason.clone()).or_default() += 1;
            if let Some(text) = row.moves.first() {
                let first = first_moves
                    .entry(text.clone())
                    .or_insert_with(|| FirstMove {
                        text: text.clone(),
                        games: [0; 3],
                        white: 0.0,
                    });
                first.games[place] += 1;
                first.white += row.white_score;
            }
            use_of_pieces.add(&row.replay(variant)?, row.book);
        }
        report.lengths.sort_unstable();
        report.white = results.estimate();
        report.branching = use_of_pieces.n_legal / use_of_pieces.n_positions.max(1.0);
        report.never_moved = at_start(variant)
            .difference(&use_of_pieces.moved)
            .copied()
            .collect();
        let promoted = use_of_pieces.offered.difference(&use_of_pieces.promoted);
        report.never_promoted_to = promoted.copied().collect();
        report.first_moves = first_moves.into_values().collect();
        Ok(report)
    }

    /// The number of games.
    pub fn n_games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The length that this share of the games did not exceed: 0.5 gives the median.
    pub fn length_at(&self, share: f64) -> Option<usize> {
        let last = self.lengths.len().checked_sub(1)?;
        self.lengths
            .get((share * last as f64).round() as usize)
            .copied()
    }
}

/// The use of pieces in games.
#[derive(Default)]
struct Use {
    n_positions: f64,
    n_legal: f64,
    moved: BTreeSet<Role>,
    offered: BTreeSet<Role>,
    promoted: BTreeSet<Role>,
}

impl Use {
    fn add(&mut self, game: &Game, book: usize) {
        let mut positions: Vec<&Position> = game.earlier_positions().collect();
        positions.reverse();
        for (position, mv) in positions.into_iter().zip(game.moves()).skip(book) {
            let legal = position.legal_moves();
            self.n_positions += 1.0;
            self.n_legal += legal.len() as f64;
            self.offered
                .extend(legal.iter().filter_map(|mv| mv.promotion));
            if !mv.is_pass() {
                self.moved.insert(mv.piece.role);
            }
            self.promoted.extend(mv.promotion);
        }
    }
}

/// The roles on the board and in hand at the start.
fn at_start(variant: &Variant) -> BTreeSet<Role> {
    let start = variant.start();
    let on_board = start.board().pieces().map(|(_, piece)| piece.role);
    let hands = start.setup().hands.iter();
    let held = hands.flat_map(|hand| hand.iter().map(|(role, _)| role));
    on_board.chain(held).collect()
}

/// First moves that are much worse than the best one.
fn dead_first_moves(variant: &Variant, nodes: u64) -> Vec<String> {
    let game = Game::new(variant.start());
    let options = SearchOptions {
        table_mib: 2,
        ..SearchOptions::default()
    };
    let mut searcher = Searcher::new(variant, options);
    let mut judge = |mv: &Move| {
        searcher.clear();
        let limits = Limits {
            moves: vec![mv.clone()],
            ..Limits::nodes(nodes)
        };
        let found = searcher.search(&game, &limits, &Control::default(), &mut |_| {});
        match found.score() {
            Some(Score::Units(units)) => units,
            Some(Score::Mate(moves)) if moves > 0 => i32::MAX,
            Some(Score::Mate(_)) | None => i32::MIN,
        }
    };
    let texts = ferz::notation::move_texts(game.position()).into_iter();
    let judged: Vec<(String, i32)> = texts.map(|(text, mv)| (text, judge(&mv))).collect();
    let best = judged.iter().map(|(_, score)| *score).max().unwrap_or(0);
    let dead = judged
        .into_iter()
        .filter(|(_, score)| *score < best.saturating_sub(DEAD));
    dead.map(|(text, _)| text).collect()
}
