//! Fairy-Stockfish as its Python module, in a process that is restarted when it crashes.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use ferz::definition::Reason;
use ferz::game::{Game, Outcome};
use ferz::notation::move_texts;
use ferz::state::MoveKind;
use serde_json::{Value, json};

use crate::harness::Random;
use crate::mixing::{Fault, Mixture, Tried};

/// Half-moves of a game that is compared.
const PLIES: usize = 12;

/// The process that answers.
pub(crate) struct Pyffish {
    child: Child,
    answers: BufReader<ChildStdout>,
    /// Definitions that it was given: it knows a name once and for all.
    n_given: usize,
}

/// What a game beside that program showed.
pub(crate) enum Beside {
    Same(Tried),
    Differs(Fault),
    /// That program ended.
    Died,
}

impl Pyffish {
    /// Starts it; `None` where it is not installed.
    pub(crate) fn start() -> Option<Pyffish> {
        let script = concat!(root!(), "/bindings/python/tests/pyffish_child.py");
        let mut child = Command::new("python3")
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let answers = BufReader::new(child.stdout.take()?);
        let mut pyffish = Pyffish {
            child,
            answers,
            n_given: 0,
        };
        pyffish.ask("version", &json!([])).map(|_| pyffish)
    }

    /// The answer of a function; `None` if the process ends.
    fn ask(&mut self, function: &str, arguments: &Value) -> Option<Value> {
        let stdin = self.child.stdin.as_mut()?;
        writeln!(stdin, "{}", json!([function, arguments])).ok()?;
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }

    /// Plays a random game of a mixture and compares moves and ends. If the process ends, it is started again.
    pub(crate) fn beside(&mut self, mixture: &Mixture, number: u64) -> Beside {
        let result = self.compare(mixture, number);
        match result {
            Some(Ok(tried)) => Beside::Same(tried),
            Some(Err(fault)) => Beside::Differs(fault),
            None => {
                let _ = self.child.kill();
                let _ = self.child.wait();
                if let Some(anew) = Pyffish::start() {
                    *self = anew;
                }
                Beside::Died
            }
        }
    }

    /// A difference with the smallest definition that has it.
    pub(crate) fn report(&mut self, mixture: &Mixture, number: u64, fault: &Fault) -> String {
        let (mut small, mut found) = (mixture.clone(), fault.clone());
        let mut at = 0;
        while at < small.rules.len() {
            let mut fewer = small.clone();
            fewer.rules.remove(at);
            match self.beside(&fewer, number) {
                Beside::Differs(less) if less.law == fault.law => (small, found) = (fewer, less),
                _ => at += 1,
            }
        }
        format!(
            "{number}: {}: {}\n{}",
            found.law,
            found.detail,
            small.text()
        )
    }

    fn compare(&mut self, mixture: &Mixture, number: u64) -> Option<Result<Tried, Fault>> {
        let begin = mixture.begin()?;
        self.n_given += 1;
        let name = format!("given{}", self.n_given);
        let text = mixture.text();
        let (_, rest) = text.split_once(':')?;
        self.ask("load_variant_config", &json!([format!("[{name}:{rest}")]))?;
        let fen = self.ask("start_fen", &json!([name]))?["result"].clone();
        let random = &mut Random::new(number ^ 0x5eed);
        let mut game = Game::new(begin);
        let mut made: Vec<String> = Vec::new();
        let mut tried = Tried::default();
        let fault = |law, game: &Game, made: &[String], detail: String| {
            let fen = game.position().to_fen();
            let made = made.join(" ");
            Some(Err(Fault {
                law,
                detail: format!("{detail} at {fen} after {made}"),
            }))
        };
        for _ in 0..=PLIES {
            tried.positions += 1;
            let asked = json!([name, fen, made]);
            let theirs = self.ask("legal_moves", &asked)?;
            let theirs: BTreeSet<String> = serde_json::from_value(theirs["result"].clone()).ok()?;
            let position = game.position();
            let (ends, share) =
                self.end(&asked, theirs.is_empty(), position.to_fen().contains(" w "))?;
            let end = ends.then_some(share);
            let outcome = game.outcome();
            let (mine, is_dead) = match outcome {
                Outcome::Ongoing => (None, false),
                Outcome::Ended { white, reason, .. } => {
                    (Some(white), reason == Reason::InsufficientMaterial)
                }
            };
            // There, a game does not end for want of material.
            if end != mine && !(is_dead && end.is_none()) {
                let detail = format!("theirs {end:?}, ours {outcome:?}");
                return fault("both programs end games alike", &game, &made, detail);
            }
            if mine.is_some() {
                break;
            }
            // Where kings and partners stand on any files, the king takes its partner there.
            let shape = position.variant().shape();
            let texts = move_texts(position).into_iter().map(|(text, mv)| {
                let taking = (mv.shifts.first())
                    .filter(|_| mv.kind == MoveKind::Castle)
                    .map(|(partner, _)| shape.name(mv.from) + &shape.name(*partner))
                    .filter(|taking| theirs.contains(taking));
                taking.unwrap_or(text)
            });
            let mine: BTreeSet<String> = texts.collect();
            if mine != theirs {
                let only = |these: &BTreeSet<String>, those: &BTreeSet<String>| {
                    let only: Vec<String> = these.difference(those).cloned().collect();
                    only.join(" ")
                };
                let detail = format!(
                    "theirs only: {}; ours only: {}",
                    only(&theirs, &mine),
                    only(&mine, &theirs)
                );
                return fault("both programs find the same moves", &game, &made, detail);
            }
            let back = (made.len().checked_sub(2)).and_then(|at| {
                let (from, to) = made[at].split_at_checked(2)?;
                Some(format!("{to}{from}")).filter(|back| mine.contains(back))
            });
            let any = mine.iter().nth(random.below(mine.len()))?;
            let text = match back {
                Some(back) if random.below(3) == 0 => back,
                _ => any.clone(),
            };
            let mv = position.parse_move(&text).ok()?;
            game.play_unchecked(&mv);
            made.push(text);
        }
        Some(Ok(tried))
    }

    /// Whether that program ends the game, and White's share of the point.
    fn end(&mut self, asked: &Value, is_stuck: bool, white_moves: bool) -> Option<(bool, f64)> {
        let mut end = self.ask("is_immediate_game_end", asked)?["result"].clone();
        if end[0] != true && is_stuck {
            end = json!([true, self.ask("game_result", asked)?["result"]]);
        }
        if end[0] != true {
            end = self.ask("is_optional_game_end", asked)?["result"].clone();
        }
        if end[0] != true {
            return Some((false, 0.5));
        }
        let value = end[1].as_i64()?;
        let mover = match value {
            0 => 0.5,
            1.. => 1.0,
            _ => 0.0,
        };
        Some((true, if white_moves { mover } else { 1.0 - mover }))
    }
}

impl Drop for Pyffish {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
