//! By what most positions are seen not to be [dead](super::dead), without a search.

use super::dead::{Man, Material, ends_by_mates_only, may_change};
use super::rulebook::Rulebook;
use crate::geometry::SquareSet;
use crate::state::{Color, Piece, Role};

/// By what most positions are seen not to be dead; roles by side, as bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SignsOfLife {
    /// Whether no position of the variant is dead.
    pub(crate) always: bool,
    /// Pieces that may become others: a position with one of them is alive.
    pub(crate) changing: [u128; 2],
    /// Pieces that can win alone, wherever they stand.
    pub(crate) alone: [u128; 2],
    /// Pieces that can win if there is any other beside the kings.
    pub(crate) with_another: [u128; 2],
}

impl SignsOfLife {
    pub(crate) fn of(book: &Rulebook) -> SignsOfLife {
        let mut signs = SignsOfLife {
            always: !ends_by_mates_only(book),
            changing: [0; 2],
            alone: [0; 2],
            with_another: [0; 2],
        };
        if signs.always || book.roles.len() > 128 {
            return signs;
        }
        let roles = || (0..book.roles.len()).map(Role::new);
        let pieces = || {
            Color::ALL
                .into_iter()
                .flat_map(move |color| roles().map(move |role| Piece { color, role }))
        };
        let bit = |piece: Piece| 1 << piece.role.index();
        for piece in pieces().filter(|piece| may_change(book, *piece)) {
            signs.changing[piece.color.index()] |= bit(piece);
        }
        let everywhere: SquareSet = book.shape.squares().collect();
        let man = |piece: Piece| Man {
            piece,
            domain: everywhere.clone(),
        };
        let mut royals = roles().filter(|role| book.role(*role).royal);
        let (Some(king), None) = (royals.next(), royals.next()) else {
            return signs;
        };
        let kings = Color::ALL.map(|color| Piece { color, role: king });
        if !kings.iter().all(|king| book.goes_everywhere(*king)) {
            return signs;
        }
        let others = pieces().filter(|piece| {
            piece.role != king && !may_change(book, *piece) && book.goes_everywhere(*piece)
        });
        for piece in others {
            let material = Material {
                kings: kings.map(man),
                others: vec![man(piece)],
            };
            let side = piece.color.index();
            signs.with_another[side] |= bit(piece) * u128::from(!material.is_held(book));
            signs.alone[side] |= bit(piece) * u128::from(!material.is_dead(book));
        }
        signs
    }

    /// Whether they are seen in a position with so many pieces, of which it can be asked whether any has
    /// one of these roles.
    pub(crate) fn are_seen(&self, n_pieces: usize, has_any: &dyn Fn([u128; 2]) -> bool) -> bool {
        self.always
            || has_any(self.changing)
            || match n_pieces {
                0..=2 => false,
                3 => has_any(self.alone),
                _ => has_any(self.with_another),
            }
    }
}

impl Rulebook {
    /// Whether a piece may come from every square to every other one by moves of its own.
    fn goes_everywhere(&self, piece: Piece) -> bool {
        let Some(first) = self.shape.squares().next() else {
            return false;
        };
        let everything: SquareSet = self.shape.squares().collect();
        let mut comes_from = vec![Vec::new(); self.shape.area()];
        for from in self.shape.squares() {
            for to in &self.scope(piece, from).arrivals {
                comes_from[to.index()].push(from);
            }
        }
        let mut back = SquareSet::new();
        let mut next = vec![first];
        while let Some(square) = next.pop() {
            if back.insert(square) {
                next.extend(&comes_from[square.index()]);
            }
        }
        back == everything && self.domain(piece, first) == everything
    }
}
