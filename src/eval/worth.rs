//! Material values, derived from mobility and promotion or given by the definition.

use super::mobility::Mobility;
use super::promotable;
use crate::rules::CompiledRules;
use crate::state::{Color, Role};

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
    let choices = own.flat_map(|promotion| promotion.choices.iter().map(|choice| choice.role));
    choices.chain(rules.paired_promotion().target(role).map(Role::from))
}

/// The average number of moves to promotion, for the side that needs fewer; `None` if no side can promote.
fn steps_to_promotion(
    rules: &CompiledRules,
    mobility: &[Vec<Mobility>; 2],
    role: Role,
) -> Option<f64> {
    let of_side = |color: Color| {
        let steps = promotable::steps(rules, &mobility[color.index()][role.index()], role, color);
        let known: Vec<f64> = steps.into_iter().flatten().map(f64::from).collect();
        known.iter().sum::<f64>() / known.len().max(1) as f64
    };
    let sides = Color::ALL.into_iter();
    let sides = sides.filter(|color| !promotable::zone(rules, role, *color).is_empty());
    sides.map(of_side).reduce(f64::min)
}

/// The value of one additional square of mobility for a role.
pub(super) fn of_a_move(mobility: &[Vec<Mobility>; 2], role: Role) -> i32 {
    (60.0 / (mobility[0][role.index()].mean(0) + 2.5)) as i32
}
