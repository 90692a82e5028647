//! Hypothetical positions: after a move, or with a changed board.

use std::cell::OnceCell;
use std::fmt;

use crate::rules::data::{After, Imagined, RuleContext};
use crate::rules::effects::relocate;
use crate::state::{Move, RuleId};

impl Imagined<'_> {
    /// The position.
    pub fn position(&self) -> RuleContext<'_> {
        RuleContext {
            setup: &self.setup,
            ..self.actual
        }
    }
}

impl fmt::Debug for Imagined<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Imagined").field(&self.setup).finish()
    }
}

impl<'a> After<'a> {
    pub(crate) fn new(before: RuleContext<'a>, mv: &'a Move) -> After<'a> {
        After {
            before,
            mv,
            is_relocation: before.in_attack,
            setup: OnceCell::new(),
        }
    }

    /// The position after the move, with the other side to move.
    pub fn position(&self) -> RuleContext<'_> {
        let RuleContext {
            rules,
            setup,
            rule,
            in_attack,
        } = self.before;
        let after = || {
            if self.is_relocation {
                relocate(rules, setup, self.mv, false)
            } else {
                rules.finder().played(rules, setup, self.mv)
            }
        };
        RuleContext {
            rules,
            setup: self.setup.get_or_init(after),
            rule,
            in_attack,
        }
    }

    /// Prepares for the next rule and keeps the computed position.
    pub(crate) fn for_rule(&mut self, rule: RuleId) {
        self.before.rule = rule;
    }
}

impl fmt::Debug for After<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("After")
            .field("move", &self.mv)
            .finish_non_exhaustive()
    }
}
