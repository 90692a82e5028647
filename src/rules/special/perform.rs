//! Making a move with everything that follows from it.

use smallvec::SmallVec;

use crate::definition::{CaptureFate, SpecialRules, Walling};
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::state::{Cell, Color, EnPassant, LastMove, Move, MoveKind, Piece, Role, Setup};

use super::around::{blasted, flip};
use super::castling::castling_rank;
use super::clock::{count, restarts};
use super::of_kind;
use super::rights;

/// A position after a move.
pub(crate) struct Played {
    /// After the pieces have moved, before anything else.
    pub(crate) moved: Setup,
    /// After everything.
    pub(crate) done: Setup,
}

/// Makes a move. Check counters are left to the caller, who knows attacks.
pub(crate) fn perform(
    book: &Rulebook,
    rules: &SpecialRules,
    setup: &Setup,
    one: &Move,
    facing: bool,
) -> Played {
    let moved = relocate(book, rules, setup, one, facing);
    let done = follow(book, rules, setup, moved.clone(), one);
    Played { moved, done }
}

/// The role a piece has in the hand of its captor.
pub(crate) fn in_hand(book: &Rulebook, rules: &SpecialRules, piece: Piece) -> Role {
    let form = book.form(piece.role);
    let kind = form.map_or(piece.role.index(), |form| form.kind);
    let number = match form.and_then(|form| form.base[piece.color.index()]) {
        Some(base) if !rules.captures.keep_promoted => base,
        _ => kind,
    };
    Role::new(number)
}

fn to_hand(book: &Rulebook, rules: &SpecialRules, after: &mut Setup, piece: Piece) {
    let free = rules.drops.as_ref().is_some_and(|drops| drops.free);
    if book.def.rules.captured == CaptureFate::OwnersHand {
        after.hands[piece.color.index()].add(in_hand(book, rules, piece));
    } else if rules.captures.to_hand && !free {
        after.hands[piece.color.opponent().index()].add(in_hand(book, rules, piece));
    }
}

/// The first part: captures, and pieces that change squares.
fn relocate(
    book: &Rulebook,
    rules: &SpecialRules,
    setup: &Setup,
    one: &Move,
    facing: bool,
) -> Setup {
    let mut after = setup.clone();
    let us = one.piece.color;
    let passed = one.kind == MoveKind::Walk && one.from == one.to && one.promotion.is_none();
    after.en_passant.clear();
    let mut landing: SmallVec<[(Square, Piece); 1]> = SmallVec::new();
    if one.kind == MoveKind::Drop {
        if !rules.drops.as_ref().is_some_and(|drops| drops.free) {
            let form = book.form(one.piece.role);
            let base = form.and_then(|form| form.base[us.index()]);
            let role = base.map_or(one.piece.role, Role::new);
            after.hands[us.index()].take(role);
        }
    } else {
        after.board.lift(one.from);
        after.unmoved.remove(one.from);
    }
    if one.from_hand
        && let Some(role) = one.promotion
    {
        after.hands[us.index()].take(role);
    }
    for (origin, target) in &one.shifts {
        if let Some(piece) = after.board.lift(*origin) {
            landing.push((*target, piece));
        }
        after.unmoved.remove(*origin);
    }
    for square in &one.captures {
        if let Some(piece) = after.board.lift(*square) {
            to_hand(book, rules, &mut after, piece);
        }
        after.unmoved.remove(*square);
    }
    for (target, piece) in landing {
        after.board.put(target, piece);
    }
    let piece = Piece {
        color: us,
        role: one.role_after(),
    };
    if one.mover_stays() {
        after.board.put(one.to, piece);
    }
    after.unmoved.remove(one.to);
    if one.kind != MoveKind::Drop && !passed {
        let used = |square: Square| {
            square == one.from
                || square == one.to && one.kind != MoveKind::Castle
                || one.shifts.iter().any(|(origin, _)| *origin == square)
        };
        let right = one
            .shifts
            .first()
            .is_some_and(|(origin, _)| *origin > one.from);
        let castled = one.kind == MoveKind::Castle;
        let opposite = castled
            && rules
                .castling
                .as_ref()
                .is_some_and(|castling| castling.opposite);
        after.special.castles.retain(|known| {
            let lost = opposite && known.color != us && known.right == right;
            !used(known.king) && !used(known.partner) && !lost
        });
    }
    if one.kind == MoveKind::Drop {
        castle_with_dropped(book, rules, &mut after, one);
    }
    if one.promotion.is_none() {
        let region = &rules.en_passant.region[us.opponent().index()];
        after.en_passant.extend(
            one.marks
                .iter()
                .filter(|target| region.contains(**target) && one.wall != Some(**target))
                .map(|target| EnPassant {
                    target: *target,
                    victim: one.to,
                }),
        );
        after.en_passant.sort_unstable();
    }
    let passed_before = after.special.last.is_some_and(|last| last.passed);
    after.special.last = Some(LastMove {
        passed,
        both_passed: passed && passed_before,
        castled: (one.kind == MoveKind::Castle).then(|| {
            one.shifts
                .first()
                .is_some_and(|(origin, _)| *origin > one.from)
        }),
        facing,
    });
    after.halfmove_clock = if restarts(book, rules, one) {
        0
    } else {
        after.halfmove_clock.saturating_add(1)
    };
    if us == Color::Black {
        after.fullmove_number = after.fullmove_number.saturating_add(1);
    }
    after.turn = us.opponent();
    book.remember(&mut after, one);
    after
}

/// Rights for kings and partners that are dropped at home.
fn castle_with_dropped(book: &Rulebook, rules: &SpecialRules, after: &mut Setup, one: &Move) {
    let Some(castling) = rules.castling.as_ref().filter(|castling| castling.dropped) else {
        return;
    };
    let (us, shape) = (one.piece.color, &book.shape);
    let rank = castling_rank(castling, shape, us);
    if shape.rank_of(one.to) != rank {
        return;
    }
    let Some(home) = shape.at(castling.king_file, rank) else {
        return;
    };
    let corners = [shape.at(0, rank), shape.at(shape.files() - 1, rank)];
    let king_home = after.board.piece(home).is_some_and(|piece| {
        piece.color == us
            && castling.king[us.index()].is_some()
            && book.kind(piece.role) == castling.king[us.index()]
    });
    if !king_home {
        return;
    }
    for corner in corners.into_iter().flatten() {
        if one.to == home || one.to == corner {
            rights::add(book, after, us, home, corner);
        }
    }
}

/// The second part: pieces and walls that are put down, and what happens to others.
fn follow(
    book: &Rulebook,
    rules: &SpecialRules,
    setup: &Setup,
    mut after: Setup,
    one: &Move,
) -> Setup {
    let us = one.piece.color;
    let passed = after.special.last.is_some_and(|last| last.passed);
    if let Some(rule) = rules.flip
        && !passed
    {
        flip(
            book,
            &mut after,
            rule,
            one.to,
            us,
            one.kind == MoveKind::Walk,
        );
    }
    if let Some((role, square)) = one.gate {
        after.board.put(square, Piece { color: us, role });
        after.hands[us.index()].take(role);
        after.special.gates.remove(square);
    }
    if rules.gating.is_some() {
        if one.kind != MoveKind::Drop {
            after.special.gates.remove(one.from);
        }
        after.special.gates.remove(one.to);
        for (origin, _) in &one.shifts {
            after.special.gates.remove(*origin);
        }
        aim_at_king(book, rules, &mut after, one);
        rights::forget_gates(rules, &mut after);
    }
    if !one.captures.is_empty() {
        explode(book, rules, &mut after, one);
    }
    if let (Some(walls), Some(square)) = (&rules.walls, one.wall) {
        if walls.rule == Walling::Duck {
            for square in book.shape.squares() {
                if setup.board.get(square) == Cell::Wall {
                    after.board.lift(square);
                }
            }
        }
        after.board.put_wall(square);
    }
    if let Some(rule) = &rules.adjudication.counting {
        count(book, rule, setup, &mut after, one);
    }
    after
}

/// A rook that aims at an unmoved king takes its leap away.
fn aim_at_king(book: &Rulebook, rules: &SpecialRules, after: &mut Setup, one: &Move) {
    let leaps = rules.gating.as_ref().and_then(|gating| gating.leaps);
    let Some(leaps) = leaps else { return };
    if leaps.rook.is_none() || book.kind(one.piece.role) != leaps.rook {
        return;
    }
    let Some(king) = leaps.king else { return };
    let king = of_kind(book, after, one.piece.color.opponent(), king)
        .next()
        .map(|(square, _)| square);
    if let Some(king) = king
        // On an empty board, as that program plays it.
        && (book.shape.file_of(king) == book.shape.file_of(one.to)
            || book.shape.rank_of(king) == book.shape.rank_of(one.to))
    {
        after.special.gates.remove(king);
    }
}

/// Blasts and petrification.
fn explode(book: &Rulebook, rules: &SpecialRules, after: &mut Setup, one: &Move) {
    let captures = &rules.captures;
    let squares = match captures.blast {
        Some(blast) => blasted(book, after, one.to, blast),
        None if book.is_of(one.piece.role, captures.petrify) => smallvec::smallvec![one.to],
        None => return,
    };
    for square in squares {
        let Some(piece) = after.board.lift(square) else {
            continue;
        };
        to_hand(book, rules, after, piece);
        after.unmoved.remove(square);
        after
            .special
            .castles
            .retain(|known| known.king != square && known.partner != square);
        let stone = if square == one.to {
            book.is_of(piece.role, captures.petrify)
        } else {
            captures.petrify_blasted
        };
        if stone {
            after.board.put_wall(square);
        }
    }
}
