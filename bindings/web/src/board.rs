//! Boards, positions and entered moves, as the page draws them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use ferz::definition::PieceStyle;
use ferz::game::{Game, Position, Variant};
use ferz::geometry::BoardShape;
use ferz::state::{Cell, Color, Effect, Move, MoveKind, Piece};
use ferz_designer::input::{Input, Origin, QuestionKind};
use ferz_designer::render::{
    Caption, Figures, Marks, Stage, Theme, figure_svg, game_svgs, position_svg, touched,
};

use crate::request::{Answer, Picture, Refusal};
use crate::session::title;
use crate::tree::side;

/// A theme by its name; the light one if the name is unknown.
pub(crate) fn named(name: &str) -> Theme {
    let mut theme = Theme::named(name).unwrap_or_else(Theme::light);
    if name == "dark" {
        // Thin parts of White's pieces, such as the king's cross, consist only of lines.
        theme.white_line = "#707b8e".to_owned();
    }
    theme
}

/// A theme with other colors, each as `#rrggbb`.
pub(crate) fn colored(name: &str, colors: &BTreeMap<String, String>) -> Result<Theme, Refusal> {
    let mut theme = named(name);
    for (part, color) in colors {
        let is_color = color
            .strip_prefix('#')
            .is_some_and(|hex| hex.len() == 6 && hex.chars().all(|sign| sign.is_ascii_hexdigit()));
        if !is_color {
            return Err(Refusal::new(&format!(
                "`{color}` is no color like `#b58863`"
            )));
        }
        let field = match part.as_str() {
            "light" => &mut theme.light,
            "dark" => &mut theme.dark,
            "frame" => &mut theme.frame,
            "names" => &mut theme.faint,
            "white" => &mut theme.white,
            "white-line" => &mut theme.white_line,
            "black" => &mut theme.black,
            "black-line" => &mut theme.black_line,
            "black-detail" => &mut theme.black_detail,
            _ => {
                return Err(Refusal::new(&format!(
                    "no part of the board is called `{part}`"
                )));
            }
        };
        color.clone_into(field);
    }
    Ok(theme)
}

/// A theme with a style of pieces, if one is given.
pub(crate) fn styled(theme: Theme, pieces: Option<&str>) -> Result<Theme, Refusal> {
    let Some(name) = pieces else {
        return Ok(theme);
    };
    let style = PieceStyle::named(name);
    let style =
        style.ok_or_else(|| Refusal::new(&format!("no style of pieces is called `{name}`")))?;
    Ok(theme.with_pieces(style))
}

/// A position as a picture, with the moves of the piece on a square.
pub(crate) fn picture(position: &Position, asked: &Picture) -> Result<String, Refusal> {
    let theme = styled(named(&asked.theme), asked.pieces.as_deref())?;
    let variant = position.variant();
    let marks = match &asked.moves_of {
        None => None,
        Some(name) => {
            let square = variant.square(name);
            let square =
                square.ok_or_else(|| Refusal::new(&format!("there is no square `{name}`")))?;
            let marks = Marks::in_position(position, square);
            Some(marks.map_err(|error| Refusal::new(&error.to_string()))?)
        }
    };
    let caption = Caption::new(caption(variant, asked));
    let below = asked.below.color();
    Ok(position_svg(
        position,
        below,
        marks.as_ref(),
        &caption,
        &theme,
    ))
}

/// The positions of a game as pictures.
pub(crate) fn pictures(game: &Game, asked: &Picture) -> Answer {
    let theme = styled(named(&asked.theme), asked.pieces.as_deref())?;
    let title = caption(game.position().variant(), asked);
    let svgs: Vec<String> = game_svgs(game, asked.below.color(), title, &theme).collect();
    Ok(json!(svgs))
}

fn caption<'a>(variant: &'a Variant, asked: &Picture) -> &'a str {
    if asked.bare { "" } else { title(variant.def()) }
}

/// The board as a picture with the places of its squares, and a picture of each piece.
pub(crate) fn board(variant: &Variant, below: Color, theme: &Theme) -> Value {
    board_of(variant, variant.shape(), below, theme)
}

/// The board of a variant in another shape.
pub(crate) fn board_of(
    variant: &Variant,
    shape: &BoardShape,
    below: Color,
    theme: &Theme,
) -> Value {
    let stage = Stage::of_board(shape, &variant.def().appearance(), below, theme);
    let squares: Vec<Value> = shape
        .squares()
        .map(|square| {
            let (x, y) = stage.corner(square);
            json!({
                "id": square.index(), "name": shape.name(square), "x": x, "y": y,
                "file": shape.file_of(square), "rank": shape.rank_of(square),
                "outline": stage.outline(square),
            })
        })
        .collect();
    let mut kinds = serde_json::Map::new();
    let figures = Figures::of(variant, theme).seen_by(below);
    for color in Color::ALL {
        for role in variant.roles() {
            let piece = Piece { color, role };
            let title = format!("{} {}", side(color), variant.role_name(role));
            let kind_of = json!({
                "name": variant.role_name(role), "letter": variant.letters().name(piece),
                "side": side(color), "svg": figure_svg(&figures.figure(piece), &title, theme),
            });
            kinds.insert(kind(piece), kind_of);
        }
    }
    json!({
        "svg": stage.svg, "width": stage.width, "height": stage.height, "side": stage.side,
        "cells": stage.cells.name(),
        "files": shape.files(), "ranks": shape.ranks(), "squares": squares, "kinds": kinds,
        "below": side(below),
    })
}

/// A piece by its side and number.
pub(crate) fn kind(piece: Piece) -> String {
    let letter = match piece.color {
        Color::White => 'w',
        Color::Black => 'b',
    };
    format!("{letter}{}", piece.role.index())
}

/// A position for display.
pub(crate) fn position(game: &Game, last: Option<&Move>) -> Value {
    let position = game.position();
    let variant = position.variant();
    let mut pieces = Vec::new();
    let mut walls = Vec::new();
    for square in variant.shape().squares() {
        match position.board().get(square) {
            Cell::Piece(piece) => pieces.push(json!([square.index(), kind(piece)])),
            Cell::Wall => walls.push(square.index()),
            Cell::Empty => {}
        }
    }
    let hands: Vec<Value> = Color::ALL
        .iter()
        .map(|color| {
            let hand = &position.setup().hands[color.index()];
            let items: Vec<Value> = hand
                .iter()
                .map(|(role, count)| {
                    let color = *color;
                    json!({ "kind": kind(Piece { color, role }), "count": count })
                })
                .collect();
            json!(items)
        })
        .collect();
    let checked = position.royals_in_check();
    let checked: Vec<usize> = checked.iter().map(|square| square.index()).collect();
    let moved = last.map_or_else(|| json!([]), paths);
    let last = last.map(touched).unwrap_or_default();
    let last: Vec<usize> = last.iter().map(|square| square.index()).collect();
    json!({
        "fen": position.to_fen(), "turn": side(position.turn()), "pieces": pieces, "walls": walls,
        "hands": hands, "check": checked, "last": last,
        "moved": moved,
    })
}

/// The paths of the pieces in a move, the mover's first.
fn paths(mv: &Move) -> Value {
    let mut all: Vec<Vec<usize>> = Vec::new();
    if mv.kind != MoveKind::Drop && mv.from != mv.to {
        let via = mv.effects.iter().filter_map(|effect| match effect {
            Effect::Via { square } => Some(square.index()),
            _ => None,
        });
        let mut path = vec![mv.from.index()];
        path.extend(via);
        path.push(mv.to.index());
        all.push(path);
    }
    all.extend(
        mv.shifts
            .iter()
            .map(|(from, to)| vec![from.index(), to.index()]),
    );
    all.extend(mv.effects.iter().filter_map(|effect| match effect {
        Effect::Shift { from, to } => Some(vec![from.index(), to.index()]),
        _ => None,
    }));
    json!(all)
}

/// The piece that a choice of promotion names.
fn promoted(position: &Position, words: &str) -> Option<Piece> {
    let name = words.split(", as it is").next().unwrap_or(words);
    let role = position.variant().role(name)?;
    let color = position.turn();
    Some(Piece { color, role })
}

/// The number of squares that a piece reaches from the middle of the empty board.
fn reach(variant: &Variant, piece: Piece) -> usize {
    let shape = variant.shape();
    let name = variant.role_name(piece.role);
    let marks = Marks::of_piece_on(variant, name, shape, piece.color, Marks::middle(shape));
    marks.map_or(0, |marks| {
        let targets = shape
            .squares()
            .filter(|square| marks.mark(*square).is_target());
        targets.count()
    })
}

/// The state of move entry for display.
pub(crate) fn input(input: &Input) -> Value {
    let view = input.view();
    let squares: Vec<Value> = view
        .squares
        .iter()
        .map(|click| {
            json!({
                "square": click.square.index(), "deed": click.deed.as_str(),
                "captures": click.captures, "promotes": click.promotes,
            })
        })
        .collect();
    let question = view.question.as_ref().map(|question| {
        let choices: Vec<Value> = question
            .choices
            .iter()
            .map(|choice| {
                let squares: Vec<usize> = choice.squares.iter().map(|one| one.index()).collect();
                let piece = choice.hand.or_else(|| {
                    let becomes = (question.kind == QuestionKind::Promotion)
                        .then(|| promoted(input.position(), &choice.words));
                    becomes.flatten()
                });
                let reach = piece.map_or(0, |piece| reach(input.position().variant(), piece));
                json!({
                    "words": choice.words, "squares": squares, "kind": piece.map(kind), "reach": reach,
                })
            })
            .collect();
        let kind = question.kind;
        json!({ "kind": kind.as_str(), "words": kind.words(), "choices": choices })
    });
    let origin = view.origin.map(|origin| match origin {
        Origin::Square(square) => json!({ "square": square.index() }),
        Origin::Hand(piece) => json!({ "hand": kind(piece) }),
        Origin::Pass => json!({ "pass": true }),
    });
    let legs: Vec<usize> = view.legs.iter().map(|leg| leg.index()).collect();
    let hand: Vec<String> = view.hand.iter().map(|click| kind(click.piece)).collect();
    json!({
        "origin": origin, "legs": legs, "target": view.target.map(|target| target.index()),
        "answers": view.answers, "squares": squares, "hand": hand, "canPass": view.can_pass,
        "question": question, "moves": input.moves().len(),
    })
}
