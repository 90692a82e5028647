//! Writes the pieces that a piece freezes, burns or protects as tables.

use super::reach::put_reach;
use super::writer::Writer;
use crate::definition::tree::Table;
use crate::definition::{Affected, Freeze, Reach};

impl Writer<'_> {
    pub(super) fn affected(&self, affected: &Affected) -> Table {
        let mut table = Table::default();
        put_reach("reach", &affected.reach, &Reach::Around, &mut table);
        table.put_some("only", affected.only.map(|only| self.names(only)));
        if !affected.except.is_empty() {
            table.put("except", self.names(affected.except));
        }
        table
    }

    pub(super) fn freeze(&self, freeze: &Freeze) -> Table {
        let mut table = self.affected(&freeze.whom);
        if !freeze.lifted_by.is_empty() {
            table.put("lifted-by", self.names(freeze.lifted_by));
        }
        table
    }
}
