//! Unmoved pieces that take the place of one that moves for the first time: `rules.replacement`.

use smallvec::SmallVec;

use super::ShippedRule;
use super::kinds::Kinds;
use crate::definition::VariantDef;
use crate::geometry::Square;
use crate::rules::{CustomRule, Moves, Phases, RuleContext, RuleError, RuleFinding, RuleSettings};
use crate::state::{Move, MoveKind, Piece};

/// `rules.replacement`.
pub(super) struct Replacement {
    /// The kinds one of which must take part; all if `None`.
    with: Option<Kinds>,
    /// Whether it may go with castling, to either of the two squares that are left.
    castling: bool,
}

impl ShippedRule for Replacement {
    const NAME: &'static str = "replacement";

    fn read(settings: &RuleSettings<'_>) -> Result<Replacement, RuleError> {
        Ok(Replacement {
            with: Kinds::read(settings, "with")?,
            castling: settings.flag("castling")?.unwrap_or(false),
        })
    }
}

impl Replacement {
    fn takes_part(&self, piece: Piece) -> bool {
        self.with.as_ref().is_none_or(|with| with.contains(piece))
    }

    /// The squares to which a move makes it possible to bring a second piece.
    fn places_left(&self, at: &RuleContext<'_>, mv: &Move) -> SmallVec<[Square; 2]> {
        if !at.setup().unmoved.contains(mv.from) {
            return SmallVec::new();
        }
        match (mv.kind, mv.shifts.as_slice()) {
            (MoveKind::Walk, []) if mv.from != mv.to && mv.mover_stays() => {
                SmallVec::from_slice(&[mv.from])
            }
            (MoveKind::Castle, [(partner, partner_to)]) if self.castling => {
                let is_left = |square: &Square| *square != mv.to && square != partner_to;
                [mv.from, *partner].into_iter().filter(is_left).collect()
            }
            _ => SmallVec::new(),
        }
    }
}

/// The unmoved pieces of the side to move.
fn unmoved<'a>(at: &RuleContext<'a>) -> impl Iterator<Item = (Square, Piece)> + use<'a> {
    let (setup, board) = (at.setup(), at.board());
    let squares = setup.unmoved.common(board.squares_of(at.turn()));
    squares.filter_map(|square| Some((square, board.piece(square)?)))
}

impl CustomRule for Replacement {
    fn phases(&self) -> Phases {
        Phases::EFFECT
    }

    /// Nobody is replaced out of check.
    fn alters_any(&self, at: &RuleContext<'_>) -> bool {
        unmoved(at).any(|(_, piece)| self.takes_part(piece)) && !at.is_check(at.turn())
    }

    fn alters(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        !self.places_left(at, mv).is_empty()
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        for left in self.places_left(at, &mv) {
            for (square, piece) in unmoved(at) {
                let goes = square == mv.from || mv.shifts.iter().any(|(from, _)| *from == square);
                if !goes && (self.takes_part(piece) || self.takes_part(mv.piece)) {
                    let mut act = mv.clone();
                    act.shifts.push((square, left));
                    moves.push(act);
                }
            }
        }
        moves.push(mv);
    }

    fn count_altered(
        &self,
        at: &RuleContext<'_>,
        from: Square,
        watched: &dyn Fn(Square) -> bool,
    ) -> Option<u64> {
        let piece = at.piece(from).filter(|_| at.setup().unmoved.contains(from));
        let Some(piece) = piece else {
            return Some(0);
        };
        let mut partners = 0;
        for (square, partner) in unmoved(at) {
            if square == from || !self.takes_part(partner) && !self.takes_part(piece) {
                continue;
            }
            if at.is_royal(partner.role) || watched(square) {
                return None;
            }
            partners += 1;
        }
        Some(partners)
    }

    fn minds_first_moves(&self) -> bool {
        true
    }

    fn uses_first_move(&self, _: &RuleContext<'_>, _: Square) -> bool {
        true
    }

    fn words(&self) -> Vec<String> {
        let castling = if self.castling {
            "; beside castling, either of the two places"
        } else {
            " and not with castling"
        };
        let with = self.with.as_ref().map_or_else(String::new, |with| {
            format!(" One of the two must be {}.", with.words())
        });
        vec![format!(
            "When a piece makes its first move, another piece of its side that has not moved may \
             take its place in the same move, but not out of check{castling}.{with}"
        )]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let with = self.with.as_ref();
        let nobody = with.and_then(|with| with.doubts("with", "nobody takes another one's place"));
        nobody.into_iter().collect()
    }
}
