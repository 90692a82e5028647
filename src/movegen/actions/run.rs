//! Runs: an initial move that repeats a leap over empty squares.

use smallvec::SmallVec;

use crate::definition::{InitialDef, Run};
use crate::geometry::{Square, Wrap};
use crate::rules::CompiledRules;
use crate::state::{Cell, Move, Piece, Setup};

use crate::movegen::walks::push_with_promotions;

/// Adds the runs of two or more leaps.
pub(in crate::movegen) fn runs(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    run: &Run,
    moves: &mut Vec<Move>,
) {
    let owner = piece.color.perspective();
    let may_begin = match &rules.role(piece.role).initial {
        InitialDef::Unmoved => setup.unmoved.contains(from),
        InitialDef::Zone(zone) => zone.contains(from, owner),
    };
    if !may_begin {
        return;
    }
    for leap in &run.leaps {
        let mut passed: SmallVec<[Square; 2]> = SmallVec::new();
        let mut at = from;
        for step in 1..=run.steps {
            let next = rules.shape.step(at, *leap, owner, Wrap::None);
            let free = |square: &Square| {
                setup.board.get(*square) == Cell::Empty
                    && !rules.shape.vanishing().contains(*square)
            };
            let Some(next) = next.filter(free) else { break };
            at = next;
            if step > 1 {
                let mut mv = Move::walk(piece, from, at);
                mv.marks.extend(passed.iter().copied());
                mv.marks.sort_unstable();
                push_with_promotions(rules, setup, mv, moves);
            }
            passed.push(at);
        }
    }
}
