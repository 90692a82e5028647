//! Average mobility: the expected number of squares that a piece attacks or moves to from each square, on a
//! board with a given occupancy.
//!
//! The probability of a path is the product of the probabilities of its conditions, so no sampling is needed.

use crate::compile::{Path, paths};
use crate::geometry::{Square, SquareSet};
use crate::movement::{Contents, Initial, Pattern};
use crate::rules::{CompiledRules, PATHS, RoleMove};
use crate::state::{Color, Role};

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
            || rules.drops().is_some()
            || rules.captured_to().keeps_prisoners()
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
