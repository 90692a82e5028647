//! Values of pieces: material values, estimates without games, and the average mobility from which both follow.

use crate::compile::{Path, paths};
use crate::game::Variant;
use crate::geometry::{Square, SquareSet};
use crate::movement::{Contents, Initial, Pattern};
use crate::rules::{CompiledRules, PATHS, RoleMove};
use crate::state::{Color, Role};

use super::squares;

// Material values, derived from mobility and promotion or given by the definition.

/// The value of each role in centipawns of chess.
pub(super) fn material(rules: &CompiledRules, mobility: &[Vec<Mobility>; 2]) -> Vec<i32> {
    let by_sight: Vec<f64> = (0..rules.roles.len())
        .map(|role| by_sight(rules, mobility, Role::new(role)))
        .collect();
    let roles = (0..rules.roles.len()).map(Role::new);
    roles
        .map(|role| {
            let piece = rules.role(role);
            if let Some(value) = rules.def.pieces[role.index()].value {
                return (value * 100.0).clamp(-100_000.0, 100_000.0).round() as i32;
            }
            let kings = Color::ALL.map(|color| rules.kings_at_start(color));
            if piece.king && kings.into_iter().max() <= Some(1) {
                return 0;
            }
            let mut worth = by_sight[role.index()];
            let best = becomes(rules, role).map(|other| by_sight[other.index()]);
            let gain = best.fold(0.0, f64::max) - worth;
            if gain > 0.0
                && let Some(steps) = steps_to_promotion(rules, mobility, role)
            {
                worth += 0.2 * gain / (steps + 1.0);
            }
            if piece.freezes.is_some() {
                worth *= 1.6;
            }
            if piece.burns.is_some() {
                worth *= 2.0;
            }
            (worth.round() as i32).max(20)
        })
        .collect()
}

/// The value of a piece by its average mobility; a knight on a chess board is worth 3.2 pawns.
fn by_sight(rules: &CompiledRules, mobility: &[Vec<Mobility>; 2], role: Role) -> f64 {
    let seen = mobility.each_ref().map(|side| side[role.index()].mean(0));
    let mut stands = rules
        .start_setup()
        .into_iter()
        .flat_map(|start| start.board.pieces());
    // A piece of one side only is valued by its moves for this side.
    let of_black = stands.any(|(_, piece)| piece.role == role && piece.color == Color::Black);
    let seen = if of_black {
        seen[0].max(seen[1])
    } else {
        seen[0]
    };
    320.0 * (seen / 5.25).powf(1.2)
}

/// The roles to which a role can promote, by its own rules or by paired promotion.
pub(super) fn becomes(rules: &CompiledRules, role: Role) -> impl Iterator<Item = Role> + '_ {
    let own = rules.role(role).promotion.iter();
    let choices =
        own.flat_map(|promotion| promotion.choices.iter().map(|choice| choice.piece.into()));
    choices.chain(rules.facts.paired_promotion.target(role).map(Role::from))
}

/// The average number of moves to promotion, for the side that needs fewer; `None` if no side can promote.
fn steps_to_promotion(
    rules: &CompiledRules,
    mobility: &[Vec<Mobility>; 2],
    role: Role,
) -> Option<f64> {
    let of_side = |color: Color| {
        let steps = squares::steps(rules, &mobility[color.index()][role.index()], role, color);
        let known: Vec<f64> = steps.into_iter().flatten().map(f64::from).collect();
        known.iter().sum::<f64>() / known.len().max(1) as f64
    };
    let sides = Color::ALL.into_iter();
    let sides = sides.filter(|color| !squares::zone(rules, role, *color).is_empty());
    sides.map(of_side).reduce(f64::min)
}

/// The value of one additional square of mobility for a role.
pub(super) fn of_a_move(mobility: &[Vec<Mobility>; 2], role: Role) -> i32 {
    (60.0 / (mobility[0][role.index()].mean(0) + 2.5)) as i32
}

// Estimates of piece values from mobility, without games.

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
    let worth = material(rules, &mobility);
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

// Average mobility: the expected number of squares that a piece attacks or moves to from each square, on a
// board with a given occupancy.
//
// The probability of a path is the product of the probabilities of its conditions, so no sampling is needed.

/// Occupancy of the board in the middlegame and in the endgame.
pub(super) const DENSITIES: [f64; 2] = [0.33, 0.12];

/// The maximum number of pieces times squares to evaluate; beyond it, squares are sampled.
const MOST_PLACES: usize = 12_000;

/// Mobility of the pieces of one role and side.
#[derive(Clone, Debug, Default)]
pub(super) struct Mobility {
    /// Expected number of squares by density and square, attacks and other moves combined.
    pub(super) seen: [Vec<f64>; 2],
    /// Targets without capture on an empty board, by square.
    pub(super) goes: Vec<SquareSet>,
    /// Targets of captures on an empty board, by square.
    pub(super) hits: Vec<SquareSet>,
    /// The squares reachable from the start position.
    pub(super) region: SquareSet,
}

impl Mobility {
    /// Mobility by side and role.
    pub(super) fn of_all(rules: &CompiledRules) -> [Vec<Mobility>; 2] {
        let n_places = rules.roles.len() * rules.shape.area();
        let step = n_places / MOST_PLACES + 1;
        Color::ALL.map(|color| {
            let roles = (0..rules.roles.len()).map(Role::new);
            roles
                .map(|role| Mobility::of(rules, color, role, step))
                .collect()
        })
    }

    /// Evaluates every `step`-th square, and gives the others the average.
    fn of(rules: &CompiledRules, color: Color, role: Role, step: usize) -> Mobility {
        let area = rules.shape.area();
        let mut found = Mobility {
            seen: [vec![0.0; area], vec![0.0; area]],
            goes: vec![SquareSet::new(); area],
            hits: vec![SquareSet::new(); area],
            region: SquareSet::new(),
        };
        let mut sums = [0.0; 2];
        let mut n_looked_at = 0.0;
        let squares = || rules.shape.squares();
        for from in squares().step_by(step) {
            found.look_from(rules, color, role, from);
            n_looked_at += 1.0;
            for (sum, seen) in sums.iter_mut().zip(&found.seen) {
                *sum += seen[from.index()];
            }
        }
        if step > 1 {
            let looked_at: SquareSet = squares().step_by(step).collect();
            for from in squares().filter(|from| !looked_at.contains(*from)) {
                for (sum, seen) in sums.iter().zip(&mut found.seen) {
                    seen[from.index()] = sum / n_looked_at;
                }
            }
        }
        found.region = found.region(rules, color, role, step);
        found
    }

    fn look_from(&mut self, rules: &CompiledRules, color: Color, role: Role, from: Square) {
        let area = rules.shape.area();
        // The probability that no path is open, by density and target, for captures and for other moves.
        let mut closed = [
            [vec![1.0; area], vec![1.0; area]],
            [vec![1.0; area], vec![1.0; area]],
        ];
        let captures_otherwise = !rules.role(role).captures.methods.is_empty();
        each_path(rules, color, role, from, |path| {
            let to = path.to.index();
            let (quiet, takes) = (is_quiet(path), is_capture(path));
            for (closed, density) in closed.iter_mut().zip(DENSITIES) {
                let open = 1.0 - chance(path, density);
                if quiet {
                    closed[1][to] *= open;
                }
                if takes || captures_otherwise && quiet {
                    closed[0][to] *= open;
                }
            }
            let mut on_empty = path.conditions.iter();
            if on_empty.all(|it| it.contents.meets(Contents::EMPTY)) {
                if quiet {
                    self.goes[from.index()].insert(path.to);
                }
                if takes {
                    self.hits[from.index()].insert(path.to);
                }
            }
        });
        let extra = rules.role(role).actions.len() as f64;
        for (closed, seen) in closed.iter().zip(&mut self.seen) {
            let [attacks, others] = closed.each_ref().map(|closed| {
                let open = closed.iter().map(|closed| 1.0 - closed);
                open.sum::<f64>()
            });
            seen[from.index()] = 0.55 * attacks + 0.45 * others + extra;
        }
    }

    /// The squares reachable from the home squares of the role; all squares if it has none.
    fn region(&self, rules: &CompiledRules, color: Color, role: Role, step: usize) -> SquareSet {
        let everywhere = || rules.shape.squares().collect();
        let homes: Vec<Square> = rules.start_setup().map_or(Vec::new(), |start| {
            let pieces = start.board.pieces();
            let own = pieces.filter(|(_, piece)| piece.color == color && piece.role == role);
            own.map(|(square, _)| square).collect()
        });
        if homes.is_empty()
            || rules.facts.drops.is_some()
            || rules.facts.captured_to.keeps_prisoners()
            || step > 1
        {
            return everywhere();
        }
        let mut region = SquareSet::new();
        let mut next = homes;
        while let Some(square) = next.pop() {
            if region.insert(square) {
                next.extend(&self.goes[square.index()]);
                next.extend(&self.hits[square.index()]);
            }
        }
        region
    }

    /// Average mobility over the reachable squares, by density.
    pub(super) fn mean(&self, density: usize) -> f64 {
        let seen = &self.seen[density];
        let region = self.region.iter().map(|square| seen[square.index()]);
        region.sum::<f64>() / (self.region.len().max(1) as f64)
    }
}

/// Visits all paths of a piece from a square, without initial moves.
pub(super) fn each_path(
    rules: &CompiledRules,
    color: Color,
    role: Role,
    from: Square,
    mut visit: impl FnMut(&Path),
) {
    for role_move in &rules.role(role).moves {
        let zone = |zone: &Option<crate::geometry::Zone>, square: Square| {
            let zone = zone.as_ref();
            zone.is_none_or(|zone| zone.contains(square, color.perspective()))
        };
        if !zone(&role_move.from, from) {
            continue;
        }
        let found = paths_of(rules, color, role_move, from);
        let within = found.iter().filter(|path| zone(&role_move.to, path.to));
        within.for_each(&mut visit);
    }
}

/// Whether a path may end on an empty square.
pub(super) fn is_quiet(path: &Path) -> bool {
    path.pass.meets(Contents::EMPTY) && path.en_passant.is_empty()
}

/// Whether a path may capture.
pub(super) fn is_capture(path: &Path) -> bool {
    path.take.meets(Contents::COMMONER) || !path.taken.is_empty()
}

/// The paths of a move from a square. Initial moves have none, because they are used only once.
fn paths_of(rules: &CompiledRules, color: Color, role_move: &RoleMove, from: Square) -> Vec<Path> {
    let owner = color.perspective();
    match &role_move.pattern {
        Pattern::Walk(walk) if walk.initial == Initial::Any => {
            paths(walk, &rules.shape, owner, from, PATHS).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// The probability that the conditions of a path hold, without its target.
pub(super) fn chance(path: &Path, density: f64) -> f64 {
    let conditions = path.conditions.iter().map(|condition| {
        let holds = condition.contents;
        let mut chance = 0.0;
        if holds.meets(Contents::EMPTY) {
            chance += 1.0 - density;
        }
        if holds.meets(Contents::FRIEND) {
            chance += density / 2.0;
        }
        if holds.meets(Contents::COMMONER) {
            chance += density / 2.0;
        }
        chance
    });
    conditions.product()
}
