//! Moves of unmoved pieces: castling, first leaps, and replacement.

use smallvec::SmallVec;

use crate::definition::{CastlingRules, FirstLeaps};
use crate::geometry::{Bearing, BoardShape, FewOf, Offset, Perspective, Square, Wrap};
use crate::movement::{Initial, Pattern, Side};
use crate::rules::data::{CompiledRules, Replacement};
use crate::rules::pieces::{of_kind, shifted};
use crate::state::{Board, CastleRight, Cell, Color, Move, MoveKind, Piece, Setup};

// Castling by the movement of pieces: partners and squares.

/// A castling by the arrangement of pieces, before tests for moved pieces, empty paths and attacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Castling {
    /// The square of the mover.
    pub(crate) from: Square,
    /// The target of the mover.
    pub(crate) to: Square,
    /// The square of the partner.
    pub(crate) partner: Square,
    /// The target of the partner.
    pub(crate) partner_to: Square,
    /// Whether the mover must be unmoved.
    pub(crate) initial: Initial,
    /// The squares between mover and partner.
    pub(crate) between: SmallVec<[Square; 8]>,
    /// The squares that the mover passes, including its target.
    pub(crate) path: SmallVec<[Square; 8]>,
}

/// All castlings of the piece on `from` with the partners on the board.
pub(crate) fn castlings_of(
    rules: &CompiledRules,
    board: &Board,
    from: Square,
    piece: Piece,
    found: &mut Vec<Castling>,
) {
    castlings_that_begin(rules, board, from, piece, |_| true, found);
}

/// The castlings of the piece on `from` whose condition on the mover holds.
///
/// Clause `castle.partner`: the partner is the piece of the same side on the last square before the
/// edge or a hole, moved inwards by one square for each `j`.
pub(crate) fn castlings_that_begin(
    rules: &CompiledRules,
    board: &Board,
    from: Square,
    piece: Piece,
    begins: impl Fn(Initial) -> bool,
    found: &mut Vec<Castling>,
) {
    let shape = &rules.shape;
    for role_move in &rules.role(piece.role).moves {
        let Pattern::Castle(castle) = &role_move.pattern else {
            continue;
        };
        let owner = piece.color.perspective();
        if !begins(castle.initial) || !role_move.begins_on(from, owner) {
            continue;
        }
        let unit = i16::from(shape.unit());
        let there = |square: &Square| {
            !(shape.vanishing().contains(*square) && board.get(*square) == Cell::Empty)
        };
        let mut ray: SmallVec<[Square; 16]> = SmallVec::new();
        let mut at = from;
        let goes_east = (castle.side == Side::Right) == (owner == Perspective::White);
        let (way, dx) = if goes_east {
            (Bearing::EAST, unit)
        } else {
            (Bearing::WEST, -unit)
        };
        let next = |at: Square| {
            // PERF: steps are mostly single, so neighbors are looked up.
            if unit == 1 {
                rules.compass.next(at, way)
            } else {
                shape.step(at, Offset { dx, dy: 0 }, Perspective::White, Wrap::None)
            }
        };
        while let Some(square) = next(at).filter(&there) {
            ray.push(square);
            at = square;
        }
        let Some(distance) = ray
            .len()
            .checked_sub(castle.inset as usize)
            .filter(|n| *n > 0)
        else {
            continue;
        };
        let partner = ray[distance - 1];
        let steps = castle.distance as usize;
        if steps > distance
            || board
                .piece(partner)
                .is_none_or(|other| other.color != piece.color)
        {
            continue;
        }
        let partner_to = if steps >= 2 { ray[steps - 2] } else { from };
        found.push(Castling {
            from,
            to: ray[steps - 1],
            partner,
            partner_to,
            initial: castle.initial,
            between: SmallVec::from_slice(&ray[..distance - 1]),
            path: SmallVec::from_slice(&ray[..steps]),
        });
    }
}

// Castling by files: king and partner move to fixed files of a rank, from any files.

/// The rank of a castling rule on the board for a color.
pub(crate) fn castling_rank(castling: &CastlingRules, shape: &BoardShape, color: Color) -> u8 {
    let rank = castling.rank.min(shape.ranks() - 1);
    if color == Color::White {
        rank
    } else {
        shape.ranks() - 1 - rank
    }
}

/// The targets of king and partner.
pub(crate) fn landing(
    castling: &CastlingRules,
    shape: &BoardShape,
    color: Color,
    right: bool,
) -> Option<(Square, Square)> {
    let rank = castling_rank(castling, shape, color);
    let (king, partner) = if right {
        (castling.right_file, castling.right_file.checked_sub(1)?)
    } else {
        (castling.left_file, castling.left_file.checked_add(1)?)
    };
    Some((shape.at(king, rank)?, shape.at(partner, rank)?))
}

/// Generates the unobstructed castlings of the side to move.
pub(crate) fn castlings(
    rules: &CompiledRules,
    castling: &CastlingRules,
    setup: &Setup,
    moves: &mut Vec<Move>,
) {
    let us = setup.turn;
    let has_king = rules.royals(setup, us).next().is_some();
    let rights = setup.special.castles.iter();
    for right in rights.filter(|castle| castle.color == us) {
        let Some(piece) = setup.board.piece(right.king) else {
            continue;
        };
        if has_king != rules.role(piece.role).royal {
            continue;
        }
        let Some((to, partner_to)) = landing(castling, &rules.shape, us, right.right) else {
            continue;
        };
        if !is_clear(rules, setup, *right, to, partner_to) {
            continue;
        }
        moves.push(Move {
            kind: MoveKind::Castle,
            shifts: FewOf::from_iter([(right.partner, partner_to)]),
            ..Move::walk(piece, right.king, to)
        });
    }
}

/// Whether the squares that king and partner pass or land on exist and are empty, except for themselves.
fn is_clear(
    rules: &CompiledRules,
    setup: &Setup,
    right: CastleRight,
    to: Square,
    partner_to: Square,
) -> bool {
    let free = |from: Square, to: Square| {
        let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
        (low..=high)
            .map(|index| Square::new(index as u16))
            .all(|square| {
                square == right.king
                    || square == right.partner
                    || rules.shape.exists(square) && rules.is_free(setup, square)
            })
    };
    free(right.king, to) && free(right.partner, partner_to)
}

// First leaps: leaps of unmoved pieces.

/// Generates the leaps of unmoved pieces.
pub(crate) fn first_leaps(
    rules: &CompiledRules,
    leaps: FirstLeaps,
    setup: &Setup,
    in_check: bool,
    moves: &mut Vec<Move>,
) {
    let us = setup.turn;
    let ahead = if us == Color::White { 1 } else { -1 };
    let mut add = |from: Square, piece: Piece, by: (i16, i16)| {
        if let Some(to) = shifted(&rules.shape, from, by)
            && rules.is_free(setup, to)
        {
            moves.push(Move::walk(piece, from, to));
        }
    };
    for (square, piece) in setup.board.pieces() {
        if piece.color != us || !setup.special.gates.contains(square) {
            continue;
        }
        let kind = rules.kind(piece.role);
        if kind == leaps.king && kind.is_some() && !in_check {
            add(square, piece, (2, ahead));
            add(square, piece, (-2, ahead));
        }
        if kind == leaps.counsellor && kind.is_some() {
            add(square, piece, (0, 2 * ahead));
        }
    }
}

/// Removes the leap of an unmoved king after a rook has moved to its file or rank.
pub(crate) fn aim_at_king(rules: &CompiledRules, after: &mut Setup, mv: &Move) {
    let leaps = rules.facts.gating.as_ref().and_then(|gating| gating.leaps);
    let Some(leaps) = leaps else { return };
    if leaps.rook.is_none() || rules.kind(mv.piece.role) != leaps.rook {
        return;
    }
    let Some(king) = leaps.king else { return };
    let king = of_kind(rules, after, mv.piece.color.opponent(), king)
        .next()
        .map(|(square, _)| square);
    if let Some(king) = king
        // Pieces in between are ignored, as in Fairy-Stockfish.
        && (rules.shape.file_of(king) == rules.shape.file_of(mv.to)
            || rules.shape.rank_of(king) == rules.shape.rank_of(mv.to))
    {
        after.special.gates.remove(king);
    }
}

// Replacement moves: an unmoved piece moves to the square that another leaves with its first move.

/// Adds the moves of a side with replacement, which are illegal in check.
pub(crate) fn replacements(
    rule: &Replacement,
    setup: &Setup,
    in_check: impl FnOnce() -> bool,
    moves: &mut Vec<Move>,
) {
    let us = setup.turn;
    let unmoved: Vec<(Square, Piece)> = setup
        .board
        .pieces_of(us)
        .filter(|(square, _)| setup.unmoved.contains(*square))
        .collect();
    let with = |piece: Piece| rule.takes_part(piece);
    if !unmoved.iter().any(|(_, piece)| with(*piece)) || in_check() {
        return;
    }
    for index in 0..moves.len() {
        for left in places_left(rule, setup, &moves[index]) {
            for (square, piece) in &unmoved {
                let mv = &moves[index];
                let goes = *square == mv.from || mv.shifts.iter().any(|(from, _)| from == square);
                if !goes && (with(*piece) || with(mv.piece)) {
                    let mut act = mv.clone();
                    act.shifts.push((*square, left));
                    moves.push(act);
                }
            }
        }
    }
}

/// The squares that a move leaves for a replacement.
fn places_left(rule: &Replacement, setup: &Setup, mv: &Move) -> SmallVec<[Square; 2]> {
    if !setup.unmoved.contains(mv.from) {
        return SmallVec::new();
    }
    match (mv.kind, mv.shifts.as_slice()) {
        (MoveKind::Normal, []) if mv.from != mv.to && mv.mover_stays() => {
            SmallVec::from_slice(&[mv.from])
        }
        (MoveKind::Castle, [(partner, partner_to)]) if rule.castling => {
            let is_left = |square: &Square| *square != mv.to && square != partner_to;
            [mv.from, *partner].into_iter().filter(is_left).collect()
        }
        _ => SmallVec::new(),
    }
}

/// The number of pieces that could replace the piece on `from` with each of its moves; `None` if it
/// differs between moves. `exposes` is whether a change of contents of a square could expose a
/// royal piece. The side to move is not in check.
#[inline]
pub(crate) fn replaced(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    exposes: impl Fn(Square) -> bool,
) -> Option<u64> {
    let rule = rules.facts.replacement.as_ref();
    let Some(rule) = rule.filter(|_| setup.unmoved.contains(from)) else {
        return Some(0);
    };
    let with = |piece: Piece| rule.takes_part(piece);
    let mut partners = 0;
    for square in setup.unmoved.common(setup.board.squares_of(piece.color)) {
        let Some(partner) = setup.board.piece(square) else {
            continue;
        };
        if square == from || !with(partner) && !with(piece) {
            continue;
        }
        if rules.role(partner.role).royal || exposes(square) {
            return None;
        }
        partners += 1;
    }
    Some(partners)
}
