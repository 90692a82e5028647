//! Paths that are known beforehand, so that nothing needs to be walked.
//!
//! A [`CompiledRules`] that [knows paths](CompiledRules::with_path_programs) gives the same moves as one that does
//! not, only sooner; the other one is the judge of it.

use std::sync::OnceLock;

use crate::compile::{Program, paths};
use crate::geometry::{Perspective, Square};
use crate::movement::{Contents, Pattern};
use crate::rules::{CompiledRules, RoleMove};
use crate::source::budget::spend_each;
use crate::state::{CODES, Cell, Color, Piece, Role, code_of};

/// The programs of one pattern by owner and square, each made when it is first needed.
#[derive(Default)]
pub(crate) struct Programs {
    made: OnceLock<[Vec<Made>; 2]>,
}

/// The program from one square, if there is one.
type Made = OnceLock<Option<Box<Program>>>;

/// How many steps of the budget a path costs that is kept: those of a large board fill the memory.
const KEPT: u64 = 64;

/// A pattern with more paths from one square is walked.
const PATHS: usize = 2048;

impl RoleMove {
    /// The program of the pattern from a square; `None` if it has to be walked.
    #[inline]
    pub(crate) fn program(
        &self,
        book: &CompiledRules,
        owner: Perspective,
        from: Square,
    ) -> Option<&Program> {
        if !book.uses_path_programs() {
            return None;
        }
        let made = self.programs.made.get();
        match made.and_then(|made| made[owner as usize][from.index()].get()) {
            Some(program) => program.as_deref(),
            None => self.make_program(book, owner, from),
        }
    }

    /// [`program`](Self::program) where a piece stands for the first time.
    #[cold]
    fn make_program(
        &self,
        book: &CompiledRules,
        owner: Perspective,
        from: Square,
    ) -> Option<&Program> {
        let made = self.programs.made.get_or_init(|| {
            [(); 2].map(|()| (0..book.shape.area()).map(|_| OnceLock::new()).collect())
        });
        let program = made[owner as usize][from.index()].get_or_init(|| {
            let Pattern::Walk(pattern) = &self.pattern else {
                return None;
            };
            if pattern.legs.iter().any(|leg| leg.relay) {
                return None;
            }
            let found = paths(pattern, &book.shape, owner, from, PATHS).ok()?;
            spend_each(found.len(), KEPT).ok()?;
            Program::new(found).map(Box::new)
        });
        program.as_deref()
    }
}

/// What each number of a board's codes is to the pieces of one side.
#[derive(Clone)]
pub(crate) struct Sight([Contents; CODES]);

impl Sight {
    /// What a square with this code holds.
    #[inline]
    pub(crate) const fn of(&self, code: u16) -> Contents {
        // PERF: the remainder changes nothing, and saves the check of the bounds.
        self.0[code as usize % CODES]
    }
}

/// The two sides' sights. `royal` says of each role whether it is royal.
pub(super) fn sights(royal: &[bool]) -> Box<[Sight; 2]> {
    let sight = |us: Color| {
        let mut sight = [Contents::NONE; CODES];
        sight[code_of(Cell::Empty) as usize] = Contents::EMPTY;
        sight[code_of(Cell::Wall) as usize] = Contents::WALL;
        for (number, royal) in royal.iter().enumerate() {
            for color in Color::ALL {
                let role = Role::new(number);
                sight[code_of(Cell::Piece(Piece { color, role })) as usize] =
                    match (color == us, royal) {
                        (true, _) => Contents::FRIEND,
                        (false, true) => Contents::ROYAL,
                        (false, false) => Contents::COMMONER,
                    };
            }
        }
        Sight(sight)
    };
    Box::new(Color::ALL.map(sight))
}
