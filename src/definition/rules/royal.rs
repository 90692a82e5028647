//! Royal pieces: the meaning of check, rules about checks and kings, and the guard of several royal pieces.

use crate::definition::setting::{
    by_side, flag_of, flag_value, read_each, settings_of, sides_of, text_value,
};
use crate::definition::variant::{RuleValue, RulesDef, VariantDef};
use crate::source::{Diagnostic, Span, codes};

use super::words::worded;

worded! {
    /// The meaning of royal pieces.
    ///
    /// The enum is exhaustive, so that code that writes pages and pictures does not compile until it
    /// handles a new value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub enum RoyalRule {
        /// No royal piece may be left attacked; a player who cannot avoid it is checkmated.
        #[default]
        Check = "check",
        /// There is no check; a side that loses a royal piece loses the game.
        Capture = "capture",
        /// There is no check; royal pieces are ordinary pieces.
        None = "none",
    }
}

#[doc(hidden)]
impl RulesDef {
    /// The rule `royal`.
    pub fn royal(&self) -> RoyalRule {
        let word = self.word("royal");
        word.and_then(RoyalRule::of_word).unwrap_or_default()
    }

    /// Reads the rule; also returns whether it is valid.
    pub(super) fn read_royal(&self) -> Option<(RoyalRule, bool)> {
        let rule = self.word("royal").map(RoyalRule::of_word)?;
        let settings = self.builtin.get("royal");
        let is_alone = settings.is_some_and(|settings| settings.len() == 1);
        Some((rule.unwrap_or_default(), rule.is_some() && is_alone))
    }

    /// Sets the rule `royal`.
    pub fn set_royal(&mut self, royal: RoyalRule) {
        self.put_word("royal", royal.word(), RoyalRule::Check.word());
    }
}

impl VariantDef {
    /// The rule `royal`, taking into account whether a piece is or becomes royal.
    #[doc(hidden)]
    pub fn demand(&self) -> RoyalRule {
        let has_royals =
            self.pieces.values().any(|piece| piece.royal) || self.rules.last_are_royal();
        self.rules.royal().with_royals(has_royals)
    }
}

impl RoyalRule {
    /// The finding for missing royal pieces.
    #[doc(hidden)]
    pub fn nobody(span: Span) -> Diagnostic {
        Diagnostic::new(codes::NO_ROYAL, span, "no piece is royal")
            .with_help("mark a piece with `royal = true`, or write `royal = 'none'` under `rules`")
    }

    /// The rule for a game with or without royal pieces: without any, there is no check.
    pub(crate) fn with_royals(self, has_royals: bool) -> RoyalRule {
        match self {
            RoyalRule::Check if !has_royals => RoyalRule::None,
            royal => royal,
        }
    }
}

/// The checks that a side may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ChecksAllowed {
    /// Any.
    #[default]
    All,
    /// Only mating checks: the other side has no reply that leaves its king safe and respects its own restriction on
    /// checks.
    Mates,
    /// None.
    None,
}

/// Rules about checks and kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of a rule are independent flags"
)]
#[non_exhaustive]
pub struct CheckRules {
    /// For each side, the checks that its moves may give.
    pub allowed: [ChecksAllowed; 2],
    /// Whether checks are counted.
    pub counted: bool,
    /// Whether kings may not face each other on an open line.
    pub flying_generals: bool,
    /// Whether facing kings end the game unless the opponent resolves them at once.
    pub bikjang: bool,
    /// Whether kings may only leave check by capturing.
    pub no_escape: bool,
}

impl ChecksAllowed {
    /// Reads a setting.
    pub(crate) fn of_value(value: &RuleValue) -> Option<ChecksAllowed> {
        match value {
            RuleValue::Flag(true) => Some(ChecksAllowed::All),
            RuleValue::Flag(false) => Some(ChecksAllowed::None),
            RuleValue::Text(word) if word == "mate" => Some(ChecksAllowed::Mates),
            _ => None,
        }
    }

    fn value(self) -> RuleValue {
        match self {
            ChecksAllowed::All => RuleValue::Flag(true),
            ChecksAllowed::Mates => text_value("mate"),
            ChecksAllowed::None => RuleValue::Flag(false),
        }
    }
}

#[doc(hidden)]
impl RulesDef {
    /// The rule `checks`.
    pub fn checks(&self) -> CheckRules {
        self.read_checks()
            .map_or_else(CheckRules::default, |(rule, _)| rule)
    }

    /// Reads the rule; also returns whether it is valid.
    pub(super) fn read_checks(&self) -> Option<(CheckRules, bool)> {
        let settings = self.builtin.get("checks")?;
        let mut rule = CheckRules::default();
        let is_understood = read_each(settings, |key, value| {
            let flag = match key {
                "allowed" => {
                    rule.allowed = sides_of(value, &ChecksAllowed::All, ChecksAllowed::of_value)?;
                    return Some(());
                }
                "counted" => &mut rule.counted,
                "flying-generals" => &mut rule.flying_generals,
                "bikjang" => &mut rule.bikjang,
                "no-escape" => &mut rule.no_escape,
                _ => return None,
            };
            *flag = flag_of(value)?;
            Some(())
        });
        Some((rule, is_understood))
    }

    /// Sets the rule `checks`.
    pub(crate) fn set_checks(&mut self, rule: CheckRules) {
        let flag = |is_set: bool| flag_value(is_set, false);
        let is_limited = rule.allowed != [ChecksAllowed::All; 2];
        let settings = settings_of([
            (
                "allowed",
                is_limited.then(|| by_side(rule.allowed.map(ChecksAllowed::value))),
            ),
            ("counted", flag(rule.counted)),
            ("flying-generals", flag(rule.flying_generals)),
            ("bikjang", flag(rule.bikjang)),
            ("no-escape", flag(rule.no_escape)),
        ]);
        self.put_unless_empty("checks", settings);
    }
}

worded! {
    /// The royal pieces that a side with several of them must guard. A single royal piece must always be guarded.
    ///
    /// The enum is exhaustive, so that code that writes pages and pictures does not compile until it
    /// handles a new value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub enum RoyalGuard {
        /// None of them may be left attacked.
        #[default]
        Every = "every",
        /// At most one of them may be left attacked, as in Spartan Chess.
        AllButOne = "all-but-one",
        /// They may be attacked and captured except the last one.
        Last = "last",
    }
}

#[doc(hidden)]
impl RulesDef {
    /// The rule `guard`.
    pub fn guard(&self) -> RoyalGuard {
        let word = self.word("guard");
        word.and_then(RoyalGuard::of_word).unwrap_or_default()
    }

    /// Sets the rule `guard`.
    pub(crate) fn set_guard(&mut self, guard: RoyalGuard) {
        self.put_word("guard", guard.word(), RoyalGuard::Every.word());
    }

    /// The rules with this guard.
    pub(crate) fn with_guard(mut self, guard: RoyalGuard) -> RulesDef {
        self.set_guard(guard);
        self
    }
}
