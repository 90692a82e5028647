//! Placing walls after moves.
//!
//! Moves are generated without walls; then each is counted by the possible squares of its wall, or listed
//! with each of them. Walls are stored in place of gates.

use super::generator::Generator;
use crate::definition::Walling;
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::position::{EncodedMove, PackedPosition, PositionState, Root, kind};
use crate::movegen::tables::rules::WallTable;
use crate::movegen::tables::sides::Aim;
use crate::movegen::tables::table_set::Tables;

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
        match mv.kind() {
            kind::CASTLE => {
                let castling = &root.castlings[us][mv.extra() & 15];
                left |= Bits::single(castling.partner);
                taken |= Bits::single(castling.partner_to);
            }
            kind::EN_PASSANT | kind::EN_PASSANT_FROM_HAND => {
                left |= Bits::single(usize::from(self.victim));
            }
            _ => {}
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
    let rules = tables.special_rules.as_deref();
    let Some(walls) = rules.and_then(|rules| rules.walls.as_deref()) else {
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
    let rules = tables.special_rules.as_deref();
    let Some(walls) = rules.and_then(|rules| rules.walls.as_deref()) else {
        return;
    };
    let bare = moves.split_off(first);
    for mv in bare {
        let room = position.room_for_walls(tables, walls, root, mv);
        room.each(|square| moves.push(mv.with_wall(square)));
    }
}
