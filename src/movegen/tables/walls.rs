//! Walls that players place after each move, in games without royal pieces.
//!
//! Moves are generated without walls; then each is counted by the possible squares of its wall, or listed
//! with each of them. Walls are stored in place of gates.

use super::atoms::Declined;
use super::bits::Bits;
use super::castlings::Root;
use super::generate::Generator;
use super::kernel::{BySquare, Targets};
use super::position::{EncodedMove, PackedPosition, kind};
use super::position_state::PositionState;
use super::rule_tables::{bits, by_square, declined};
use super::shared::Shared;
use super::side::Aim;
use super::table_set::Tables;
use crate::definition::Walling;
use crate::movement::{Initial, Pattern};
use crate::rules::CompiledRules;

/// Maximum number of roles: an encoded move with a wall has room for these and one more number.
const ROLES: usize = 15;

/// The rules of walls.
#[derive(Debug)]
pub(crate) struct FastWalls<const N: usize> {
    rule: Walling,
    region: [Bits<N>; 2],
    /// The squares at the edge of the board.
    edge: Bits<N>,
    /// The orthogonal neighbors of each square.
    beside: BySquare<Bits<N>, N>,
}

/// Declines unsupported rules of walls.
pub(super) fn check(book: &CompiledRules) -> Result<(), Declined> {
    let Some(walls) = book.walls() else {
        return Ok(());
    };
    let is_more = book.roles.iter().any(|role| role.royal)
        || book.roles.len() >= ROLES
        || book.last_royal().is_some()
        || book.captures().blast.is_some()
        || book.captures().mandatory
        || book.forbids_dead_ends()
        || !book.captures().immune_to_own.is_empty()
        || book.drops().is_some()
        || book.gating().is_some()
        || book.goals().iter().any(|goal| goal.safe)
        || book.passing().is_allowed()
        || book.passing().twice_ends
        || !book.shape.vanishing().is_empty()
        || (book.roles.iter()).any(|role| !role.only_walks);
    if is_more || walls.instead_of_move {
        return declined("there are walls, and royal pieces or more");
    }
    if walls.are_skipped {
        return declined("steps go over walls");
    }
    let moves = || book.roles.iter().flat_map(|role| &role.moves);
    let is_bare = |pattern: &Pattern| match pattern {
        Pattern::Walk(walk) => {
            walk.initial == Initial::Any && walk.legs.iter().all(|leg| !leg.marks)
        }
        _ => false,
    };
    if walls.rule == Walling::Arrow
        && moves().any(|role_move| {
            role_move.from.is_some() || role_move.to.is_some() || !is_bare(&role_move.pattern)
        })
    {
        return declined("arrows fly by moves that are not always there");
    }
    Ok(())
}

/// Declines hoppers in games with walls, because walls are not mounts.
pub(super) fn check_mounts(book: &CompiledRules, atoms: &[Shared]) -> Result<(), Declined> {
    let mut paths = atoms.iter().flat_map(|atom| atom.lists.iter().flatten());
    if book.walls().is_some() && paths.any(|path| path.occupied != [0; 4]) {
        return declined("pieces jump, but not over walls");
    }
    Ok(())
}

impl<const N: usize> FastWalls<N> {
    pub(super) fn new(book: &CompiledRules) -> Option<Box<FastWalls<N>>> {
        let walls = book.walls()?;
        let shape = &book.shape;
        let at = |file: i16, rank: i16| {
            let file = u8::try_from(file).ok()?;
            shape.at(file, u8::try_from(rank).ok()?)
        };
        let edge = shape.squares().filter(|square| {
            let (file, rank) = (shape.file_of(*square), shape.rank_of(*square));
            file == 0 || rank == 0 || file + 1 == shape.files() || rank + 1 == shape.ranks()
        });
        Some(Box::new(FastWalls {
            rule: walls.rule,
            region: [0, 1].map(|side: usize| bits(&walls.region[side])),
            edge: bits(&edge.collect()),
            beside: by_square(book, |square| {
                let (file, rank) = (shape.file_of(square), shape.rank_of(square));
                let (file, rank) = (i16::from(file), i16::from(rank));
                let near = [(0, 1), (1, 0), (0, -1), (-1, 0)];
                let near = near.map(|(dx, dy)| at(file + dx, rank + dy));
                near.into_iter().flatten().collect()
            }),
        }))
    }
}

impl EncodedMove {
    /// Adds a wall to the move, whose other extra number must be below 16.
    fn with_wall(self, square: usize) -> EncodedMove {
        EncodedMove::of_bits(self.bits() & 0x00ff_ffff | (square as u32) << 24)
    }

    /// Splits off the wall, if the game has walls.
    #[inline]
    pub(super) fn split_wall<const N: usize>(
        self,
        tables: &Tables<N>,
    ) -> (EncodedMove, Option<usize>) {
        if !tables.puts_walls {
            return (self, None);
        }
        let wall = self.bits() >> 24;
        (
            EncodedMove::of_bits(self.bits() & 0x00ff_ffff),
            Some(wall as usize),
        )
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> PackedPosition<N, G, X> {
    /// The walls on the board.
    #[inline(always)]
    pub(super) fn walls(&self, tables: &Tables<N>) -> Bits<N> {
        match self.state.variant_state() {
            Some(state) if X::HAS_SPECIAL_RULES && tables.puts_walls => state.gates,
            _ => Bits::NONE,
        }
    }

    /// Places a wall.
    pub(super) fn put_wall(&mut self, walls: &FastWalls<N>, square: usize) {
        let wall = Bits::single(square);
        if let Some(state) = self.state.variant_state_mut() {
            state.gates = match walls.rule {
                Walling::Duck => wall,
                _ => state.gates | wall,
            };
        }
    }

    /// The squares on which a wall can follow a move.
    fn room_for_walls(
        &self,
        tables: &Tables<N>,
        walls: &FastWalls<N>,
        root: &Root<N>,
        mv: EncodedMove,
    ) -> Bits<N> {
        let us = usize::from(self.turn & 1);
        let stones = self.walls(tables);
        let occupied = self.colors[0] | self.colors[1] | stones;
        let (mut left, mut taken) = (Bits::single(mv.from()), Bits::single(mv.to()));
        match mv.kind() {
            kind::CASTLE => {
                let castling = &root.castlings[us][mv.extra() & 15];
                left |= Bits::single(castling.partner);
                taken |= Bits::single(castling.partner_to);
            }
            kind::EN_PASSANT | kind::EN_PASSANT_FROM_HAND => {
                left |= Bits::single(usize::from(self.victim));
            }
            _ => {}
        }
        let free = (!occupied | left).without(taken) & walls.region[us];
        match walls.rule {
            Walling::Duck | Walling::Static => free,
            Walling::Past => free & Bits::single(mv.from()),
            Walling::Edge => {
                let mut edge = walls.edge;
                stones.each(|square| edge |= *walls.beside.at(square));
                free & edge
            }
            Walling::Arrow => {
                let role = usize::from(self.cell(mv.from()).wrapping_sub(1));
                let without = occupied.without(Bits::single(mv.from()));
                let ours = &tables.sides[us];
                let mut reached = Bits::NONE;
                let atoms = ours.plain.atoms().iter();
                for atom in atoms.chain(ours.other.atoms()).chain(&ours.shifted) {
                    let quiet = matches!(atom.aim, Aim::Both | Aim::Quiet);
                    if quiet && tables.groups[role] >> atom.group & 1 != 0 {
                        reached |= atom.kernel.targets(mv.to(), &without);
                    }
                }
                free & reached
            }
        }
    }
}

impl<const N: usize, const G: usize, X: PositionState<N>> Generator<'_, N, G, X> {
    /// Treats walls as occupied squares.
    #[inline(never)]
    pub(super) fn see_walls(&mut self) {
        let walls = self.position.walls(self.tables);
        self.occupied |= walls;
        for aim in &mut self.aims {
            *aim = aim.without(walls);
        }
    }
}

/// The number of moves, counting each possible wall.
#[inline(never)]
pub(super) fn count_with_walls<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    moves: &[EncodedMove],
) -> u64 {
    let rules = tables.special_rules.as_deref();
    let Some(walls) = rules.and_then(|rules| rules.walls.as_deref()) else {
        return moves.len() as u64;
    };
    let rooms = moves.iter();
    let rooms = rooms.map(|mv| position.room_for_walls(tables, walls, root, *mv).count());
    rooms.map(u64::from).sum()
}

/// Replaces the moves from index `first` on by moves with each possible wall.
#[inline(never)]
pub(super) fn add_walls<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    moves: &mut Vec<EncodedMove>,
    first: usize,
) {
    let rules = tables.special_rules.as_deref();
    let Some(walls) = rules.and_then(|rules| rules.walls.as_deref()) else {
        return;
    };
    let bare = moves.split_off(first);
    for mv in bare {
        let room = position.room_for_walls(tables, walls, root, mv);
        room.each(|square| moves.push(mv.with_wall(square)));
    }
}
