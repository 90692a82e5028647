//! Rules about royal pieces and checks.

use crate::definition::{
    CheckRules, ChecksAllowed, PieceSet, Reason, RoyalRule, Setting, keys, letters,
};
use crate::geometry::{SquareSet, Zone};
use crate::rules::builtin::parts::{Builtin, BuiltinRule, royal_kinds};
use crate::rules::builtin::stated::{Stated, stating};
use crate::rules::data::{
    After, AllRules, EndWords, Phases, Rule, RuleContext, RuleEnd, RuleError, RuleFact, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::state::{Color, Fen, Move};

// Giving, counting and escaping check, and facing kings (`rules.checks`).

/// The remedy for a missing number of checks.
const HOW_MANY: &str =
    "write the number of checks that each side must give in `start`: `… w KQkq - 3+3 0 1`";

/// The rule `rules.checks`.
pub(in crate::rules::builtin) fn checks() -> Builtin {
    let settings = keys! {
        /// The checks that moves can give: all by default, none if `false`, or only those that
        /// `mate`.
        "allowed" => BySide(&Either(&[Flag, Words(&["mate"])])),
        /// A side wins by the last of the checks that it must give. `start` has their number: `3+3` after the
        /// en passant field; without it the first check wins.
        "counted" => Flag,
        /// Kings cannot face one another on an open line.
        "flying-generals" => Flag,
        /// Facing kings end the game unless one moves away.
        "bikjang" => Flag,
        /// Kings can leave check only by capturing.
        "no-escape" => Flag,
    };
    stating("checks", settings, |settings| {
        let allowed = settings.by_side("allowed", |settings, key| {
            match settings.value(key).and_then(ChecksAllowed::of_value) {
                Some(allowed) => Ok(Some(allowed)),
                // Other words are errors, and other types have their own error.
                None => settings.word(key, &["mate"]).map(|_| None),
            }
        })?;
        let flag = |key: &str| settings.flag(key).map(|flag| flag.unwrap_or(false));
        let checks = CheckRules {
            allowed: allowed.map(|allowed| allowed.unwrap_or(ChecksAllowed::All)),
            counted: flag("counted").map_err(|error| error.with_help(HOW_MANY))?,
            flying_generals: flag("flying-generals")?,
            bikjang: flag("bikjang")?,
            no_escape: flag("no-escape")?,
        };
        let def = settings.def();
        let start = Fen::parse(&def.start, &def.shape, &letters(def)).value;
        let is_untold = checks.counted && start.checks.is_none();
        let finding = is_untold.then(|| {
            let message = "the first check wins, because `start` has no number of checks";
            let finding = RuleFinding::new(message).about("counted");
            finding.with_help(HOW_MANY)
        });
        let stated = Stated::from(RuleFact::Checks(checks));
        Ok(stated.may_win(checks.counted).findings(finding))
    })
}

// Palaces (`rules.use.palace`): home squares that the opponent tries to fill.
//
// A side with its own pieces on all squares of the opponent's palace wins at once, even in check.

/// The maximum value of a limit.
const MOST: i32 = 1 << 16;

/// The rule `rules.use.palace`.
pub(in crate::rules::builtin) struct Palace {
    /// The palaces.
    zone: Zone,
    /// By side, the limit on own pieces in the own palace, except after the capture of a royal piece.
    limits: [usize; 2],
    /// The royal kinds.
    kings: PieceSet,
    words: String,
    /// Whether the game has check.
    has_checks: bool,
}

impl BuiltinRule for Palace {
    const NAME: &'static str = "palace";
    const SETTINGS: Setting = keys! {
        /// Each side's own squares; a side that fills those of the other side wins at once, even in
        /// check.
        "zone" => Zone,
        /// The maximum number of own pieces there, except after a move that captures a royal piece;
        /// 1 by default.
        "limit" => BySide(&Number),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Palace, RuleError> {
        let zone = settings.zone("zone")?.unwrap_or_else(Zone::nowhere);
        let limit = |settings: &RuleSettings<'_>, key: &str| settings.whole(key, 0, MOST);
        let limits = settings.by_side("limit", limit)?;
        let limits = limits.map(|limit| limit.map_or(1, |limit| limit as usize));
        let limit = match limits {
            [white, black] if white == black => white.to_string(),
            [white, black] => format!("{white} (White) or {black} (Black)"),
        };
        let words = format!(
            "The palace of each side is {}. A side may have no more than {limit} of its own pieces in \
             its own palace, unless the move captures a royal piece.",
            zone.words(settings.shape()),
        );
        Ok(Palace {
            zone,
            limits,
            has_checks: false,
            kings: royal_kinds(settings.def()),
            words,
        })
    }
}

impl Palace {
    fn of(&self, side: Color) -> &SquareSet {
        self.zone.of(side.perspective())
    }

    /// Whether a side fills the opponent's palace.
    fn fills(&self, at: &RuleContext<'_>, side: Color) -> bool {
        let goal = self.of(side.opponent());
        let stands = |square| at.piece(square).is_some_and(|piece| piece.color == side);
        !goal.is_empty() && goal.iter().all(stands)
    }

    /// Whether a move captures a royal piece.
    fn takes_king(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        let mut victims = mv.captures.iter().filter_map(|square| at.piece(*square));
        victims.any(|victim| self.kings.contains(victim.role))
    }
}

impl Rule for Palace {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.has_checks = all.facts().last_royal.is_some() || all.demand() == RoyalRule::Check;
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::END
    }

    /// A move may not exceed the limit in the own palace.
    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        let side = mv.piece.color;
        let home = self.of(side);
        if !home.contains(mv.to) || !mv.mover_stays() {
            return false;
        }
        let stays = |square: &_| {
            let piece = at.piece(*square);
            *square != mv.from && *square != mv.to && piece.is_some_and(|piece| piece.color == side)
        };
        1 + home.iter().filter(stays).count() > self.limits[side.index()]
            && !self.takes_king(at, mv)
    }

    /// A win takes precedence over check.
    fn excuses(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        let side = mv.piece.color;
        let goal = self.of(side.opponent());
        goal.contains(mv.to) && mv.mover_stays() && {
            goal.iter().all(|square| {
                let piece = at.piece(square);
                let is_own = square != mv.from && piece.is_some_and(|piece| piece.color == side);
                square == mv.to || is_own
            })
        }
    }

    fn watches(&self, _: &RuleContext<'_>) -> Option<SquareSet> {
        let [white, black] = Color::ALL.map(|side| self.of(side));
        Some(white.union(black))
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let us = at.turn();
        let mut sides = [us.opponent(), us].into_iter();
        let winner = sides.find(|side| self.fills(at, *side))?;
        Some(RuleEnd::of(Some(winner), Reason::Goal))
    }

    fn ends_first(&self, _: &RuleContext<'_>) -> bool {
        true
    }

    fn words(&self) -> Vec<String> {
        vec![self.words.clone()]
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        let how = if self.has_checks {
            "A side has its own pieces on all squares of the other side's palace, even if its royal piece \
             is left attacked by that."
        } else {
            "A side has its own pieces on all squares of the other side's palace."
        };
        let winner = Some("that side");
        vec![EndWords::new(Reason::Goal, how.to_owned(), winner)]
    }
}
