//! Moves of a piece on a board, in normal form for comparison.
//!
//! Two descriptions of a piece are equivalent if they allow the same moves in the same positions, whatever their
//! notation.

use super::start::Start;
use crate::compile::{Condition, Path, paths};
use crate::definition::variant::{InitialDef, PieceDef, PieceId, VariantDef};
use crate::geometry::{BoardShape, Offset, Perspective, Square, SquareSet, Wrap, Zone};
use crate::movement::{Castle, Contents, Initial, Movement, Pattern, Side, Universal};

/// The maximum number of paths from one square for which two pieces are compared.
const MANY_PATHS: usize = 1 << 12;

/// The maximum number of paths that are generated for the moves of one piece from all squares.
const WORK: usize = 1 << 21;

/// One move in normal form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PieceMove {
    pub(crate) to: Square,
    pub(crate) kind: Kind,
    pub(in crate::definition) taken: Vec<Square>,
    pub(in crate::definition) marks: Vec<Square>,
    pub(in crate::definition) conditions: Vec<Condition>,
}

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Quiet,
    Capture(Contents),
    EnPassant,
    /// Castling with the piece at this distance from the edge.
    Castle(u8),
}

/// The error for too many paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMuch;

/// A board from the point of view of one side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook<'a> {
    pub(crate) shape: &'a BoardShape,
    pub(crate) side: Perspective,
    /// The squares on which the piece counts as unmoved.
    pub(crate) at_home: &'a SquareSet,
}

impl Outlook<'_> {
    /// Adds the moves from a square. Each path costs a unit of `work`.
    pub(crate) fn moves(
        &self,
        movement: &Movement,
        origin: Square,
        moves: &mut Vec<PieceMove>,
        work: &mut usize,
    ) -> Result<(), TooMuch> {
        for pattern in movement.patterns() {
            match pattern {
                Pattern::Walk(walk) if self.may_begin(walk.initial, origin) => {
                    let found = paths(walk, self.shape, self.side, origin, MANY_PATHS)
                        .map_err(|_| TooMuch)?;
                    *work = work.checked_sub(found.len() + 1).ok_or(TooMuch)?;
                    moves.extend(found.iter().flat_map(split));
                }
                Pattern::Castle(castle) if self.may_begin(castle.initial, origin) => {
                    moves.extend(self.castle(*castle, origin));
                }
                Pattern::Universal(leap) if self.may_begin(leap.initial, origin) => {
                    let targets = self.shape.squares().filter(|to| *to != origin);
                    moves.extend(targets.flat_map(|to| universal(*leap, to)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether a move with this initial condition can begin on the square.
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

    fn castle(&self, castle: Castle, origin: Square) -> Option<PieceMove> {
        let dx = if castle.side == Side::Right { 1 } else { -1 };
        let offset = Offset {
            dx: dx * i16::from(castle.distance),
            dy: 0,
        };
        let to = self.shape.step(origin, offset, self.side, Wrap::None)?;
        Some(PieceMove::plain(to, Kind::Castle(castle.inset)))
    }
}

impl PieceMove {
    fn plain(to: Square, kind: Kind) -> PieceMove {
        PieceMove {
            to,
            kind,
            taken: Vec::new(),
            marks: Vec::new(),
            conditions: Vec::new(),
        }
    }

    /// Its name in sentences.
    pub(crate) fn noun(&self) -> &'static str {
        match self.kind {
            Kind::Quiet if self.marks.is_empty() => "move",
            Kind::Quiet => "move, with capture en passant in return,",
            Kind::Capture(_) => "capture",
            Kind::EnPassant => "capture en passant",
            Kind::Castle(_) => "castling",
        }
    }

    /// The squares with conditions, as a phrase.
    pub(crate) fn by_way_of(&self, shape: &BoardShape) -> String {
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

fn universal(leap: Universal, to: Square) -> Vec<PieceMove> {
    let mut moves = Vec::new();
    if leap.pass.meets(Contents::EMPTY) {
        moves.push(PieceMove::plain(to, Kind::Quiet));
    }
    if !leap.take.is_empty() {
        moves.push(PieceMove::plain(to, Kind::Capture(leap.take)));
    }
    moves
}

/// Splits a path into moves of one kind each.
fn split(path: &Path) -> Vec<PieceMove> {
    let mv = |kind, marks: &[Square]| PieceMove {
        to: path.to,
        kind,
        taken: path.taken.to_vec(),
        marks: marks.to_vec(),
        conditions: path.conditions.to_vec(),
    };
    let mut moves = Vec::new();
    if !path.en_passant.is_empty() {
        moves.push(mv(Kind::EnPassant, &[]));
        return moves;
    }
    if path.pass.meets(Contents::EMPTY) {
        moves.push(mv(Kind::Quiet, &path.marks));
    }
    if !path.take.is_empty() {
        moves.push(mv(Kind::Capture(path.take), &[]));
    }
    moves
}

/// Removes moves that another move implies.
pub(crate) fn reduced(mut moves: Vec<PieceMove>) -> Vec<PieceMove> {
    moves.sort();
    moves.dedup();
    let implied = |mv: &PieceMove, by: &PieceMove| {
        mv != by
            && (mv.to, mv.kind, &mv.taken, &mv.marks) == (by.to, by.kind, &by.taken, &by.marks)
            && by.conditions.iter().all(|weak| {
                mv.conditions.iter().any(|strong| {
                    strong.square == weak.square && weak.contents.includes(strong.contents)
                })
            })
    };
    let keep: Vec<bool> = moves
        .iter()
        .map(|mv| {
            let alike = moves.partition_point(|other| other.to < mv.to);
            !moves[alike..]
                .iter()
                .take_while(|other| other.to == mv.to)
                .any(|other| implied(mv, other))
        })
        .collect();
    moves
        .into_iter()
        .zip(keep)
        .filter_map(|(mv, keep)| keep.then_some(mv))
        .collect()
}

/// The squares from which a piece makes first moves.
pub(in crate::definition) fn home(
    piece: &PieceDef,
    start: &Start,
    side: Perspective,
    id: PieceId,
) -> SquareSet {
    match &piece.initial {
        InitialDef::Unmoved => start.homes(side, id),
        InitialDef::Zone(zone) => zone.of(side).clone(),
    }
}

pub(in crate::definition) fn moves_from(
    piece: &PieceDef,
    shape: &BoardShape,
    side: Perspective,
    at_home: &SquareSet,
    origin: Square,
    work: &mut usize,
) -> Result<Vec<PieceMove>, TooMuch> {
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
            let mut moves = Vec::new();
            outlook.moves(&one.movement, origin, &mut moves, work)?;
            moves.retain(|mv| allows(&one.to, mv.to));
            all.append(&mut moves);
        }
    }
    Ok(reduced(all))
}

/// The moves of a piece from all squares, unless they have too many paths.
pub(crate) fn all_moves(
    def: &VariantDef,
    start: &Start,
    side: Perspective,
    number: PieceId,
) -> Result<Vec<(Square, Vec<PieceMove>)>, TooMuch> {
    let mut work = WORK;
    let piece = &def.pieces[number.index()];
    let homes = home(piece, start, side, number);
    def.shape
        .squares()
        .map(|origin| {
            let moves = moves_from(piece, &def.shape, side, &homes, origin, &mut work)?;
            Ok((origin, moves))
        })
        .collect()
}
