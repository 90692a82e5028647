//! Actions and effects of pieces: moves other than walks, captures on other squares, affected pieces, transformation,
//! promotion and reach.

use crate::geometry::{Offset, Zone};
use crate::movement::{Dialect, Movement};
use crate::source::Parse;

use super::piece_id::{PieceId, PieceSet};

/// A move other than a walk.
///
/// The enum is exhaustive, so that code that draws or explains pieces does not compile until it
/// handles a new kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Leaps over opposing pieces in a straight line, with an empty square after each of them, and captures them.
    LongLeap {
        /// Whether the leap captures only one piece and ends directly after it.
        single: bool,
    },
    /// Jumps over neighbors in a series.
    JumpSeries(JumpSeries),
    /// Repeats a leap as an initial move.
    Run(Run),
    /// Swaps places with a piece of either side within reach, by default the first one on a line.
    Swap {
        /// The squares of the other piece.
        reach: Reach,
        /// The pieces with which it swaps; all if `None`.
        with: Option<PieceSet>,
    },
    /// Removes itself and one opposing piece within reach.
    Boom {
        /// The squares of that piece.
        reach: Reach,
    },
    /// Removes itself and all pieces within reach, unless a royal piece of its own side is among them.
    Explode {
        /// The squares that explode.
        reach: Reach,
    },
    /// Pushes a piece within reach by one step, and moves to its square. The pushed piece makes the captures that this
    /// move of its own would make.
    Push {
        /// The squares of that piece.
        reach: Reach,
    },
    /// Steps directly away from a piece within reach, which makes the same step and the captures that this move of its
    /// own would make.
    Pull {
        /// The squares of that piece.
        reach: Reach,
    },
    /// Moves to an empty square within reach and leaves a piece from its owner's hand behind.
    Resurrect {
        /// The destinations.
        reach: Reach,
    },
    /// Captures an opposing piece within reach, by default the first piece on a line, without moving.
    Rifle {
        /// The squares of that piece.
        reach: Reach,
    },
    /// Pushes a line of pieces that begins within reach by one step, and moves to the square of the first of them; an
    /// opposing piece that is pushed off the board is captured.
    Plow {
        /// The squares at which the line begins.
        reach: Reach,
    },
    /// Moves and captures like the piece that the opponent moved last, without its initial moves, castling, runs, en
    /// passant and promotion. A piece that imitated is imitated in the form that it imitated.
    Imitate,
}

impl Action {
    /// The squares on which it acts; `None` if its kind determines them.
    pub const fn reach(&self) -> Option<&Reach> {
        match self {
            Action::Swap { reach, .. }
            | Action::Boom { reach }
            | Action::Explode { reach }
            | Action::Push { reach }
            | Action::Pull { reach }
            | Action::Resurrect { reach }
            | Action::Rifle { reach }
            | Action::Plow { reach } => Some(reach),
            Action::LongLeap { .. } | Action::JumpSeries(_) | Action::Run(_) | Action::Imitate => {
                None
            }
        }
    }

    /// Changes the squares on which it acts, if it has a reach.
    pub fn set_reach(&mut self, new: Reach) {
        match self {
            Action::Swap { reach, .. }
            | Action::Boom { reach }
            | Action::Explode { reach }
            | Action::Push { reach }
            | Action::Pull { reach }
            | Action::Resurrect { reach }
            | Action::Rifle { reach }
            | Action::Plow { reach } => *reach = new,
            Action::LongLeap { .. } | Action::JumpSeries(_) | Action::Run(_) | Action::Imitate => {}
        }
    }

    /// Whether it has the default reach of its kind.
    #[doc(hidden)]
    pub fn has_usual_reach(&self) -> bool {
        let usual = match self {
            Action::Swap { .. } | Action::Rifle { .. } => Reach::Lines,
            _ => Reach::Around,
        };
        self.reach().is_none_or(|reach| *reach == usual)
    }

    /// Whether it moves like a walk, so that the mover's capture methods apply.
    pub(crate) const fn goes(&self) -> bool {
        matches!(
            self,
            Action::LongLeap { .. } | Action::Swap { .. } | Action::JumpSeries(_) | Action::Run(_)
        )
    }
}

/// A series of jumps over neighbors: first over own pieces, then over opposing pieces, which are captured.
#[derive(Clone, Debug, PartialEq)]
pub struct JumpSeries {
    /// The squares of a piece that is jumped over; the jump is twice as long. A series uses only one of the lists.
    pub over: Vec<Vec<Offset>>,
    /// Whether own pieces may be jumped over before the first capture.
    pub over_own: bool,
    /// Whether a square on which a piece can be captured en passant counts as that piece.
    pub en_passant: bool,
    /// Opposing pieces that must be captured when a jump ends next to them.
    pub must_take: PieceSet,
    /// Whether captured pieces are removed only at the end of the series.
    pub remove_at_end: bool,
}

/// A leap over empty squares, repeated several times as an initial move. The piece can be captured en passant on every
/// passed square.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The leaps to choose from.
    pub leaps: Vec<Offset>,
    /// The largest number of leaps, at least two.
    pub steps: u8,
}

/// The pieces that a piece affects: pieces of some kinds within its reach.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Affected {
    /// The squares of the affected pieces.
    pub reach: Reach,
    /// The affected kinds; all if `None`.
    pub only: Option<PieceSet>,
    /// Kinds that are exempt.
    pub except: PieceSet,
}

impl Affected {
    /// Whether a kind of piece is affected.
    pub fn applies_to(&self, piece: impl Into<PieceId>) -> bool {
        let piece = piece.into();
        self.only.is_none_or(|only| only.contains(piece)) && !self.except.contains(piece)
    }
}

/// The freezing of opposing pieces within reach, which may not move.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Freeze {
    /// The pieces that it freezes.
    pub whom: Affected,
    /// Pieces of the frozen side within reach of the freezing piece that lift the freeze of the others.
    pub lifted_by: PieceSet,
}

/// The transformation of a piece after its own move, by the captured pieces.
///
/// An explosion takes precedence over removal, and removal over a change; of several changes the first in the list
/// applies.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AfterMove {
    /// The piece that it becomes, by captured piece.
    pub becomes: Vec<(PieceId, PieceId)>,
    /// Captured pieces with which it is also removed.
    pub vanishes: PieceSet,
    /// Captured pieces with which it explodes: it is removed together with all pieces of both sides within reach. A
    /// move that would remove a royal piece of its own side is illegal.
    pub explodes: PieceSet,
    /// The squares that explode.
    pub reach: Reach,
    /// The transformation after a move without a capture.
    pub quiet: Option<Quiet>,
}

/// The transformation after a move without a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiet {
    /// It becomes another piece.
    Becomes(PieceId),
    /// It explodes.
    Explodes,
}

/// The captures of a piece's moves on squares other than the destination.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct PieceCaptures {
    /// The capture methods in addition to those of the move text. All methods see the board after the move of the piece
    /// and before any removal; their victims are removed together.
    pub methods: Vec<CaptureMethod>,
    /// Whether the victims change sides instead of being removed.
    pub convert: bool,
    /// Whether a move after which the piece is burned captures nothing in these ways.
    pub unless_burned: bool,
    /// Whether the move by which another piece promotes to this one also captures in these ways.
    pub on_promotion: bool,
}

/// A method of capturing pieces on squares other than the destination.
///
/// The enum is exhaustive, so that code that draws or explains pieces does not compile until it
/// handles a new kind.
#[derive(Clone, Debug, PartialEq)]
pub enum CaptureMethod {
    /// Opposing pieces between the mover and an own piece two squares away in an orthogonal direction, after a move
    /// along a rank or file.
    Custodial,
    /// The opposing piece directly behind the origin of a straight move.
    Withdrawal,
    /// The opposing piece directly ahead of the destination of a straight move.
    Approach,
    /// Opposing pieces on the intersections of the mover's rank or file with its king's file or rank.
    Coordination,
    /// The opposing piece on the middle square of a diagonal move of two squares, to an empty square unless the rules
    /// allow others.
    Midpoint,
    /// All opposing pieces within reach of the mover.
    Proximity {
        /// The squares of the victims.
        reach: Reach,
    },
    /// Opposing pieces that the move would capture by their own method.
    Mimic(Mimic),
}

impl CaptureMethod {
    /// The squares on which it acts; `None` if its kind determines them.
    pub const fn reach(&self) -> Option<&Reach> {
        match self {
            CaptureMethod::Proximity { reach } => Some(reach),
            _ => None,
        }
    }
}

/// Options for capturing pieces by their own methods; leaps over leapers are always included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Mimic {
    /// Whether a move that leaps captures in no other way.
    pub pure: bool,
    /// Whether it swaps places with opposing pieces that swap.
    pub swaps: bool,
    /// Whether it explodes with opposing pieces that do so.
    pub booms: bool,
}

/// The promotion of a piece at the end of its move.
///
/// A piece that arrives on a square in the zone of at least one choice must take one of the choices for that square, or
/// may remain unpromoted if the square is in `stay`. If promotion is mandatory and no choice is available, the move is
/// illegal.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PromotionDef {
    /// The choices, in the order in which they are offered.
    pub choices: Vec<PromotionChoice>,
    /// The squares of the promotion zone on which promotion is optional.
    pub stay: Zone,
    /// Whether en passant captures promote as well.
    pub in_passing: bool,
    /// Whether move texts name the piece only to distinguish moves.
    pub silent: bool,
}

/// One choice of a promotion.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PromotionChoice {
    /// The piece.
    pub piece: PieceId,
    /// The squares on which it is available.
    pub zone: Zone,
    /// The stock from which it comes.
    pub stock: PromotionStock,
    /// The largest number of such pieces that one side may have on the board after the promotion, regardless of its
    /// hand.
    pub limit: Option<u16>,
}

/// The stock of promoted pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionStock {
    /// The box, which is unlimited.
    Unlimited,
    /// The player's own hand.
    Hand,
}

/// The squares that a rule reaches from the square of a piece, from the owner's point of view.
///
/// The contents of a square within reach do not matter; pieces on the way to it do, if the movement depends on them.
/// Freezing, burning, protecting, pushing and similar effects share this type.
///
/// ```
/// use ferz::definition::Reach;
/// use ferz::movement::Dialect;
///
/// let knightly = Reach::read("N", Dialect::XBetza).value;
/// assert_ne!(knightly, Reach::Around);
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Reach {
    /// The adjacent squares, without wrapping.
    #[default]
    Around,
    /// The squares of the eight lines up to and including the first piece.
    Lines,
    /// The squares on which the piece could capture with its own moves.
    Own,
    /// The squares that a movement reaches.
    Movement(ReachText),
}

/// A movement that defines squares, with its text. Two are equal if they have the same meaning.
#[derive(Clone, Debug)]
pub struct ReachText {
    /// The text.
    pub betza: String,
    /// The dialect it was read in.
    pub dialect: Dialect,
    /// The meaning of the text.
    pub movement: Movement,
}

impl PartialEq for ReachText {
    fn eq(&self, other: &ReachText) -> bool {
        self.movement == other.movement
    }
}

impl Reach {
    /// Reads a reach: `own`, or a movement.
    pub fn read(text: &str, dialect: Dialect) -> Parse<Reach> {
        if text == OWN {
            return Parse {
                value: Reach::Own,
                diagnostics: Vec::new(),
            };
        }
        let read = Movement::read(text, dialect);
        Parse {
            value: Reach::of(text, dialect, read.value),
            diagnostics: read.diagnostics,
        }
    }

    /// The reach of a movement and its text.
    pub(crate) fn of(text: &str, dialect: Dialect, movement: Movement) -> Reach {
        Reach::Movement(ReachText {
            betza: text.to_owned(),
            dialect,
            movement,
        })
    }

    /// Its text in the dialect of a TOML file. Text that cannot be written is found when the file is read again.
    pub(crate) fn text(&self) -> String {
        match self {
            Reach::Around => "K".to_owned(),
            Reach::Lines => "Q".to_owned(),
            Reach::Own => OWN.to_owned(),
            Reach::Movement(text) => {
                let read = Movement::read(&text.betza, Dialect::XBetza);
                if read.diagnostics.is_empty() && read.value == text.movement {
                    return text.betza.clone();
                }
                let written = text.movement.to_betza(Dialect::XBetza);
                written.unwrap_or_else(|_| text.betza.clone())
            }
        }
    }
}

/// The keyword for the squares of the piece's captures.
pub(crate) const OWN: &str = "own";
