//! Where a piece has to go to capture something beside its way, told before it goes anywhere.

use super::Rulebook;
use crate::definition::{CaptureMethod, Reach};
use crate::geometry::{Square, SquareSet};
use crate::state::{Piece, Setup};

/// The squares where walks of a piece may end that capture by its methods; elsewhere they do not.
#[derive(Debug, Default)]
pub(crate) struct VictimsNear {
    /// Whether nothing is known.
    anywhere: bool,
    squares: SquareSet,
    /// Files and ranks by bit.
    files: u64,
    ranks: u64,
    /// Whether the piece borrows methods from others.
    pub(crate) mimics: bool,
}

impl VictimsNear {
    /// Those of a piece that imitates nobody. `around_them` are the squares around the pieces of the other
    /// side.
    pub(crate) fn of<'s>(
        book: &Rulebook,
        setup: &Setup,
        (from, piece): (Square, Piece),
        around_them: &dyn Fn() -> &'s SquareSet,
    ) -> VictimsNear {
        let mut near = VictimsNear::default();
        let theirs = setup.board.squares_of(piece.color.opponent());
        let position = (book, setup, (from, piece));
        for method in &book.role(piece.role).powers.captures {
            match method {
                CaptureMethod::Mimic(_) => {
                    near.mimics = true;
                    for borrowed in &book.borrowed {
                        let has = |square: &Square| {
                            let victim = setup.board.piece(*square);
                            victim.is_some_and(|victim| borrowed.of.contains(victim.role))
                        };
                        let victims: SquareSet = theirs.iter().filter(has).collect();
                        if !victims.is_empty() {
                            near.add(position, &borrowed.method, &victims, None);
                        }
                    }
                }
                method => near.add(position, method, theirs, Some(around_them)),
            }
        }
        near
    }

    /// Adds where a piece captures one of some victims by a method.
    fn add<'s>(
        &mut self,
        (book, setup, (from, piece)): (&Rulebook, &Setup, (Square, Piece)),
        method: &CaptureMethod,
        victims: &SquareSet,
        around_them: Option<&dyn Fn() -> &'s SquareSet>,
    ) {
        let compass = &book.compass;
        match method {
            CaptureMethod::Custodial
            | CaptureMethod::Approach
            | CaptureMethod::Proximity {
                reach: Reach::Around,
            } => match around_them {
                Some(around_them) => self.squares.unite(around_them()),
                None => {
                    for victim in victims {
                        self.squares.unite(compass.around(victim));
                    }
                }
            },
            CaptureMethod::Withdrawal | CaptureMethod::Midpoint => {
                for victim in compass.around(from).common(victims) {
                    let Some(way) = compass.bearing(from, victim) else {
                        continue;
                    };
                    let way = if *method == CaptureMethod::Midpoint {
                        way
                    } else {
                        way.opposite()
                    };
                    self.squares.extend(compass.ray(from, way));
                }
            }
            CaptureMethod::Coordination if !book.role(piece.role).king => {
                for king in book.kings(&setup.board, piece.color) {
                    for victim in victims {
                        let [files, ranks] = compass.apart(king, victim);
                        if ranks == 0 {
                            self.files |= 1 << compass.file_of(victim);
                        }
                        if files == 0 {
                            self.ranks |= 1 << compass.rank_of(victim);
                        }
                    }
                }
            }
            CaptureMethod::Coordination
            | CaptureMethod::Proximity { .. }
            | CaptureMethod::Mimic(_) => self.anywhere = true,
        }
    }

    /// Whether a square is one of them.
    #[inline]
    pub(crate) fn contains(&self, book: &Rulebook, to: Square) -> bool {
        self.anywhere
            || self.squares.contains(to)
            || (self.files | self.ranks) != 0
                && (self.files >> book.compass.file_of(to) & 1 != 0
                    || self.ranks >> book.compass.rank_of(to) & 1 != 0)
    }

    /// Those of some squares that are, all with numbers below 128.
    #[inline]
    pub(crate) fn among(&self, book: &Rulebook, squares: u128) -> u128 {
        if self.anywhere {
            return squares;
        }
        let mut found = squares & self.squares.bits();
        if (self.files | self.ranks) != 0 {
            let mut left = squares & !found;
            while left != 0 {
                let square = Square::new(left.trailing_zeros() as u16);
                if self.contains(book, square) {
                    found |= 1 << square.index();
                }
                left &= left - 1;
            }
        }
        found
    }
}
