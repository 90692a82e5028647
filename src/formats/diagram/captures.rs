//! Restrictions on captures: iron pieces, groups of pieces that do not capture each other, and pairs in the capture
//! matrix.

use super::reader::Reader;
use crate::definition::{PieceId, PieceSet};
use crate::source::codes;

/// The highest group number.
const LAST_GROUP: i64 = 3;

impl Reader<'_> {
    /// Restricts the moves to the pieces that they can capture. `spared` contains for each piece those that the capture
    /// matrix forbids it to capture.
    pub(super) fn captures(&mut self, spared: &[PieceSet]) {
        let is_iron = self.listed("iron", "of iron");
        let groups = self.groups();
        let n_pieces = self.pieces.len();
        let mut borrowers = Vec::new();
        for (number, piece) in self.pieces.iter_mut().enumerate() {
            let spares = |victim: usize| {
                is_iron[victim]
                    || groups[number].is_some() && groups[victim] == groups[number]
                    || spared[number].contains(PieceId::new(victim))
            };
            if !(0..n_pieces).any(spares) {
                continue;
            }
            let victims = (0..n_pieces).filter(|victim| !spares(*victim));
            let victims: PieceSet = victims.map(PieceId::new).collect();
            for one in &mut piece.moves {
                one.takes = Some(victims);
                if one.movement.borrows() {
                    borrowers.push(piece.line.span());
                }
            }
        }
        for span in borrowers {
            let message =
                "it borrows no moves from kinds that it cannot capture, unlike in the Diagram";
            self.report(codes::NOT_CARRIED_OVER, span, message);
        }
    }

    /// The group of each piece, which `antiTrade` below its line sets.
    fn groups(&mut self) -> Vec<Option<i64>> {
        let mut groups = vec![None; self.pieces.len()];
        let settings = self.settings.get("antiTrade").cloned().unwrap_or_default();
        for setting in settings {
            let Some(number) = self.number_above(setting) else {
                let message = "`antiTrade` above the piece lines is not carried over: its meaning there is not \
                    defined";
                self.report(codes::NOT_CARRIED_OVER, setting.span(), message);
                continue;
            };
            if let Some(group) = self.number(setting, 0..=LAST_GROUP) {
                groups[number] = Some(group);
            }
        }
        groups
    }
}
