//! A reach that a rule asks about.

use std::fmt;

use crate::definition::Reach;
use crate::rules::ReachTable;

/// A reach with what is known of it beforehand.
///
/// A rule makes it of one of its [settings](super::RuleSettings::reach) when it is constructed, and
/// asks about it with [`RuleContext::reaches`](super::RuleContext::reaches).
pub struct RuleReach {
    reach: Reach,
    table: ReachTable,
}

impl RuleReach {
    /// The reach.
    pub fn new(reach: Reach) -> RuleReach {
        RuleReach {
            table: ReachTable::new(&reach),
            reach,
        }
    }

    /// Which squares it is.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    pub(super) fn table(&self) -> &ReachTable {
        &self.table
    }
}

impl fmt::Debug for RuleReach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuleReach").field(&self.reach).finish()
    }
}
