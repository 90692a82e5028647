//! Squares that XBoard highlights while a user enters a move with the mouse.

use super::{moves, squares};
use ferz::game::Position;
use ferz::geometry::Square;
use ferz_designer::input::{ClickEffect, Input, Origin};

/// The move that a user enters with the mouse; `None` until a piece is lifted.
#[derive(Clone, Debug, Default)]
pub(super) struct Hand {
    input: Option<Input>,
}

impl Hand {
    /// A piece is lifted, possibly where it was just put down.
    pub(super) fn lift(&mut self, position: &Position, name: &str) -> Option<String> {
        let square = squares::parse(position.variant().shape(), name)?;
        let input = self.input.get_or_insert_with(|| Input::new(position));
        input.lift(square);
        Some(colored(input))
    }

    /// A piece is put down.
    pub(super) fn put(&mut self, position: &Position, name: &str) {
        let Some(input) = &mut self.input else { return };
        match squares::parse(position.variant().shape(), name) {
            Some(square) if !input.is_empty() => {
                input.put(square);
            }
            _ => self.input = None,
        }
    }
}

/// The squares that the piece has visited so far, beginning with its origin.
fn way(input: &Input) -> Vec<Square> {
    let view = input.view();
    let Some(Origin::Square(from)) = view.origin else {
        return Vec::new();
    };
    let mut way = vec![from];
    way.extend(view.legs);
    // If the move could end or continue on its last square, that square is listed once.
    way.extend(view.target.filter(|target| way.last() != Some(target)));
    way
}

/// The board with a letter on each target of the lifted piece: `Y` for a move, `R` for a capture, `M` for a
/// promotion, `C` for a leg after which the move continues. XBoard enters moves by their legs only, so other
/// squares that accept a click have no letter.
fn colored(input: &Input) -> String {
    let position = input.position();
    let shape = position.variant().shape();
    let way: Vec<String> = way(input)
        .into_iter()
        .map(|square| squares::name(shape, square))
        .collect();
    let so_far = way.len().saturating_sub(1);
    let lifted = way.last().map_or("", String::as_str);
    let clicks = input.view().squares;
    let is_offered = |square: Square| {
        let mut clicks = clicks.iter();
        clicks.any(|click| {
            click.square == square
                && !matches!(click.deed, ClickEffect::Begin | ClickEffect::Cancel)
        })
    };
    let mut colors = vec![None; shape.area()];
    let left = input.left().filter(|_| !way.is_empty());
    for (_, mv) in left {
        let legs = moves::legs(position, mv);
        let walked = way.windows(2).map(<[String]>::concat);
        let follows = walked.zip(&legs).all(|(walked, leg)| *leg == walked);
        let Some(leg) = legs.get(so_far).filter(|_| follows) else {
            continue;
        };
        let Some(target) = leg.strip_prefix(lifted) else {
            continue;
        };
        let square = squares::parse_prefix(shape, target).map(|(square, _)| square);
        let Some(square) = square.filter(|square| is_offered(*square)) else {
            continue;
        };
        let is_last = so_far + 1 == legs.len();
        let color = if !is_last {
            'C'
        } else if mv.promotion.is_some() {
            'M'
        } else if mv.is_capture() {
            'R'
        } else {
            'Y'
        };
        // The last leg of a move takes precedence over an intermediate one.
        let known = &mut colors[square.index()];
        if known.is_none() || is_last {
            *known = Some(color);
        }
    }
    let rank = |rank: u8| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..shape.files() {
            let color = shape
                .at(file, rank)
                .and_then(|square| colors[square.index()]);
            match color {
                None => empty += 1,
                Some(color) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(color);
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    let ranks: Vec<String> = (0..shape.ranks()).rev().map(rank).collect();
    format!("highlight {}", ranks.join("/"))
}
