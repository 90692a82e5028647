//! Lint: zones of first moves that do not fit the start position.

use super::place::Place;
use ferz::definition::{InitialDef, PieceDef};
use ferz::game::Variant;
use ferz::movement::{Initial, Pattern};
use ferz::source::{Diagnostic, codes};

/// Finds pieces with a zone of first moves in which none of them starts: usually the zone is inherited, but
/// the pieces start elsewhere.
pub(super) fn elsewhere(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    let start = variant.start();
    for (number, (name, piece)) in variant.def().pieces.iter().enumerate() {
        let InitialDef::Zone(zone) = &piece.initial else {
            continue;
        };
        let men = start.board().pieces();
        let mut men = men.filter(|(_, man)| man.role.index() == number).peekable();
        let Some((first, _)) = men.peek().copied() else {
            continue;
        };
        if !has_first_moves(piece)
            || men.any(|(square, man)| zone.contains(square, man.color.perspective()))
        {
            continue;
        }
        let Some(at) = place
            .own(&["start"])
            .or_else(|| place.written(&["pieces", name, "initial"]))
        else {
            continue;
        };
        let message = format!(
            "no `{name}` starts in the zone of its first moves, neither the one on {} nor another",
            variant.shape().name(first)
        );
        let help = format!(
            "write `pieces.{name}.initial` with the rank on which they start, or `'unmoved'`"
        );
        found.push(Diagnostic::new(codes::FIRST_MOVES_ELSEWHERE, at, message).with_help(help));
    }
}

fn has_first_moves(piece: &PieceDef) -> bool {
    let mut patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
    patterns.any(|pattern| matches!(pattern, Pattern::Walk(walk) if walk.initial != Initial::Any))
}
