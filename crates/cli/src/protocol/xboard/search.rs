//! Searches for XBoard: for a move, for analysis, and for a hint.

use super::{XBoard, brief, built_in_showings, error, moves, write};
use crate::protocol::action::Action;
use crate::protocol::job::{Answer, Done, Helpers, Job, Signals, Work};
use ferz::game::Game;
use ferz::search::{Limits, Line, Score, SearchResult};
use ferz::state::Color;

/// The search depth of a hint.
const HINT_DEPTH: u32 = 4;

/// A running search.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) signals: Signals,
    /// The game that is searched.
    pub(super) game: Game,
    purpose: Purpose,
    /// The number of changes of the game when the search began.
    n_changes: u64,
    /// Whether its result is discarded.
    is_abandoned: bool,
    /// The statistics of the last thinking line: time in centiseconds, nodes, depth, and the first move.
    pub(super) last: Option<(u64, u64, u32, String)>,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    Analysis,
    Hint,
    /// No search: prepares the list of variants for the feature lines.
    Introduction,
}

impl Running {
    /// Stops the search and discards its result.
    pub(super) fn abandon(&mut self) {
        self.is_abandoned = true;
        self.signals.stop();
    }

    /// Whether it has been told to stop, so that new commands refer to the next search.
    pub(super) fn is_told_to_stop(&self) -> bool {
        self.signals.is_stopped()
    }

    /// Whether it ends with a move.
    pub(super) fn ends_in_move(&self) -> bool {
        self.purpose == Purpose::Move && !self.is_abandoned
    }

    /// Whether its thinking lines are written.
    pub(super) fn is_heard(&self) -> bool {
        let speaks = matches!(self.purpose, Purpose::Move | Purpose::Analysis);
        speaks && !self.is_abandoned
    }

    /// Whether its thinking lines are written even after `nopost`.
    pub(super) fn is_analysis(&self) -> bool {
        self.purpose == Purpose::Analysis
    }

    /// Whether it prepares the feature lines.
    pub(super) fn is_preparation(&self) -> bool {
        self.purpose == Purpose::Introduction
    }

    /// The answer to `.`, which reports the progress.
    pub(super) fn status(&self) -> Option<String> {
        if self.purpose != Purpose::Analysis {
            return None;
        }
        let (time, nodes, depth, mv) = self.last.clone().unwrap_or_default();
        let count = self.game.position().legal_moves().len();
        Some(
            format!("stat01: {time} {nodes} {depth} 0 {count} {mv}")
                .trim_end()
                .to_owned(),
        )
    }
}

impl XBoard {
    /// Starts a search if the engine is to move.
    pub(super) fn think_in_turn(&mut self, out: &mut Vec<Action>) {
        if self.own_side == Some(self.position().turn()) {
            self.think(out);
        }
    }

    /// Searches for a move, or reports the result if the game is over.
    pub(super) fn think(&mut self, out: &mut Vec<Action>) {
        if self.refused || self.say_result(out) {
            return;
        }
        let side = self.position().turn();
        let begins = self.engine.game.beginning().turn();
        let plies = self.engine.game.moves().len();
        let made = if begins == side {
            plies / 2
        } else {
            plies.saturating_sub(1) / 2
        };
        let mut limits = self.clock.limits(made, self.engine.overhead());
        self.narrow(&mut limits);
        self.start(limits, Purpose::Move, out);
    }

    /// Analyzes the position until the next command.
    pub(super) fn analyze(&mut self, out: &mut Vec<Action>) {
        if self.refused || self.engine.open_game().outcome().is_over() {
            return;
        }
        let mut limits = Limits::default();
        self.narrow(&mut limits);
        self.start(limits, Purpose::Analysis, out);
    }

    /// Writes a hint: the expected move, or that of a short search.
    pub(super) fn hint(&mut self, out: &mut Vec<Action>) {
        let expected = self.expected.clone();
        let position = self.position().clone();
        if let Some(mv) = expected.filter(|mv| position.is_legal(mv)) {
            let text = moves::legs(&position, &mv).join(",");
            write(out, format!("Hint: {text}"));
        } else if !self.refused && !self.engine.open_game().outcome().is_over() {
            self.start(Limits::depth(HINT_DEPTH), Purpose::Hint, out);
        }
    }

    /// Restricts the search to moves that are not excluded, unless all are.
    fn narrow(&self, limits: &mut Limits) {
        if self.excluded.is_empty() {
            return;
        }
        let legal = self.position().legal_moves().into_iter();
        limits.moves = legal.filter(|mv| !self.excluded.contains(mv)).collect();
    }

    fn start(&mut self, limits: Limits, purpose: Purpose, out: &mut Vec<Action>) {
        let signals = Signals::default();
        let job = self.engine.search(limits, signals.clone());
        if let Some(finding) = self.engine.take_shortage() {
            error(out, &brief(&finding), "memory");
        }
        self.run(job, signals, purpose, out);
    }

    /// Examines all variants in a job, before the feature lines.
    pub(super) fn get_ready(&mut self, out: &mut Vec<Action>) {
        let signals = Signals::default();
        let job = Job {
            work: Work::Prepare(|| {
                let _ = built_in_showings();
            }),
            signals: signals.clone(),
            helpers: Helpers::default(),
        };
        self.run(job, signals, Purpose::Introduction, out);
    }

    fn run(&mut self, job: Job, signals: Signals, purpose: Purpose, out: &mut Vec<Action>) {
        self.running = Some(Running {
            signals,
            game: self.engine.game.clone(),
            purpose,
            n_changes: self.n_changes,
            is_abandoned: false,
            last: None,
        });
        out.push(Action::Start(Box::new(job)));
    }

    /// Reports the result of a search that has ended.
    pub(super) fn end(&mut self, done: Done, out: &mut Vec<Action>) {
        let Some(running) = self.running.take() else {
            return;
        };
        if let Answer::Searched { searcher, found } = done.result {
            self.engine.keep(searcher);
            if !running.is_abandoned {
                match running.purpose {
                    Purpose::Move => self.make_move(&found, out),
                    Purpose::Hint => {
                        if let Some(mv) = found.best() {
                            let text = moves::legs(running.game.position(), mv).join(",");
                            write(out, format!("Hint: {text}"));
                        }
                    }
                    Purpose::Analysis | Purpose::Introduction => {}
                }
            }
        }
        if running.is_preparation() {
            self.introduce(out);
        }
        let is_over = running.purpose == Purpose::Analysis && !running.is_abandoned;
        let hurries = self.waiting.iter().any(|text| text.trim() == "?");
        self.go_on(out);
        // If the interrupting command was refused, the engine must still move.
        let was_to_move = running.purpose == Purpose::Move && running.is_abandoned;
        let is_left = matches!(out.last(), Some(Action::Load(_) | Action::Quit));
        let stands = running.n_changes == self.n_changes && !is_left;
        if was_to_move && stands && self.running.is_none() {
            self.think_in_turn(out);
            if let Some(running) = self.running.as_ref().filter(|_| hurries) {
                running.signals.stop();
            }
        }
        // An analysis that has finished waits for the next command.
        if self.analyzes && self.running.is_none() && !is_over {
            self.analyze(out);
        }
    }

    fn make_move(&mut self, found: &SearchResult, out: &mut Vec<Action>) {
        let position = self.position().clone();
        let allowed: Vec<_> = {
            let mut limits = Limits::default();
            self.narrow(&mut limits);
            limits.moves
        };
        let fallback = || self.engine.first_move(&allowed);
        let Some(mv) = found.best().cloned().or_else(fallback) else {
            return;
        };
        if let Some(line) = found.lines.first() {
            self.opinion = hundredths(line);
        }
        self.expected = found.reply().cloned();
        let legs = moves::legs(&position, &mv);
        let last = legs.len().saturating_sub(1);
        for (index, leg) in legs.iter().enumerate() {
            let more = if index < last { "," } else { "" };
            write(out, format!("move {leg}{more}"));
        }
        self.engine.game.play_unchecked(&mv);
        self.excluded.clear();
        if !self.say_result(out) {
            self.think_in_turn(out);
        }
    }
}

/// A score in centipawns; a mate is the extreme value.
fn hundredths(line: &Line) -> i32 {
    match line.score {
        Score::Units(units) => units,
        Score::Mate(moves) if moves > 0 => i32::MAX,
        Score::Mate(_) => i32::MIN,
    }
}

/// The result in the notation of XBoard.
pub(super) const fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}
