//! Castling, drops, walls and passes, in both directions.

use crate::definition::moves::normal_forms::right_of;
use crate::definition::moves::piece_moves::{Start, with_rights};
use crate::definition::setting::{flags_of, flags_value, zone_of, zone_value};
use crate::definition::{
    ByPiece, CastlingRules, DropRules, PieceId, RuleTable, RuleValue, VariantDef, Walling,
};
use crate::formats::fairy_stockfish::section::config::Config;
use crate::formats::fairy_stockfish::section::types::{Type, TypeSet, fixed};
use crate::geometry::{Offset, Perspective, Square, SquareSet, Wrap};
use crate::movement::{Castle, Pattern, Side};

use super::rule_table::Optional;
use super::terms::{Builder, Writer, Written};

// Castling to fixed files.

impl Builder<'_> {
    /// The castling rule; `None` if the start has no castling rights and none can arise later.
    pub(in crate::formats::fairy_stockfish) fn castling(&self) -> Option<CastlingRules> {
        let config = self.config;
        let wins = config.castling_wins != [[false; 2]; 2];
        let gives_rights = config.chess960
            || config.castling_dropped
            || config.gating
            || config
                .start
                .split_whitespace()
                .nth(2)
                .is_some_and(|rights| rights != "-");
        // Without castling, a side that wins by castling has lost that chance from the start.
        (config.castling && gives_rights || wins).then(|| {
            let mut rules = CastlingRules::of_options(self);
            if !config.castling {
                rules.king = [None; 2];
            }
            // Files beyond a narrow board are equivalent: no king lands there, and no partner is there.
            rules.right_file = rules.right_file.min(self.shape.files());
            rules.left_partner_file = rules.left_partner_file.min(self.shape.files());
            rules.right_partner_file = rules.right_partner_file.min(self.shape.files() - 1);
            rules
        })
    }
}

impl Written {
    /// Sets the castling options for the rule or for castling moves of the king, as far as files can express them.
    pub(in crate::formats::fairy_stockfish) fn castlings(
        &mut self,
        def: &VariantDef,
        writer: &Writer<'_>,
    ) {
        if let Some(rules) = def.castling() {
            self.config.castling = true;
            rules.set_options(writer, &mut self.config);
            return;
        }
        let start = Start::of(def);
        let found = castlings(def, &start);
        self.config.castling = !found.is_empty();
        if start.rights.is_none() && !found.is_empty() {
            let rights = ['K', 'Q', 'k', 'q'].into_iter();
            let is_there = |right: &char| {
                found
                    .iter()
                    .any(|one| right_of(one.owner, one.side) == *right)
            };
            let rights: String = rights.filter(is_there).collect();
            self.config.start = with_rights(&self.config.start, &rights);
        }
        let shape = &def.shape;
        let who = |square| start.men.get(&square).map(|(_, piece)| *piece);
        let mut wrong = false;
        let mut partners = [TypeSet::default(), TypeSet::default()];
        for one in &found {
            let types = [one.king, one.partner].map(|square| {
                let piece = who(square)?;
                self.types.get(piece).copied().flatten()
            });
            let [Some(king), Some(partner)] = types else {
                continue;
            };
            let owner = one.owner;
            let side = owner as usize;
            let config = &mut self.config;
            config.castling_king[side] = king;
            partners[side].insert(partner);
            config.castling_rank = shape.relative_rank(one.king, owner);
            config.castling_king_file = shape.file_of(one.king);
            let (to, partner) = (shape.file_of(one.to), shape.file_of(one.partner));
            let others = found.iter().filter(|other| other.side == one.side);
            wrong |= others.clone().any(|other| shape.file_of(other.to) != to);
            if one.side == Side::Right {
                config.castling_right_file = to;
                if partner + 1 != shape.files() {
                    config.castling_rook_right = partner;
                }
            } else {
                config.castling_left_file = to;
                config.castling_rook_left = partner;
            }
        }
        for (side, set) in partners.into_iter().enumerate() {
            if set != TypeSet::default() {
                self.config.castling_rooks[side] = set;
            } else if !found.is_empty() {
                // A side without castling has the same king as the other side.
                self.config.castling_king[side] = self.config.castling_king[1 - side];
            }
        }
        if wrong {
            let message = "both sides castle to the same files";
            self.lost.report("rules.castling", message);
        }
    }
}

/// One castling: the squares of the king and its partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Castling {
    side: Side,
    owner: Perspective,
    king: Square,
    partner: Square,
    to: Square,
}

/// The castling moves of the start position; all of them if the start has no rights.
fn castlings(def: &VariantDef, start: &Start) -> Vec<Castling> {
    let mut found = Vec::new();
    for (square, (owner, piece)) in &start.men {
        let Some((_, piece)) = def.piece(*piece) else {
            continue;
        };
        for one in &piece.moves {
            let from = one.from.as_ref();
            if from.is_some_and(|from| !from.contains(*square, *owner)) {
                continue;
            }
            for pattern in one.movement.patterns() {
                if let Pattern::Castle(castle) = pattern {
                    found.extend(by_move(def, start, (*owner, *square), *castle));
                }
            }
        }
    }
    found
}

/// A castling move on the board; left and right are the owner's in the move, and the board's in the result.
fn by_move(
    def: &VariantDef,
    start: &Start,
    (owner, king): (Perspective, Square),
    castle: Castle,
) -> Option<Castling> {
    let shape = &def.shape;
    let side = match (castle.side, owner) {
        (Side::Right, Perspective::White) | (Side::Left, Perspective::Black) => Side::Right,
        (Side::Left, Perspective::White) | (Side::Right, Perspective::Black) => Side::Left,
    };
    // Clause `castle.partner`: only the piece on the last square is the partner.
    let unit = i16::from(shape.unit());
    let dx = match castle.side {
        Side::Right => unit,
        Side::Left => -unit,
    };
    let next = |at: Square| {
        let next = shape.step(at, Offset { dx, dy: 0 }, owner, Wrap::None)?;
        let gone = shape.vanishing().contains(next) && !start.men.contains_key(&next);
        (!gone).then_some(next)
    };
    let mut ray: Vec<Square> = std::iter::successors(next(king), |at| next(*at)).collect();
    ray.truncate(ray.len().checked_sub(castle.inset.into())?);
    let partner = *ray.last()?;
    let is_own = start.men.get(&partner).is_some_and(|(by, _)| *by == owner);
    let to = *ray.get(usize::from(castle.distance).checked_sub(1)?)?;
    let rights = start.rights.as_deref().filter(|rights| *rights != "-");
    let may = rights.is_none_or(|rights| rights.contains(right_of(owner, side)));
    (is_own && may).then_some(Castling {
        side,
        owner,
        king,
        partner,
        to,
    })
}

// Drops from the hand.

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

// Walls: `rules.walls`.

impl Builder<'_> {
    /// The rule; `None` if no side places walls.
    pub(in crate::formats::fairy_stockfish) fn walls(&self) -> Option<RuleTable> {
        let config = self.config;
        let word = RuleValue::Text(config.walling?.word().to_owned());
        let mut rule = RuleTable::from([("rule".to_owned(), word)]);
        let region = self.regions(&config.walling_region);
        if region.iter().any(|squares| *squares != self.all()) {
            let [white, black] = &region;
            rule.insert("zone".to_owned(), zone_value([white, black], self.shape));
        }
        if config.wall_or_move {
            rule.insert("instead-of-move".to_owned(), RuleValue::Flag(true));
        }
        Some(rule)
    }
}

impl Writer<'_> {
    /// Sets the options of the rule.
    pub(in crate::formats::fairy_stockfish) fn walls(&self, def: &VariantDef, config: &mut Config) {
        let Some(rule) = def.rules.builtin.get("walls") else {
            return;
        };
        let word = rule.get("rule").and_then(RuleValue::text);
        config.walling = word.and_then(Walling::of_word);
        if let Some(zone) = rule.get("zone").and_then(|zone| zone_of(zone, self.shape)) {
            config.walling_region = self.regions(&zone);
        }
        config.wall_or_move = rule.get("instead-of-move") == Some(&RuleValue::Flag(true));
    }
}

// Passes: `rules.passing`.

impl Builder<'_> {
    /// The rule; `None` if no side may pass.
    pub(in crate::formats::fairy_stockfish) fn passing(&self) -> Option<RuleTable> {
        let config = self.config;
        let mut rule = RuleTable::new();
        for (key, sides) in [
            ("always", config.pass),
            ("stalemate", config.pass_stalemate),
        ] {
            if sides.contains(&true) {
                rule.insert(key.to_owned(), flags_value(sides));
            }
        }
        let is_idle = rule.is_empty();
        if config.wall_or_move {
            rule.insert("twice-ends".to_owned(), RuleValue::Flag(false));
        }
        (!is_idle).then_some(rule)
    }
}

impl Writer<'_> {
    /// Sets the options of the rule.
    pub(in crate::formats::fairy_stockfish) fn passing(def: &VariantDef, config: &mut Config) {
        let rule = def.rules.builtin.get("passing");
        let flags = |key: &str| flags_of(rule.and_then(|rule| rule.get(key)));
        config.pass = flags("always");
        config.pass_stalemate = flags("stalemate");
    }
}
