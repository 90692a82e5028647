//! Positions with the sides exchanged, or without unusable en passant squares.

use ferz::game;
use ferz::geometry::{Square, SquareSet};
use ferz::state::{Board, Cell, Setup};

/// The position with the colors exchanged and the ranks mirrored. `None` if the result would be
/// another game, because a rule cannot mirror its state or the legal moves differ.
pub(crate) fn mirrored(position: &game::Position) -> Option<game::Position> {
    let (variant, setup) = (position.variant(), position.setup());
    let shape = variant.shape();
    let at = |square: Square| shape.mirrored(square);
    let all = |squares: &SquareSet| squares.iter().map(at).collect::<SquareSet>();
    let remembered = variant.mirrored_states(&setup.special.custom)?;
    let mut other = Setup {
        board: Board::empty(setup.board.area()),
        turn: setup.turn.opponent(),
        unmoved: all(&setup.unmoved),
        ..setup.clone()
    };
    for square in shape.squares() {
        match setup.board.get(square) {
            Cell::Empty => {}
            Cell::Wall => other.board.put_wall(at(square)),
            Cell::Piece(mut piece) => {
                piece.color = piece.color.opponent();
                other.board.put(at(square), piece);
            }
        }
    }
    other.hands.reverse();
    for passed in &mut other.en_passant {
        passed.target = at(passed.target);
        passed.victim = at(passed.victim);
    }
    other.en_passant.sort_by_key(|passed| passed.target);
    let special = &mut other.special;
    for right in &mut special.castles {
        right.color = right.color.opponent();
        right.king = at(right.king);
        right.partner = at(right.partner);
    }
    special.castles.sort();
    special.gates = all(&setup.special.gates);
    special.checks.reverse();
    special.imitated.reverse();
    special.custom = remembered;
    let found = variant.arrange(other).ok()?;
    (found.n_moves() == position.n_moves()).then_some(found)
}

/// The position without en passant squares on which no legal move captures.
pub(crate) fn with_usable_en_passant(position: &game::Position) -> Option<game::Position> {
    let setup = position.setup();
    if setup.en_passant.is_empty() {
        return Some(position.clone());
    }
    let legal = position.legal_moves();
    let mut other = setup.clone();
    other.en_passant.retain(|passed| {
        let captures = |mv: &ferz::state::Move| {
            mv.to == passed.target && mv.to != passed.victim && mv.captures.contains(&passed.victim)
        };
        legal.iter().any(captures)
    });
    position.variant().arrange(other).ok()
}
