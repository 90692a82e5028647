//! Duties: rules that compare safe moves with each other or depend on their consequences.

use crate::definition::PieceId;
use crate::geometry::{Square, SquareSet};
use crate::rules::{CompiledRules, RoleMove, Threat};
use crate::state::{Move, MoveKind, Piece, Setup};

use super::actions::series::jumpers;
use super::attacks::may_hit;
use super::move_context::{MoveContext, in_check};
use super::mover::Mover;
use super::piece_moves::{piece_moves, walks_with_victims};
use super::walks::walks_by;

/// Removes the safe moves that yield to mandatory ones.
pub(super) fn perform_duties(context: &MoveContext<'_>, moves: &mut Vec<Move>) {
    if context.rules.facts.captures.mandatory && moves.iter().any(Move::is_capture) {
        moves.retain(Move::is_capture);
    }
    let wanted = context
        .rules
        .facts
        .drops
        .as_ref()
        .and_then(|drops| drops.mandatory);
    if let Some(wanted) = wanted {
        drop_first(context, wanted, moves);
    }
    if context.rules.facts.passing.stalemate[context.us.index()]
        && !context.in_check()
        && moves.iter().any(|mv| !mv.is_pass())
    {
        moves.retain(|mv| !mv.is_pass());
    }
}

/// Mandatory drops: if a drop is legal, only drops are.
fn drop_first(context: &MoveContext<'_>, wanted: Option<PieceId>, moves: &mut Vec<Move>) {
    let (rules, color) = (context.rules, context.us);
    let is_wanted = |piece: Piece| wanted.is_none() || rules.kind(piece.role) == wanted;
    let mut hand = context.setup.hands[color.index()].iter();
    let is_held = hand.any(|(role, _)| is_wanted(Piece { color, role }));
    let is_free = match wanted {
        Some(kind) => rules.never_runs_out(kind.into()),
        None => rules.hand_is_free(),
    };
    if !is_held && !is_free {
        return;
    }
    let is_due = |mv: &Move| mv.kind == MoveKind::Drop && is_wanted(mv.piece);
    if moves.iter().any(is_due) {
        moves.retain(is_due);
    } else {
        moves.retain(|mv| mv.kind != MoveKind::Drop);
    }
}

/// In check, removes moves that must not be made in check.
pub(super) fn drop_moves_not_made_in_check(
    rules: &CompiledRules,
    setup: &Setup,
    moves: &mut Vec<Move>,
) {
    if !rules.has_moves_not_made_in_check || !in_check(rules, setup) {
        return;
    }
    moves.retain(|mv| {
        let (in_check_too, out_of_check) = rules.role(mv.piece.role).by_check();
        let goes = |by: &[RoleMove]| {
            let mover = Mover::new(rules, setup, (mv.from, mv.piece));
            let mut walks = Vec::new();
            walks_by(&mover, by, &mut walks);
            walks.iter().any(|walk| walk.to == mv.to)
        };
        mv.kind != MoveKind::Normal || !goes(out_of_check) || goes(in_check_too)
    });
}

// Threats: captures by which a piece could begin to capture certain pieces.

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
    let mover = Mover::new(rules, setup, (from, piece));
    if !could_threaten(&mover, meant, steps) {
        return threats;
    }
    let mut moves = Vec::new();
    let mut jumps = false;
    for jumper in jumpers(&mover, piece.role) {
        jumps = true;
        for series in jumper.series() {
            let Some(victim) = series.first.filter(|first| meant.contains(*first)) else {
                continue;
            };
            series.add(&mover, &mut moves);
            threats.extend(moves.drain(..).map(|mv| Threat { mv, victim }));
        }
    }
    if jumps && !steps {
        return threats;
    }
    if jumps {
        walks_with_victims(&mover, &mut moves);
    } else {
        piece_moves(&mover, &mut moves);
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
fn could_threaten(mover: &Mover<'_>, meant: &SquareSet, steps: bool) -> bool {
    let mut series = jumpers(mover, mover.piece.role).peekable();
    let steps = steps || series.peek().is_none();
    series.any(|jumper| jumper.begins_with(|victim| meant.contains(victim)))
        || steps && may_be_hit(mover, meant)
}

/// Whether a piece might capture on one of some squares without series; `false` is certain.
fn may_be_hit(mover: &Mover<'_>, meant: &SquareSet) -> bool {
    let (rules, setup, from, piece) = mover.parts();
    let mut marks = setup.en_passant.iter();
    if marks.any(|mark| meant.contains(mark.victim)) {
        return true;
    }
    if mover.role().only_walks {
        return rules.may_reach_one(piece, from, meant);
    }
    meant.iter().any(|square| may_hit(mover, square))
}
