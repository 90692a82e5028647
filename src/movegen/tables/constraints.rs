//! What paths to a royal piece demand of moves, and room to keep that.

use super::attacks::{Attack, Needs};
use super::bits::Bits;
use super::generate::Generator;
use super::position::EncodedMove;
use super::position_state::PositionState;

/// What one path to our royal piece demands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint<const N: usize> {
    /// Our pieces that take part in the path.
    pub(super) participants: Bits<N>,
    /// Where they may go.
    pub(super) inside: Bits<N>,
    /// Where all others may go.
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

    /// Where the piece on a square may go.
    #[inline(always)]
    fn of(&self, square: usize) -> Bits<N> {
        if self.participants.has(square) {
            self.inside
        } else {
            self.outside
        }
    }
}

/// Room for what few positions need, kept from one to the next.
#[derive(Debug)]
pub(crate) struct Scratch<const N: usize> {
    pub(super) constraints: Vec<Constraint<N>>,
    /// Constraints on the pieces of one role only.
    pub(super) by_role: Vec<(usize, Constraint<N>)>,
    /// Constraints on our pieces that shun their own kind, beside the first ones of all.
    pub(super) of_shunners: Vec<Constraint<N>>,
    /// How many constraints there were before those that are not for them.
    pub(super) n_for_shunners: usize,
    /// Squares that some path to our royal piece depends on, where captures blast.
    pub(super) concern: Bits<N>,
    /// Moves that are tested one by one.
    pub(super) tested: Vec<EncodedMove>,
    /// Whether captures blast, and the targets by aim that they may have.
    pub(super) blasts: bool,
    pub(super) hits: [Bits<N>; 4],
}

impl<const N: usize> Default for Scratch<N> {
    fn default() -> Self {
        Scratch {
            constraints: Vec::new(),
            by_role: Vec::new(),
            tested: Vec::new(),
            of_shunners: Vec::new(),
            n_for_shunners: 0,
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

    /// Where a piece of ours that shuns its own kind may go.
    pub(super) fn allowed_for_shunner(&self, square: usize) -> Bits<N> {
        let Scratch {
            constraints,
            of_shunners,
            n_for_shunners,
            ..
        } = &*self.scratch;
        if !self.royal {
            return Bits::ALL;
        }
        let all = constraints[..*n_for_shunners].iter().chain(of_shunners);
        all.fold(self.free_allowed, |allowed, constraint| {
            allowed & constraint.of(square)
        })
    }

    /// What the paths of one attacker demand, whatever they need.
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

    /// What one path demands, if one move can open or close it.
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

    /// Where a piece that takes part in a path may go.
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
