//! Table positions: positions in the layout of the tables that are played on without a setup.
//!
//! The layout contains what moves depend on. The data for ends of games and FENs (clocks, unmoved pieces) is
//! kept in addition, so that the setup can be reconstructed; this happens on demand, once.

use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

use super::bits::Bits;
use super::castlings::Root;
use super::constraints::Scratch;
use super::incremental_hash::{castling_keys, passing_key};
use super::listing::unpacked;
use super::passing::unpacked_last;
use super::position::{EncodedMove, NO_ROYAL, PackedPosition, kind};
use super::position_state::{PositionState, VariantState};
use super::sink::List;
use super::table_set::Tables;
use super::{TableEngine, Work, leaves, list};
use crate::definition::CapturedTo;
use crate::geometry::{FewOf, Square, SquareSet};
use crate::movegen::hash::hash;
use crate::rules::{CompiledRules, is_irreversible, is_restored};
use crate::state::{Board, CastleRight, Color, EnPassant, Hand, Move, Piece, Role, Setup, keys};

/// A table position of any width.
///
/// Encoded moves must be from the list of the same position; engine and rules must be those of its variant.
pub(crate) trait Layout: Debug + Send + Sync {
    fn turn(&self) -> Color;

    /// The Zobrist hash, equal to that of the setup.
    fn hash(&self) -> u64;

    /// The hash without the parts that [repetitions ignore](crate::movegen::repetition_key).
    fn repetition_key(&self, plan: &TableEngine) -> u64;

    fn halfmove_clock(&self) -> u16;

    /// Appends all legal moves in arbitrary order.
    fn list(&self, plan: &TableEngine, moves: &mut Vec<EncodedMove>);

    /// The number of legal moves.
    fn count(&self, plan: &TableEngine) -> u64;

    fn play(&self, plan: &TableEngine, book: &CompiledRules, mv: EncodedMove) -> Arc<dyn Layout>;

    /// The full move with all its effects.
    fn unpack(&self, plan: &TableEngine, mv: EncodedMove) -> Option<Move>;

    /// The position as a setup.
    fn setup(&self, plan: &TableEngine) -> &Setup;

    /// Whether the game has ended by a rule of the board.
    fn is_over(&self, plan: &TableEngine) -> bool;

    /// Whether a royal piece of the side to move is attacked, if the tables can tell.
    fn is_check(&self, plan: &TableEngine) -> Option<bool>;

    /// The pieces of a side that attack a square, if the tables can tell.
    fn attackers(&self, plan: &TableEngine, target: Square, by: Color) -> Option<SquareSet>;

    /// The number of pieces on the board.
    fn n_pieces(&self) -> usize;

    /// Whether a piece on the board has one of these roles, given as bits by side.
    fn has_any(&self, roles: [u128; 2]) -> bool;
}

/// Access to the tables of an engine by width.
pub(super) trait TablesOf<const N: usize> {
    /// # Panics
    /// If the engine has another width; no position of its variant has.
    fn tables_of(&self) -> &Tables<N>;
}

macro_rules! tables_of {
    ($($width:literal $plan:ident)*) => {$(
        impl TablesOf<$width> for TableEngine {
            fn tables_of(&self) -> &Tables<$width> {
                match self {
                    TableEngine::$plan(tables) => tables,
                    _ => unreachable!("a layout of another variant"),
                }
            }
        }
    )*};
}

tables_of! { 1 One 4 Four }
#[cfg(not(feature = "compact"))]
tables_of! { 2 Two 3 Three }

/// The root of a line of positions: data that no move changes, or that moves refer to by index.
#[derive(Debug)]
pub(super) struct Origin<const N: usize> {
    pub(super) root: Root<N>,
    /// The hash of each castling right, by side and index.
    pub(super) castling_keys: [[u64; 16]; 2],
    pub(super) setup: Setup,
}

/// A position of a line: the data that moves change.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePosition<const N: usize, const G: usize, X> {
    pub(super) fast: PackedPosition<N, G, X>,
    unmoved: Bits<N>,
    pub(super) key: u64,
    /// The en passant part of the hash.
    passing_key: u64,
    pub(super) halfmove_clock: u16,
    fullmove_number: u16,
}

/// A position with a reference to the root of its line.
#[derive(Debug)]
struct TablePosition<const N: usize, const G: usize, X> {
    position: LinePosition<N, G, X>,
    origin: Arc<Origin<N>>,
    setup: OnceLock<Box<Setup>>,
}

/// Converts a setup to a table position, if that is lossless.
pub(super) struct Keep<'a> {
    pub(super) book: &'a CompiledRules,
    pub(super) setup: &'a Setup,
}

impl<const N: usize> Work<N> for Keep<'_>
where
    TableEngine: TablesOf<N>,
{
    type Outcome = Arc<dyn Layout>;

    fn run<const G: usize, X: PositionState<N>>(
        self,
        tables: &Tables<N>,
        root: &Root<N>,
        position: &PackedPosition<N, G, X>,
    ) -> Option<Arc<dyn Layout>> {
        let Keep { book, setup } = self;
        if book.remembers_more_than_tables() {
            return None;
        }
        let (position, origin) = LinePosition::new(book, setup, tables, root, position)?;
        let table_position = TablePosition {
            position,
            origin: Arc::new(origin),
            setup: OnceLock::new(),
        };
        Some(Arc::new(table_position) as Arc<dyn Layout>)
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> LinePosition<N, G, X>
where
    TableEngine: TablesOf<N>,
{
    /// The first position of a line, if the setup can be reconstructed from it.
    pub(super) fn new(
        book: &CompiledRules,
        setup: &Setup,
        tables: &Tables<N>,
        root: &Root<N>,
        position: &PackedPosition<N, G, X>,
    ) -> Option<(Self, Origin<N>)> {
        let mut unmoved = Bits::NONE;
        for square in &setup.unmoved {
            if square.index() >= 64 * N {
                return None;
            }
            unmoved |= Bits::single(square.index());
        }
        let first = LinePosition {
            fast: *position,
            unmoved,
            key: hash(book, setup),
            passing_key: passing_key(tables, root, position),
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
        };
        let origin = Origin {
            root: root.clone(),
            castling_keys: castling_keys(root),
            setup: setup.clone(),
        };
        // A setup may contain state that no game leads to.
        (first.arrange(tables, &origin) == *setup).then_some((first, origin))
    }
}

pub(super) fn square(index: usize) -> Square {
    Square::new(index as u16)
}

impl<const N: usize, const G: usize, X: PositionState<N>> LinePosition<N, G, X>
where
    TableEngine: TablesOf<N>,
{
    /// The position after a legal move, and the changed squares.
    #[inline]
    pub(super) fn after(
        &self,
        tables: &Tables<N>,
        book: &CompiledRules,
        origin: &Origin<N>,
        mv: EncodedMove,
    ) -> (Self, Bits<N>) {
        let root = &origin.root;
        let us = usize::from(self.fast.turn & 1);
        let mut fast = self.fast;
        fast.play(tables, root, mv);
        let (mv, _) = mv.split_wall(tables);
        if X::HAS_SPECIAL_RULES {
            fast.count_check(tables);
            fast.forget_gates(tables, book);
            fast.forget_facing(tables);
        }
        let mut changed = (self.fast.colors[0] ^ fast.colors[0])
            | (self.fast.colors[1] ^ fast.colors[1])
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
        let is_capture = self.fast.colors[us ^ 1] != fast.colors[us ^ 1];
        let restarts = self.restarts(tables, book, mv, is_capture);
        let passing_key = passing_key(tables, root, &fast);
        let key = self.key
            ^ keys::BLACK_TO_MOVE
            ^ self.squares_key(&fast, changed)
            ^ self.state_key(tables, origin, &fast)
            ^ self.passing_key
            ^ passing_key;
        let next = LinePosition {
            fast,
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
    pub(super) fn passed(&self) -> Self {
        let mut passed = *self;
        passed.fast.turn ^= 1;
        passed.fast.passed = Bits::NONE;
        passed.key ^= keys::BLACK_TO_MOVE ^ self.passing_key;
        passed.passing_key = 0;
        passed.halfmove_clock = self.halfmove_clock.saturating_add(1);
        passed
    }

    pub(super) fn turn(&self) -> Color {
        Color::ALL[usize::from(self.fast.turn & 1)]
    }

    /// Whether the royal piece of the side to move is attacked, if the tables can tell.
    #[inline]
    pub(super) fn is_checked(&self, tables: &Tables<N>) -> Option<bool> {
        let rules = tables.special_rules.as_deref();
        if rules.is_some_and(|rules| rules.blast.is_some()) {
            return None;
        }
        let us = usize::from(self.fast.turn & 1);
        if X::HAS_SPECIAL_RULES
            && let Some(rules) = rules.filter(|_| tables.has_post_move_checks)
            && rules
                .tests
                .as_ref()
                .is_some_and(|tests| tests.last.is_some())
        {
            if self.fast.last_pieces_attacked(tables, rules) {
                return Some(true);
            }
            if tables.royal.is_none() {
                return Some(false);
            }
        }
        let royal = self.fast.royal[us];
        if tables.royal.is_none() || royal == NO_ROYAL {
            return None;
        }
        let occupied = self.fast.colors[0] | self.fast.colors[1];
        let royal = usize::from(royal);
        let imitate = || {
            let imitation = rules.and_then(|rules| rules.imitation.as_ref());
            imitation.is_some_and(|imitation| {
                (self.fast).imitators_attack(imitation, us ^ 1, royal, &occupied)
            })
        };
        let attacked = (self.fast).attacks_somehow(tables, us ^ 1, royal, &occupied, Bits::ALL)
            || X::HAS_SPECIAL_RULES && imitate();
        Some(attacked)
    }

    /// The position as a setup.
    pub(super) fn arrange(&self, tables: &Tables<N>, origin: &Origin<N>) -> Setup {
        let fast = &self.fast;
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
            fast.colors[color.index()].each(|at| {
                if let Some(role) = fast.role_on(at) {
                    setup.board.put(square(at), Piece { color, role });
                }
            });
        }
        if let Some(hands) = fast.state.hands() {
            for (hand, counts) in setup.hands.iter_mut().zip(&hands.0) {
                *hand = Hand::default();
                for (role, slot) in tables.slots.iter().enumerate() {
                    let count = counts.get(usize::from(*slot)).copied().unwrap_or(0);
                    hand.set(Role::new(role), count.into());
                }
            }
        }
        fast.passed
            .without(fast.colors[0] | fast.colors[1])
            .each(|target| {
                setup.en_passant.push(EnPassant {
                    target: square(target),
                    victim: square(fast.victim.into()),
                });
            });
        let has_right = |right: &CastleRight| {
            let side = right.color.index();
            let mut castlings = origin.root.castlings[side].iter().enumerate();
            castlings.any(|(number, castling)| {
                castling.right == Some(*right) && fast.rights >> (number + 16 * side) & 1 != 0
            })
        };
        setup.special.castles.retain(|right| has_right(right));
        if let Some(state) = fast.state.variant_state() {
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
            setup.special.last = unpacked_last(*last);
            setup.special.imitated =
                imitated.map(|role| usize::from(role).checked_sub(1).map(Role::new));
        }
        setup
    }

    /// Whether a move resets the half-move clock.
    fn restarts(
        &self,
        tables: &Tables<N>,
        book: &CompiledRules,
        mv: EncodedMove,
        is_capture: bool,
    ) -> bool {
        if is_capture || mv.kind() == kind::DROP {
            return true;
        }
        let Some(role) = self.fast.role_on(mv.from()) else {
            return false;
        };
        let color = self.turn();
        let piece = Piece { color, role };
        match mv.kind() {
            kind::CASTLE => return false,
            kind::PROMOTE | kind::PROMOTE_FROM_HAND
                if !is_restored(book, piece, Role::new(mv.extra())) =>
            {
                return true;
            }
            _ => {}
        }
        tables.restarting[color.index()] >> role.index() & 1 != 0
            && is_irreversible(book, piece, square(mv.from()), square(mv.to()))
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// Removes the gates of a side whose hand stays empty: they have no effect, and a FEN omits them.
    fn forget_gates(&mut self, tables: &Tables<N>, book: &CompiledRules) {
        let gates = tables.special_rules.as_deref().map(|rules| &rules.gates);
        let (colors, Some(Some(_)), Some(state)) =
            (self.colors, gates, self.state.variant_state_mut())
        else {
            return;
        };
        if book.captured_to() == CapturedTo::CaptorHand {
            return;
        }
        for (pieces, hand) in colors.into_iter().zip(state.hands.0) {
            if hand.iter().all(|count| *count == 0) {
                state.gates = state.gates.without(pieces);
            }
        }
    }
}

fn squares<const N: usize>(bits: Bits<N>) -> SquareSet {
    let mut set = SquareSet::new();
    bits.each(|at| {
        set.insert(square(at));
    });
    set
}

impl<const N: usize, const G: usize, X: PositionState<N>> Layout for TablePosition<N, G, X>
where
    TableEngine: TablesOf<N>,
{
    fn turn(&self) -> Color {
        self.position.turn()
    }

    fn hash(&self) -> u64 {
        self.position.key
    }

    fn repetition_key(&self, plan: &TableEngine) -> u64 {
        let position = &self.position;
        let ignored = position.fast.state.variant_state().map_or(0, |state| {
            position.ignored_key(plan.tables_of(), &self.origin, state)
        });
        position.key ^ ignored
    }

    fn halfmove_clock(&self) -> u16 {
        self.position.halfmove_clock
    }

    fn list(&self, plan: &TableEngine, moves: &mut Vec<EncodedMove>) {
        let mut scratch = Scratch::default();
        list(
            plan.tables_of(),
            &self.origin.root,
            &self.position.fast,
            &mut scratch,
            &mut List::all(moves),
        );
    }

    fn count(&self, plan: &TableEngine) -> u64 {
        let mut scratch = Scratch::default();
        leaves(
            plan.tables_of(),
            &self.origin.root,
            &self.position.fast,
            &mut scratch,
        )
    }

    fn play(&self, plan: &TableEngine, book: &CompiledRules, mv: EncodedMove) -> Arc<dyn Layout> {
        let (position, _) = (self.position).after(plan.tables_of(), book, &self.origin, mv);
        Arc::new(TablePosition {
            position,
            origin: Arc::clone(&self.origin),
            setup: OnceLock::new(),
        })
    }

    fn unpack(&self, plan: &TableEngine, mv: EncodedMove) -> Option<Move> {
        let fast = &self.position.fast;
        let victim = square(fast.victim.into());
        let cell = |at: usize| fast.cell(at);
        let color = self.turn();
        unpacked(
            plan.tables_of(),
            &self.origin.root,
            &cell,
            victim,
            color,
            mv,
        )
    }

    fn setup(&self, plan: &TableEngine) -> &Setup {
        let arrange = || self.position.arrange(plan.tables_of(), &self.origin);
        self.setup.get_or_init(|| Box::new(arrange()))
    }

    fn is_over(&self, plan: &TableEngine) -> bool {
        let tables: &Tables<N> = plan.tables_of();
        let rules = tables.special_rules.as_deref();
        // This constant condition avoids compiling the test for other states.
        X::HAS_SPECIAL_RULES && rules.is_some_and(|rules| self.position.fast.is_over(tables, rules))
    }

    fn is_check(&self, plan: &TableEngine) -> Option<bool> {
        self.position.is_checked(plan.tables_of())
    }

    fn attackers(&self, plan: &TableEngine, target: Square, by: Color) -> Option<SquareSet> {
        let tables = plan.tables_of();
        if tables.special_rules.is_some() || !tables.sides[by.index()].captures_all_alike {
            return None;
        }
        let target = target.index();
        let fast = &self.position.fast;
        let occupied = fast.colors[0] | fast.colors[1] | Bits::single(target);
        let attackers = fast.attackers(tables, by.index(), target, &occupied);
        Some(squares(attackers))
    }

    fn n_pieces(&self) -> usize {
        let [white, black] = self.position.fast.colors;
        (white | black).count() as usize
    }

    fn has_any(&self, roles: [u128; 2]) -> bool {
        let fast = &self.position.fast;
        let mut sides = fast.colors.iter().zip(roles);
        sides.any(|(pieces, roles)| {
            roles != 0 && pieces.any_of(|at| roles << 1 >> fast.cell(at) & 1 != 0)
        })
    }
}
