//! Gating and walls: a piece from the hand on the vacated square, or a wall after the move.

use std::ops::ControlFlow;

use crate::compile::{CompletedWalk, Probe, walk};
use crate::definition::{DropRules, Walling};
use crate::geometry::{Square, SquareSet};
use crate::movement::{Contents, Initial, Pattern};
use crate::rules::data::{CompiledRules, RoleMove, Walls};
use crate::source::budget::spend;
use crate::state::{Cell, Color, Move, MoveKind, Piece, Setup};

use super::castling::castling_rank;
use super::drops::{drop_region, droppable};

/// Adds the move, and the move with each piece that may be gated on a square it leaves.
#[inline]
pub(crate) fn with_gates(rules: &CompiledRules, setup: &Setup, mv: Move, moves: &mut Vec<Move>) {
    if let (Some(gating), Some(drops)) = (&rules.facts.gating, &rules.facts.drops)
        && gating.from_hand
    {
        add_gates(rules, drops, setup, &mv, moves);
    }
    moves.push(mv);
}

/// Adds the move with each piece that may be gated on a square it leaves.
fn add_gates(
    rules: &CompiledRules,
    drops: &DropRules,
    setup: &Setup,
    mv: &Move,
    moves: &mut Vec<Move>,
) {
    let us = mv.piece.color;
    let partner = mv.shifts.iter().map(|(origin, _)| *origin);
    let landing: Vec<Square> = mv.shifts.iter().map(|(_, to)| *to).collect();
    for square in [mv.from].into_iter().chain(partner) {
        if !setup.special.gates.contains(square) {
            continue;
        }
        // A castling piece may land on the gate.
        if mv.kind == MoveKind::Castle && (square == mv.to || landing.contains(&square)) {
            continue;
        }
        for number in droppable(rules, drops, setup, us) {
            if drop_region(rules, drops, setup, us, number).contains(square)
                && spend(Move::WORK).is_ok()
            {
                moves.push(Move {
                    gate: Some((number.into(), square)),
                    ..mv.clone()
                });
            }
        }
    }
}

/// Adds the move with each wall that may follow it.
pub(crate) fn with_walls(
    rules: &CompiledRules,
    walls: &Walls,
    setup: &Setup,
    mv: &Move,
    moves: &mut Vec<Move>,
) {
    let shape = &rules.shape;
    let us = mv.piece.color;
    if walls.instead_of_move && mv.from != mv.to {
        moves.push(mv.clone());
        return;
    }
    debug_assert!(
        rules
            .facts
            .castling
            .as_ref()
            .is_none_or(|castling| castling_rank(castling, shape, us) < shape.ranks())
    );
    let region = &walls.region[us.index()];
    let free_after = |square: Square| {
        let left = square == mv.from
            || mv.shifts.iter().any(|(origin, _)| *origin == square)
            || mv.captures.contains(&square);
        let taken = square == mv.to || mv.shifts.iter().any(|(_, to)| *to == square);
        (left || rules.is_free(setup, square)) && !taken
    };
    let at_edge = |square: Square| {
        let (file, rank) = (shape.file_of(square), shape.rank_of(square));
        file == 0
            || rank == 0
            || file == shape.files() - 1
            || rank == shape.ranks() - 1
            || (rules.compass.beside(square).iter()).any(|near| setup.board.get(near) == Cell::Wall)
    };
    let mut wall_on = |square: Square| {
        if region.contains(square) && free_after(square) && spend(Move::WORK).is_ok() {
            moves.push(Move {
                wall: Some(square),
                ..mv.clone()
            });
        }
    };
    match walls.rule {
        // PERF: an arrow reaches few squares.
        Walling::Arrow => {
            let targets = quiet_targets(rules, setup, mv.piece, mv.to, mv.from);
            let targets: SquareSet = targets.into_iter().collect();
            targets.iter().for_each(wall_on);
        }
        Walling::Past => wall_on(mv.from),
        Walling::Edge => shape
            .squares()
            .filter(|square| at_edge(*square))
            .for_each(wall_on),
        Walling::Duck | Walling::Static => shape.squares().for_each(wall_on),
    }
}

/// The contents of the board for the interpreter, with one square lifted.
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

/// The targets without capture of a piece if `lifted` were empty. Restrictions of moves to target
/// squares are ignored. First moves, moves that can be captured en passant, and, if the piece has
/// others, moves restricted to some origins are left out.
fn quiet_targets(
    rules: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    from: Square,
    lifted: Square,
) -> Vec<Square> {
    let mut found = Vec::new();
    let owner = piece.color.perspective();
    let moves = &rules.role(piece.role).moves;
    let is_anywhere = |role_move: &&RoleMove| role_move.from.is_none();
    let everywhere = moves.iter().any(|one| is_anywhere(&one));
    for role_move in moves.iter().filter(|one| !everywhere || is_anywhere(one)) {
        let Pattern::Walk(pattern) = &role_move.pattern else {
            continue;
        };
        if pattern.initial != Initial::Any || pattern.legs.iter().any(|leg| leg.marks) {
            continue;
        }
        let mut probe = Board(setup, lifted, piece.color);
        let flow: ControlFlow<()> = walk(
            pattern,
            &rules.shape,
            owner,
            from,
            &mut probe,
            &mut |_, path: &CompletedWalk<'_>| {
                if path.pass.meets(Contents::EMPTY) && !found.contains(&path.to) {
                    found.push(path.to);
                }
                ControlFlow::Continue(())
            },
        );
        debug_assert!(flow.is_continue());
    }
    found
}
