//! What pawns become.

use super::Findings;
use super::reader::{Reader, SIDES};
use super::roles::Role;
use crate::definition::{PromotionChoice, PromotionDef, PromotionStock};
use crate::geometry::{Perspective, Square, SquareSet, Zone};
use crate::source::codes;

/// What a pawn becomes without a choice.
pub(super) enum Default {
    One(Option<usize>),
    ByFile(Vec<Option<usize>>),
}

impl Default {
    pub(super) fn men(&self) -> impl Iterator<Item = &usize> {
        let (one, many) = match self {
            Default::One(man) => (man.as_ref(), [].as_slice()),
            Default::ByFile(men) => (None, men.as_slice()),
        };
        one.into_iter().chain(many.iter().flatten())
    }
}

impl Reader<'_> {
    /// What pawns of each side become without a choice: a man by promotion square, or one for all.
    pub(super) fn defaults(&self, out: &mut Findings) -> [Default; 2] {
        let letter = |side: usize, man: usize| self.arrays[side].contains(&Some(man));
        if self.layout.by_file {
            let white = &self.arrays[0];
            let royal = |man: &Option<usize>| man.is_some_and(|man| self.men[man].is_royal());
            let by_file: Vec<Option<usize>> = white
                .iter()
                .enumerate()
                .map(|(file, man)| {
                    if royal(man) {
                        file.checked_sub(1).and_then(|file| white[file])
                    } else {
                        *man
                    }
                })
                .collect();
            return [Default::ByFile(by_file.clone()), Default::ByFile(by_file)];
        }
        let seven = (self.men.len() >= 7).then_some(6);
        let nine = (self.men.len() >= 9).then_some(8);
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
        // The choices of this many come first for one of the sides, so they are not united.
        let mut n_defaults = 0;
        let add = |choices: &mut Vec<PromotionChoice>, fixed: usize, side, man, squares| {
            let Some(piece) = self.role_number(roles, side, man) else {
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
                Default::ByFile(men) => {
                    for square in rank {
                        if let Some(man) = men[usize::from(self.shape.file_of(square))] {
                            add(
                                &mut choices,
                                0,
                                side,
                                man,
                                std::iter::once(square).collect(),
                            );
                        }
                    }
                }
                Default::One(None) => {}
                Default::One(Some(man)) => {
                    add(&mut choices, 0, side, *man, rank.into_iter().collect());
                    n_defaults = if choices.len() > 1 { 2 } else { 0 };
                }
            }
        }
        // Choices: the men that a letter names, but for pawns, kings, and values that end in 3.
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
                let man = role.men[side as usize];
                let one = &self.men[man];
                let is_named = role.letter == one.letter.to_string();
                if man < 2 || !is_named || one.value % 10 == 3 || matches!(one.value, -1 | -2) {
                    continue;
                }
                add(&mut choices, n_defaults, side, man, rank.clone());
            }
        }
        (!choices.is_empty()).then(|| PromotionDef::of(choices, Zone::nowhere()))
    }
}
