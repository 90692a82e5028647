//! Reaches with their precomputed tables.

use std::fmt;

use smallvec::SmallVec;

use super::caches::LazyBySquare;
use super::role_move::RoleMove;
use crate::compile::Condition;
use crate::definition::{CaptureMethod, PieceDef, Reach};
use crate::geometry::{Square, SquareSet, Zone};
use crate::movement::{Initial, Pattern};

/// A reach with its precomputed tables.
pub(crate) enum ReachTable {
    /// The neighbors of the square.
    Around,
    /// The eight lines, up to and including the first piece.
    Lines,
    /// The squares on which the piece could capture.
    Own,
    /// The targets of a movement.
    Paths(PathTable),
}

/// The paths of some patterns by side and square, listed on first use.
pub(crate) struct PathTable {
    pub(in crate::rules) patterns: Vec<ReachPattern>,
    pub(in crate::rules) listed: LazyBySquare<Ways>,
}

/// A pattern with the squares on which it applies.
pub(crate) struct ReachPattern {
    pub(in crate::rules) pattern: Pattern,
    pub(in crate::rules) from: Option<Zone>,
    pub(in crate::rules) to: Option<Zone>,
    /// Whether only captures count.
    pub(in crate::rules) captures: bool,
}

/// The squares within reach of one square.
#[derive(Default)]
pub(crate) struct Ways {
    /// Within reach on any board.
    pub(in crate::rules) always: SquareSet,
    /// Within reach on some board.
    pub(in crate::rules) ever: SquareSet,
    pub(in crate::rules) sometimes: Vec<Way>,
}

/// A path to a square with its conditions.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Way {
    pub(in crate::rules) to: Square,
    pub(in crate::rules) initial: Initial,
    pub(in crate::rules) conditions: SmallVec<[Condition; 4]>,
}

impl ReachTable {
    pub(crate) fn new(reach: &Reach) -> ReachTable {
        match reach {
            Reach::Around => ReachTable::Around,
            Reach::Lines => ReachTable::Lines,
            Reach::Own => ReachTable::Own,
            Reach::Movement(text) => {
                let patterns = text.movement.patterns().iter();
                ReachTable::Paths(PathTable::new(patterns.map(|pattern| ReachPattern {
                    pattern: pattern.clone(),
                    from: None,
                    to: None,
                    captures: false,
                })))
            }
        }
    }

    /// Whether it is the neighbors.
    pub(crate) const fn is_around(&self) -> bool {
        matches!(self, ReachTable::Around)
    }

    /// Whether it is neither the neighbors nor the lines.
    pub(crate) const fn is_far(&self) -> bool {
        matches!(self, ReachTable::Own | ReachTable::Paths(_))
    }
}

/// The reaches of all abilities of a piece; the neighbors for missing abilities.
pub(crate) struct ReachTables {
    pub(crate) freezes: ReachTable,
    pub(crate) burns: ReachTable,
    pub(crate) protects: ReachTable,
    /// The reach of explosions after a move.
    pub(crate) after: ReachTable,
    pub(crate) proximity: ReachTable,
    /// By action.
    pub(crate) actions: Vec<ReachTable>,
}

impl ReachTables {
    pub(crate) fn new(piece: &PieceDef) -> ReachTables {
        let table = |reach: Option<&Reach>| reach.map_or(ReachTable::Around, ReachTable::new);
        let freezes = piece.freezes.as_ref();
        let proximity = piece.captures.methods.iter().find_map(CaptureMethod::reach);
        let actions = piece.actions.iter();
        ReachTables {
            freezes: table(freezes.map(|freeze| &freeze.whom.reach)),
            burns: table(piece.burns.as_ref().map(|whom| &whom.reach)),
            protects: table(piece.protects.as_ref().map(|whom| &whom.reach)),
            after: table(piece.after.as_ref().map(|after| &after.reach)),
            proximity: table(proximity),
            actions: actions.map(|action| table(action.reach())).collect(),
        }
    }
}

impl PathTable {
    fn new(patterns: impl Iterator<Item = ReachPattern>) -> PathTable {
        PathTable {
            patterns: patterns.collect(),
            listed: LazyBySquare::default(),
        }
    }

    /// The paths by which a piece with these moves captures.
    pub(crate) fn own(moves: &[RoleMove]) -> PathTable {
        PathTable::new(moves.iter().map(|role_move| ReachPattern {
            pattern: role_move.pattern.clone(),
            from: role_move.from.clone(),
            to: role_move.to.clone(),
            captures: true,
        }))
    }
}

// A precomputed reach for queries of a rule.

/// A reach with its precomputed table.
///
/// A rule makes it from one of its [settings](crate::rules::RuleSettings::reach) in its constructor and
/// queries it with [`RuleContext::reaches`](crate::rules::RuleContext::reaches).
pub struct RuleReach {
    reach: Reach,
    table: ReachTable,
}

impl RuleReach {
    /// Precomputes the table of a reach.
    pub fn new(reach: Reach) -> RuleReach {
        RuleReach {
            table: ReachTable::new(&reach),
            reach,
        }
    }

    /// The reach.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    pub(crate) fn table(&self) -> &ReachTable {
        &self.table
    }
}

impl fmt::Debug for RuleReach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuleReach").field(&self.reach).finish()
    }
}
