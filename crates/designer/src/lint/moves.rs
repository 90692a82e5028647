//! Lint: moves that cannot be made, and color-bound pieces.

use super::place::Place;
use super::travel::{is_possible, targets};
use ferz::definition::PieceDef;
use ferz::game::Variant;
use ferz::geometry::{BoardShape, Perspective, Square};
use ferz::source::{Diagnostic, Span, codes};
use ferz::state::Color;

/// Finds pieces that cannot move, and single moves that cannot be made.
pub(super) fn immobile(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    let shape = variant.shape();
    for (name, piece) in &variant.def().pieces {
        // A piece with an empty description, such as `-`, is immobile on purpose.
        if !piece.actions.is_empty() || piece.moves.iter().all(|one| one.movement.is_empty()) {
            continue;
        }
        let possible: Vec<bool> = piece
            .moves
            .iter()
            .map(|one| is_possible(one, piece, shape))
            .collect();
        let at = place.of(&["pieces", name, "move"]);
        if !possible.contains(&false) {
            continue;
        }
        if !possible.contains(&true) {
            let message = format!("the piece `{name}` can never move on this board");
            let help = "check its zones and the size of the board, or write `move = '-'` if this is intended";
            let finding = Diagnostic::new(codes::IMMOBILE_PIECE, at, message).with_help(help);
            found.push(finding);
            continue;
        }
        for (number, _) in possible.iter().enumerate().filter(|(_, good)| !**good) {
            let betza = &piece.moves[number].betza;
            let message = format!("the move `{betza}` of `{name}` can never be made on this board");
            let item = number.to_string();
            let at = place.of(&["pieces", name, "move", &item]);
            let help = "delete it, or check its zones";
            found.push(Diagnostic::new(codes::USELESS_MOVE, at, message).with_help(help));
        }
    }
}

/// The maximum number of pieces in a note.
const MOST_NAMES: usize = 12;

/// Finds color-bound pieces without a counterpart on the other color; a single note lists all of them.
pub(super) fn color_bound(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    let bound: Vec<(&str, Option<Span>)> = variant
        .def()
        .pieces
        .iter()
        .filter(|(_, piece)| is_color_bound(piece, variant.shape()))
        .map(|(name, _)| (name.as_str(), place.written(&["pieces", name, "move"])))
        // Inherited moves are not reported, and neither are pairs of bishops on both colors.
        .filter(|(name, at)| (at.is_some() || !place.is_toml()) && is_lonely(variant, name))
        .collect();
    let Some((_, at)) = bound.first() else {
        return;
    };
    let names = bound.iter().map(|(name, _)| format!("`{name}`"));
    let mut names: Vec<String> = names.collect();
    let stay = if names.len() == 1 { "stays" } else { "stay" };
    if names.len() > MOST_NAMES {
        let others = names.len() - MOST_NAMES;
        names.truncate(MOST_NAMES);
        names.push(format!("and {others} others"));
    }
    let message = format!("{} {stay} on squares of one color", names.join(", "));
    let help = "set up one for each color, or add a move between colors, such as `W`";
    let finding = Diagnostic::new(codes::COLOR_BOUND, at.unwrap_or(place.name()), message);
    found.push(finding.with_help(help));
}

/// Whether all pieces of this kind that a side starts with are on squares of one color.
fn is_lonely(variant: &Variant, name: &str) -> bool {
    let Some(number) = variant.def().pieces.get_index_of(name) else {
        return false;
    };
    let shape = variant.shape();
    let start = variant.start();
    let mut colors = start
        .board()
        .pieces()
        .filter(|(_, piece)| piece.role.index() == number && piece.color == Color::White)
        .map(|(square, _)| (shape.file_of(square) + shape.rank_of(square)) % 2);
    let first = colors.next();
    first.is_some() && colors.all(|color| Some(color) == first)
}

/// Whether the piece has moves from the center, and all of them lead to squares of the same color.
fn is_color_bound(piece: &PieceDef, shape: &BoardShape) -> bool {
    let color = |square: Square| (shape.file_of(square) + shape.rank_of(square)) % 2;
    let (file, rank) = (shape.files() / 2, shape.ranks() / 2);
    let distance = |square: &Square| {
        let across = shape.file_of(*square).abs_diff(file);
        across.max(shape.rank_of(*square).abs_diff(rank))
    };
    let Some(middle) = shape.squares().min_by_key(distance) else {
        return false;
    };
    if !piece.actions.is_empty() {
        return false;
    }
    let mut moves = 0;
    let bound = piece.moves.iter().all(|one| {
        // Zones are ignored, because they restrict moves and not the squares that the piece can reach.
        let mut free = one.clone();
        (free.from, free.to) = (None, None);
        [Perspective::White, Perspective::Black].iter().all(|side| {
            let reached = targets(&free, piece, shape, *side, middle);
            moves += reached.len();
            reached.iter().all(|to| color(to) == color(middle))
        })
    });
    bound && moves > 0
}
