//! What pieces may be worth, without a game played: three rules of thumb side by side.

use super::mobility::{Mobility, chance, each_path, is_capture, is_quiet};
use super::{squares, worth};
use crate::game::Variant;
use crate::geometry::{Square, SquareSet};
use crate::rules::CompiledRules;
use crate::state::{Color, Role};

/// How likely a square is occupied where Betza counts mobility: "the magic number" is 0.7 for an empty one.
const BETZAS_DENSITY: f64 = 0.3;

/// What a piece may be worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The piece.
    pub role: Role,
    /// What it is worth to the search: by how far it sees and what it may become, or by the `value` of its
    /// definition. In hundredths of a pawn of chess; 0 for a royal piece that cannot be lost.
    pub worth: i32,
    /// How many squares it attacks on average over the squares of the board, if each square is empty with a
    /// chance of 0.7 and the squares it attacks count whatever is on them. A knight of chess has 5.25.
    pub attacks: f64,
    /// How many squares it can go to without capturing, counted in the same way.
    pub quiet: f64,
    /// By the formula for pieces that leap within two squares, in hundredths of a pawn; `None` for others.
    pub leaper: Option<f64>,
    /// Half of the squares, if the piece never leaves the half on which it stands: as a bishop.
    pub half: Option<SquareSet>,
}

impl Estimate {
    /// Mobility where a move that only captures counts two thirds of a full move, and one that never does
    /// a third.
    pub fn mobility(&self) -> f64 {
        divergent(self.attacks, self.quiet)
    }
}

/// A move that only captures counts two thirds of a full move, and one that never does a third.
fn divergent(captures: f64, quiet: f64) -> f64 {
    2.0 / 3.0 * captures + quiet / 3.0
}

/// What each piece of a variant may be worth, in the order of its pieces.
///
/// ```
/// use ferz::eval::estimates;
/// use ferz::game::Variant;
///
/// let chess = Variant::builtin("chess").unwrap();
/// let rook = &estimates(&chess)[chess.role("rook").unwrap().index()];
/// assert_eq!(format!("{:.2}", rook.mobility()), "8.10");
/// ```
pub fn estimates(variant: &Variant) -> Vec<Estimate> {
    let book = variant.book();
    let mobility = Mobility::of_all(book);
    let worth = worth::material(book, &mobility);
    let estimate = |role: Role| {
        let (attacks, quiet) = sight(book, role);
        Estimate {
            role,
            worth: worth[role.index()],
            attacks,
            quiet,
            leaper: leaper(book, role),
            half: half(book, &mobility[0][role.index()]),
        }
    };
    variant.roles().map(estimate).collect()
}

/// Half of the squares, if a piece comes from each of them to all of them and to no other.
fn half(book: &CompiledRules, mobility: &Mobility) -> Option<SquareSet> {
    let half = squares::half(book, mobility)?;
    let comes_back = |from: Square| {
        let mut targets = mobility.goes[from.index()].iter();
        half.len() == 1 || targets.any(|to| mobility.goes[to.index()].contains(from))
    };
    half.iter().all(comes_back).then_some(half)
}

/// How many squares a piece of White attacks, and how many it goes to without capturing, on average over
/// the board.
fn sight(book: &CompiledRules, role: Role) -> (f64, f64) {
    let area = book.shape.area();
    let (mut attacks, mut quiet, mut n_squares) = (0.0, 0.0, 0.0);
    for from in book.shape.squares() {
        let mut closed = [vec![1.0; area], vec![1.0; area]];
        each_path(book, Color::White, role, from, |path| {
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

/// `1.1 (30 + 5/8 N) N` for a piece with N targets, 4 to 24, all of them leaps within two squares: the
/// formula of H. G. Muller for boards of 8×8, in its form of 2017.
fn leaper(book: &CompiledRules, role: Role) -> Option<f64> {
    let mut most = [0, 0];
    let mut only_leaps = true;
    for from in book.shape.squares() {
        let mut targets = [SquareSet::new(), SquareSet::new()];
        each_path(book, Color::White, role, from, |path| {
            only_leaps &= path.conditions.is_empty() && is_near(book, from, path.to);
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

/// Whether a square is at most two steps of a king away.
fn is_near(book: &CompiledRules, from: Square, to: Square) -> bool {
    let shape = &book.shape;
    let files = shape.file_of(from).abs_diff(shape.file_of(to));
    files.max(shape.rank_of(from).abs_diff(shape.rank_of(to))) <= 2
}
