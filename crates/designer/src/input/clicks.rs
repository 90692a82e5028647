//! The meanings of clicks.

use super::entry::{Entry, Origin};
use super::question::Question;
use ferz::game::Position;
use ferz::geometry::{Square, grouped, sorted, value_for};
use ferz::state::{Move, MoveKind, Piece};

/// The effect of a click on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClickEffect {
    /// Selects the piece to move.
    Begin,
    /// Ends the move on the square.
    Go,
    /// Castles: the square is the target of the king or the square of its partner.
    Castle,
    /// Drops the piece in hand.
    Drop,
    /// Ends the move on its origin.
    Stay,
    /// Adds a square on the way; the move continues.
    Pass,
    /// Adds a square on which the move can end or continue.
    PassOrStop,
    /// Ends the move on its last square.
    Stop,
    /// Names a piece that is captured or relocated.
    Name,
    /// Places a wall.
    Wall,
    /// Cancels the entered part of the move.
    Cancel,
}

impl ClickEffect {
    /// The word for programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            ClickEffect::Begin => "begin",
            ClickEffect::Go => "go",
            ClickEffect::Castle => "castle",
            ClickEffect::Drop => "drop",
            ClickEffect::Stay => "stay",
            ClickEffect::Pass => "pass",
            ClickEffect::PassOrStop => "pass-or-stop",
            ClickEffect::Stop => "stop",
            ClickEffect::Name => "name",
            ClickEffect::Wall => "wall",
            ClickEffect::Cancel => "cancel",
        }
    }
}

/// A square that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareClick {
    /// The square.
    pub square: Square,
    /// The effect of a click on it.
    pub deed: ClickEffect,
    /// Whether every remaining move captures.
    pub captures: bool,
    /// Whether any remaining move promotes the mover.
    pub promotes: bool,
    /// The number of remaining legal moves.
    pub moves: usize,
}

/// A piece in hand that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandClick {
    /// The piece.
    pub piece: Piece,
    /// The number of remaining legal moves.
    pub moves: usize,
}

/// Clicks on squares with their effects, and the indices of the remaining moves, in the order of the squares.
pub(super) type Clicks = Vec<(Square, (ClickEffect, Vec<usize>))>;

/// The data that determine the meanings of clicks.
pub(super) struct Known<'a> {
    pub(super) position: &'a Position,
    pub(super) moves: &'a [(String, Move)],
    pub(super) ways: &'a [Vec<Square>],
    pub(super) first_arrivals: &'a [Option<Square>],
}

impl Known<'_> {
    /// The clicks that begin a move.
    pub(super) fn beginnings(&self, left: &[usize]) -> Clicks {
        let board = self.position.board();
        let begun = left.iter().filter_map(|index| {
            let mv = &self.moves[*index].1;
            // A pass without a mover does not belong to a piece that happens to be on the square.
            let has_mover = !mv.is_pass() || board.piece(mv.from).is_some();
            (mv.kind != MoveKind::Drop && has_mover).then_some((mv.from, *index))
        });
        with_effect(ClickEffect::Begin, grouped(begun))
    }

    /// The clicks that continue a move, without those that begin another one.
    pub(super) fn continuations(&self, entry: &Entry) -> Clicks {
        #[derive(Default)]
        struct Continuations {
            ends: Vec<usize>,
            passes: Vec<usize>,
            victims: Vec<usize>,
            /// Moves that arrive here before a rule moves the mover elsewhere.
            arrivals: Vec<usize>,
            castles: bool,
        }
        let board = self.position.board();
        let us = self.position.turn();
        let mut found: Vec<(Square, Continuations)> = Vec::new();
        for index in &entry.left {
            let mv = &self.moves[*index].1;
            let end = value_for(&mut found, mv.to);
            end.ends.push(*index);
            end.castles |= mv.kind == MoveKind::Castle;
            if let (MoveKind::Castle, Some((partner, _))) = (mv.kind, mv.shifts.first())
                && *partner != mv.to
            {
                let by_partner = value_for(&mut found, *partner);
                by_partner.ends.push(*index);
                by_partner.castles = true;
            }
            if let Some(square) = self.first_arrivals[*index] {
                value_for(&mut found, square).arrivals.push(*index);
            }
            let way = &self.ways[*index];
            for square in way.iter().filter(|square| !entry.legs.contains(square)) {
                value_for(&mut found, *square).passes.push(*index);
            }
            // Other victims can be clicked too, if the click has no other meaning.
            let elsewhere = mv.captures.iter().filter(|square| {
                **square != mv.to
                    && !way.contains(square)
                    && !entry.legs.contains(square)
                    && board.piece(**square).is_some_and(|piece| piece.color != us)
            });
            for square in elsewhere {
                value_for(&mut found, *square).victims.push(*index);
            }
        }
        let begins_at = match entry.origin {
            Some(Origin::Square(square)) => Some(square),
            _ => None,
        };
        let is_drop = matches!(entry.origin, Some(Origin::Hand(_)));
        let mut clicks = Clicks::new();
        for (square, behind) in found {
            let Continuations {
                mut ends,
                passes,
                victims,
                arrivals,
                mut castles,
            } = behind;
            // A move that ends or passes here takes precedence.
            if ends.is_empty() && passes.is_empty() {
                castles |= arrivals
                    .iter()
                    .any(|index| self.moves[*index].1.kind == MoveKind::Castle);
                ends = arrivals;
            }
            let click = match (ends.is_empty(), passes.is_empty()) {
                (false, true) => {
                    let deed = if entry.legs.last() == Some(&square) {
                        ClickEffect::Stop
                    } else if is_drop {
                        ClickEffect::Drop
                    } else if begins_at == Some(square) && !castles {
                        ClickEffect::Stay
                    } else if castles {
                        ClickEffect::Castle
                    } else {
                        ClickEffect::Go
                    };
                    (deed, ends)
                }
                (false, false) => {
                    ends.extend(passes);
                    (ClickEffect::PassOrStop, sorted(ends))
                }
                (true, false) => (ClickEffect::Pass, passes),
                (true, true) => (ClickEffect::Pass, victims),
            };
            clicks.push((square, click));
        }
        if let Some(square) = begins_at
            && let Err(place) = clicks.binary_search_by_key(&square, |(square, _)| *square)
        {
            clicks.insert(place, (square, (ClickEffect::Cancel, Vec::new())));
        }
        clicks
    }

    /// The clicks that answer an open question.
    pub(super) fn answers(&self, question: &Question) -> Clicks {
        let choices = question.choices.iter();
        let answers = choices.flat_map(|choice| {
            let squares = choice.squares.iter();
            squares.flat_map(|square| choice.moves.iter().map(|index| (*square, *index)))
        });
        with_effect(question.kind.deed(), grouped(answers))
    }

    /// Clicks in the form for display.
    pub(super) fn shown(&self, clicks: Clicks) -> Vec<SquareClick> {
        let all = |moves: &[usize], is: &dyn Fn(&Move) -> bool| {
            !moves.is_empty() && moves.iter().all(|index| is(&self.moves[*index].1))
        };
        let any_promotes = |moves: &[usize]| {
            let promotes = |index: &usize| self.moves[*index].1.promotion.is_some();
            moves.iter().any(promotes)
        };
        let shown = clicks
            .into_iter()
            .map(|(square, (deed, moves))| SquareClick {
                square,
                deed,
                captures: all(&moves, &Move::is_capture),
                promotes: deed != ClickEffect::Begin && any_promotes(&moves),
                moves: moves.len(),
            });
        shown.collect()
    }

    /// The pieces in hand with which a move can begin.
    pub(super) fn hands(&self, left: &[usize]) -> Vec<HandClick> {
        let mut counts: Vec<(Piece, usize)> = Vec::new();
        let moves = left.iter().map(|index| &self.moves[*index].1);
        for mv in moves.filter(|mv| mv.kind == MoveKind::Drop) {
            *value_for(&mut counts, mv.piece) += 1;
        }
        let clicks = counts.into_iter();
        clicks
            .map(|(piece, moves)| HandClick { piece, moves })
            .collect()
    }
}

/// Clicks with the same effect.
fn with_effect(deed: ClickEffect, moves: Vec<(Square, Vec<usize>)>) -> Clicks {
    let moves = moves.into_iter();
    moves
        .map(|(square, moves)| (square, (deed, moves)))
        .collect()
}
