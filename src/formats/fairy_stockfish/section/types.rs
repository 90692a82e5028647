//! The piece types of `variants.ini`, sets of them, and regions of the board.

use crate::geometry::{BoardShape, Square, SquareSet};

/// A piece type: its index in [`NAMES`], counted from 1; 0 means all types.
pub(in crate::formats::fairy_stockfish) type Type = usize;

/// Named types with their moves. Custom pieces follow `centaur`; `king` is last.
pub(in crate::formats::fairy_stockfish) const NAMED: [(&str, &str); 36] = [
    ("pawn", "fmWfcF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// The number of custom pieces.
pub(in crate::formats::fairy_stockfish) const CUSTOMS: usize = 25;

/// The first custom piece.
pub(in crate::formats::fairy_stockfish) const FIRST_CUSTOM: Type = NAMED.len() + 1;

/// The king.
pub(in crate::formats::fairy_stockfish) const KING: Type = FIRST_CUSTOM + CUSTOMS;

/// All types, without 0.
pub(in crate::formats::fairy_stockfish) fn all() -> impl Iterator<Item = Type> {
    1..=KING
}

/// The key of a type.
pub(in crate::formats::fairy_stockfish) fn key(number: Type) -> String {
    match number {
        KING => "king".to_owned(),
        FIRST_CUSTOM.. => format!("customPiece{}", number - FIRST_CUSTOM + 1),
        _ => NAMED[number - 1].0.to_owned(),
    }
}

/// The type with this key.
pub(in crate::formats::fairy_stockfish) fn named(key: &str) -> Option<Type> {
    all().find(|number| self::key(*number) == key)
}

/// The named type with this key.
pub(in crate::formats::fairy_stockfish) const fn fixed(key: &str) -> Type {
    let mut number = 0;
    while number < NAMED.len() {
        if same(NAMED[number].0.as_bytes(), key.as_bytes()) {
            return number + 1;
        }
        number += 1;
    }
    panic!("unknown piece type")
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// A set of types; the member 0 means all types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(in crate::formats::fairy_stockfish) struct TypeSet(u128);

impl TypeSet {
    pub(in crate::formats::fairy_stockfish) const fn of(number: Type) -> TypeSet {
        TypeSet(1 << number)
    }

    pub(in crate::formats::fairy_stockfish) const fn contains(self, number: Type) -> bool {
        self.0 >> number & 1 != 0
    }

    pub(in crate::formats::fairy_stockfish) const fn insert(&mut self, number: Type) {
        self.0 |= 1 << number;
    }

    pub(in crate::formats::fairy_stockfish) const fn remove(&mut self, number: Type) {
        self.0 &= !(1 << number);
    }

    pub(in crate::formats::fairy_stockfish) fn iter(self) -> impl Iterator<Item = Type> {
        all().filter(move |number| self.contains(*number))
    }
}

// Regions of the board, independent of its size.

/// The number of files and ranks of the grid for regions, whatever the size of the board.
pub(in crate::formats::fairy_stockfish) const GRID: u16 = 32;

/// The square of a region at a file and a rank.
pub(in crate::formats::fairy_stockfish) const fn grid(file: u16, rank: u16) -> Square {
    Square::new(rank * GRID + file)
}

/// All squares of a region.
pub(in crate::formats::fairy_stockfish) fn everywhere() -> SquareSet {
    (0..GRID * GRID).map(Square::new).collect()
}

/// A rank of a region.
pub(in crate::formats::fairy_stockfish) fn rank(number: u16) -> SquareSet {
    (0..GRID).map(|file| grid(file, number)).collect()
}

/// Converts squares of a board to a region. Whole ranks and whole boards extend beyond the board, so that larger boards
/// can inherit them.
pub(in crate::formats::fairy_stockfish) fn wide(shape: &BoardShape, set: &SquareSet) -> SquareSet {
    if shape.squares().all(|square| set.contains(square)) {
        return everywhere();
    }
    let mut found = SquareSet::new();
    for number in 0..shape.ranks() {
        let squares = || shape.squares().filter(|one| shape.rank_of(*one) == number);
        if squares().next().is_some() && squares().all(|square| set.contains(square)) {
            found.extend(rank(u16::from(number)).iter());
        } else {
            let here = squares().filter(|square| set.contains(*square));
            found.extend(here.map(|one| grid(u16::from(shape.file_of(one)), u16::from(number))));
        }
    }
    found
}

/// A value for each side.
pub(in crate::formats::fairy_stockfish) type Sides<T> = [T; 2];
