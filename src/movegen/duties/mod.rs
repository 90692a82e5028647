//! Duties: rules that compare safe moves with each other or depend on their consequences.

mod threats;

use crate::definition::PieceId;
use crate::rules::{CompiledRules, RoleMove};
use crate::state::{Move, MoveKind, Piece, Setup};

use super::move_context::{MoveContext, in_check};
use super::walks::walks_by;
pub(super) use threats::threats;

/// Removes the safe moves that yield to mandatory ones.
pub(super) fn perform_duties(context: &MoveContext<'_>, moves: &mut Vec<Move>) {
    if context.rules.captures().mandatory && moves.iter().any(Move::is_capture) {
        moves.retain(Move::is_capture);
    }
    let wanted = context.rules.drops().and_then(|drops| drops.mandatory);
    if let Some(wanted) = wanted {
        drop_first(context, wanted, moves);
    }
    if context.rules.passing().stalemate[context.us.index()]
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
            let mut walks = Vec::new();
            walks_by(rules, setup, mv.from, mv.piece, by, &mut walks);
            walks.iter().any(|walk| walk.to == mv.to)
        };
        mv.kind != MoveKind::Normal || !goes(out_of_check) || goes(in_check_too)
    });
}
