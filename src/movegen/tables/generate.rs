//! Legal move generation by constraint masks; only castlings and en passant captures are made and tested.
//!
//! For each path by which an opponent could attack the royal piece, few squares decide whether a move opens
//! or closes it. Each such path becomes a `Constraint`: pieces on the path may move to `inside`, all others
//! to `outside`. A path is defined by squares that must be empty and squares that must be occupied, so
//! riders, lame leapers, hoppers and bent riders need no separate cases.

use super::attacks::Needs;
use super::bits::{Bits, Delta};
use super::castlings::Root;
use super::constraints::Scratch;
use super::kernel::Targets;
use super::position::{EncodedMove, NO_ROYAL, PackedPosition, kind};
use super::position_state::PositionState;
use super::promotion::{Choice, Only, Promotion};
use super::side::{Atom, EnPassantAtom, Side};
use super::sink::Sink;
use super::table_set::Tables;
use crate::state::Role;

pub(super) struct Generator<'a, const N: usize, const G: usize, X> {
    pub(super) tables: &'a Tables<N>,
    pub(super) root: &'a Root<N>,
    pub(super) position: &'a PackedPosition<N, G, X>,
    pub(super) us: usize,
    /// The tables of the side to move, and the opponent's.
    pub(super) ours: &'a Side<N>,
    theirs: &'a Side<N>,
    pub(super) our_groups: &'a [Bits<N>; G],
    pub(super) their_groups: &'a [Bits<N>; G],
    /// Whether the side to move has a royal piece, and its square.
    pub(super) royal: bool,
    pub(super) king: usize,
    pub(super) own: Bits<N>,
    pub(super) occupied: Bits<N>,
    /// Target masks by aim.
    pub(super) aims: [Bits<N>; 4],
    /// Targets allowed to pieces that are on no path.
    pub(super) allowed: Bits<N>,
    /// The same with respect to attackers without conditions only.
    pub(super) free_allowed: Bits<N>,
    /// Pieces that are handled one by one, such as those on a path.
    pub(super) special: Bits<N>,
    pub(super) scratch: &'a mut Scratch<N>,
    pub(super) in_check: bool,
    /// Whether imitators exist in the game.
    pub(super) imitates: bool,
    /// Whether the kings face each other, if that ends the game.
    pub(super) facing: bool,
}

/// Passes all legal moves to the sink.
#[inline(always)]
pub(crate) fn generate<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    scratch: &mut Scratch<N>,
    sink: &mut impl Sink<N>,
) {
    let mut generator = Generator::new(tables, root, position, scratch);
    if X::HAS_SPECIAL_RULES {
        return generator.list_by_rules(sink);
    }
    if generator.royal {
        generator.constrain();
        if sink.movers().has(generator.king) {
            generator.royal(sink);
        }
    }
    generator.pieces(sink);
    if position.passed.any() {
        generator.en_passant(sink);
    }
}

/// Whether a side has a royal piece.
#[inline(always)]
fn has_royal<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    position: &PackedPosition<N, G, X>,
    side: usize,
) -> bool {
    tables.royal.is_some() && (!X::HAS_SPECIAL_RULES || position.royal[side & 1] != NO_ROYAL)
}

/// The target masks of a side by aim.
#[inline(always)]
pub(super) fn aims_of<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    position: &PackedPosition<N, G, X>,
    us: usize,
) -> [Bits<N>; 4] {
    let own = position.colors[us & 1];
    let opponents = position.colors[us & 1 ^ 1];
    let occupied = own | opponents;
    let absent = tables.vanishing.without(occupied);
    let commoners = if has_royal(tables, position, us ^ 1) {
        opponents.without(Bits::single(position.royal[us & 1 ^ 1] as usize))
    } else {
        opponents
    };
    [!(own | absent), !(occupied | absent), opponents, commoners]
}

impl<'a, const N: usize, const G: usize, X: PositionState<N>> Generator<'a, N, G, X> {
    #[inline(always)]
    pub(super) fn new(
        tables: &'a Tables<N>,
        root: &'a Root<N>,
        position: &'a PackedPosition<N, G, X>,
        scratch: &'a mut Scratch<N>,
    ) -> Self {
        scratch.constraints.clear();
        if X::HAS_SPECIAL_RULES {
            scratch.by_role.clear();
            scratch.concern = Bits::NONE;
            scratch.blasts = false;
        }
        let us = position.turn as usize & 1;
        let own = position.colors[us];
        Generator {
            tables,
            root,
            position,
            us,
            ours: &tables.sides[us],
            theirs: &tables.sides[us ^ 1],
            our_groups: &position.groups[us],
            their_groups: &position.groups[us ^ 1],
            royal: has_royal(tables, position, us),
            king: position.royal[us] as usize,
            own,
            occupied: own | position.colors[us ^ 1],
            aims: aims_of(tables, position, us),
            allowed: Bits::ALL,
            free_allowed: Bits::ALL,
            special: Bits::NONE,
            scratch,
            in_check: false,
            imitates: X::HAS_SPECIAL_RULES && tables.imitates,
            facing: false,
        }
    }

    /// Collects the constraints of all paths to the own royal piece.
    #[inline(always)]
    pub(super) fn constrain(&mut self) {
        let (attacks, groups) = (&self.theirs.attacks, self.their_groups);
        let leapers = attacks.leaps.of(self.king, groups);
        if leapers.any() {
            self.leapt_on(leapers);
        }
        let riders = attacks.paths.of(self.king, groups);
        if riders.any() {
            self.bind(riders);
        }
        self.special |= Bits::single(self.king);
        if X::HAS_SPECIAL_RULES {
            if self.imitates {
                self.constrain_imitators();
            }
            if self.tables.rare {
                self.scratch.of_screened.clear();
                self.constrain_facing();
                self.scratch.n_for_screened = self.scratch.constraints.len();
                self.constrain_screened();
            }
        }
    }

    /// Collects the constraints of the paths of possible attackers.
    #[inline(never)]
    fn bind(&mut self, sources: Bits<N>) {
        let attacks = &self.theirs.attacks;
        let opponents = self.occupied ^ self.own;
        sources.each(|source| {
            let role = self.position.cell(source).wrapping_sub(1) as usize;
            for attack in attacks.of_role(role) {
                for needs in attack.table.needs(self.king, source) {
                    if X::HAS_SPECIAL_RULES {
                        self.scratch.concern |= needs.empty | needs.occupied | Bits::single(source);
                    }
                    // PERF: most paths are blocked by an opponent or by two pieces.
                    if (needs.empty & opponents).is_empty() && !(needs.empty & self.own).is_many() {
                        self.bind_by(needs, source);
                    }
                }
            }
        });
    }

    /// Adds the constraint of a path.
    #[inline(never)]
    fn bind_by(&mut self, needs: &Needs<N>, source: usize) {
        if let Some(constraint) = self.demand(needs, source) {
            self.in_check |= needs.is_open(&self.occupied);
            self.allowed &= constraint.outside;
            self.special |= constraint.participants;
            self.scratch.constraints.push(constraint);
        }
    }

    /// The checking piece, if it is the only one.
    #[inline(never)]
    pub(super) fn only_checker(&self) -> Bits<N> {
        let attacks = &self.theirs.attacks;
        let mut checkers = attacks.leaps.of(self.king, self.their_groups);
        for attack in attacks.by_path() {
            let targets = attack.kernel.targets(self.king, &self.occupied);
            checkers |= targets & self.their_groups[attack.group & (G - 1)];
        }
        if checkers.is_many() {
            Bits::NONE
        } else {
            checkers
        }
    }

    /// Adds checks by attackers without conditions.
    #[inline(never)]
    pub(super) fn leapt_on(&mut self, leapers: Bits<N>) {
        self.in_check = true;
        leapers.each(|source| self.free_allowed &= Bits::single(source));
        self.allowed = self.free_allowed;
    }

    /// Whether opponents on `among` attack `target` with the given occupancy.
    #[inline(always)]
    pub(super) fn attacked(&self, target: usize, occupied: &Bits<N>, among: Bits<N>) -> bool {
        (self.position).attacks(self.tables, self.us & 1 ^ 1, target, occupied, among)
    }

    #[inline(always)]
    pub(super) fn royal(&self, sink: &mut impl Sink<N>) {
        for (kernel, aim) in &self.ours.royal {
            let targets = kernel.targets(self.king, &self.occupied) & self.aims[*aim as usize];
            if targets.any() {
                sink.plain(self.king, self.safe(targets));
            }
        }
        let rights = self.position.rights >> (16 * self.us) & 0xffff;
        if rights != 0 && !self.in_check {
            self.castle(rights, sink);
        }
    }

    /// The targets on which the own royal piece is safe.
    #[inline(never)]
    pub(super) fn safe(&self, targets: Bits<N>) -> Bits<N> {
        let without = self.occupied ^ Bits::single(self.king);
        let mut safe = Bits::NONE;
        targets.each(|to| {
            let there = Bits::single(to);
            if !self.attacked(to, &(without | there), Bits::ALL) {
                safe |= there;
            }
        });
        safe
    }

    #[inline(always)]
    pub(super) fn castle(&self, mut rights: u32, sink: &mut impl Sink<N>) {
        while rights != 0 {
            let number = rights.trailing_zeros() as usize;
            rights &= rights - 1;
            let between = self.root.between[self.us & 1][number & 15];
            if (between & self.occupied).is_empty() && self.may_castle(number) {
                let castling = &self.root.castlings[self.us & 1][number];
                let (from, to) = (castling.from, castling.to);
                sink.add(EncodedMove::new(from, to, kind::CASTLE, number));
            }
        }
    }

    /// Whether the path of a castling is safe.
    #[inline(never)]
    fn may_castle(&self, number: usize) -> bool {
        let castling = &self.root.castlings[self.us][number];
        let without = self.occupied ^ Bits::single(castling.from);
        let after = without ^ Bits::single(castling.partner)
            | Bits::single(castling.to)
            | Bits::single(castling.partner_to);
        if X::HAS_SPECIAL_RULES {
            return self.castles_by_rules(castling);
        }
        castling
            .passed
            .iter()
            .all(|square| !self.attacked(*square, &(without | Bits::single(*square)), Bits::ALL))
            && !self.attacked(castling.to, &after, Bits::ALL)
    }

    #[inline(always)]
    pub(super) fn pieces(&self, sink: &mut impl Sink<N>) {
        self.pieces_beside(false, sink);
    }

    /// The moves of all pieces but the royal one; with `known`, plain moves of pieces on no path are skipped.
    #[inline(always)]
    pub(super) fn pieces_beside(&self, known: bool, sink: &mut impl Sink<N>) {
        let movers = sink.movers();
        let free = movers.without(self.special);
        let mut open = self.aims;
        for aim in &mut open {
            *aim &= self.allowed;
        }
        let Side { plain, other, .. } = self.ours;
        if X::HAS_SPECIAL_RULES && self.scratch.blasts {
            sink.aside(|sink| self.quiet_or_blasting(&open, sink));
        } else {
            if !known {
                sink.aside(|sink| {
                    plain.each(
                        self.our_groups,
                        free,
                        &self.occupied,
                        &open,
                        |_, from, targets, open| sink.plain(from, targets & open),
                    );
                });
            }
            sink.aside(|sink| {
                other.each(
                    self.our_groups,
                    free,
                    &self.occupied,
                    &open,
                    |number, from, targets, open| {
                        self.emit(&other.atoms()[number], from, targets & open, sink);
                    },
                );
            });
        }
        for shifted in &self.ours.shifts {
            let targets = shifted.targets(self.our_groups, free, &self.occupied, &open);
            let shift = &shifted.shift;
            let promoting = targets & shift.zone;
            if promoting.any() {
                let atom = &self.ours.shifted[shifted.atom];
                sink.aside(|sink| self.promote_shifted(atom, promoting, shift.delta, sink));
            }
            let kind = if shift.marks {
                kind::MARKING
            } else {
                kind::PLAIN
            };
            sink.shifted(targets.without(shift.zone), shift.delta, kind);
        }
        let bound = if self.royal {
            (self.special & self.own & movers).without(Bits::single(self.king))
        } else if X::HAS_SPECIAL_RULES {
            self.special & self.own
        } else {
            Bits::NONE
        };
        if bound.any() {
            sink.aside(|sink| self.bound(bound, sink));
        }
    }

    /// The moves of pieces on a path to the own royal piece.
    #[inline(never)]
    pub(super) fn bound(&self, bound: Bits<N>, sink: &mut impl Sink<N>) {
        let plain = self.ours.plain.atoms().iter();
        let all = plain
            .chain(self.ours.other.atoms())
            .chain(&self.ours.shifted);
        for atom in all {
            let pieces = self.our_groups[atom.group & (G - 1)] & bound;
            pieces.each(|from| {
                let mask = self.aims[atom.aim as usize] & self.allowed_from(from);
                self.emit(
                    atom,
                    from,
                    atom.kernel.targets(from, &self.occupied) & mask,
                    sink,
                );
            });
        }
    }

    #[inline(always)]
    pub(super) fn emit(
        &self,
        atom: &Atom<N>,
        from: usize,
        targets: Bits<N>,
        sink: &mut impl Sink<N>,
    ) {
        let mut targets = targets;
        if let Some(role) = atom.promotes
            && let Some(promotion) = &self.ours.promotions[role.index()]
        {
            let promoting = if promotion.leaving.has(from) {
                targets
            } else {
                targets & promotion.zone
            };
            if promoting.any() {
                targets = targets.without(promoting);
                sink.aside(|sink| self.promote(atom, role, from, promoting, sink));
            }
        }
        self.go(atom, from, targets, sink);
    }

    /// Moves without promotion.
    #[inline(always)]
    fn go(&self, atom: &Atom<N>, from: usize, targets: Bits<N>, sink: &mut impl Sink<N>) {
        if atom.marks {
            sink.marking(from, targets, &self.ours.marks[from]);
        } else {
            sink.plain(from, targets);
        }
    }

    #[inline(never)]
    fn promote_shifted(
        &self,
        atom: &Atom<N>,
        targets: Bits<N>,
        delta: Delta,
        sink: &mut impl Sink<N>,
    ) {
        if let Some(role) = atom.promotes {
            targets.each(|to| self.promote(atom, role, delta.origin(to), Bits::single(to), sink));
        }
    }

    /// Moves with promotion.
    #[inline(never)]
    fn promote(
        &self,
        atom: &Atom<N>,
        role: Role,
        from: usize,
        targets: Bits<N>,
        sink: &mut impl Sink<N>,
    ) {
        let Some(promotion) = &self.ours.promotions[role.index()] else {
            return;
        };
        for part in promotion.parts_from(from) {
            let here = targets & part.squares;
            let here = match part.only {
                Only::Any => here,
                Only::Captures => here & self.occupied,
                Only::Quiet => here.without(self.occupied),
            };
            if here.is_empty() {
                continue;
            }
            let choices = || {
                part.choices
                    .iter()
                    .filter(|choice| self.is_available(**choice))
            };
            let all = || here.count() as u64 * choices().count() as u64;
            if sink.many(from, || all() + (here & part.stay).count() as u64) {
                continue;
            }
            here.each(|to| {
                for choice in choices() {
                    let kind = if choice.from_hand {
                        kind::PROMOTE_FROM_HAND
                    } else {
                        kind::PROMOTE
                    };
                    sink.add(EncodedMove::new(from, to, kind, choice.role.index()));
                }
            });
            self.go(atom, from, here & part.stay, sink);
        }
    }

    fn is_available(&self, choice: Choice) -> bool {
        let in_hand = || {
            let slot = usize::from(self.tables.slots[choice.role.index()]);
            let hands = self.position.state.hands();
            hands.is_some_and(|hands| hands.0[self.us & 1].get(slot).is_some_and(|held| *held > 0))
        };
        let below = |limit: u16| self.position.count(self.us, choice.like) < limit as u32;
        (!choice.from_hand || in_hand()) && choice.limit.is_none_or(below)
    }

    /// En passant captures. They remove a piece from another square than the target, so each is tested with
    /// the occupancy after it.
    #[inline(always)]
    pub(super) fn en_passant(&self, sink: &mut impl Sink<N>) {
        // A run may have leapt over a piece; an occupied square allows no en passant capture.
        let passed = self.position.passed.without(self.occupied);
        for atom in &self.ours.en_passant {
            passed.each(|to| {
                let pieces = self.our_groups[atom.group & (G - 1)];
                let origins = atom.kernel.targets(to, &self.occupied) & pieces;
                if origins.any() {
                    sink.aside(|sink| self.capture_in_passing(atom, origins, to, sink));
                }
            });
        }
    }

    #[inline(never)]
    fn capture_in_passing(
        &self,
        atom: &EnPassantAtom<N>,
        origins: Bits<N>,
        to: usize,
        sink: &mut impl Sink<N>,
    ) {
        let victim = Bits::single(self.position.victim as usize);
        origins.each(|from| {
            let after = self.occupied ^ Bits::single(from) ^ victim | Bits::single(to);
            let safe = if X::HAS_SPECIAL_RULES {
                self.passes_by_rules(&after, victim, from, to)
            } else {
                !self.royal || !self.attacked(self.king, &after, !victim)
            };
            if !safe {
                return;
            }
            let in_zone = |promotion: &&Promotion<N>| promotion.zone.has(to);
            let Some(promotion) = atom.promotion.as_ref().filter(in_zone) else {
                return sink.add(EncodedMove::new(from, to, kind::EN_PASSANT, 0));
            };
            for part in promotion.parts.iter().filter(|part| part.squares.has(to)) {
                let choices = part.choices.iter();
                for choice in choices.filter(|choice| self.is_available(**choice)) {
                    let kind = if choice.from_hand {
                        kind::EN_PASSANT_FROM_HAND
                    } else {
                        kind::EN_PASSANT
                    };
                    sink.add(EncodedMove::new(from, to, kind, choice.role.index() + 1));
                }
                if part.stay.has(to) {
                    sink.add(EncodedMove::new(from, to, kind::EN_PASSANT, 0));
                }
            }
        });
    }
}
