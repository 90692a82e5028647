//! The figures of all pieces of a variant.

use super::emblems::emblems;
use super::look::{Look, Sign, man_named};
use super::signs::sign;
use super::{Face, Figure, Glance};
use crate::render::marks::Marks;
use crate::render::theme::Theme;
use ferz::definition::{Cells, PieceId, PieceStyle, Shape};
use ferz::game::Variant;
use ferz::geometry::{CompactSort, grouped};
use ferz::state::{Color, Piece, Role};

/// The looks of the pieces of a variant, no two of them alike.
///
/// ```
/// use ferz::game::Variant;
/// use ferz_designer::render::{Figures, Theme, figure_svg};
/// use ferz::state::{Color, Piece};
///
/// let shogi = Variant::builtin("shogi").unwrap();
/// let figures = Figures::of(&shogi, &Theme::light());
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
    /// The faces of White's and Black's pieces by role.
    faces: [Vec<Face>; 2],
    below: Color,
}

impl Figures {
    /// The figures of a variant in the style of the theme, seen by White.
    pub fn of(variant: &Variant, theme: &Theme) -> Figures {
        let style = theme
            .pieces
            .unwrap_or_else(|| variant.def().appearance().pieces);
        let faces = match style {
            PieceStyle::Tiles | PieceStyle::Discs => {
                Color::ALL.map(|color| counters(variant, style, color))
            }
            PieceStyle::Figures | PieceStyle::Letters | PieceStyle::Moves => {
                let looks = looks(variant);
                let glances: Vec<Option<Glance>> = looks
                    .iter()
                    .enumerate()
                    .map(|(index, look)| {
                        let is_wanted = style == PieceStyle::Moves && !look.is_orthodox();
                        is_wanted.then(|| glance(variant, index)).flatten()
                    })
                    .collect();
                // Pieces that move alike keep their figures, which differ.
                let is_unique = |glance: &&Glance| {
                    glances
                        .iter()
                        .flatten()
                        .filter(|other| other == glance)
                        .count()
                        == 1
                };
                let faces = looks.into_iter().enumerate().map(|(index, look)| {
                    if style == PieceStyle::Letters && !look.is_orthodox() {
                        return Face::Letters(letters(variant, index));
                    }
                    let glance = glances[index].as_ref().filter(is_unique);
                    glance.cloned().map_or(Face::Drawn(look), Face::Moves)
                });
                let faces: Vec<Face> = faces.collect();
                [faces.clone(), faces]
            }
        };
        Figures {
            faces,
            below: Color::White,
        }
    }

    /// The figures with another side at the bottom of the picture.
    #[must_use]
    pub const fn seen_by(mut self, below: Color) -> Figures {
        self.below = below;
        self
    }

    /// The figure of a piece.
    pub fn figure(&self, piece: Piece) -> Figure {
        let face = self.faces[piece.color.index()].get(piece.role.index());
        Figure {
            color: piece.color,
            face: face.cloned().unwrap_or(Face::Blank),
            is_turned: piece.color != self.below,
        }
    }
}

/// The looks of all pieces.
fn looks(variant: &Variant) -> Vec<Look> {
    let pieces = &variant.def().pieces;
    let appearance = variant.def().appearance();
    let is_elsewhere = appearance.cells == Cells::Hexes || !appearance.boards.is_empty();
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
        // Looks are derived from moves on a plain board of squares. On hexes and several levels
        // moves differ, so names determine the looks there.
        let named = man_named(name).filter(|_| is_elsewhere && piece.picture.is_none());
        named.map_or_else(|| Look::of_piece(name, piece, &own), Look::plain)
    });
    let plain: Vec<Look> = plain.collect();
    let mut looks: Vec<Look> = (0..plain.len())
        .map(|index| turned(variant, &plain, index))
        .collect();
    let by_look = grouped(looks.iter().enumerate().map(|(index, look)| (look, index)));
    let by_look: Vec<Vec<usize>> = by_look.into_iter().map(|(_, alike)| alike).collect();
    for index in by_look
        .into_iter()
        .filter(|alike| alike.len() > 1)
        .flatten()
    {
        // Letters are unique within a variant.
        looks[index].letters = Some(letters(variant, index));
        looks[index].is_promoted = false;
    }
    looks
}

/// Tiles or discs. If most pieces of the game have no sign, all have letters, and so have pieces with the same sign.
fn counters(variant: &Variant, style: PieceStyle, color: Color) -> Vec<Face> {
    let def = variant.def();
    let base = |index: usize| {
        let base = def.forms.of(PieceId::new(index)).base;
        let base = base.into_iter().flatten().next()?;
        def.piece(base).map(|(name, _)| name)
    };
    // A promoted piece has a sign of its own, or that of the piece that moves alike.
    let promoted = |index: usize| {
        let base = base(index)?;
        let (_, piece) = def.piece(PieceId::new(index))?;
        let mut others = def.numbered();
        let (_, alike, _) = others.find(|(id, _, other)| {
            !def.forms.is_derived(*id) && id.index() != index && other.moves == piece.moves
        })?;
        let short = (alike == "gold").then(|| sign(style, &format!("+{base}"), color));
        short.flatten().or_else(|| sign(style, alike, color))
    };
    let signs = def.pieces.keys().enumerate().map(|(index, name)| {
        let sign = sign(style, name, color).or_else(|| promoted(index));
        (sign, base(index).is_some())
    });
    let signs: Vec<(Option<char>, bool)> = signs.collect();
    let n_signs = signs.iter().filter(|(sign, _)| sign.is_some()).count();
    let has_signs = 2 * n_signs >= signs.len();
    let faces = signs.iter().enumerate().map(|(index, one)| {
        let is_unique = signs.iter().filter(|other| *other == one).count() == 1;
        let (sign, is_promoted) = *one;
        let text = match sign.filter(|_| has_signs && is_unique) {
            Some(sign) => sign.to_string(),
            None => letters(variant, index),
        };
        match style {
            PieceStyle::Tiles => Face::Tile { text, is_promoted },
            _ => Face::Disc(text),
        }
    });
    faces.collect()
}

/// The moves of a piece near its square.
fn glance(variant: &Variant, index: usize) -> Option<Glance> {
    let name = variant.role_name(Role::new(index));
    let marks = Marks::of_piece(variant, name).ok()?;
    let layout = marks.layout();
    let [x, y] = layout.center(marks.origin());
    let hundredths = |value: f64| (value * 100.0).round() as i16;
    let mut dots = Vec::new();
    for square in marks.shape().squares() {
        let mark = marks.mark(square);
        let uses = match (mark.quiet.is_some(), mark.capture.is_some()) {
            (true, true) => b'b',
            (true, false) => b'm',
            (false, true) => b'c',
            (false, false) => continue,
        };
        let [at_x, at_y] = layout.center(square);
        dots.push((hundredths(at_x - x), hundredths(at_y - y), uses));
    }
    let distance = |(x, y, _): &(i16, i16, u8)| x.abs().max(y.abs());
    let farthest = dots.iter().map(distance).max()?;
    // Lines fill the diagram; leaps determine its size.
    let reach = if marks.is_open() && marks.rays().is_empty() {
        u8::try_from((farthest + 99) / 100).unwrap_or(3).clamp(2, 4)
    } else {
        3
    };
    dots.retain(|dot| distance(dot) <= i16::from(reach) * 100 + 40);
    let rays = marks.rays().iter().map(|ray| {
        let [at_x, at_y] = layout.center(ray.from);
        (hundredths(at_x - x), hundredths(at_y - y))
    });
    let mut rays: Vec<(i16, i16)> = rays.collect();
    rays.sort_compactly();
    Some(Glance { reach, dots, rays })
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
