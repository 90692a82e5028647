//! Input planes: positions as arrays of bytes for machine learning.

use ferz::definition::{CapturedTo, PieceSet};
use ferz::game::{Position, Variant};
use ferz::geometry::Square;
use ferz::state::{Cell, Color};

/// Planes, ranks, files.
pub(crate) type Dimensions = (usize, usize, usize);

/// The planes of a variant, in order.
pub(crate) struct Layout<'a> {
    variant: &'a Variant,
    pub(crate) has_hands: bool,
    has_checks: bool,
}

impl Layout<'_> {
    pub(crate) fn of(variant: &Variant) -> Layout<'_> {
        let rules = &variant.def().rules;
        let begins_with = || {
            let start = variant.start();
            start.setup().hands.iter().any(|hand| !hand.is_empty())
        };
        Layout {
            variant,
            has_hands: variant
                .def()
                .drops()
                .is_some_and(|drops| drops.free == PieceSet::NONE)
                || rules.builtin.contains_key("placement")
                || rules.captured_to() != CapturedTo::Removed
                || begins_with(),
            has_checks: rules.checks().counted,
        }
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let roles = || {
            self.variant
                .roles()
                .map(|role| self.variant.role_name(role))
        };
        let mut names = Vec::new();
        for side in ["own", "other"] {
            names.extend(roles().map(|role| format!("{side} {role}")));
        }
        for side in ["own", "other"].into_iter().filter(|_| self.has_hands) {
            names.extend(roles().map(|role| format!("{side} {role} in hand")));
        }
        let board = ["hole", "wall", "unmoved", "en passant", "black to move"];
        names.extend(board.map(str::to_owned));
        names.push("halfmove clock".to_owned());
        if self.has_checks {
            let sides = ["own", "other"];
            names.extend(sides.map(|side| format!("{side} checks to give")));
        }
        names
    }

    pub(crate) fn dimensions(&self) -> Dimensions {
        let shape = self.variant.shape();
        let planes = self.names().len();
        (
            planes,
            usize::from(shape.ranks()),
            usize::from(shape.files()),
        )
    }

    /// The bytes of all planes; own pieces are those of the viewer. Ranks begin with the first one
    /// or, if turned, with the first one from the viewer's side.
    pub(crate) fn bytes(&self, position: &Position, viewer: Color, is_turned: bool) -> Vec<u8> {
        let (planes, ranks, files) = self.dimensions();
        let (shape, setup) = (self.variant.shape(), position.setup());
        let n_roles = self.variant.roles().len();
        let area = ranks * files;
        let us = viewer;
        let mut bytes = vec![0; planes * area];
        let is_turned = is_turned && us == Color::Black;
        let cell = |square: Square| {
            let rank = usize::from(shape.rank_of(square));
            let rank = if is_turned { ranks - 1 - rank } else { rank };
            rank * files + usize::from(shape.file_of(square))
        };
        let side = |color: Color| usize::from(color != us);
        for (square, piece) in setup.board.pieces() {
            let plane = side(piece.color) * n_roles + piece.role.index();
            bytes[plane * area + cell(square)] = 1;
        }
        let mut plane = 2 * n_roles;
        let mut fill = |plane: usize, value: usize| {
            bytes[plane * area..(plane + 1) * area].fill(value.min(255) as u8);
        };
        if self.has_hands {
            for color in Color::ALL {
                for (role, count) in setup.hands[color.index()].iter() {
                    let at = plane + side(color) * n_roles + role.index();
                    fill(at, usize::from(count));
                }
            }
            plane += 2 * n_roles;
        }
        fill(plane + 4, usize::from(setup.turn == Color::Black));
        fill(plane + 5, usize::from(setup.halfmove_clock));
        if self.has_checks {
            for color in Color::ALL {
                let left = setup.special.checks[color.index()];
                fill(plane + 6 + side(color), usize::from(left));
            }
        }
        for square in (0..area).map(|number| Square::new(number as u16)) {
            let at = cell(square);
            if !shape.exists(square) {
                bytes[plane * area + at] = 1;
            } else if setup.board.get(square) == Cell::Wall {
                bytes[(plane + 1) * area + at] = 1;
            }
        }
        for square in &setup.unmoved {
            bytes[(plane + 2) * area + cell(square)] = 1;
        }
        for mark in &setup.en_passant {
            bytes[(plane + 3) * area + cell(mark.target)] = 1;
        }
        bytes
    }
}
