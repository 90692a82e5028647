//! Reports of a running search and its result.

use std::time::Duration;

use super::{Purpose, Running, Uci, refuse, write};
use crate::protocol::action::Action;
use crate::protocol::job::Report;
use crate::protocol::moves::{self, Spelling};
use crate::protocol::score::chances;
use ferz::game::{Outcome, Position};
use ferz::search::{Bound, Line, Score, SearchResult};
use ferz::state::Move;

impl Uci {
    /// Writes a report of the running job.
    pub(super) fn say(&mut self, report: &Report, out: &mut Vec<Action>) {
        let spelling = self.spelling();
        let shows_wdl = self.engine.values.shows_wdl;
        if let Report::Threads(searching) = report {
            return refuse(out, &self.engine.fewer_threads(*searching));
        }
        let Some(running) = &mut self.running else {
            return;
        };
        let root = running.game.position();
        match report {
            Report::Line {
                line,
                nodes,
                table_use,
                elapsed,
            } if matches!(running.purpose, Purpose::Move | Purpose::Mate) => {
                running.has_line |= line.rank == 1 && !line.moves.is_empty();
                let figures = Figures {
                    nodes: *nodes,
                    table_use: *table_use,
                    elapsed: *elapsed,
                    shows_wdl,
                };
                write(out, info(root, line, figures, spelling));
            }
            Report::Line { .. } | Report::Threads(_) => {}
            Report::Count { mv, leaves } => {
                let text = moves::write(root, mv, spelling);
                write(out, format!("{text}: {leaves}"));
            }
            Report::Bench(row) => write(out, row.line(0)),
        }
    }

    /// Writes the best move of a search.
    pub(super) fn say_move(
        &self,
        running: &Running,
        found: &SearchResult,
        elapsed: Duration,
        out: &mut Vec<Action>,
    ) {
        let spelling = self.spelling();
        let root = running.game.position();
        let outcome = running.game.outcome();
        if outcome.is_over() {
            self.say_outcome(root, outcome, out);
            return;
        }
        let fallback = || self.engine.first_move(&running.among);
        let Some(best) = found.best().cloned().or_else(fallback) else {
            // The side to move has no moves, although the game goes on; GUIs never start a search in such a
            // position.
            write(out, "info depth 0 score cp 0");
            write(out, self.form.no_move());
            return;
        };
        if !running.has_line {
            let figures = Figures {
                nodes: found.nodes,
                table_use: 0,
                elapsed,
                shows_wdl: self.engine.values.shows_wdl,
            };
            let plain = Line {
                rank: 1,
                depth: 1,
                selective_depth: 1,
                score: Score::Units(0),
                bound: Bound::Exact,
                moves: vec![best.clone()],
            };
            let line = found.lines.first().unwrap_or(&plain);
            write(out, info(root, line, figures, spelling));
        }
        let text = moves::write(root, &best, spelling);
        let reply = found
            .reply()
            .filter(|_| found.best() == Some(&best))
            .and_then(|reply| {
                let after = root.play(&best).ok()?;
                let is_open = !after.outcome().is_over() && after.is_legal(reply);
                is_open.then(|| moves::write(&after, reply, spelling))
            });
        let ponder = reply.map_or(String::new(), |reply| format!(" ponder {reply}"));
        write(out, format!("bestmove {text}{ponder}"));
    }

    /// Writes the result of a game that is over, in place of a best move.
    fn say_outcome(&self, position: &Position, outcome: Outcome, out: &mut Vec<Action>) {
        let Outcome::Ended {
            white,
            black,
            reason,
        } = outcome
        else {
            return;
        };
        let result = match outcome.winner() {
            Some(ferz::state::Color::White) => "1-0",
            Some(ferz::state::Color::Black) => "0-1",
            None => "1/2-1/2",
        };
        // UCI has no score for a side to move that has already won.
        let is_drawn = (white - black).abs() < f64::EPSILON;
        let has_won = outcome.winner() == Some(position.turn());
        let word = reason.as_str();
        write(out, format!("info string outcome {result} {word}"));
        if has_won {
            write(
                out,
                "info string the side to move has won; the score below cannot express it",
            );
        }
        let score = if is_drawn { "cp 0" } else { "mate 0" };
        write(out, format!("info depth 0 score {score}"));
        write(out, self.form.no_move());
    }
}

/// The statistics of a line.
#[derive(Clone, Copy)]
struct Figures {
    nodes: u64,
    table_use: u32,
    elapsed: Duration,
    shows_wdl: bool,
}

fn info(root: &Position, line: &Line, figures: Figures, spelling: Spelling) -> String {
    let score = match line.score {
        Score::Units(units) => format!("cp {units}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = if figures.shows_wdl {
        let [win, draw, loss] = chances(line.score);
        format!(" wdl {win} {draw} {loss}")
    } else {
        String::new()
    };
    let millis = figures.elapsed.as_millis() as u64;
    format!(
        "info depth {} seldepth {} multipv {} score {score}{bound}{wdl} nodes {} nps {} hashfull {} tbhits 0 time {millis} pv {}",
        line.depth,
        line.selective_depth.max(line.depth),
        line.rank,
        figures.nodes,
        figures.nodes.saturating_mul(1000) / millis.max(1),
        figures.table_use,
        variation(root, &line.moves, spelling).join(" "),
    )
}

/// The move texts of a line, up to the end of the game.
pub(super) fn variation(root: &Position, line: &[Move], spelling: Spelling) -> Vec<String> {
    let mut texts = Vec::new();
    let mut position = root.clone();
    for mv in line {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(moves::write(&position, mv, spelling));
        position = position.play_unchecked(mv);
        if position.outcome().is_over() {
            break;
        }
    }
    texts
}
