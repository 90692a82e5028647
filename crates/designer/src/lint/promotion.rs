//! Lint: promotions on squares that a side's pieces cannot reach.

use super::place::Place;
use super::presence::present;
use super::travel::arrives;
use ferz::definition::{PieceDef, PieceId};
use ferz::game::Variant;
use ferz::geometry::{Perspective, SquareSet};
use ferz::source::{Diagnostic, codes};
use ferz::state::Color;

/// Finds promotions that a side can never make.
pub(super) fn unreachable(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    let def = variant.def();
    // Dropped pieces can be anywhere.
    let start = variant.start();
    let hands = start.setup().hands.iter();
    if variant.compiled_rules().facts.drops.is_some() || hands.clone().any(|hand| !hand.is_empty())
    {
        return;
    }
    let present = present(variant);
    for (id, name, piece) in def.numbered() {
        let zones = zones(variant, id, piece);
        let is_there = present.contains(id);
        let empty = zones.iter().all(SquareSet::is_empty);
        // The targets of actions are unknown here.
        let leaps = !piece.actions.is_empty();
        if !is_there || leaps || (empty && piece.promotion.is_none()) {
            continue;
        }
        let sides = [Perspective::White, Perspective::Black];
        let men = |side: Perspective| {
            start
                .board()
                .pieces()
                .any(|(_, man)| id == man.role.into() && man.color.perspective() == side)
        };
        let makes = |side: Perspective| {
            let seeds = seeds(variant, id, side);
            arrives(piece, variant.shape(), side, &seeds, &zones[side as usize])
        };
        // A side without such pieces at the start may never have any.
        let (made, has) = (sides.map(makes), sides.map(men));
        let whose = match (made, has) {
            ([false, false], _) => "the piece",
            ([true, false], [_, true]) => "Black's piece",
            ([false, true], [true, _]) => "White's piece",
            _ => continue,
        };
        let Some(at) = place
            .own(&["pieces", name, "promotion"])
            .or((!place.is_toml()).then_some(place.name()))
        else {
            continue;
        };
        let message = format!("{whose} `{name}` never reaches the squares on which it promotes");
        let help = if whose == "Black's piece" {
            "Black's zone is the mirror image of White's; write `{ white = …, black = … }` for different zones"
        } else {
            "check the promotion's `zone` and the piece's moves, or write `promotion = false`"
        };
        found.push(Diagnostic::new(codes::UNREACHABLE_PROMOTION, at, message).with_help(help));
    }
}

/// The squares on which a piece promotes, by side.
fn zones(variant: &Variant, number: PieceId, piece: &PieceDef) -> [SquareSet; 2] {
    let sides = [Perspective::White, Perspective::Black];
    let mut zones = sides.map(|side| {
        let choices = piece.promotion.iter().flat_map(|one| &one.choices);
        choices.fold(SquareSet::new(), |zone, choice| {
            zone.union(choice.zone.of(side))
        })
    });
    let pairs = &variant.compiled_rules().facts.paired_promotion;
    for (side, zone) in zones.iter_mut().enumerate() {
        if pairs.target(number).is_some() {
            *zone = zone.union(&pairs.zone[side]);
            let also = pairs.also_on.get(number).and_then(Option::as_ref);
            if let Some(also) = also {
                *zone = zone.union(also.of(sides[side]));
            }
        }
    }
    zones
}

/// The squares on which a piece can enter the game: those of the start position, and those on which others
/// become this piece.
fn seeds(variant: &Variant, id: PieceId, side: Perspective) -> SquareSet {
    let def = variant.def();
    let start = variant.start();
    let mut seeds: SquareSet = start
        .board()
        .pieces()
        .filter(|(_, piece)| id == piece.role.into())
        .filter(|(_, piece)| (piece.color == Color::White) == (side == Perspective::White))
        .map(|(square, _)| square)
        .collect();
    for choice in def
        .pieces
        .values()
        .flat_map(|piece| &piece.promotion)
        .flat_map(|promotion| &promotion.choices)
        .filter(|choice| choice.piece == id)
    {
        seeds = seeds.union(choice.zone.of(side));
    }
    // A piece that enters only by special promotions can be on any square.
    if seeds.is_empty() {
        seeds.extend(variant.shape().squares());
    }
    seeds
}
