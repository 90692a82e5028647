//! The position after a move, computed on first use.

use crate::rules::data::{After, RuleContext};

/// The position after a move.
#[derive(Clone, Copy)]
pub(crate) enum Later<'a> {
    /// Computed on first use.
    OnDemand(&'a After<'a>),
    There(RuleContext<'a>),
}

impl<'a> Later<'a> {
    #[inline]
    pub(crate) fn position(self) -> RuleContext<'a> {
        match self {
            Later::OnDemand(after) => after.position(),
            Later::There(position) => position,
        }
    }
}
