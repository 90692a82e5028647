//! Reasons why a move is illegal, as far as the position shows them.

use ferz::definition::RoyalRule;
use ferz::game::Position;
use ferz::geometry::{Square, SquareSet};

/// A message that the mover would be in check after the move whose squares the text gives; `None` if it would
/// not, or if the text is not such a move.
pub(super) fn check_after(position: &Position, text: &str) -> Option<String> {
    let (from, to) = squares(position, text)?;
    step_into_check(position, from, to)?;
    let side = position.turn().name();
    let still = if position.is_check() { "still " } else { "" };
    Some(format!("{side} would {still}be in check after it"))
}

/// The position after a step that leaves the mover in check, as far as attacks matter; `None` if the step does
/// not, or if the mover has no piece there.
pub fn step_into_check(position: &Position, from: Square, to: Square) -> Option<Position> {
    let variant = position.variant();
    if variant.compiled_rules().facts.royal != RoyalRule::Check {
        return None;
    }
    let us = position.turn();
    let piece = position.piece_on(from).filter(|piece| piece.color == us)?;
    // Capturing the king ends the game.
    if position.royals(us.opponent()).contains(to) {
        return None;
    }
    let mut setup = position.setup().clone();
    setup.board.lift(from);
    setup.board.put(to, piece);
    // These rights do not affect attacks.
    setup.en_passant.clear();
    setup.unmoved = SquareSet::new();
    setup.special.castles.clear();
    let after = variant.arrange(setup).ok()?;
    after.is_check().then_some(after)
}

/// The squares of a text such as `e2e4` or `e2-e4`, or of `Ke2` if the piece is unique.
fn squares(position: &Position, text: &str) -> Option<(Square, Square)> {
    let variant = position.variant();
    let shape = variant.shape();
    let signs = |char| matches!(char, '-' | 'x');
    if let Some((from, length)) = shape.parse_prefix(text)
        && let Some((to, _)) = shape.parse_prefix(text[length..].trim_start_matches(signs))
    {
        return Some((from, to));
    }
    let end = text.find(|char: char| !char.is_ascii_uppercase() && char != '+')?;
    let role = variant.letters().role(&text[..end])?;
    let (to, _) = shape.parse_prefix(text[end..].trim_start_matches(signs))?;
    let us = position.turn();
    let board = position.board();
    let is_meant = |square: &Square| {
        let piece = board.piece(*square);
        piece.is_some_and(|piece| (piece.color, piece.role) == (us, role))
    };
    let mut pieces = shape.squares().filter(is_meant);
    match (pieces.next(), pieces.next()) {
        (Some(from), None) => Some((from, to)),
        _ => None,
    }
}
