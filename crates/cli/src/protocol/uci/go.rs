//! `go`: the limits of a search.

use std::iter::Peekable;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{Form, Purpose, Running, Uci, refuse, write};
use crate::protocol::action::Action;
use crate::protocol::job::{Helpers, Job, Signals, Work};
use crate::protocol::moves::{read, write as write_move};
use ferz::search::{Limits, TimeLimit};
use ferz::source::{Diagnostic, Span, codes};
use ferz::state::{Color, Move};

/// The maximum depth of perft.
const MAX_COUNT: u64 = 200;

/// The keywords of `go`.
const WORDS: [&str; 14] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "byoyomi",
    "movestogo",
    "movetime",
    "nodes",
    "depth",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// The arguments of `go`.
#[derive(Debug, Default)]
struct Order {
    /// The clocks by side, in milliseconds; negative if a clock has run out.
    clocks: [Option<i64>; 2],
    increments: [u64; 2],
    moves_to_go: Option<u64>,
    /// The additional time for each move, in milliseconds.
    byoyomi: u64,
    move_time: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u64>,
    mate: Option<u64>,
    /// Only a mate counts as a result.
    only_mate: bool,
    is_infinite: bool,
    ponders: bool,
    perft: Option<u64>,
    among: Vec<Move>,
    /// Whether `searchmoves` names moves, legal or not.
    names_moves: bool,
}

impl Uci {
    pub(super) fn go(&mut self, rest: &str, out: &mut Vec<Action>) {
        let order = match self.order(rest, out) {
            Ok(order) => order,
            Err(finding) => {
                refuse(out, &finding);
                write(out, self.form.refusal());
                return;
            }
        };
        if let Some(depth) = order.perft {
            self.count(depth, out);
            return;
        }
        if self.refused {
            let message = "no position is set: the last one was refused";
            refuse(
                out,
                &Diagnostic::new(codes::BAD_COMMAND, Span::default(), message),
            );
            write(out, self.form.refusal());
            return;
        }
        let signals = Signals::default();
        signals.pondering.store(order.ponders, Ordering::Relaxed);
        let running = Running {
            signals: signals.clone(),
            game: self.engine.open_game(),
            among: order.among.clone(),
            is_held: order.is_infinite || order.ponders,
            held: None,
            has_line: false,
            purpose: if order.only_mate {
                Purpose::Mate
            } else {
                Purpose::Move
            },
        };
        let limits = self.limits(&order);
        if !running.game.outcome().is_over()
            && let Some(unit) = self.engine.new_unit()
        {
            write(out, format!("info string unit {unit}=100"));
        }
        let job = self.engine.search(limits, signals);
        self.say_shortage(out);
        self.start(job, running, out);
    }

    fn count(&mut self, depth: u64, out: &mut Vec<Action>) {
        if self.refused || depth > MAX_COUNT {
            let message = if self.refused {
                "no position is set: the last one was refused".to_owned()
            } else {
                format!("the depth is at most {MAX_COUNT}")
            };
            refuse(
                out,
                &Diagnostic::new(codes::BAD_COMMAND, Span::default(), message),
            );
            return;
        }
        let signals = Signals::default();
        let position = self.engine.position().clone();
        let spelling = self.spelling();
        let mut moves = position.legal_moves();
        moves.sort_by_cached_key(|mv| write_move(&position, mv, spelling));
        let job = Job {
            work: Work::Count {
                position,
                moves,
                depth: depth as u32,
            },
            signals: signals.clone(),
            helpers: Helpers::default(),
        };
        self.run_aside(job, signals, Purpose::Count, out);
    }

    /// Starts a job that does not end in a move.
    pub(super) fn run_aside(
        &mut self,
        job: Job,
        signals: Signals,
        purpose: Purpose,
        out: &mut Vec<Action>,
    ) {
        let running = Running {
            signals,
            game: self.engine.game.clone(),
            among: Vec::new(),
            is_held: false,
            held: None,
            has_line: false,
            purpose,
        };
        self.start(job, running, out);
    }

    fn order(&self, rest: &str, out: &mut Vec<Action>) -> Result<Order, Diagnostic> {
        let mut order = Order::default();
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut number = || number_behind(word, &mut words);
            let natural = |value: i64| value.max(0) as u64;
            match word {
                "wtime" | "btime" => order.clocks[self.form.place_of(word)] = Some(number()?),
                "winc" | "binc" => order.increments[self.form.place_of(word)] = natural(number()?),
                "byoyomi" => order.byoyomi = natural(number()?),
                "movestogo" => order.moves_to_go = Some(natural(number()?)),
                "movetime" => order.move_time = Some(natural(number()?)),
                "nodes" => order.nodes = Some(natural(number()?)),
                "depth" => order.depth = Some(natural(number()?)),
                "mate" if self.form == Form::Usi => {
                    order.only_mate = true;
                    order.mate = Some(LONGEST_MATE);
                    if words.next_if(|word| *word == "infinite").is_none() {
                        order.move_time = Some(natural(number_behind(word, &mut words)?));
                    }
                }
                "mate" => order.mate = Some(natural(number()?)),
                "perft" => order.perft = Some(natural(number()?)),
                "infinite" => order.is_infinite = true,
                "ponder" => order.ponders = true,
                "searchmoves" => {
                    order.names_moves = true;
                    while let Some(text) = words.next_if(|word| !WORDS.contains(word)) {
                        match read(self.engine.position(), text, self.spelling()) {
                            Ok(mv) => order.among.push(mv),
                            Err(finding) => refuse(out, &finding),
                        }
                    }
                }
                _ => {
                    let known: String = word.chars().filter(|char| !char.is_control()).collect();
                    write(out, format!("info string `go` has no `{known}`"));
                }
            }
        }
        if order.names_moves && order.among.is_empty() {
            let message = "none of the moves after `searchmoves` is legal";
            return Err(Diagnostic::new(
                codes::ILLEGAL_MOVE,
                Span::default(),
                message,
            ));
        }
        Ok(order)
    }

    fn limits(&self, order: &Order) -> Limits {
        let side = match self.engine.position().turn() {
            Color::White => 0,
            Color::Black => 1,
        };
        let overhead = self.engine.overhead();
        let millis = |number: u64| Duration::from_millis(number.min(MAX_MILLIS));
        let by_move = order.move_time.map(|time| {
            let time = millis(time);
            let kept = overhead.min(time / 2);
            TimeLimit::exactly(time.saturating_sub(kept).max(Duration::from_millis(1)))
        });
        let by_clock = order.clocks[side].map(|left| {
            let left = millis(left.max(0) as u64);
            let moves = order.moves_to_go.filter(|moves| *moves > 0);
            let moves = moves.map(|moves| moves.min(1000) as u32);
            let limit = TimeLimit::on_clock(left, millis(order.increments[side]), moves, overhead);
            let byoyomi = millis(order.byoyomi).saturating_sub(overhead);
            TimeLimit {
                soft: limit.soft + byoyomi,
                hard: limit.hard + byoyomi,
            }
        });
        let time = match (by_move, by_clock) {
            (Some(one), Some(other)) => Some(TimeLimit {
                soft: one.soft.min(other.soft),
                hard: one.hard.min(other.hard),
            }),
            (one, other) => one.or(other),
        };
        let number = |value: u64| value.clamp(1, 1000) as u32;
        let mate = order.mate.map(number);
        // A search for a mate that does not exist must also end.
        let mate_depth = mate.map(|moves| 2 * moves - 1);
        let depth = order.depth.map(number);
        let depth = match (depth, mate_depth) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Limits {
            depth,
            nodes: order.nodes.map(|nodes| nodes.max(1)),
            mate,
            moves: order.among.clone(),
            soft_nodes: None,
            time: time.filter(|_| !order.is_infinite),
        }
    }
}

/// The longest mate that is searched for by default, in moves.
const LONGEST_MATE: u64 = 90;

/// The number after a keyword of `go`.
fn number_behind<'t>(
    word: &str,
    words: &mut Peekable<impl Iterator<Item = &'t str>>,
) -> Result<i64, Diagnostic> {
    let value = words.peek().and_then(|word| word.parse::<f64>().ok());
    let Some(value) = value.filter(|value| value.is_finite()) else {
        let message = format!("expected a number after `{word}`");
        return Err(Diagnostic::new(
            codes::BAD_COMMAND,
            Span::default(),
            message,
        ));
    };
    words.next();
    Ok(value as i64)
}

/// The maximum time on a clock: three years.
const MAX_MILLIS: u64 = 100_000_000_000;
