//! Pieces and move descriptions in words and pictures.

use serde_json::{Value, json};

use ferz::game::Variant;
use ferz::geometry::{Offset, Square, SquareSet};
use ferz::movement::{Dialect, Movement};
use ferz::state::{Color, Piece};
use ferz_designer::explain;
use ferz_designer::handbook::{self, Pictures, piece_words};
use ferz_designer::render::{Caption, Figure, Marks, Stage, Theme, marks_svg};

use crate::board::{kind, named};
use crate::request::{Answer, Moves, Refusal};
use crate::session::piece;

/// All pieces of a variant in their order.
pub(crate) fn list(variant: &Variant) -> Value {
    let pieces = variant.roles().zip(&variant.def().pieces);
    let rows: Vec<Value> = pieces
        .map(|(role, (name, piece))| {
            let color = Color::White;
            let betza: Vec<&str> = piece.moves.iter().map(|one| one.betza.as_str()).collect();
            let names = match &piece.moves[..] {
                [one] => explain::names(&one.movement),
                _ => Vec::new(),
            };
            json!({
                "kind": kind(Piece { color, role }), "name": name, "letter": piece.letter,
                "royal": piece.royal, "betza": betza, "names": names, "value": piece.value,
                "picture": piece.picture.as_ref().map(ToString::to_string),
                "words": piece_words(variant, role),
            })
        })
        .collect();
    json!(rows)
}

/// The moves of a piece as an overlay of marks for the board.
pub(crate) fn moves(variant: &Variant, asked: &Moves) -> Answer {
    let shown = piece(variant, &asked.kind)?;
    let shape = variant.shape();
    let exists =
        |number: &u16| usize::from(*number) < shape.area() && shape.exists(Square::new(*number));
    let squares = |numbers: &[u16]| {
        numbers
            .iter()
            .filter(|one| exists(one))
            .map(|one| Square::new(*one))
            .collect()
    };
    let origin = asked
        .square
        .filter(exists)
        .map_or_else(|| Marks::middle(shape), Square::new);
    let (enemies, friends): (SquareSet, SquareSet) =
        (squares(&asked.enemies), squares(&asked.friends));
    let name = variant.role_name(shown.role);
    let marks = Marks::of_piece_beside(variant, name, shown.color, origin, &enemies, &friends)
        .map_err(|error| Refusal::new(&error.to_string()))?;
    let theme = named(&asked.theme);
    let stage = Stage::new(variant, asked.below.color(), &theme);
    let is_occupied = |square| enemies.contains(square) || friends.contains(square);
    let targets = shape
        .squares()
        .filter(|square| marks.mark(*square).is_target());
    let targets: Vec<usize> = targets.map(|square| square.index()).collect();
    Ok(json!({
        "svg": stage.marks_svg(&marks, is_occupied, &theme), "square": origin.index(), "targets": targets,
    }))
}

/// The rules as a page in Markdown, with its pictures.
pub(crate) fn rules(variant: &Variant, theme: &Theme) -> Value {
    let pictures: serde_json::Map<String, Value> = handbook::pictures(variant, theme)
        .into_iter()
        .map(|(name, svg)| (name, svg.into()))
        .collect();
    json!({ "markdown": handbook::rules_page(variant, Pictures::Files), "pictures": pictures })
}

/// A move description in words and as a picture, and its leaps and slides if it has no other moves.
pub(crate) fn notation(betza: &str, theme: &Theme) -> Answer {
    let movement = Movement::read(betza, Dialect::default()).into_result()?;
    let marks = Marks::of(&movement).map_err(|error| Refusal::new(&error.to_string()))?;
    let names = explain::names(&movement);
    let caption = Caption::new(names.first().copied().unwrap_or_default()).with_note(betza);
    let figure = Figure::of_movement(&movement, "", Color::White);
    let svg = marks_svg(&marks, &figure, &caption, theme);
    let pairs = |all: Vec<Offset>| -> Vec<[i16; 2]> {
        all.iter().map(|offset| [offset.dx, offset.dy]).collect()
    };
    let reaches = movement.leaps_and_slides();
    let reaches =
        reaches.map(|(leaps, slides)| json!({ "leaps": pairs(leaps), "slides": pairs(slides) }));
    Ok(json!({
        "words": explain::text(&movement), "names": names, "svg": svg, "reaches": reaches,
    }))
}

/// The shortest move description for leaps and slides.
pub(crate) fn compose(leaps: &[[i16; 2]], slides: &[[i16; 2]]) -> Answer {
    let offsets = |all: &[[i16; 2]]| -> Vec<Offset> {
        all.iter()
            .map(|[dx, dy]| Offset { dx: *dx, dy: *dy })
            .collect()
    };
    let movement = Movement::of_leaps_and_slides(&offsets(leaps), &offsets(slides));
    let betza = movement
        .to_betza(Dialect::default())
        .map_err(|error| Refusal::new(error.reason()))?;
    Ok(json!({
        "betza": betza, "names": explain::names(&movement), "words": explain::text(&movement),
    }))
}
