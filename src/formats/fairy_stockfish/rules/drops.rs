//! Drops, in both directions.

use super::builder::Builder;
use super::rule_table::Optional;
use super::writer::Writer;
use crate::definition::{ByPiece, DropRules, PieceId};
use crate::formats::fairy_stockfish::section::config::Config;
use crate::formats::fairy_stockfish::section::types::{Type, fixed};
use crate::geometry::SquareSet;

impl Builder<'_> {
    pub(in crate::formats::fairy_stockfish) fn drops(&self) -> Option<DropRules> {
        let config = self.config;
        (config.drops || config.seirawan).then(|| DropRules::of_options(self))
    }

    /// The drop region of each piece and side.
    pub(in crate::formats::fairy_stockfish) fn drop_regions(&self) -> ByPiece<[SquareSet; 2]> {
        self.spread(|number| [0, 1].map(|color| self.drop_region(number, color)))
    }

    /// The piece whose number on one file is limited, and the limit.
    pub(in crate::formats::fairy_stockfish) fn no_doubled(&self) -> Option<(PieceId, u16)> {
        let piece = self.number(self.config.no_doubled)?;
        Some((piece, self.config.no_doubled_count))
    }

    /// The piece that must be distributed over both square colors.
    pub(in crate::formats::fairy_stockfish) fn opposite_colors(&self) -> Option<PieceId> {
        let both = self.config.opposite_bishops;
        both.then(|| self.number(fixed("bishop"))).flatten()
    }

    /// The drop region of a type for one side.
    pub(in crate::formats::fairy_stockfish) fn drop_region(
        &self,
        number: Type,
        color: usize,
    ) -> SquareSet {
        let config = self.config;
        let first = if color == 0 {
            0
        } else {
            self.shape.ranks() - 1
        };
        let is_first = |square: &crate::geometry::Square| self.shape.rank_of(*square) == first;
        let mut region = self.region(&config.drop_region[color]);
        region = region.intersection(&self.mobility(number)[color]);
        if number == fixed("pawn") {
            if !config.zone_drops {
                region = region.difference(&self.region(&config.promotion_region[color]));
            }
            if !config.first_rank_drops {
                region = region.iter().filter(|square| !is_first(square)).collect();
            }
        }
        if number == fixed("rook") && config.sittuyin_rook {
            region = region.iter().filter(is_first).collect();
        }
        region
    }
}

impl Writer<'_> {
    /// Sets the drop options. All pieces share one region, which pawns and rooks may use in part.
    pub(in crate::formats::fairy_stockfish) fn drops(
        &self,
        drops: &DropRules,
        config: &mut Config,
    ) {
        drops.set_options(self, config);
        config.opposite_bishops = drops.opposite_colors.is_some();
        config.must_drop = drops.mandatory.is_some();
        if let Some((kind, count)) = drops.no_doubled {
            config.no_doubled = self.kind(kind);
            config.no_doubled_count = count;
        }
        config.must_drop_type = self.kind_of(drops.mandatory.flatten());
        let mut whole = [SquareSet::new(), SquareSet::new()];
        for regions in &drops.regions {
            for (whole, region) in whole.iter_mut().zip(regions) {
                *whole = whole.union(region);
            }
        }
        config.drop_region = self.regions(&whole);
        for choice in 0..8_u8 {
            config.zone_drops = choice & 1 != 0;
            config.first_rank_drops = choice & 2 != 0;
            config.sittuyin_rook = choice & 4 != 0;
            let builder = Builder::new(config, self.shape);
            let mut all = self.kinds.iter().zip(&drops.regions);
            let fits = all.all(|(kind, regions)| {
                kind.is_none_or(|kind| {
                    let side = |color: usize| builder.drop_region(kind, color) == regions[color];
                    side(0) && side(1)
                })
            });
            if fits {
                return;
            }
        }
    }
}
