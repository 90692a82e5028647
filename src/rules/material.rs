//! Who wins a drawn game by the pieces that are left.

use crate::definition::{MaterialRule, Verdict};
use crate::state::{Color, Role, Setup};

/// The result for the side to move.
pub(crate) fn by_material(rule: &MaterialRule, setup: &Setup) -> Verdict {
    let sum = |color: Color, weight: &dyn Fn(Role) -> u32| -> u32 {
        let pieces = setup.board.pieces();
        let own = pieces.filter(|(_, piece)| piece.color == color);
        own.map(|(_, piece)| weight(piece.role)).sum()
    };
    let for_white = match rule {
        MaterialRule::Weighted { weights, handicap } => {
            let weight = |role: Role| u32::from(weights.get(role).copied().unwrap_or(0));
            let black = sum(Color::Black, &weight) + u32::from(*handicap);
            if sum(Color::White, &weight) > black {
                Verdict::Win
            } else {
                Verdict::Loss
            }
        }
        MaterialRule::Count => match sum(Color::White, &|_| 1).cmp(&sum(Color::Black, &|_| 1)) {
            std::cmp::Ordering::Greater => Verdict::Win,
            std::cmp::Ordering::Less => Verdict::Loss,
            std::cmp::Ordering::Equal => Verdict::Draw,
        },
        MaterialRule::White => Verdict::Win,
        MaterialRule::Black => Verdict::Loss,
    };
    match setup.turn {
        Color::White => for_white,
        Color::Black => for_white.opposite(),
    }
}
