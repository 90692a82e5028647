//! The options of the engine: what is offered in every protocol, and the values.

use crate::eval::Evaluation;
use crate::search::SearchOptions;
use crate::source::{Diagnostic, Span, codes, did_you_mean};

/// An option that is offered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    /// Its name in UCI.
    pub(super) name: &'static str,
    /// What it takes.
    pub(super) kind: Kind,
}

/// What an option takes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A number: default, least, most.
    Number(u64, u64, u64),
    /// Yes or no.
    Flag(bool),
    /// Nothing: something happens.
    Button,
    /// A text.
    Text,
    /// A file of an evaluation, or `derived`.
    Evaluation,
    /// One of these words; the first is the default.
    Words(&'static [&'static str]),
    /// The name of a variant.
    Variant,
}

const fn offer(name: &'static str, kind: Kind) -> Offer {
    Offer { name, kind }
}

/// The weakest and the strongest play that can be asked for as a rating.
const ELO: [u64; 2] = [500, 2850];

/// The most that `Skill Level` can be.
const FULL_SKILL: u64 = 20;

/// All options in the order in which they are offered.
pub(super) const OFFERS: [Offer; 15] = [
    offer("Threads", Kind::Number(1, 1, 512)),
    offer("Hash", Kind::Number(16, 1, 16384)),
    offer("Clear Hash", Kind::Button),
    offer("MultiPV", Kind::Number(1, 1, 500)),
    offer("Ponder", Kind::Flag(false)),
    offer("UCI_Variant", Kind::Variant),
    offer("VariantPath", Kind::Text),
    offer("EvalFile", Kind::Evaluation),
    offer("UCI_Chess960", Kind::Flag(false)),
    offer("UCI_AnalyseMode", Kind::Flag(false)),
    offer("UCI_LimitStrength", Kind::Flag(false)),
    offer("UCI_Elo", Kind::Number(1350, ELO[0], ELO[1])),
    offer("Skill Level", Kind::Number(FULL_SKILL, 0, FULL_SKILL)),
    offer("UCI_ShowWDL", Kind::Flag(false)),
    offer("Move Overhead", Kind::Number(10, 0, 5000)),
];

/// The option that only UCI has.
pub(super) const DIALECT: Offer = offer("UCI_Dialect", Kind::Words(&["fsf", "ferz"]));

/// The values of the options.
#[derive(Clone, Debug)]
pub(super) struct Values {
    pub(super) threads: u64,
    pub(super) hash: u64,
    pub(super) lines: u64,
    pub(super) chess960: bool,
    pub(super) limits_strength: bool,
    pub(super) elo: u64,
    pub(super) skill: u64,
    pub(super) shows_wdl: bool,
    /// In milliseconds.
    pub(super) overhead: u64,
    pub(super) evaluation: Evaluation,
}

impl Default for Values {
    fn default() -> Self {
        Values {
            threads: 1,
            hash: 16,
            lines: 1,
            chess960: false,
            limits_strength: false,
            elo: 1350,
            skill: FULL_SKILL,
            shows_wdl: false,
            overhead: 10,
            evaluation: Evaluation::default(),
        }
    }
}

impl Values {
    /// What a searcher is made with.
    pub(super) fn search_options(&self) -> SearchOptions {
        let skill = if self.limits_strength {
            let range = ELO[1] - ELO[0];
            ((self.elo - ELO[0]) * FULL_SKILL + range / 2) / range
        } else {
            self.skill
        };
        SearchOptions {
            table_mib: self.hash as usize,
            lines: self.lines as usize,
            skill: skill as u8,
            evaluation: self.evaluation.clone(),
            ..SearchOptions::default()
        }
    }

    /// Takes the value of an option that is not about variants.
    pub(super) fn set(&mut self, offer: Offer, value: &str) -> Result<(), Diagnostic> {
        match offer.kind {
            Kind::Number(_, least, most) => {
                let number = number(offer.name, value, least, most)?;
                match offer.name {
                    "Threads" => self.threads = number,
                    "Hash" => self.hash = number,
                    "MultiPV" => self.lines = number,
                    "UCI_Elo" => self.elo = number,
                    "Skill Level" => self.skill = number,
                    "Move Overhead" => self.overhead = number,
                    _ => {}
                }
            }
            Kind::Flag(_) => {
                let flag = flag(offer.name, value)?;
                match offer.name {
                    "UCI_Chess960" => self.chess960 = flag,
                    "UCI_LimitStrength" => self.limits_strength = flag,
                    "UCI_ShowWDL" => self.shows_wdl = flag,
                    // Whether the opponent's time may be used and what it is used for is said by `go`.
                    _ => {}
                }
            }
            Kind::Button | Kind::Text | Kind::Evaluation | Kind::Words(_) | Kind::Variant => {}
        }
        Ok(())
    }
}

/// The option with this name, whatever the case of its letters, or with `_` for blanks.
pub(super) fn find(offers: &[Offer], name: &str) -> Result<Offer, Diagnostic> {
    let spelling = |text: &str| text.replace('_', " ").to_lowercase();
    let wanted = spelling(name);
    let mut known = offers.iter();
    let found = known.find(|offer| spelling(offer.name) == wanted).copied();
    found.ok_or_else(|| {
        let message = format!("no option `{name}`");
        let names = offers.iter().map(|offer| offer.name);
        Diagnostic::new(codes::UNKNOWN_NAME, Span::default(), message)
            .with_help(did_you_mean(name, names))
    })
}

fn number(name: &str, value: &str, least: u64, most: u64) -> Result<u64, Diagnostic> {
    let number = value.trim().parse::<u64>().ok();
    let number = number.filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        let wanted = format!("a number from {least} to {most}");
        refused(name, value, &wanted)
    })
}

fn flag(name: &str, value: &str) -> Result<bool, Diagnostic> {
    match value.trim() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(refused(name, value, "`true` or `false`")),
    }
}

/// The finding that an option cannot have a value.
pub(super) fn refused(name: &str, value: &str, wanted: &str) -> Diagnostic {
    let message = format!("{name} cannot be `{}`", value.trim());
    let help = format!("it takes {wanted}");
    Diagnostic::new(codes::BAD_OPTION, Span::default(), message).with_help(help)
}
