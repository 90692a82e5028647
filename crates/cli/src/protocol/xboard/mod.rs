//! XBoard protocol (CECP), including variants that are unknown to XBoard.

mod clock;
mod highlight;
mod lines;
pub(crate) mod moves;
mod names;
mod say;
mod search;
mod showing;
mod squares;
mod table;
mod wording;

use std::collections::VecDeque;

pub use names::built_in_showings;
pub(crate) use names::shown_as;
pub use showing::{ShowLevel, Showing, VariantSource};

use super::action::{Action, LoadedFile, Protocol};
use super::engine::{Consequence, Engine, Loaded};
use super::job::{Done, Report};
use super::library::Library;
use super::options::{Kind, OFFERS, OptionSpec, find};
use ferz::game::{Game, Position};
use ferz::source::{Diagnostic, Span, codes};
use ferz::state::{Color, Move};

use clock::Clock;
use highlight::Hand;
use lines::{CHANGES, is_move, split_word, with_all_fields};
use search::Running;

/// The maximum number of commands that wait for the end of a search; further ones are refused.
const MAX_WAITING: usize = 4096;

/// An engine that speaks the XBoard protocol.
#[derive(Debug)]
pub struct XBoard {
    engine: Engine,
    /// Whether variants that XBoard cannot display are offered too.
    offers_all: bool,
    /// The side that the engine plays; `None` in force mode.
    own_side: Option<Color>,
    /// Whether the opponent is an engine too.
    meets_engine: bool,
    /// Whether XBoard adjudicates games of the variant itself.
    is_judged: bool,
    /// Whether XBoard has the variant too.
    is_known: bool,
    /// Whether a position was refused; then moves are refused too, until a valid position arrives.
    refused: bool,
    posts: bool,
    analyzes: bool,
    clock: Clock,
    excluded: Vec<Move>,
    hand: Hand,
    /// The expected move of the opponent.
    expected: Option<Move>,
    /// The score of the last search for the engine's side, in centipawns.
    opinion: i32,
    running: Option<Running>,
    waiting: VecDeque<String>,
    /// The number of changes of the game so far.
    n_changes: u64,
}

impl Default for XBoard {
    fn default() -> Self {
        XBoard::new(Library::new(), Offering::Shown)
    }
}

/// The variants that are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offering {
    /// Those that XBoard can display.
    Shown,
    /// All of them.
    All,
}

/// Options that have protocol commands, or no use in XBoard.
const UNOFFERED: [&str; 7] = [
    "Threads",
    "Hash",
    "Ponder",
    "UCI_Variant",
    "UCI_Chess960",
    "UCI_AnalyseMode",
    "UCI_ShowWDL",
];

impl XBoard {
    /// An engine that plays chess by default.
    pub fn new(library: Library, offering: Offering) -> XBoard {
        let mut engine = Engine::new();
        engine.library = library;
        XBoard {
            engine,
            offers_all: offering == Offering::All,
            own_side: Some(Color::Black),
            meets_engine: false,
            is_judged: true,
            is_known: true,
            refused: false,
            posts: true,
            analyzes: false,
            clock: Clock::default(),
            excluded: Vec::new(),
            hand: Hand::default(),
            expected: None,
            opinion: 0,
            running: None,
            waiting: VecDeque::new(),
            n_changes: 0,
        }
    }

    fn position(&self) -> &Position {
        self.engine.position()
    }

    /// Executes a command while no job is running.
    fn command(&mut self, text: &str, out: &mut Vec<Action>) {
        let text = text.trim();
        let (word, rest) = split_word(text);
        if self.setting(word, rest, text, out) {
            return;
        }
        match word {
            "xboard" => write(out, ""),
            "protover" => {
                // Examining all variants takes a while; `done=0` asks XBoard to wait.
                write(out, "feature done=0");
                self.get_ready(out);
            }
            "new" => self.begin_again(out),
            "variant" => self.choose(rest, out),
            "setboard" => self.set_board(rest, out),
            "quit" => out.push(Action::Quit),
            "force" => self.own_side = None,
            "go" => {
                self.own_side = Some(self.position().turn());
                self.think(out);
            }
            "playother" => {
                self.own_side = Some(self.position().turn().opponent());
                self.think_in_turn(out);
            }
            "usermove" => self.user_move(rest, out),
            "undo" => self.take_back(1),
            "remove" => self.take_back(2),
            "analyze" => {
                self.analyzes = true;
                self.own_side = None;
            }
            "exit" => self.analyzes = false,
            "result" => self.own_side = None,
            "exclude" => self.exclude(rest, out),
            "include" => self.include(rest, out),
            "hint" => self.hint(out),
            "bk" => {
                write(out, " there is no book");
                write(out, "");
            }
            "draw" => self.answer_draw(out),
            "ping" => write(out, format!("pong {}", shown(rest))),
            // No search is running that these commands could affect.
            "?" | "." => {}
            _ if is_move(text) => self.user_move(text, out),
            _ => error(out, "unknown command", text),
        }
        if self.analyzes && self.running.is_none() {
            self.analyze(out);
        }
    }

    /// Executes a command that changes only settings of the engine, which is possible at any time. Returns
    /// whether it was such a command.
    fn setting(&mut self, word: &str, rest: &str, text: &str, out: &mut Vec<Action>) -> bool {
        let understood = match word {
            "computer" => {
                self.meets_engine = true;
                Some(())
            }
            "" | "accepted" | "rejected" | "random" | "ics" | "name" | "rating" | "hard"
            | "easy" | "white" | "black" | "otim" | "egtpath" | "pause" | "resume" | "book"
            | "easyply" => Some(()),
            "post" | "nopost" => {
                self.posts = word == "post";
                Some(())
            }
            "level" => self.clock.set_level(rest),
            "st" => self.clock.set_per_move(rest),
            "sd" => self.clock.set_depth(rest),
            "nps" => self.clock.set_nodes_a_second(rest),
            "time" => self.clock.set_left(rest),
            "hover" => Some(()),
            "lift" => {
                let position = self.engine.position().clone();
                let colors = self.hand.lift(&position, rest);
                colors.map(|colors| write(out, colors))
            }
            "put" => {
                let position = self.engine.position().clone();
                self.hand.put(&position, rest);
                Some(())
            }
            _ => return false,
        };
        if understood.is_none() {
            error(out, "bad arguments", text);
        }
        true
    }

    fn introduce(&self, out: &mut Vec<Action>) {
        write(
            out,
            "feature setboard=1 usermove=1 ping=1 playother=1 san=0 time=1 draw=1 sigint=0 sigterm=0 \
             reuse=1 analyze=1 colors=0 name=1 nps=1 memory=1 smp=1 debug=1 exclude=1 highlight=1",
        );
        write(
            out,
            format!("feature myname=\"Ferz {}\"", env!("CARGO_PKG_VERSION")),
        );
        self.offer_variants(out);
        for offer in OFFERS {
            if UNOFFERED.contains(&offer.name) {
                continue;
            }
            let name = offer.name;
            let kind = match offer.kind {
                Kind::Number(default, least, most) => format!("-spin {default} {least} {most}"),
                Kind::Flag(default) => format!("-check {}", u8::from(default)),
                Kind::Button => "-button".to_owned(),
                Kind::Text | Kind::Evaluation | Kind::Variant | Kind::Words(_) => {
                    "-file ".to_owned()
                }
            };
            write(out, format!("feature option=\"{name} {kind}\""));
        }
        write(out, "feature done=1");
    }

    fn offer_variants(&self, out: &mut Vec<Action>) {
        let names = names::offered(&self.engine.library, self.offers_all);
        write(out, format!("feature variants=\"{}\"", names.join(",")));
    }

    /// Starts a new game of chess with the engine as Black.
    fn begin_again(&mut self, out: &mut Vec<Action>) {
        if let Err(finding) = self.engine.choose("normal") {
            error(out, &brief(&finding), "new");
        }
        self.own_side = Some(Color::Black);
        self.meets_engine = false;
        self.is_judged = true;
        self.is_known = true;
        self.clock.begin_again();
        self.analyzes = false;
        self.engine.forget();
        self.reset_position_state();
    }

    /// Resets all state that depends on the current position.
    fn reset_position_state(&mut self) {
        self.n_changes += 1;
        self.refused = false;
        self.excluded.clear();
        self.hand = Hand::default();
        self.expected = None;
        self.opinion = 0;
    }

    fn choose(&mut self, name: &str, out: &mut Vec<Action>) {
        let own = names::own_name(&self.engine.library, name);
        match self.engine.choose(&own) {
            Ok(()) => {
                self.reset_position_state();
                let variant = &self.engine.variant;
                let def_name = variant.def().name.clone();
                let mut files = self.engine.library.of_own();
                let origin = if files.any(|def| def.name == def_name) {
                    VariantSource::File
                } else {
                    VariantSource::BuiltIn
                };
                let showing = Showing::of(variant, &def_name, origin);
                self.is_known = showing.is_known;
                self.is_judged = showing.is_known || showing.level == ShowLevel::Full;
                for line in showing.lines {
                    write(out, line);
                }
            }
            Err(finding) => error(out, &format!("unknown variant, {}", finding.code), name),
        }
    }

    fn set_board(&mut self, fen: &str, out: &mut Vec<Action>) {
        let variant = &self.engine.variant;
        let read = variant.parse_fen(fen);
        // XBoard omits fields that a variant does not use.
        let read = read.or_else(|findings| match with_all_fields(fen) {
            Some(fen) => variant.parse_fen(&fen).map_err(|_| findings),
            None => Err(findings),
        });
        match read {
            Ok(position) => {
                let start = variant.start();
                // XBoard sends the start position of a variant that it does not have to the second engine
                // without castling rights.
                let is_start = !self.is_known
                    && position.board() == start.board()
                    && position.setup().hands == start.setup().hands
                    && position.turn() == start.turn()
                    && fen.split_whitespace().nth(2) == Some("-");
                self.engine.game = Game::new(if is_start { start } else { position });
                self.reset_position_state();
                self.think_in_turn(out);
            }
            Err(findings) => {
                self.refused = true;
                let first = findings.iter().find(|finding| finding.is_error());
                let why = first.map_or_else(String::new, |first| format!(", {}", brief(first)));
                write(out, "tellusererror Illegal position");
                error(out, &format!("illegal position{why}"), fen);
            }
        }
    }

    fn user_move(&mut self, text: &str, out: &mut Vec<Action>) {
        if self.refused {
            let text = shown(text);
            write(out, format!("Illegal move (no position is set): {text}"));
            return;
        }
        // A game can go on after a draw that a player may claim.
        let read = moves::read(self.position(), text).map_err(|finding| {
            if self.engine.open_game().outcome().is_over() {
                let message = "the game is over";
                Diagnostic::new(codes::ILLEGAL_MOVE, Span::default(), message)
            } else {
                finding
            }
        });
        match read {
            Ok(mv) => {
                self.engine.game.play_unchecked(&mv);
                self.n_changes += 1;
                self.excluded.clear();
                self.hand = Hand::default();
                self.expected = None;
                if !self.say_result(out) {
                    self.think_in_turn(out);
                }
            }
            Err(finding) => {
                let why = brief(&finding);
                write(out, format!("Illegal move ({why}): {}", shown(text)));
            }
        }
    }

    fn take_back(&mut self, plies: usize) {
        for _ in 0..plies {
            let _ = self.engine.game.undo();
        }
        self.n_changes += 1;
        self.excluded.clear();
        self.hand = Hand::default();
        self.expected = None;
    }

    fn exclude(&mut self, text: &str, out: &mut Vec<Action>) {
        if text == "all" {
            self.excluded = self.position().legal_moves();
            return;
        }
        match moves::read(self.position(), text) {
            Ok(mv) if !self.excluded.contains(&mv) => self.excluded.push(mv),
            Ok(_) => {}
            Err(_) => error(out, "illegal move", &format!("exclude {text}")),
        }
    }

    fn include(&mut self, text: &str, out: &mut Vec<Action>) {
        if text == "all" {
            self.excluded.clear();
            return;
        }
        match moves::read(self.position(), text) {
            Ok(mv) => self.excluded.retain(|other| *other != mv),
            Err(_) => error(out, "illegal move", &format!("include {text}")),
        }
    }

    /// Accepts a draw if the engine expects no more than that.
    fn answer_draw(&mut self, out: &mut Vec<Action>) {
        if self.opinion <= DRAWN {
            write(out, "offer draw");
        }
    }

    /// Sets an option by its command.
    fn option(&mut self, word: &str, rest: &str, text: &str, out: &mut Vec<Action>) {
        let (name, value) = match word {
            "memory" => ("Hash", rest),
            "cores" => ("Threads", rest),
            _ => rest.split_once('=').unwrap_or((rest, "")),
        };
        let offers: Vec<OptionSpec> = OFFERS.to_vec();
        let set = find(&offers, name).and_then(|offer| {
            let mut value = value.to_owned();
            // Values outside the range are clamped.
            if let Kind::Number(_, least, most) = offer.kind
                && word != "option"
                && let Ok(number) = value.parse::<u64>()
            {
                if number > most {
                    write(out, format!("# {word} {number}: the maximum is {most}"));
                }
                value = number.clamp(least, most).to_string();
            }
            self.engine.set(offer, &value)
        });
        match set {
            Ok(Consequence::Load(paths)) => out.push(Action::Load(paths)),
            Ok(_) => {}
            Err(finding) => error(out, &brief(&finding), text),
        }
    }

    /// Executes the commands that waited for the end of a search.
    fn go_on(&mut self, out: &mut Vec<Action>) {
        let mut waiting = std::mem::take(&mut self.waiting);
        while let Some(next) = waiting.pop_front() {
            if self.running.is_some() {
                self.command_while_running(&next, out);
            } else {
                self.obey(&next, out);
            }
            if matches!(out.last(), Some(Action::Load(_) | Action::Quit)) {
                break;
            }
        }
        self.waiting.extend(waiting);
    }

    /// Executes a command or an option while no job is running.
    fn obey(&mut self, text: &str, out: &mut Vec<Action>) {
        let (word, rest) = split_word(text.trim());
        if matches!(word, "memory" | "cores" | "option") {
            self.option(word, rest, text, out);
        } else {
            self.command(text, out);
        }
    }

    /// Executes a command while a search is running.
    fn command_while_running(&mut self, text: &str, out: &mut Vec<Action>) {
        let text = text.trim();
        let (word, rest) = split_word(text);
        // A setting must not overtake a waiting command, such as `new`, which would reset it.
        if self.waiting.is_empty() && self.setting(word, rest, text, out) {
            return;
        }
        let Some(running) = &mut self.running else {
            return;
        };
        match word {
            "quit" => {
                running.abandon();
                self.own_side = None;
                out.push(Action::Quit);
                return;
            }
            // This refers to a search that has not begun yet.
            _ if running.is_told_to_stop() => {}
            "?" => {
                running.signals.stop();
                return;
            }
            "." => {
                if let Some(status) = running.status() {
                    write(out, status);
                }
                return;
            }
            _ if running.is_preparation() => {}
            // The answer confirms that all earlier commands are done, so it waits for the move.
            "ping" if running.ends_in_move() => {}
            "ping" => {
                write(out, format!("pong {}", shown(rest)));
                return;
            }
            "draw" => {
                self.answer_draw(out);
                return;
            }
            // A command that can change the game ends the search; if nothing changes, the search restarts.
            _ if CHANGES.contains(&word) || is_move(text) => running.abandon(),
            // All other commands wait for the move.
            _ if running.ends_in_move() => {}
            _ => running.abandon(),
        }
        if self.waiting.len() < MAX_WAITING {
            self.waiting.push_back(text.to_owned());
        } else {
            error(out, "too many commands wait", text);
        }
    }
}

impl Protocol for XBoard {
    fn line(&mut self, text: &str) -> Vec<Action> {
        let mut out = Vec::new();
        if self.running.is_some() {
            self.command_while_running(text, &mut out);
        } else {
            self.obey(text, &mut out);
        }
        out
    }

    fn loaded(&mut self, files: Vec<LoadedFile>) -> Vec<Action> {
        let mut out = Vec::new();
        match self.engine.load(&files) {
            Ok(Loaded::Evaluation) => {}
            Ok(Loaded::Variants | Loaded::Variant) => {
                self.offer_variants(&mut out);
                say_faults(&mut out, self.engine.library.faults());
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
        self.end(done, &mut out);
        out
    }

    fn exhausted(&mut self, finding: &Diagnostic) -> Vec<Action> {
        self.engine.begin_anew();
        self.reset_position_state();
        let mut out = Vec::new();
        write(&mut out, format!("tellusererror {}", brief(finding)));
        out
    }
}

/// Reports the faults of files.
fn say_faults(out: &mut Vec<Action>, faults: &[String]) {
    for fault in faults {
        write(out, format!("tellusererror {fault}"));
    }
}

/// The highest score at which the engine accepts a draw, in centipawns.
const DRAWN: i32 = -50;

fn write(out: &mut Vec<Action>, text: impl Into<String>) {
    out.push(Action::Write(text.into()));
}

/// Reports why a command is refused.
fn error(out: &mut Vec<Action>, why: &str, text: &str) {
    write(out, format!("Error ({}): {}", shown(why), shown(text)));
}

/// The beginning of a foreign text, without control characters.
fn shown(text: &str) -> String {
    let plain = text.chars().filter(|char| !char.is_control());
    plain.take(300).collect()
}

/// A finding for the parentheses of an error: its code and message.
fn brief(finding: &Diagnostic) -> String {
    let text = format!("{} {}", finding.code, finding.message);
    shown(&text).replace(['(', ')'], "")
}
