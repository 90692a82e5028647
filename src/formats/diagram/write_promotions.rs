//! Writes promotions, which determine the order of the piece lines.

use super::promotion::last_ranks;
use super::spells;
use super::write::Writer;
use crate::definition::{PieceId, PromotionDef, PromotionStock};
use crate::geometry::{Perspective, SquareSet};

impl Writer<'_> {
    /// Sets the order of the lines and writes the parameters of promotion.
    pub(super) fn promotions(&mut self) {
        let def = self.def;
        let promoting: Vec<(PieceId, &PromotionDef)> = def
            .numbered()
            .filter_map(|(id, _, piece)| Some((id, piece.promotion.as_ref()?)))
            .filter(|(_, promotion)| !promotion.choices.is_empty())
            .collect();
        let mut order: Vec<PieceId> = promoting.iter().map(|(number, _)| *number).collect();
        if promoting.is_empty() {
            if !self.passing() {
                self.order = self.rest(&[]);
                self.pair("maxPromote", 0);
            }
            return;
        }
        self.pair("maxPromote", promoting.len());
        let depth = self.depth(&promoting);
        self.pair("promoZone", depth);
        let targets = self.single_targets(&promoting);
        if let Some(targets) = targets {
            let may_stay: Vec<bool> = promoting
                .iter()
                .map(|(_, promotion)| !promotion.stay.of(Perspective::White).is_empty())
                .collect();
            let offset = promoting.len();
            self.pair("promoOffset", offset);
            let marks: String = if may_stay.contains(&true) {
                let must = order.iter().zip(&may_stay).filter(|(_, stays)| !**stays);
                must.filter_map(|(number, _)| self.entry(*number))
                    .map(|(_, piece)| format!("!{}", piece.letter))
                    .collect()
            } else {
                "+".to_owned()
            };
            if !marks.is_empty() {
                self.pair("promoChoice", marks);
            }
            order.extend(targets);
        } else {
            let choices = self.choices(&promoting, depth);
            self.pair("promoChoice", choices);
        }
        let rest = self.rest(&order);
        order.extend(rest);
        self.order = order;
    }

    /// Writes promotion by moves that begin or end in the zone; returns whether there is any.
    fn passing(&mut self) -> bool {
        let promotion = self.def.paired_promotion();
        let pairs = promotion.targets.pairs();
        let pairs: Vec<(PieceId, PieceId)> = pairs
            .filter_map(|(id, target)| Some((id, (*target)?)))
            .collect();
        let shape = &self.def.shape;
        let zone = promotion.zone[0].iter().map(|square| shape.rank_of(square));
        let Some(nearest) = zone.min().filter(|_| !pairs.is_empty()) else {
            return false;
        };
        let depth = shape.ranks() - nearest;
        let mandatory = promotion.mandatory;
        self.pair("maxPromote", pairs.len());
        self.pair("promoZone", depth);
        self.pair("promoOffset", pairs.len());
        if mandatory {
            self.pair("promoChoice", "+");
        }
        // Targets that several pieces share come last, so that the list ends before them.
        let mut order: Vec<PieceId> = pairs.iter().map(|(number, _)| *number).collect();
        for (_, target) in &pairs {
            if !order.contains(target) {
                order.push(*target);
            }
        }
        order.extend(self.rest(&order));
        self.order = order;
        true
    }

    /// The pieces that are not in `order`; casters of a spell come last.
    fn rest(&self, order: &[PieceId]) -> Vec<PieceId> {
        let casters = spells::written(self.def).map_or_else(Vec::new, |(.., casters)| casters);
        let rest = self.def.piece_ids().filter(|id| !order.contains(id));
        let (casting, mut rest): (Vec<PieceId>, Vec<PieceId>) =
            rest.partition(|id| casters.contains(id));
        rest.extend(casting);
        rest
    }

    /// The depth in ranks of the zones of all choices.
    fn depth(&self, promoting: &[(PieceId, &PromotionDef)]) -> u8 {
        let shape = &self.def.shape;
        let zones = promoting.iter().flat_map(|(_, promotion)| {
            let choices = promotion.choices.iter().map(|choice| &choice.zone);
            choices.chain([&promotion.stay])
        });
        let nearest = zones
            .flat_map(|zone| zone.of(Perspective::White).iter())
            .map(|square| shape.rank_of(square))
            .min();
        nearest.map_or(1, |rank| shape.ranks() - rank)
    }

    /// The promoted piece of each piece, if each has a single choice and all choices differ.
    fn single_targets(&self, promoting: &[(PieceId, &PromotionDef)]) -> Option<Vec<PieceId>> {
        let mut targets: Vec<PieceId> = Vec::new();
        for (_, promotion) in promoting {
            let [choice] = promotion.choices.as_slice() else {
                return None;
            };
            let target = choice.piece;
            let is_promoting = promoting.iter().any(|(number, _)| *number == target);
            if targets.contains(&target) || is_promoting || choice.stock == PromotionStock::Hand {
                return None;
            }
            targets.push(target);
        }
        (targets.len() > 1).then_some(targets)
    }

    /// The list of choices for all pieces that promote.
    fn choices(&mut self, promoting: &[(PieceId, &PromotionDef)], depth: u8) -> String {
        let mut text = String::new();
        let mut said: Vec<PieceId> = Vec::new();
        for (number, promotion) in promoting {
            if !promotion.stay.of(Perspective::White).is_empty() && !said.contains(number) {
                said.push(*number);
                text += &self.choice(
                    *number,
                    &promotion.stay.of(Perspective::White).clone(),
                    depth,
                    "",
                );
            }
        }
        for (number, promotion) in promoting {
            let place = self
                .entry(*number)
                .map(|(name, _)| format!("pieces.{name}.promotion"));
            for choice in &promotion.choices {
                if choice.limit.is_some() {
                    let message = "the format has no limit to the number of promoted pieces";
                    self.losses
                        .report(place.clone().unwrap_or_default(), message);
                }
                if said.contains(&choice.piece) {
                    continue;
                }
                said.push(choice.piece);
                let hand = match choice.stock {
                    PromotionStock::Hand => "*",
                    PromotionStock::Unlimited => "",
                };
                text += &self.choice(
                    choice.piece,
                    choice.zone.of(Perspective::White),
                    depth,
                    hand,
                );
            }
        }
        text
    }

    /// One choice with its prefixes and its depth.
    fn choice(&self, piece: PieceId, zone: &SquareSet, depth: u8, hand: &str) -> String {
        let Some((_, def)) = self.entry(piece) else {
            return String::new();
        };
        let shape = &self.def.shape;
        let fits =
            |nearest: u8, depth: u8| last_ranks(shape, nearest..depth, Perspective::White) == *zone;
        let open = (1..=depth).find(|depth| fits(0, *depth));
        let closed = (2..=depth).find(|depth| fits(1, *depth));
        let (mark, ranks) = match (open, closed) {
            (Some(ranks), _) => ("", ranks),
            (None, Some(ranks)) => ("!", ranks),
            (None, None) => ("", depth),
        };
        let number = if ranks == depth {
            String::new()
        } else {
            ranks.to_string()
        };
        format!("{mark}{hand}{}{number}", def.letter)
    }
}
