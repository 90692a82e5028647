//! Estimates of piece values from mobility, without games.

use super::mobility::{Mobility, chance, each_path, is_capture, is_quiet};
use super::{squares, worth};
use crate::game::Variant;
use crate::geometry::{Square, SquareSet};
use crate::rules::CompiledRules;
use crate::state::{Color, Role};

/// Occupancy in Betza's mobility count: his "magic number" of 0.7 is the probability of an empty square.
const BETZAS_DENSITY: f64 = 0.3;

/// Estimates of the value of one piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The piece.
    pub role: Role,
    /// The value in the search, in centipawns of chess: derived from mobility and promotion, or the `value`
    /// of the definition. It is 0 for a royal piece that cannot be lost.
    pub worth: i32,
    /// The average number of attacked squares over all squares of the board, with a probability of 0.7 for
    /// each square to be empty, whatever the attacked squares contain. A knight of chess has 5.25.
    pub attacks: f64,
    /// The average number of squares reached without capture, counted in the same way.
    pub quiet: f64,
    /// The value in centipawns by the formula for leapers within two squares; `None` for other pieces.
    pub leaper: Option<f64>,
    /// The half of the board to which the piece is bound, if any, as a bishop is.
    pub half: Option<SquareSet>,
}

impl Estimate {
    /// Divergent mobility: a capture-only move counts two thirds of a full move, a non-capturing move one
    /// third.
    pub fn mobility(&self) -> f64 {
        divergent(self.attacks, self.quiet)
    }
}

/// Weighs capture-only moves by two thirds and non-capturing moves by one third.
fn divergent(captures: f64, quiet: f64) -> f64 {
    2.0 / 3.0 * captures + quiet / 3.0
}

/// The estimates for each piece of a variant, in the order of its pieces.
///
/// ```
/// use ferz::eval::estimates;
/// use ferz::Variant;
///
/// let chess = Variant::builtin("chess").unwrap();
/// let rook = &estimates(&chess)[chess.role("rook").unwrap().index()];
/// assert_eq!(format!("{:.2}", rook.mobility()), "8.10");
/// ```
pub fn estimates(variant: &Variant) -> Vec<Estimate> {
    let rules = variant.compiled_rules();
    let mobility = Mobility::of_all(rules);
    let worth = worth::material(rules, &mobility);
    let estimate = |role: Role| {
        let (attacks, quiet) = sight(rules, role);
        Estimate {
            role,
            worth: worth[role.index()],
            attacks,
            quiet,
            leaper: leaper(rules, role),
            half: half(rules, &mobility[0][role.index()]),
        }
    };
    variant.roles().map(estimate).collect()
}

/// The half of the board to which a piece is bound, if it can return to each of its squares.
fn half(rules: &CompiledRules, mobility: &Mobility) -> Option<SquareSet> {
    let half = squares::half(rules, mobility)?;
    let comes_back = |from: Square| {
        let mut targets = mobility.goes[from.index()].iter();
        half.len() == 1 || targets.any(|to| mobility.goes[to.index()].contains(from))
    };
    half.iter().all(comes_back).then_some(half)
}

/// The average numbers of squares that a white piece attacks and that it reaches without capture.
fn sight(rules: &CompiledRules, role: Role) -> (f64, f64) {
    let area = rules.shape.area();
    let (mut attacks, mut quiet, mut n_squares) = (0.0, 0.0, 0.0);
    for from in rules.shape.squares() {
        let mut closed = [vec![1.0; area], vec![1.0; area]];
        each_path(rules, Color::White, role, from, |path| {
            let open = 1.0 - chance(path, BETZAS_DENSITY);
            let kinds = [is_capture(path), is_quiet(path)];
            for (closed, is_such) in closed.iter_mut().zip(kinds) {
                if is_such {
                    closed[path.to.index()] *= open;
                }
            }
        });
        let sum = |closed: &[f64]| closed.iter().map(|closed| 1.0 - closed).sum::<f64>();
        attacks += sum(&closed[0]);
        quiet += sum(&closed[1]);
        n_squares += 1.0;
    }
    (attacks / n_squares, quiet / n_squares)
}

/// The value `1.1 (30 + 5/8 N) N` of a leaper with N targets, 4 to 24, all within two squares: the formula of
/// H. G. Muller for 8×8 boards, as of 2017.
fn leaper(rules: &CompiledRules, role: Role) -> Option<f64> {
    let mut most = [0, 0];
    let mut only_leaps = true;
    for from in rules.shape.squares() {
        let mut targets = [SquareSet::new(), SquareSet::new()];
        each_path(rules, Color::White, role, from, |path| {
            only_leaps &= path.conditions.is_empty() && is_near(rules, from, path.to);
            for (targets, is_such) in targets.iter_mut().zip([is_capture(path), is_quiet(path)]) {
                if is_such {
                    targets.insert(path.to);
                }
            }
        });
        for (most, targets) in most.iter_mut().zip(&targets) {
            *most = targets.len().max(*most);
        }
    }
    let is_one = only_leaps && most.iter().all(|count| (4..=24).contains(count));
    let value = |count: usize| {
        let count = count as f64;
        1.1 * (30.0 + 0.625 * count) * count
    };
    is_one.then(|| divergent(value(most[0]), value(most[1])))
}

/// Whether a square is at most two king steps away.
fn is_near(rules: &CompiledRules, from: Square, to: Square) -> bool {
    let shape = &rules.shape;
    let files = shape.file_of(from).abs_diff(shape.file_of(to));
    files.max(shape.rank_of(from).abs_diff(shape.rank_of(to))) <= 2
}
