//! Making moves and detecting the end of the game with special rules.

use super::bits::Bits;
use super::castlings::Root;
use super::constraints::Scratch;
use super::generate::Generator;
use super::position::{EncodedMove, NO_ROYAL, PackedPosition, kind};
use super::position_state::PositionState;
use super::post_move_checks::retain_tested;
use super::rule_tables::{Flag, NOWHERE, RuleTables};
use super::sink::List;
use super::table_set::Tables;

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Removes a captured piece, which may go to a hand.
    #[inline]
    fn capture(
        &mut self,
        tables: &Tables<N>,
        special_rules: &RuleTables<N>,
        square: usize,
        side: usize,
    ) {
        let role = self.cell(square).wrapping_sub(1) as usize;
        self.toggle(tables, Bits::single(square), side, role);
        let slot = special_rules.prisoners[side & 1][role];
        if slot != NOWHERE
            && let Some(hands) = self.state.hands_mut()
        {
            let keeper = if special_rules.to_owner {
                side
            } else {
                side ^ 1
            };
            // Unlimited drops create pieces, so the number is unbounded; a saturated one is as good.
            let held = &mut hands.0[keeper & 1][slot as usize & 31];
            *held = held.saturating_add(1);
        }
    }

    /// Makes a legal move.
    #[inline]
    pub(super) fn play_specially(&mut self, tables: &Tables<N>, root: &Root<N>, mv: EncodedMove) {
        let Some(special_rules) = tables.special_rules.as_deref() else {
            return;
        };
        let mut mv = mv;
        if tables.rare {
            if mv.kind() == kind::PASS {
                return self.stay(tables);
            }
            mv = self.begin_rarely(tables, special_rules, mv);
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
            return self.close_gates(tables, special_rules, us, mv, gate, &squares);
        }
        self.rights &= root.keep.at(from) & root.keep.at(to);
        let code = self.cell(from);
        let role = code as usize - 1;
        let passes = matches!(mv.kind(), kind::EN_PASSANT | kind::EN_PASSANT_FROM_HAND);
        let is_capture = self.cell(to) != 0 || passes;
        if self.cell(to) != 0 {
            self.capture(tables, special_rules, to, them);
        }
        self.toggle(tables, Bits::single(from) | Bits::single(to), us, role);
        self.set_cell(from, 0);
        self.set_cell(to, code);
        if self.royal[us] as usize == from {
            self.royal[us] = to as u16;
        }
        match mv.kind() {
            kind::EN_PASSANT | kind::EN_PASSANT_FROM_HAND => {
                let victim = self.victim as usize;
                self.capture(tables, special_rules, victim, them);
                self.set_cell(victim, 0);
                self.end_passing(tables, us, role, mv);
            }
            kind::PROMOTE_FROM_HAND => {
                self.promote(tables, us, role, to, mv.extra());
                self.take_from_hand(tables, us, mv.extra());
            }
            kind::PROMOTE => self.promote(tables, us, role, to, mv.extra()),
            kind::MARKING => {
                self.mark(tables, us, mv);
                if tables.rare {
                    self.passed = self.passed.without(self.walls(tables));
                }
            }
            _ => {}
        }
        if special_rules.gates.is_some() || special_rules.leaps.is_some() {
            self.close_gates(tables, special_rules, us, mv, from, &[from, to]);
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
            self.explode(tables, special_rules, root, to);
        }
        self.note_mover(special_rules, us, role);
    }

    /// Applies rare rules before a move is made; returns the rest of the move.
    #[inline(never)]
    fn begin_rarely(
        &mut self,
        tables: &Tables<N>,
        special_rules: &RuleTables<N>,
        mv: EncodedMove,
    ) -> EncodedMove {
        let (mv, wall) = mv.split_wall(tables);
        if let (Some(square), Some(walls)) = (wall, special_rules.walls.as_deref()) {
            self.put_wall(walls, square);
        }
        if special_rules.passing.is_some() {
            let last = self.last_after(special_rules, false);
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
                role as u8 + 1
            };
        }
    }

    /// Places the gating piece, and clears the gates of moved and captured pieces.
    #[inline]
    fn close_gates(
        &mut self,
        tables: &Tables<N>,
        special_rules: &RuleTables<N>,
        us: usize,
        mv: EncodedMove,
        gate: usize,
        squares: &[usize],
    ) {
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
    pub(super) fn blasted(
        &self,
        special_rules: &RuleTables<N>,
        to: usize,
        occupied: Bits<N>,
    ) -> Bits<N> {
        let Some(blast) = &special_rules.blast else {
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
    fn explode(
        &mut self,
        tables: &Tables<N>,
        special_rules: &RuleTables<N>,
        root: &Root<N>,
        to: usize,
    ) {
        let squares = self.blasted(special_rules, to, self.colors[0] | self.colors[1]);
        squares.each(|square| {
            let side = usize::from(self.colors[1].has(square));
            self.capture(tables, special_rules, square, side);
            self.set_cell(square, 0);
            self.rights &= root.keep.at(square);
        });
    }

    /// Counts a check by the last move.
    #[inline(always)]
    pub(super) fn count_check(&mut self, tables: &Tables<N>) {
        if !tables
            .special_rules
            .as_deref()
            .is_some_and(|special_rules| special_rules.counted)
        {
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

    /// Whether the game has ended by a rule of the board.
    #[inline(always)]
    pub(super) fn is_over(&self, tables: &Tables<N>, special_rules: &RuleTables<N>) -> bool {
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
            || tables.rare && self.is_over_rarely(tables, special_rules)
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
    fn is_over_rarely(&self, tables: &Tables<N>, special_rules: &RuleTables<N>) -> bool {
        let is_so = |flags: &[Option<Flag<N>>; 2]| {
            let mut sides = flags.iter().enumerate();
            sides.any(|(side, flag)| {
                (flag.as_ref()).is_some_and(|flag| self.has_reached(flag, side))
                    && self.counts_by_the_letter(tables, flags, side)
            })
        };
        self.is_called_off(special_rules) || special_rules.late_flags.iter().any(is_so)
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

    #[inline(always)]
    pub(super) fn of_kind(&self, group: Option<usize>, side: usize) -> Bits<N> {
        match group {
            None => self.colors[side],
            Some(group) => self.groups[side][group & (G - 1)],
        }
    }
}
