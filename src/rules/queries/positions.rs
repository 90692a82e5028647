//! Positions other than the present one: hypothetical and earlier ones.

use std::cell::OnceCell;
use std::fmt;

use crate::rules::data::{After, Imagined, Past, Record, RuleContext};
use crate::rules::effects::relocate;
use crate::state::{Move, RuleId};

// Hypothetical positions: after a move, or with a changed board.

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
                rules.finder.played(rules, setup, self.mv)
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

// The history of a position, for rules that depend on it.

impl<'a> Past<'a> {
    pub(crate) const fn new(now: RuleContext<'a>, record: &'a dyn Record) -> Past<'a> {
        Past { now, record }
    }

    /// The number of moves made.
    pub fn n_moves(&self) -> usize {
        self.record.n_moves()
    }

    /// The position this many moves ago, if any; 0 is the present one.
    pub fn position(&self, ago: usize) -> Option<RuleContext<'a>> {
        let setup = match ago {
            0 => self.now.setup(),
            ago if ago <= self.n_moves() => self.record.setup(ago),
            _ => return None,
        };
        Some(RuleContext { setup, ..self.now })
    }

    /// The move that led to the position this many moves ago, if any.
    pub fn made(&self, ago: usize) -> Option<&'a Move> {
        self.record.made(ago)
    }
}

impl fmt::Debug for Past<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Past")
            .field("n_moves", &self.n_moves())
            .finish_non_exhaustive()
    }
}
