//! Safety of moves: tests royal pieces and all other bans on a single move.

use std::borrow::Cow;

use super::after_move::{checks_by, follow_all, moved};
use super::attacks::{attacked, attacked_by};
use super::move_context::{MoveContext, last_pieces};
use super::royal_safety::{are_safe, captures_own_royal, is_safe};
use crate::definition::ChecksAllowed;
use crate::geometry::{Square, SquareSet};
use crate::rules::{LastRoyal, Phases, facing, neighbors, of_kinds, opposite_colors_kept};
use crate::state::{Cell, Color, Move, MoveKind, Piece, Setup};

/// Whether a pseudo-legal move is safe, before duties and the rule that checks must mate.
pub(super) fn is_safe_in(scene: &MoveContext<'_>, mv: &Move) -> bool {
    if scene.book.has_move_rules() {
        if is_banned(scene, mv) {
            return false;
        }
        if asks_of_position_after(scene, mv) {
            return is_safe_after(scene, mv);
        }
    }
    if !scene.book.check {
        return true;
    }
    match scene.safety() {
        Some(safety) => safety.permits(mv),
        None => is_safe(scene.book, scene.setup, mv),
    }
}

/// Whether the move is forbidden in itself.
fn is_banned(scene: &MoveContext<'_>, mv: &Move) -> bool {
    let (book, setup) = (scene.book, scene.setup);
    if mv.kind == MoveKind::Drop
        && let Some(drops) = book.drops()
        && let Some(kind) = drops.opposite_colors
        && !opposite_colors_kept(book, drops, kind, setup, mv)
    {
        return true;
    }
    if mv.kind != MoveKind::Castle
        && mv.promotion.is_none()
        && book.forbids_dead_ends()
        && !book.can_leave_among(&setup.board, mv.piece, mv.to)
    {
        return true;
    }
    book.is_of(mv.piece.role, book.captures().immune_to_own)
        && setup.board.piece(mv.to).is_some_and(|victim| {
            mv.captures.contains(&mv.to) && book.kind(victim.role) == book.kind(mv.piece.role)
        })
}

/// Whether the position after the move needs more tests than for attacks on own royal pieces.
fn asks_of_position_after(scene: &MoveContext<'_>, mv: &Move) -> bool {
    let checks = scene.book.checks();
    checks.flying_generals
        || checks.no_escape
        || scene.facing
        || may_not_check(scene, mv)
        || scene.book.last_royal().is_some()
}

/// Whether the move must not give check.
fn may_not_check(scene: &MoveContext<'_>, mv: &Move) -> bool {
    let drops = scene.book.drops();
    let by_any = match scene.book.checks().allowed[scene.us.index()] {
        ChecksAllowed::All => false,
        ChecksAllowed::Mates => scene.no_mates,
        ChecksAllowed::None => true,
    };
    by_any || mv.kind == MoveKind::Drop && drops.is_some_and(|drops| !drops.may_check)
}

/// Whether the position after the move is safe and allowed.
fn is_safe_after(scene: &MoveContext<'_>, mv: &Move) -> bool {
    let (book, setup) = (scene.book, scene.setup);
    if captures_own_royal(book, setup, mv) {
        return false;
    }
    let after = moved(book, setup, mv, scene.facing);
    if may_not_check(scene, mv) && checks_by(book, &after, mv) {
        return false;
    }
    if let Some(last) = book.last_royal()
        && !last_pieces_safe(scene, last, mv, &after)
    {
        return false;
    }
    if scene.facing && mv.is_pass() {
        return true;
    }
    if (book.checks().flying_generals || scene.facing) && facing(book, &after) {
        return false;
    }
    if book.checks().no_escape && flees(scene, mv) {
        return false;
    }
    !book.check || are_safe(book, setup, mv, &after)
}

/// Whether a royal piece evades a check other than by capturing the only checker.
fn flees(scene: &MoveContext<'_>, mv: &Move) -> bool {
    let (book, setup) = (scene.book, scene.setup);
    let checkers = |square: Square, _| square != mv.to;
    let king = book.royals(setup, scene.us).next();
    book.role(mv.piece.role).royal
        && scene.in_check()
        && king.is_some_and(|king| attacked_by(book, setup, king, scene.us.opponent(), checkers))
}

/// Whether pseudo-royal pieces are safe and do not explode. `after` is the position after the pieces have
/// moved, before effects.
fn last_pieces_safe(scene: &MoveContext<'_>, last: &LastRoyal, mv: &Move, after: &Setup) -> bool {
    let (book, us) = (scene.book, scene.us);
    let them = us.opponent();
    let mut done = after.clone();
    follow_all(book, scene.setup, mv, &mut done);
    let done = &without_fresh_stones(scene, mv, &done);
    let is_last = scene.last_pieces[us.index()].contains(mv.from);
    if mv.kind == MoveKind::Castle && is_last && !last_piece_castles(scene, mv) {
        return false;
    }
    if mv.is_capture() && book.is_of(mv.piece.role, book.captures().petrify) && is_last {
        return false;
    }
    // Effects of rules can remove, add or move any piece.
    let is_rearranged = !mv.effects.is_empty() || book.rules_speak_in(Phases::FOLLOW);
    let empty = |square: Square| done.board.get(square) == Cell::Empty;
    let (ours, is_ours_lost, is_theirs_lost) = if is_rearranged {
        let lost = |color: Color| has_fewer(scene, last, done, color);
        (last_pieces(book, done, us), lost(us), lost(them))
    } else {
        let ours = last_pieces_moved(scene, last, mv);
        let is_ours_lost = ours.iter().any(empty);
        let mut theirs = scene.last_pieces[them.index()].iter();
        (ours, is_ours_lost, theirs.any(empty))
    };
    if is_ours_lost {
        return false;
    }
    let hit = |square: Square| {
        let threatens = |from: Square, piece: Piece| !scene.ends_itself(done, from, piece, square);
        !scene.touches(square) && attacked_by(book, done, square, them, threatens)
    };
    if !is_theirs_lost && ours.iter().any(hit) {
        return false;
    }
    !last.together || {
        let all = if is_rearranged {
            counted(last, done, us)
        } else {
            counted_after(scene, last, mv)
        };
        all.is_empty() || !all.iter().all(hit)
    }
}

/// Whether a side has lost a pseudo-royal piece.
fn has_fewer(scene: &MoveContext<'_>, last: &LastRoyal, done: &Setup, color: Color) -> bool {
    last.kinds.iter().any(|kind| {
        let [before, after] = [scene.setup, done].map(|setup| of_kinds(setup, color, kind).count());
        before <= usize::from(last.limit) + 1 && after < before
    })
}

/// The pseudo-royal squares of the mover after a move without effects of rules.
fn last_pieces_moved(scene: &MoveContext<'_>, last: &LastRoyal, mv: &Move) -> SquareSet {
    let (book, us) = (scene.book, scene.us);
    let mut ours = scene.last_pieces[us.index()].clone();
    if mv.kind == MoveKind::Drop {
        if last.counts(mv.piece.role) {
            ours.insert(mv.to);
        }
    } else if ours.remove(mv.from) {
        ours.insert(mv.to);
    }
    if let Some(role) = mv.promotion
        && let Some(kind) = last.kind(role)
        && !book.paired_promotion().is_target(role)
    {
        let same: Vec<Square> = of_kinds(scene.setup, us, kind).collect();
        if same.len() > usize::from(last.limit) {
            for square in same {
                ours.remove(square);
            }
        } else {
            ours.insert(mv.to);
        }
    }
    ours
}

/// The squares of a side's pieces that count against extinction.
fn counted(last: &LastRoyal, setup: &Setup, color: Color) -> SquareSet {
    let pieces = setup.board.pieces_of(color);
    pieces
        .filter(|(_, piece)| last.counts(piece.role))
        .map(|(square, _)| square)
        .collect()
}

/// The same for the mover after a move without effects of rules.
fn counted_after(scene: &MoveContext<'_>, last: &LastRoyal, mv: &Move) -> SquareSet {
    let mut all = counted(last, scene.setup, scene.us);
    if all.remove(mv.from) {
        all.insert(mv.to);
    }
    if mv.promotion.is_some_and(|role| last.counts(role)) {
        all.insert(mv.to);
    }
    all
}

/// The position after a move for the test of pseudo-royal pieces: pieces that a blast petrifies do not block
/// the lines that it opens, as in Fairy-Stockfish.
fn without_fresh_stones<'b>(scene: &MoveContext<'_>, mv: &Move, done: &'b Setup) -> Cow<'b, Setup> {
    let captures = scene.book.captures();
    let petrifies = captures.petrify_blasted || !captures.petrify.is_empty();
    if captures.blast.is_none() || !petrifies || !mv.is_capture() {
        return Cow::Borrowed(done);
    }
    let mut bare = done.clone();
    let reached: Vec<Square> = if scene.book.blast.is_around() {
        let near = neighbors(&scene.book.shape, mv.to);
        near.chain([mv.to]).collect()
    } else {
        scene.book.shape.squares().collect()
    };
    for square in reached {
        let stone = bare.board.get(square) == Cell::Wall;
        let fresh = scene.setup.board.get(square) != Cell::Wall && mv.wall != Some(square);
        if stone && fresh {
            bare.board.lift(square);
        }
    }
    Cow::Owned(bare)
}

/// Whether a pseudo-royal piece castles without crossing attacked squares.
fn last_piece_castles(scene: &MoveContext<'_>, mv: &Move) -> bool {
    let (book, them): (_, Color) = (scene.book, scene.us.opponent());
    let mut scratch = scene.setup.clone();
    scratch.board.lift(mv.from);
    let (from, to) = (mv.from.index() as i32, mv.to.index() as i32);
    let step = if to >= from { 1 } else { -1 };
    let mut at = from;
    while at != to || from == to {
        let square = Square::new(at as u16);
        let stood = scratch.board.lift(square);
        scratch.board.put(square, mv.piece);
        if !scene.touches(square) && attacked(book, &scratch, square, them) {
            return false;
        }
        scratch.board.lift(square);
        if let Some(stood) = stood {
            scratch.board.put(square, stood);
        }
        if from == to {
            break;
        }
        at += step;
    }
    true
}
