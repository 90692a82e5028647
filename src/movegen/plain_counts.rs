//! Counts of plain moves by bitboards, on boards of up to 128 squares.

use super::actions::series::jumpers;
use super::custom::{is_excused, is_forbidden};
use super::mover::Mover;
use super::royal_safety::RoyalSafety;
use super::walks::{castle, walk_begins};
use crate::definition::Action;
use crate::geometry::{Square, SquareSet};
use crate::rules::{CompiledRules, replaced};
use crate::state::{Move, Setup};

/// Whether a pseudo-legal move is legal.
pub(super) fn is_legal(
    rules: &CompiledRules,
    setup: &Setup,
    safety: &RoyalSafety<'_>,
    mv: &Move,
) -> bool {
    (safety.permits(mv) || is_excused(rules, setup, mv)) && !is_forbidden(rules, setup, mv)
}

/// The bitboards of a position that the counts of all pieces share.
pub(super) struct Occupancy<'a> {
    safety: &'a RoyalSafety<'a>,
    occupied: u128,
    theirs: u128,
    /// En passant squares.
    passed: u128,
    /// Targets that need a test.
    careful: u128,
    /// Squares on which the safety of the royal piece depends.
    watched: u128,
}

impl<'a> Occupancy<'a> {
    /// `None` if the board has walls, too many squares, or capture-only squares.
    pub(super) fn of(
        rules: &CompiledRules,
        setup: &Setup,
        safety: &'a RoyalSafety<'a>,
        careful: &SquareSet,
    ) -> Option<Occupancy<'a>> {
        let board = &setup.board;
        if board.area() > 128 || rules.capture_only.is_some() || board.has_walls() {
            return None;
        }
        let theirs = board.squares_of(setup.turn.opponent()).bits();
        let marks = setup.en_passant.iter();
        Some(Occupancy {
            safety,
            occupied: board.squares_of(setup.turn).bits() | theirs,
            theirs,
            passed: marks.fold(0, |set, mark| set | 1 << mark.target.index()),
            careful: careful.bits(),
            watched: safety.squares().bits(),
        })
    }

    /// The number of moves of a piece; `None` if it has other than plain moves.
    pub(super) fn count(&self, mover: &Mover<'_>) -> Option<u64> {
        let (rules, setup, from, piece) = mover.parts();
        let role = mover.role();
        if role.castles && rules.facts.replacement.is_some() || !role.only_walks && self.acts(mover)
        {
            return None;
        }
        let plain = rules.plain_moves(piece, from)?;
        if plain.passing() & self.passed != 0 {
            return None;
        }
        let exposes = has(self.watched, from);
        let mut targets = plain.targets(self.occupied, self.theirs);
        let mut tried = if exposes {
            targets
        } else {
            targets & self.careful
        };
        for run in plain.runs() {
            if run.needs & self.occupied != 0 || !walk_begins(mover, &role.moves[run.by]) {
                continue;
            }
            // A run with en passant marks differs from a plain move.
            let matters = (run.to | run.marks) & (self.careful | self.watched) != 0;
            if exposes || matters || run.to & targets != 0 {
                return None;
            }
            targets |= run.to;
        }
        if let Some(promotion) = &role.promotion
            && targets & promotion.zone.of(mover.owner()).bits() != 0
        {
            return None;
        }
        // Each piece that can take the vacated square makes one more move.
        let watches = |square: Square| self.safety.contains(square);
        let partners = replaced(rules, setup, from, piece, watches)?;
        if partners != 0 && tried != 0 {
            return None;
        }
        let mut count = u64::from((targets & !tried).count_ones()) * (1 + partners);
        while tried != 0 {
            let to = Square::new(tried.trailing_zeros() as u16);
            tried &= tried - 1;
            let mut mv = mover.walk_to(to);
            mv.captures.extend(has(self.theirs, to).then_some(to));
            count += u64::from(is_legal(rules, setup, self.safety, &mv));
        }
        if role.castles {
            count += count_castlings(mover, self.safety);
        }
        Some(count)
    }

    /// Whether a piece currently has moves other than walks, or captures other than on its target.
    fn acts(&self, mover: &Mover<'_>) -> bool {
        let role = mover.role();
        if role.does_more || !role.captures.methods.is_empty() {
            return true;
        }
        let jumps = |action: &Action| matches!(action, Action::JumpSeries(_));
        if !role.actions.iter().all(jumps) {
            return true;
        }
        jumpers(mover, mover.piece.role).any(|jumper| {
            let mut hops = jumper.hops(mover.from);
            let crossed = self.occupied | self.passed;
            hops.any(|hop| has(crossed, hop.over) && !has(self.occupied, hop.to))
        })
    }
}

/// The number of legal castlings of a piece.
#[cold]
pub(super) fn count_castlings(mover: &Mover<'_>, safety: &RoyalSafety<'_>) -> u64 {
    let mut castlings = Vec::new();
    castle(mover, &mut castlings);
    let legal = |mv: &&Move| is_legal(mover.rules, mover.setup, safety, mv);
    castlings.iter().filter(legal).count() as u64
}

#[inline]
const fn has(set: u128, square: Square) -> bool {
    set >> square.index() & 1 != 0
}
