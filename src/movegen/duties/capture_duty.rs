//! The duty to capture pieces that are threatened, with its exceptions for the king's safety.
//!
//! - *A king that is not in check.* Where a threat can be carried out safely, one of the pieces so
//!   threatened must be captured, by any piece. Where every threat would expose the king, the
//!   player must move so that this ends, if that is possible.
//! - *A king in check.* If a threatened piece can be captured by a move that parries, it must be.
//!
//! The duty never takes all moves away.

use smallvec::SmallVec;

use crate::definition::CaptureDuty;
use crate::geometry::{Square, SquareSet};
use crate::rules::Rulebook;
use crate::state::{Move, Piece, Setup};

use crate::movegen::actions::series::jumpers;
use crate::movegen::after_move::played;
use crate::movegen::attacks::may_hit;
use crate::movegen::piece_moves::{piece_moves, walks_with_victims};
use crate::movegen::royal_safety::is_safe;
use crate::movegen::scene::in_check;

/// A move that makes a duty, and the piece that it threatens.
struct Threat {
    mv: Move,
    victim: Square,
}

/// The safe moves that the duty leaves.
pub(in crate::movegen) fn keep_to_duty(
    book: &Rulebook,
    duty: CaptureDuty,
    setup: &Setup,
    mut safe: Vec<Move>,
) -> Vec<Move> {
    let threats = threats(book, duty, setup);
    if threats.is_empty() {
        return safe;
    }
    let checked = in_check(book, setup);
    let exposed: SmallVec<[Square; 4]> = threats
        .iter()
        .filter(|threat| checked || is_safe(book, setup, &threat.mv))
        .map(|threat| threat.victim)
        .collect();
    let captures = |mv: &Move| exposed.iter().any(|square| mv.captures.contains(square));
    if !exposed.is_empty() {
        if safe.iter().any(captures) {
            safe.retain(captures);
        }
        return safe;
    }
    let unblocks = |mv: &Move| !is_blocked(book, duty, &passed_back(book, setup, mv));
    if safe.iter().any(unblocks) {
        safe.retain(unblocks);
    }
    safe
}

/// Whether there is a duty.
pub(in crate::movegen) fn is_threatened(book: &Rulebook, duty: CaptureDuty, setup: &Setup) -> bool {
    !threats(book, duty, setup).is_empty()
}

/// The pieces that must be captured if they are threatened.
struct MustCapture {
    squares: SquareSet,
    /// Whether one of them may be captured en passant.
    passing: bool,
}

impl MustCapture {
    fn of(duty: CaptureDuty, setup: &Setup) -> MustCapture {
        let mut squares = SquareSet::new();
        for (square, piece) in setup.board.pieces_of(setup.turn.opponent()) {
            if duty.of.contains(piece.role) {
                squares.insert(square);
            }
        }
        let mut passing = setup.en_passant.iter();
        MustCapture {
            passing: passing.any(|mark| squares.contains(mark.victim)),
            squares,
        }
    }

    /// From where pieces could make a duty; `None` if that is not known beforehand.
    fn origins(&self, book: &Rulebook, duty: CaptureDuty, setup: &Setup) -> Option<SquareSet> {
        if self.passing {
            return None;
        }
        let mut origins = SquareSet::new();
        for square in &self.squares {
            origins.unite(book.duty_origins(duty, setup.turn, square)?);
        }
        Some(origins)
    }

    /// Whether a piece could capture one of them by its steps; what cannot be told quickly may be.
    fn may_be_hit(&self, book: &Rulebook, setup: &Setup, from: Square, piece: Piece) -> bool {
        if book.role(piece.role).powerless {
            return self.passing || book.may_reach_one(piece, from, &self.squares);
        }
        let mut squares = self.squares.iter();
        self.passing || squares.any(|square| may_hit(book, setup, from, piece, square))
    }
}

/// Whether a piece could make a duty; what cannot be told quickly may be.
fn could_threaten(
    book: &Rulebook,
    duty: CaptureDuty,
    setup: &Setup,
    meant: &MustCapture,
    (from, piece): (Square, Piece),
) -> bool {
    if !duty.by.contains(piece.role) {
        return false;
    }
    let mut series = jumpers(book, setup, from, piece, piece.role).peekable();
    let steps = duty.steps || series.peek().is_none();
    series.any(|jumper| jumper.begins_with(|victim| meant.squares.contains(victim)))
        || steps && meant.may_be_hit(book, setup, from, piece)
}

/// The captures that make a duty.
fn threats(book: &Rulebook, duty: CaptureDuty, setup: &Setup) -> Vec<Threat> {
    let mut threats = Vec::new();
    let mut moves = Vec::new();
    let meant = MustCapture::of(duty, setup);
    let pieces = setup.board.squares_of(setup.turn);
    let near = meant.origins(book, duty, setup);
    // PERF: mostly nobody is near whom it must capture.
    if near.as_ref().is_some_and(|near| !near.meets(pieces)) {
        return threats;
    }
    for (from, piece) in setup.board.pieces_of(setup.turn) {
        if near.as_ref().is_some_and(|near| !near.contains(from)) {
            continue;
        }
        if !could_threaten(book, duty, setup, &meant, (from, piece)) {
            continue;
        }
        moves.clear();
        let mut jumps = false;
        for jumper in jumpers(book, setup, from, piece, piece.role) {
            jumps = true;
            for series in jumper.series() {
                let Some(victim) = series.first.filter(|first| meant.squares.contains(*first))
                else {
                    continue;
                };
                series.add(book, setup, (from, piece), &mut moves);
                threats.extend(moves.drain(..).map(|mv| Threat { mv, victim }));
            }
        }
        if !jumps || duty.steps {
            if jumps {
                walks_with_victims(book, setup, from, piece, &mut moves);
            } else {
                piece_moves(book, setup, from, piece, &mut moves);
            }
            for mv in moves.drain(..) {
                let victims = mv.captures.iter().copied();
                for victim in victims.filter(|square| meant.squares.contains(*square)) {
                    let mv = mv.clone();
                    threats.push(Threat { mv, victim });
                }
            }
        }
    }
    threats
}

/// The setup after a move, with the same player to move again. Rights to capture en passant are
/// not part of it.
fn passed_back(book: &Rulebook, setup: &Setup, mv: &Move) -> Setup {
    let mut after = played(book, setup, mv);
    after.turn = setup.turn;
    after.en_passant.clear();
    after
}

/// Whether there are threats, and all of them would expose a king that is safe now.
fn is_blocked(book: &Rulebook, duty: CaptureDuty, setup: &Setup) -> bool {
    let threats = threats(book, duty, setup);
    !threats.is_empty()
        && !in_check(book, setup)
        && !threats
            .iter()
            .any(|threat| is_safe(book, setup, &threat.mv))
}
