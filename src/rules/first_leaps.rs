//! Leaps of unmoved pieces, and promotions where the piece stands.

use crate::compile::{Found, Probe, walk};
use crate::definition::{ByPiece, FirstLeaps, InPlacePromotion, RulesDef};
use crate::geometry::Square;
use crate::movement::{Contents, Pattern};
use crate::rules::Rulebook;
use crate::state::{Cell, Color, Move, Piece, Setup};
use std::ops::ControlFlow;

use super::around::shifted;
use super::of_kind;

/// The leaps of pieces on gates.
pub(crate) fn first_leaps(
    book: &Rulebook,
    leaps: FirstLeaps,
    setup: &Setup,
    in_check: bool,
    moves: &mut Vec<Move>,
) {
    let us = setup.turn;
    let ahead = if us == Color::White { 1 } else { -1 };
    let mut add = |from: Square, piece: Piece, by: (i16, i16)| {
        if let Some(to) = shifted(&book.shape, from, by)
            && book.is_free(setup, to)
        {
            moves.push(Move::walk(piece, from, to));
        }
    };
    for (square, piece) in setup.board.pieces() {
        if piece.color != us || !setup.special.gates.contains(square) {
            continue;
        }
        let kind = book.kind(piece.role);
        if kind == leaps.king && kind.is_some() && !in_check {
            add(square, piece, (2, ahead));
            add(square, piece, (-2, ahead));
        }
        if kind == leaps.counsellor && kind.is_some() {
            add(square, piece, (0, 2 * ahead));
        }
    }
}

/// What stands where, to anybody.
struct Board<'a>(&'a Setup, Square, Color);

impl Probe for Board<'_> {
    fn assume(&mut self, square: Square, allowed: Contents) -> bool {
        let contents = match self.0.board.get(square) {
            _ if square == self.1 => Contents::EMPTY,
            Cell::Empty => Contents::EMPTY,
            Cell::Wall => Contents::WALL,
            Cell::Piece(piece) if piece.color == self.2 => Contents::FRIEND,
            Cell::Piece(_) => Contents::COMMONER,
        };
        allowed.meets(contents)
    }

    fn release(&mut self) {}

    fn assume_en_passant(&mut self, _: Square) -> bool {
        false
    }

    fn hand_over(&mut self, _from: Square, _to: Square) -> bool {
        false
    }

    fn hand_back(&mut self, _from: Square) {}
}

/// Where a piece of the role could go from a square: quietly, or by captures.
pub(super) fn reach(
    book: &Rulebook,
    setup: &Setup,
    piece: Piece,
    from: Square,
    lifted: Square,
    captures: bool,
) -> Vec<Square> {
    let mut found = Vec::new();
    let owner = piece.color.perspective();
    for role_move in &book.role(piece.role).moves {
        let begins = role_move
            .from
            .as_ref()
            .is_none_or(|zone| zone.contains(from, owner));
        let Pattern::Walk(pattern) = &role_move.pattern else {
            continue;
        };
        if !begins || pattern.initial != crate::movement::Initial::Any {
            continue;
        }
        let mut probe = Board(setup, lifted, piece.color);
        let flow: ControlFlow<()> = walk(
            pattern,
            &book.shape,
            owner,
            from,
            &mut probe,
            &mut |_, path: &Found<'_>| {
                let wanted = if captures {
                    !path.take.is_empty()
                } else {
                    path.pass.meets(Contents::EMPTY)
                };
                let rests = role_move
                    .to
                    .as_ref()
                    .is_none_or(|zone| zone.contains(path.to, owner));
                if wanted && rests && !found.contains(&path.to) {
                    found.push(path.to);
                }
                ControlFlow::Continue(())
            },
        );
        debug_assert!(flow.is_continue());
    }
    found
}

/// Promotions of pawns that stay, or that leave as the piece they become, without attacking.
pub(crate) fn in_place(
    book: &Rulebook,
    rule: &InPlacePromotion,
    limits: &ByPiece<u16>,
    setup: &Setup,
    moves: &mut Vec<Move>,
) {
    let us = setup.turn;
    let pawns: Vec<(Square, Piece)> = of_kind(book, setup, us, rule.pawn).collect();
    let last = pawns.len() == 1;
    for (from, piece) in pawns {
        if !last && !rule.zone[us.index()].contains(from) {
            continue;
        }
        for choice in book.def.choices(rule.choices[us.index()]).iter() {
            let limit = limits.get(choice).copied().unwrap_or(0) as usize;
            if limit > 0 && of_kind(book, setup, us, choice).count() >= limit {
                continue;
            }
            let new = Piece {
                color: us,
                role: choice.into(),
            };
            let mut targets = reach(book, setup, new, from, from, false);
            targets.retain(|to| book.is_free(setup, *to));
            targets.push(from);
            for to in targets {
                let attacks = reach(book, setup, new, to, from, true)
                    .into_iter()
                    .any(|square| {
                        square != from
                            && setup
                                .board
                                .piece(square)
                                .is_some_and(|piece| piece.color != us)
                    });
                if !attacks {
                    moves.push(Move {
                        promotion: Some(new.role),
                        ..Move::walk(piece, from, to)
                    });
                }
            }
        }
    }
}

/// A rook that aims at an unmoved king takes its leap away.
pub(crate) fn aim_at_king(book: &Rulebook, rules: &RulesDef, after: &mut Setup, mv: &Move) {
    let leaps = rules.gating.as_ref().and_then(|gating| gating.leaps);
    let Some(leaps) = leaps else { return };
    if leaps.rook.is_none() || book.kind(mv.piece.role) != leaps.rook {
        return;
    }
    let Some(king) = leaps.king else { return };
    let king = of_kind(book, after, mv.piece.color.opponent(), king)
        .next()
        .map(|(square, _)| square);
    if let Some(king) = king
        // On an empty board, as that program plays it.
        && (book.shape.file_of(king) == book.shape.file_of(mv.to)
            || book.shape.rank_of(king) == book.shape.rank_of(mv.to))
    {
        after.special.gates.remove(king);
    }
}
