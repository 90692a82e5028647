//! Driver for engines with the UCI protocol.

use std::time::Duration;

use super::{Driver, EngineReply, Reply, Rules, Settings, is_same_name, shown};
use crate::protocol::moves::{Spelling, read, write};
use crate::referee::game::{Budget, Limit, SearchInfo};
use ferz::game::Game;

/// The variant option, which distinguishes engines for variants from others.
const VARIANT: &str = "UCI_Variant";

/// An option that depends on the variant, and so is set after it.
const EVALUATION: &str = "EvalFile";

/// The limit of listed moves; further ones are ignored.
const MAX_LISTED: usize = 100_000;

/// A conversation in UCI.
#[derive(Debug)]
pub struct UciDriver {
    settings: Settings,
    name: Option<String>,
    /// The options of the engine.
    offers: Vec<OptionSpec>,
    stage: Stage,
    spelling: Spelling,
    thought: SearchInfo,
    /// The variant that was set last.
    variant: Option<String>,
    /// The initial position and the move texts that have been sent.
    told: Told,
    /// The moves that the engine has listed so far.
    listed: Vec<String>,
}

/// An option of the engine.
#[derive(Debug)]
struct OptionSpec {
    name: String,
    /// `spin`, `check`, `combo` and so on.
    kind: String,
    /// The words of a combo box.
    words: Vec<String>,
    /// The smallest and the largest number.
    range: [Option<i64>; 2],
}

impl OptionSpec {
    /// Reads an offer: `name X type spin default D min A max B`, `name X type combo default A var A var B`.
    fn read(text: &str) -> Option<OptionSpec> {
        let rest = text.strip_prefix("name ")?;
        let (name, rest) = rest.split_once(" type ").unwrap_or((rest, ""));
        let words = rest.split(" var ").skip(1);
        let bound = |word: &str| {
            let mut rest = rest.split_whitespace().skip_while(|one| *one != word);
            rest.nth(1)?.parse().ok()
        };
        Some(OptionSpec {
            name: name.trim().to_owned(),
            kind: rest.split_whitespace().next().unwrap_or("").to_owned(),
            words: words.map(|word| word.trim().to_owned()).collect(),
            range: [bound("min"), bound("max")],
        })
    }

    /// The error that the option does not allow a value, with the allowed ones; `None` if it allows
    /// the value.
    fn refusal(&self, value: &str) -> Option<String> {
        match self.kind.as_str() {
            "check" => {
                let is_one = ["true", "false"].contains(&value);
                (!is_one).then(|| "`true` or `false`".to_owned())
            }
            "spin" => {
                let [least, most] = self.range;
                let number: Option<i64> = value.parse().ok();
                let fits = |number: &i64| {
                    least.is_none_or(|least| *number >= least)
                        && most.is_none_or(|most| *number <= most)
                };
                let said = || match self.range {
                    [Some(least), Some(most)] => format!("a number from {least} to {most}"),
                    _ => "a number".to_owned(),
                };
                (!number.as_ref().is_some_and(fits)).then(said)
            }
            "combo" => {
                let mut words = self.words.iter();
                let is_one = words.any(|word| word.eq_ignore_ascii_case(value));
                (!is_one).then(|| format!("one of: {}", self.words.join(", ")))
            }
            _ => None,
        }
    }
}

/// A cached game text, so that only new moves need to be written.
#[derive(Debug, Default)]
struct Told {
    place: String,
    moves: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing has been sent yet.
    New,
    /// `uci` was sent.
    Greeting,
    /// `isready` was sent.
    Preparing,
    /// The engine waits.
    Idle,
    /// The engine searches.
    MoveRecord,
    /// The engine lists moves.
    Listing,
    /// The engine searches for a move that is no longer wanted.
    Interrupted,
}

impl UciDriver {
    /// A driver with the settings of an engine.
    pub fn new(settings: Settings) -> UciDriver {
        UciDriver {
            settings,
            name: None,
            offers: Vec::new(),
            stage: Stage::New,
            spelling: Spelling::FairyStockfish { to_partner: false },
            thought: SearchInfo::default(),
            variant: None,
            told: Told::default(),
            listed: Vec::new(),
        }
    }

    fn offer(&self, name: &str) -> Option<&OptionSpec> {
        let mut offers = self.offers.iter();
        offers.find(|offer| is_same_name(&offer.name, name))
    }

    /// The lines that set the options that depend on the variant, or all others; or the reason why this is
    /// impossible.
    fn set_options(&self, about_variant: bool) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        for (name, value) in &self.settings.options {
            if is_same_name(name, EVALUATION) != about_variant {
                continue;
            }
            let Some(offer) = self.offer(name) else {
                return Err(format!("it has no option `{name}`"));
            };
            if let Some(wanted) = offer.refusal(value) {
                return Err(format!(
                    "its option `{name}` cannot be `{value}`: it is {wanted}"
                ));
            }
            let offered = &offer.name;
            lines.push(if value.is_empty() {
                format!("setoption name {offered}")
            } else {
                format!("setoption name {offered} value {value}")
            });
        }
        Ok(lines)
    }

    /// The lines that select a variant.
    fn choose(&mut self, rules: &Rules, is_free: bool) -> Result<Vec<String>, String> {
        let wanted = self.settings.variant.as_ref().unwrap_or(&rules.word);
        let wanted = wanted.clone();
        let mut lines = Vec::new();
        if self.offer("UCI_Chess960").is_some() {
            lines.push(format!("setoption name UCI_Chess960 value {is_free}"));
        }
        if self.variant.as_ref() == Some(&wanted) {
            return Ok(lines);
        }
        let Some(OptionSpec { words, .. }) = self.offer(VARIANT) else {
            return if wanted == "chess" || wanted == "chess960" {
                lines.extend(self.set_options(true)?);
                self.variant = Some(wanted);
                Ok(lines)
            } else {
                Err(format!("it plays chess only, not `{wanted}`"))
            };
        };
        let is_ours = self
            .name
            .as_ref()
            .is_some_and(|name| name.starts_with("Ferz"));
        let known = words.iter().find(|word| is_same_name(word, &wanted));
        let name = match (known, &rules.definition) {
            (_, Some(file)) if is_ours => {
                lines.push(format!("setoption name VariantPath value {file}"));
                wanted.clone()
            }
            (Some(known), None) => known.clone(),
            (None, None) if is_ours => wanted.clone(),
            _ if wanted == "chess960" => "chess".to_owned(),
            _ if self.offer("VariantPath").is_none() => {
                return Err(format!("it does not know the variant `{wanted}`"));
            }
            _ => {
                let file = rules.ini.as_ref().map_err(Clone::clone)?;
                lines.push(format!("setoption name VariantPath value {file}"));
                rules.variant.def().name.clone()
            }
        };
        lines.push(format!("setoption name {VARIANT} value {name}"));
        lines.extend(self.set_options(true)?);
        self.variant = Some(wanted);
        Ok(lines)
    }

    /// The `position` line of a game.
    fn position(&mut self, game: &Game) -> String {
        let beginning = game.beginning();
        let variant = beginning.variant();
        // Engines may have different start positions for other variants.
        let place = if variant.def().name == "chess" && beginning == variant.start() {
            "startpos".to_owned()
        } else {
            format!("fen {}", beginning.to_fen())
        };
        let n_moves = game.moves().len();
        if self.told.place != place || self.told.moves.len() > n_moves {
            self.told = Told {
                place,
                moves: Vec::new(),
            };
        }
        let known = self.told.moves.len();
        let mut before: Vec<_> = game.earlier_positions().take(n_moves - known).collect();
        before.reverse();
        for (position, mv) in before.into_iter().zip(game.moves().skip(known)) {
            self.told.moves.push(if mv.is_pass() {
                position.move_text(mv)
            } else {
                write(position, mv, self.spelling)
            });
        }
        if self.told.moves.is_empty() {
            format!("position {}", self.told.place)
        } else {
            format!(
                "position {} moves {}",
                self.told.place,
                self.told.moves.join(" ")
            )
        }
    }

    /// Reads the principal variation of an `info` line.
    fn note(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let behind = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1).copied()
        };
        let number = |name: &str| behind(name).and_then(|word| word.parse::<i64>().ok());
        if words.contains(&"string") || number("multipv").is_some_and(|rank| rank > 1) {
            return;
        }
        if let Some(nodes) = number("nodes") {
            self.thought.nodes = u64::try_from(nodes).ok();
        }
        let Some(at) = words.iter().position(|word| *word == "score") else {
            return;
        };
        let value = words.get(at + 2).and_then(|word| word.parse::<i32>().ok());
        let score = match (words.get(at + 1), value) {
            (Some(&"cp"), Some(value)) => value.clamp(-SearchInfo::MATE / 2, SearchInfo::MATE / 2),
            (Some(&"mate"), Some(moves)) if moves > 0 => SearchInfo::MATE - moves.min(1000),
            (Some(&"mate"), Some(moves)) => -SearchInfo::MATE - moves.max(-1000),
            _ => return,
        };
        self.thought.score = Some(score);
        if let Some(depth) = number("depth") {
            self.thought.depth = u32::try_from(depth).ok();
        }
    }

    /// Reads the move of a `bestmove` line.
    fn best(&mut self, game: &Game, rest: &str) -> EngineReply {
        let text = rest.split_whitespace().next().unwrap_or_default();
        let thought = std::mem::take(&mut self.thought);
        let meant = if text == "(none)" || text.is_empty() {
            Err("it finds no move although legal moves exist".to_owned())
        } else {
            read(game.position(), text, self.spelling)
                .map(Box::new)
                .map_err(|finding| finding.message)
        };
        EngineReply::Move {
            text: shown(text),
            meant,
            thought,
        }
    }
}

impl Driver for UciDriver {
    fn greet(&mut self) -> Vec<String> {
        self.stage = Stage::Greeting;
        vec!["uci".to_owned()]
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn prepare(&mut self, rules: &Rules, _: &Game, _: &Budget) -> Reply {
        let castling = rules.variant.compiled_rules().facts.castling.as_ref();
        let is_free = castling.is_some_and(|rule| rule.any_files);
        self.spelling = Spelling::FairyStockfish {
            to_partner: is_free,
        };
        self.told = Told::default();
        match self.choose(rules, is_free) {
            Ok(mut send) => {
                send.extend(["ucinewgame".to_owned(), "isready".to_owned()]);
                self.stage = Stage::Preparing;
                Reply { send, said: None }
            }
            Err(reason) => Reply::said(EngineReply::Unable(reason)),
        }
    }

    fn ask(&mut self, game: &Game, budget: &Budget) -> Vec<String> {
        self.stage = Stage::MoveRecord;
        self.thought = SearchInfo::default();
        vec![self.position(game), go(budget)]
    }

    fn ask_moves(&mut self, game: &Game) -> Option<Vec<String>> {
        // Other engines may take `go perft 1` for an infinite search.
        let name = self.name.as_deref()?;
        let known = ["Ferz", "Fairy-Stockfish", "Stockfish"];
        if !known.iter().any(|known| name.starts_with(known)) {
            return None;
        }
        self.stage = Stage::Listing;
        self.listed.clear();
        self.told = Told::default();
        Some(vec![self.position(game), "go perft 1".to_owned()])
    }

    fn compare_moves(&self, game: &Game, listed: &[String]) -> Option<String> {
        let position = game.position();
        let mut theirs = Vec::new();
        let mut strange = Vec::new();
        for text in listed {
            match read(position, text, self.spelling) {
                Ok(mv) => theirs.push(mv),
                Err(_) => strange.push(shown(text)),
            }
        }
        let ours = position.legal_moves().into_iter();
        let missing = ours.filter(|mv| !theirs.contains(mv));
        let missing: Vec<String> = missing.map(|mv| position.move_text(&mv)).collect();
        if missing.is_empty() && strange.is_empty() {
            return None;
        }
        let list = |moves: Vec<String>| match moves.len() {
            0 => "none".to_owned(),
            _ => moves.into_iter().take(12).collect::<Vec<_>>().join(" "),
        };
        let fen = position.to_fen();
        let (strange, missing) = (list(strange), list(missing));
        Some(format!(
            "it has other rules: in {fen} only it has {strange}, and only we have {missing}"
        ))
    }

    fn line(&mut self, game: &Game, text: &str) -> Reply {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match (word, self.stage) {
            ("id", Stage::Greeting) => {
                if let Some(name) = rest.strip_prefix("name ") {
                    self.name = Some(shown(name.trim()));
                }
            }
            ("option", Stage::Greeting) => self.offers.extend(OptionSpec::read(rest)),
            ("uciok", Stage::Greeting) => match self.set_options(false) {
                Ok(mut send) => {
                    send.push("isready".to_owned());
                    self.stage = Stage::Preparing;
                    return Reply { send, said: None };
                }
                Err(reason) => return Reply::said(EngineReply::Unable(reason)),
            },
            ("readyok", Stage::Preparing) => {
                self.stage = Stage::Idle;
                return Reply::said(EngineReply::Ready);
            }
            ("Nodes", Stage::Listing) => {
                self.stage = Stage::Idle;
                return Reply::said(EngineReply::Lists(std::mem::take(&mut self.listed)));
            }
            (_, Stage::Listing) => {
                if let Some((mv, "1")) = text.split_once(": ")
                    && self.listed.len() < MAX_LISTED
                {
                    self.listed.push(mv.to_owned());
                }
            }
            ("info", Stage::MoveRecord) => self.note(rest),
            ("bestmove", Stage::MoveRecord) => {
                self.stage = Stage::Idle;
                return Reply::said(self.best(game, rest));
            }
            ("bestmove", Stage::Interrupted) => {
                self.stage = Stage::Idle;
                return Reply::said(EngineReply::Ready);
            }
            _ => {}
        }
        Reply::default()
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(10)
    }

    fn greeting_timeout(&mut self) -> Option<EngineReply> {
        None
    }

    fn interrupt(&mut self) -> Vec<String> {
        if self.stage == Stage::MoveRecord {
            self.stage = Stage::Interrupted;
        }
        vec!["stop".to_owned()]
    }

    fn conclude(&mut self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

/// The `go` line of a budget.
fn go(budget: &Budget) -> String {
    let millis = |time: Duration| time.as_millis().max(1);
    match budget.limit {
        Limit::Nodes(nodes) => format!("go nodes {nodes}"),
        Limit::Depth(depth) => format!("go depth {depth}"),
        Limit::MoveTime(time) => format!("go movetime {}", millis(time)),
        Limit::Clock { .. } => {
            let [white, black] = budget.left;
            let either = white.or(black).unwrap_or_default();
            let [white, black] = [white, black].map(|left| millis(left.unwrap_or(either)));
            let [white_more, black_more] = budget.increments.map(|more| more.as_millis());
            let to_go = budget.moves_to_go;
            let to_go = to_go.map_or(String::new(), |moves| format!(" movestogo {moves}"));
            format!("go wtime {white} btime {black} winc {white_more} binc {black_more}{to_go}")
        }
    }
}
