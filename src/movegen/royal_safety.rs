//! Royal safety: whether a move leaves the own royal pieces in check.

use std::cell::RefCell;

use smallvec::SmallVec;

use crate::definition::{CapturedTo, RoyalGuard};
use crate::geometry::{Square, SquareSet};
use crate::rules::{CompiledRules, Phases, facing_at, note_mover};
use crate::state::{Board, Cell, Color, Effect, Move, MoveKind, Piece, Role, Setup};

use super::after_move::{moved, moved_for_attacks};
use super::attacks::{attacked, attacks, could_attack, misses};
use super::mover::Mover;
use super::walks::Dependence;

// Tests that make the move.

/// Whether the royal pieces of the mover are safe after a move, including the path of a castling.
pub(in crate::movegen) fn is_safe(rules: &CompiledRules, setup: &Setup, mv: &Move) -> bool {
    !captures_own_royal(rules, setup, mv) && {
        let after = moved_for_attacks(rules, setup, mv);
        are_safe(rules, setup, mv, &after)
    }
}

pub(in crate::movegen) fn captures_own_royal(
    rules: &CompiledRules,
    setup: &Setup,
    mv: &Move,
) -> bool {
    let is_own_royal = |square: &Square| {
        let victim = setup.board.piece(*square);
        victim.is_some_and(|victim| victim.color == mv.piece.color && rules.role(victim.role).royal)
    };
    mv.captures.iter().chain(&mv.converts).any(is_own_royal)
        || mv.effects.iter().any(Effect::is_on_board) && loses_own_royal(rules, setup, mv)
}

/// Whether the effects of a move remove own royal pieces.
fn loses_own_royal(rules: &CompiledRules, setup: &Setup, mv: &Move) -> bool {
    let us = mv.piece.color;
    let after = moved_for_attacks(rules, setup, mv);
    rules.check && rules.royals(&after, us).count() < rules.royals(setup, us).count()
}

/// Whether the royal pieces of the mover are safe in the position after its move, and on the path of a
/// castling.
pub(in crate::movegen) fn are_safe(
    rules: &CompiledRules,
    setup: &Setup,
    mv: &Move,
    after: &Setup,
) -> bool {
    let us = mv.piece.color;
    if mv.kind != MoveKind::Castle || !rules.role(mv.piece.role).royal {
        return are_guarded(rules, after, us);
    }
    let is_alone = rules.royals(after, us).nth(1).is_none();
    castles_safely(rules, setup, mv)
        && (is_alone && goes_by_files(rules) || are_guarded(rules, after, us))
}

/// Whether castling is by fixed files, and so follows Fairy-Stockfish.
fn goes_by_files(rules: &CompiledRules) -> bool {
    rules.facts.castling.is_some()
}

/// Clause `castle.safe`: a royal piece must not castle out of check or across an attacked square.
///
/// Squares on the path are tested with the piece on them and everything else unchanged. If castling is by
/// files, the piece also remains on its origin, as a mount for hoppers and as a shield, and its target is
/// tested without the partner.
fn castles_safely(rules: &CompiledRules, setup: &Setup, mv: &Move) -> bool {
    let them = mv.piece.color.opponent();
    if attacked(rules, setup, mv.from, them) {
        return false;
    }
    let by_files = goes_by_files(rules);
    let mut on_the_way = setup.clone();
    if !by_files {
        on_the_way.board.lift(mv.from);
    }
    note_mover(rules, mv.piece, &mut on_the_way);
    let last = (by_files && mv.from != mv.to).then_some(mv.to);
    let passes = rules
        .shape
        .line_between(mv.from, mv.to)
        .into_iter()
        .chain(last)
        .filter(|square| rules.shape.exists(*square))
        .all(|square| {
            let stood = exchange(&mut on_the_way.board, square, Some(mv.piece));
            let mut is_safe = !attacked(rules, &on_the_way, square, them);
            if rules.facts.checks.flying_generals {
                let origin = on_the_way.board.lift(mv.from);
                is_safe &= !facing_at(rules, &on_the_way, square, them);
                exchange(&mut on_the_way.board, mv.from, origin);
            }
            exchange(&mut on_the_way.board, square, stood);
            is_safe
        });
    if !passes || !by_files {
        return passes;
    }
    for (origin, _) in &mv.shifts {
        on_the_way.board.lift(*origin);
    }
    on_the_way.board.put(mv.to, mv.piece);
    !attacked(rules, &on_the_way, mv.to, them)
}

/// Replaces the contents of a square by a piece or nothing, and returns the piece that stood there.
#[inline]
pub(in crate::movegen) fn exchange(
    board: &mut Board,
    square: Square,
    piece: Option<Piece>,
) -> Option<Piece> {
    let stood = board.lift(square);
    if let Some(piece) = piece {
        board.put(square, piece);
    }
    stood
}

/// Whether the side's royal pieces are in check.
pub(crate) fn kings_attacked(rules: &CompiledRules, setup: &Setup, color: Color) -> bool {
    rules.check && !are_guarded(rules, setup, color)
}

/// Whether a side's royal pieces are as safe as the rules demand.
pub(in crate::movegen) fn are_guarded(rules: &CompiledRules, setup: &Setup, color: Color) -> bool {
    let royals: SmallVec<[Square; 4]> = rules.royals(setup, color).collect();
    let allowed = match rules.facts.guard {
        RoyalGuard::Every => 0,
        RoyalGuard::AllButOne => royals.len().min(2).saturating_sub(1),
        RoyalGuard::Last if royals.len() > 1 => royals.len(),
        RoyalGuard::Last => 0,
    };
    let attacked = royals
        .into_iter()
        .filter(|square| attacked(rules, setup, *square, color.opponent()));
    attacked.take(allowed + 1).count() <= allowed
}

// Pin detection: the squares on which the safety of a royal piece depends, so that only moves that touch
// them are tested.
//
// The squares are those on the paths of possible attackers. Each path is blocked by the contents of one of
// its squares; as long as a move leaves one such square of each path unchanged, it exposes nothing. A move
// that changes some of them concerns only the attackers that depend on them.

/// The squares on which the safety of the only royal piece of the side to move depends.
pub(in crate::movegen) struct RoyalSafety<'a> {
    rules: &'a CompiledRules,
    setup: &'a Setup,
    /// `None` if no royal piece has to be safe.
    king: Option<Square>,
    /// The squares of all watchers and of the royal piece.
    depends: Dependence,
    watchers: SmallVec<[Watcher; 8]>,
    /// A scratch position with the other side to move, for trying moves.
    trial: RefCell<Option<Setup>>,
}

/// A possible attacker of the royal piece.
struct Watcher {
    placed: (Square, Piece),
    depends: Dependence,
}

impl<'a> RoyalSafety<'a> {
    /// The safety of a position; `None` if each move has to be made and tested: the royal piece is already
    /// attacked, it is not the only one, or attacks depend on more than squares.
    pub(in crate::movegen) fn of(
        rules: &'a CompiledRules,
        setup: &'a Setup,
    ) -> Option<RoyalSafety<'a>> {
        if !rules.uses_path_programs
            || rules.imitates
            || rules.has_aftermaths
            || rules.rules_speak_in(Phases::ATTACK)
        {
            return None;
        }
        let mut safety = RoyalSafety {
            rules,
            setup,
            king: None,
            depends: Dependence::default(),
            watchers: SmallVec::new(),
            trial: RefCell::new(None),
        };
        if !rules.check {
            return Some(safety);
        }
        let us = setup.turn;
        let mut royals = rules.royals(setup, us);
        let (Some(king), None) = (royals.next(), royals.next()) else {
            return None;
        };
        safety.king = Some(king);
        safety.depends.insert(king);
        for placed in setup.board.pieces_of(us.opponent()) {
            let mover = Mover::new(rules, setup, placed);
            if !could_attack(&mover, king) {
                continue;
            }
            let mut depends = Dependence::default();
            if !misses(&mover, king, &mut depends) {
                return None;
            }
            if !depends.squares.is_empty() {
                safety.depends.unite(&depends);
                safety.watchers.push(Watcher { placed, depends });
            }
        }
        Some(safety)
    }

    /// Whether the safety depends on a square.
    #[inline]
    pub(in crate::movegen) fn contains(&self, square: Square) -> bool {
        self.depends.squares.contains(square)
    }

    /// The squares on which the safety depends.
    pub(in crate::movegen) const fn squares(&self) -> &SquareSet {
        &self.depends.squares
    }

    /// The squares among them on which an own piece that arrives on an empty square can expose the
    /// royal piece.
    pub(in crate::movegen) const fn arrivals(&self) -> &SquareSet {
        &self.depends.arrivals
    }

    /// Whether a move leaves the royal piece safe.
    pub(in crate::movegen) fn permits(&self, mv: &Move) -> bool {
        let Some(king) = self.king else {
            return true;
        };
        if self.just_takes_the_king_away(king, mv) {
            return self.is_safe_on(king, mv.to);
        }
        if !self.changes_only_squares(mv) {
            return is_safe(self.rules, self.setup, mv);
        }
        if !may_open(mv, &self.depends) {
            return true;
        }
        if mv.captures.contains(&king) {
            return false;
        }
        if !mv.marks.is_empty() || mv.takes_back() {
            let after = moved(self.rules, self.setup, mv, false);
            return self.is_safe_from_watchers(king, mv, &after);
        }
        // PERF: only the board matters, and undoing the change is cheaper than a copy.
        let mut trial = self.trial.borrow_mut();
        let trial = trial.get_or_insert_with(|| self.with_the_other_to_move());
        change(&mut trial.board, mv);
        let is_safe = self.is_safe_from_watchers(king, mv, trial);
        restore(&mut trial.board, &self.setup.board, mv);
        is_safe
    }

    /// Whether a walk without capture is certainly safe.
    #[inline]
    pub(in crate::movegen) fn permits_walk(&self, piece: Piece, from: Square, to: Square) -> bool {
        self.king.is_none()
            || !self.rules.role(piece.role).royal
                && !self.depends.squares.contains(from)
                && !self.depends.arrivals.contains(to)
    }

    /// Whether no watcher of the changed squares attacks the royal piece after the move.
    fn is_safe_from_watchers(&self, king: Square, mv: &Move, after: &Setup) -> bool {
        self.watchers.iter().all(|watcher| {
            !may_open(mv, &watcher.depends)
                || mv.captures.contains(&watcher.placed.0)
                || !attacks(&Mover::new(self.rules, after, watcher.placed), king)
        })
    }

    /// A copy of the position with the other side to move.
    fn with_the_other_to_move(&self) -> Setup {
        let mut trial = self.setup.clone();
        trial.turn = self.setup.turn.opponent();
        trial.en_passant.clear();
        trial
    }

    /// Whether the move is a plain move of the royal piece, with at most a capture on its target.
    fn just_takes_the_king_away(&self, king: Square, mv: &Move) -> bool {
        let is_gone = self.rules.facts.captured_to == CapturedTo::Removed;
        let takes = mv.captures.as_slice();
        mv.from == king
            && mv.kind == MoveKind::Normal
            && self.rules.role(mv.piece.role).only_walks
            && !self.rules.has_imitating_pieces
            && (takes.is_empty() || is_gone && takes == [mv.to])
            && mv.to != mv.from
            && mv.promotion.is_none()
            && mv.converts.is_empty()
            && mv.shifts.is_empty()
            && mv.marks.is_empty()
            && mv.gate.is_none()
            && mv.wall.is_none()
            && mv.effects.is_empty()
    }

    /// Whether the royal piece would be safe on a square.
    fn is_safe_on(&self, stands: Square, square: Square) -> bool {
        let us = self.setup.turn;
        let mut trial = self.trial.borrow_mut();
        let trial = trial.get_or_insert_with(|| self.with_the_other_to_move());
        let king = trial.board.lift(stands);
        let stood = exchange(&mut trial.board, square, king);
        let is_safe = !attacked(self.rules, trial, square, us.opponent());
        exchange(&mut trial.board, square, stood);
        exchange(&mut trial.board, stands, king);
        is_safe
    }

    /// Whether the move only changes squares, and moves no enemy piece, whose new attacks are unknown.
    fn changes_only_squares(&self, mv: &Move) -> bool {
        let is_own = |(origin, _): &(Square, Square)| {
            let moved = self.setup.board.piece(*origin);
            moved.is_some_and(|moved| {
                moved.color == self.setup.turn && !self.rules.role(moved.role).royal
            })
        };
        // A gate without a supplier may enter only after the king was tested.
        let is_supplied = mv.supplier().is_some();
        let fills_gap = |(role, square): (Role, Square)| {
            is_supplied && square == mv.from && !self.rules.role(role).royal
        };
        matches!(mv.kind, MoveKind::Normal | MoveKind::Drop | MoveKind::Pass)
            && !self.rules.role(mv.piece.role).royal
            && mv.promotion.is_none_or(|role| !self.rules.role(role).royal)
            && mv.shifts.iter().all(is_own)
            && mv.converts.is_empty()
            && mv.gate.is_none_or(fills_gap)
            && mv.wall.is_none()
            && !mv.effects.iter().any(Effect::is_on_board)
    }
}

/// Makes a move that only changes squares.
fn change(board: &mut Board, mv: &Move) {
    if mv.kind != MoveKind::Drop {
        board.lift(mv.from);
    }
    let mut shifted: SmallVec<[(Square, Piece); 1]> = SmallVec::new();
    for (origin, target) in &mv.shifts {
        if let Some(piece) = board.lift(*origin) {
            shifted.push((*target, piece));
        }
    }
    for square in &mv.captures {
        board.lift(*square);
    }
    for (target, piece) in shifted {
        board.put(target, piece);
    }
    if mv.mover_stays() {
        let role = mv.role_after();
        board.put(mv.to, Piece { role, ..mv.piece });
    }
    if let Some((role, square)) = mv.gate {
        board.put(square, Piece { role, ..mv.piece });
    }
}

/// Restores the squares that a move has changed.
fn restore(board: &mut Board, before: &Board, mv: &Move) {
    let mut put_back = |square: Square| match before.get(square) {
        Cell::Piece(piece) => board.put(square, piece),
        Cell::Wall => board.put_wall(square),
        Cell::Empty => {
            board.lift(square);
        }
    };
    put_back(mv.from);
    put_back(mv.to);
    for square in &mv.captures {
        put_back(*square);
    }
    for (origin, target) in &mv.shifts {
        put_back(*origin);
        put_back(*target);
    }
}

/// Whether a move may open an attack that depends on these squares: a piece leaves one of them or arrives
/// where that matters. Arriving pieces are of the moving side.
#[inline]
fn may_open(mv: &Move, depends: &Dependence) -> bool {
    let leaves = |square: &Square| depends.squares.contains(*square);
    let comes = |square: &Square| depends.arrivals.contains(*square);
    let mut shifts = mv.shifts.iter();
    leaves(&mv.from)
        || comes(&mv.to)
        || mv.captures.iter().any(leaves)
        || mv.marks.iter().any(leaves)
        || shifts.any(|(origin, target)| leaves(origin) || comes(target))
}
