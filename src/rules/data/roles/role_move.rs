//! One pattern of a role with the squares on which it applies.

use std::fmt;

use super::caches::LazyBySquare;
use crate::compile::Program;
use crate::definition::{MoveDef, PieceSet};
use crate::geometry::{Perspective, Square, Zone};
use crate::movement::{Initial, Movement, Pattern, Range};
use crate::source::{Code, Diagnostic, codes};

/// One pattern of a role with the squares on which it applies.
pub(crate) struct RoleMove {
    pub(crate) pattern: Pattern,
    pub(crate) from: Option<Zone>,
    pub(crate) to: Option<Zone>,
    /// The kinds that it can capture; `None` for all.
    pub(crate) takes: Option<PieceSet>,
    /// Whether it is legal in check.
    pub(crate) in_check: bool,
    /// By owner and square: the path program, if there is one.
    pub(crate) programs: LazyBySquare<Option<Box<Program>>>,
}

impl RoleMove {
    /// Whether the pattern applies to moves from a square.
    #[inline]
    pub(crate) fn begins_on(&self, from: Square, owner: Perspective) -> bool {
        let zone = self.from.as_ref();
        zone.is_none_or(|zone| zone.contains(from, owner))
    }

    /// Whether the pattern applies to moves to a square.
    #[inline]
    pub(crate) fn ends_on(&self, to: Square, owner: Perspective) -> bool {
        let zone = self.to.as_ref();
        zone.is_none_or(|zone| zone.contains(to, owner))
    }

    /// A pattern that applies everywhere.
    pub(crate) fn plain(pattern: Pattern) -> RoleMove {
        RoleMove {
            pattern,
            from: None,
            to: None,
            takes: None,
            in_check: true,
            programs: LazyBySquare::default(),
        }
    }
}

/// The ordinary moves of a piece: without first moves, castling and en passant, and with runs to
/// the middle reduced to single steps.
pub(crate) fn plain_moves(moves: &[RoleMove]) -> Vec<RoleMove> {
    let plain = |role_move: &RoleMove| {
        let mut pattern = role_move.pattern.clone();
        match &mut pattern {
            Pattern::Walk(walk) if walk.initial == Initial::Any => {
                for leg in &mut walk.legs {
                    if leg.range == Range::ToMiddle {
                        leg.range = Range::UpTo(1);
                    }
                    leg.marks = false;
                    leg.en_passant = false;
                }
            }
            Pattern::Universal(leap) if leap.initial == Initial::Any => {}
            _ => return None,
        }
        Some(RoleMove {
            pattern,
            from: role_move.from.clone(),
            to: role_move.to.clone(),
            takes: role_move.takes,
            in_check: role_move.in_check,
            programs: LazyBySquare::default(),
        })
    };
    moves.iter().filter_map(plain).collect()
}

/// The limit on enumerated paths of one piece from one square.
pub(crate) const PATHS: usize = 1 << 12;

// Additional movements that a rule gives to pieces.

/// A movement that a rule has read from its [settings](crate::rules::RuleSettings::movement), for
/// [`RuleContext::walks_by`](crate::rules::RuleContext::walks_by).
pub struct RuleMovement {
    movement: Movement,
    moves: Vec<RoleMove>,
}

impl RuleMovement {
    /// Reads a movement in Betza notation. The error is the first diagnostic.
    pub(crate) fn read(text: &str) -> Result<RuleMovement, (Code, String)> {
        let movement = match MoveDef::new(text) {
            Ok(read) => read.movement,
            Err(findings) => {
                let finding = findings.into_iter().find(Diagnostic::is_error);
                let refused = || (codes::RULE_REFUSED, String::new());
                return Err(finding.map_or_else(refused, |found| (found.code, found.message)));
            }
        };
        let patterns = movement.patterns().iter();
        let moves = patterns.map(|pattern| RoleMove::plain(pattern.clone()));
        Ok(RuleMovement {
            moves: moves.collect(),
            movement,
        })
    }

    /// The meaning of the notation.
    pub const fn movement(&self) -> &Movement {
        &self.movement
    }

    pub(crate) fn moves(&self) -> &[RoleMove] {
        &self.moves
    }
}

impl fmt::Debug for RuleMovement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuleMovement").field(&self.movement).finish()
    }
}
