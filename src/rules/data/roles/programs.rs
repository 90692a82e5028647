//! The contents of squares from the view of a side, as path programs read them.

use crate::movement::Contents;
use crate::state::{CODES, Cell, Color, Piece, Role, code_of};

/// The contents of squares by board code, from the view of one side.
#[derive(Clone)]
pub(crate) struct Sight([Contents; CODES]);

impl Sight {
    /// The contents of a square with this code.
    #[inline]
    pub(crate) const fn of(&self, code: u16) -> Contents {
        // PERF: the remainder never changes the index, and saves the bounds check.
        self.0[code as usize % CODES]
    }
}

/// The views of both sides. `royal` is whether each role is royal.
pub(crate) fn sights(royal: &[bool]) -> Box<[Sight; 2]> {
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
