//! Constraints on moves by paths to the own royal piece, and scratch memory.

use super::attacks::{Attack, Needs};
use super::bits::Bits;
use super::generate::Generator;
use super::position::EncodedMove;
use super::position_state::PositionState;

/// The constraint of one path to the own royal piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint<const N: usize> {
    /// The own pieces on the path.
    pub(super) participants: Bits<N>,
    /// The targets allowed to these.
    pub(super) inside: Bits<N>,
    /// The targets allowed to all others.
    pub(super) outside: Bits<N>,
}

impl<const N: usize> Constraint<N> {
    pub(super) fn new(participants: Bits<N>, inside: Bits<N>, outside: Bits<N>) -> Constraint<N> {
        Constraint {
            participants,
            inside,
            outside,
        }
    }

    /// The targets allowed to the piece on a square.
    #[inline(always)]
    fn of(&self, square: usize) -> Bits<N> {
        if self.participants.has(square) {
            self.inside
        } else {
            self.outside
        }
    }
}

/// Scratch memory, reused from position to position.
#[derive(Debug)]
pub(crate) struct Scratch<const N: usize> {
    pub(super) constraints: Vec<Constraint<N>>,
    /// Constraints on the pieces of one role.
    pub(super) by_role: Vec<(usize, Constraint<N>)>,
    /// Constraints on own pieces with own-kind screens, in addition to the first ones of all pieces.
    pub(super) of_screened: Vec<Constraint<N>>,
    /// The number of constraints that apply to these pieces too.
    pub(super) n_for_screened: usize,
    /// The squares of all paths to the own royal piece, if captures explode.
    pub(super) concern: Bits<N>,
    /// Moves with post-move checks.
    pub(super) tested: Vec<EncodedMove>,
    /// Whether captures explode, and the targets of captures by aim.
    pub(super) blasts: bool,
    pub(super) hits: [Bits<N>; 4],
}

impl<const N: usize> Default for Scratch<N> {
    fn default() -> Self {
        Scratch {
            constraints: Vec::new(),
            by_role: Vec::new(),
            tested: Vec::new(),
            of_screened: Vec::new(),
            n_for_screened: 0,
            concern: Bits::NONE,
            blasts: false,
            hits: [Bits::NONE; 4],
        }
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// Adds a constraint on all pieces.
    pub(super) fn bind_all(&mut self, constraint: Constraint<N>) {
        self.allowed &= constraint.outside;
        self.special |= constraint.participants;
        self.scratch.constraints.push(constraint);
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

    /// The targets allowed to a piece on a path.
    pub(super) fn allowed_from(&self, square: usize) -> Bits<N> {
        let within = |allowed: Bits<N>, constraint: &Constraint<N>| allowed & constraint.of(square);
        let mut by_role = self.scratch.by_role.iter();
        let role = if X::HAS_SPECIAL_RULES && !self.scratch.by_role.is_empty() {
            self.moving_role(square)
        } else {
            by_role = [].iter();
            None
        };
        let first = by_role
            .filter(|(bound, _)| Some(*bound) == role)
            .fold(self.free_allowed, |allowed, (_, allowed_there)| {
                within(allowed, allowed_there)
            });
        self.scratch.constraints.iter().fold(first, within)
    }
}
