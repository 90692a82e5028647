//! Constraints on moves by paths to the own royal piece.

use crate::movegen::tables::lookups::{Bits, Needs};
use crate::movegen::tables::position::{EncodedMove, PositionState};

use super::generator::Generator;

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
#[derive(Debug)]
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

impl<const N: usize> Default for Scratch<N> {
    fn default() -> Self {
        Scratch {
            constraints: Vec::new(),
            by_role: Vec::new(),
            tested: Vec::new(),
            of_screened: Vec::new(),
            n_for_screened: 0,
            watched_squares: Bits::NONE,
            blasts: false,
            hits: [Bits::NONE; 4],
        }
    }
}

// Constraints of all paths to the own royal piece.

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
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
                        self.scratch.watched_squares |=
                            needs.empty | needs.occupied | Bits::single(source);
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
}
