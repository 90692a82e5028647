//! Assigns numbered piece types to pieces with letters.
//!
//! As the manual says, a letter means its first piece type for White and its last for Black. Therefore two piece types
//! with one letter form one piece, seen from both sides, unless a side uses the other side's piece type.

use super::steps::{Route, Straight};
use crate::geometry::{CompactSort, sorted};
use crate::syntax::fairy_max::PieceLine;

/// A piece line with its moves.
#[derive(Debug)]
pub(super) struct PieceType<'a> {
    pub(super) line: &'a PieceLine,
    pub(super) letter: char,
    pub(super) value: i32,
    /// Its moves in absolute directions, sorted.
    pub(super) routes: Vec<Route>,
}

impl<'a> PieceType<'a> {
    /// Sorts the moves of a piece line.
    pub(super) fn new(line: &'a PieceLine, routes: Vec<Route>) -> PieceType<'a> {
        let letter = line.letter.text.chars().next().unwrap_or('?');
        PieceType {
            line,
            letter: letter.to_ascii_uppercase(),
            value: line.value.value,
            routes: sorted(routes),
        }
    }

    pub(super) fn is_royal(&self) -> bool {
        self.value < 0
    }
}

/// One piece of the variant: the index of a piece type for each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Role {
    pub(super) name: String,
    pub(super) letter: String,
    pub(super) piece_types: [usize; 2],
}

/// The piece types that each side has at the start or by default promotion.
pub(super) type Uses = [Vec<bool>; 2];

/// The first piece type that only differs in its number.
pub(super) fn canonical(piece_types: &[PieceType<'_>], index: usize) -> usize {
    let one = &piece_types[index];
    // Pawns are identified by their numbers.
    if index < 2 {
        return index;
    }
    (2..index)
        .find(|other| {
            let other = &piece_types[*other];
            other.letter == one.letter && other.value == one.value && other.routes == one.routes
        })
        .unwrap_or(index)
}

/// The pieces of a game.
pub(super) fn roles(piece_types: &[PieceType<'_>], uses: &Uses) -> Vec<Role> {
    let mut roles: Vec<Role> = Vec::new();
    let mut seen: Vec<char> = Vec::new();
    let mut spare: Vec<usize> = Vec::new();
    for piece_type in piece_types {
        if seen.contains(&piece_type.letter) {
            continue;
        }
        seen.push(piece_type.letter);
        let mut kinds: Vec<usize> = Vec::new();
        for index in
            (0..piece_types.len()).filter(|index| piece_types[*index].letter == piece_type.letter)
        {
            let kind = canonical(piece_types, index);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let last = (0..piece_types.len())
            .rfind(|index| piece_types[*index].letter == piece_type.letter)
            .map_or(kinds[0], |index| canonical(piece_types, index));
        let first = kinds[0];
        let used = |side: usize, kind: usize| {
            (0..piece_types.len())
                .any(|index| uses[side][index] && canonical(piece_types, index) == kind)
        };
        let is_pair = first == last
            || piece_types[first].is_royal() == piece_types[last].is_royal()
                && (first < 2) == (last < 2)
                && !used(0, last)
                && !used(1, first);
        let pair = if is_pair { [first, last] } else { [first; 2] };
        roles.push(Role {
            name: piece_type.letter.to_ascii_lowercase().to_string(),
            letter: piece_type.letter.to_string(),
            piece_types: pair,
        });
        spare.extend(kinds.into_iter().filter(|kind| !pair.contains(kind)));
    }
    // Piece types whose letter means another piece get a free letter, if a side uses them.
    spare.retain(|kind| {
        (0..piece_types.len()).any(|index| {
            canonical(piece_types, index) == *kind && (uses[0][index] || uses[1][index])
        })
    });
    for kind in spare {
        let free = ('A'..='Z').find(|letter| !seen.contains(letter));
        let letter = free.map_or_else(
            || format!("{}{}", piece_types[kind].letter, piece_types[kind].letter),
            |letter| {
                seen.push(letter);
                letter.to_string()
            },
        );
        roles.push(Role {
            name: format!(
                "{}{}",
                piece_types[kind].letter.to_ascii_lowercase(),
                kind + 1
            ),
            letter,
            piece_types: [kind; 2],
        });
    }
    roles.sort_compactly_by_key(|role| role.piece_types[0].min(role.piece_types[1]));
    roles
}

/// The routes rotated by 180 degrees.
pub(super) fn turned(routes: &[Route]) -> Vec<Route> {
    let mut turned: Vec<Route> = routes
        .iter()
        .map(|route| match route {
            Route::Castle { right, distance } => Route::Castle {
                right: !right,
                distance: *distance,
            },
            Route::Walk(chain) => {
                let mut chain = chain.clone();
                for Straight { vector, .. } in &mut chain.legs {
                    *vector = (-vector.0, -vector.1);
                }
                Route::Walk(chain)
            }
        })
        .collect();
    turned.sort_compactly();
    turned
}
