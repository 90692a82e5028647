//! En passant: rules that restrict it, and en passant captures that promote.
//!
//! Promotions can exclude en passant captures, as in Fairy-Stockfish; this only matters if such a capture ends in the
//! promotion zone.

use super::piece_moves::{Kind, all_moves};
use super::start::{SIDES, Start};
use crate::definition::rules::EnPassantRules;
use crate::definition::variant::{PieceDef, PieceId, PieceSet, VariantDef};
use crate::geometry::{Perspective, Square, SquareSet};
use crate::movement::{Movement, Pattern};

/// The loss if en passant captures promote in only one of two definitions.
pub(in crate::definition) const OTHERWISE: &str =
    "captures en passant that lead into the zone promote differently";

/// Whether an en passant capture may promote; `false` if there are too many moves to test.
pub(crate) fn may_promote_in_passing(def: &VariantDef) -> bool {
    let promotes = |piece: &PieceDef| {
        let promotion = piece.promotion.as_ref();
        promotion.is_some_and(|rule| rule.in_passing) && knows_of_passing(piece)
    };
    if !def.pieces.values().any(promotes) {
        return false;
    }
    let start = Start::of(def);
    let mut marked = [SquareSet::new(), SquareSet::new()];
    let mut reached = [SquareSet::new(), SquareSet::new()];
    let rule = def.en_passant();
    let rule = rule.as_ref();
    for side in SIDES {
        for (number, _, piece) in def.numbered() {
            if !knows_of_passing(piece) {
                continue;
            }
            let Ok(moves) = all_moves(def, &start, side, number) else {
                return false;
            };
            let may = rule.is_none_or(|rule| rule.types[side as usize].contains(number));
            for mv in moves.iter().flat_map(|(_, moves)| moves) {
                // Marked squares are for captures by the other side.
                marked[1 - side as usize].extend(mv.marks.iter().copied());
                let allowed = rule.is_none_or(|rule| rule.region[side as usize].contains(mv.to));
                if mv.kind == Kind::EnPassant && may && allowed {
                    reached[side as usize]
                        .extend(zone(piece, side).iter().filter(|at| *at == mv.to));
                }
            }
        }
    }
    (0..2).any(|side| !marked[side].intersection(&reached[side]).is_empty())
}

/// The squares on which a piece has a promotion choice.
fn zone(piece: &PieceDef, side: Perspective) -> SquareSet {
    let promotion = piece.promotion.iter().filter(|rule| rule.in_passing);
    let choices = promotion.flat_map(|rule| &rule.choices);
    choices
        .flat_map(|choice| choice.zone.of(side).iter())
        .collect()
}

/// Whether a piece leaves or captures on en passant squares.
pub(in crate::definition) fn knows_of_passing(piece: &PieceDef) -> bool {
    let patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
    patterns.into_iter().any(|pattern| match pattern {
        Pattern::Walk(walk) => walk.legs.iter().any(|leg| leg.marks || leg.en_passant),
        _ => false,
    })
}

/// Whether a piece captures en passant.
pub fn captures_in_passing(piece: &PieceDef) -> bool {
    let patterns = piece.moves.iter().flat_map(|mv| mv.movement.patterns());
    patterns.into_iter().any(|pattern| match pattern {
        Pattern::Walk(walk) => walk.legs.iter().any(|leg| leg.en_passant),
        _ => false,
    })
}

impl VariantDef {
    /// Makes en passant captures subject to a rule. If the rule allows none, the moves lose en passant altogether.
    pub(crate) fn capture_in_passing(&mut self, rule: EnPassantRules) {
        let reaches = |side: Perspective| {
            let captors = rule.types[side as usize];
            let mut pieces = self.numbered();
            let captures =
                pieces.any(|(id, _, piece)| captors.contains(id) && captures_in_passing(piece));
            captures && !rule.region[side as usize].is_empty()
        };
        let marks = self.pieces.values().any(knows_of_passing);
        let marked = || SIDES.map(|side| self.marked(side));
        let meets = |marked: &[Option<SquareSet>; 2]| {
            SIDES.into_iter().any(|side| {
                // Marked squares are for captures by the other side.
                let marked = marked[1 - side as usize].as_ref();
                reaches(side)
                    && marked.is_none_or(|marked| {
                        !marked.intersection(&rule.region[side as usize]).is_empty()
                    })
            })
        };
        if marks && SIDES.into_iter().any(reaches) && meets(&marked()) {
            let rule = rule.unless_idle(self);
            self.set_en_passant(rule.as_ref());
            return;
        }
        for mv in self.pieces.values_mut().flat_map(|piece| &mut piece.moves) {
            mv.movement = without_passing(&mv.movement);
        }
    }

    /// The squares on which a side's pieces can be captured en passant; `None` if there are too many moves to test.
    fn marked(&self, side: Perspective) -> Option<SquareSet> {
        let start = Start::of(self);
        let mut marked = SquareSet::new();
        for (id, ..) in self
            .numbered()
            .filter(|(.., piece)| knows_of_passing(piece))
        {
            let moves = all_moves(self, &start, side, id).ok()?;
            marked.extend(
                moves
                    .iter()
                    .flat_map(|(_, moves)| moves)
                    .flat_map(|mv| mv.marks.iter().copied()),
            );
        }
        Some(marked)
    }
}

fn without_passing(movement: &Movement) -> Movement {
    let patterns = movement.patterns().iter().map(|pattern| {
        let mut pattern = pattern.clone();
        if let Pattern::Walk(walk) = &mut pattern {
            for leg in &mut walk.legs {
                leg.marks = false;
                leg.en_passant = false;
            }
        }
        pattern
    });
    Movement::from_patterns(patterns)
}

impl EnPassantRules {
    /// The rule in normal form; `None` if it allows every en passant capture of the moves.
    pub(in crate::definition) fn unless_idle(mut self, def: &VariantDef) -> Option<EnPassantRules> {
        let captors = def
            .numbered()
            .filter(|(.., piece)| captures_in_passing(piece));
        let captors: PieceSet = captors.map(|(id, ..)| id).collect();
        for types in &mut self.types {
            let may = |id: &PieceId| types.contains(def.forms.of(*id).kind);
            let allowed: PieceSet = captors.iter().filter(may).collect();
            *types = if allowed == captors {
                PieceSet::ALL
            } else {
                allowed
            };
        }
        let is_idle = self.types == [PieceSet::ALL; 2] && self.allows_all_squares(def);
        (!is_idle).then_some(self)
    }

    /// Whether the rule allows all squares on which a piece can be captured en passant.
    fn allows_all_squares(&self, def: &VariantDef) -> bool {
        let is_in = |square: &Square| self.region.iter().all(|region| region.contains(*square));
        if def.shape.squares().all(|square| is_in(&square)) {
            return true;
        }
        SIDES.into_iter().all(|side| {
            // Marked squares are for captures by the other side.
            let region = &self.region[1 - side as usize];
            let marked = def.marked(side);
            marked.is_some_and(|marked| marked.difference(region).is_empty())
        })
    }
}
