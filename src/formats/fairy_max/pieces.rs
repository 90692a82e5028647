//! Numbers of piece types, and the promotion of pawns.

use crate::definition::{PromotionChoice, PromotionDef, PromotionStock};
use crate::geometry::{CompactSort, Perspective, Square, SquareSet, Zone};
use crate::source::codes;
use crate::syntax::fairy_max::PieceLine;

use super::game::{Findings, Reader, SIDES};
use super::steps::{Route, Straight};

// Assigns numbered piece types to pieces with letters.
//
// As the manual says, a letter means its first piece type for White and its last for Black. Therefore two piece types
// with one letter form one piece, seen from both sides, unless a side uses the other side's piece type.

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
    pub(super) fn new(line: &'a PieceLine, mut routes: Vec<Route>) -> PieceType<'a> {
        routes.sort_compactly();
        routes.dedup();
        let letter = line.letter.text.chars().next().unwrap_or('?');
        PieceType {
            line,
            letter: letter.to_ascii_uppercase(),
            value: line.value.value,
            routes,
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

// Promotion of pawns.

/// The default promotion of a pawn.
pub(super) enum Default {
    One(Option<usize>),
    ByFile(Vec<Option<usize>>),
}

impl Default {
    pub(super) fn piece_types(&self) -> impl Iterator<Item = &usize> {
        let (one, many) = match self {
            Default::One(piece_type) => (piece_type.as_ref(), [].as_slice()),
            Default::ByFile(piece_types) => (None, piece_types.as_slice()),
        };
        one.into_iter().chain(many.iter().flatten())
    }
}

impl Reader<'_> {
    /// The default promotions of each side's pawns: a piece type by promotion square, or one for all squares.
    pub(super) fn defaults(&self, out: &mut Findings) -> [Default; 2] {
        let letter = |side: usize, piece_type: usize| self.arrays[side].contains(&Some(piece_type));
        if self.layout.by_file {
            let white = &self.arrays[0];
            let royal = |piece_type: &Option<usize>| {
                piece_type.is_some_and(|piece_type| self.piece_types[piece_type].is_royal())
            };
            let by_file: Vec<Option<usize>> = white
                .iter()
                .enumerate()
                .map(|(file, piece_type)| {
                    if royal(piece_type) {
                        file.checked_sub(1).and_then(|file| white[file])
                    } else {
                        *piece_type
                    }
                })
                .collect();
            return [Default::ByFile(by_file.clone()), Default::ByFile(by_file)];
        }
        let seven = (self.piece_types.len() >= 7).then_some(6);
        let nine = (self.piece_types.len() >= 9).then_some(8);
        let has_no_seven = !letter(1, 6) && letter(1, 8) && letter(0, 6);
        let is_last = self.layout.promotion + 1 == self.shape.ranks();
        if seven.is_none() {
            out.report(
                codes::DOUBTFUL_IMPORT,
                self.game.pieces[0].span,
                "pawns promote to piece number 7, which the game does not have; here they do not \
                 promote",
            );
        }
        let black = if has_no_seven && is_last { nine } else { seven };
        [Default::One(seven), Default::One(black)]
    }

    pub(super) fn promotion(
        &self,
        roles: &[Role],
        defaults: &[Default; 2],
    ) -> Option<PromotionDef> {
        let mut choices: Vec<PromotionChoice> = Vec::new();
        // These choices come first for one of the sides, so they are not united.
        let mut n_defaults = 0;
        let add = |choices: &mut Vec<PromotionChoice>, fixed: usize, side, piece_type, squares| {
            let Some(piece) = self.role_number(roles, side, piece_type) else {
                return;
            };
            let is_here = |choice: &PromotionChoice| choice.piece == piece;
            let squares: SquareSet = squares;
            let offered = choices.iter().any(|choice| {
                is_here(choice) && !choice.zone.of(side).intersection(&squares).is_empty()
            });
            if offered {
                return;
            }
            let zone = match side {
                Perspective::White => Zone::of_sides(squares, SquareSet::new()),
                Perspective::Black => Zone::of_sides(SquareSet::new(), squares),
            };
            match choices
                .iter_mut()
                .skip(fixed)
                .find(|choice| is_here(choice))
            {
                Some(choice) => {
                    let [white, black] =
                        SIDES.map(|side| choice.zone.of(side).union(zone.of(side)));
                    choice.zone = Zone::of_sides(white, black);
                }
                None => choices.push(PromotionChoice {
                    piece,
                    zone,
                    stock: PromotionStock::Unlimited,
                    limit: None,
                }),
            }
        };
        for side in SIDES {
            let rank: Vec<Square> = self
                .shape
                .squares()
                .filter(|square| self.shape.relative_rank(*square, side) == self.layout.promotion)
                .collect();
            match &defaults[side as usize] {
                Default::ByFile(piece_types) => {
                    for square in rank {
                        if let Some(piece_type) =
                            piece_types[usize::from(self.shape.file_of(square))]
                        {
                            add(
                                &mut choices,
                                0,
                                side,
                                piece_type,
                                std::iter::once(square).collect(),
                            );
                        }
                    }
                }
                Default::One(None) => {}
                Default::One(Some(piece_type)) => {
                    add(
                        &mut choices,
                        0,
                        side,
                        *piece_type,
                        rank.into_iter().collect(),
                    );
                    n_defaults = if choices.len() > 1 { 2 } else { 0 };
                }
            }
        }
        // Further choices are the piece types of letters, except pawns, kings, and values that end in 3.
        for side in SIDES {
            if !matches!(defaults[side as usize], Default::One(Some(_))) {
                continue;
            }
            let rank: SquareSet = self
                .shape
                .squares()
                .filter(|square| self.shape.relative_rank(*square, side) == self.layout.promotion)
                .collect();
            for role in roles {
                let piece_type = role.piece_types[side as usize];
                let one = &self.piece_types[piece_type];
                let is_named = role.letter == one.letter.to_string();
                if piece_type < 2
                    || !is_named
                    || one.value % 10 == 3
                    || matches!(one.value, -1 | -2)
                {
                    continue;
                }
                add(&mut choices, n_defaults, side, piece_type, rank.clone());
            }
        }
        (!choices.is_empty()).then(|| PromotionDef::of(choices, Zone::nowhere()))
    }
}
