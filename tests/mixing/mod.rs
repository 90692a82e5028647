//! Random mixtures of rules: definitions in our own format and in Fairy-Stockfish's, with two to eight rules
//! that are drawn from the schema and from the list of options, and the laws that hold for each of them.
//!
//! A mixture is reproducible by its number. `tests/mixtures.rs` tests a fixed set,
//! `examples/mixtures.rs` any number.

mod clauses;
mod ini;
mod laws;
mod own;

use std::collections::BTreeSet;
use std::fmt;

use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Variant};

use crate::harness::Random;

#[allow(unused_imports, reason = "the example does not name all")]
pub(crate) use laws::{Fault, OWN_FORMAT, Tried};

/// Rules of a mixture: so many at least, and at most.
const FEWEST: usize = 2;
const MOST: usize = 8;

/// Draws of a rule before another key is tried.
const DRAWS: usize = 4;

/// Whose options are drawn in Fairy-Stockfish's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// Those of forks as well.
    Anybody,
    /// Those that the program itself reads.
    #[allow(dead_code, reason = "only the example compares with it")]
    TheProgram,
}

/// A definition that is put together from a base and some rules.
#[derive(Clone, Debug)]
pub(crate) struct Mixture {
    pub(crate) format: Format,
    /// The game that the rules are added to.
    base: String,
    /// By rule its key, and the text that sets it.
    pub(crate) rules: Vec<(String, String)>,
    /// Where it begins; empty for the start position.
    fen: String,
    /// Whether the tables must play it.
    is_for_tables: bool,
}

impl Mixture {
    /// The text of the definition.
    pub(crate) fn text(&self) -> String {
        let rules = self.rules.iter().map(|(_, text)| text.as_str());
        match self.format {
            Format::Toml => own::joined(&self.base, rules),
            _ => self.base.clone() + &rules.collect::<Vec<_>>().concat(),
        }
    }

    /// Where a game of it begins; `None` if the definition is refused.
    pub(crate) fn begin(&self) -> Option<Position> {
        let read = Catalog::read(&self.text(), self.format);
        if read.has_errors() {
            return None;
        }
        let variant = Variant::compile(read.value.first()?).ok()?;
        if self.is_for_tables && !is_in_tables(&variant) {
            return None;
        }
        let begin = match self.fen.as_str() {
            "" => variant.start(),
            fen => variant.read_fen(fen).value,
        };
        begin.beyond_limits().is_none().then_some(begin)
    }

    /// The same without the rules that the fault does not need.
    pub(crate) fn shrunk(mut self, is_faulty: impl Fn(&Mixture) -> bool) -> Mixture {
        let mut at = 0;
        while at < self.rules.len() {
            let mut fewer = self.clone();
            fewer.rules.remove(at);
            if is_faulty(&fewer) {
                self = fewer;
            } else {
                at += 1;
            }
        }
        self
    }

    /// A fault with the smallest definition that has it.
    pub(crate) fn report(&self, number: u64, fault: &Fault) -> String {
        let is_faulty = |mixture: &Mixture| {
            let begin = mixture.begin();
            begin.is_some_and(|begin| {
                let found = mixture.examine(&begin, number).err();
                found.is_some_and(|found| found.law == fault.law)
            })
        };
        let small = self.clone().shrunk(is_faulty);
        let fault = (small.begin()).and_then(|begin| small.examine(&begin, number).err());
        let (law, detail) = fault.map_or(("", String::new()), |fault| (fault.law, fault.detail));
        format!("{number}: {law}: {detail}\n{}", small.text())
    }

    /// Adds rules that can be read beside one another, and says where it begins.
    fn fill(
        &mut self,
        random: &mut Random,
        first: usize,
        n_keys: usize,
        mut draw: impl FnMut(&mut Random, usize) -> (String, String),
    ) -> Option<Position> {
        let wanted = FEWEST + random.below(MOST - FEWEST + 1);
        let mut begin = None;
        let mut key = first;
        for _ in 0..2 * wanted {
            for _ in 0..DRAWS {
                self.rules.push(draw(random, key));
                if let Some(position) = self.begin() {
                    begin = Some(position);
                    break;
                }
                self.rules.pop();
            }
            if self.rules.len() == wanted {
                break;
            }
            key = random.below(n_keys);
        }
        begin.filter(|_| self.rules.len() >= FEWEST)
    }
}

fn is_in_tables(variant: &Variant) -> bool {
    !(variant.describe_tables()).starts_with("general engine only")
}

/// What has been tried of many mixtures.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) n_definitions: usize,
    /// How many of them the tables play.
    pub(crate) n_in_tables: usize,
    n_positions: usize,
    /// The keys of their rules.
    keys: BTreeSet<String>,
}

impl Figures {
    pub(crate) fn add(&mut self, mixture: &Mixture, tried: &Tried) {
        self.n_definitions += 1;
        self.n_in_tables += usize::from(tried.in_tables);
        self.n_positions += tried.positions;
        let keys = mixture.rules.iter().map(|(key, _)| key.clone());
        self.keys.extend(keys);
    }

    /// The keys of a format that are in none of them.
    pub(crate) fn unused<'m>(&self, mixer: &'m Mixer, format: Format) -> Vec<&'m str> {
        let mut keys = mixer.keys(format);
        keys.retain(|key| !self.keys.contains(*key));
        keys
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figures {
            n_definitions,
            n_in_tables,
            n_positions,
            ..
        } = self;
        write!(
            f,
            "{n_definitions} definitions, {n_in_tables} of them in tables; {n_positions} positions"
        )
    }
}

/// Draws mixtures.
pub(crate) struct Mixer {
    own: own::Keys,
    ini: ini::Options,
}

impl Mixer {
    pub(crate) fn new(whose: Whose) -> Mixer {
        Mixer {
            own: own::Keys::new(),
            ini: ini::Options::new(whose),
        }
    }

    /// The keys of a format from which rules are drawn.
    fn keys(&self, format: Format) -> Vec<&str> {
        match format {
            Format::Toml => self.own.names(),
            _ => self.ini.names(),
        }
    }

    /// The mixture of this number, and where it begins; `None` if no rules could be read together. The first
    /// of its rules goes by the number, so that every key has its turn.
    pub(crate) fn mixture(&self, format: Format, number: u64) -> Option<(Mixture, Position)> {
        let random = &mut Random::new(number);
        let (mut mixture, n_keys) = match format {
            Format::Toml => (own::base(random), self.own.names().len()),
            _ => (ini::base(random, number), self.ini.names().len()),
        };
        let first = number as usize % n_keys;
        let begin = match format {
            Format::Toml => mixture.fill(random, first, n_keys, |random, key| {
                self.own.draw(random, key)
            }),
            _ => mixture.fill(random, first, n_keys, |random, key| {
                self.ini.draw(random, key)
            }),
        };
        Some((mixture, begin?))
    }
}
