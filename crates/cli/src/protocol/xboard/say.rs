//! Writes thinking output and results for XBoard.

use super::search::result;
use super::{XBoard, brief, error, moves, write};
use crate::protocol::action::Action;
use crate::protocol::job::Report;
use ferz::game::Position;
use ferz::search::Score;
use ferz::state::Move;

/// The base score of a mate, to which the number of moves is added.
const MATE: i32 = 100_000;

impl XBoard {
    /// Writes a thinking line: depth, score, time in centiseconds, nodes, and the line.
    pub(super) fn say(&mut self, report: &Report, out: &mut Vec<Action>) {
        if let Report::Threads(searching) = report {
            let finding = self.engine.fewer_threads(*searching);
            return error(out, &brief(&finding), "cores");
        }
        let posts = self.posts;
        let Some(running) = &mut self.running else {
            return;
        };
        let Report::Line {
            line,
            nodes,
            table_use: _,
            elapsed,
        } = report
        else {
            return;
        };
        let time = elapsed.as_millis() as u64 / 10;
        let texts = variation(running.game.position(), &line.moves);
        let first = texts.first().cloned().unwrap_or_default();
        if line.rank == 1 {
            running.last = Some((time, *nodes, line.depth, first));
        }
        if !running.is_heard() || !(posts || running.is_analysis()) {
            return;
        }
        let score = match line.score {
            Score::Units(units) => units,
            Score::Mate(moves) if moves > 0 => MATE + moves,
            Score::Mate(moves) => moves - MATE,
        };
        let depth = line.depth;
        write(
            out,
            format!("{depth} {score} {time} {nodes}\t{}", texts.join(" ")),
        );
    }

    /// Writes the result if the game is over; returns whether it is.
    ///
    /// XBoard regards a victory that it cannot verify as a false claim, which loses the game, but only
    /// between engines. There the losing engine reports the result too.
    pub(super) fn say_result(&mut self, out: &mut Vec<Action>) -> bool {
        let outcome = self.engine.game.outcome();
        let Some(reason) = outcome.reason() else {
            return false;
        };
        let has_won = outcome.winner().is_some() && outcome.winner() == self.own_side;
        if has_won && self.meets_engine && !self.is_judged {
            return true;
        }
        let result = result(outcome.winner());
        write(out, format!("{result} {{{}}}", reason.as_str()));
        true
    }
}

/// The move texts of a line, up to the end of the game.
fn variation(root: &Position, line: &[Move]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut position = root.clone();
    for mv in line {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(moves::legs(&position, mv).join(","));
        position = position.play_unchecked(mv);
        if position.outcome().is_over() {
            break;
        }
    }
    texts
}
