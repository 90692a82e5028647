//! A position and its moves in the form of the JavaScript API.

use serde_json::{Value, json};

use ferz::game::{Game, Outcome, Position, Strategy, checked_perft};
use ferz::geometry::Square;
use ferz::notation::{move_texts, result_text};
use ferz::state::{Color, Move, MoveKind, Piece, Role};
use ferz_designer::render::{BoardStyle, game_text};

use crate::request::{Answer, MoveForm, Refusal};
use crate::tree::{Tree, side};

/// The state of a position without its moves.
pub(crate) fn state(tree: &Tree) -> Value {
    let game = tree.game();
    let position = game.position();
    let variant = position.variant();
    let name = |square: Square| variant.shape().name(square);
    let checked: Vec<String> = position.royals_in_check().iter().map(name).collect();
    let hand = |color: Color| -> Vec<String> {
        let hand = position.setup().hands[color.index()].iter();
        hand.flat_map(|(role, count)| {
            let letter = variant.letters().name(Piece { color, role });
            vec![letter; usize::from(count)]
        })
        .collect()
    };
    json!({
        "fen": position.to_fen(), "turn": side(position.turn()),
        "fullmoveNumber": position.setup().fullmove_number, "halfmoveClock": position.halfmove_clock(),
        "start": tree.start(), "moves": tree.moves(), "isCheck": position.is_check(), "checked": checked,
        "hands": { "white": hand(Color::White), "black": hand(Color::Black) },
        "outcome": outcome(&game.outcome()),
        "claim": position.claim().map(|claim| outcome(&claim)),
    })
}

/// The size of the board, and the pieces on it by square.
pub(crate) fn placement(position: &Position) -> Value {
    let variant = position.variant();
    let shape = variant.shape();
    let pieces = position.board().pieces();
    let pieces: serde_json::Map<String, Value> = pieces
        .map(|(square, piece)| {
            let placed = json!({
                "name": variant.role_name(piece.role), "side": side(piece.color),
                "letter": variant.letters().name(piece),
            });
            (shape.name(square), placed)
        })
        .collect();
    json!({ "files": shape.files(), "ranks": shape.ranks(), "pieces": pieces })
}

/// The outcome of a game; `null` while it goes on.
pub(crate) fn outcome(outcome: &Outcome) -> Value {
    let Outcome::Ended {
        white,
        black,
        reason,
    } = outcome
    else {
        return Value::Null;
    };
    json!({
        "white": white, "black": black, "winner": outcome.winner().map(side), "reason": reason.as_str(),
        "result": result_text(outcome),
    })
}

/// The legal moves in one of the forms.
pub(crate) fn legal(position: &Position, form: MoveForm) -> Answer {
    within_limits(position)?;
    Ok(match form {
        MoveForm::Text => {
            let moves = move_texts(position).into_iter();
            moves.map(|(text, _)| text).collect()
        }
        MoveForm::San => {
            let moves = position.san_moves().into_iter();
            moves.map(|(text, _)| text).collect()
        }
        MoveForm::Whole => {
            let sans = position.san_moves();
            let san = |one: &Move| {
                let found = sans.iter().find(|(_, other)| other == one);
                found.map_or_else(|| position.san(one), |(san, _)| san.clone())
            };
            let moves = move_texts(position);
            let moves = moves.iter();
            moves
                .map(|(text, one)| described(position, text, &san(one), one))
                .collect()
        }
    })
}

/// The legal move with this text, with all its effects.
pub(crate) fn describe(position: &Position, text: &str) -> Answer {
    let mv = position.parse_move(text);
    let mv = mv.map_err(|finding| Refusal::from(&finding))?;
    let (text, san) = (position.move_text(&mv), position.san(&mv));
    Ok(described(position, &text, &san, &mv))
}

/// A move in the format of `ferz moves --json`, with its short algebraic notation.
fn described(position: &Position, text: &str, san: &str, mv: &Move) -> Value {
    let variant = position.variant();
    let name = |square: &Square| variant.shape().name(*square);
    let names = |squares: &[Square]| squares.iter().map(name).collect::<Vec<_>>();
    let letter = |role: Role| {
        let color = Color::Black;
        variant.letters().name(Piece { color, role })
    };
    let kind = match mv.kind {
        MoveKind::Normal => "normal",
        MoveKind::Castle => "castle",
        MoveKind::Drop => "drop",
        MoveKind::Resurrect => "resurrect",
        MoveKind::Pass => "pass",
    };
    let from = (mv.kind != MoveKind::Drop).then(|| name(&mv.from));
    let relocations: Vec<Value> = mv
        .shifts
        .iter()
        .map(|(from, to)| json!({ "from": name(from), "to": name(to) }))
        .collect();
    let gate = mv
        .gate
        .map(|(role, square)| json!({ "piece": variant.role_name(role), "square": name(&square) }));
    let effects: Vec<String> = mv
        .effects
        .iter()
        .map(|effect| variant.effect_text(effect))
        .collect();
    json!({
        "text": text, "san": san, "kind": kind, "side": side(mv.piece.color),
        "piece": variant.role_name(mv.piece.role), "from": from, "to": name(&mv.to),
        "captures": names(&mv.captures), "conversions": names(&mv.converts),
        "promotion": mv.promotion.map(letter),
        "promotionFrom": mv.promotion.map(|_| if mv.from_hand { "hand" } else { "box" }),
        "relocations": relocations, "gate": gate, "wall": mv.wall.as_ref().map(name),
        "enPassantSquares": names(&mv.marks), "effects": effects,
    })
}

/// Plays moves on a tree: all of them or none.
pub(crate) fn play(tree: &mut Tree, moves: &[String], san: bool) -> Result<(), Refusal> {
    let mut position = tree.game().position().clone();
    let mut found = Vec::new();
    for text in moves {
        let mv = if san {
            position.parse_san(text)
        } else {
            position.parse_move(text)
        };
        let mv = mv.map_err(|finding| Refusal::from(&finding))?;
        if moves.len() > 1 {
            position = position.play_unchecked(&mv);
        }
        found.push(mv);
    }
    for mv in &found {
        tree.play(mv);
    }
    Ok(())
}

/// A line of moves in short algebraic notation, each with its number and side.
pub(crate) fn line(position: &Position, moves: &[String]) -> Answer {
    let mut position = position.clone();
    let mut line = Vec::new();
    for text in moves {
        let mv = position.parse_move(text);
        let mv = mv.map_err(|finding| Refusal::from(&finding))?;
        line.push(json!({
            "san": position.san(&mv), "side": side(position.turn()),
            "number": position.setup().fullmove_number,
        }));
        position = position.play_unchecked(&mv);
    }
    Ok(json!(line))
}

/// Perft: the number of sequences of legal moves.
pub(crate) fn perft(position: &Position, depth: u32) -> Answer {
    if !cfg!(feature = "board") {
        return Ok(json!(count(position, depth)?));
    }
    let count = checked_perft(position, depth, Strategy::Fastest);
    Ok(json!(count.map_err(|finding| Refusal::from(&finding))?))
}

/// Perft by playing each move, which links less of the library.
fn count(position: &Position, depth: u32) -> Result<u64, Refusal> {
    if depth == 0 {
        return Ok(1);
    }
    within_limits(position)?;
    let moves = position.moves();
    if depth == 1 {
        return Ok(moves.len() as u64);
    }
    moves
        .iter()
        .map(|code| count(&position.play_code(code), depth - 1))
        .sum()
}

/// The board, the hands and the side to move as text.
pub(crate) fn text(game: &Game) -> Value {
    json!(game_text(game, &BoardStyle::Ascii.into()))
}

/// Refuses positions whose list of moves would be incomplete.
fn within_limits(position: &Position) -> Result<(), Refusal> {
    match position.beyond_limits() {
        None => Ok(()),
        Some(finding) => Err(Refusal::from(&finding)),
    }
}
