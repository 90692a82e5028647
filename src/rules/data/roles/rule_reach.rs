//! A precomputed reach for queries of a rule.

use std::fmt;

use super::reach_tables::ReachTable;
use crate::definition::Reach;

/// A reach with its precomputed table.
///
/// A rule makes it from one of its [settings](crate::rules::RuleSettings::reach) in its constructor and
/// queries it with [`RuleContext::reaches`](crate::rules::RuleContext::reaches).
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

    pub(crate) fn table(&self) -> &ReachTable {
        &self.table
    }
}

impl fmt::Debug for RuleReach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuleReach").field(&self.reach).finish()
    }
}
