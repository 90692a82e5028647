//! Engine descriptions of the command line: `cmd=ferz uci name=Ours option.Hash=16`.

use std::path::Path;
use std::time::Duration;

use crate::referee::Limit;
use crate::referee::driver::{Cecp, Driver, Settings, UciDriver};
use ferz::source::did_you_mean;

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Speech {
    Uci,
    XBoard,
    /// The search of this process, without a protocol.
    Own,
}

/// An engine description.
#[derive(Clone, Debug)]
pub(in crate::cli) struct EngineSpec {
    /// The text of the description, which identifies the engine in rows.
    pub(in crate::cli) text: String,
    pub(in crate::cli) name: String,
    pub(in crate::cli) command: Vec<String>,
    pub(in crate::cli) speech: Speech,
    pub(in crate::cli) settings: Settings,
    /// The engine's own limit, if it differs from the common one.
    pub(in crate::cli) limit: Option<Limit>,
}

/// The keys of a description.
const KEYS: [&str; 9] = [
    "cmd", "name", "proto", "variant", "tc", "st", "nodes", "depth", "limit",
];

impl EngineSpec {
    /// Parses a description.
    pub(in crate::cli) fn parse(text: &str) -> Result<EngineSpec, String> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for word in text.split_whitespace() {
            let begun = word.split_once('=').filter(|(key, _)| {
                KEYS.contains(key) || key.starts_with("option.") || is_own_option(key)
            });
            match (begun, pairs.last_mut()) {
                (Some((key, value)), _) => pairs.push((key.to_owned(), value.to_owned())),
                (None, Some((key, value))) => {
                    // The words of a command may contain anything, except those of this program.
                    if key != "cmd" || is_own(value) {
                        refuse_unknown_key(word)?;
                    }
                    value.push(' ');
                    value.push_str(word);
                }
                (None, None) => pairs.push(("cmd".to_owned(), word.to_owned())),
            }
        }
        let value = |name: &str| {
            let found = pairs.iter().rev().find(|(key, _)| key == name);
            found.map(|(_, value)| value.trim())
        };
        let command = value("cmd").ok_or("write `cmd=` and the command that starts the engine")?;
        let command = words_of(command);
        let Some(program) = command.first() else {
            return Err("`cmd=` needs a command".to_owned());
        };
        let speech = match value("proto") {
            None if is_own(program) && command.len() == 1 => Speech::Own,
            Some(_) if is_own(program) => {
                return Err(format!("`cmd={program}` has no protocol: omit `proto`"));
            }
            None | Some("uci") => Speech::Uci,
            Some("xboard" | "cecp") => Speech::XBoard,
            Some(other) => {
                return Err(format!(
                    "unknown protocol `{other}`: write `uci` or `xboard`"
                ));
            }
        };
        let stem = Path::new(program).file_stem();
        let stem = stem.map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        let mut options = Vec::new();
        for (key, value) in &pairs {
            if let Some(option) = key.strip_prefix("option.") {
                options.push((option.to_owned(), value.clone()));
            } else if is_own_option(key) {
                if speech != Speech::Own {
                    return Err(format!("write `option.{key}={value}`"));
                }
                options.push((key.clone(), value.clone()));
            }
        }
        Ok(EngineSpec {
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            name: value("name").map_or(stem, str::to_owned),
            command: located(command),
            speech,
            settings: Settings {
                options,
                variant: value("variant").map(str::to_owned),
            },
            limit: limit(value)?,
        })
    }

    /// Whether the engine is this program, in this process or another.
    pub(in crate::cli) fn is_ours(&self) -> bool {
        let own = std::env::current_exe().ok();
        let program = self.command.first().map(Path::new);
        self.speech == Speech::Own || own.as_deref().is_some_and(|own| program == Some(own))
    }

    /// The number of search threads in its description.
    pub(in crate::cli) fn threads(&self) -> usize {
        let options = self.settings.options.iter();
        let is_threads = |name: &str| ["threads", "cores"].contains(&name.to_lowercase().as_str());
        let named = options.filter(|(name, _)| is_threads(name));
        let numbers = named.filter_map(|(_, value)| value.parse().ok());
        numbers.filter(|number| *number > 0).max().unwrap_or(1)
    }

    /// The driver of the engine; `None` for our own search.
    pub(in crate::cli) fn driver(&self) -> Option<Box<dyn Driver>> {
        match self.speech {
            Speech::Uci => Some(Box::new(UciDriver::new(self.settings.clone()))),
            Speech::XBoard => Some(Box::new(Cecp::new(self.settings.clone()))),
            Speech::Own => None,
        }
    }
}

/// The options of our own search, which need no prefix `option.`.
const OWN_OPTIONS: [&str; 3] = ["skill", "hash", "eval"];

fn is_own_option(key: &str) -> bool {
    OWN_OPTIONS.contains(&key)
}

/// Whether a command is our own search.
fn is_own(command: &str) -> bool {
    matches!(command, "self" | "internal")
}

/// Refuses `KEY=…` with a key that does not exist, within the value of another key.
fn refuse_unknown_key(word: &str) -> Result<(), String> {
    let key = word.split_once('=').map(|(key, _)| key);
    let key =
        key.filter(|key| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphabetic()));
    key.map_or(Ok(()), |key| {
        let known = KEYS.into_iter().chain(OWN_OPTIONS);
        Err(format!("unknown key `{key}`: {}", did_you_mean(key, known)))
    })
}

/// The limit of one engine.
fn limit<'a>(value: impl Fn(&str) -> Option<&'a str>) -> Result<Option<Limit>, String> {
    let number = |name: &str| match value(name) {
        None => Ok(None),
        Some(text) => text
            .parse::<u64>()
            .ok()
            .filter(|number| *number > 0)
            .map(Some)
            .ok_or_else(|| format!("`{name}={text}` is not a number")),
    };
    let mut limits = Vec::new();
    limits.extend(number("nodes")?.map(Limit::Nodes));
    limits.extend(number("depth")?.map(|depth| Limit::Depth(depth.min(1000) as u32)));
    if let Some(text) = value("st") {
        limits.push(Limit::MoveTime(seconds(text)?));
    }
    if let Some(text) = value("tc") {
        limits.push(limit_of_clock(text)?);
    }
    match limits[..] {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => Err("an engine has one limit: `tc=`, `st=`, `nodes=` or `depth=`".to_owned()),
    }
}

/// Parses `[MOVES/]SECONDS[+INCREMENT]`; the seconds may be `MINUTES:SECONDS`.
pub(in crate::cli) fn limit_of_clock(text: &str) -> Result<Limit, String> {
    let wrong = || format!("`{text}` is not a time control: write [MOVES/]SECONDS[+INCREMENT]");
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => {
            let moves = moves.parse().ok().filter(|moves| *moves > 0);
            (Some(moves.ok_or_else(wrong)?), rest)
        }
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let base = match base.split_once(':') {
        Some((minutes, rest)) => {
            let minutes: u32 = minutes.parse().map_err(|_| wrong())?;
            seconds(rest)? + Duration::from_secs(60 * u64::from(minutes))
        }
        None => seconds(base).map_err(|_| wrong())?,
    };
    let increment = seconds(increment).map_err(|_| wrong())?;
    if base.is_zero() && increment.is_zero() {
        return Err(wrong());
    }
    Ok(Limit::Clock {
        moves,
        base,
        increment,
    })
}

/// A time in seconds.
pub(in crate::cli) fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| (0.0..=1e7).contains(number));
    let number = number.ok_or_else(|| format!("`{text}` is not a time in seconds"))?;
    Ok(Duration::from_secs_f64(number))
}

/// Splits a command into words; quotation marks protect blanks.
fn words_of(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for char in command.chars() {
        match (quote, char) {
            (Some(open), char) if char == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            (None, char) if char.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    words
}

/// Locates the program of a command: `ferz` is this program, and Debian's folder for games is searched even
/// if it is not in `PATH`.
fn located(mut command: Vec<String>) -> Vec<String> {
    let Some(program) = command.first_mut() else {
        return command;
    };
    if program == "ferz"
        && let Ok(own) = std::env::current_exe()
    {
        *program = own.to_string_lossy().into_owned();
    }
    if !program.contains('/') {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let is_found = std::env::split_paths(&paths).any(|path| path.join(&*program).is_file());
        let game = Path::new("/usr/games").join(&*program);
        if !is_found && game.is_file() {
            *program = game.to_string_lossy().into_owned();
        }
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_read() {
        let text = "cmd=ferz uci name=Ours option.Skill_Level=3 option.Path=a b st=0.5";
        let spec = EngineSpec::parse(text).expect("a description");
        assert_eq!(spec.name, "Ours");
        assert_eq!(spec.command[1..], ["uci"]);
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let options = [option("Skill_Level", "3"), option("Path", "a b")];
        assert_eq!(spec.settings.options, options);
        assert_eq!(
            spec.limit,
            Some(Limit::MoveTime(Duration::from_millis(500)))
        );
        assert_eq!(spec.threads(), 1);
        let threads = EngineSpec::parse("cmd=a option.threads=4").expect("a description");
        assert_eq!((threads.threads(), threads.is_ours()), (4, false));
        assert_eq!(words_of("a 'b c' \"\"d"), ["a", "b c", "d"]);
        for wrong in [
            "",
            "name=a",
            "cmd=",
            "cmd=a proto=usi",
            "cmd=a st=x",
            "cmd=a st=1 depth=2",
            "cmd=self name=weak skil=0",
            "cmd=self skil=0 name=weak",
            "cmd=self proto=uci",
        ] {
            assert!(EngineSpec::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn time_controls_are_read() {
        let clock = |text| limit_of_clock(text).ok();
        let expected = |moves, base, increment| {
            Some(Limit::Clock {
                moves,
                base: Duration::from_millis(base),
                increment: Duration::from_millis(increment),
            })
        };
        assert_eq!(clock("10+0.1"), expected(None, 10_000, 100));
        assert_eq!(clock("40/1:30"), expected(Some(40), 90_000, 0));
        for wrong in ["", "x", "0", "1+", "0/10", "-1+1", "1e99"] {
            assert_eq!(clock(wrong), None, "{wrong}");
        }
    }
}
