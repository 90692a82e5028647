//! Duties: rules that compare safe moves with each other or depend on their consequences.

mod threats;

use crate::definition::PieceId;
use crate::rules::{CompiledRules, RoleMove};
use crate::state::{Move, MoveKind, Piece, Setup};

use super::move_context::{MoveContext, in_check};
use super::walks::walks_by;
pub(super) use threats::threats;

/// Removes the safe moves that yield to mandatory ones.
pub(super) fn perform_duties(scene: &MoveContext<'_>, moves: &mut Vec<Move>) {
    if scene.book.captures().mandatory && moves.iter().any(Move::is_capture) {
        moves.retain(Move::is_capture);
    }
    let wanted = scene.book.drops().and_then(|drops| drops.mandatory);
    if let Some(wanted) = wanted {
        drop_first(scene, wanted, moves);
    }
    if scene.book.passing().stalemate[scene.us.index()]
        && !scene.in_check()
        && moves.iter().any(|mv| !mv.is_pass())
    {
        moves.retain(|mv| !mv.is_pass());
    }
}

/// Mandatory drops: if a drop is legal, only drops are.
fn drop_first(scene: &MoveContext<'_>, wanted: Option<PieceId>, moves: &mut Vec<Move>) {
    let (book, color) = (scene.book, scene.us);
    let is_wanted = |piece: Piece| wanted.is_none() || book.kind(piece.role) == wanted;
    let mut hand = scene.setup.hands[color.index()].iter();
    let is_held = hand.any(|(role, _)| is_wanted(Piece { color, role }));
    let is_free = match wanted {
        Some(kind) => book.never_runs_out(kind.into()),
        None => book.hand_is_free(),
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
    book: &CompiledRules,
    setup: &Setup,
    moves: &mut Vec<Move>,
) {
    if !book.has_moves_not_made_in_check || !in_check(book, setup) {
        return;
    }
    moves.retain(|mv| {
        let (in_check_too, out_of_check) = book.role(mv.piece.role).by_check();
        let goes = |by: &[RoleMove]| {
            let mut walks = Vec::new();
            walks_by(book, setup, mv.from, mv.piece, by, &mut walks);
            walks.iter().any(|walk| walk.to == mv.to)
        };
        mv.kind != MoveKind::Normal || !goes(out_of_check) || goes(in_check_too)
    });
}
