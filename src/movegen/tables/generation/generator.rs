//! Move generator: a position with the constraints of its moves.

use crate::movegen::tables::lookups::{Attack, Bits, Needs, Targets};
use crate::movegen::tables::position::{
    EncodedMove, NO_ROYAL, PackedPosition, PositionState, Root, VariantState,
};
use crate::movegen::tables::rules::Imitation;
use crate::movegen::tables::sides::Side;
use crate::movegen::tables::table_set::Tables;
use crate::state::Role;

pub(crate) struct Generator<'a, const N: usize, const G: usize, X> {
    pub(crate) tables: &'a Tables<N>,
    pub(crate) root: &'a Root<N>,
    pub(crate) position: &'a PackedPosition<N, G, X>,
    pub(crate) us: usize,
    /// The tables of the side to move, and the opponent's.
    pub(crate) ours: &'a Side<N>,
    pub(crate) theirs: &'a Side<N>,
    pub(super) our_groups: &'a [Bits<N>; G],
    pub(super) their_groups: &'a [Bits<N>; G],
    /// Whether the side to move has a royal piece, and its square.
    pub(crate) royal: bool,
    pub(crate) king: usize,
    pub(crate) own: Bits<N>,
    pub(crate) occupied: Bits<N>,
    /// Target masks by aim.
    pub(crate) aims: [Bits<N>; 4],
    /// Targets allowed to pieces that are on no path.
    pub(crate) allowed: Bits<N>,
    /// The same with respect to attackers without conditions only.
    pub(super) free_allowed: Bits<N>,
    /// Pieces that are handled one by one, such as those on a path.
    pub(crate) special: Bits<N>,
    pub(crate) scratch: &'a mut Scratch<N>,
    pub(crate) in_check: bool,
    /// Whether imitators exist in the game.
    pub(crate) imitates: bool,
    /// Whether the kings face each other, if that ends the game.
    pub(crate) facing: bool,
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
    pub(crate) fn new(
        tables: &'a Tables<N>,
        root: &'a Root<N>,
        position: &'a PackedPosition<N, G, X>,
        scratch: &'a mut Scratch<N>,
    ) -> Self {
        scratch.constraints.clear();
        if X::HAS_SPECIAL_RULES {
            scratch.by_role.clear();
            scratch.watched_squares = Bits::NONE;
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
            imitates: X::HAS_SPECIAL_RULES && tables.special_rules.imitation.is_some(),
            facing: false,
        }
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// Whether opponents on `among` attack `target` with the given occupancy.
    #[inline(always)]
    pub(crate) fn attacked(&self, target: usize, occupied: &Bits<N>, among: Bits<N>) -> bool {
        (self.position).attacks(self.tables, self.us & 1 ^ 1, target, occupied, among)
    }

    /// The targets on which the own royal piece is safe.
    #[inline(never)]
    pub(crate) fn safe(&self, targets: Bits<N>) -> Bits<N> {
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

    /// Adds a constraint on all pieces.
    #[inline(always)]
    pub(super) fn bind_all(&mut self, constraint: Constraint<N>) {
        self.allowed &= constraint.outside;
        self.special |= constraint.participants;
        self.scratch.constraints.push(constraint);
    }

    /// The constraints of the paths of one attacker.
    pub(super) fn demands(
        &self,
        attack: &Attack<N>,
        source: usize,
        mut give: impl FnMut(Constraint<N>),
    ) {
        if attack.table.is_free() {
            return give(Constraint {
                participants: Bits::NONE,
                inside: Bits::ALL,
                outside: Bits::single(source),
            });
        }
        let paths = attack.table.needs(self.king, source).iter();
        paths
            .filter_map(|needs| self.demand(needs, source))
            .for_each(give);
    }

    /// The constraint of one path, if a single move can open or close it.
    #[inline(always)]
    pub(super) fn demand(&self, needs: &Needs<N>, source: usize) -> Option<Constraint<N>> {
        let blockers = needs.empty & self.occupied;
        let missing = needs.occupied.without(self.occupied);
        let way = needs.empty | Bits::single(source);
        let (participants, inside, outside) = match (blockers.count(), missing.count()) {
            (0, 0) => (needs.occupied & self.own, Bits::ALL, way),
            (1, 0) if (blockers & self.own).any() => (blockers, way, Bits::ALL),
            (0, 1) => (needs.occupied & self.own, Bits::ALL, !missing),
            (1, 1) if (blockers & self.own).any() => (blockers, !missing, Bits::ALL),
            _ => return None,
        };
        Some(Constraint {
            participants,
            inside,
            outside,
        })
    }

    #[inline(always)]
    pub(crate) fn imitation(&self) -> Option<(&Imitation<N>, &VariantState<N>)> {
        let imitation = self.tables.special_rules.imitation.as_ref();
        imitation.zip(self.position.state.variant_state())
    }

    /// The role that a piece moves as: its own, or the imitated one.
    pub(super) fn moving_role(&self, square: usize) -> Option<usize> {
        let own = self.position.cell(square).checked_sub(1)? as usize;
        match self.imitation() {
            Some((imitation, variant_state)) if imitation.imitators >> own & 1 != 0 => {
                variant_state.imitated[self.us & 1].map(Role::index)
            }
            _ => Some(own),
        }
    }

    /// The targets allowed to a piece on a path.
    pub(super) fn allowed_from(&self, square: usize) -> Bits<N> {
        let within = |allowed: Bits<N>, constraint: &Constraint<N>| allowed & constraint.of(square);
        let mut allowed = self.free_allowed;
        if X::HAS_SPECIAL_RULES && !self.scratch.by_role.is_empty() {
            let role = self.moving_role(square);
            let by_role = self.scratch.by_role.iter();
            let bound = by_role.filter(|(bound, _)| Some(*bound) == role);
            allowed = bound.fold(allowed, |allowed, (_, there)| within(allowed, there));
        }
        self.scratch.constraints.iter().fold(allowed, within)
    }

    /// The targets allowed to an own piece with own-kind screens.
    pub(super) fn allowed_for_screened(&self, square: usize) -> Bits<N> {
        let Scratch {
            constraints,
            of_screened,
            n_for_screened,
            ..
        } = &*self.scratch;
        if !self.royal {
            return Bits::ALL;
        }
        let all = constraints[..*n_for_screened].iter().chain(of_screened);
        all.fold(self.free_allowed, |allowed, constraint| {
            allowed & constraint.of(square)
        })
    }
}

// Constraints on moves by paths to the own royal piece, and scratch memory.

/// The constraint of one path to the own royal piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint<const N: usize> {
    /// The own pieces on the path.
    pub(super) participants: Bits<N>,
    /// The targets allowed to these.
    pub(super) inside: Bits<N>,
    /// The targets allowed to all others.
    pub(super) outside: Bits<N>,
}

impl<const N: usize> Constraint<N> {
    pub(crate) fn new(participants: Bits<N>, inside: Bits<N>, outside: Bits<N>) -> Constraint<N> {
        Constraint {
            participants,
            inside,
            outside,
        }
    }

    /// The targets allowed to the piece on a square.
    #[inline(always)]
    pub(crate) fn of(&self, square: usize) -> Bits<N> {
        if self.participants.has(square) {
            self.inside
        } else {
            self.outside
        }
    }
}

/// Scratch memory, reused from position to position.
#[derive(Debug, Default)]
pub(crate) struct Scratch<const N: usize> {
    pub(super) constraints: Vec<Constraint<N>>,
    /// Constraints on the pieces of one role.
    pub(crate) by_role: Vec<(usize, Constraint<N>)>,
    /// Constraints on own pieces with own-kind screens, in addition to the first ones of all pieces.
    pub(super) of_screened: Vec<Constraint<N>>,
    /// The number of constraints that apply to these pieces too.
    pub(super) n_for_screened: usize,
    /// The squares of all paths to the own royal piece, if captures explode.
    pub(crate) watched_squares: Bits<N>,
    /// Moves with post-move checks.
    pub(crate) tested: Vec<EncodedMove>,
    /// Whether captures explode, and the targets of captures by aim.
    pub(crate) blasts: bool,
    pub(crate) hits: [Bits<N>; 4],
}
