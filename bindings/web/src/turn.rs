//! The progress within a turn of several moves.

use serde_json::{Value, json};

use ferz::game::{Game, Position};

/// The number of the next move in its turn and the number of moves of the turn; null if turns have
/// one move.
pub(crate) fn part(game: &Game) -> Value {
    let position = game.position();
    if !position
        .variant()
        .acting_rules()
        .any(|rule| rule == "turns")
    {
        return Value::Null;
    }
    let earlier = game.earlier_positions();
    let made = earlier
        .take_while(|earlier| earlier.turn() == position.turn())
        .count();
    let left = match left(position) {
        Some(left) => left,
        None => whole(position),
    };
    let of = made + left;
    if of < 2 {
        return Value::Null;
    }
    json!({ "move": made + 1, "of": of })
}

/// The remaining moves of a turn after its first one, from the FEN.
fn left(position: &Position) -> Option<usize> {
    let fen = position.to_fen();
    let field = fen
        .split(' ')
        .find_map(|field| field.strip_prefix("left="))?;
    field.split('/').next()?.parse().ok()
}

/// The number of moves of a turn, found by playing its first move.
fn whole(position: &Position) -> usize {
    let moves = position.legal_moves();
    let turns = moves.iter().take(4).map(|mv| {
        let after = position.play_unchecked(mv);
        if after.turn() == position.turn() {
            1 + left(&after).unwrap_or(1)
        } else {
            1
        }
    });
    turns.max().unwrap_or(1)
}
