//! Path programs: precomputed paths of patterns, which replace interpretation.
//!
//! A [`CompiledRules`] with [path programs](CompiledRules::with_path_programs) generates the same
//! moves as one without, only faster; the latter is the reference.

use std::sync::OnceLock;

use crate::compile::{Program, paths};
use crate::geometry::{Perspective, Square};
use crate::movement::Pattern;
use crate::rules::data::{CompiledRules, RoleMove};
use crate::source::budget::spend_each;

/// The cost of a stored path in budget steps, which bounds the memory for large boards.
const KEPT: u64 = 64;

/// A pattern with more paths from one square is interpreted.
const PATHS: usize = 2048;

impl RoleMove {
    /// The program of the pattern from a square; `None` if it has to be interpreted.
    #[inline]
    pub(crate) fn program(
        &self,
        rules: &CompiledRules,
        owner: Perspective,
        from: Square,
    ) -> Option<&Program> {
        if !rules.uses_path_programs() {
            return None;
        }
        let made = self.programs.made.get();
        match made.and_then(|made| made[owner as usize][from.index()].get()) {
            Some(program) => program.as_deref(),
            None => self.make_program(rules, owner, from),
        }
    }

    /// Computes [`program`](Self::program) on first use.
    #[cold]
    fn make_program(
        &self,
        rules: &CompiledRules,
        owner: Perspective,
        from: Square,
    ) -> Option<&Program> {
        let made = self.programs.made.get_or_init(|| {
            [(); 2].map(|()| (0..rules.shape.area()).map(|_| OnceLock::new()).collect())
        });
        let program = made[owner as usize][from.index()].get_or_init(|| {
            let Pattern::Walk(pattern) = &self.pattern else {
                return None;
            };
            if pattern.legs.iter().any(|leg| leg.relay) {
                return None;
            }
            let found = paths(pattern, &rules.shape, owner, from, PATHS).ok()?;
            spend_each(found.len(), KEPT).ok()?;
            Program::new(found).map(Box::new)
        });
        program.as_deref()
    }
}
