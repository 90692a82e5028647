//! Where pieces could ever go or capture, whatever stands in their way.

use std::sync::OnceLock;

use super::rulebook::Rulebook;
use crate::compile::paths;
use crate::geometry::{Square, SquareSet};
use crate::movement::{Contents, Initial, Pattern};
use crate::state::{Color, Piece, Role};

impl Rulebook {
    /// Whether a piece could ever capture on `target` from `from`.
    pub(crate) fn may_reach(&self, piece: Piece, from: Square, target: Square) -> bool {
        let reach = self.role(piece.role).reach.get_or_init(|| {
            [(); 2].map(|()| (0..self.shape.area()).map(|_| OnceLock::new()).collect())
        });
        reach[piece.color.index()][from.index()]
            .get_or_init(|| self.reach_of(piece.role, piece.color, from))
            .contains(target)
    }

    /// Whether a piece could go quietly from one square to another if nothing stood in its way.
    pub(crate) fn could_return(&self, piece: Piece, from: Square, to: Square) -> bool {
        let quiet = self.role(piece.role).quiet.get_or_init(|| {
            Color::ALL.map(|color| {
                let all = (0..self.shape.area() as u16).map(Square::new);
                all.map(|square| self.quiet_reach(piece.role, color, square))
                    .collect()
            })
        });
        quiet[piece.color.index()][from.index()].contains(to)
    }

    /// Whether a piece could ever move from a square.
    pub(crate) fn can_leave(&self, piece: Piece, from: Square) -> bool {
        let leaves = self.role(piece.role).leaves.get_or_init(|| {
            Color::ALL.map(|color| {
                let moves = |square: &Square| self.moves_on_empty(piece.role, color, *square);
                self.shape.squares().filter(moves).collect()
            })
        });
        leaves[piece.color.index()].contains(from)
    }

    /// Whether a piece has a move other than an initial one on an otherwise empty board.
    fn moves_on_empty(&self, role: Role, color: Color, from: Square) -> bool {
        self.role(role).moves.iter().any(|one| match &one.pattern {
            Pattern::Walk(pattern) if pattern.initial == Initial::Any => {
                paths(pattern, &self.shape, color.perspective(), from, 1 << 14)
                    .is_ok_and(|found| found.iter().any(|path| path.pass.meets(Contents::EMPTY)))
            }
            _ => false,
        })
    }

    fn reach_of(&self, role: Role, color: Color, from: Square) -> SquareSet {
        let mut reach = SquareSet::new();
        if !self.shape.exists(from) {
            return reach;
        }
        for one in &self.role(role).moves {
            if let Some(program) = one.program(self, color.perspective(), from) {
                reach.extend(program.targets());
                continue;
            }
            match &one.pattern {
                Pattern::Walk(walk) => {
                    match paths(walk, &self.shape, color.perspective(), from, 1 << 14) {
                        Ok(found) => {
                            for path in found {
                                if path.borrows {
                                    reach.extend(self.shape.squares());
                                }
                                if !path.take.is_empty() {
                                    reach.insert(path.to);
                                }
                                reach.extend(path.taken);
                            }
                        }
                        Err(_) => reach.extend(self.shape.squares()),
                    }
                }
                // What is imitated may go anywhere.
                Pattern::Universal(_) | Pattern::Imitation(_) => {
                    reach.extend(self.shape.squares());
                }
                Pattern::Castle(_) | Pattern::Placement(_) => {}
            }
        }
        reach
    }
}
