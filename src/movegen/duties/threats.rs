//! Threats: captures by which a piece could begin to capture certain pieces.

use crate::geometry::{Square, SquareSet};
use crate::movegen::actions::series::jumpers;
use crate::movegen::attacks::may_hit;
use crate::movegen::piece_moves::{piece_moves, walks_with_victims};
use crate::rules::{CompiledRules, Threat};
use crate::state::{Piece, Setup};

/// The captures by which the piece on `from` could begin to capture on some squares. For a piece with series
/// of jumps only the jumps count, unless `steps` is set.
pub(in crate::movegen) fn threats(
    rules: &CompiledRules,
    setup: &Setup,
    from: Square,
    meant: &SquareSet,
    steps: bool,
) -> Vec<Threat> {
    let mut threats = Vec::new();
    let Some(piece) = setup.board.piece(from) else {
        return threats;
    };
    if !could_threaten(rules, setup, (from, piece), meant, steps) {
        return threats;
    }
    let mut moves = Vec::new();
    let mut jumps = false;
    for jumper in jumpers(rules, setup, from, piece, piece.role) {
        jumps = true;
        for series in jumper.series() {
            let Some(victim) = series.first.filter(|first| meant.contains(*first)) else {
                continue;
            };
            series.add(rules, setup, (from, piece), &mut moves);
            threats.extend(moves.drain(..).map(|mv| Threat { mv, victim }));
        }
    }
    if jumps && !steps {
        return threats;
    }
    if jumps {
        walks_with_victims(rules, setup, from, piece, &mut moves);
    } else {
        piece_moves(rules, setup, from, piece, &mut moves);
    }
    for mv in moves {
        let victims = mv.captures.iter().copied();
        for victim in victims.filter(|square| meant.contains(*square)) {
            let mv = mv.clone();
            threats.push(Threat { mv, victim });
        }
    }
    threats
}

/// Whether a piece might make a threat; `false` is certain.
fn could_threaten(
    rules: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    meant: &SquareSet,
    steps: bool,
) -> bool {
    let mut series = jumpers(rules, setup, from, piece, piece.role).peekable();
    let steps = steps || series.peek().is_none();
    series.any(|jumper| jumper.begins_with(|victim| meant.contains(victim)))
        || steps && may_be_hit(rules, setup, (from, piece), meant)
}

/// Whether a piece might capture on one of some squares without series; `false` is certain.
fn may_be_hit(
    rules: &CompiledRules,
    setup: &Setup,
    (from, piece): (Square, Piece),
    meant: &SquareSet,
) -> bool {
    let mut marks = setup.en_passant.iter();
    if marks.any(|mark| meant.contains(mark.victim)) {
        return true;
    }
    if rules.role(piece.role).only_walks {
        return rules.may_reach_one(piece, from, meant);
    }
    meant
        .iter()
        .any(|square| may_hit(rules, setup, from, piece, square))
}
