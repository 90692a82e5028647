//! Print styles of movements, and the reasons why a dialect cannot express a pattern.

use std::fmt;

use crate::geometry::{Headings, Step, Wrap};
use crate::movement::Dialect;
use crate::movement::pattern::{Curve, Initial, Inside, Leg, Pattern, Range, Turn, Walk};

use super::bracket;

/// The notation of moves of several legs, in dialects that have more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Joints {
    /// The shorter one; chains if both have the same length.
    #[default]
    Shortest,
    /// With `a` before a shared atom, if possible.
    Chains,
    /// In square brackets, if possible.
    Brackets,
}

impl Joints {
    /// All notations.
    pub const ALL: [Joints; 3] = [Joints::Shortest, Joints::Chains, Joints::Brackets];

    /// Its name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Joints::Shortest => "shortest",
            Joints::Chains => "chains",
            Joints::Brackets => "brackets",
        }
    }
}

/// The style in which a movement is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PrintStyle {
    /// The notation of moves of several legs.
    pub joints: Joints,
}

/// The error for a movement that a dialect cannot express.
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::Movement;
/// use ferz::movement::Dialect;
///
/// let griffon = Movement::new("[F?R]").unwrap();
/// let error = griffon.to_betza(Dialect::FairyStockfish).unwrap_err();
/// assert!(!error.reason().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inexpressible {
    pub(super) dialect: Dialect,
    pub(super) pattern: Option<usize>,
    pub(super) reason: &'static str,
}

impl Inexpressible {
    /// The dialect.
    #[doc(hidden)]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The index of the [pattern](crate::movement::Movement::patterns) that cannot be expressed; `None` for the
    /// movement as a whole.
    #[doc(hidden)]
    pub const fn pattern(&self) -> Option<usize> {
        self.pattern
    }

    /// The reason, which completes "the pattern cannot be expressed because".
    pub const fn reason(&self) -> &'static str {
        self.reason
    }
}

impl fmt::Display for Inexpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pattern {
            Some(pattern) => write!(f, "pattern {} cannot be expressed", pattern + 1)?,
            None => write!(f, "the movement cannot be expressed")?,
        }
        write!(f, " in the dialect {}: {}", self.dialect, self.reason)
    }
}

impl std::error::Error for Inexpressible {}

// Reasons why a dialect cannot express a pattern.

/// Whether a text belongs to the dialect, that is, contains no later notation. Notation that the reader of the dialect
/// refuses is not listed.
pub(super) fn is_in_dialect(text: &str, dialect: Dialect) -> bool {
    let foreign = match dialect {
        Dialect::XBetza => "",
        Dialect::XBoard => "I@",
        Dialect::Diagram2020 => "[](",
        Dialect::Classic => "[](aeduxkytOUI@*XY",
        Dialect::FairyStockfish => "[](aeO",
    };
    !text.contains(|char: char| foreign.contains(char))
}

/// The first property of a pattern that the dialect cannot express.
pub(super) fn of(pattern: &Pattern, dialect: Dialect) -> &'static str {
    let walk = match pattern {
        Pattern::Walk(walk) => walk,
        Pattern::Castle(castle) => {
            return match (dialect, castle.distance) {
                (Dialect::Classic | Dialect::FairyStockfish, _) => "it castles",
                (_, 0 | 100..) => "it castles further than two digits can express",
                (_, _) if castle.initial == Initial::OneAhead => {
                    "it castles one rank ahead of its first square"
                }
                _ => "the notation has no letters for its kind of castling",
            };
        }
        Pattern::Imitation(_) => {
            return match dialect {
                Dialect::XBetza | Dialect::Diagram2020 => {
                    "the notation has no letters for the squares on which its imitation may end"
                }
                _ => "it imitates the piece that moved last",
            };
        }
        Pattern::Placement(_) => {
            return match dialect {
                Dialect::XBetza | Dialect::Diagram2020 => {
                    "its drop zone is larger than two digits can express"
                }
                _ => "it has a drop zone",
            };
        }
        Pattern::Universal(_) => {
            return match dialect {
                Dialect::XBetza | Dialect::Diagram2020 => {
                    "the notation has no letters for the squares on which its universal leap may end"
                }
                _ => "it leaps to any square",
            };
        }
    };
    let hops = walk.legs.len() == 2
        && matches!(&walk.legs[1].turn, Turn::Relative(turns, _) if *turns == Headings::of(&[0]));
    if walk.repeat.is_some() && dialect != Dialect::XBetza {
        return "it repeats legs";
    }
    if matches!(dialect, Dialect::Classic | Dialect::FairyStockfish) && walk.legs.len() > 1 && !hops
    {
        return "it has several legs";
    }
    walk.legs
        .iter()
        .enumerate()
        .find_map(|(index, leg)| of_leg(leg, index + 1 == walk.legs.len(), dialect))
        .or_else(|| of_walk(walk, dialect))
        .unwrap_or("no combination of letters has exactly this meaning")
}

fn of_leg(leg: &Leg, is_last: bool, dialect: Dialect) -> Option<&'static str> {
    use Dialect::{Classic, Diagram2020, FairyStockfish, XBetza, XBoard};
    let is_long = match leg.step {
        Step::Radial(n) => n > 3,
        Step::Oblique(_, long) => long > 3,
    };
    let is_old = matches!(dialect, XBoard | FairyStockfish | Classic);
    let is_halfway = matches!(leg.inside, Inside::HalfwayEmpty | Inside::HalfwayOccupied);
    let has_bends = matches!(&leg.turn, Turn::Relative(_, bends) if !bends.is_empty());
    let royal = crate::movement::pattern::Contents::ROYAL;
    let sees_royals =
        leg.take.meets(royal) != leg.take.meets(crate::movement::pattern::Contents::COMMONER);
    Some(match leg {
        _ if is_long && is_old => "its leap is longer than three squares",
        _ if is_halfway && dialect != XBoard => {
            "only the square halfway decides whether it is lame"
        }
        _ if dialect == XBoard
            && leg.inside != Inside::Anything
            && matches!(leg.step, Step::Radial(3..)) =>
        {
            "all squares of its path decide whether it is lame"
        }
        _ if matches!(leg.inside, Inside::Empty | Inside::Occupied)
            && matches!(leg.step, Step::Oblique(a, b) if (a, b) != (1, 2)) =>
        {
            "it is a lame oblique leap other than the Knight's"
        }
        _ if leg.curve != Curve::Straight && matches!(dialect, XBoard | FairyStockfish) => {
            "its path is curved"
        }
        _ if has_bends && dialect != XBetza => "it turns to the side of its previous bend",
        _ if leg.edge && dialect != XBetza => "a leg ends off the board",
        _ if leg.wrap != Wrap::None && dialect == FairyStockfish => "it goes around the board",
        _ if leg.wrap == Wrap::Torus && dialect == XBoard => "it goes around from rank to rank",
        _ if leg.range == Range::ToMiddle && is_old => "it runs to the middle of the board",
        _ if leg.marks && is_old => "it creates en passant squares",
        _ if leg.en_passant && dialect == FairyStockfish => {
            "en passant is a rule of the variant there, not a move"
        }
        _ if leg.en_passant && dialect == Classic => "it captures en passant",
        _ if leg.en_passant && dialect == XBoard && !is_last => {
            "it captures en passant before its last leg"
        }
        _ if sees_royals => "it captures royal and other pieces differently",
        _ if leg.skip > 0 && dialect == FairyStockfish => "it skips squares",
        _ if leg.relay && !matches!(dialect, XBetza | Diagram2020) => {
            "it makes another piece move, or borrows the moves of one"
        }
        _ if leg.unload => "it puts a captured piece back",
        _ => return None,
    })
}

fn of_walk(walk: &Walk, dialect: Dialect) -> Option<&'static str> {
    let first = walk.legs.first()?;
    let differ = walk.legs.iter().any(|leg| leg.step != first.step);
    let is_long = |range: Range| matches!(range, Range::UpTo(10..));
    Some(match dialect {
        Dialect::XBetza if walk.repeat.is_some() => {
            "it repeats legs, and the move without the repetition does not exist"
        }
        Dialect::XBetza if !bracket::has_atoms(walk) => "its leap has no letter",
        Dialect::XBetza => return None,
        _ if walk.initial == Initial::OneAhead && dialect == Dialect::FairyStockfish => {
            "it is made one rank ahead of the first square"
        }
        _ if differ => "its legs have different steps and need brackets",
        Dialect::FairyStockfish if is_long(first.range) => "its range has two digits",
        _ if walk.legs.len() > 1 => "its legs have separate ranges or directions and need brackets",
        _ => return None,
    })
}
