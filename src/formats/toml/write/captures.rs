//! Writes captures on squares other than the destination as tables.

use super::reach::{put_reach, switch};
use crate::definition::tree::Table;
use crate::definition::{CaptureMethod, PieceCaptures, Reach};

pub(super) fn captures(captures: &PieceCaptures) -> Table {
    let mut table = Table::default();
    for method in &captures.methods {
        let word = match method {
            CaptureMethod::Custodial => "custodial",
            CaptureMethod::Withdrawal => "withdrawal",
            CaptureMethod::Approach => "approach",
            CaptureMethod::Coordination => "coordination",
            CaptureMethod::Proximity { reach } => {
                let mut part = Table::default();
                put_reach("reach", reach, &Reach::Around, &mut part);
                table.put("proximity", switch(part));
                continue;
            }
            CaptureMethod::Midpoint => "midpoint",
            CaptureMethod::Mimic(mimic) => {
                let mut part = Table::default();
                part.put_flag("pure", mimic.pure, false);
                part.put_flag("swaps", mimic.swaps, false);
                part.put_flag("booms", mimic.booms, false);
                table.put("mimic", part);
                continue;
            }
        };
        table.put(word, true);
    }
    table.put_flag("convert", captures.convert, false);
    table.put_flag("unless-burned", captures.unless_burned, false);
    table.put_flag("on-promotion", captures.on_promotion, false);
    table
}
