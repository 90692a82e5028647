//! The options of the engine in all protocols, and their values.

use ferz::eval::Evaluation;
use ferz::search::SearchOptions;
use ferz::source::{Diagnostic, Span, codes, did_you_mean};

/// An option.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionSpec {
    /// The name in UCI.
    pub(super) name: &'static str,
    /// The kind of value.
    pub(super) kind: Kind,
}

/// The kind of value of an option.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A number: default, minimum, maximum.
    Number(u64, u64, u64),
    /// A boolean.
    Flag(bool),
    /// A button without a value.
    Button,
    /// A text.
    Text,
    /// The path of an evaluation file, or `derived`.
    Evaluation,
    /// One of these words; the first is the default.
    Words(&'static [&'static str]),
    /// The name of a variant.
    Variant,
}

const fn offer(name: &'static str, kind: Kind) -> OptionSpec {
    OptionSpec { name, kind }
}

/// `UCI_Elo` of each skill level: differences are those of matches of chess between the levels.
const ELO: [u64; 21] = [
    270, 410, 550, 690, 870, 1050, 1230, 1390, 1560, 1720, 1870, 2020, 2170, 2340, 2500, 2670,
    2790, 2920, 3040, 3120, 3200,
];

/// The maximum of `Skill Level`.
const FULL_SKILL: u64 = 20;

/// All options, in the order in which they are listed.
pub(super) const OFFERS: [OptionSpec; 15] = [
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
    offer("UCI_Elo", Kind::Number(1350, ELO[0], ELO[20])),
    offer("Skill Level", Kind::Number(FULL_SKILL, 0, FULL_SKILL)),
    offer("UCI_ShowWDL", Kind::Flag(false)),
    offer("Move Overhead", Kind::Number(10, 0, 5000)),
];

/// An option of UCI only.
pub(super) const DIALECT: OptionSpec = offer("UCI_Dialect", Kind::Words(&["fsf", "ferz"]));

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
    /// The options of a searcher.
    pub(super) fn search_options(&self) -> SearchOptions {
        let skill = if self.limits_strength {
            let levels = 0..=FULL_SKILL;
            levels
                .min_by_key(|level| ELO[*level as usize].abs_diff(self.elo))
                .unwrap_or(FULL_SKILL)
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

    /// Sets an option that does not concern variants.
    pub(super) fn set(&mut self, offer: OptionSpec, value: &str) -> Result<(), Diagnostic> {
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
                    // `go` states whether and when the engine ponders.
                    _ => {}
                }
            }
            Kind::Button | Kind::Text | Kind::Evaluation | Kind::Words(_) | Kind::Variant => {}
        }
        Ok(())
    }
}

/// The option with a name; letter case is ignored, and `_` can replace blanks.
pub(super) fn find(offers: &[OptionSpec], name: &str) -> Result<OptionSpec, Diagnostic> {
    /// The number of letters of an unknown name that a message repeats.
    const SHOWN: usize = 60;
    let name: String = name.chars().take(SHOWN).collect();
    let spelling = |text: &str| text.replace('_', " ").to_lowercase();
    let wanted = spelling(&name);
    let mut known = offers.iter();
    let found = known.find(|offer| spelling(offer.name) == wanted).copied();
    found.ok_or_else(|| {
        let message = format!("unknown option `{name}`");
        let names = offers.iter().map(|offer| offer.name);
        Diagnostic::new(codes::UNKNOWN_NAME, Span::default(), message)
            .with_help(did_you_mean(&name, names))
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

/// The error that an option cannot have a value.
pub(super) fn refused(name: &str, value: &str, wanted: &str) -> Diagnostic {
    let message = format!("{name} cannot be `{}`", value.trim());
    let help = format!("write {wanted}");
    Diagnostic::new(codes::BAD_OPTION, Span::default(), message).with_help(help)
}
