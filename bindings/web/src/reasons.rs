//! Reasons why a click or a drag is not a legal move.

use ferz::game::Position;
use ferz::geometry::{Square, SquareSet};
use ferz::state::Piece;
use ferz_designer::input::step_into_check;
use ferz_designer::render::Marks;

/// The reason why the piece on `from` may not move to `to`.
pub(crate) fn no_move(position: &Position, from: Square, to: Square) -> String {
    let shape = position.variant().shape();
    let (from_name, to_name) = (shape.name(from), shape.name(to));
    let Some(piece) = position.piece_on(from) else {
        return no_beginning(position, from);
    };
    let mover = format!("the {} on {from_name}", role(position, piece));
    if let Some(other) = position.piece_on(to)
        && other.color == piece.color
    {
        let other = role(position, other);
        return format!("{mover} cannot move to {to_name}: your own {other} stands there");
    }
    if !reaches(position, piece, from, to, Neighbors::All) {
        return if reaches(position, piece, from, to, Neighbors::None) {
            format!("{mover} cannot move to {to_name}: another piece is in the way")
        } else if reaches(position, piece, from, to, Neighbors::Target) {
            format!("{mover} moves to {to_name} only if it captures there")
        } else {
            format!("{mover} does not move to {to_name}")
        };
    }
    if let Some(reason) = check_after(position, from, to) {
        return reason;
    }
    let legal = position.legal_moves();
    let captures = !legal.is_empty() && legal.iter().all(|mv| mv.is_capture());
    if captures && position.piece_on(to).is_none() {
        return "a piece must be captured if that is possible".to_owned();
    }
    format!("the rules of this game forbid {from_name} to {to_name} here")
}

/// The reason why no move begins on a square.
pub(crate) fn no_beginning(position: &Position, from: Square) -> String {
    let name = position.variant().shape().name(from);
    let turn = position.turn().name();
    match position.piece_on(from) {
        None => format!("{name} is empty, and it is {turn}'s turn"),
        Some(piece) if piece.color != position.turn() => format!("it is {turn}'s turn"),
        Some(piece) => {
            let mover = format!("the {} on {name} has no legal move", role(position, piece));
            match checkers(position) {
                Some(from) => format!("{mover} that answers the check from {from}"),
                None => mover,
            }
        }
    }
}

/// The reason why a piece in hand may not be dropped on a square.
pub(crate) fn no_drop(position: &Position, piece: Piece, to: Square) -> String {
    let name = position.variant().shape().name(to);
    let dropped = role(position, piece);
    match position.piece_on(to) {
        Some(_) => format!("the {dropped} cannot be dropped on {name}: the square is occupied"),
        None => match checkers(position) {
            Some(from) => format!("a drop on {name} does not answer the check from {from}"),
            None => format!("the rules of this game forbid a drop of the {dropped} on {name}"),
        },
    }
}

/// The other pieces on the board that are taken into account.
#[derive(Clone, Copy, PartialEq)]
enum Neighbors {
    All,
    None,
    /// Only an enemy piece on the target.
    Target,
}

fn reaches(position: &Position, piece: Piece, from: Square, to: Square, near: Neighbors) -> bool {
    let variant = position.variant();
    let (mut enemies, mut friends) = (SquareSet::new(), SquareSet::new());
    match near {
        Neighbors::None => {}
        Neighbors::Target => {
            enemies.insert(to);
        }
        Neighbors::All => {
            for (square, other) in position.board().pieces() {
                if square == from {
                    continue;
                }
                if other.color == piece.color {
                    friends.insert(square);
                } else {
                    enemies.insert(square);
                }
            }
        }
    }
    let name = variant.role_name(piece.role);
    let marks = Marks::of_piece_beside(variant, name, piece.color, from, &enemies, &friends);
    // On an empty board, captures are only possible ones.
    marks.is_ok_and(|marks| match near {
        Neighbors::None => marks.mark(to).quiet.is_some(),
        Neighbors::All | Neighbors::Target => marks.mark(to).is_target(),
    })
}

/// The reason if the move would leave a royal piece in check.
fn check_after(position: &Position, from: Square, to: Square) -> Option<String> {
    let after = step_into_check(position, from, to)?;
    let attackers = checkers(&after)?;
    let royal = after.royals_in_check().iter().next();
    let royal = royal.and_then(|square| after.piece_on(square));
    let royal = royal.map_or("king", |royal| role(&after, royal));
    let still = if position.is_check() { "still " } else { "" };
    Some(format!(
        "the {royal} would {still}be in check from {attackers}"
    ))
}

/// The squares of the pieces that give check.
fn checkers(position: &Position) -> Option<String> {
    let shape = position.variant().shape();
    let names: Vec<String> = position
        .checkers()
        .iter()
        .map(|one| shape.name(one))
        .collect();
    (!names.is_empty()).then(|| names.join(" and "))
}

fn role(position: &Position, piece: Piece) -> &str {
    position.variant().role_name(piece.role)
}
