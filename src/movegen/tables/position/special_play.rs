//! Making moves with special rules.

use super::castlings::Root;
use super::encoded_move::{EncodedMove, kind};
use super::packed_position::{NO_ROYAL, PackedPosition, PositionState};
use crate::definition::Walling;
use crate::movegen::tables::lookups::{Bits, Targets};
use crate::movegen::tables::rules::{Imitation, LastPieces, RuleTables, WallTable};
use crate::movegen::tables::table_set::Tables;
use crate::state::Role;

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Makes a legal move.
    #[inline]
    pub(super) fn play_with_special_rules(
        &mut self,
        tables: &Tables<N>,
        root: &Root<N>,
        mv: EncodedMove,
    ) {
        let special_rules = &*tables.special_rules;
        let mut mv = mv;
        if tables.rare {
            if mv.kind() == kind::PASS {
                return self.stay(tables);
            }
            mv = self.begin_rarely(tables, mv);
        }
        let (from, to) = (mv.from(), mv.to());
        let us = self.turn as usize & 1;
        let them = us ^ 1;
        self.passed = Bits::NONE;
        self.turn ^= 1;
        if mv.kind() == kind::DROP {
            if !special_rules.is_free(from as u8)
                && let Some(hands) = self.state.hands_mut()
            {
                hands.0[us][from & 31] -= 1;
            }
            return self.put(tables, to, us, mv.extra());
        }
        if mv.kind() == kind::CASTLE {
            let castling = &root.castlings[us][mv.extra() & 15];
            let squares = [castling.from, castling.partner, castling.to];
            self.castle(tables, root, us, mv.extra() & 15);
            let gate = squares[usize::from(from == castling.partner)];
            self.note_mover(special_rules, us, self.cell(castling.to) as usize - 1);
            return self.close_gates(tables, us, mv, gate, &squares);
        }
        self.rights &= root.keep.at(from) & root.keep.at(to);
        let is_capture = self.cell(to) != 0 || mv.is_en_passant();
        let role = self.walk(tables, us, mv);
        if special_rules.gates.is_some() || special_rules.leaps.is_some() {
            self.close_gates(tables, us, mv, from, &[from, to]);
            if let (Some(leaps), Some(variant_state)) =
                (&special_rules.leaps, self.state.variant_state_mut())
                && leaps.rooks >> role & 1 != 0
                && self.royal[them] != NO_ROYAL
            {
                let king = Bits::single(self.royal[them] as usize);
                if (*leaps.lines.at(to) & king).any() {
                    variant_state.gates = variant_state.gates.without(king);
                }
            }
        }
        if is_capture && special_rules.blast.is_some() {
            self.explode(tables, root, to);
        }
        self.note_mover(special_rules, us, role);
    }

    /// Applies rare rules before a move is made; returns the rest of the move.
    #[inline(never)]
    fn begin_rarely(&mut self, tables: &Tables<N>, mv: EncodedMove) -> EncodedMove {
        let (mv, wall) = mv.split_wall(tables);
        if let (Some(square), Some(walls)) = (wall, tables.special_rules.walls.as_deref()) {
            self.put_wall(walls, square);
        }
        if tables.special_rules.passing.is_some() {
            let last = self.last_after(tables, false);
            if let Some(state) = self.state.variant_state_mut() {
                state.last = last;
            }
        }
        mv
    }

    /// Records the moved role for the imitators of the other side.
    #[inline]
    fn note_mover(&mut self, special_rules: &RuleTables<N>, us: usize, role: usize) {
        if let Some(imitation) = &special_rules.imitation
            && let Some(variant_state) = self.state.variant_state_mut()
        {
            variant_state.imitated[us ^ 1] = if imitation.imitators >> role & 1 != 0 {
                variant_state.imitated[us]
            } else {
                Some(Role::new(role))
            };
        }
    }

    /// Places the gating piece, and clears the gates of moved and captured pieces.
    #[inline]
    fn close_gates(
        &mut self,
        tables: &Tables<N>,
        us: usize,
        mv: EncodedMove,
        gate: usize,
        squares: &[usize],
    ) {
        let special_rules = &tables.special_rules;
        if let Some(slot) = mv.gate()
            && let Some(gates) = &special_rules.gates
            && let Some(gated) = gates[us].iter().find(|known| known.slot as usize == slot)
        {
            self.put(tables, gate, us, gated.role.index());
            if !special_rules.is_free(slot as u8)
                && let Some(hands) = self.state.hands_mut()
            {
                hands.0[us][slot & 31] -= 1;
            }
        }
        if let Some(variant_state) = self.state.variant_state_mut() {
            for square in squares {
                variant_state.gates = variant_state.gates.without(Bits::single(*square));
            }
        }
    }

    /// The squares that a capture on `to` empties, after the capture.
    #[inline]
    pub(crate) fn blasted(&self, tables: &Tables<N>, to: usize, occupied: Bits<N>) -> Bits<N> {
        let Some(blast) = &tables.special_rules.blast else {
            return Bits::NONE;
        };
        let group = blast.sheltered & (G - 1);
        let sheltered = self.groups[0][group] | self.groups[1][group];
        let gone = (*blast.around.at(to) & occupied).without(sheltered) | Bits::single(to);
        let Some(immune) = blast.immune else {
            return gone;
        };
        let immune = immune & (G - 1);
        gone.without(self.groups[0][immune] | self.groups[1][immune])
    }

    #[inline(never)]
    fn explode(&mut self, tables: &Tables<N>, root: &Root<N>, to: usize) {
        let squares = self.blasted(tables, to, self.colors[0] | self.colors[1]);
        squares.each(|square| {
            let side = usize::from(self.colors[1].has(square));
            self.capture(tables, square, side);
            self.set_cell(square, 0);
            self.rights &= root.keep.at(square);
        });
    }

    /// Counts a check by the last move.
    #[inline(always)]
    pub(crate) fn count_check(&mut self, tables: &Tables<N>) {
        if !tables.special_rules.counted {
            return;
        }
        let us = self.turn as usize & 1;
        let (them, occupied) = (us ^ 1, self.colors[0] | self.colors[1]);
        let king = self.royal[us] as usize;
        let is_check = tables.royal.is_some()
            && self.royal[us] != NO_ROYAL
            && self.attacks_somehow(tables, them, king, &occupied, Bits::ALL);
        if is_check && let Some(variant_state) = self.state.variant_state_mut() {
            variant_state.checks[them] = variant_state.checks[them].saturating_sub(1);
        }
    }

    /// Places a wall.
    pub(crate) fn put_wall(&mut self, walls: &WallTable<N>, square: usize) {
        let wall = Bits::single(square);
        if let Some(state) = self.state.variant_state_mut() {
            state.gates = match walls.rule {
                Walling::Duck => wall,
                _ => state.gates | wall,
            };
        }
    }
}

// Attacks of imitators and of hoppers with own-kind screens. Also pseudo-royal pieces with the squares on which their
// safety depends.

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Whether pieces with own-kind screens on `among` attack `target` with the given occupancy.
    #[inline(never)]
    pub(crate) fn screened_attack(
        &self,
        tables: &Tables<N>,
        side: usize,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        let Some(own_kind_screens) = &tables.special_rules.own_kind_screens else {
            return false;
        };
        let group = own_kind_screens.group & (G - 1);
        let screened = self.groups[side][group] & among;
        let others = occupied.without(self.groups[0][group] | self.groups[1][group]);
        own_kind_screens.sides[side].attacks.iter().any(|attack| {
            let sources = *attack.table.reach.at(target) & screened;
            sources.any() && {
                let first = attack.kernel.targets(target, occupied) & sources;
                first.any() && (attack.kernel.targets(target, &others) & first).any()
            }
        })
    }

    /// Whether the imitators of a side attack a square as the currently imitated role.
    pub(crate) fn imitators_attack(
        &self,
        imitation: &Imitation<N>,
        side: usize,
        target: usize,
        occupied: &Bits<N>,
    ) -> bool {
        let imitators = self.groups[side][imitation.group & (G - 1)];
        let imitated = self.state.variant_state().map(|state| state.imitated[side]);
        imitators.any()
            && imitated.flatten().is_some_and(|role| {
                imitation.attack(side, role.index(), target, occupied, imitators)
            })
    }

    /// [`attacks`](Self::attacks), including pieces with own-kind screens.
    #[inline]
    pub(crate) fn attacks_somehow(
        &self,
        tables: &Tables<N>,
        side: usize,
        target: usize,
        occupied: &Bits<N>,
        among: Bits<N>,
    ) -> bool {
        self.attacks(tables, side, target, occupied, among)
            || X::HAS_SPECIAL_RULES
                && tables.rare
                && self.screened_attack(tables, side, target, occupied, among)
    }
}

// Pseudo-royal pieces, and the squares on which their safety depends.

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// The pseudo-royal pieces of a side.
    pub(crate) fn last_pieces(&self, last: &LastPieces, side: usize) -> Bits<N> {
        let mut found = Bits::NONE;
        for (group, _) in &last.kinds {
            let pieces = self.groups[side][group & (G - 1)];
            if pieces.count() <= last.count + 1 {
                found |= pieces;
            }
        }
        found
    }

    /// Whether a pseudo-royal piece of a side is attacked, or all counted pieces if that is the rule.
    pub(crate) fn are_attacked(&self, tables: &Tables<N>, last: &LastPieces, side: usize) -> bool {
        let occupied = self.colors[0] | self.colors[1];
        let hit = |square| self.attacks(tables, side ^ 1, square, &occupied, Bits::ALL);
        if self.last_pieces(last, side).any_of(hit) {
            return true;
        }
        let mut all = Bits::NONE;
        for (group, _) in &last.kinds {
            all |= self.groups[side][group & (G - 1)];
        }
        last.duple && all.any() && !all.any_of(|square| !hit(square))
    }

    /// Whether pseudo-royal pieces of the side to move are attacked.
    pub(crate) fn last_pieces_attacked(&self, tables: &Tables<N>) -> bool {
        let last = tables.special_rules.last_pieces();
        last.is_some_and(|last| self.are_attacked(tables, last, usize::from(self.turn & 1)))
    }

    /// Whether a piece is pseudo-royal.
    pub(crate) fn is_last_piece(&self, tables: &Tables<N>, side: usize, square: usize) -> bool {
        let last = tables.special_rules.last_pieces();
        last.is_some_and(|last| self.last_pieces(last, side).has(square))
    }

    /// The squares on which attacks of a side on a square depend, as long as the pieces of the side
    /// do not move.
    pub(crate) fn watched_squares(
        &self,
        tables: &Tables<N>,
        side: usize,
        target: usize,
    ) -> Bits<N> {
        let attacks = &tables.sides[side].attacks;
        let mut watched = attacks.leaps.of(target, &self.groups[side]);
        attacks.paths.of(target, &self.groups[side]).each(|source| {
            let role = usize::from(self.cell(source).wrapping_sub(1));
            for attack in attacks.of_role(role) {
                for needs in attack.table.needs(target, source) {
                    watched |= needs.empty | needs.occupied | Bits::single(source);
                }
            }
        });
        watched
    }
}
