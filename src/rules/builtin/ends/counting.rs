//! Counting rules for endgames, as in Makruk: `rules.adjudication.counting`.

use crate::definition::{CountingRule, PieceId, Setting, VariantDef, keys, one_of, plural, spaced};
use crate::geometry::list;
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Adjudication, Counting, Phases, Rule, RuleError};
use crate::rules::settings::RuleSettings;

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

    fn adjudication(&self) -> Adjudication {
        Adjudication {
            counting: Some(self.counting),
            ..Adjudication::default()
        }
    }

    fn may_win(&self) -> bool {
        false
    }

    fn words(&self) -> Vec<String> {
        vec![self.words.clone()]
    }
}
