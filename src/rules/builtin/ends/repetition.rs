//! Rules against games without progress: perpetual chase, counting, and perpetual check.

use crate::definition::{
    CountingRule, PieceId, Reason, Setting, VariantDef, Verdict, keys, one_of, plural, spaced,
};
use crate::geometry::{Zone, list, zone_in_words};
use crate::rules::builtin::parts::{Builtin, required_verdict, zones};
use crate::rules::builtin::stated::{Stated, stating};
use crate::rules::data::{Chasing, Counting, EndWords, RuleFact};
use crate::rules::wording::{capitalized, with_article};

// Perpetual chase (`rules.adjudication.chasing`): a side that repeats positions by chasing the same
// piece with every move loses.

/// The rule `rules.adjudication.chasing`.
pub(in crate::rules::builtin) fn chasing() -> Builtin {
    let settings = keys! {
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
    stating("chasing", settings, |settings| {
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
        let words = words(settings.def(), &pieces);
        let stated = Stated::from(RuleFact::Chasing(pieces));
        Ok(stated.may_win(true).words(words))
    })
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

// Counting rules for endgames, as in Makruk (`rules.adjudication.counting`).

/// The rule `rules.adjudication.counting`.
pub(in crate::rules::builtin) fn counting() -> Builtin {
    let settings = keys! {
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
    stating("counting", settings, |settings| {
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
        let words = format!(
            "A side that cannot win may begin to count moves, by the limits of {whose}; if the \
             other side has not won by then, the game is drawn. {}",
            limits_in_words(settings.def(), &counting)
        );
        Ok(Stated::from(RuleFact::Counting(counting)).words([words]))
    })
}

/// The origin of the limits, in sentences.
const fn whose(rule: CountingRule) -> &'static str {
    match rule {
        CountingRule::Makruk => "Thailand",
        CountingRule::Cambodian => "Cambodia",
        CountingRule::Asean => "the common rules of South East Asia",
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

// Perpetual check (`rules.perpetual-check`): repeating positions by giving check with every move.

/// The rule `rules.perpetual-check`.
pub(in crate::rules::builtin) fn perpetual_check() -> Builtin {
    let settings = Setting::Words(Verdict::NAMES);
    stating("perpetual-check", settings, |settings| {
        let help = "write the result for a side that does so: `perpetual-check = 'loss'`";
        let result = required_verdict(settings, help)?;
        let how =
            "A side repeats positions by giving check with every move, where the other does not.";
        let winner = result.winner(["that side", "the other side"]);
        let end = EndWords::new(Reason::PerpetualCheck, how.to_owned(), winner);
        let stated = Stated::from(RuleFact::PerpetualCheck(result));
        Ok(stated.may_win(result != Verdict::Draw).ends([end]))
    })
}
