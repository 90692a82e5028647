//! Reconstruction of setups from positions of a line.

use super::line_position::{LinePosition, LineRoot};
use crate::geometry::{FewOf, SquareSet};
use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::position::{PositionState, VariantState, square};
use crate::movegen::tables::table_set::Tables;
use crate::state::{Board, CastleRight, Color, EnPassant, Hand, Piece, Role, Setup};

impl<const N: usize, const G: usize, X: PositionState<N>> LinePosition<N, G, X> {
    /// The position as a setup.
    pub(crate) fn arrange(&self, tables: &Tables<N>, origin: &LineRoot<N>) -> Setup {
        let packed = &self.packed;
        let mut setup = Setup {
            board: Board::empty(tables.area),
            turn: self.turn(),
            hands: origin.setup.hands.clone(),
            unmoved: squares(self.unmoved),
            en_passant: FewOf::new(),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            special: origin.setup.special.clone(),
        };
        for color in Color::ALL {
            packed.colors[color.index()].each(|at| {
                if let Some(role) = packed.role_on(at) {
                    setup.board.put(square(at), Piece { color, role });
                }
            });
        }
        if let Some(hands) = packed.state.hands() {
            for (side, hand) in setup.hands.iter_mut().enumerate() {
                *hand = Hand::default();
                for (role, slot) in tables.special_rules.slots.iter().enumerate() {
                    hand.set(Role::new(role), hands.count(side, *slot).into());
                }
            }
        }
        packed
            .passed
            .without(packed.colors[0] | packed.colors[1])
            .each(|target| {
                setup.en_passant.push(EnPassant {
                    target: square(target),
                    victim: square(packed.victim.into()),
                });
            });
        let has_right = |right: &CastleRight| {
            let side = right.color.index();
            let mut castlings = origin.root.castlings[side].iter().enumerate();
            castlings.any(|(number, castling)| {
                castling.right == Some(*right) && packed.rights >> (number + 16 * side) & 1 != 0
            })
        };
        setup.special.castles.retain(|right| has_right(right));
        if let Some(state) = packed.state.variant_state() {
            let VariantState {
                hands: _,
                gates,
                checks,
                imitated,
                last,
            } = state;
            if tables.puts_walls {
                gates.each(|wall| setup.board.put_wall(square(wall)));
            } else {
                setup.special.gates = squares(*gates);
            }
            setup.special.checks = *checks;
            setup.special.last = *last;
            setup.special.imitated = *imitated;
        }
        setup
    }
}

pub(crate) fn squares<const N: usize>(bits: Bits<N>) -> SquareSet {
    let mut set = SquareSet::new();
    bits.each(|at| {
        set.insert(square(at));
    });
    set
}
