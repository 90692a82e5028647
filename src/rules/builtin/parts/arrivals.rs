//! Targets of moves, and promotion there.

use crate::definition::{PromotionStock, VariantDef};
use crate::geometry::Square;
use crate::rules::data::RuleContext;
use crate::state::{Effect, Move, MoveKind, Piece, Role};

/// The squares on which the mover and relocated pieces arrive, such as both castling pieces. Later
/// relocations by rules are not included.
pub(in crate::rules::builtin) fn arrived(mv: &Move) -> impl Iterator<Item = Square> {
    let own = (mv.from != mv.to || mv.kind == MoveKind::Drop).then_some(mv.to);
    let shifts = mv.shifts.iter();
    let shifted = shifts.filter(|(origin, target)| origin != target);
    own.into_iter().chain(shifted.map(|(_, target)| *target))
}

/// The square of a piece after a move that does not capture it.
pub(in crate::rules::builtin) fn moved(mv: &Move, square: Square) -> Square {
    let is_mover = mv.kind != MoveKind::Drop && mv.from == square;
    let shift = mv.shifts.iter().find(|(origin, _)| *origin == square);
    let mut at = if is_mover {
        mv.to
    } else {
        shift.map_or(square, |(_, target)| *target)
    };
    for effect in &mv.effects {
        if let Effect::Shift { from, to } = effect
            && *from == at
        {
            at = *to;
        }
    }
    at
}

/// The alternative effects of promotion for a piece shifted to a square. If promotion is mandatory
/// and impossible, the piece keeps its kind.
pub(in crate::rules::builtin) fn promotions(
    at: &RuleContext<'_>,
    piece: Piece,
    square: Square,
) -> Vec<Vec<Effect>> {
    let endings = at.endings(piece, square).into_iter();
    let become_ = |role: Option<Role>| {
        let Some(role) = role else {
            return Vec::new();
        };
        let promoted = Piece { role, ..piece };
        let mut effects = vec![Effect::Put {
            square,
            piece: promoted,
        }];
        effects.extend(is_from_hand(at.def(), piece, role).then_some(Effect::Hand {
            color: piece.color,
            role,
            change: -1,
        }));
        effects
    };
    let mut choices: Vec<Vec<Effect>> = endings.map(become_).collect();
    if choices.is_empty() {
        choices.push(Vec::new());
    }
    choices
}

/// Whether the promoted piece is taken from the hand.
pub(in crate::rules::builtin) fn is_from_hand(def: &VariantDef, piece: Piece, role: Role) -> bool {
    let found = def.piece(piece.role.into());
    let promotion = found.and_then(|(_, piece)| piece.promotion.as_ref());
    let mut choices = promotion.iter().flat_map(|promotion| &promotion.choices);
    choices.any(|choice| choice.piece == role.into() && choice.stock == PromotionStock::Hand)
}
