//! The castlings of a start position, however a definition puts them.
//!
//! Moves say them as so many squares of a king, rules of the variant as files to go to.

use super::rules::CastlingRules;
use super::start::{SIDES, Start};
use super::variant::VariantDef;
use crate::geometry::{Offset, Perspective, Square, Wrap};
use crate::movement::{Castle, Pattern, Side};

/// One castling: who goes where with whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Castling {
    pub(super) side: Side,
    pub(super) black: bool,
    pub(super) king: Square,
    pub(super) partner: Square,
    pub(super) to: Square,
}

/// The castlings that the rights of the start position allow.
pub(super) fn castlings(def: &VariantDef, start: &Start) -> Vec<Castling> {
    let mut found = match &def.rules.castling {
        Some(rules) => by_files(def, start, rules),
        None => by_moves(def, start),
    };
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether rules about castling say nothing but files.
pub(super) fn says_files_only(rules: &CastlingRules) -> bool {
    let odd = rules.any_files || rules.opposite || rules.dropped;
    !odd && rules.wins == [[false; 2]; 2]
}

/// The letter of a right.
pub(super) fn right_of(black: bool, side: Side) -> char {
    match (black, side) {
        (false, Side::Right) => 'K',
        (false, Side::Left) => 'Q',
        (true, Side::Right) => 'k',
        (true, Side::Left) => 'q',
    }
}

/// Whether a right is given; nothing is, where the field is missing and a rule castles by files.
fn may(start: &Start, black: bool, side: Side, by_files: bool) -> bool {
    let letter = right_of(black, side);
    let rights = start.rights.as_deref();
    rights.map_or(!by_files, |rights| rights.contains(letter))
}

/// The castlings that a rule about files allows.
pub(super) fn by_files(def: &VariantDef, start: &Start, rules: &CastlingRules) -> Vec<Castling> {
    let shape = &def.shape;
    let mut found = Vec::new();
    for owner in SIDES {
        let black = owner == Perspective::Black;
        let rank = match owner {
            Perspective::White => rules.rank,
            Perspective::Black => (shape.ranks() - 1).saturating_sub(rules.rank),
        };
        let Some(king) = rules.king[owner as usize] else {
            continue;
        };
        // A side with a royal piece castles with that.
        let royal = |id| def.piece(id).is_some_and(|(_, piece)| piece.royal);
        let has_royal = (start.men.values()).any(|(by, piece)| *by == owner && royal(*piece));
        if has_royal != royal(king) {
            continue;
        }
        let homes = start.homes(owner, king);
        let home = homes.iter().find(|square| shape.rank_of(*square) == rank);
        let Some(home) = home else { continue };
        for (side, first, file) in [
            (Side::Left, rules.left_partner_file, rules.left_file),
            (Side::Right, rules.right_partner_file, rules.right_file),
        ] {
            let first = first.min(shape.files() - 1);
            let file_of_king = shape.file_of(home);
            let files: Vec<u8> = match side {
                Side::Left => (first..file_of_king).collect(),
                Side::Right => (file_of_king + 1..=first).rev().collect(),
            };
            let partner = files.into_iter().find_map(|file| {
                let square = shape.at(file, rank)?;
                let (by, piece) = start.men.get(&square)?;
                let partner = rules.partners[owner as usize].contains(*piece);
                (*by == owner && partner).then_some(square)
            });
            if may(start, black, side, true)
                && let (Some(partner), Some(to)) = (partner, shape.at(file, rank))
            {
                found.push(Castling {
                    side,
                    black,
                    king: home,
                    partner,
                    to,
                });
            }
        }
    }
    found
}

fn by_moves(def: &VariantDef, start: &Start) -> Vec<Castling> {
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

/// Castling as so many squares; left and right are the owner's in the move, the board's here.
fn by_move(
    def: &VariantDef,
    start: &Start,
    (owner, king): (Perspective, Square),
    castle: Castle,
) -> Option<Castling> {
    let shape = &def.shape;
    let black = owner == Perspective::Black;
    let side = match (castle.side, black) {
        (Side::Right, false) | (Side::Left, true) => Side::Right,
        (Side::Left, false) | (Side::Right, true) => Side::Left,
    };
    // Clause `castle.partner`: nobody but the piece on the last square is the partner.
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
    (is_own && may(start, black, side, false)).then_some(Castling {
        side,
        black,
        king,
        partner,
        to,
    })
}
