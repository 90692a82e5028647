//! Position setup: changes of a position by hand.

use serde::Deserialize;

use ferz::game::{Position, Variant};
use ferz::geometry::Square;
use ferz::source::codes;
use ferz::state::{Cell, LastMove, Setup};

use crate::request::{Refusal, Side};
use crate::session::piece;

/// A change of a position.
#[derive(Debug, Deserialize)]
#[serde(rename = "change", rename_all = "kebab-case")]
pub(crate) enum Edit {
    /// Puts a piece on a square, or removes the piece there.
    Square {
        square: u16,
        /// A piece such as `w0`; `None` removes the piece.
        kind: Option<String>,
    },
    /// Moves what stands on a square to another one.
    Move { from: u16, to: u16 },
    /// Puts a piece in the hand of its side, or takes it out.
    Hand { kind: String, more: bool },
    /// Sets the side to move.
    Turn { turn: Side },
    /// Removes all pieces that a side does not need, and empties the hands.
    Clear,
}

impl Edit {
    /// The position after the change.
    pub(crate) fn of(&self, position: &Position) -> Result<Position, Refusal> {
        let variant = position.variant();
        let mut setup = position.setup().clone();
        match self {
            Edit::Square { square, kind } => {
                let square = on_board(variant, *square)?;
                match kind {
                    Some(kind) => setup.board.put(square, piece(variant, kind)?),
                    None => {
                        setup.board.lift(square);
                    }
                }
            }
            Edit::Move { from, to } => {
                let (from, to) = (on_board(variant, *from)?, on_board(variant, *to)?);
                let moved = setup.board.lift(from);
                let moved = moved.ok_or_else(|| Refusal::new("no piece stands there"))?;
                setup.board.put(to, moved);
            }
            Edit::Hand { kind, more } => {
                let piece = piece(variant, kind)?;
                let hand = &mut setup.hands[piece.color.index()];
                if *more {
                    hand.add(piece.role);
                } else {
                    hand.take(piece.role);
                }
            }
            Edit::Turn { turn } => setup.turn = turn.color(),
            Edit::Clear => clear(variant, &mut setup),
        }
        // Facts about the previous moves do not hold for another position.
        setup.en_passant.clear();
        setup.special.last = LastMove::default();
        let arranged = variant.arrange(setup)?;
        if matches!(self, Edit::Hand { more: true, .. }) {
            // Meaningless hands cause only warnings, but are refused here.
            let doubts = variant.read_fen(&arranged.to_fen()).diagnostics;
            if let Some(doubt) = doubts.iter().find(|one| one.code == codes::FEN_IDLE_HAND) {
                return Err(Refusal::new(&doubt.message));
            }
        }
        Ok(arranged)
    }
}

fn on_board(variant: &Variant, number: u16) -> Result<Square, Refusal> {
    let square = Square::new(number);
    let shape = variant.shape();
    let exists = square.index() < shape.area() && shape.exists(square);
    exists
        .then_some(square)
        .ok_or_else(|| Refusal::new("there is no such square"))
}

fn clear(variant: &Variant, setup: &mut Setup) {
    let is_royal: Vec<bool> = variant.def().pieces.values().map(|one| one.royal).collect();
    for square in variant.shape().squares() {
        let stays = match setup.board.get(square) {
            Cell::Piece(piece) => is_royal.get(piece.role.index()) == Some(&true),
            _ => false,
        };
        if !stays {
            setup.board.lift(square);
        }
    }
    setup.hands = Default::default();
}
