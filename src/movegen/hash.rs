//! Zobrist hash of a position, computed from scratch: the reference for incremental hashing. Also the places of pieces
//! relative to royal pieces.

use std::hash::{Hash, Hasher};

use crate::geometry::{Square, SquareSet};
use crate::rules::{CompiledRules, castling_pairs, first_moves, unmoved_castlers};
use crate::state::{Cell, Color, Hand, LastMove, Role, RuleStates, Setup, SpecialState, keys};

use super::legality::legal_moves;

/// The Zobrist hash of a position. It excludes clocks, move counts and en passant squares without a legal
/// capture.
pub(crate) fn hash(rules: &CompiledRules, setup: &Setup) -> u64 {
    KeyParts::of(rules, setup).hash()
}

/// The hash for repetitions: without gates, facts about the last move, imitated roles and the states of
/// custom rules, which [compare themselves](crate::rules::Rule::repeats).
pub(crate) fn repetition_key(rules: &CompiledRules, setup: &Setup) -> u64 {
    hash(rules, setup) ^ of_ignored(&setup.special)
}

/// The parts of a hash. Most moves change few of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeyParts {
    squares: u64,
    hands: u64,
    rights: u64,
    /// Cheap or rare parts.
    rest: u64,
}

impl KeyParts {
    /// The parts from scratch.
    pub(super) fn of(rules: &CompiledRules, setup: &Setup) -> KeyParts {
        let cells = (rules.shape.squares()).map(|square| of_cell(square, setup.board.get(square)));
        KeyParts {
            squares: cells.fold(0, |key, cell| key ^ cell),
            hands: of_hands(&setup.hands),
            rights: of_rights(rules, setup),
            rest: rest(rules, setup),
        }
    }

    /// The parts after a move. `differ` contains both cells of each square on which the setups differ, and
    /// `by_unmoved` is whether [rights follow from unmoved pieces](crate::rules::rights_follow_from_unmoved).
    pub(super) fn after(
        &self,
        rules: &CompiledRules,
        [before, after]: [&Setup; 2],
        differ: &[(Square, [Cell; 2])],
        by_unmoved: bool,
    ) -> KeyParts {
        let mut squares = self.squares;
        for (square, [old, new]) in differ {
            squares ^= of_cell(*square, *old) ^ of_cell(*square, *new);
        }
        let has_same_rights = by_unmoved
            && before.unmoved == after.unmoved
            && before.special.castles == after.special.castles
            && !(differ.iter()).any(|(square, _)| after.unmoved.contains(*square));
        KeyParts {
            squares,
            hands: if before.hands == after.hands {
                self.hands
            } else {
                of_hands(&after.hands)
            },
            rights: if has_same_rights {
                self.rights
            } else {
                of_rights(rules, after)
            },
            rest: rest(rules, after),
        }
    }

    /// The hash.
    pub(super) const fn hash(&self) -> u64 {
        self.squares ^ self.hands ^ self.rights ^ self.rest
    }
}

#[inline]
const fn of_cell(square: Square, cell: Cell) -> u64 {
    match cell {
        Cell::Empty => 0,
        Cell::Wall => keys::of_wall(square),
        Cell::Piece(piece) => keys::of_piece(piece, square),
    }
}

fn of_hands(hands: &[Hand; 2]) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for (role, count) in hands[color.index()].iter() {
            key ^= keys::of_hand(color, role, count);
        }
    }
    key
}

/// The rights of unmoved pieces.
fn of_rights(rules: &CompiledRules, setup: &Setup) -> u64 {
    let mut key = 0;
    // PERF: castling needs unmoved pieces, and often none are left.
    if setup.unmoved.is_empty() && setup.special.castles.is_empty() {
        return key;
    }
    for (king, partner) in castling_pairs(rules, setup) {
        key ^= keys::of_castling(king, partner);
    }
    let unmoved = first_moves(rules, setup).union(&unmoved_castlers(rules, setup));
    for square in &unmoved {
        key ^= keys::of_unmoved(square);
    }
    key
}

fn rest(rules: &CompiledRules, setup: &Setup) -> u64 {
    let mut key = of_special(&setup.special);
    if setup.turn == Color::Black {
        key ^= keys::BLACK_TO_MOVE;
    }
    for square in capturable_en_passant(rules, setup) {
        key ^= keys::of_passed(square);
    }
    if rules.last_distinct_turn > 0 {
        let number = setup.fullmove_number.max(1);
        key ^= keys::of_turn(number.min(rules.last_distinct_turn.saturating_add(1)));
    }
    if let Some(kept) = &setup.special.kept {
        key ^= keys::of_kept(self::hash(rules, kept));
    }
    key
}

/// The state of special rules, without castlings.
fn of_special(special: &SpecialState) -> u64 {
    let SpecialState {
        castles: _,
        checks,
        count: _,
        kept: _,
        // Hashed by `of_ignored`.
        gates: _,
        last: _,
        imitated: _,
        custom: _,
    } = special;
    let mut key = of_ignored(special);
    for color in Color::ALL {
        key ^= keys::of_checks(color, checks[color.index()]);
    }
    key
}

/// The part of the state of special rules that [repetitions](repetition_key) ignore.
fn of_ignored(special: &SpecialState) -> u64 {
    let gates = special.gates.iter().map(keys::of_gate);
    let imitated = Color::ALL.map(|color| of_imitated(color, special.imitated[color.index()]));
    let key = gates.chain(imitated).fold(0, |key, part| key ^ part);
    key ^ of_memory(special, special.last)
}

pub(super) fn of_imitated(color: Color, imitated: Option<Role>) -> u64 {
    imitated.map_or(0, |role| keys::of_imitated(color, role))
}

/// The part of the state of special rules that has no Zobrist keys, with the last move passed
/// separately.
pub(super) fn of_memory(special: &SpecialState, last: LastMove) -> u64 {
    let SpecialState { custom, .. } = special;
    let is_blank = last == LastMove::default() && *custom == RuleStates::default();
    if is_blank {
        return 0;
    }
    let mut hasher = KeyHasher::default();
    (last, custom).hash(&mut hasher);
    keys::of_memory(hasher.0)
}

/// A hasher without random state (FNV-1a, 64 bits, with a final mix).
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self.0 ^= self.0 >> 32;
    }
}

/// En passant squares that a legal move uses, in ascending order.
pub(crate) fn capturable_en_passant(rules: &CompiledRules, setup: &Setup) -> Vec<Square> {
    if setup.en_passant.is_empty() {
        return Vec::new();
    }
    let moves = legal_moves(rules, setup);
    let used = setup.en_passant.iter().filter(|mark| {
        let may_use = moves.iter().any(|mv| {
            mv.captures.contains(&mark.victim)
                && mv.to != mark.victim
                && setup.board.piece(mark.target).is_none()
        });
        // Other moves may capture the victim on their way.
        may_use && {
            let mut without = setup.clone();
            without
                .en_passant
                .retain(|other| other.target != mark.target);
            legal_moves(rules, &without) != moves
        }
    });
    let used: SquareSet = used.map(|mark| mark.target).collect();
    used.iter().collect()
}

// Relative places: the position of a piece relative to a royal piece, by file and rank.

/// Larger distances count as this one.
const FAR: i16 = 4;

/// The number of distinct files and ranks.
pub(crate) const KING_RELATIVE_FILES: usize = FAR as usize + 1;
pub(crate) const KING_RELATIVE_RANKS: usize = 2 * FAR as usize + 1;

/// The number of distinct places.
pub(crate) const KING_RELATIVE_SQUARES: usize = KING_RELATIVE_FILES * KING_RELATIVE_RANKS;

/// The place of a piece relative to a royal piece, both given by file and rank. Places are numbered rank by
/// rank from behind the royal piece as the side sees the board, and from its file outward.
#[inline]
pub(crate) const fn king_relative(color: Color, piece: [i16; 2], royal: [i16; 2]) -> usize {
    let aside = (piece[0] - royal[0]).abs();
    let ahead = match color {
        Color::White => piece[1] - royal[1],
        Color::Black => royal[1] - piece[1],
    };
    let aside = if aside > FAR { FAR } else { aside };
    let ahead = if ahead > FAR {
        FAR
    } else if ahead < -FAR {
        -FAR
    } else {
        ahead
    };
    (ahead + FAR) as usize * KING_RELATIVE_FILES + aside as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbered_from_behind_and_from_the_file_of_the_royal_piece() {
        let royal = [4, 4];
        assert_eq!(king_relative(Color::White, [4, 0], royal), 0);
        assert_eq!(king_relative(Color::White, [1, 0], royal), 3);
        assert_eq!(
            king_relative(Color::White, royal, royal),
            4 * KING_RELATIVE_FILES
        );
        assert_eq!(
            king_relative(Color::Black, [4, 5], royal),
            3 * KING_RELATIVE_FILES
        );
        assert_eq!(
            king_relative(Color::Black, [7, 5], royal),
            3 * KING_RELATIVE_FILES + 3
        );
        assert_eq!(
            king_relative(Color::White, [30, 30], royal),
            KING_RELATIVE_SQUARES - 1
        );
    }
}
