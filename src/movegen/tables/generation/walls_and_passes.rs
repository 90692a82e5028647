//! Moves with walls placed after them, passes, and moves in games in which facing kings end the game.

use crate::definition::Walling;
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::position::{EncodedMove, PackedPosition, PositionState, Root, kind};
use crate::movegen::tables::rules::WallTable;
use crate::movegen::tables::sides::Aim;
use crate::movegen::tables::table_set::Tables;

use super::constraints::Constraint;
use super::generator::Generator;
use super::sink::Sink;

// Placing walls after moves.
//
// Moves are generated without walls; then each is counted by the possible squares of its wall, or listed
// with each of them. Walls are stored in place of gates.

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// The squares on which a wall can follow a move.
    fn room_for_walls(
        &self,
        tables: &Tables<N>,
        walls: &WallTable<N>,
        root: &Root<N>,
        mv: EncodedMove,
    ) -> Bits<N> {
        let us = usize::from(self.turn & 1);
        let stones = self.walls(tables);
        let occupied = self.colors[0] | self.colors[1] | stones;
        let (mut left, mut taken) = (Bits::single(mv.from()), Bits::single(mv.to()));
        if mv.kind() == kind::CASTLE {
            let castling = &root.castlings[us][mv.extra() & 15];
            left |= Bits::single(castling.partner);
            taken |= Bits::single(castling.partner_to);
        }
        if mv.is_en_passant() {
            left |= Bits::single(usize::from(self.victim));
        }
        let free = (!occupied | left).without(taken) & walls.region[us];
        match walls.rule {
            Walling::Duck | Walling::Static => free,
            Walling::Past => free & Bits::single(mv.from()),
            Walling::Edge => {
                let mut edge = walls.edge;
                stones.each(|square| edge |= *walls.neighbors.at(square));
                free & edge
            }
            Walling::Arrow => {
                let role = usize::from(self.cell(mv.from()).wrapping_sub(1));
                let without = occupied.without(Bits::single(mv.from()));
                let ours = &tables.sides[us];
                let mut reached = Bits::NONE;
                let atoms = ours.plain.atoms().iter();
                for atom in atoms.chain(ours.other.atoms()).chain(&ours.shifted) {
                    let quiet = matches!(atom.aim, Aim::Both | Aim::Quiet);
                    if quiet && tables.groups[role] >> atom.group & 1 != 0 {
                        reached |= atom.kernel.targets(mv.to(), &without);
                    }
                }
                free & reached
            }
        }
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// Treats walls as occupied squares.
    #[inline(never)]
    pub(super) fn see_walls(&mut self) {
        let walls = self.position.walls(self.tables);
        self.occupied |= walls;
        for aim in &mut self.aims {
            *aim = aim.without(walls);
        }
    }
}

/// The number of moves, counting each possible wall.
#[inline(never)]
pub(super) fn count_with_walls<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    moves: &[EncodedMove],
) -> u64 {
    let Some(walls) = tables.special_rules.walls.as_deref() else {
        return moves.len() as u64;
    };
    let rooms = moves.iter();
    let rooms = rooms.map(|mv| position.room_for_walls(tables, walls, root, *mv).count());
    rooms.map(u64::from).sum()
}

/// Replaces the moves from index `first` on by moves with each possible wall.
#[inline(never)]
pub(super) fn add_walls<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    moves: &mut Vec<EncodedMove>,
    first: usize,
) {
    let Some(walls) = tables.special_rules.walls.as_deref() else {
        return;
    };
    let bare = moves.split_off(first);
    for mv in bare {
        let room = position.room_for_walls(tables, walls, root, mv);
        room.each(|square| moves.push(mv.with_wall(square)));
    }
}

// Passes, and moves in games in which facing kings end the game.

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// If the kings face each other and that ends the game, constrains moves to those that separate them.
    pub(super) fn constrain_facing(&mut self) {
        let Some(facing) = self.tables.special_rules.facing() else {
            return;
        };
        if !self.position.is_facing(facing) {
            return;
        }
        self.facing = true;
        let other = usize::from(self.position.royal[self.us & 1 ^ 1]);
        for needs in facing.table.needs(self.king, other) {
            self.bind_all(Constraint::new(Bits::NONE, Bits::ALL, needs.empty));
        }
    }

    /// The targets on which the own king does not face the other one.
    pub(super) fn unseen(&self, targets: Bits<N>) -> Bits<N> {
        match self.tables.special_rules.facing() {
            Some(facing) => {
                let other = usize::from(self.position.royal[self.us & 1 ^ 1]);
                let without = self.occupied ^ Bits::single(self.king);
                targets.without(facing.kernel.targets(other, &without))
            }
            None => targets,
        }
    }

    /// Adds the pass, as a move of the king or of the first piece.
    #[inline(never)]
    pub(crate) fn pass(&self, n_moves: u64, sink: &mut impl Sink<N>) {
        let Some(passing) = &self.tables.special_rules.passing else {
            return;
        };
        let us = self.us & 1;
        let may = if passing.rule.stalemate[us] {
            n_moves == 0 || self.in_check
        } else {
            passing.rule.always[us]
        };
        if !may || self.in_check && !self.facing {
            return;
        }
        let at = if self.royal {
            Some(self.king)
        } else {
            self.own.first()
        };
        if let Some(at) = at {
            sink.add(EncodedMove::new(at, at, kind::PASS, 0));
        }
    }
}
