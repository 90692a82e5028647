//! Promotion of pawns.

use super::game::{Findings, Reader, SIDES};
use super::roles::Role;
use crate::definition::{PromotionChoice, PromotionDef, PromotionStock};
use crate::geometry::{Perspective, Square, SquareSet, Zone};
use crate::source::codes;

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
