//! Pieces and move descriptions in words and pictures.

use serde_json::{Value, json};

use ferz::explain;
use ferz::game::Variant;
use ferz::geometry::Offset;
#[cfg(feature = "pictures")]
use ferz::geometry::{Square, SquareSet};
use ferz::handbook::{Pictures, piece_words, rules_page};
use ferz::movement::Movement;
#[cfg(not(feature = "pictures"))]
use ferz::render::BoardStyle;
#[cfg(feature = "pictures")]
use ferz::render::{Caption, Figure, Marks, Stage, marks_svg};
use ferz::state::{Color, Piece};
use ferz::syntax::betza::Dialect;

use crate::board::kind;
#[cfg(feature = "pictures")]
use crate::board::named;
#[cfg(feature = "pictures")]
use crate::desk::piece;
#[cfg(feature = "pictures")]
use crate::request::Moves;
use crate::request::{Answer, Refusal};

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
                "royal": piece.royal, "betza": betza, "names": names,
                "words": piece_words(variant, role),
            })
        })
        .collect();
    json!(rows)
}

/// The rules as a page in Markdown, with its pictures or with boards in lines of text.
#[cfg_attr(
    not(feature = "pictures"),
    expect(unused_variables, reason = "boards are text")
)]
pub(crate) fn rules(variant: &Variant, theme: &str) -> Value {
    #[cfg(feature = "pictures")]
    {
        let pictures: serde_json::Map<String, Value> =
            ferz::handbook::pictures(variant, &named(theme))
                .into_iter()
                .map(|(name, svg)| (name, svg.into()))
                .collect();
        json!({ "markdown": rules_page(variant, Pictures::Files), "pictures": pictures })
    }
    #[cfg(not(feature = "pictures"))]
    {
        let page = rules_page(variant, Pictures::Text(BoardStyle::Unicode));
        json!({ "markdown": page, "pictures": {} })
    }
}

/// The moves of a piece as marks to be laid upon the board.
#[cfg(feature = "pictures")]
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
    let stage = Stage::new(shape, asked.below.color(), &theme);
    let is_occupied = |square| enemies.contains(square) || friends.contains(square);
    let targets = shape
        .squares()
        .filter(|square| marks.mark(*square).is_target());
    let targets: Vec<usize> = targets.map(|square| square.index()).collect();
    Ok(json!({
        "svg": stage.marks_svg(&marks, is_occupied, &theme), "square": origin.index(), "targets": targets,
    }))
}

/// A move description in words and as a picture, and the leaps and slides that it is, if it is nothing else.
#[cfg_attr(
    not(feature = "pictures"),
    expect(unused_variables, reason = "there is no picture")
)]
pub(crate) fn notation(betza: &str, theme: &str) -> Answer {
    let movement = Movement::read(betza, Dialect::default()).into_result()?;
    let names = explain::names(&movement);
    let pairs = |all: Vec<Offset>| -> Vec<[i16; 2]> {
        all.iter().map(|offset| [offset.dx, offset.dy]).collect()
    };
    let reaches = movement.leaps_and_slides();
    let reaches =
        reaches.map(|(leaps, slides)| json!({ "leaps": pairs(leaps), "slides": pairs(slides) }));
    #[cfg(feature = "pictures")]
    let svg = {
        let marks = Marks::of(&movement).map_err(|error| Refusal::new(&error.to_string()))?;
        let caption = Caption::new(names.first().copied().unwrap_or_default()).with_note(betza);
        let figure = Figure::of_movement(&movement, "", Color::White);
        Some(marks_svg(&marks, &figure, &caption, &named(theme)))
    };
    #[cfg(not(feature = "pictures"))]
    let svg = None::<String>;
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
