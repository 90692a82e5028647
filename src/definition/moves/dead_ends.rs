//! Dead ends: squares from which a piece could never move again.

use super::piece_moves::all_moves;
use super::start::{SIDES, Start};
use crate::definition::variant::VariantDef;
use crate::geometry::{SquareSet, Zone};

impl VariantDef {
    /// Forbids moves to dead ends. If pieces can only reach them inside their promotion zones, promotion becomes
    /// mandatory there. Otherwise, and in games with walls or drops, a rule forbids the moves.
    pub(crate) fn forbid_dead_ends(&mut self) {
        let may_drop = self.drops().is_some_and(|drops| drops.allowed);
        let captures = self.captures();
        let walls_come = self.rules.builtin.contains_key("walls")
            || captures.petrify_blasted
            || !captures.petrify.is_empty()
            || !Start::of(self).walls.is_empty();
        let stays = if may_drop || walls_come {
            None
        } else {
            self.stays_without_dead_ends()
        };
        let Some(stays) = stays else {
            self.rules.put_entry("no-dead-ends", &[]);
            return;
        };
        for (piece, stay) in self.pieces.values_mut().zip(stays) {
            if let Some((promotion, stay)) = piece.promotion.as_mut().zip(stay) {
                promotion.stay = stay;
            }
        }
    }

    /// The new `stay` zone of each piece whose promotion zone contains dead ends; `None` if there are dead ends
    /// elsewhere.
    fn stays_without_dead_ends(&self) -> Option<Vec<Option<Zone>>> {
        let start = Start::of(self);
        let stays = self.numbered().map(|(id, _, piece)| {
            let mut dead = [SquareSet::new(), SquareSet::new()];
            for side in SIDES {
                let moves = all_moves(self, &start, side, id).ok()?;
                let stuck = moves.iter().filter(|(_, moves)| moves.is_empty());
                dead[side as usize] = stuck.map(|(square, _)| *square).collect();
            }
            if dead.iter().all(SquareSet::is_empty) {
                return Some(None);
            }
            let promotion = piece.promotion.as_ref()?;
            let zone = promotion.zone();
            let within = |side| dead[side as usize].difference(zone.of(side)).is_empty();
            let stay = |side| promotion.stay.of(side).difference(&dead[side as usize]);
            SIDES
                .into_iter()
                .all(within)
                .then(|| Some(Zone::by_side(stay)))
        });
        stays.collect()
    }
}
