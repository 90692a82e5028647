//! A game that was refereed, as PGN.

use std::fmt::Write as _;

use super::game::{Cause, MatchGame, Thinking, Thought};
use super::row::GameRow;
use crate::state::Color;

/// Columns that a line of moves has at most.
const WIDTH: usize = 80;

/// A game with its tags, and what the engines thought behind each move.
pub fn write_pgn(row: &GameRow, game: &MatchGame) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    let key = &row.key;
    let shares = [row.white_score, row.black_score];
    let result = result(shares);
    tag("Event", "ferz match");
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", &format!("{}.{}", key.pair + 1, key.half + 1));
    tag("White", &key.white);
    tag("Black", &key.black);
    tag("Result", result);
    tag("Variant", &key.variant);
    tag("VariantHash", &key.definition);
    if let Some(fen) = &row.fen {
        tag("SetUp", "1");
        tag("FEN", fen);
    }
    tag("Opening", &format!("{}#{}", key.openings, key.opening));
    tag("Seed", &key.seed.to_string());
    tag("PlyCount", &row.moves.len().to_string());
    tag("TimeControl", "-");
    tag("Termination", Cause::termination(&row.reason));
    let details = if row.details.is_empty() {
        row.reason.clone()
    } else {
        format!("{}: {}", row.reason, row.details)
    };
    tag("TerminationDetails", &details);
    if shares.iter().any(|share| ![0.0, 0.5, 1.0].contains(share)) {
        tag("Score", &format!("{}-{}", shares[0], shares[1]));
    }
    text.push('\n');
    let mut words = moves(row, game);
    words.push(result.to_owned());
    let mut column = 0;
    for word in words.iter().flat_map(|word| word.split(' ')) {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push_str("\n\n");
    text
}

/// The moves with their numbers and comments.
fn moves(row: &GameRow, game: &MatchGame) -> Vec<String> {
    let mut words = Vec::new();
    let mut before: Vec<_> = game.game().earlier_positions().collect();
    before.reverse();
    let mut number = 1;
    for (index, (position, mv)) in before.into_iter().zip(game.game().moves()).enumerate() {
        match position.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        if position.turn() == Color::Black {
            number += 1;
        }
        words.push(position.move_text(mv));
        let behind = index.checked_sub(row.book);
        match behind.and_then(|at| game.thinking().get(at)) {
            Some(thinking) => words.push(comment(thinking)),
            None => words.push("{book}".to_owned()),
        }
    }
    words
}

/// `{+0.35/12 0.041s n=20000}`: the score in units for the mover, the depth, and the time.
fn comment(thinking: &Thinking) -> String {
    let Thought {
        score,
        depth,
        nodes,
    } = thinking.thought;
    let score = match score {
        None => "0.00".to_owned(),
        Some(score) if score > Thought::MATE / 2 => format!("+M{}", Thought::MATE - score),
        Some(score) if score < -Thought::MATE / 2 => format!("-M{}", Thought::MATE + score),
        Some(score) => format!("{:+.2}", f64::from(score) / 100.0),
    };
    let depth = depth.unwrap_or(0);
    let nodes = nodes.map_or(String::new(), |nodes| format!(" n={nodes}"));
    let time = thinking.elapsed.as_secs_f64();
    format!("{{{score}/{depth} {time:.3}s{nodes}}}")
}

/// PGN knows four results; whoever has got more has won all of it only if nothing is left.
fn result(shares: [f64; 2]) -> &'static str {
    match shares {
        [white, black] if white > 0.999 && black < 0.001 => "1-0",
        [white, black] if white < 0.001 && black > 0.999 => "0-1",
        _ => "1/2-1/2",
    }
}
