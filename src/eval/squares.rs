//! Piece-square tables.

use super::mobility::Mobility;
use super::promotable;
use crate::geometry::{Square, SquareSet};
use crate::movegen::{Phased, Promoter};
use crate::rules::CompiledRules;
use crate::state::{Color, Role};

/// The value of a piece on each square, by side, role and square.
pub(super) fn squares(
    rules: &CompiledRules,
    mobility: &[Vec<Mobility>; 2],
    promotable: &[Promoter],
    worth: &[i32],
) -> Vec<Phased> {
    let (n_roles, area) = (rules.roles.len(), rules.shape.area());
    let mut found = vec![Phased::default(); 2 * n_roles * area];
    for color in Color::ALL {
        for role in (0..n_roles).map(Role::new) {
            let mobility = &mobility[color.index()][role.index()];
            let means = [mobility.mean(0), mobility.mean(1)];
            let is_promoter = promotable.iter().any(|promoter| promoter.role == role);
            let gain = promotable::gain(rules, role, worth).min(900);
            let steps = is_promoter.then(|| promotable::steps(rules, mobility, role, color));
            let goal = goal(rules, color, role);
            for square in rules.shape.squares() {
                let index = square.index();
                let place = &mut found[(color.index() * n_roles + role.index()) * area + index];
                let own = worth[role.index()];
                *place = Phased::new(own, own);
                let from_center = from_center(rules, square);
                if rules.role(role).king {
                    place.add(of_royal(rules, mobility, color, square));
                } else {
                    let more = |density: usize, center: f64| {
                        mobility.seen[density][index] - means[density]
                            + center * (0.5 - from_center)
                    };
                    place.add(Phased::new(more(0, 10.0) as i32, more(1, 6.0) as i32));
                }
                if let Some(steps) = steps.as_ref().and_then(|steps| steps[index]) {
                    let bonus = f64::from(gain) * 0.09 * 0.6_f64.powi(steps as i32 - 1);
                    place.add(Phased::new((0.4 * bonus) as i32, bonus as i32));
                }
                if let Some(goal) = &goal {
                    let bonus = (400.0 * 0.6_f64.powi(distance(rules, square, goal) - 1)) as i32;
                    place.add(Phased::new(bonus, bonus));
                }
            }
        }
    }
    found
}

/// The distance of a square from the center of the board, from 0 to 1 at the edge.
fn from_center(rules: &CompiledRules, square: Square) -> f64 {
    let [files, ranks] = off_center(rules, square);
    files.max(ranks)
}

/// The same by files and by ranks.
pub(super) fn off_center(rules: &CompiledRules, square: Square) -> [f64; 2] {
    let shape = &rules.shape;
    let off = |place: u8, size: u8| {
        let middle = (f64::from(size) - 1.0) / 2.0;
        (f64::from(place) - middle).abs() / middle.max(1.0)
    };
    [
        off(shape.file_of(square), shape.files()),
        off(shape.rank_of(square), shape.ranks()),
    ]
}

/// King safety by square: a royal piece stays back and to the side until the endgame, unless it is bound to a
/// small part of the board.
fn of_royal(rules: &CompiledRules, mobility: &Mobility, color: Color, square: Square) -> Phased {
    let shape = &rules.shape;
    if 2 * mobility.region.len() < shape.area() {
        return Phased::default();
    }
    let rank = shape.rank_of(square);
    let advance = match color {
        Color::White => rank,
        Color::Black => shape.ranks() - 1 - rank,
    };
    let [aside, _] = off_center(rules, square);
    let from_center = from_center(rules, square);
    Phased::new(
        (70.0 * aside) as i32 - 24 * i32::from(advance.min(4)),
        (-30.0 * from_center) as i32,
    )
}

/// The half of the squares to which a piece is bound, as a bishop is to one color.
pub(super) fn half(rules: &CompiledRules, mobility: &Mobility) -> Option<SquareSet> {
    let first = rules.shape.squares().next()?;
    let mut half = SquareSet::new();
    let mut next = vec![first];
    while let Some(square) = next.pop() {
        if half.insert(square) {
            next.extend(&mobility.goes[square.index()]);
            next.extend(&mobility.hits[square.index()]);
        }
    }
    let n_squares = rules.shape.squares().count();
    let is_half = (n_squares * 2 / 5..=n_squares * 3 / 5).contains(&half.len());
    is_half.then_some(half)
}

/// The squares on which a piece wins by reaching them.
fn goal(rules: &CompiledRules, color: Color, role: Role) -> Option<SquareSet> {
    let side = color.index();
    let mut goals = rules.goals().iter();
    let goal = goals.find(|goal| {
        let kinds = goal.kinds[side].as_ref();
        kinds.is_none_or(|kinds| kinds.contains(&role)) && !goal.squares[side].is_empty()
    })?;
    Some(goal.squares[side].clone())
}

/// The distance of a square from the nearest goal square in king steps.
fn distance(rules: &CompiledRules, square: Square, goal: &SquareSet) -> i32 {
    let shape = &rules.shape;
    let apart = |other: Square| {
        let files = shape.file_of(square).abs_diff(shape.file_of(other));
        i32::from(files.max(shape.rank_of(square).abs_diff(shape.rank_of(other))))
    };
    goal.iter().map(apart).min().unwrap_or(0)
}
