//! Driver for engines with the XBoard protocol (CECP).

use std::collections::BTreeMap;
use std::time::Duration;

use super::rehearsal::{Next, Rehearsal};
use super::setup_line::{Letters, compare, placement};
use super::{Driver, EngineReply, Reply, Rules, Settings, is_same_name, shown};
use crate::referee::game::{Budget, Limit, SearchInfo};
use crate::referee::spelling;
use ferz::game::{Game, Position, Variant};
use ferz::state::Move;

/// The score from which on engines with this protocol mean a mate.
const MATE: i32 = 90_000;

/// A conversation in the XBoard protocol.
#[derive(Debug)]
pub struct Cecp {
    settings: Settings,
    features: BTreeMap<String, String>,
    options: Vec<String>,
    is_done: bool,
    stage: Stage,
    n_pings: u64,
    /// The number of moves of the game that the engine knows.
    n_told: usize,
    /// Whether the engine answers moves automatically.
    plays: bool,
    /// The legs of a move that continues on the next line.
    legs: String,
    letters: Letters,
    thought: SearchInfo,
    /// The reason why the engine cannot play the variant, found during preparation.
    trouble: Option<String>,
    /// The first FEN field of our start position.
    start: String,
    /// The lines that prepared the game.
    preparation: Vec<String>,
    rehearsal: Rehearsal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The greeting has been sent.
    Greeting,
    /// A game has been prepared, and the engine has not answered the ping.
    Preparing,
    /// The engine waits.
    Idle,
    /// The engine searches.
    MoveRecord,
    /// The engine searches for a move that is no longer wanted.
    Interrupted,
    /// Moves are shown to the engine, and it has not answered the ping.
    Rehearsing,
}

impl Cecp {
    /// A driver with the settings of an engine.
    pub fn new(settings: Settings) -> Cecp {
        Cecp {
            settings,
            features: BTreeMap::new(),
            options: Vec::new(),
            is_done: false,
            stage: Stage::Greeting,
            n_pings: 0,
            n_told: 0,
            plays: false,
            legs: String::new(),
            letters: Letters::new(),
            thought: SearchInfo::default(),
            trouble: None,
            start: String::new(),
            preparation: Vec::new(),
            rehearsal: Rehearsal::default(),
        }
    }

    fn has(&self, feature: &str) -> bool {
        self.features.get(feature).is_some_and(|value| value == "1")
    }

    /// Reads features: `feature ping=1 myname="An engine" done=1`.
    fn note_features(&mut self, text: &str) -> Reply {
        let mut reply = Reply::default();
        let mut rest = text.trim();
        while let Some((name, behind)) = rest.split_once('=') {
            let (value, next) = match behind.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => behind
                    .split_once(char::is_whitespace)
                    .unwrap_or((behind, "")),
            };
            let name = name.trim();
            match name {
                "option" => {
                    let label = value.split(" -").next().unwrap_or(value);
                    self.options.push(label.trim().to_owned());
                }
                "done" => self.is_done = value == "1",
                _ => {
                    self.features.insert(name.to_owned(), value.to_owned());
                }
            }
            reply.send.push(format!("accepted {name}"));
            rest = next.trim_start();
        }
        if self.is_done && self.stage == Stage::Greeting {
            reply.said = Some(self.set_options(&mut reply.send));
        }
        reply
    }

    fn set_options(&mut self, send: &mut Vec<String>) -> EngineReply {
        self.stage = Stage::Idle;
        for (name, value) in &self.settings.options {
            let offered = self.options.iter().find(|one| is_same_name(one, name));
            if let Some(offered) = offered {
                send.push(format!("option {offered}={value}"));
            } else if is_same_name(name, "memory") && self.has("memory") {
                send.push(format!("memory {value}"));
            } else if is_same_name(name, "cores") && self.has("smp") {
                send.push(format!("cores {value}"));
            } else {
                return EngineReply::Unable(format!("it has no option `{name}`"));
            }
        }
        EngineReply::Ready
    }

    /// The engine's name for a variant.
    fn variant_name(&self, variant: &Variant) -> Result<String, String> {
        let wanted = match &self.settings.variant {
            Some(name) => name.as_str(),
            None if variant.def().name == "chess" => "normal",
            None => variant.def().name.as_str(),
        };
        let Some(known) = self.features.get("variants") else {
            return Ok(wanted.to_owned());
        };
        let mut names = known.split(',').map(str::trim);
        // A name chosen by the user can be a choice within `fairy`.
        let is_chosen = self.settings.variant.is_some();
        match names.find(|name| is_same_name(name, wanted)) {
            Some(name) => Ok(name.to_owned()),
            None if is_chosen || wanted == "normal" => Ok(wanted.to_owned()),
            None => Err(format!("it does not know the variant `{wanted}`")),
        }
    }

    /// The lines that set the limits of the search.
    fn limits(&self, budget: &Budget) -> Result<Vec<String>, String> {
        Ok(match budget.limit {
            Limit::Depth(depth) => vec!["level 0 60 0".to_owned(), format!("sd {depth}")],
            Limit::Nodes(nodes) if self.features.contains_key("nps") && self.has("nps") => {
                vec!["nps 1".to_owned(), format!("st {nodes}")]
            }
            Limit::Nodes(_) => {
                return Err("it cannot be limited by nodes; give it `st=` or `depth=`".to_owned());
            }
            Limit::MoveTime(time) => vec![format!("st {}", seconds(time))],
            Limit::Clock {
                moves,
                base,
                increment,
            } => {
                let (minutes, rest) = (base.as_secs() / 60, base.as_secs() % 60);
                let moves = moves.unwrap_or(0);
                vec![format!(
                    "level {moves} {minutes}:{rest:02} {}",
                    seconds(increment)
                )]
            }
        })
    }

    /// The lines with the moves that the engine does not know yet.
    fn tell_moves(&mut self, game: &Game) -> Vec<String> {
        let n_moves = game.moves().len();
        let known = self.n_told.min(n_moves);
        let mut before: Vec<&Position> = game.earlier_positions().take(n_moves - known).collect();
        before.reverse();
        let new = before.into_iter().zip(game.moves().skip(known));
        let lines = new.map(|(position, mv)| self.command(position, mv));
        let lines = lines.collect();
        self.n_told = n_moves;
        lines
    }

    /// The line that sends a move.
    fn command(&self, position: &Position, mv: &Move) -> String {
        let command = if self.has("usermove") {
            "usermove "
        } else {
            ""
        };
        let text = spelling::to_xboard(position, mv, &self.letters);
        format!("{command}{text}")
    }

    /// The line that asks for a confirmation of all earlier lines.
    fn ping(&mut self) -> String {
        self.n_pings += 1;
        format!("ping {}", self.n_pings)
    }

    /// Shows the engine the next legal move, if any is left.
    fn rehearse(&mut self) -> Reply {
        match self.rehearsal.go_on() {
            Next::Send(mut send) => {
                send.push(self.ping());
                Reply { send, said: None }
            }
            Next::Over(refused, last) => {
                self.stage = Stage::Idle;
                Reply {
                    send: last.into_iter().collect(),
                    said: Some(EngineReply::Lists(refused)),
                }
            }
        }
    }

    /// Reads a thinking line: depth, score, centiseconds, nodes, moves.
    fn note(&mut self, text: &str) {
        let words = text.split_whitespace().take(4);
        let numbers: Option<Vec<i64>> = words
            .map(|word| word.trim_end_matches(['.', '&', '+', '-']).parse().ok())
            .collect();
        if let Some(&[depth, score, _, nodes]) = numbers.as_deref() {
            let score =
                score.clamp(-i64::from(SearchInfo::MATE), i64::from(SearchInfo::MATE)) as i32;
            let score = match score {
                MATE.. => SearchInfo::MATE,
                score if score <= -MATE => -SearchInfo::MATE,
                score => score,
            };
            self.thought = SearchInfo {
                score: Some(score),
                depth: u32::try_from(depth).ok(),
                nodes: u64::try_from(nodes).ok(),
            };
        }
    }

    fn moved(&mut self, game: &Game, text: &str) -> Reply {
        self.legs.push_str(text.trim());
        if self.legs.ends_with(',') {
            return Reply::default();
        }
        let text = std::mem::take(&mut self.legs);
        if self.stage == Stage::Interrupted {
            self.stage = Stage::Idle;
            return Reply::said(EngineReply::Ready);
        }
        if self.stage != Stage::MoveRecord {
            return Reply::default();
        }
        self.stage = Stage::Idle;
        self.n_told = game.moves().len() + 1;
        let meant = spelling::from_xboard(game.position(), &text, &self.letters);
        Reply::said(EngineReply::Move {
            text: shown(&text),
            meant: meant.map(Box::new),
            thought: std::mem::take(&mut self.thought),
        })
    }

    /// Whether a `pong` answers the last `ping`.
    fn is_answer(&self, number: &str) -> bool {
        number.trim() == self.n_pings.to_string()
    }

    /// Compares the engine's start position with ours.
    fn check_setup(&mut self, rest: &str) {
        let Some(theirs) = placement(rest) else {
            return;
        };
        match compare(theirs, &self.start) {
            Some(letters) => self.letters = letters,
            None => {
                self.trouble = Some(format!(
                    "it plays another game under this name, which starts with `{}`",
                    shown(theirs)
                ));
            }
        }
    }
}

impl Driver for Cecp {
    fn greet(&mut self) -> Vec<String> {
        vec!["xboard".to_owned(), "protover 2".to_owned()]
    }

    fn name(&self) -> Option<&str> {
        self.features.get("myname").map(String::as_str)
    }

    fn prepare(&mut self, rules: &Rules, opening: &Game, budget: &Budget) -> Reply {
        let variant = &rules.variant;
        let name = self.variant_name(variant);
        let limits = self.limits(budget);
        let (name, limits) = match (name, limits) {
            (Ok(name), Ok(limits)) => (name, limits),
            (Err(reason), _) | (_, Err(reason)) => return Reply::said(EngineReply::Unable(reason)),
        };
        let beginning = opening.beginning();
        let start = variant.start();
        let fen = start.to_fen();
        fen.split(' ')
            .next()
            .unwrap_or_default()
            .clone_into(&mut self.start);
        self.letters.clear();
        self.trouble = None;
        self.legs.clear();
        self.n_told = 0;
        self.plays = false;
        let mut send = vec!["new".to_owned()];
        if name != "normal" {
            send.push(format!("variant {name}"));
        }
        send.extend(limits);
        send.extend(["easy", "post", "force"].map(str::to_owned));
        if beginning != start {
            if !self.has("setboard") {
                let reason = "it can begin from the start only; use `--openings random:N`";
                return Reply::said(EngineReply::Unable(reason.to_owned()));
            }
            send.push(format!("setboard {}", beginning.to_fen()));
        }
        self.preparation.clone_from(&send);
        if self.has("ping") {
            send.push(self.ping());
            self.stage = Stage::Preparing;
            return Reply { send, said: None };
        }
        self.stage = Stage::Idle;
        Reply {
            send,
            said: Some(EngineReply::Ready),
        }
    }

    fn ask(&mut self, game: &Game, budget: &Budget) -> Vec<String> {
        self.stage = Stage::MoveRecord;
        self.thought = SearchInfo::default();
        self.legs.clear();
        let mut moves = self.tell_moves(game);
        let mut lines = Vec::new();
        let answers = self.plays && moves.len() == 1;
        if self.plays && moves.len() > 1 {
            lines.push("force".to_owned());
        }
        if !answers {
            lines.append(&mut moves);
        }
        self.plays = true;
        let side = game.position().turn() as usize;
        let left = |side: usize| match budget.limit {
            Limit::MoveTime(time) => Some(time),
            Limit::Clock { .. } => budget.left[side].or(budget.left[1 - side]),
            Limit::Nodes(_) | Limit::Depth(_) => None,
        };
        if let (Some(own), Some(other)) = (left(side), left(1 - side)) {
            lines.push(format!("time {}", own.as_millis() / 10));
            lines.push(format!("otim {}", other.as_millis() / 10));
        }
        if answers {
            lines.append(&mut moves);
        } else {
            lines.push("go".to_owned());
        }
        lines
    }

    /// Engines with this protocol do not list moves, so ours are shown to them. This needs `ping` to
    /// synchronize.
    fn ask_moves(&mut self, game: &Game) -> Option<Vec<String>> {
        if !self.has("ping") {
            return None;
        }
        let position = game.position();
        let moves = position.legal_moves();
        let commands = moves.iter().map(|mv| self.command(position, mv));
        self.rehearsal = Rehearsal::new(commands.collect());
        self.stage = Stage::Rehearsing;
        self.n_told = 0;
        self.plays = false;
        let mut lines = self.preparation.clone();
        lines.extend(self.tell_moves(game));
        lines.push(self.ping());
        Some(lines)
    }

    fn compare_moves(&self, game: &Game, refused: &[String]) -> Option<String> {
        let fen = game.position().to_fen();
        (!refused.is_empty()).then(|| {
            let refused = shown(&refused.join(", "));
            format!("it calls legal moves illegal in {fen}: {refused}")
        })
    }

    fn line(&mut self, game: &Game, text: &str) -> Reply {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "feature" => return self.note_features(rest),
            "pong" if self.stage == Stage::Rehearsing && self.is_answer(rest) => {
                return self.rehearse();
            }
            "Illegal" | "tellusererror" if self.stage == Stage::Rehearsing => {
                self.rehearsal.refuse();
            }
            "pong" if self.stage == Stage::Preparing && self.is_answer(rest) => {
                self.stage = Stage::Idle;
                return Reply::said(match self.trouble.take() {
                    Some(trouble) => EngineReply::Unable(trouble),
                    None => EngineReply::Ready,
                });
            }
            "setup" if self.stage == Stage::Preparing => self.check_setup(rest),
            "telluser" | "tellusererror" | "Error"
                if self.stage == Stage::Preparing && rest.contains("variant") =>
            {
                self.trouble = Some(format!("it says: {}", shown(text)));
            }
            "move" => return self.moved(game, rest),
            "Illegal" if self.stage == Stage::MoveRecord => {
                return Reply::said(EngineReply::Refuses(shown(text)));
            }
            "resign" if self.stage == Stage::MoveRecord => {
                return Reply::said(EngineReply::Resigns);
            }
            "1-0" | "0-1" | "1/2-1/2" if self.stage == Stage::MoveRecord => {
                let white = match word {
                    "1-0" => 1.0,
                    "0-1" => 0.0,
                    _ => 0.5,
                };
                let words = shown(text);
                return Reply::said(EngineReply::Claims { white, words });
            }
            _ if self.stage == Stage::MoveRecord => {
                // Some engines still answer as in version 1 of the protocol: `4. ... e7e5`. The moves of a
                // thinking line can look the same, but follow other numbers.
                if let Some((number, mv)) = text.split_once(". ... ")
                    && number.parse::<u32>().is_ok()
                {
                    return self.moved(game, mv);
                }
                self.note(text);
            }
            _ => {}
        }
        Reply::default()
    }

    fn patience(&self) -> Duration {
        let is_waited_for = self.features.is_empty() && !self.is_done;
        Duration::from_secs(if is_waited_for { 2 } else { 10 })
    }

    fn greeting_timeout(&mut self) -> Option<EngineReply> {
        // Engines of version 1 do not know `protover`.
        (self.features.is_empty() && self.stage == Stage::Greeting).then(|| {
            self.stage = Stage::Idle;
            EngineReply::Ready
        })
    }

    fn interrupt(&mut self) -> Vec<String> {
        if self.stage == Stage::MoveRecord {
            self.stage = Stage::Interrupted;
        }
        vec!["?".to_owned()]
    }

    fn conclude(&mut self, result: &str) -> Vec<String> {
        self.stage = Stage::Idle;
        self.plays = false;
        vec![format!("result {result}"), "force".to_owned()]
    }
}

/// A time in seconds, without trailing zeros.
fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}
