//! Castling to fixed files, in both directions.

use super::builder::Builder;
use super::rule_table::Optional;
use super::writer::{Writer, Written};
use crate::definition::moves::castling::right_of;
use crate::definition::moves::start::{Start, with_rights};
use crate::definition::{CastlingRules, VariantDef};
use crate::formats::fairy_stockfish::section::types::TypeSet;
use crate::geometry::{Offset, Perspective, Square, Wrap};
use crate::movement::{Castle, Pattern, Side};

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
