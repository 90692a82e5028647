//! UCI with the variant extensions of Fairy-Stockfish, and USI, its dialect for the shogi family.

mod bench;
mod go;
mod position;
mod report;
mod show;
mod usi;

use std::collections::VecDeque;

use super::action::{Action, LoadedFile, Protocol};
use super::engine::{Consequence, Engine, Loaded};
use super::job::{Answer, Done, Job, Report, Signals};
use super::library::{Library, said};
use super::moves::Spelling;
use super::options::{DIALECT, Kind, OFFERS, OptionSpec, find, refused};
use ferz::game::Game;
use ferz::source::{Diagnostic, Span, codes};
use ferz::state::Move;

use bench::say_bench;
use position::{Played, split_at_word};
use usi::Form;

/// The maximum number of commands that wait for the end of a search; further ones are refused.
const MAX_WAITING: usize = 4096;

/// A UCI engine, which speaks USI from the command `usi` on.
#[derive(Debug)]
pub struct Uci {
    engine: Engine,
    form: Form,
    /// Whether an option has selected a variant.
    has_chosen: bool,
    /// Whether moves are written in the notation of this program.
    own_spelling: bool,
    /// The game of the last `position`.
    played: Played,
    /// Whether the last `position` was refused, so that no moves are possible.
    refused: bool,
    running: Option<Running>,
    waiting: VecDeque<String>,
}

/// A running job.
#[derive(Debug)]
struct Running {
    signals: Signals,
    /// The game that is searched.
    game: Game,
    /// The root moves; empty for all.
    among: Vec<Move>,
    /// Whether the result must wait for `stop` or `ponderhit`.
    is_held: bool,
    /// The result that waits.
    held: Option<Done>,
    /// Whether a principal variation has been reported.
    has_line: bool,
    purpose: Purpose,
}

/// The purpose of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    /// A mate search, with its own answer in USI.
    Mate,
    Count,
    /// A benchmark of several variants.
    Bench,
}

impl Default for Uci {
    fn default() -> Self {
        Uci::new()
    }
}

impl Uci {
    /// An engine that plays chess by default.
    pub fn new() -> Uci {
        Uci::with_library(Library::new())
    }

    /// An engine with the variants of a library.
    pub fn with_library(library: Library) -> Uci {
        let mut engine = Engine::new();
        engine.library = library;
        let played = Played::from_start(&engine);
        Uci {
            engine,
            form: Form::Uci,
            has_chosen: false,
            own_spelling: false,
            played,
            refused: false,
            running: None,
            waiting: VecDeque::new(),
        }
    }

    /// The dialect of move texts.
    fn spelling(&self) -> Spelling {
        if self.form == Form::Usi {
            Spelling::Usi
        } else if self.own_spelling {
            Spelling::Ferz
        } else {
            let to_partner = self.engine.values.chess960;
            Spelling::FairyStockfish { to_partner }
        }
    }

    /// Executes a command while no job is running.
    fn command(&mut self, text: &str, out: &mut Vec<Action>) {
        let text = text.trim();
        let (word, rest) = match text.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (text, ""),
        };
        match word {
            "" | "debug" | "register" | "stop" | "ponderhit" => {}
            "uci" => {
                self.form = Form::Uci;
                self.introduce(out);
            }
            "usi" => self.speak_usi(out),
            "isready" => {
                // The time to prepare the first search is spent here, since the GUI waits anyway.
                self.engine.prepare();
                self.say_shortage(out);
                write(out, "readyok");
            }
            "setoption" => self.set_option(rest, out),
            "ucinewgame" | "usinewgame" => self.engine.forget(),
            "gameover" if self.form == Form::Usi => {}
            "position" => self.set_position(rest, out),
            "go" => self.go(rest, out),
            "bench" => self.bench(rest, out),
            "d" => self.show(out),
            "eval" => self.evaluate(out),
            "flip" => self.flip(out),
            "quit" => out.push(Action::Quit),
            _ => write(out, format!("Unknown command: {}", shown(text))),
        }
    }

    /// Reports a new shortage of memory.
    fn say_shortage(&mut self, out: &mut Vec<Action>) {
        if let Some(finding) = self.engine.take_shortage() {
            refuse(out, &finding);
        }
    }

    fn introduce(&self, out: &mut Vec<Action>) {
        write(out, format!("id name Ferz {}", env!("CARGO_PKG_VERSION")));
        write(out, "id author the Ferz developers");
        let only_uci = (self.form == Form::Uci).then_some(&DIALECT);
        for offer in OFFERS.iter().chain(only_uci) {
            write(out, self.offered(*offer));
        }
        let end = match self.form {
            Form::Uci => "uciok",
            Form::Usi => "usiok",
        };
        write(out, end);
    }

    /// The `option` line of an option.
    fn offered(&self, offer: OptionSpec) -> String {
        let kind = match offer.kind {
            Kind::Number(default, least, most) => {
                format!("spin default {default} min {least} max {most}")
            }
            Kind::Flag(default) => format!("check default {default}"),
            Kind::Button => "button".to_owned(),
            Kind::Text | Kind::Evaluation => "string default <empty>".to_owned(),
            Kind::Words(words) => format!(
                "combo default {} var {}",
                words.first().copied().unwrap_or_default(),
                words.join(" var ")
            ),
            Kind::Variant => {
                let names: Vec<&str> = self.engine.library.names().collect();
                let default = match self.form {
                    Form::Uci => "chess",
                    Form::Usi => "shogi",
                };
                format!("combo default {default} var {}", names.join(" var "))
            }
        };
        format!("option name {} type {kind}", self.form.option_name(offer))
    }

    fn set_option(&mut self, rest: &str, out: &mut Vec<Action>) {
        let Some((name, value)) = name_and_value(rest) else {
            let message = "write `setoption name NAME value VALUE`";
            let finding = Diagnostic::new(codes::BAD_COMMAND, Span::default(), message);
            refuse(out, &finding);
            return;
        };
        if let Err(finding) = self.try_set_option(name, value, out) {
            refuse(out, &finding);
        }
    }

    fn try_set_option(
        &mut self,
        name: &str,
        value: &str,
        out: &mut Vec<Action>,
    ) -> Result<(), Diagnostic> {
        let mut offers = OFFERS.to_vec();
        offers.push(DIALECT);
        let offer = match self.form.find(&offers, name) {
            Some(offer) => offer,
            None => find(&offers, name)?,
        };
        if offer.name == DIALECT.name {
            self.own_spelling = match value.trim() {
                "fsf" => false,
                "ferz" => true,
                _ => return Err(refused(offer.name, value, "`fsf` or `ferz`")),
            };
            return Ok(());
        }
        match self.engine.set(offer, value)? {
            Consequence::Nothing => {}
            Consequence::Load(paths) => out.push(Action::Load(paths)),
            Consequence::Variant => self.take_variant(out),
            Consequence::SameVariant => self.begin_again(),
        }
        Ok(())
    }

    /// Begins a game of the variant that has been chosen.
    fn take_variant(&mut self, out: &mut Vec<Action>) {
        self.has_chosen = true;
        self.begin_again();
        write(out, self.described());
    }

    /// Resets the game to the start position.
    fn begin_again(&mut self) {
        self.played = Played::from_start(&self.engine);
        self.refused = false;
    }

    /// The description of the selected variant.
    fn described(&self) -> String {
        let variant = &self.engine.variant;
        let shape = variant.shape();
        let start = variant.start();
        let setup = start.setup();
        let mut hands = setup.hands.iter();
        // GUIs cannot use parents in files.
        let parent = variant.def().parent.as_deref();
        let parent = parent.filter(|parent| !parent.contains(['.', '#', ' ']));
        let in_hand = hands.any(|hand| variant.roles().any(|role| hand.count(role) > 0));
        let has_pocket = in_hand || variant.compiled_rules().has_drops();
        let n_kinds = variant.roles().len();
        format!(
            "info string variant {} files {} ranks {} pocket {} template {} startpos {}",
            self.engine.name,
            shape.files(),
            shape.ranks(),
            if has_pocket { n_kinds } else { 0 },
            parent.unwrap_or("fairy"),
            start.to_fen(),
        )
    }

    /// Executes the commands that waited for the end of a search.
    fn go_on(&mut self, out: &mut Vec<Action>) {
        let mut waiting = std::mem::take(&mut self.waiting);
        while let Some(next) = waiting.pop_front() {
            if self.running.is_some() {
                self.command_while_running(&next, out);
            } else {
                self.command(&next, out);
            }
            // Files must be loaded before the next command.
            if matches!(out.last(), Some(Action::Load(_) | Action::Quit)) {
                break;
            }
        }
        self.waiting.extend(waiting);
    }

    /// Executes a command while a job is running.
    fn command_while_running(&mut self, text: &str, out: &mut Vec<Action>) {
        let word = text.split_whitespace().next().unwrap_or_default();
        match word {
            "" | "debug" | "register" => {}
            "isready" => write(out, "readyok"),
            "uci" | "usi" => self.introduce(out),
            // After a `stop`, these commands refer to a search that has not begun yet.
            "stop" | "gameover" if !self.is_ending() => self.stop(out),
            "ponderhit" if !self.is_ending() => self.ponderhit(out),
            "quit" => {
                if let Some(running) = &self.running {
                    running.signals.stop();
                }
                out.push(Action::Quit);
            }
            _ if self.waiting.len() < MAX_WAITING => self.waiting.push_back(text.to_owned()),
            _ => {
                let message = "too many commands wait for the end of the search";
                refuse(
                    out,
                    &Diagnostic::new(codes::BAD_COMMAND, Span::default(), message),
                );
            }
        }
    }

    /// Whether the running job has been told to stop.
    fn is_ending(&self) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|running| running.signals.is_stopped())
    }

    fn stop(&mut self, out: &mut Vec<Action>) {
        let Some(running) = &mut self.running else {
            return;
        };
        running.signals.stop();
        running.is_held = false;
        if let Some(done) = running.held.take() {
            self.end(done, out);
        }
    }

    fn ponderhit(&mut self, out: &mut Vec<Action>) {
        use std::sync::atomic::Ordering;
        let Some(running) = &mut self.running else {
            return;
        };
        if !running.signals.pondering.swap(false, Ordering::Relaxed) {
            return;
        }
        running.is_held = false;
        if let Some(done) = running.held.take() {
            self.end(done, out);
        }
    }

    /// Reports the result of a job that has ended.
    fn end(&mut self, done: Done, out: &mut Vec<Action>) {
        let Some(running) = self.running.take() else {
            return;
        };
        let elapsed = done.elapsed;
        match done.result {
            Answer::Searched { searcher, found } => {
                self.engine.keep(searcher);
                if running.purpose == Purpose::Mate {
                    self.say_mate(&running, &found, out);
                } else {
                    self.say_move(&running, &found, elapsed, out);
                }
            }
            Answer::Counted(Ok(Some(leaves))) => {
                write(out, "");
                write(out, format!("Nodes searched: {leaves}"));
                write(out, "");
            }
            Answer::Prepared => {}
            Answer::Benched(Ok(Some(all))) => say_bench(&all, out),
            Answer::Benched(Ok(None)) => write(out, "info string the bench was stopped"),
            Answer::Benched(Err(finding)) => refuse(out, &finding),
            Answer::Counted(Ok(None)) => write(out, "info string the count was stopped"),
            Answer::Counted(Err(finding)) => refuse(out, &finding),
        }
        self.go_on(out);
    }

    fn start(&mut self, job: Job, running: Running, out: &mut Vec<Action>) {
        self.running = Some(running);
        out.push(Action::Start(Box::new(job)));
    }
}

impl Protocol for Uci {
    fn line(&mut self, text: &str) -> Vec<Action> {
        let mut out = Vec::new();
        if self.running.is_some() {
            self.command_while_running(text.trim(), &mut out);
        } else {
            self.command(text, &mut out);
        }
        out
    }

    fn loaded(&mut self, files: Vec<LoadedFile>) -> Vec<Action> {
        let mut out = Vec::new();
        match self.engine.load(&files) {
            Ok(Loaded::Evaluation) => {}
            Ok(loaded) => {
                let variants = OFFERS.iter().find(|one| matches!(one.kind, Kind::Variant));
                out.extend(variants.map(|offer| Action::Write(self.offered(*offer))));
                say_faults(&mut out, self.engine.library.faults());
                if loaded == Loaded::Variant {
                    self.take_variant(&mut out);
                }
            }
            Err(faults) => say_faults(&mut out, &faults),
        }
        self.go_on(&mut out);
        out
    }

    fn reported(&mut self, report: Report) -> Vec<Action> {
        let mut out = Vec::new();
        self.say(&report, &mut out);
        out
    }

    fn finished(&mut self, done: Done) -> Vec<Action> {
        let mut out = Vec::new();
        match &mut self.running {
            Some(running) if running.is_held => running.held = Some(done),
            _ => self.end(done, &mut out),
        }
        out
    }

    fn exhausted(&mut self, finding: &Diagnostic) -> Vec<Action> {
        self.engine.begin_anew();
        self.begin_again();
        let mut out = Vec::new();
        refuse(&mut out, finding);
        out
    }
}

/// Writes a line.
fn write(out: &mut Vec<Action>, text: impl Into<String>) {
    out.push(Action::Write(text.into()));
}

/// Reports the faults of files.
fn say_faults(out: &mut Vec<Action>, faults: &[String]) {
    let lines = faults.iter().map(|fault| format!("info string {fault}"));
    out.extend(lines.map(Action::Write));
}

/// Reports why a command is refused.
fn refuse(out: &mut Vec<Action>, finding: &Diagnostic) {
    write(out, format!("info string {}", said(finding)));
}

/// The name and the value of `setoption`.
fn name_and_value(rest: &str) -> Option<(&str, &str)> {
    let rest = rest.strip_prefix("name")?;
    let rest = rest.strip_prefix(char::is_whitespace)?.trim();
    // A button has no value, and a text may be empty.
    let (name, value) = split_at_word(rest, "value");
    (!name.is_empty()).then(|| (name, value.unwrap_or_default()))
}

/// The beginning of a foreign text, without control characters.
fn shown(text: &str) -> String {
    let plain = text.chars().filter(|char| !char.is_control());
    plain.take(200).collect()
}
