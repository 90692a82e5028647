//! The ways a piece can move on a board, reduced to what makes a difference.
//!
//! Two descriptions of a piece are the same where they have the same ways: the same moves are
//! possible in the same positions, however they are written.

use super::piece_id::PieceId;
use super::start::Start;
use super::variant::{InitialDef, PieceDef, VariantDef};
use crate::compile::{Condition, Path, paths};
use crate::geometry::{BoardShape, Offset, Perspective, Square, SquareSet, Wrap, Zone};
use crate::movement::{Castle, Contents, Initial, Movement, Pattern, Side, Universal};

/// Paths from one square beyond which two pieces are not compared.
const MANY_PATHS: usize = 1 << 12;

/// Paths that are laid out for the ways of one piece from everywhere.
const WORK: usize = 1 << 21;

/// One way to move, reduced to what makes a difference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    pub(super) to: Square,
    pub(super) kind: Kind,
    pub(super) taken: Vec<Square>,
    pub(super) marks: Vec<Square>,
    pub(super) conditions: Vec<Condition>,
}

/// What a way does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Quiet,
    Capture(Contents),
    EnPassant,
    /// With the piece so far in from the edge.
    Castle(u8),
}

/// There are more paths than anybody wants to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMuch;

/// A board as one side sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook<'a> {
    pub(super) shape: &'a BoardShape,
    pub(super) side: Perspective,
    /// Squares on which the piece has not moved.
    pub(super) at_home: &'a SquareSet,
}

impl Outlook<'_> {
    /// Adds the ways from a square. Each path costs a unit of `work`.
    pub(super) fn ways(
        &self,
        movement: &Movement,
        origin: Square,
        ways: &mut Vec<Way>,
        work: &mut usize,
    ) -> Result<(), TooMuch> {
        for pattern in movement.patterns() {
            match pattern {
                Pattern::Walk(walk) if self.may_begin(walk.initial, origin) => {
                    let found = paths(walk, self.shape, self.side, origin, MANY_PATHS)
                        .map_err(|_| TooMuch)?;
                    *work = work.checked_sub(found.len() + 1).ok_or(TooMuch)?;
                    ways.extend(found.iter().flat_map(split));
                }
                Pattern::Castle(castle) if self.may_begin(castle.initial, origin) => {
                    ways.extend(self.castle(*castle, origin));
                }
                Pattern::Universal(leap) if self.may_begin(leap.initial, origin) => {
                    let targets = self.shape.squares().filter(|to| *to != origin);
                    ways.extend(targets.flat_map(|to| universal(*leap, to)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether a move with this condition can begin here.
    fn may_begin(&self, initial: Initial, origin: Square) -> bool {
        match initial {
            Initial::Any => true,
            Initial::Unmoved => self.at_home.contains(origin),
            Initial::OneAhead => {
                let back = Offset { dx: 0, dy: -1 };
                self.shape
                    .step(origin, back, self.side, Wrap::None)
                    .is_some_and(|behind| self.at_home.contains(behind))
            }
        }
    }

    fn castle(&self, castle: Castle, origin: Square) -> Option<Way> {
        let dx = if castle.side == Side::Right { 1 } else { -1 };
        let offset = Offset {
            dx: dx * i16::from(castle.distance),
            dy: 0,
        };
        let to = self.shape.step(origin, offset, self.side, Wrap::None)?;
        Some(Way::plain(to, Kind::Castle(castle.inset)))
    }
}

impl Way {
    fn plain(to: Square, kind: Kind) -> Way {
        Way {
            to,
            kind,
            taken: Vec::new(),
            marks: Vec::new(),
            conditions: Vec::new(),
        }
    }

    /// What it is, in words.
    pub(super) fn noun(&self) -> &'static str {
        match self.kind {
            Kind::Quiet if self.marks.is_empty() => "move",
            Kind::Quiet => "move, with capture in passing in return,",
            Kind::Capture(_) => "capture",
            Kind::EnPassant => "capture in passing",
            Kind::Castle(_) => "castling",
        }
    }

    /// The squares that it depends on, in words.
    pub(super) fn by_way_of(&self, shape: &BoardShape) -> String {
        if self.conditions.is_empty() {
            return String::new();
        }
        let squares: Vec<String> = self
            .conditions
            .iter()
            .map(|condition| shape.name(condition.square))
            .collect();
        format!(" by way of {}", squares.join(", "))
    }
}

fn universal(leap: Universal, to: Square) -> Vec<Way> {
    let mut ways = Vec::new();
    if leap.pass.meets(Contents::EMPTY) {
        ways.push(Way::plain(to, Kind::Quiet));
    }
    if !leap.take.is_empty() {
        ways.push(Way::plain(to, Kind::Capture(leap.take)));
    }
    ways
}

/// A path as ways of one kind each.
fn split(path: &Path) -> Vec<Way> {
    let way = |kind, marks: &[Square]| Way {
        to: path.to,
        kind,
        taken: path.taken.to_vec(),
        marks: marks.to_vec(),
        conditions: path.conditions.to_vec(),
    };
    let mut ways = Vec::new();
    if !path.en_passant.is_empty() {
        ways.push(way(Kind::EnPassant, &[]));
        return ways;
    }
    if path.pass.meets(Contents::EMPTY) {
        ways.push(way(Kind::Quiet, &path.marks));
    }
    if !path.take.is_empty() {
        ways.push(way(Kind::Capture(path.take), &[]));
    }
    ways
}

/// The ways without those that another includes.
pub(super) fn reduced(mut ways: Vec<Way>) -> Vec<Way> {
    ways.sort();
    ways.dedup();
    let implied = |way: &Way, by: &Way| {
        way != by
            && (way.to, way.kind, &way.taken, &way.marks) == (by.to, by.kind, &by.taken, &by.marks)
            && by.conditions.iter().all(|weak| {
                way.conditions.iter().any(|strong| {
                    strong.square == weak.square && weak.contents.includes(strong.contents)
                })
            })
    };
    let keep: Vec<bool> = ways
        .iter()
        .map(|way| {
            let alike = ways.partition_point(|other| other.to < way.to);
            !ways[alike..]
                .iter()
                .take_while(|other| other.to == way.to)
                .any(|other| implied(way, other))
        })
        .collect();
    ways.into_iter()
        .zip(keep)
        .filter_map(|(way, keep)| keep.then_some(way))
        .collect()
}

/// The squares on which a piece makes its first moves.
pub(super) fn home(piece: &PieceDef, start: &Start, side: Perspective, id: PieceId) -> SquareSet {
    match &piece.initial {
        InitialDef::Unmoved => start.homes(side, id),
        InitialDef::Zone(zone) => zone.of(side).clone(),
    }
}

pub(super) fn ways_of(
    piece: &PieceDef,
    shape: &BoardShape,
    side: Perspective,
    at_home: &SquareSet,
    origin: Square,
    work: &mut usize,
) -> Result<Vec<Way>, TooMuch> {
    let outlook = Outlook {
        shape,
        side,
        at_home,
    };
    let mut all = Vec::new();
    for one in &piece.moves {
        let allows = |zone: &Option<Zone>, square| {
            zone.as_ref().is_none_or(|zone| zone.contains(square, side))
        };
        if allows(&one.from, origin) {
            let mut ways = Vec::new();
            outlook.ways(&one.movement, origin, &mut ways, work)?;
            ways.retain(|way| allows(&one.to, way.to));
            all.append(&mut ways);
        }
    }
    Ok(reduced(all))
}

/// The ways of a piece from everywhere, as far as they can be laid out.
pub(super) fn all_ways(
    def: &VariantDef,
    start: &Start,
    side: Perspective,
    number: PieceId,
) -> Result<Vec<(Square, Vec<Way>)>, TooMuch> {
    let mut work = WORK;
    let piece = &def.pieces[number.index()];
    let homes = home(piece, start, side, number);
    def.shape
        .squares()
        .map(|origin| {
            let ways = ways_of(piece, &def.shape, side, &homes, origin, &mut work)?;
            Ok((origin, ways))
        })
        .collect()
}
