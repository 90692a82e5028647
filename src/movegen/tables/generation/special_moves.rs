//! Legal move generation with special rules: drops, gates, initial leaps, explosions and their blasts.

use smallvec::SmallVec;

use crate::movegen::tables::lookups::{Bits, Delta, Targets};
use crate::movegen::tables::position::{EncodedMove, PositionState, kind};
use crate::movegen::tables::rules::Gate;
use crate::movegen::tables::sides::{Atom, Side};

use super::generator::Generator;
use super::sink::{List, Sink};

/// Pieces in hand that can enter by gating, by slot, with the origins of the moves.
struct GatingPieces<const N: usize> {
    rooms: SmallVec<[(u8, Bits<N>); 4]>,
}

impl<const N: usize> GatingPieces<N> {
    /// The number of pieces that can enter on a square.
    #[inline]
    fn at(&self, square: usize) -> u64 {
        let rooms = self.rooms.iter();
        rooms.filter(|(_, room)| room.has(square)).count() as u64
    }

    /// All squares on which a piece can enter.
    #[inline]
    fn anywhere(&self) -> Bits<N> {
        let rooms = self.rooms.iter();
        rooms.fold(Bits::NONE, |all, (_, room)| all | *room)
    }

    /// Adds a copy of each move from index `first` on for each piece that can enter behind it.
    fn follow(&self, moves: &mut Vec<EncodedMove>, first: usize) {
        let anywhere = self.anywhere();
        for index in first..moves.len() {
            let mv = moves[index];
            if anywhere.has(mv.from()) {
                for (slot, room) in &self.rooms {
                    if room.has(mv.from()) {
                        moves.push(mv.with_gate(*slot));
                    }
                }
            }
        }
    }
}

/// A sink that counts each move without and with each gating piece.
struct WithGatingPieces<'g, const N: usize> {
    guests: &'g GatingPieces<N>,
    anywhere: Bits<N>,
    /// The number of pieces that can enter on each square, if it is the same on all of them.
    everywhere: Option<u64>,
    count: u64,
}

impl<const N: usize> WithGatingPieces<'_, N> {
    /// The number of moves that one move from a square stands for.
    #[inline(always)]
    fn each(&self, from: usize) -> u64 {
        if self.anywhere.has(from) {
            1 + self.everywhere.unwrap_or_else(|| self.guests.at(from))
        } else {
            1
        }
    }
}

impl<const N: usize> Sink<N> for WithGatingPieces<'_, N> {
    #[inline(always)]
    fn plain(&mut self, from: usize, targets: Bits<N>) {
        self.count += targets.count() as u64 * self.each(from);
    }

    #[inline(always)]
    fn shifted(&mut self, targets: Bits<N>, delta: Delta, _: u32) {
        self.count += targets.count() as u64;
        if (targets & self.anywhere.shifted(delta)).any() {
            for (_, room) in &self.guests.rooms {
                self.count += (targets & room.shifted(delta)).count() as u64;
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, mv: EncodedMove) {
        self.count += self.each(mv.from());
    }

    fn many(&mut self, from: usize, count: impl FnOnce() -> u64) -> bool {
        self.count += count() * self.each(from);
        true
    }

    fn counted(&mut self, count: impl FnOnce() -> u64) -> bool {
        self.count += count();
        true
    }

    fn total(&self) -> u64 {
        self.count
    }

    #[inline(always)]
    fn aside(&mut self, work: impl FnOnce(&mut Self)) {
        let mut apart = WithGatingPieces { count: 0, ..*self };
        work(&mut apart);
        self.count += apart.count;
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// Generates all legal moves with special rules.
    #[inline(always)]
    pub(super) fn list_by_rules(&mut self, sink: &mut impl Sink<N>) {
        let tables = self.tables;
        let special_rules = &*tables.special_rules;
        if self.position.is_over(tables) {
            return;
        }
        if tables.rare {
            self.see_walls();
        }
        let [both, quiet, capture, commoner] = self.aims;
        if self.royal {
            if special_rules.blast.is_some() && self.touches(self.king) {
                // Adjacent kings cannot be captured if captures explode.
                self.special |= Bits::single(self.king);
            } else {
                self.constrain();
            }
        }
        // Without royal pieces explosions need no test.
        if special_rules.blast.is_some() && self.royal {
            self.aims = [quiet, quiet, Bits::NONE, Bits::NONE];
            self.scratch.blasts = true;
            self.scratch.hits = [both & capture, Bits::NONE, capture, commoner];
            sink.aside(|sink| self.blasts(sink));
        }
        // With mandatory capture quiet moves are generated only if no capture exists.
        let before = sink.total();
        for quietly in [false, true] {
            if special_rules.must_capture {
                self.aims = if quietly {
                    [quiet, quiet, Bits::NONE, Bits::NONE]
                } else {
                    [capture, Bits::NONE, capture, commoner]
                };
            }
            self.walks(sink);
            if self.position.passed.any() {
                self.en_passant(sink);
            }
            if quietly || !special_rules.must_capture {
                break;
            }
            if sink.total() > before {
                return;
            }
        }
        if self.royal || self.position.rights != 0 {
            self.castle_or_leap(sink);
        }
        if special_rules.leaps.is_some() {
            self.leap(sink);
        }
        if !special_rules.drops[0].is_empty() {
            self.drop(quiet, sink);
        }
        if tables.rare {
            let n_moves = sink.total() - before;
            self.pass(n_moves, sink);
        }
    }

    /// The moves of pieces without castlings.
    #[inline(always)]
    fn walks(&self, sink: &mut impl Sink<N>) {
        let gates = match &self.tables.special_rules.gates {
            Some(gates) if (self.gates() & self.own).any() => Some(&gates[self.us & 1]),
            _ => None,
        };
        if let Some(gates) = gates
            && sink.counted(|| self.count_with_guests(gates))
        {
            return;
        }
        let first = sink.total() as usize;
        self.plain_walks(sink);
        if self.imitates {
            self.imitate(sink);
        }
        if self.tables.rare {
            self.shun(sink);
        }
        if let Some(gates) = gates
            && let Some(moves) = sink.list()
        {
            self.guests(gates).follow(moves, first);
        }
    }

    #[inline(always)]
    fn plain_walks(&self, sink: &mut impl Sink<N>) {
        if self.royal {
            self.king_walks(sink);
        }
        self.non_royal_moves(false, sink);
    }

    /// The pieces in hand that can enter behind own unmoved pieces.
    #[inline(always)]
    fn guests(&self, gates: &[Gate<N>]) -> GatingPieces<N> {
        let unmoved = self.gates() & self.own;
        let mut guests = GatingPieces {
            rooms: SmallVec::new(),
        };
        if let Some(hands) = self.position.state.hands() {
            for gate in gates {
                let held = hands.0[self.us & 1][gate.slot as usize & 31];
                let room = gate.region & unmoved;
                if self.tables.special_rules.holds(gate.slot, held) && room.any() {
                    guests.rooms.push((gate.slot, room));
                }
            }
        }
        guests
    }

    /// The number of moves, including gating.
    #[inline(never)]
    fn count_with_guests(&self, gates: &[Gate<N>]) -> u64 {
        let guests = self.guests(gates);
        let anywhere = guests.anywhere();
        let is_everywhere = guests.rooms.iter().all(|(_, room)| *room == anywhere);
        let mut sink = WithGatingPieces {
            guests: &guests,
            anywhere,
            everywhere: is_everywhere.then_some(guests.rooms.len() as u64),
            count: 0,
        };
        self.plain_walks(&mut sink);
        sink.count
    }

    #[inline(always)]
    fn castle_or_leap(&self, sink: &mut impl Sink<N>) {
        let special_rules = &self.tables.special_rules;
        let rights = self.position.rights >> (16 * self.us) & 0xffff;
        let is_check = || {
            self.in_check && special_rules.blast.is_none()
                || self.imitates && self.imitators_check()
        };
        if rights == 0 || is_check() {
            return;
        }
        let Some(gates) = &special_rules.gates else {
            return self.castle(rights, sink);
        };
        let mut found: Vec<EncodedMove> = Vec::new();
        self.castle(rights, &mut List::all(&mut found));
        // PERF: usually there is none.
        if found.is_empty() {
            return;
        }
        let guests = self.guests(&gates[self.us & 1]);
        for mv in found {
            sink.add(mv);
            let castling = &self.root.castlings[self.us][mv.extra()];
            for square in [castling.from, castling.partner] {
                if square != castling.to && square != castling.partner_to {
                    let gate = EncodedMove::new(square, mv.to(), kind::CASTLE, mv.extra());
                    for (slot, _) in guests.rooms.iter().filter(|(_, room)| room.has(square)) {
                        sink.add(gate.with_gate(*slot));
                    }
                }
            }
        }
    }

    /// The initial leaps of unmoved pieces.
    fn leap(&self, sink: &mut impl Sink<N>) {
        let Some(leaps) = &self.tables.special_rules.leaps else {
            return;
        };
        let gates = self.gates() & self.own;
        let empty = self.aims[1];
        gates.each(|from| {
            let role = self.position.cell(from).wrapping_sub(1);
            if leaps.counsellors >> role & 1 != 0 {
                let targets = *leaps.counsellor[self.us & 1].at(from) & empty;
                sink.plain(from, targets & self.allowed_from(from));
            }
        });
        if self.royal && gates.has(self.king) && !self.in_check {
            let targets = *leaps.king[self.us & 1].at(self.king) & empty;
            sink.plain(self.king, self.safe_with_special_rules(targets));
        }
    }

    #[inline]
    fn gates(&self) -> Bits<N> {
        let variant_state = self.position.state.variant_state();
        variant_state.map_or(Bits::NONE, |variant_state| variant_state.gates)
    }

    /// The drops.
    #[inline(always)]
    fn drop(&self, empty: Bits<N>, sink: &mut impl Sink<N>) {
        let special_rules = &self.tables.special_rules;
        let Some(hands) = self.position.state.hands() else {
            return;
        };
        let held = &hands.0[self.us & 1];
        let open = empty & self.allowed;
        // PERF: most hands are empty.
        if !special_rules.holds_any(held) || open.is_empty() {
            return;
        }
        for drop in &special_rules.drops[self.us & 1] {
            if !special_rules.holds(drop.slot, held[drop.slot as usize & 31]) {
                continue;
            }
            let mut open = open;
            if let Some(doubled) = &drop.doubled {
                let pieces = self.our_groups[doubled.group & (G - 1)];
                for file in &doubled.files {
                    if (pieces & *file).count() >= doubled.limit {
                        open = open.without(*file);
                    }
                }
            }
            for (role, region) in &drop.forms {
                sink.drops(drop.slot, *role, open & *region);
            }
        }
    }
}

// Exploding captures and their blasts.

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// Exploding captures by the pieces that the main loop over atoms skips or shifts set-wise.
    #[inline(never)]
    pub(crate) fn blasts(&self, sink: &mut impl Sink<N>) {
        let hits = &self.scratch.hits;
        let king = if self.royal {
            Bits::single(self.king)
        } else {
            Bits::NONE
        };
        let bound = self.special.without(king) & self.own;
        if bound.any() {
            let (plain, other) = (self.ours.plain.atoms(), self.ours.other.atoms());
            for atom in plain.iter().chain(other).chain(&self.ours.shifted) {
                (self.our_groups[atom.group & (G - 1)] & bound).each(|from| {
                    let targets = atom.kernel.targets(from, &self.occupied);
                    self.blast_from(atom, from, targets & hits[atom.aim as usize], sink);
                });
            }
        }
        let free = !self.special;
        for shifted in &self.ours.shifts {
            let atom = &self.ours.shifted[shifted.atom];
            let targets = shifted.targets(self.our_groups, free, &self.occupied, hits);
            targets.each(|to| {
                self.blast_from(atom, shifted.shift.delta.origin(to), Bits::single(to), sink);
            });
        }
    }

    /// The main loop over atoms in games with explosions.
    #[inline(never)]
    pub(super) fn quiet_or_blasting(&self, open: &[Bits<N>; 4], sink: &mut impl Sink<N>) {
        let hits = &self.scratch.hits;
        let by_aim = [
            (open[0], hits[0]),
            (open[1], hits[1]),
            (open[2], hits[2]),
            (open[3], hits[3]),
        ];
        let Side { plain, other, .. } = self.ours;
        plain.each(
            self.our_groups,
            !self.special,
            &self.occupied,
            &by_aim,
            |number, from, targets, (open, hits)| {
                sink.plain(from, targets & open);
                if (targets & hits).any() {
                    let atom = &plain.atoms()[number];
                    sink.aside(|sink| self.blast_from(atom, from, targets & hits, sink));
                }
            },
        );
        other.each(
            self.our_groups,
            !self.special,
            &self.occupied,
            &by_aim,
            |number, from, targets, (open, hits)| {
                let atom = &other.atoms()[number];
                self.emit(atom, from, targets & open, sink);
                if (targets & hits).any() {
                    sink.aside(|sink| self.blast_from(atom, from, targets & hits, sink));
                }
            },
        );
    }

    #[inline(never)]
    fn blast_from(&self, atom: &Atom<N>, from: usize, targets: Bits<N>, sink: &mut impl Sink<N>) {
        let Some(blast) = self.blast() else { return };
        let without = self.occupied ^ Bits::single(from);
        // PERF: most captures empty no square that matters to the king.
        let matters = self.scratch.watched_squares | Bits::single(self.king);
        let mut safe = Bits::NONE;
        targets.each(|to| {
            let there = Bits::single(to);
            let emptied = *blast.around.at(to) | there | Bits::single(from);
            let is_far = !self.in_check && (emptied & matters).is_empty();
            if is_far || self.survives(without | there, Bits::NONE, to) {
                safe |= there;
            }
        });
        self.emit(atom, from, safe, sink);
    }
}
