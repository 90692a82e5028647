//! Rules against games without progress: perpetual chase, counting, and perpetual check.

use crate::definition::{
    CountingRule, PieceId, Reason, Setting, VariantDef, Verdict, keys, one_of, plural, spaced,
};
use crate::geometry::{Zone, list, zone_in_words};
use crate::rules::builtin::parts::{BuiltinRule, required_verdict, zones};
use crate::rules::data::{
    AllRules, Chasing, Counting, EndWords, Phases, Rule, RuleError, RuleFact, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{capitalized, with_article};

// Perpetual chase (`rules.adjudication.chasing`): a side that repeats positions by chasing the same
// piece with every move loses.

/// The rule `rules.adjudication.chasing`.
pub(in crate::rules::builtin) struct ChasingRule {
    pieces: Chasing,
    words: Vec<String>,
}

impl BuiltinRule for ChasingRule {
    const NAME: &'static str = "chasing";
    const SETTINGS: Setting = keys! {
        /// The rook, which all other pieces may chase.
        "rook" => Piece,
        /// The cannon.
        "cannon" => Piece,
        /// The horse, which can be blocked where its target is not.
        "horse" => Piece,
        /// The elephant.
        "elephant" => Piece,
        /// The advisor.
        "advisor" => Piece,
        /// The soldier, which never chases.
        "soldier" => Piece,
        /// The squares on which soldiers can be chased; all by default.
        "crossed" => Zone,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<ChasingRule, RuleError> {
        let piece = |key: &str| Ok(settings.piece(key)?.map(PieceId::from));
        let everywhere = || settings.shape().squares().collect();
        let pieces = Chasing {
            rook: piece("rook")?,
            cannon: piece("cannon")?,
            horse: piece("horse")?,
            elephant: piece("elephant")?,
            advisor: piece("advisor")?,
            soldier: piece("soldier")?,
            crossed: zones(settings, "crossed")?.unwrap_or_else(|| [everywhere(), everywhere()]),
        };
        Ok(ChasingRule {
            words: words(settings.def(), &pieces),
            pieces,
        })
    }
}

fn words(def: &VariantDef, pieces: &Chasing) -> Vec<String> {
    let chase = "A side that repeats a position by chasing the same piece with every move loses.";
    let soldier = pieces.soldier.and_then(|soldier| def.piece(soldier));
    let exempt = soldier.map(|(name, _)| {
        let [white, black] = pieces.crossed.clone();
        let crossed = Zone::of_sides(white, black);
        let where_chased = if crossed == Zone::everywhere(&def.shape) {
            String::new()
        } else {
            let place = zone_in_words(&def.shape, &crossed);
            format!(", and can be chased only on {place}")
        };
        let soldier = capitalized(&with_article(name));
        format!("{soldier} never chases{where_chased}.")
    });
    [chase.to_owned()].into_iter().chain(exempt).collect()
}

impl Rule for ChasingRule {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn facts(&self) -> Vec<RuleFact> {
        vec![RuleFact::Chasing(self.pieces.clone())]
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }
}

// Counting rules for endgames, as in Makruk (`rules.adjudication.counting`).

/// The rule `rules.adjudication.counting`.
pub(in crate::rules::builtin) struct CountingMoves {
    counting: Counting,
    words: String,
}

/// The origin of the limits, in sentences.
const fn whose(rule: CountingRule) -> &'static str {
    match rule {
        CountingRule::Makruk => "Thailand",
        CountingRule::Cambodian => "Cambodia",
        CountingRule::Asean => "the common rules of South East Asia",
    }
}

impl BuiltinRule for CountingMoves {
    const NAME: &'static str = "counting";
    const SETTINGS: Setting = keys! {
        /// `'makruk'` (default), `'cambodian'` or `'asean'`.
        "rule" => Words(CountingRule::NAMES),
        /// The pawn.
        "pawn" => Piece,
        /// The rook.
        "rook" => Piece,
        /// The piece between rook and knight.
        "khon" => Piece,
        /// The knight.
        "knight" => Piece,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<CountingMoves, RuleError> {
        let rule = settings.one_of("rule", CountingRule::WORDS)?;
        let rule = rule.unwrap_or(CountingRule::Makruk);
        let whose = whose(rule);
        let piece = |key: &str| Ok(settings.piece(key)?.map(PieceId::from));
        let counting = Counting {
            pawn: piece("pawn")?,
            rook: piece("rook")?,
            khon: piece("khon")?,
            knight: piece("knight")?,
            ..Counting::by(rule)
        };
        Ok(CountingMoves {
            words: format!(
                "A side that cannot win may begin to count moves, by the limits of {whose}; if the \
                 other side has not won by then, the game is drawn. {}",
                limits_in_words(settings.def(), &counting)
            ),
            counting,
        })
    }
}

/// The start and the limits of a count, in words.
fn limits_in_words(def: &VariantDef, rule: &Counting) -> String {
    let name = |id: Option<PieceId>| Some(spaced(def.piece(id?)?.0));
    let (rook, khon, knight) = (name(rule.rook), name(rule.khon), name(rule.knight));
    let (when, and_none) = match name(rule.pawn) {
        Some(pawn) => (
            format!("when no {pawn} is left"),
            format!(" and no {pawn} is left"),
        ),
        None => ("at any time".to_owned(), String::new()),
    };
    // Each limit applies only if no earlier one does.
    let limits = |all: &[(&Option<String>, u16, u16)], otherwise: Option<u16>| {
        let limits = all.iter().filter_map(|(name, least, limit)| {
            let name = name.as_ref()?;
            let have = match least {
                1 => one_of(name),
                count => plural(*count, name),
            };
            Some(format!("{limit} against {have}"))
        });
        let limits: Vec<String> = limits
            .chain(otherwise.map(|limit| format!("{limit} otherwise")))
            .collect();
        list(&limits, "and")
    };
    if rule.rule == CountingRule::Asean {
        let limits = limits(&[(&rook, 1, 16), (&khon, 1, 44), (&knight, 1, 64)], None);
        return format!(
            "A side that has only its king may count {when}: up to {limits}, the first of \
             these that holds."
        );
    }
    // The limits of Cambodian chess are one move lower.
    let (less, begins) = match rule.rule {
        CountingRule::Cambodian => (1, "when it has no more than 3 pieces"),
        _ => (0, when.as_str()),
    };
    let all = [
        (&rook, 2, 8 - less),
        (&rook, 1, 16 - less),
        (&khon, 2, 22 - less),
        (&knight, 2, 32 - less),
        (&khon, 1, 44 - less),
    ];
    format!(
        "A side may count {begins}: up to {} moves of its own while it has more than its king. If it has \
         only its king{and_none}, the count begins with the number of pieces on the board and goes up \
         to {}, the first of these that holds.",
        64 - less,
        limits(&all, Some(64 - less))
    )
}

impl Rule for CountingMoves {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn facts(&self) -> Vec<RuleFact> {
        vec![RuleFact::Counting(self.counting)]
    }

    fn may_win(&self) -> bool {
        false
    }

    fn words(&self) -> Vec<String> {
        vec![self.words.clone()]
    }
}

// Perpetual check (`rules.perpetual-check`): repeating positions by giving check with every move.

/// The rule `rules.perpetual-check`.
pub(in crate::rules::builtin) struct PerpetualCheck {
    /// The result for the checking side.
    result: Verdict,
    /// Whether repetition never ends the game.
    never_ends: bool,
}

impl BuiltinRule for PerpetualCheck {
    const NAME: &'static str = "perpetual-check";
    const SETTINGS: Setting = Setting::Words(Verdict::NAMES);

    fn read(settings: &RuleSettings<'_>) -> Result<PerpetualCheck, RuleError> {
        let help = "write the result for a side that does so: `perpetual-check = 'loss'`";
        Ok(PerpetualCheck {
            result: required_verdict(settings, help)?,
            never_ends: false,
        })
    }
}

impl Rule for PerpetualCheck {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.never_ends = all.facts().repetition.limit.is_none();
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn facts(&self) -> Vec<RuleFact> {
        vec![RuleFact::PerpetualCheck(self.result)]
    }

    fn may_win(&self) -> bool {
        self.result != Verdict::Draw
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        vec![EndWords {
            divided: None,
            reason: Reason::PerpetualCheck,
            how: "A side repeats positions by giving check with every move, where the other does not."
                .to_owned(),
            winner: match self.result {
                Verdict::Win => Some("that side"),
                Verdict::Loss => Some("the other side"),
                Verdict::Draw => None,
            },
            by_material: false,
        }]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let idle = self.never_ends.then(|| {
            let finding = RuleFinding::new("positions can be repeated without limit");
            finding.with_help("write a limit: `repetition = { limit = 3 }`")
        });
        idle.into_iter().collect()
    }
}
