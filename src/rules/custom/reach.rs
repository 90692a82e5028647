//! A precomputed reach for queries of a rule.

use std::fmt;

use crate::definition::Reach;
use crate::rules::ReachTable;

/// A reach with its precomputed table.
///
/// A rule makes it from one of its [settings](super::RuleSettings::reach) in its constructor and
/// queries it with [`RuleContext::reaches`](super::RuleContext::reaches).
pub struct RuleReach {
    reach: Reach,
    table: ReachTable,
}

impl RuleReach {
    /// Precomputes the table of a reach.
    pub fn new(reach: Reach) -> RuleReach {
        RuleReach {
            table: ReachTable::new(&reach),
            reach,
        }
    }

    /// The reach.
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
