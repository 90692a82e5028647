//! Patterns: resolved moves as sequences of legs.
//!
//! Patterns are independent of the board and of the letters of any notation, ready for execution.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::geometry::{Headings, Step, Wrap};

/// A set of contents of a square, from the mover's point of view.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Contents(u8);

impl Contents {
    /// The empty set, which matches no square.
    pub const NONE: Contents = Contents(0);
    /// An empty square.
    pub const EMPTY: Contents = Contents(1);
    /// A piece of the mover's side.
    pub const FRIEND: Contents = Contents(2);
    /// An opposing piece that is not royal.
    pub const COMMONER: Contents = Contents(4);
    /// An opposing royal piece.
    pub const ROYAL: Contents = Contents(8);
    /// A wall, which occupies a square and belongs to no side.
    pub const WALL: Contents = Contents(16);
    /// A vanishing square that is absent at the moment.
    pub const ABSENT: Contents = Contents(32);
    /// Any opposing piece.
    pub const ENEMY: Contents = Contents(4 | 8);
    /// Any piece or wall.
    pub const OCCUPIED: Contents = Contents(2 | 4 | 8 | 16);
    /// All contents of a square that is present.
    pub const ANY: Contents = Contents(1 | 2 | 4 | 8 | 16);

    /// Contents in either set.
    #[inline]
    pub const fn union(self, other: Contents) -> Contents {
        Contents(self.0 | other.0)
    }

    /// Contents in both sets.
    #[inline]
    pub const fn intersection(self, other: Contents) -> Contents {
        Contents(self.0 & other.0)
    }

    /// Contents in this set and not in the other.
    pub const fn difference(self, other: Contents) -> Contents {
        Contents(self.0 & !other.0)
    }

    /// Whether the sets intersect.
    #[inline]
    pub const fn meets(self, other: Contents) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether everything in `other` is in this set.
    pub const fn includes(self, other: Contents) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl std::fmt::Debug for Contents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const NAMES: [&str; 6] = ["empty", "friend", "commoner", "royal", "wall", "absent"];
        let names: Vec<&str> = NAMES
            .iter()
            .enumerate()
            .filter(|(i, _)| self.0 & (1 << i) != 0)
            .map(|(_, name)| *name)
            .collect();
        f.write_str(if names.is_empty() { "nothing" } else { "" })?;
        f.write_str(&names.join("|"))
    }
}

/// A pattern: one way of moving.
///
/// The enum is exhaustive, so that code that draws or explains patterns does not compile until it
/// handles a new kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pattern {
    /// Legs made one after the other.
    Walk(Walk),
    /// Castling: a sideways move of an exact number of squares; the partner lands next to the mover.
    Castle(Castle),
    /// A leap to any other square.
    Universal(Universal),
    /// The moves of the piece that moved last.
    Imitation(Imitation),
    /// A drop from the hand on an empty square.
    Placement(Placement),
}

impl Pattern {
    /// Whether it is a walk with a leg that has a property.
    #[doc(hidden)]
    pub fn has_leg(&self, is_such: impl Fn(&Leg) -> bool) -> bool {
        match self {
            Pattern::Walk(walk) => walk.legs.iter().any(is_such),
            _ => false,
        }
    }

    /// Whether its last leg borrows the moves of the piece on which it ends.
    #[doc(hidden)]
    pub fn borrows(&self) -> bool {
        match self {
            Pattern::Walk(walk) => walk.legs.last().is_some_and(|leg| leg.relay),
            Pattern::Universal(leap) => leap.relay,
            Pattern::Castle(_) | Pattern::Imitation(_) | Pattern::Placement(_) => false,
        }
    }

    /// Whether it may move pieces other than the mover.
    #[doc(hidden)]
    pub fn moves_others(&self) -> bool {
        match self {
            Pattern::Walk(walk) => walk.legs.iter().any(|leg| leg.relay || leg.unload),
            Pattern::Universal(leap) => leap.relay || leap.unload,
            Pattern::Castle(_) | Pattern::Imitation(_) | Pattern::Placement(_) => false,
        }
    }

    /// The same pattern, restricted to paths that visit no square twice.
    #[doc(hidden)]
    pub fn without_revisits(&self) -> Pattern {
        match self {
            Pattern::Walk(walk) => Pattern::Walk(Walk {
                revisits: false,
                ..walk.clone()
            }),
            other => other.clone(),
        }
    }

    /// The same pattern, with steps that skip walls.
    #[doc(hidden)]
    pub fn skipping_walls(self) -> Pattern {
        match self {
            Pattern::Walk(walk) => Pattern::Walk(Walk {
                skips_walls: true,
                ..walk
            }),
            other => other,
        }
    }

    /// The same pattern, restricted to turns at a rebound.
    #[doc(hidden)]
    pub fn rebounding(&self) -> Pattern {
        match self {
            Pattern::Walk(walk) => Pattern::Walk(Walk {
                rebounds: true,
                ..walk.clone()
            }),
            other => other.clone(),
        }
    }
}

/// A sequence of mandatory legs, with an optional repeated stretch.
///
/// # Invariants
/// At least one leg; the first leg's turn is [`Turn::Absolute`], the others' is not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Walk {
    /// The legs in order.
    pub legs: Vec<Leg>,
    /// The condition on the mover.
    pub initial: Initial,
    /// The stretch of legs that may be skipped or repeated.
    pub repeat: Option<Repeat>,
    /// Whether the path may return to its origin or to a square on which a step has ended.
    pub revisits: bool,
    /// Whether a later leg begins only if the edge of the board or a hole obstructs the previous leg, and only on the
    /// side from which the path turns away.
    pub rebounds: bool,
    /// Whether a step that would end on a wall continues in its direction to the next square without a wall.
    pub skips_walls: bool,
}

/// A stretch of legs that is made any number of times, or not at all.
///
/// # Invariants
/// `1 <= from < to < legs.len()`: neither the first nor the last leg belongs to the stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Repeat {
    /// Index of its first leg.
    pub from: u8,
    /// Index of the leg after it.
    pub to: u8,
    /// The most repetitions; `None` repeats until no new square is reached.
    pub at_most: Option<u8>,
}

/// The condition on the mover under which a move may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Initial {
    /// Always.
    #[default]
    Any,
    /// While the piece has not moved.
    Unmoved,
    /// One rank ahead of a square on which such a piece would be unmoved.
    OneAhead,
}

/// One leg: straight (or curved) steps of one kind to an end square.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leg {
    /// The headings it may take.
    pub turn: Turn,
    /// The step vector up to its heading.
    pub step: Step,
    /// The headings that the step's atom owns; others are not taken.
    pub owned: Headings,
    /// The number of steps.
    pub range: Range,
    /// The number of initial steps that ignore contents and are no end squares.
    pub skip: u8,
    /// The contents required on the squares inside one step.
    pub inside: Inside,
    /// The change of the heading from step to step.
    pub curve: Curve,
    /// The contents on which the leg may end without a capture.
    pub pass: Contents,
    /// The contents on which the leg may end with a capture.
    pub take: Contents,
    /// Whether the leg may end on an en passant square, which captures the piece that left it.
    pub en_passant: bool,
    /// Whether the leg may end just off the board.
    pub edge: bool,
    /// The continuation of the leg at the edge of the board.
    pub wrap: Wrap,
    /// Whether the leg must be as long as the latest slide.
    pub iso: bool,
    /// Whether the piece captured last reappears where this leg begins.
    pub unload: bool,
    /// Whether the squares passed become en passant squares.
    pub marks: bool,
    /// Whether the leg may end on a piece of the mover's side that takes over: that piece makes the remaining legs from
    /// its own square. After the last leg, the mover has the moves of that piece.
    pub relay: bool,
}

impl Leg {
    /// A leg of one step in any direction, from which others are built. It cannot end on any
    /// contents until `pass` or `take` is set.
    pub const fn new(step: Step) -> Leg {
        Leg {
            turn: Turn::Absolute(Headings::ALL),
            step,
            owned: Headings::ALL,
            range: Range::UpTo(1),
            skip: 0,
            inside: Inside::Anything,
            curve: Curve::Straight,
            pass: Contents::NONE,
            take: Contents::NONE,
            en_passant: false,
            edge: false,
            wrap: Wrap::None,
            iso: false,
            unload: false,
            marks: false,
            relay: false,
        }
    }
}

/// The heading of a leg relative to the previous leg.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// The first leg: headings as the owner sees them.
    Absolute(Headings),
    /// Eighths of a circle, clockwise, from the previous heading; and turns whose side depends on
    /// the previous bend.
    Relative(Headings, SmallVec<[Bend; 1]>),
    /// The headings of the leg's atom that deviate least from the previous heading.
    Outward,
    /// Continues the curve of the previous leg, as if it had not ended.
    Onward,
}

/// A turn to the same side as the previous bend, or to the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bend {
    /// Eighths of a circle, 1 to 3.
    pub eighths: u8,
    /// The side.
    pub side: BendSide,
}

/// The side of a [`Bend`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BendSide {
    /// The side of the previous bend.
    Same,
    /// The other side.
    Opposite,
}

/// The number of steps of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Range {
    /// One to this many.
    UpTo(u8),
    /// Any number.
    Unlimited,
    /// Up to the last rank of the mover's own half, or one step beyond it.
    ToMiddle,
    /// The rest of the previous leg's range.
    Rest,
}

/// The contents required on the squares between the ends of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Inside {
    /// Anything: the step leaps.
    #[default]
    Anything,
    /// Empty squares: the step is lame.
    Empty,
    /// At least one piece: the step must jump.
    Occupied,
    /// An empty square at half the distance, with each coordinate rounded towards the beginning; the mover on its
    /// origin counts as a piece.
    HalfwayEmpty,
    /// A piece on that square; the mover on its origin counts.
    HalfwayOccupied,
}

/// The change of the heading from step to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Curve {
    /// Not at all.
    #[default]
    Straight,
    /// By 90 degrees, alternately to either side.
    Crooked,
    /// By 45 degrees, always to the same side; at most a full circle.
    Circular,
}

/// Castling: the mover moves exactly `distance` squares sideways, and the partner lands on its
/// inner side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Castle {
    /// The side, as the owner sees it.
    pub side: Side,
    /// The number of squares that the mover moves.
    pub distance: u8,
    /// The distance of the partner from the edge.
    pub inset: u8,
    /// Whether the mover must be unmoved (the partner always must).
    pub initial: Initial,
}

/// Left or right as the owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// To the owner's left.
    Left,
    /// To the owner's right.
    Right,
}

/// A leap to any other square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Universal {
    /// The condition on the mover.
    pub initial: Initial,
    /// The contents of a target without a capture: [`Contents::EMPTY`] or none.
    pub pass: Contents,
    /// The contents that are captured on the target.
    pub take: Contents,
    /// Whether the mover has the moves of a piece of its own side on the target.
    pub relay: bool,
    /// Whether the captured piece reappears on the mover's origin.
    pub unload: bool,
}

/// The moves of the piece that moved last, on either side, unless it is an imitator itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Imitation {
    /// The condition on the mover.
    pub initial: Initial,
    /// Whether the moves are turned by 180 degrees.
    pub turned: bool,
    /// The contents of a target without a capture.
    pub pass: Contents,
    /// The contents that are captured on the target.
    pub take: Contents,
    /// Whether captures en passant are imitated.
    pub en_passant: bool,
}

impl Imitation {
    /// The part of a walk that is imitated; `None` if it cannot end in an allowed way. Imitated moves leave no en
    /// passant squares.
    pub fn of(self, walk: &Walk) -> Option<Cow<'_, Walk>> {
        let last = walk.legs.last()?;
        let (pass, take) = (last.pass.intersection(self.pass), self.taken(last.take));
        let en_passant = last.en_passant && self.en_passant;
        if pass.is_empty() && take.is_empty() && !en_passant {
            return None;
        }
        let has_marks = walk.legs.iter().any(|leg| leg.marks);
        if (pass, take, en_passant) == (last.pass, last.take, last.en_passant)
            && !has_marks
            && !last.relay
        {
            return Some(Cow::Borrowed(walk));
        }
        let mut walk = walk.clone();
        for leg in &mut walk.legs {
            leg.marks = false;
        }
        if let Some(last) = walk.legs.last_mut() {
            (last.pass, last.take, last.en_passant) = (pass, take, en_passant);
            last.relay = false;
        }
        Some(Cow::Owned(walk))
    }

    /// The captures that are imitated.
    pub const fn taken(self, take: Contents) -> Contents {
        take.intersection(self.take)
    }
}

/// A drop from the hand on an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The number of ranks, from the owner's first, on which it may be dropped; `None` for all.
    pub depth: Option<u8>,
    /// The number of these ranks that are excluded, from the owner's first.
    pub inset: u8,
    /// The limit on such pieces on one file; `None` for no limit.
    pub per_file: Option<u8>,
    /// The limit on such pieces on squares of one color.
    pub per_shade: Option<u8>,
    /// The limit on such pieces on the board.
    pub on_board: Option<u8>,
}
