//! Moves of a piece on a board in normal form for comparison, and the start position.
//!
//! Two descriptions of a piece are equivalent if they allow the same moves in the same positions, whatever their
//! notation.

use indexmap::IndexMap;

use crate::compile::{Condition, Path, paths};
use crate::definition::variant::{ByPiece, InitialDef, PieceDef, PieceId, VariantDef};
use crate::geometry::{BoardShape, Offset, Perspective, Square, SquareSet, Wrap, Zone, sorted};
use crate::movement::{Castle, Contents, Initial, Movement, Pattern, Side, Universal};
use crate::state::{Cell, Fen, Letters};

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
pub(crate) fn reduced(moves: Vec<PieceMove>) -> Vec<PieceMove> {
    let moves = sorted(moves);
    let implied = |mv: &PieceMove, by: &PieceMove| {
        mv != by
            && (mv.to, mv.kind, &mv.taken, &mv.marks) == (by.to, by.kind, &by.taken, &by.marks)
            && by.conditions.iter().all(|weak| {
                mv.conditions.iter().any(|strong| {
                    strong.square == weak.square && weak.contents.includes(strong.contents)
                })
            })
    };
    let is_kept = |mv: &PieceMove| {
        let alike = moves.partition_point(|other| other.to < mv.to);
        let mut alike = moves[alike..].iter().take_while(|other| other.to == mv.to);
        !alike.any(|other| implied(mv, other))
    };
    let kept: Vec<bool> = moves.iter().map(is_kept).collect();
    let moves = moves.into_iter().zip(kept);
    moves
        .filter_map(|(mv, is_kept)| is_kept.then_some(mv))
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

// Start position of a definition: the pieces on the board and in hand.

/// The sides, White first.
pub(crate) const SIDES: [Perspective; 2] = [Perspective::White, Perspective::Black];

/// The piece letters of a definition.
pub(crate) fn letters(def: &VariantDef) -> Letters {
    let pieces = def.pieces.values();
    Letters::new(pieces.clone().map(|piece| piece.letter.clone()).collect())
        .with_second(pieces.map(|piece| piece.second_letter.clone()).collect())
}

/// A start position with pieces by number.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The pieces on the board by square.
    pub(crate) men: IndexMap<Square, (Perspective, PieceId)>,
    /// Squares with walls.
    pub(crate) walls: SquareSet,
    /// For each side, the number of each piece in hand; `None` if the position has no hands.
    pub(in crate::definition) hands: Option<[ByPiece<u16>; 2]>,
    /// The side that moves first.
    pub(in crate::definition) turn: Perspective,
    /// The castling rights field, if present.
    pub(crate) rights: Option<String>,
}

impl Start {
    pub(crate) fn of(def: &VariantDef) -> Start {
        let read = Fen::parse(&def.start, &def.shape, &letters(def));
        let fen = read.value;
        let men = fen.board.pieces().map(|(square, piece)| {
            let one = (piece.color.perspective(), piece.role.into());
            (square, one)
        });
        let walls = def.shape.squares();
        Start {
            men: men.collect(),
            walls: walls
                .filter(|square| fen.board.get(*square) == Cell::Wall)
                .collect(),
            hands: fen.hands.map(|hands| {
                hands.map(|hand| {
                    let mut counts = ByPiece::repeat(0, def.pieces.len());
                    for (role, count) in hand.iter() {
                        counts.set(role.into(), count);
                    }
                    counts
                })
            }),
            turn: fen.turn.perspective(),
            rights: fen.rights.map(|(text, _)| text),
        }
    }

    /// The squares of a side's pieces of one kind.
    pub(crate) fn homes(&self, side: Perspective, piece: PieceId) -> SquareSet {
        self.men
            .iter()
            .filter(|(_, man)| **man == (side, piece))
            .map(|(square, _)| *square)
            .collect()
    }

    /// The number of a side's pieces on the board that `counts` accepts.
    pub(crate) fn count(&self, side: Perspective, counts: impl Fn(PieceId) -> bool) -> usize {
        self.men
            .values()
            .filter(|(owner, piece)| *owner == side && counts(*piece))
            .count()
    }

    /// The number of a side's pieces of one kind in hand.
    pub(crate) fn in_hand(&self, side: Perspective, piece: PieceId) -> u16 {
        self.hands
            .as_ref()
            .and_then(|hands| hands[side as usize].get(piece).copied())
            .unwrap_or(0)
    }

    /// Castling to fixed files, relative to the king's square: the king and its distances to the left and to the right.
    pub(crate) fn castling_by_files(&self, def: &VariantDef) -> Option<(PieceId, u8, u8)> {
        let castling = def.castling()?;
        let [Some(king), Some(black)] = castling.king else {
            return None;
        };
        let files = SIDES.map(|side| {
            let home = self.homes(side, king).iter().next();
            home.map(|square| def.shape.file_of(square))
        });
        let [Some(file), other] = files else {
            return None;
        };
        if other != Some(file) || black != king {
            return None;
        }
        let left = file.checked_sub(castling.left_file)?;
        let right = castling.right_file.checked_sub(file)?;
        Some((king, left, right))
    }
}

/// Adds a rights field to a start position without one, because definitions differ in the meaning of a missing field.
pub(crate) fn with_rights(start: &str, rights: &str) -> String {
    let mut fields: Vec<&str> = start.split_whitespace().collect();
    if fields.len() < 2 {
        fields.push("w");
    }
    fields.insert(2.min(fields.len()), rights);
    fields.join(" ")
}
