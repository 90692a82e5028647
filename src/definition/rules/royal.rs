//! Check rule: the meaning of royal pieces.

use super::words::worded;
use crate::definition::variant::{RulesDef, VariantDef};
use crate::source::{Diagnostic, Span, codes};

/// The meaning of royal pieces.
///
/// The enum is exhaustive, so that code that writes pages and pictures does not compile until it
/// handles a new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RoyalRule {
    /// No royal piece may be left attacked; a player who cannot avoid it is checkmated.
    #[default]
    Check,
    /// There is no check; a side that loses a royal piece loses the game.
    Capture,
    /// There is no check; royal pieces are ordinary pieces.
    None,
}

worded! {
    RoyalRule {
        "check" => Check
        "capture" => Capture
        "none" => None
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
        let is_alone = self
            .builtin
            .get("royal")
            .is_some_and(|rule| rule.len() == 1);
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
