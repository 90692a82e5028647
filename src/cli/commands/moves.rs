//! `ferz moves`: the legal moves of a position.

use std::io::Write;

use serde_json::{Value, json};

use super::write_json;
use crate::cli::args::PositionArgs;
use crate::cli::load;
use crate::cli::report;
use crate::cli::stop::Stop;
use crate::game::{Outcome, Position};
use crate::geometry::Square;
use crate::notation::{move_texts, result_text};
use crate::state::{Color, Move, MoveKind, Piece};

/// List the legal moves of a position, sorted
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  ferz moves chess --fen 'k7/8/1K6/8/8/8/8/7R w' --moves h1h7,a8b8"
)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Print JSON: the FEN, whether it is check, how the game has ended, and what each move does
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

/// How the game has ended; `null` if it goes on.
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

/// A move with everything it does.
fn described(position: &Position, text: &str, one: &Move) -> Value {
    let variant = position.variant();
    let name = |square: &Square| variant.shape().name(*square);
    let names = |squares: &[Square]| squares.iter().map(name).collect::<Vec<_>>();
    let piece = variant.def().pieces.get_index(one.piece.role.index());
    let promotion = one.promotion.map(|role| {
        let piece = Piece {
            color: Color::Black,
            role,
        };
        variant.letters().name(piece)
    });
    let (kind, from) = match one.kind {
        MoveKind::Walk => ("walk", Some(name(&one.from))),
        MoveKind::Castle => ("castle", Some(name(&one.from))),
        MoveKind::Drop => ("drop", None),
        MoveKind::Resurrect => ("resurrect", Some(name(&one.from))),
    };
    let relocations: Vec<Value> = one
        .shifts
        .iter()
        .map(|(from, to)| json!({ "from": name(from), "to": name(to) }))
        .collect();
    json!({
        "text": text,
        "kind": kind,
        "piece": piece.map(|(name, _)| name),
        "from": from,
        "to": name(&one.to),
        "captures": names(&one.captures),
        "promotion": promotion,
        "relocations": relocations,
        "en_passant_squares": names(&one.marks),
    })
}
