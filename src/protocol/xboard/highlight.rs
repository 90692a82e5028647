//! Which squares XBoard colors while somebody moves a piece by hand.

use super::{moves, squares};
use crate::game::Position;
use crate::geometry::Square;

/// The squares through which a piece has been led so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Hand {
    way: Vec<Square>,
}

impl Hand {
    /// A piece is taken up, perhaps where it was put down a moment ago.
    pub(super) fn lift(&mut self, position: &Position, name: &str) -> Option<String> {
        let square = squares::parse(position.variant().shape(), name)?;
        if self.way.last() != Some(&square) {
            self.way = vec![square];
        }
        Some(self.colored(position))
    }

    /// A piece is put down.
    pub(super) fn put(&mut self, position: &Position, name: &str) {
        match squares::parse(position.variant().shape(), name) {
            Some(square) if !self.way.is_empty() => self.way.push(square),
            _ => self.way.clear(),
        }
    }

    /// The board with a letter on each square to which the piece may go: `Y` where it may end, `R` where
    /// it captures, `M` where it promotes, `C` where it may go on.
    fn colored(&self, position: &Position) -> String {
        let shape = position.variant().shape();
        let way = self.way.iter();
        let names: Vec<String> = way.map(|square| squares::name(shape, *square)).collect();
        let mut colors = vec![None; shape.area()];
        let from = self.way.first().copied();
        let moves = from.map_or_else(Vec::new, |from| position.moves_from(from));
        for mv in moves {
            let legs = moves::legs(position, &mv);
            let walked = names.windows(2).map(<[String]>::concat);
            let so_far = names.len().saturating_sub(1);
            let follows = walked.zip(&legs).all(|(walked, leg)| *leg == walked);
            let Some(leg) = legs.get(so_far).filter(|_| follows) else {
                continue;
            };
            let lifted = names.last().map_or("", String::as_str);
            let Some(target) = leg.strip_prefix(lifted) else {
                continue;
            };
            let Some((square, _)) = squares::parse_prefix(shape, target) else {
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
            // What is said of the last leg counts more than what is said of one on the way.
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
}
