//! Making a move: its effects and their consequences on the board.
//!
//! This is the only place where a move changes a position. States that depend on attacks or on the
//! kinds of moves are added by the caller, which knows both.

use smallvec::SmallVec;

use super::clock::{count, restarts};
use crate::definition::{CapturedTo, Walling};
use crate::geometry::Square;
use crate::rules::data::CompiledRules;
use crate::rules::pieces::blasted;
use crate::rules::rights::{castle_with_dropped, forget_gates};
use crate::rules::special_moves::aim_at_king;
use crate::source::budget::spend;
use crate::state::{
    Cell, Color, Effect, EnPassant, Hand, LastMove, Move, MoveKind, Piece, Role, Setup,
};

/// The position after captures and relocations, on which the test for check is made.
///
/// `facing` is whether the kings faced each other before the move.
pub(crate) fn relocate(rules: &CompiledRules, setup: &Setup, mv: &Move, facing: bool) -> Setup {
    if mv.takes_back()
        && let Some(kept) = &setup.special.kept
    {
        return (**kept).clone();
    }
    // An exhausted budget is detected at the next move that is listed.
    let _ = spend(setup.copying());
    let mut after = setup.clone();
    let us = mv.piece.color;
    after.special.kept = None;
    after.en_passant.clear();
    let mut landing: SmallVec<[(Square, Piece); 1]> = SmallVec::new();
    if mv.kind == MoveKind::Drop {
        let role = rules.dropped_from(mv.piece);
        if !rules.never_runs_out(role) && mv.supplier().is_none() {
            after.hands[us.index()].take(role);
        }
    } else {
        after.board.lift(mv.from);
        // A pass is written as the move of a piece to its own square, but moves nothing.
        if !mv.is_pass() {
            after.unmoved.remove(mv.from);
        }
    }
    if mv.from_hand
        && let Some(role) = mv.promotion
    {
        after.hands[us.index()].take(role);
    }
    for (origin, target) in &mv.shifts {
        if let Some(piece) = after.board.lift(*origin) {
            landing.push((*target, piece));
        }
        after.unmoved.remove(*origin);
    }
    for square in &mv.captures {
        // A mover that removes itself has been lifted already.
        let victim = if *square == mv.from && !mv.mover_stays() {
            Some(mv.piece)
        } else {
            after.board.lift(*square)
        };
        if let Some(victim) = victim {
            // The victims of a mover that removes itself have no captor. Pieces that an explosion
            // removes in addition to a capture change sides.
            let captor = if mv.mover_stays() || *square == mv.to {
                us
            } else {
                victim.color.opponent()
            };
            let captor = (!mv.is_own_end()).then_some(captor);
            to_hand(rules, &mut after.hands, victim, captor);
        }
        forget(&mut after, *square);
    }
    for square in &mv.converts {
        lose_rights(&mut after, *square);
        if let Some(piece) = after.board.lift(*square) {
            let color = piece.color.opponent();
            after.board.put(*square, Piece { color, ..piece });
        }
    }
    for (target, piece) in landing {
        after.board.put(target, piece);
    }
    if mv.mover_stays() {
        let role = mv.role_after();
        // A moved enemy piece keeps its color.
        let color = setup.board.piece(mv.from).map_or(us, |mover| mover.color);
        after.board.put(mv.to, Piece { color, role });
    }
    if !mv.is_pass() {
        after.unmoved.remove(mv.to);
    }
    // A wall that steps skip may open a line, so it is placed before the test for check.
    if let Some(square) = mv.wall
        && rules
            .facts
            .walls
            .as_ref()
            .is_some_and(|walls| walls.are_skipped)
    {
        after.board.put_wall(square);
    }
    if mv.gate.is_some() && !rules.gates_after(mv) {
        put_gate(&mut after, mv);
    }
    keep_rights(rules, &mut after, mv);
    mark_passed(rules, &mut after, mv);
    note(rules, &mut after, mv, facing);
    if !mv.effects.is_empty() {
        perform_effects(mv.effects.as_slice(), &mut after);
    }
    after.halfmove_clock = if restarts(rules, mv) {
        0
    } else {
        after.halfmove_clock.saturating_add(1)
    };
    if setup.turn == Color::Black {
        after.fullmove_number = after.fullmove_number.saturating_add(1);
    }
    after.turn = setup.turn.opponent();
    rules.remember(&mut after, mv);
    after
}

/// The consequences on the board after the relocations: gated pieces, walls, and blasts. `setup` is
/// the position before the move.
pub(crate) fn follow(rules: &CompiledRules, setup: &Setup, after: &mut Setup, mv: &Move) {
    if mv.gate.is_some() && rules.gates_after(mv) {
        put_gate(after, mv);
    }
    if rules.facts.gating.is_some() {
        if let Some((_, square)) = mv.gate {
            after.special.gates.remove(square);
        }
        if mv.kind != MoveKind::Drop && !has_not_moved(mv) {
            after.special.gates.remove(mv.from);
        }
        if !has_not_moved(mv) {
            after.special.gates.remove(mv.to);
        }
        for (origin, _) in &mv.shifts {
            after.special.gates.remove(*origin);
        }
        aim_at_king(rules, after, mv);
        forget_gates(rules, after);
    }
    if !mv.captures.is_empty() {
        explode(rules, after, mv);
    }
    if let (Some(walls), Some(square)) = (rules.facts.walls.as_ref(), mv.wall) {
        if walls.rule == Walling::Duck {
            for square in rules.shape.squares() {
                if setup.board.get(square) == Cell::Wall {
                    after.board.lift(square);
                }
            }
        }
        after.board.put_wall(square);
    }
    if let Some(rule) = &rules.facts.counting {
        count(rules, rule, setup, after, mv);
    }
}

/// Performs the effects that rules have attached to a move.
pub(crate) fn perform_effects(effects: &[Effect], after: &mut Setup) {
    let side_on = |after: &Setup, square| after.board.piece(square).map(|piece| piece.color);
    let sides = after.en_passant.iter();
    let sides = sides.map(|mark| side_on(after, mark.victim));
    let sides: SmallVec<[Option<Color>; 2]> = sides.collect();
    for effect in effects {
        match effect {
            Effect::Put { square, piece } => {
                forget(after, *square);
                after.board.lift(*square);
                after.board.put(*square, *piece);
            }
            Effect::Remove { square } => {
                forget(after, *square);
                after.board.lift(*square);
            }
            Effect::Shift { from, to } => {
                if let Some(piece) = after.board.lift(*from) {
                    forget(after, *from);
                    forget(after, *to);
                    after.board.lift(*to);
                    after.board.put(*to, piece);
                }
            }
            Effect::Unmove { square } => {
                if after.board.piece(*square).is_some() {
                    after.unmoved.insert(*square);
                }
            }
            Effect::Hand {
                color,
                role,
                change,
            } => {
                after.hands[color.index()].change(*role, *change);
            }
            // A take-back does nothing else. A rule updates its stock and its marks in its own state.
            Effect::Via { .. } | Effect::Supply { .. } | Effect::Mark { .. } | Effect::TakeBack => {
            }
            Effect::State { rule, state } => after.special.custom.set(*rule, state.clone()),
        }
    }
    // A piece that has left its square or changed sides cannot be captured en passant.
    let board = &after.board;
    let mut sides = sides.into_iter();
    after.en_passant.retain(|mark| {
        let side = sides.next().flatten();
        let victim = board.piece(mark.victim);
        victim.is_some_and(|victim| Some(victim.color) == side)
            && board.get(mark.target) == Cell::Empty
    });
}

/// Whether the mover stays on its square and counts as unmoved, so that it keeps its first move.
fn has_not_moved(mv: &Move) -> bool {
    let stays = Effect::Unmove { square: mv.from };
    mv.from == mv.to && mv.effects.iter().any(|effect| *effect == stays)
}

/// Clears the records about the piece on a square, which has been replaced.
fn forget(after: &mut Setup, square: Square) {
    after.unmoved.remove(square);
    lose_rights(after, square);
}

/// Removes the castling and gating rights of a square.
fn lose_rights(after: &mut Setup, square: Square) {
    let special = &mut after.special;
    special.gates.remove(square);
    special
        .castles
        .retain(|known| known.king != square && known.partner != square);
}

impl CompiledRules {
    /// The number of copies of a piece that a side could drop; `None` if unlimited.
    pub(crate) fn droppable(&self, setup: &Setup, piece: Piece) -> Option<u16> {
        let hand = &setup.hands[piece.color.index()];
        let role = self.dropped_from(piece);
        (!self.never_runs_out(role)).then(|| hand.count(role))
    }

    /// Whether any rule depends on the latest move.
    pub(crate) fn asks_for_last_move(&self) -> bool {
        let castling = self.facts.castling.as_ref();
        self.facts.passing.twice_ends
            || self.facts.checks.bikjang
            || castling.is_some_and(|castling| castling.wins != [[false; 2]; 2])
    }

    /// The facts about the latest move on which a rule depends.
    pub(crate) fn asked_of(&self, last: LastMove, mover: Color) -> LastMove {
        let passes = self.facts.passing.twice_ends;
        let wins = |right: &bool| {
            let castling = self.facts.castling.as_ref();
            castling.is_some_and(|castling| castling.wins[mover.index()][usize::from(*right)])
        };
        LastMove {
            passed: passes && last.passed,
            both_passed: passes && last.both_passed,
            castled: last.castled.filter(wins),
            facing: self.facts.checks.bikjang && last.facing,
        }
    }

    /// Whether the gated piece is placed after the test for check, so that it never parries a check.
    fn gates_after(&self, mv: &Move) -> bool {
        let gating = self.facts.gating.as_ref();
        gating.is_some_and(|gating| gating.from_hand) && mv.supplier().is_none()
    }

    /// The role of a dropped piece in hand.
    pub(crate) fn dropped_from(&self, piece: Piece) -> Role {
        let base = self.form(piece.role).base[piece.color.index()];
        base.map_or(piece.role, Role::from)
    }

    /// The role of a captured piece in hand.
    pub(crate) fn in_hand(&self, piece: Piece) -> Role {
        let form = self.form(piece.role);
        let id = match form.base[piece.color.index()] {
            Some(base) if !self.facts.captures.keep_promoted => base,
            _ => form.kind,
        };
        id.into()
    }
}

/// Puts a captured piece into a hand, if the rules demand it.
///
/// The captor is the side that may receive it; without a captor the piece was not captured.
fn to_hand(rules: &CompiledRules, hands: &mut [Hand; 2], victim: Piece, captor: Option<Color>) {
    let role = rules.in_hand(victim);
    match rules.facts.captured_to {
        CapturedTo::Removed | CapturedTo::PartnerHand => {}
        CapturedTo::OwnerHand => hands[victim.color.index()].add(role),
        CapturedTo::CaptorHand => {
            let role = rules.as_prisoner(role);
            if let Some(captor) = captor
                && !rules.never_runs_out(role)
            {
                hands[captor.index()].add(role);
            }
        }
    }
}

#[inline]
fn put_gate(after: &mut Setup, mv: &Move) {
    if let Some((role, square)) = mv.gate {
        let color = mv.piece.color;
        if mv.supplier().is_none() {
            after.hands[color.index()].take(role);
        }
        after.board.put(square, Piece { color, role });
    }
}

/// Updates the castling rights: removes lost ones and adds those of a dropped piece.
fn keep_rights(rules: &CompiledRules, after: &mut Setup, mv: &Move) {
    let us = mv.piece.color;
    if mv.kind == MoveKind::Drop {
        castle_with_dropped(rules, after, mv);
    } else if !mv.is_pass() {
        let castled = mv.kind == MoveKind::Castle;
        let used = |square| {
            square == mv.from && !has_not_moved(mv)
                || square == mv.to && !castled && !has_not_moved(mv)
                || mv.shifts.iter().any(|(origin, _)| *origin == square)
        };
        let castling = rules.facts.castling.as_ref();
        let opposite = castled && castling.is_some_and(|castling| castling.opposite);
        let right = mv.castles_right();
        if after.special.castles.is_empty() {
            return;
        }
        after.special.castles.retain(|known| {
            let lost = opposite && known.color != us && known.right == right;
            !used(known.king) && !used(known.partner) && !lost
        });
    }
}

/// Records the squares on which the mover can be captured en passant.
fn mark_passed(rules: &CompiledRules, after: &mut Setup, mv: &Move) {
    if mv.promotion.is_some() {
        return;
    }
    let them = mv.piece.color.opponent();
    let Setup {
        board, en_passant, ..
    } = after;
    // A leap may have passed over a piece, and en passant requires an empty square.
    let is_open = |target: &Square| board.get(*target) == Cell::Empty && mv.wall != Some(*target);
    let targets = mv.marks.iter().copied();
    let targets =
        targets.filter(|target| rules.allows_en_passant(them, *target) && is_open(target));
    en_passant.extend(targets.map(|target| EnPassant {
        target,
        victim: mv.to,
    }));
    en_passant.sort_unstable();
}

/// Records the facts about the latest move that can end the game.
fn note(rules: &CompiledRules, after: &mut Setup, mv: &Move, facing: bool) {
    let passed = mv.is_pass();
    let last = LastMove {
        passed,
        both_passed: passed && after.special.last.passed,
        castled: (mv.kind == MoveKind::Castle).then(|| mv.castles_right()),
        facing,
    };
    after.special.last = rules.asked_of(last, mv.piece.color);
}

/// Performs blasts and petrification.
fn explode(rules: &CompiledRules, after: &mut Setup, mv: &Move) {
    let captures = &rules.facts.captures;
    let squares = match &captures.blast {
        Some(blast) => {
            let role = mv.role_after();
            let captor = Piece { role, ..mv.piece };
            blasted(rules, after, mv.to, captor, blast)
        }
        None if rules.is_of(mv.piece.role, captures.petrify) => smallvec::smallvec![mv.to],
        None => return,
    };
    for square in squares {
        let Some(piece) = after.board.lift(square) else {
            continue;
        };
        // A piece removed by a blast changes sides, also if it belongs to the captor.
        let keeper = Some(piece.color.opponent());
        to_hand(rules, &mut after.hands, piece, keeper);
        forget(after, square);
        let stone = if square == mv.to {
            rules.is_of(piece.role, captures.petrify)
        } else {
            captures.petrify_blasted
        };
        if stone {
            after.board.put_wall(square);
        }
    }
}
