//! Move texts of XBoard: legs from square to square, with the ranks of XBoard.

use super::squares;
use crate::protocol::moves::pass;
use ferz::game::Position;
use ferz::geometry::Square;
use ferz::notation::move_texts;
use ferz::source::{Diagnostic, Span, codes};
use ferz::state::{Move, MoveKind};

/// The null move of XBoard, used for a pass.
const PASS: &str = "@@@@";

/// The legs of a legal move.
pub(crate) fn legs(position: &Position, mv: &Move) -> Vec<String> {
    of_text(position, mv, &position.move_text(mv))
}

/// The legs of a move with a known text.
fn of_text(position: &Position, mv: &Move, text: &str) -> Vec<String> {
    let shape = position.variant().shape();
    if mv.is_pass() {
        return vec![PASS.to_owned()];
    }
    let castling = position.variant().compiled_rules().facts.castling.as_ref();
    if mv.kind == MoveKind::Castle && castling.is_some_and(|rule| rule.any_files) {
        let side = if mv.castles_right() { "O-O" } else { "O-O-O" };
        return vec![side.to_owned()];
    }
    let plain = text.split(';').next().unwrap_or(text);
    if let Some(victim) = victim_on_the_way(position, mv)
        && !plain.contains(',')
    {
        let square = |square| squares::name(shape, square);
        let plain = squares::to_xboard(shape, plain);
        let squares_alone = format!("{}{}", square(mv.from), square(mv.to));
        let suffix = plain.strip_prefix(&squares_alone).unwrap_or_default();
        return vec![
            format!("{}{}", square(mv.from), square(victim)),
            format!("{}{}{suffix}", square(victim), square(mv.to)),
        ];
    }
    let text = squares::to_xboard(shape, plain);
    text.split(',').map(str::to_owned).collect()
}

/// The only victim of a move that is not on its target, except in captures en passant.
fn victim_on_the_way(position: &Position, mv: &Move) -> Option<Square> {
    let mut elsewhere = mv.captures.iter().filter(|square| **square != mv.to);
    let (Some(victim), None) = (elsewhere.next(), elsewhere.next()) else {
        return None;
    };
    let mut marks = position.setup().en_passant.iter();
    let is_passed = marks.any(|mark| mark.target == mv.to && mark.victim == *victim);
    let is_walk = mv.kind == MoveKind::Normal && mv.shifts.is_empty() && *victim != mv.from;
    (is_walk && !is_passed).then_some(*victim)
}

/// The legal move of a text whose legs are joined by commas.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, Diagnostic> {
    // XBoard writes a dot for a promoted form that the piece does not have.
    let text = text.trim().trim_end_matches('.');
    if text == PASS {
        return pass(position).ok_or_else(|| {
            let message = "passing is not a legal move here";
            Diagnostic::new(codes::ILLEGAL_MOVE, Span::new(0, text.len()), message)
        });
    }
    let shape = position.variant().shape();
    let mut known = move_texts(position).into_iter();
    let wanted = text.to_lowercase();
    let same =
        |(own, mv): &(String, Move)| of_text(position, mv, own).join(",").to_lowercase() == wanted;
    match known.find(same) {
        Some((_, mv)) => Ok(mv),
        None => position.parse_move(&squares::from_xboard(shape, text)),
    }
}
