//! Moves on positions of a line, with their hashes and clocks.

use super::incremental_hash::{LinePosition, LineRoot, castling_keys, passing_key};
use crate::definition::CapturedTo;
use crate::geometry::{FewOf, SquareSet};
use crate::movegen::hash::hash;
use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::position::{
    EncodedMove, NO_ROYAL, PackedPosition, PositionState, Root, VariantState, kind, square,
};
use crate::movegen::tables::table_set::Tables;
use crate::rules::{CompiledRules, is_irreversible, is_restored};
use crate::state::{Board, CastleRight, Color, EnPassant, Hand, Piece, Role, Setup, keys};

impl<const N: usize, const G: usize, X: PositionState<N>> LinePosition<N, G, X> {
    /// The first position of a line, if the setup can be reconstructed from it.
    pub(crate) fn new(
        rules: &CompiledRules,
        setup: &Setup,
        tables: &Tables<N>,
        root: &Root<N>,
        position: &PackedPosition<N, G, X>,
    ) -> Option<(Self, LineRoot<N>)> {
        if (setup.unmoved.iter()).any(|square| square.index() >= 64 * N) {
            return None;
        }
        let first = LinePosition {
            packed: *position,
            unmoved: Bits::from_squares(&setup.unmoved),
            key: hash(rules, setup),
            passing_key: passing_key(tables, root, position),
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
        };
        let origin = LineRoot {
            root: root.clone(),
            castling_keys: castling_keys(root),
            setup: setup.clone(),
        };
        // A setup may contain state that no game leads to.
        (first.arrange(tables, &origin) == *setup).then_some((first, origin))
    }

    /// The position after a legal move, and the changed squares.
    #[inline]
    pub(crate) fn after(
        &self,
        tables: &Tables<N>,
        rules: &CompiledRules,
        origin: &LineRoot<N>,
        mv: EncodedMove,
    ) -> (Self, Bits<N>) {
        let root = &origin.root;
        let us = usize::from(self.packed.turn & 1);
        let mut packed = self.packed;
        packed.play(tables, root, mv);
        let (mv, _) = mv.split_wall(tables);
        if X::HAS_SPECIAL_RULES {
            packed.count_check(tables);
            packed.forget_gates(tables, rules);
            packed.forget_facing(tables);
        }
        let mut changed = (self.packed.colors[0] ^ packed.colors[0])
            | (self.packed.colors[1] ^ packed.colors[1])
            | Bits::single(mv.to());
        let mut unmoved = self.unmoved.without(Bits::single(mv.to()));
        if mv.kind() != kind::DROP {
            changed |= Bits::single(mv.from());
        }
        if mv.kind() == kind::CASTLE {
            let castling = &root.castlings[us][mv.extra() & 15];
            let left = Bits::single(castling.from) | Bits::single(castling.partner);
            changed |= left | Bits::single(castling.partner_to);
            unmoved = unmoved.without(left);
        } else {
            unmoved = unmoved.without(changed);
        }
        let is_capture = self.packed.colors[us ^ 1] != packed.colors[us ^ 1];
        let restarts = self.restarts(tables, rules, mv, is_capture);
        let passing_key = passing_key(tables, root, &packed);
        let key = self.key
            ^ keys::BLACK_TO_MOVE
            ^ self.squares_key(&packed, changed)
            ^ self.state_key(tables, origin, &packed)
            ^ self.passing_key
            ^ passing_key;
        let next = LinePosition {
            packed,
            unmoved,
            key,
            passing_key,
            halfmove_clock: if restarts {
                0
            } else {
                self.halfmove_clock.saturating_add(1)
            },
            fullmove_number: self.fullmove_number.saturating_add(us as u16),
        };
        (next, changed)
    }

    /// The position after a null move, without en passant.
    pub(crate) fn passed(&self) -> Self {
        let mut passed = *self;
        passed.packed.turn ^= 1;
        passed.packed.passed = Bits::NONE;
        passed.key ^= keys::BLACK_TO_MOVE ^ self.passing_key;
        passed.passing_key = 0;
        passed.halfmove_clock = self.halfmove_clock.saturating_add(1);
        passed
    }

    /// Whether a move resets the half-move clock.
    fn restarts(
        &self,
        tables: &Tables<N>,
        rules: &CompiledRules,
        mv: EncodedMove,
        is_capture: bool,
    ) -> bool {
        if is_capture || mv.kind() == kind::DROP {
            return true;
        }
        let Some(role) = self.packed.role_on(mv.from()) else {
            return false;
        };
        let color = self.turn();
        let piece = Piece { color, role };
        match mv.kind() {
            kind::CASTLE => return false,
            kind::PROMOTE | kind::PROMOTE_FROM_HAND
                if !is_restored(rules, piece, Role::new(mv.extra())) =>
            {
                return true;
            }
            _ => {}
        }
        tables.restarting[color.index()] >> role.index() & 1 != 0
            && is_irreversible(rules, piece, square(mv.from()), square(mv.to()))
    }

    /// Whether the royal piece of the side to move is attacked, if the tables can tell.
    #[inline]
    pub(crate) fn is_checked(&self, tables: &Tables<N>) -> Option<bool> {
        let special = &tables.special_rules;
        if special.blast.is_some() {
            return None;
        }
        let us = usize::from(self.packed.turn & 1);
        if X::HAS_SPECIAL_RULES && special.last_pieces().is_some() {
            if self.packed.last_pieces_attacked(tables) {
                return Some(true);
            }
            if tables.royal.is_none() {
                return Some(false);
            }
        }
        let royal = self.packed.royal[us];
        if tables.royal.is_none() || royal == NO_ROYAL {
            return None;
        }
        let occupied = self.packed.colors[0] | self.packed.colors[1];
        let royal = usize::from(royal);
        let imitate = || {
            special.imitation.as_ref().is_some_and(|imitation| {
                (self.packed).imitators_attack(imitation, us ^ 1, royal, &occupied)
            })
        };
        let attacked = (self.packed).attacks_somehow(tables, us ^ 1, royal, &occupied, Bits::ALL)
            || X::HAS_SPECIAL_RULES && imitate();
        Some(attacked)
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Removes the gates of a side whose hand stays empty: they have no effect, and a FEN omits them.
    fn forget_gates(&mut self, tables: &Tables<N>, rules: &CompiledRules) {
        if tables.special_rules.gates.is_none() || rules.facts.captured_to == CapturedTo::CaptorHand
        {
            return;
        }
        let Some(state) = self.state.variant_state_mut() else {
            return;
        };
        for (pieces, hand) in self.colors.into_iter().zip(state.hands.0) {
            if hand.iter().all(|count| *count == 0) {
                state.gates = state.gates.without(pieces);
            }
        }
    }
}

// Reconstruction of setups from positions of a line.

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
