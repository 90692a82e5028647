//! The resolved form of a move: legs whose every letter has been read.
//!
//! Nothing here knows a board, and no letter of any notation survives: what is left is executed,
//! not interpreted.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::geometry::{Headings, Step, Wrap};

/// What a square may hold, from the point of view of the mover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Contents(u8);

impl Contents {
    /// Nothing at all: matches no square.
    pub const NONE: Contents = Contents(0);
    /// An empty square.
    pub const EMPTY: Contents = Contents(1);
    /// A piece of the mover's side.
    pub const FRIEND: Contents = Contents(2);
    /// An opposing piece that is not royal.
    pub const COMMONER: Contents = Contents(4);
    /// An opposing royal piece.
    pub const ROYAL: Contents = Contents(8);
    /// A wall: occupied, but nobody's.
    pub const WALL: Contents = Contents(16);
    /// A vanishing square that is not there at the moment.
    pub const ABSENT: Contents = Contents(32);
    /// Any opposing piece.
    pub const ENEMY: Contents = Contents(4 | 8);
    /// Any piece or wall.
    pub const OCCUPIED: Contents = Contents(2 | 4 | 8 | 16);
    /// Everything that can stand on a square that is there.
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

    /// Whether the sets share anything.
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

/// One way of moving.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Pattern {
    /// Legs walked one after the other.
    Walk(Walk),
    /// Sideways by an exact number of squares, with a partner that lands beside the mover.
    Castle(Castle),
    /// A leap to any other square.
    Universal(Universal),
    /// The moves of the piece that moved last.
    Imitation(Imitation),
    /// From the hand to an empty square.
    Placement(Placement),
}

impl Pattern {
    /// Whether its last leg borrows the moves of the piece on which it ends.
    pub(crate) fn borrows(&self) -> bool {
        match self {
            Pattern::Walk(walk) => walk.legs.last().is_some_and(|leg| leg.relay),
            Pattern::Universal(leap) => leap.relay,
            Pattern::Castle(_) | Pattern::Imitation(_) | Pattern::Placement(_) => false,
        }
    }

    /// Whether it may move another piece than the mover.
    pub(crate) fn moves_others(&self) -> bool {
        match self {
            Pattern::Walk(walk) => walk.legs.iter().any(|leg| leg.relay || leg.unload),
            Pattern::Universal(leap) => leap.relay || leap.unload,
            Pattern::Castle(_) | Pattern::Imitation(_) | Pattern::Placement(_) => false,
        }
    }

    /// The same, but that it comes to no square twice.
    pub(crate) fn without_revisits(&self) -> Pattern {
        match self {
            Pattern::Walk(walk) => Pattern::Walk(Walk {
                revisits: false,
                ..walk.clone()
            }),
            other => other.clone(),
        }
    }

    /// The same, but that its steps go over walls.
    pub(crate) fn skipping_walls(self) -> Pattern {
        match self {
            Pattern::Walk(walk) => Pattern::Walk(Walk {
                skips_walls: true,
                ..walk
            }),
            other => other,
        }
    }

    /// The same, but that it turns only where it rebounds.
    pub(crate) fn rebounding(&self) -> Pattern {
        match self {
            Pattern::Walk(walk) => Pattern::Walk(Walk {
                rebounds: true,
                ..walk.clone()
            }),
            other => other.clone(),
        }
    }
}

/// A sequence of legs. All of them must be made, but for a stretch that may be repeated.
///
/// # Invariants
/// At least one leg; the first leg's turn is [`Turn::Absolute`], the others' is not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Walk {
    /// The legs in order.
    pub legs: Vec<Leg>,
    /// When the walk may begin.
    pub initial: Initial,
    /// The stretch of legs that may be left out or gone through again.
    pub repeat: Option<Repeat>,
    /// Whether it may come to a square again on which a step has ended, or where it began.
    pub revisits: bool,
    /// Whether a later leg begins only where the edge of the board or a hole is in the way of the leg
    /// before, and on the side from which the path turns away.
    pub rebounds: bool,
    /// Whether a step that would end on a wall goes on in its direction to the next square that is none.
    pub skips_walls: bool,
}

/// A stretch of legs that is gone through any number of times, or not at all.
///
/// # Invariants
/// `1 <= from < to < legs.len()`: neither the first nor the last leg belongs to the stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Repeat {
    /// Index of its first leg.
    pub from: u8,
    /// Index of the leg behind it.
    pub to: u8,
    /// How often at most; without a number until nothing new is reached.
    pub at_most: Option<u8>,
}

/// When a move may be made.
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
    /// Which headings it may take.
    pub turn: Turn,
    /// The step vector up to its heading.
    pub step: Step,
    /// The headings that the step's atom owns; others are not taken.
    pub owned: Headings,
    /// How many steps.
    pub range: Range,
    /// Steps at the beginning that pass whatever stands there and are no end squares.
    pub skip: u8,
    /// What the squares inside one step must hold.
    pub inside: Inside,
    /// Whether the heading changes from step to step.
    pub curve: Curve,
    /// What the end square may hold so that the leg ends there and leaves it as it is.
    pub pass: Contents,
    /// What the end square may hold so that the leg ends there and removes it.
    pub take: Contents,
    /// Whether the leg may end on an en passant square, removing the piece that made it one.
    pub en_passant: bool,
    /// Whether the leg may end just off the board.
    pub edge: bool,
    /// How the leg goes on at the edge of the board.
    pub wrap: Wrap,
    /// Whether it must be as long as the latest slide.
    pub iso: bool,
    /// Whether the piece captured last reappears where this leg begins.
    pub unload: bool,
    /// Whether the squares passed become en passant squares.
    pub marks: bool,
    /// Whether it may end on a piece of one's own that does the rest: that piece makes the legs that
    /// follow, from its own square. If none follow, the mover has the moves of that piece.
    pub relay: bool,
}

impl Leg {
    /// A single step of the kind, in all directions, that may end nowhere: the beginning of a leg.
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

/// How a leg's heading follows from the one before it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// The first leg: headings as the owner sees them.
    Absolute(Headings),
    /// Eighths of a circle, clockwise, from the previous heading; and turns whose side depends on
    /// the previous bend.
    Relative(Headings, SmallVec<[Bend; 1]>),
    /// The headings of the leg's atom that deviate least from the previous heading.
    Outward,
    /// On along the curve of the previous leg, as if it had not ended.
    Onward,
}

/// A turn to the same side as the previous bend, or to the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bend {
    /// Eighths of a circle, 1 to 3.
    pub eighths: u8,
    /// Same side or other side.
    pub side: BendSide,
}

/// Which side a [`Bend`] goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BendSide {
    /// The side of the previous bend.
    Same,
    /// The other side.
    Opposite,
}

/// How many steps a leg may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Range {
    /// One to this many.
    UpTo(u8),
    /// Any number.
    Unlimited,
    /// As far as the last rank of the mover's own half, or a single step beyond it.
    ToMiddle,
    /// What the previous leg left of its range.
    Rest,
}

/// What the squares inside one step (between its ends) must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Inside {
    /// Anything: the step leaps.
    #[default]
    Anything,
    /// Nothing: the step is lame.
    Empty,
    /// At least one piece: the step must jump.
    Occupied,
    /// Nothing on the square at half of the way, each coordinate rounded towards the beginning;
    /// there the mover itself counts, on its origin.
    HalfwayEmpty,
    /// A piece on that square, be it the mover on its origin.
    HalfwayOccupied,
}

/// How the heading changes from step to step.
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

/// Castling: exactly `distance` squares sideways; the partner lands just inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Castle {
    /// To which side, as the owner sees it.
    pub side: Side,
    /// Squares that the mover goes.
    pub distance: u8,
    /// How far in from the edge the partner stands.
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
    /// When it may be made.
    pub initial: Initial,
    /// What the target may hold and keep: [`Contents::EMPTY`] or nothing.
    pub pass: Contents,
    /// What the target may hold and lose.
    pub take: Contents,
    /// Whether the mover has the moves of a piece of its own side that stands there.
    pub relay: bool,
    /// Whether what the target holds and loses reappears where the mover came from.
    pub unload: bool,
}

/// The moves of the piece that moved last, on either side, unless it is an imitator itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Imitation {
    /// When it may be made.
    pub initial: Initial,
    /// Whether forward is backward.
    pub turned: bool,
    /// What the target of a move may hold and keep.
    pub pass: Contents,
    /// What the target of a move may hold and lose.
    pub take: Contents,
    /// Whether captures en passant are imitated.
    pub en_passant: bool,
}

impl Imitation {
    /// What is left of a walk when it is imitated; nothing if it cannot end in an allowed way.
    /// Nobody is left open to capture en passant.
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

    /// What is left of captures.
    pub const fn taken(self, take: Contents) -> Contents {
        take.intersection(self.take)
    }
}

/// From the hand to an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// How many ranks, counted from the owner's first, it may be put down on; all if none is given.
    pub depth: Option<u8>,
    /// How many of these ranks are left out, from the owner's first on.
    pub inset: u8,
    /// How many such pieces a file may hold; any number if none is given.
    pub per_file: Option<u8>,
    /// How many such pieces may stand on squares of one shade.
    pub per_shade: Option<u8>,
    /// How many such pieces the board may hold.
    pub on_board: Option<u8>,
}
