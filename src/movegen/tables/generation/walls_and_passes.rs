//! Moves with walls placed after them, passes, and moves in games in which facing kings end the game.

use super::generator::{Constraint, Generator, Scratch};
use super::post_move_filter::retain_tested;
use super::sink::{List, Sink};
use crate::definition::Walling;
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::position::{
    EncodedMove, NO_ROYAL, PackedPosition, PositionState, Root, kind,
};
use crate::movegen::tables::rules::{Flag, LackTable, More, WallTable};
use crate::movegen::tables::sides::Aim;
use crate::movegen::tables::table_set::Tables;
use crate::state::Color;

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

// Detection of the end of the game by a rule of the board.

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Whether the game has ended by a rule of the board.
    #[inline(always)]
    pub(crate) fn is_over(&self, tables: &Tables<N>) -> bool {
        if !tables.ends_on_board {
            return false;
        }
        let special_rules = &tables.special_rules;
        let us = self.turn as usize & 1;
        let them = us ^ 1;
        let counted = || {
            special_rules.counted
                && self
                    .state
                    .variant_state()
                    .is_some_and(|variant_state| variant_state.checks[them] == 0)
        };
        (special_rules.flags[them].iter()).any(|flag| self.has_reached(flag, them))
            // A move may bring an enemy piece to its goal.
            || (special_rules.flags[us].iter()).any(|flag| self.has_come(flag, us))
            || (special_rules.lacks.iter()).any(|lack| self.is_lacking(lack))
            || counted()
            || tables.rare && self.is_over_rarely(tables)
    }

    #[inline]
    fn has_reached(&self, flag: &Flag<N>, side: usize) -> bool {
        let is_full = || {
            let occupied = self.colors[0] | self.colors[1];
            flag.region.without(occupied).is_empty()
        };
        self.has_come(flag, side)
            || flag.blocked_wins
                && (self.of_kind(flag.group, side) & flag.region).any()
                && is_full()
    }

    /// Whether enough pieces of a side are on its goal squares.
    #[inline]
    fn has_come(&self, flag: &Flag<N>, side: usize) -> bool {
        let there = (self.of_kind(flag.group, side) & flag.region).count();
        there > 0 && there >= flag.count
    }

    /// Whether the game has ended by a rare rule.
    #[inline(never)]
    fn is_over_rarely(&self, tables: &Tables<N>) -> bool {
        let is_so = |flags: &[Option<Flag<N>>; 2]| {
            let mut sides = flags.iter().enumerate();
            sides.any(|(side, flag)| {
                (flag.as_ref()).is_some_and(|flag| self.has_reached(flag, side))
                    && self.counts_by_the_letter(tables, flags, side)
            })
        };
        self.is_called_off(tables) || tables.special_rules.delayed_goals.iter().any(is_so)
    }

    /// Whether a reached goal counts if the other side may reply, or the piece must be safe.
    #[cold]
    fn counts_by_the_letter(
        &self,
        tables: &Tables<N>,
        flags: &[Option<Flag<N>>; 2],
        side: usize,
    ) -> bool {
        let us = usize::from(self.turn & 1);
        let Some(flag) = &flags[side] else {
            return false;
        };
        let ours = || flags[us].as_ref();
        let is_king = || ours().is_some_and(|flag| flag.royal);
        if flag.safe && (!flag.last_move || side != us) {
            let there = self.of_kind(flag.group, side) & flag.region;
            let occupied = self.colors[0] | self.colors[1];
            let attacked =
                |square| self.attacks_somehow(tables, side ^ 1, square, &occupied, Bits::ALL);
            if there.count() == flag.count && there.any_of(attacked) {
                return false;
            }
        }
        if side == us {
            return true;
        }
        // Black, who moves second, may reach its goal too.
        (!flag.last_move || flag.safe || is_king())
            && !(flag.last_move
                && us == 1
                && is_king()
                && ours().is_some_and(|flag| self.can_follow(tables, flag.region)))
    }

    /// Whether the king of the side to move is not in check and can move to one of these squares.
    fn can_follow(&self, tables: &Tables<N>, region: Bits<N>) -> bool {
        let root = Root::default();
        let mut scratch = Scratch::default();
        let mut moves: Vec<EncodedMove> = Vec::new();
        let king = usize::from(self.royal[usize::from(self.turn & 1)]);
        let mut generator = Generator::new(tables, &root, self, &mut scratch);
        if !generator.royal {
            return false;
        }
        generator.constrain();
        if generator.in_check {
            return false;
        }
        generator.king_walks(&mut List::all(&mut moves));
        moves.retain(|mv| region.has(mv.to()) && mv.from() == king);
        retain_tested(tables, &root, self, &mut moves, 0);
        !moves.is_empty()
    }

    /// Whether the game is over by the number of pieces.
    #[inline(always)]
    pub(super) fn is_lacking(&self, lack: &LackTable) -> bool {
        let few = |side: usize| self.of_kind(lack.groups[side], side).count() <= lack.few;
        (few(0) || few(1)) && self.is_lacking_exactly(lack)
    }

    #[cold]
    fn is_lacking_exactly(&self, lack: &LackTable) -> bool {
        let turn = usize::from(self.turn & 1);
        lack.who.is_so(Color::ALL[turn], |side| {
            let side = side.index();
            self.count_for(lack, side) <= lack.limit
                && (lack.more.as_deref()).is_none_or(|more| self.is_lost_by(lack, more, side))
        })
    }

    fn count_for(&self, lack: &LackTable, side: usize) -> u32 {
        let royal = lack.but_royal[side] && self.royal[side] != NO_ROYAL;
        self.of_kind(lack.groups[side], side).count() - u32::from(royal)
    }

    /// Whether a side has few pieces including its hand, and the other side enough.
    fn is_lost_by(&self, lack: &LackTable, more: &More, side: usize) -> bool {
        let number = |side: usize| {
            let held = self.state.hands().map_or(0, |hands| {
                let slots = more.slots[side].iter();
                slots
                    .map(|slot| u32::from(hands.0[side][*slot as usize & 31]))
                    .sum()
            });
            self.count_for(lack, side) + held
        };
        let others = more.others[usize::from(side == usize::from(self.turn & 1))];
        number(side) <= lack.limit && number(side ^ 1) >= u32::from(others)
    }
}
