//! The general generator: every move of every pattern, by the reference interpreter.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::hooks;
use crate::compile::{Found, Probe, walk};
use crate::definition::InitialDef;
use crate::geometry::{Offset, Square, Wrap};
use crate::movement::{Contents, Initial, Pattern, Universal};
use crate::rules::castlings_of;
use crate::rules::{Ending, endings};
use crate::rules::{RoleRules, Rulebook};
use crate::state::{Cell, Color, Move, MoveKind, Piece, Setup};

/// A probe of a real position, seen by the mover.
struct View<'a> {
    book: &'a Rulebook,
    setup: &'a Setup,
    color: Color,
    origin: Square,
    /// Pieces of this kind are neither mounts nor victims.
    shunned: Option<usize>,
}

impl View<'_> {
    fn contents(&self, square: Square) -> Contents {
        if square == self.origin {
            return Contents::EMPTY;
        }
        match self.setup.board.get(square) {
            Cell::Empty if self.book.shape.vanishing().contains(square) => Contents::ABSENT,
            Cell::Empty => Contents::EMPTY,
            Cell::Wall => Contents::WALL,
            Cell::Piece(piece)
                if self.shunned.is_some() && self.shunned == self.book.kind(piece.role) =>
            {
                // Nothing there to jump over or to take, and no way through.
                Contents::ABSENT
            }
            Cell::Piece(piece) if piece.color == self.color => Contents::FRIEND,
            Cell::Piece(piece) if self.book.role(piece.role).royal => Contents::ROYAL,
            Cell::Piece(_) => Contents::COMMONER,
        }
    }
}

impl Probe for View<'_> {
    fn assume(&mut self, square: Square, allowed: Contents) -> bool {
        allowed.meets(self.contents(square))
    }

    fn release(&mut self) {}

    fn assume_en_passant(&mut self, square: Square) -> bool {
        self.setup.en_passant.iter().any(|one| one.target == square)
            && self.contents(square) == Contents::EMPTY
    }
}

/// Whether a move with this condition may begin on `from`.
fn may_begin(
    book: &Rulebook,
    setup: &Setup,
    role: &RoleRules,
    piece: Piece,
    from: Square,
    initial: Initial,
) -> bool {
    let owner = piece.color.perspective();
    match (initial, &role.initial) {
        (Initial::Any, _) => true,
        (Initial::Unmoved, InitialDef::Unmoved) => setup.unmoved.contains(from),
        (Initial::Unmoved, InitialDef::Zone(zone)) => zone.contains(from, owner),
        (Initial::OneAhead, initial) => {
            let behind = book
                .shape
                .step(from, Offset { dx: 0, dy: -1 }, owner, Wrap::None);
            behind.is_some_and(|behind| match initial {
                InitialDef::Zone(zone) => zone.contains(behind, owner),
                InitialDef::Unmoved => book.start_piece(behind) == Some(piece),
            })
        }
    }
}

impl Rulebook {
    /// The piece that stands on a square at the start.
    fn start_piece(&self, square: Square) -> Option<Piece> {
        self.start_setup()
            .and_then(|start| start.board.piece(square))
    }
}

/// All pseudo-legal moves of the side to move: legal but for the safety of its royal pieces.
/// Castling is given only with what the placement can tell.
pub(crate) fn pseudo_legal(book: &Rulebook, setup: &Setup) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    for (from, piece) in setup.board.pieces() {
        if piece.color == setup.turn {
            piece_moves(book, setup, from, piece, &mut moves);
        }
    }
    if let Some(hooks) = book.hooks() {
        hooks::side_moves(book, hooks, setup, &mut moves);
    }
    moves
}

/// The pseudo-legal moves of the piece on `from`, without duplicates.
pub(crate) fn piece_moves(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    match book.hooks() {
        None => walks(book, setup, from, piece, moves),
        Some(hooks) => hooks::piece_moves(book, hooks, setup, from, piece, moves),
    }
}

/// The pseudo-legal moves that the move texts of the piece on `from` say.
pub(super) fn walks(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let first = moves.len();
    let role = book.role(piece.role);
    let owner = piece.color.perspective();
    for one in &role.moves {
        if one
            .from
            .as_ref()
            .is_some_and(|zone| !zone.contains(from, owner))
        {
            continue;
        }
        let allowed = |to: Square| one.to.as_ref().is_none_or(|zone| zone.contains(to, owner));
        match &one.pattern {
            Pattern::Walk(pattern) => {
                if !may_begin(book, setup, role, piece, from, pattern.initial) {
                    continue;
                }
                let mut view = View {
                    book,
                    setup,
                    color: piece.color,
                    origin: from,
                    shunned: book.shunned(piece.role),
                };
                let flow: ControlFlow<()> = walk(
                    pattern,
                    &book.shape,
                    owner,
                    from,
                    &mut view,
                    &mut |_, found| {
                        if allowed(found.to) {
                            add(book, setup, piece, from, found, moves);
                        }
                        ControlFlow::Continue(())
                    },
                );
                debug_assert!(flow.is_continue());
            }
            Pattern::Universal(leap) => {
                if may_begin(book, setup, role, piece, from, leap.initial) {
                    universal(book, setup, piece, from, *leap, &allowed, moves);
                }
            }
            Pattern::Castle(_) => {}
        }
    }
    castle(book, setup, piece, from, moves);
    keep_each_once(moves, first);
}

/// Clause `union.1`: equal moves of different patterns are one move.
pub(super) fn keep_each_once(moves: &mut Vec<Move>, first: usize) {
    let mut kept = first;
    for index in first..moves.len() {
        if !moves[first..kept].contains(&moves[index]) {
            moves.swap(kept, index);
            kept += 1;
        }
    }
    moves.truncate(kept);
}

fn add(
    book: &Rulebook,
    setup: &Setup,
    piece: Piece,
    from: Square,
    found: &Found<'_>,
    moves: &mut Vec<Move>,
) {
    let mut one = Move::walk(piece, from, found.to);
    one.captures.extend(found.taken.iter().copied());
    for used in found.en_passant {
        let victims = setup
            .en_passant
            .iter()
            .filter(|one| one.target == *used)
            .map(|one| one.victim);
        for victim in victims {
            if !one.captures.contains(&victim) {
                one.captures.push(victim);
            }
        }
    }
    if !found.take.is_empty()
        && found.to != from
        && setup.board.piece(found.to).is_some()
        && !one.captures.contains(&found.to)
    {
        one.captures.push(found.to);
    }
    if let Some(square) = found.unload
        && let Some(victim) = one.captures.pop()
    {
        if victim == square {
            // The piece reappears where it was taken.
        } else {
            one.shifts.push((victim, square));
        }
    }
    one.marks.extend(
        found
            .marks
            .iter()
            .copied()
            .filter(|square| *square != found.to && *square != from),
    );
    // Clause `union.2`: the order of captures does not tell moves apart.
    one.captures.sort_unstable();
    one.marks.sort_unstable();
    one.marks.dedup();
    finish(book, setup, &one, moves);
}

/// Adds the move with each of its endings.
pub(super) fn finish(book: &Rulebook, setup: &Setup, one: &Move, moves: &mut Vec<Move>) {
    for ending in endings(book, setup, one.piece, one.to) {
        let mut one = one.clone();
        if let Ending::Become { role, from_hand } = ending {
            one.promotion = Some(role);
            one.from_hand = from_hand;
        }
        moves.push(one);
    }
}

fn universal(
    book: &Rulebook,
    setup: &Setup,
    piece: Piece,
    from: Square,
    leap: Universal,
    allowed: &impl Fn(Square) -> bool,
    moves: &mut Vec<Move>,
) {
    let view = View {
        book,
        setup,
        color: piece.color,
        origin: from,
        shunned: None,
    };
    for to in book
        .shape
        .squares()
        .filter(|to| *to != from && allowed(*to))
    {
        let contents = view.contents(to);
        if leap.pass.union(leap.take).meets(contents) {
            let mut one = Move::walk(piece, from, to);
            if leap.take.meets(contents) {
                one.captures.push(to);
            }
            finish(book, setup, &one, moves);
        }
    }
}

fn castle(book: &Rulebook, setup: &Setup, piece: Piece, from: Square, moves: &mut Vec<Move>) {
    let mut found = Vec::new();
    castlings_of(book, setup, from, piece, &mut found);
    let role = book.role(piece.role);
    for castling in found {
        let free = castling
            .between
            .iter()
            .all(|square| setup.board.get(*square) == Cell::Empty);
        if free
            && setup.unmoved.contains(castling.partner)
            && may_begin_castling(setup, role, from, castling.initial)
        {
            moves.push(Move {
                kind: MoveKind::Castle,
                shifts: SmallVec::from_iter([(castling.partner, castling.partner_to)]),
                ..Move::walk(piece, from, castling.to)
            });
        }
    }
}

/// A castling king is unmoved in the plain sense, whatever zone its other initial moves have.
fn may_begin_castling(setup: &Setup, _role: &RoleRules, from: Square, initial: Initial) -> bool {
    initial == Initial::Any || setup.unmoved.contains(from)
}

/// Whether `by` could capture a piece of the other side that stands on `target`.
///
/// Nothing is walked backwards: the pieces of `by` make their moves, those first that could ever
/// get there.
pub(crate) fn attacked(book: &Rulebook, setup: &Setup, target: Square, by: Color) -> bool {
    attacked_by(book, setup, target, by, |_, _| true)
}

/// [`attacked`] by one of the pieces that count.
pub(crate) fn attacked_by(
    book: &Rulebook,
    setup: &Setup,
    target: Square,
    by: Color,
    counts: impl Fn(Square, Piece) -> bool,
) -> bool {
    if let Some(hooks) = book.hooks() {
        return hooks::attacks(book, hooks, setup, target, by, counts);
    }
    setup.board.pieces().any(|(from, piece)| {
        piece.color == by && counts(from, piece) && walk_attacks(book, setup, target, from, piece)
    })
}

/// Whether the move texts of the piece on `from` let it capture what stands on `target`.
pub(super) fn walk_attacks(
    book: &Rulebook,
    setup: &Setup,
    target: Square,
    from: Square,
    piece: Piece,
) -> bool {
    if !book.may_reach(piece, from, target) {
        return false;
    }
    let by = piece.color;
    let owner = by.perspective();
    let role = book.role(piece.role);
    role.moves.iter().any(|one| {
        if one
            .from
            .as_ref()
            .is_some_and(|zone| !zone.contains(from, owner))
        {
            return false;
        }
        let mut view = View {
            book,
            setup,
            color: by,
            origin: from,
            shunned: book.shunned(piece.role),
        };
        match &one.pattern {
            Pattern::Walk(pattern) => {
                may_begin(book, setup, role, piece, from, pattern.initial)
                    && walk(
                        pattern,
                        &book.shape,
                        owner,
                        from,
                        &mut view,
                        &mut |_, found| {
                            let hit = found.to == target && !found.take.is_empty()
                                || found.taken.contains(&target);
                            let rests = one
                                .to
                                .as_ref()
                                .is_none_or(|zone| zone.contains(found.to, owner));
                            if hit && rests {
                                ControlFlow::Break(())
                            } else {
                                ControlFlow::Continue(())
                            }
                        },
                    )
                    .is_break()
            }
            Pattern::Universal(leap) => {
                may_begin(book, setup, role, piece, from, leap.initial)
                    && leap.take.meets(view.contents(target))
            }
            Pattern::Castle(_) => false,
        }
    })
}
