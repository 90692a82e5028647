//! Moves by steps against moves in Betza notation.
//!
//! Both are laid out on the board of the game, as every path with the conditions it depends on;
//! what matters is that the same moves are possible in the same positions, not how they are
//! written. First moves are compared where men of the kind stand at the start.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::Findings;
use super::reader::SIDES;
use super::roles::Role;
use crate::compile::{Condition, Path, paths};
use crate::definition::variant::PieceDef;
use crate::geometry::{BoardShape, Offset, Perspective, Square, Wrap};
use crate::movement::{Castle, Contents, Initial, Movement, Pattern, Side};
use crate::source::{Diagnostic, codes};
use crate::syntax::betza::Dialect;
use crate::syntax::fairy_max::{Game, Remark};

/// Paths from one square beyond which two pieces are not compared.
const MANY_PATHS: usize = 1 << 12;

/// Compares what the remarks of a game say with what its steps say.
pub(super) fn remarks(
    game: &Game,
    roles: &[Role],
    pieces: &IndexMap<String, PieceDef>,
    shape: &BoardShape,
    homes: &[Vec<(Square, usize)>; 2],
    out: &mut Findings,
) {
    let mut seen: BTreeSet<(String, usize)> = BTreeSet::new();
    for remark in &game.remarks {
        let role = roles
            .iter()
            .find(|role| role.letter.eq_ignore_ascii_case(remark.letter()));
        let Some(role) = role else {
            let message = format!("the game has no piece `{}`", remark.letter());
            out.report(codes::DOUBTFUL_IMPORT, remark.piece.span, message);
            continue;
        };
        let read = Movement::read(&remark.betza.text, Dialect::XBoard);
        if read.has_errors() {
            let first = read.diagnostics.into_iter().find(Diagnostic::is_error);
            let (span, reason) = first.map_or((remark.betza.span, String::new()), |one| {
                let place = one.span.shifted(remark.betza.span.start as usize);
                (place, format!(": {}", one.message))
            });
            let message = format!("this cannot be compared with the steps{reason}");
            out.report(codes::BETZA_DIFFERS, span, message);
            continue;
        }
        for side in sides(remark) {
            if !seen.insert((role.letter.clone(), side as usize)) {
                let message = format!("`{}` is described twice", remark.piece.text);
                out.report(codes::DOUBTFUL_IMPORT, remark.piece.span, message);
                break;
            }
            let kinds = role.men[side as usize];
            let at_home: Vec<Square> = homes[side as usize]
                .iter()
                .filter(|(_, man)| *man == kinds)
                .map(|(square, _)| *square)
                .collect();
            let Some(piece) = pieces.get(&role.name) else {
                continue;
            };
            let table = Comparison {
                shape,
                side,
                at_home: &at_home,
            };
            match table.compare(piece, &read.value, out) {
                Ok(None) => {}
                Ok(Some(message)) => {
                    out.report(codes::BETZA_DIFFERS, remark.betza.span, message);
                    break;
                }
                Err(TooMuch) => {
                    let message = "this has too many paths to be compared with the steps";
                    out.report(codes::BETZA_DIFFERS, remark.betza.span, message);
                    break;
                }
            }
        }
    }
}

/// `&` means both sides, a capital White, a small letter Black.
fn sides(remark: &Remark) -> Vec<Perspective> {
    let is_white = remark
        .letter()
        .starts_with(|c: char| c.is_ascii_uppercase());
    SIDES
        .into_iter()
        .filter(|side| remark.is_for_both() || is_white == (*side == Perspective::White))
        .collect()
}

/// One way to move, reduced to what makes a difference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    to: Square,
    kind: Kind,
    taken: Vec<Square>,
    marks: Vec<Square>,
    conditions: Vec<Condition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Quiet,
    Capture(Contents),
    EnPassant,
    Castle,
}

struct TooMuch;

/// A piece of one side on one board.
struct Comparison<'a> {
    shape: &'a BoardShape,
    side: Perspective,
    at_home: &'a [Square],
}

impl Comparison<'_> {
    /// The first difference, in words.
    fn compare(
        &self,
        piece: &PieceDef,
        betza: &Movement,
        out: &mut Findings,
    ) -> Result<Option<String>, TooMuch> {
        for origin in self.shape.squares() {
            let mut steps = Vec::new();
            for one in &piece.moves {
                let applies = one
                    .from
                    .as_ref()
                    .is_none_or(|zone| zone.contains(origin, self.side));
                if applies {
                    self.ways(&one.movement, origin, &mut steps, out)?;
                }
            }
            let mut written = Vec::new();
            self.ways(betza, origin, &mut written, out)?;
            let (steps, written) = (reduced(steps), reduced(written));
            let surplus =
                |of: &[Way], than: &[Way]| of.iter().find(|way| !than.contains(way)).cloned();
            let both = [
                (surplus(&steps, &written), "the steps", "this"),
                (surplus(&written, &steps), "this", "the steps"),
            ];
            for (way, having, lacking) in both {
                if let Some(way) = way {
                    return Ok(Some(self.words(origin, &way, having, lacking)));
                }
            }
        }
        Ok(None)
    }

    fn words(&self, origin: Square, way: &Way, having: &str, lacking: &str) -> String {
        let what = match way.kind {
            Kind::Quiet if way.marks.is_empty() => "move",
            Kind::Quiet => "move, with capture in passing in return,",
            Kind::Capture(_) => "capture",
            Kind::EnPassant => "capture in passing",
            Kind::Castle => "castling",
        };
        let color = match self.side {
            Perspective::White => "a white piece",
            Perspective::Black => "a black piece",
        };
        let through = if way.conditions.is_empty() {
            String::new()
        } else {
            let squares: Vec<String> = way
                .conditions
                .iter()
                .map(|condition| self.shape.name(condition.square))
                .collect();
            format!(" by way of {}", squares.join(", "))
        };
        format!(
            "{having} and {lacking} differ: for {color}, only {having} allow{} the {what} {}{}{through}",
            if having == "this" { "s" } else { "" },
            self.shape.name(origin),
            self.shape.name(way.to)
        )
    }

    /// Whether a move with this condition can begin here.
    fn may_begin(&self, initial: Initial, origin: Square) -> bool {
        match initial {
            Initial::Any => true,
            Initial::Unmoved => self.at_home.contains(&origin),
            Initial::OneAhead => {
                let back = Offset { dx: 0, dy: -1 };
                self.shape
                    .step(origin, back, self.side, Wrap::None)
                    .is_some_and(|behind| self.at_home.contains(&behind))
            }
        }
    }

    fn ways(
        &self,
        movement: &Movement,
        origin: Square,
        ways: &mut Vec<Way>,
        out: &mut Findings,
    ) -> Result<(), TooMuch> {
        for pattern in movement.patterns() {
            match pattern {
                Pattern::Walk(walk) if self.may_begin(walk.initial, origin) => {
                    let found = paths(walk, self.shape, self.side, origin, MANY_PATHS)
                        .map_err(|_| TooMuch)?;
                    out.work = out.work.checked_sub(found.len() + 1).ok_or(TooMuch)?;
                    ways.extend(found.iter().flat_map(split));
                }
                Pattern::Castle(castle) if self.may_begin(castle.initial, origin) => {
                    ways.extend(self.castle(*castle, origin));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn castle(&self, castle: Castle, origin: Square) -> Option<Way> {
        let dx = if castle.side == Side::Right { 1 } else { -1 };
        let offset = Offset {
            dx: dx * i16::from(castle.distance),
            dy: 0,
        };
        let to = self.shape.step(origin, offset, self.side, Wrap::None)?;
        Some(Way {
            to,
            kind: Kind::Castle,
            taken: Vec::new(),
            marks: Vec::new(),
            conditions: Vec::new(),
        })
    }
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
fn reduced(mut ways: Vec<Way>) -> Vec<Way> {
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
