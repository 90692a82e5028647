//! Players of a match: the search of this program, or an engine process.
//!
//! An engine is started on demand, and restarted after a failure.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::affinity::on_processor;
use super::child::{Child, Received};
use super::spec::EngineSpec;
use crate::cli::evaluation::{beside, named};
use crate::cli::level;
use crate::cli::stop::Stop;
use crate::cli::stopwatch::Stopwatch;
use crate::referee::driver::{Driver, EngineReply, Reply, Rules};
use crate::referee::{Budget, Cause, OwnPlayer, SearchInfo};
use ferz::game::Game;
use ferz::search::{Control, SearchOptions};
use ferz::state::Move;

/// The maximum output of an engine for one move, in bytes.
const MAX_SAID: usize = 16 << 20;

/// The time limit for a list of moves.
const LISTING: Duration = Duration::from_secs(5);

/// The time limit of a search after `stop`.
const AFTER_STOP: Duration = Duration::from_millis(500);

/// A player of one thread.
#[derive(Debug)]
pub(super) struct Player {
    spec: Arc<EngineSpec>,
    own: Option<OwnPlayer>,
    running: Option<Running>,
    /// The time limit for answers without another limit.
    wall: Duration,
    /// The only processor that the engine may use.
    processor: Option<usize>,
}

/// A running engine with its driver.
#[derive(Debug)]
struct Running {
    child: Child,
    driver: Box<dyn Driver>,
}

/// The reason why a game ends early.
#[derive(Debug)]
pub(super) enum PlayerError {
    /// A player loses for this cause.
    Fault(Cause, String),
    /// The player cannot play the game at all.
    Unable(String),
}

/// The answer of a player that is to move.
#[derive(Debug)]
pub(super) enum Answer {
    Moves {
        mv: Box<Move>,
        thought: SearchInfo,
        elapsed: Duration,
    },
    Oversteps,
    Fails(Cause, String),
    Claims {
        white: f64,
        words: String,
    },
}

impl Player {
    pub(super) fn new(spec: Arc<EngineSpec>, wall: Duration, processor: Option<usize>) -> Player {
        Player {
            spec,
            processor,
            own: None,
            running: None,
            wall,
        }
    }

    /// Prepares the player for a game.
    pub(super) fn prepare(
        &mut self,
        rules: &Rules,
        opening: &Game,
        budget: &Budget,
    ) -> Result<(), PlayerError> {
        let Some(driver) = self.spec.driver() else {
            let options = own_options(&self.spec, rules).map_err(PlayerError::Unable)?;
            let own = match &mut self.own {
                Some(own) => {
                    own.set_options(options);
                    own
                }
                None => self.own.insert(OwnPlayer::new(options)),
            };
            own.prepare(&rules.variant);
            return Ok(());
        };
        if self.running.is_none() {
            let command = match self.processor {
                Some(processor) => on_processor(&self.spec.command, processor),
                None => self.spec.command.clone(),
            };
            let child = Child::start(&command).map_err(|error| {
                let program = command.first().map_or("", String::as_str);
                PlayerError::Unable(format!("`{program}` cannot be started: {error}"))
            })?;
            let mut running = Running { child, driver };
            let lines = running.driver.greet();
            running.send(lines);
            running.await_ready(opening, self.wall)?;
            self.running = Some(running);
        }
        let wall = self.wall;
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        let reply = running.driver.prepare(rules, opening, budget);
        let result = match running.take(reply) {
            Some(EngineReply::Ready) => Ok(()),
            Some(EngineReply::Unable(reason)) => Err(PlayerError::Unable(reason)),
            _ => running.await_ready(opening, wall),
        };
        if matches!(result, Err(PlayerError::Fault(..))) {
            self.running = None;
        }
        result
    }

    /// Compares the legal moves of the engine with ours and describes the difference; `None` if they agree or
    /// if the engine cannot list moves.
    pub(super) fn compare_moves(&mut self, game: &Game) -> Option<String> {
        let running = self.running.as_mut()?;
        let lines = running.driver.ask_moves(game)?;
        running.send(lines);
        let begun = Instant::now();
        let mut n_bytes = 0;
        while begun.elapsed() < LISTING {
            let left = LISTING.saturating_sub(begun.elapsed());
            match running.receive(game, left, &mut n_bytes) {
                Ok(Some(EngineReply::Lists(listed))) => {
                    return running.driver.compare_moves(game, &listed);
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        self.running = None;
        Some("it does not list its moves".to_owned())
    }

    /// Asks for a move.
    pub(super) fn think(&mut self, game: &Game, budget: &Budget) -> Answer {
        if let Some(own) = &mut self.own {
            let clock = Stopwatch::start();
            let control = Control {
                clock: Some(&clock),
                ..Control::default()
            };
            let begun = Instant::now();
            return match own.think(game, budget, &control) {
                Some((mv, thought)) => Answer::Moves {
                    mv: Box::new(mv),
                    thought,
                    elapsed: begun.elapsed(),
                },
                None => Answer::Fails(Cause::IllegalMove, "it finds no move".to_owned()),
            };
        }
        let Some(running) = &mut self.running else {
            return Answer::Fails(Cause::Disconnect, "it does not exist".to_owned());
        };
        let answer = running.think(game, budget);
        let survives = match &answer {
            Answer::Oversteps => running.interrupt(game),
            Answer::Fails(cause, _) => !matches!(cause, Cause::Disconnect | Cause::Stall),
            Answer::Moves { .. } | Answer::Claims { .. } => true,
        };
        if !survives {
            self.running = None;
        }
        answer
    }

    /// Reports the end of a game.
    pub(super) fn conclude(&mut self, result: &str) {
        if let Some(running) = &mut self.running {
            let lines = running.driver.conclude(result);
            running.send(lines);
        }
    }

    /// Ends the engine.
    pub(super) fn part(self) {
        if let Some(Running { child, mut driver }) = self.running {
            for line in driver.quit() {
                child.send(line);
            }
            child.part();
        }
    }
}

impl Running {
    fn send(&self, lines: Vec<String>) {
        for line in lines {
            self.child.send(line);
        }
    }

    /// Sends the lines of a reply, and returns its meaning.
    fn take(&mut self, reply: Reply) -> Option<EngineReply> {
        self.send(reply.send);
        reply.said
    }

    /// Waits until the engine is ready.
    fn await_ready(&mut self, game: &Game, wall: Duration) -> Result<(), PlayerError> {
        let begun = Instant::now();
        let mut n_bytes = 0;
        loop {
            let patience = self.driver.patience().min(wall);
            let left = patience.saturating_sub(begun.elapsed());
            match self.receive(game, left, &mut n_bytes)? {
                Some(EngineReply::Ready) => return Ok(()),
                Some(EngineReply::Unable(reason)) => return Err(PlayerError::Unable(reason)),
                Some(_) => {}
                None if begun.elapsed() < patience => {}
                None => {
                    if self.driver.greeting_timeout().is_some() {
                        return Ok(());
                    }
                    let seconds = patience.as_secs_f64();
                    let message = format!("it is not ready after {seconds} s");
                    return Err(PlayerError::Fault(Cause::Stall, message));
                }
            }
        }
    }

    /// The meaning of the next line, with a time limit.
    fn receive(
        &mut self,
        game: &Game,
        patience: Duration,
        n_bytes: &mut usize,
    ) -> Result<Option<EngineReply>, PlayerError> {
        let fault = |message: &str| Err(PlayerError::Fault(Cause::Disconnect, message.to_owned()));
        match self.child.receive(patience) {
            Received::Line(text) => {
                *n_bytes += text.len() + 1;
                if *n_bytes > MAX_SAID {
                    return fault("it writes more than 16 MiB about one move");
                }
                let reply = self.driver.line(game, &text);
                Ok(self.take(reply))
            }
            Received::TooLong => fault("it sends a line of more than 64 KiB"),
            Received::End => fault("it has ended"),
            Received::Nothing => Ok(None),
        }
    }

    fn think(&mut self, game: &Game, budget: &Budget) -> Answer {
        let begun = Instant::now();
        let lines = self.driver.ask(game, budget);
        self.send(lines);
        let mut n_bytes = 0;
        loop {
            let left = budget.deadline.saturating_sub(begun.elapsed());
            let heard = self.receive(game, left, &mut n_bytes);
            let elapsed = begun.elapsed();
            match heard {
                Err(PlayerError::Fault(cause, details)) => return Answer::Fails(cause, details),
                Err(PlayerError::Unable(details)) | Ok(Some(EngineReply::Unable(details))) => {
                    return Answer::Fails(Cause::Disconnect, details);
                }
                Ok(Some(EngineReply::Move {
                    text,
                    meant,
                    thought,
                })) => {
                    return match meant {
                        Ok(mv) => Answer::Moves {
                            mv,
                            thought,
                            elapsed,
                        },
                        Err(reason) => Answer::Fails(
                            Cause::IllegalMove,
                            format!("`{text}` in {}: {reason}", game.position().to_fen()),
                        ),
                    };
                }
                Ok(Some(EngineReply::Resigns)) => {
                    return Answer::Fails(Cause::Resignation, String::new());
                }
                Ok(Some(EngineReply::Claims { white, words })) => {
                    return Answer::Claims { white, words };
                }
                Ok(Some(EngineReply::Refuses(words))) => {
                    let fen = game.position().to_fen();
                    let details = format!("it refuses a legal move before {fen}: {words}");
                    return Answer::Fails(Cause::FalseClaim, details);
                }
                Ok(Some(EngineReply::Ready | EngineReply::Lists(_)) | None)
                    if elapsed >= budget.deadline =>
                {
                    return Answer::Oversteps;
                }
                Ok(Some(EngineReply::Ready | EngineReply::Lists(_)) | None) => {}
            }
        }
    }

    /// Stops a search; returns whether the engine is still usable.
    fn interrupt(&mut self, game: &Game) -> bool {
        let lines = self.driver.interrupt();
        self.send(lines);
        let end = Instant::now() + AFTER_STOP;
        let mut n_bytes = 0;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.receive(game, left, &mut n_bytes) {
                Ok(Some(EngineReply::Ready)) => return true,
                Ok(_) if !left.is_zero() => {}
                Ok(_) | Err(_) => return false,
            }
        }
    }
}

/// The options of our own search.
fn own_options(spec: &EngineSpec, rules: &Rules) -> Result<SearchOptions, String> {
    let def = rules.variant.def();
    let evaluation = |text: &str| match text {
        "" => beside(def, rules.definition.as_deref().unwrap_or_default()),
        text => named(def, text),
    };
    let unusable = |stop: Stop| match stop {
        Stop::Usage(message) => message,
        Stop::Findings | Stop::Exhausted(_) | Stop::Output(_) => {
            "its evaluation cannot be used".to_owned()
        }
    };
    let mut options = SearchOptions {
        evaluation: evaluation("").map_err(unusable)?,
        ..SearchOptions::default()
    };
    for (name, value) in &spec.settings.options {
        let number = value.parse::<usize>().ok();
        let name_alone = name.to_lowercase().replace(['_', ' '], "");
        match (name_alone.as_str(), number, level::read(value)) {
            ("hash", Some(size), _) if (1..=16384).contains(&size) => options.table_mib = size,
            ("skill" | "skilllevel", _, Ok(skill)) => options.skill = skill,
            ("eval", ..) => options.evaluation = evaluation(value).map_err(unusable)?,
            _ => {
                return Err(format!(
                    "`{name}={value}`: our own search takes `skill=0..20`, `hash=1..16384` and `eval=FILE`"
                ));
            }
        }
    }
    Ok(options)
}
