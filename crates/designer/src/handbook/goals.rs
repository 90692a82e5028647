//! The ends of the game by special rules.

use super::ends::{End, draw, result, winner};
use ferz::definition::{CastlingRules, PieceId, PieceSet, Reason, Verdict};
use ferz::game::Variant;
use ferz::geometry::Perspective;

const SIDES: [(Perspective, &str); 2] =
    [(Perspective::White, "White"), (Perspective::Black, "Black")];

/// The ends of the game by special rules.
pub(super) fn ends(variant: &Variant) -> Vec<End> {
    let mut ends = Vec::new();
    let mut end = |reason: Reason, how: String, result: String| {
        ends.push(End {
            reason,
            how,
            result,
        });
    };
    let won = |reason: Reason| result(variant, reason, Verdict::Win);
    if let Some(rule) = variant.compiled_rules().facts.castling.as_ref() {
        for (how, who) in castlings(rule) {
            end(
                Reason::Castling,
                how,
                winner(variant, Reason::Castling, who),
            );
        }
    }
    if variant.compiled_rules().facts.checks.counted {
        let how = match variant.start().setup().special.checks {
            [1, 1] => "A side has given check.".to_owned(),
            [white, black] if white == black => format!("A side has given {white} checks."),
            [white, black] => format!("White has given {white} checks, or Black {black}."),
        };
        end(Reason::Checks, how, won(Reason::Checks));
    }
    if variant.compiled_rules().facts.checks.bikjang {
        let how = "The royal pieces faced one another and nobody gave way.";
        end(Reason::FacingKings, how.to_owned(), draw(variant));
    }
    ends
}

/// Castlings that win, and the loss of the right to them, each with the winner.
fn castlings(rule: &CastlingRules) -> Vec<(String, &'static str)> {
    let wins = SIDES.into_iter().zip(rule.wins);
    wins.filter(|(_, wins)| *wins != [false; 2])
        .flat_map(|((side, who), wins)| {
            let other = SIDES[1 - side as usize].1;
            let to = match wins {
                [true, false] => "to the left",
                [false, true] => "to the right",
                _ => "to either side",
            };
            [
                (format!("{who} has castled {to}, as White sees it."), who),
                (format!("{who} can never castle {to} any more."), other),
            ]
        })
        .collect()
}

/// A set of one piece.
pub(super) fn only(piece: PieceId) -> PieceSet {
    piece.into()
}
