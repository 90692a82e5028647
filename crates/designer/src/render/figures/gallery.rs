//! The figures of all pieces of a variant.

use std::collections::BTreeMap;

use super::emblems::emblems;
use super::look::{Look, Sign};
use super::{Face, Figure};
use ferz::definition::{PieceId, Shape};
use ferz::game::Variant;
use ferz::state::{Color, Piece, Role};

/// The looks of the pieces of a variant, no two of them alike.
///
/// ```
/// use ferz::game::Variant;
/// use ferz_designer::render::{Figures, Theme, figure_svg};
/// use ferz::state::{Color, Piece};
///
/// let shogi = Variant::builtin("shogi").unwrap();
/// let figures = Figures::of(&shogi);
/// let drawn = |role| {
///     let figure = figures.figure(Piece { color: Color::White, role });
///     figure_svg(&figure, "a piece", &Theme::light())
/// };
/// let mut seen: Vec<String> = shogi.roles().map(drawn).collect();
/// seen.sort();
/// seen.dedup();
/// assert_eq!(seen.len(), shogi.roles().len());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    looks: Vec<Look>,
    letters: Vec<String>,
}

impl Figures {
    /// The figures of a variant.
    pub fn of(variant: &Variant) -> Figures {
        let pieces = &variant.def().pieces;
        let all_emblems: Vec<Vec<Shape>> = pieces.values().map(emblems).collect();
        // An emblem that all pieces share distinguishes none.
        let is_common =
            |emblem: &Shape| pieces.len() > 1 && all_emblems.iter().all(|own| own.contains(emblem));
        let plain = pieces.iter().zip(&all_emblems).map(|((name, piece), own)| {
            let own: Vec<Shape> = own
                .iter()
                .copied()
                .filter(|emblem| !is_common(emblem))
                .collect();
            Look::of_piece(name, piece, &own)
        });
        let plain: Vec<Look> = plain.collect();
        let mut looks: Vec<Look> = (0..plain.len())
            .map(|index| turned(variant, &plain, index))
            .collect();
        let mut n_alike: BTreeMap<Look, usize> = BTreeMap::new();
        for look in &looks {
            *n_alike.entry(look.clone()).or_default() += 1;
        }
        for (index, look) in looks.iter_mut().enumerate() {
            if n_alike.get(look).is_some_and(|n| *n > 1) {
                // Letters are unique within a variant.
                look.letters = Some(letters(variant, index));
                look.is_promoted = false;
            }
        }
        let letters = (0..looks.len())
            .map(|index| letters(variant, index))
            .collect();
        Figures { looks, letters }
    }

    /// The figure of a piece.
    pub fn figure(&self, piece: Piece) -> Figure {
        let face = match self.looks.get(piece.role.index()) {
            Some(look) => Face::Drawn(look.clone()),
            None => Face::Blank,
        };
        Figure {
            color: piece.color,
            face,
            letter: self.letters.get(piece.role.index()).cloned(),
        }
    }
}

fn letters(variant: &Variant, index: usize) -> String {
    variant.letters().name(Piece {
        color: Color::White,
        role: Role::new(index),
    })
}

/// The look of a piece; a promoted form gets a mark, and a badge for its unpromoted piece.
fn turned(variant: &Variant, plain: &[Look], index: usize) -> Look {
    let mut look = plain[index].clone();
    let piece = PieceId::new(index);
    let base = variant.def().forms.of(piece).base;
    let Some(base) = base.into_iter().flatten().next() else {
        return look;
    };
    look.is_promoted = true;
    let letters = letters(variant, index);
    if let Some(was) = plain.get(base.index())
        && letters.starts_with('+')
        && was.shape != look.shape
        && !look
            .badges
            .iter()
            .any(|badge| badge.sign == Sign::Shape(was.shape))
        && variant
            .def()
            .pieces
            .get_index(index)
            .is_some_and(|(_, piece)| piece.picture.is_none())
    {
        look.hang_shape(was.shape);
    }
    look
}
