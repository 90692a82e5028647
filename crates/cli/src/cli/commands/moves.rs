//! `ferz moves`: lists the legal moves of a position.

use std::io::Write;

use serde_json::{Value, json};

use super::write_json;
use crate::cli::args::PositionArgs;
use crate::cli::stop::Stop;
use crate::cli::{load, report};
use ferz::game::{Outcome, Position};
use ferz::geometry::Square;
use ferz::notation::{move_texts, result_text};
use ferz::state::{Color, Move, MoveKind, Piece, Role};

/// List the legal moves of a position, sorted
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  ferz moves chess --fen 'k7/8/1K6/8/8/8/8/7R w' --moves h1h7,a8b8"
)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Print JSON: the FEN, whether the side to move is in check, the outcome, and all effects of each move (see
    /// docs/moves-json.md)
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let game = load::game(&args.position)?;
    let position = game.position();
    let moves = move_texts(position);
    if args.json {
        let moves: Vec<Value> = moves
            .iter()
            .map(|(text, one)| described(position, text, one))
            .collect();
        let answer = json!({
            "fen": position.to_fen(),
            "check": position.is_check(),
            "outcome": outcome(game.outcome()),
            "moves": moves,
        });
        return write_json(out, &answer);
    }
    for (text, _) in &moves {
        writeln!(out, "{text}")?;
    }
    match game.outcome() {
        Outcome::Ended { reason, .. } => {
            let result = result_text(&game.outcome());
            report::plain_note(&format!("the game has ended: {reason}, {result}"));
        }
        Outcome::Ongoing if moves.is_empty() => report::plain_note("there are no legal moves"),
        Outcome::Ongoing => {}
    }
    Ok(())
}

/// The outcome as JSON; `null` for an ongoing game.
pub(super) fn outcome(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Ongoing => Value::Null,
        Outcome::Ended {
            white,
            black,
            reason,
        } => json!({ "white": white, "black": black, "reason": reason.as_str() }),
    }
}

/// A move as JSON with all fields of [`Move`], so that different moves differ.
fn described(position: &Position, text: &str, mv: &Move) -> Value {
    let Move {
        kind,
        from,
        to,
        piece,
        promotion,
        from_hand,
        captures,
        converts,
        shifts,
        marks,
        gate,
        wall,
        effects,
    } = mv;
    let variant = position.variant();
    let name = |square: &Square| variant.shape().name(*square);
    let names = |squares: &[Square]| squares.iter().map(name).collect::<Vec<_>>();
    let letter = |role: Role| {
        let color = Color::Black;
        variant.letters().name(Piece { color, role })
    };
    let (kind, from) = match kind {
        MoveKind::Normal => ("normal", Some(name(from))),
        MoveKind::Castle => ("castle", Some(name(from))),
        MoveKind::Drop => ("drop", None),
        MoveKind::Resurrect => ("resurrect", Some(name(from))),
        MoveKind::Pass => ("pass", Some(name(from))),
    };
    let stock = if *from_hand { "hand" } else { "box" };
    let relocations: Vec<Value> = shifts
        .iter()
        .map(|(from, to)| json!({ "from": name(from), "to": name(to) }))
        .collect();
    let side = match piece.color {
        Color::White => "white",
        Color::Black => "black",
    };
    let gate = gate
        .map(|(role, square)| json!({ "piece": variant.role_name(role), "square": name(&square) }));
    json!({
        "text": text,
        "kind": kind,
        "side": side,
        "piece": variant.role_name(piece.role),
        "from": from,
        "to": name(to),
        "captures": names(captures),
        "conversions": names(converts),
        "promotion": promotion.map(letter),
        "promotion_from": promotion.map(|_| stock),
        "relocations": relocations,
        "gate": gate,
        "wall": wall.as_ref().map(name),
        "en_passant_squares": names(marks),
        "effects": effects.iter().map(|effect| variant.effect_text(effect)).collect::<Vec<_>>(),
    })
}
