//! Fast path that recognizes most live positions without a search for [dead](super::insufficient_material) ones.

use std::sync::OnceLock;

use super::insufficient_material::{ends_by_mates_only, may_change};
use crate::geometry::SquareSet;
use crate::rules::data::{CompiledRules, Material, PlacedPiece};
use crate::state::{Color, Piece, Role};

/// Precomputed tests that recognize most live positions.
#[derive(Debug)]
pub(crate) struct AliveFastPath {
    /// Whether no position of the variant is dead.
    always: bool,
    /// Pieces that may become others: a position with such a piece is alive.
    changing: Roles,
    /// Computed lazily by searching for mates, which takes longer than the rest of the variant; few
    /// positions have no piece that may become another.
    winners: OnceLock<Winners>,
}

/// Roles by side, as bits.
type Roles = [u128; 2];

const MOST_ROLES: usize = u128::BITS as usize;

/// Pieces that can win with little help.
#[derive(Debug, Default)]
struct Winners {
    /// Pieces that can win alone from any square.
    alone: Roles,
    /// Pieces that can win if any other piece except the kings is on the board.
    with_another: Roles,
}

/// All pieces of both sides whose kinds fit into [`Roles`].
fn pieces(rules: &CompiledRules) -> impl Iterator<Item = Piece> {
    let roles = (0..rules.roles.len().min(MOST_ROLES)).map(Role::new);
    roles.flat_map(|role| Color::ALL.map(|color| Piece { color, role }))
}

fn bit(piece: Piece) -> u128 {
    1 << piece.role.index()
}

impl AliveFastPath {
    pub(crate) fn of(rules: &CompiledRules) -> AliveFastPath {
        let mut changing = [0; 2];
        for piece in pieces(rules).filter(|piece| may_change(rules, *piece)) {
            changing[piece.color.index()] |= bit(piece);
        }
        AliveFastPath {
            always: !ends_by_mates_only(rules),
            changing,
            winners: OnceLock::new(),
        }
    }

    /// Whether every position with this piece is alive.
    #[inline]
    pub(crate) fn are_seen_in(&self, piece: Piece) -> bool {
        let fits = piece.role.index() < MOST_ROLES;
        self.always || fits && self.changing[piece.color.index()] & bit(piece) != 0
    }

    /// Whether a position with this number of pieces is recognized as alive. `has_any` reports
    /// whether it has a piece of some roles.
    pub(crate) fn are_seen(
        &self,
        rules: &CompiledRules,
        n_pieces: usize,
        has_any: &dyn Fn(Roles) -> bool,
    ) -> bool {
        if self.always || has_any(self.changing) {
            return true;
        }
        if n_pieces <= 2 {
            return false;
        }
        let winners = self.winners.get_or_init(|| Winners::of(rules));
        has_any(match n_pieces {
            3 => winners.alone,
            _ => winners.with_another,
        })
    }
}

impl Winners {
    fn of(rules: &CompiledRules) -> Winners {
        let mut winners = Winners::default();
        let everywhere: SquareSet = rules.shape.squares().collect();
        let man = |piece: Piece| PlacedPiece {
            piece,
            domain: everywhere.clone(),
        };
        let mut royals = (0..rules.roles.len())
            .map(Role::new)
            .filter(|role| rules.role(*role).royal);
        let (Some(king), None) = (royals.next(), royals.next()) else {
            return winners;
        };
        let kings = Color::ALL.map(|color| Piece { color, role: king });
        if !kings.iter().all(|king| rules.goes_everywhere(*king)) {
            return winners;
        }
        let others = pieces(rules).filter(|piece| {
            piece.role != king && !may_change(rules, *piece) && rules.goes_everywhere(*piece)
        });
        for piece in others {
            let material = Material {
                kings: kings.map(man),
                others: vec![man(piece)],
            };
            let side = piece.color.index();
            winners.with_another[side] |= bit(piece) * u128::from(!material.is_held(rules));
            winners.alone[side] |= bit(piece) * u128::from(!material.is_dead(rules));
        }
        winners
    }
}

impl CompiledRules {
    /// Whether a piece can reach every square from every other by its own moves.
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
        back == everything && *self.domain(piece, first) == everything
    }
}
