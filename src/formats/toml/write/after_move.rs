//! Writes the transformation of a piece after its own move as a table.

use super::reach::put_reach;
use super::writer::Writer;
use crate::definition::tree::Table;
use crate::definition::{AfterMove, Quiet, Reach};

impl Writer<'_> {
    pub(super) fn aftermath(&self, after: &AfterMove) -> Table {
        let mut table = Table::default();
        let mut becomes = Table::default();
        for (victim, to) in &after.becomes {
            if let Some((name, _)) = self.def.piece(*victim) {
                becomes.put(name, self.name(*to));
            }
        }
        if !becomes.0.is_empty() {
            table.put("becomes", becomes);
        }
        self.put_names("vanishes", after.vanishes, &mut table);
        self.put_names("explodes", after.explodes, &mut table);
        put_reach("reach", &after.reach, &Reach::Around, &mut table);
        match after.quiet {
            None => {}
            Some(Quiet::Becomes(number)) => table.put("quiet-becomes", self.name(number)),
            Some(Quiet::Explodes) => table.put("quiet-explodes", true),
        }
        table
    }
}
