//! Walls that players place after each move, in games without royal pieces. Also slots of hands.

use crate::definition::Walling;
use crate::movegen::tables::lookups::{Bits, BySquare, by_square};
use crate::movegen::tables::paths::{Declined, declined};
use crate::movegen::tables::sides::Shared;
use crate::movement::{Initial, Pattern};
use crate::rules::CompiledRules;

/// Maximum number of roles: an encoded move with a wall has room for these and one more number.
const ROLES: usize = 15;

/// The rules of walls.
#[derive(Debug)]
pub(crate) struct WallTable<const N: usize> {
    pub(crate) rule: Walling,
    pub(crate) region: [Bits<N>; 2],
    /// The squares at the edge of the board.
    pub(crate) edge: Bits<N>,
    /// The orthogonal neighbors of each square.
    pub(crate) neighbors: BySquare<Bits<N>, N>,
}

/// Declines unsupported rules of walls.
pub(super) fn check_walls(rules: &CompiledRules) -> Result<(), Declined> {
    let Some(walls) = rules.facts.walls.as_ref() else {
        return Ok(());
    };
    let is_more = rules.roles.iter().any(|role| role.royal)
        || rules.roles.len() >= ROLES
        || rules.facts.last_royal.is_some()
        || rules.facts.captures.blast.is_some()
        || rules.facts.captures.mandatory
        || rules.facts.forbids_dead_ends
        || !rules.facts.captures.immune_to_own.is_empty()
        || rules.facts.drops.is_some()
        || rules.facts.gating.is_some()
        || rules.facts.goals.iter().any(|goal| goal.safe)
        || rules.facts.passing.is_allowed()
        || rules.facts.passing.twice_ends
        || !rules.shape.vanishing().is_empty()
        || (rules.roles.iter()).any(|role| !role.only_walks);
    if is_more || walls.instead_of_move {
        return declined("there are walls, and royal pieces or more");
    }
    if walls.are_skipped {
        return declined("steps go over walls");
    }
    let moves = || rules.roles.iter().flat_map(|role| &role.moves);
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
pub(crate) fn check_mounts(rules: &CompiledRules, atoms: &[Shared]) -> Result<(), Declined> {
    let mut paths = atoms.iter().flat_map(|atom| atom.lists.iter().flatten());
    if rules.facts.walls.is_some() && paths.any(|path| path.occupied.any()) {
        return declined("pieces jump, but not over walls");
    }
    Ok(())
}

impl<const N: usize> WallTable<N> {
    pub(crate) fn new(rules: &CompiledRules) -> Option<Box<WallTable<N>>> {
        let walls = rules.facts.walls.as_ref()?;
        let shape = &rules.shape;
        let at = |file: i16, rank: i16| {
            let file = u8::try_from(file).ok()?;
            shape.at(file, u8::try_from(rank).ok()?)
        };
        let edge = shape.squares().filter(|square| {
            let (file, rank) = (shape.file_of(*square), shape.rank_of(*square));
            file == 0 || rank == 0 || file + 1 == shape.files() || rank + 1 == shape.ranks()
        });
        Some(Box::new(WallTable {
            rule: walls.rule,
            region: [0, 1].map(|side: usize| Bits::from_squares(&walls.region[side])),
            edge: Bits::from_squares(&edge.collect()),
            neighbors: by_square(rules, |square| {
                let (file, rank) = (shape.file_of(square), shape.rank_of(square));
                let (file, rank) = (i16::from(file), i16::from(rank));
                let near = [(0, 1), (1, 0), (0, -1), (-1, 0)];
                let near = near.map(|(dx, dy)| at(file + dx, rank + dy));
                near.into_iter().flatten().collect()
            }),
        }))
    }
}

// Slots of hands: indices of the kinds of pieces that can be in hand.

/// The number of kinds of pieces that a hand can hold.
pub(crate) const SLOTS: usize = 32;

/// The slot of a role that cannot be in hand.
pub(crate) const NOWHERE: u8 = u8::MAX;
