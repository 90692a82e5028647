//! Table engine: bitboard move generation by precomputed lookups, for the variants that fit it.
//!
//! `atoms` lists every path with its conditions by the reference interpreter, with results cached in
//! `path_cache`. `kernel` and `wide_lookup` compile the lists to lookup tables, `shifts` to set-wise moves
//! and `attacks` to reverse attack tables; `pool` compiles each list once. `shared` merges equal atoms of
//! different roles, `side` collects the atoms of a color, `atoms_by_kernel` sorts them by the kind of kernel,
//! and `table_set` contains all tables. `position` is the bitboard position, with the possible `castlings`.
//! `generate` generates legal moves by the masks of `constraints` and passes them to a `sink`.
//! `incremental_count` counts the leaves below one position together.
//!
//! Rules of few variants are separate: `rule_tables` has their compiled form and `position_state` their
//! state; `special_play` makes their moves, `special_moves` generates them, and `support` declines
//! unsupported rules. `imitation`, `own_kind_screens`, `passing`, `post_move_checks` and `walls` implement
//! one rule each.
//!
//! The feature `compact` reduces the instances of the generic move generator from ten to two: one for boards
//! of up to 64 squares without special rules, and one of the greatest width for all others.

mod atoms;
mod atoms_by_kernel;
mod attacks;
mod bits;
mod castlings;
mod constraints;
mod evaluate;
mod generate;
mod imitation;
mod incremental_count;
mod incremental_hash;
mod kernel;
mod lacks;
mod listing;
mod own_kind_screens;
mod passing;
mod path_cache;
mod pool;
mod position;
mod position_state;
mod post_move_checks;
mod promotable;
mod promotion;
mod rule_tables;
mod shared;
mod shifts;
mod side;
mod sink;
mod special_moves;
mod special_play;
mod support;
mod table_position;
mod table_set;
mod table_stack;
mod tally;
mod walls;
mod wide_lookup;

use std::sync::Arc;

use super::search_stack::SearchStack;
use super::weights::Weights;
use crate::rules::CompiledRules;
use crate::state::{Move, Setup};

use atoms::Declined;
use castlings::Root;
use constraints::Scratch;
use generate::generate;
use incremental_count::{IncrementalCount, leaves_after};
use listing::Listing;
pub(crate) use position::EncodedMove;
use position::PackedPosition;
#[cfg(not(feature = "compact"))]
use position_state::Hands;
use position_state::{PositionState, VariantState};
use post_move_checks::retain_tested;
use sink::{ANYWHERE, Count, List};
use table_position::Keep;
pub(crate) use table_position::Layout;
use table_stack::BeginStack;
use walls::{add_walls, count_with_walls};

#[cfg(not(feature = "compact"))]
use table_set::MORE_GROUPS;
use table_set::{FEW_GROUPS, GROUPS, Tables};

/// Maximum number of kinds of pieces: the limit of role sets and of board cells.
const ROLES: usize = 126;

/// The table engine of one variant, at the width that its board and pieces need.
///
/// The move generator is monomorphized for each width, number of groups and kind of state, so only useful
/// combinations exist.
#[derive(Debug)]
pub(crate) enum TableEngine {
    /// Up to 64 squares.
    One(Tables<1>),
    /// Up to 128 squares.
    #[cfg(not(feature = "compact"))]
    Two(Tables<2>),
    /// Up to 192 squares.
    #[cfg(not(feature = "compact"))]
    Three(Tables<3>),
    /// Up to 256 squares, or more groups than the narrower widths have.
    Four(Tables<4>),
}

impl TableEngine {
    /// Compiles the tables, or returns the reason why the variant has none.
    pub(crate) fn compile(book: &CompiledRules) -> Result<TableEngine, Declined> {
        if book.roles.len() > ROLES {
            return Err(Declined(format!(
                "there are {} kinds of pieces, the tables take {ROLES}",
                book.roles.len()
            )));
        }
        let narrow = match book.shape.area() {
            0..=64 => Tables::new(book)?
                .filter(|tables| !cfg!(feature = "compact") || is_plain(tables))
                .map(TableEngine::One),
            #[cfg(not(feature = "compact"))]
            65..=128 => Tables::new(book)?.map(TableEngine::Two),
            #[cfg(not(feature = "compact"))]
            129..=192 => Tables::new(book)?.map(TableEngine::Three),
            65..=256 => None,
            area => {
                return Err(Declined(format!(
                    "the board has {area} squares, the tables take 256"
                )));
            }
        };
        match narrow {
            Some(plan) => Ok(plan),
            None => Tables::new(book)?
                .map(TableEngine::Four)
                .ok_or_else(|| Declined(format!("the roles fall into more than {GROUPS} groups"))),
        }
    }

    /// Perft, if the tables support the setup.
    pub(crate) fn perft(&self, book: &CompiledRules, setup: &Setup, depth: u32) -> Option<u64> {
        match self {
            TableEngine::One(tables) => lay_out(book, tables, setup, Perft(depth)),
            #[cfg(not(feature = "compact"))]
            TableEngine::Two(tables) => lay_out(book, tables, setup, Perft(depth)),
            #[cfg(not(feature = "compact"))]
            TableEngine::Three(tables) => {
                on::<3, MORE_GROUPS, VariantState<3>, _>(book, tables, setup, Perft(depth))
            }
            TableEngine::Four(tables) => {
                on::<4, GROUPS, VariantState<4>, _>(book, tables, setup, Perft(depth))
            }
        }
    }

    /// All legal moves in arbitrary order, if the tables support the setup.
    pub(crate) fn legal_moves(&self, book: &CompiledRules, setup: &Setup) -> Option<Vec<Move>> {
        match self {
            TableEngine::One(tables) => lay_out(book, tables, setup, Listing(setup.turn)),
            #[cfg(not(feature = "compact"))]
            TableEngine::Two(tables) => lay_out(book, tables, setup, Listing(setup.turn)),
            #[cfg(not(feature = "compact"))]
            TableEngine::Three(tables) => {
                on::<3, MORE_GROUPS, VariantState<3>, _>(book, tables, setup, Listing(setup.turn))
            }
            TableEngine::Four(tables) => {
                on::<4, GROUPS, VariantState<4>, _>(book, tables, setup, Listing(setup.turn))
            }
        }
    }

    /// The setup as a table position to play on, if the tables support it.
    pub(crate) fn lay_out(&self, book: &CompiledRules, setup: &Setup) -> Option<Arc<dyn Layout>> {
        let keep = Keep { book, setup };
        match self {
            TableEngine::One(tables) => lay_out(book, tables, setup, keep),
            #[cfg(not(feature = "compact"))]
            TableEngine::Two(tables) => lay_out(book, tables, setup, keep),
            #[cfg(not(feature = "compact"))]
            TableEngine::Three(tables) => {
                on::<3, MORE_GROUPS, VariantState<3>, _>(book, tables, setup, keep)
            }
            TableEngine::Four(tables) => {
                on::<4, GROUPS, VariantState<4>, _>(book, tables, setup, keep)
            }
        }
    }

    /// A search stack that starts at a setup, if the tables support it. Rules that end games by counting
    /// moves are ignored below the root.
    pub(crate) fn search_stack<'v>(
        &'v self,
        book: &'v CompiledRules,
        weights: &'v Weights,
        setup: &'v Setup,
    ) -> Option<Box<dyn SearchStack + 'v>> {
        let begin = BeginStack {
            book,
            plan: self,
            weights,
            setup,
        };
        begin.run()
    }

    /// A description of the tables.
    pub(crate) fn describe(&self) -> String {
        match self {
            TableEngine::One(tables) => tables.describe(),
            #[cfg(not(feature = "compact"))]
            TableEngine::Two(tables) => tables.describe(),
            #[cfg(not(feature = "compact"))]
            TableEngine::Three(tables) => tables.describe(),
            TableEngine::Four(tables) => tables.describe(),
        }
    }
}

/// A generic function of a table position, for all widths and states.
trait Work<const N: usize> {
    type Outcome;

    fn run<const G: usize, X: PositionState<N>>(
        self,
        tables: &Tables<N>,
        root: &Root<N>,
        position: &PackedPosition<N, G, X>,
    ) -> Option<Self::Outcome>;
}

/// Whether positions have no state in addition to their pieces.
const fn is_plain<const N: usize>(tables: &Tables<N>) -> bool {
    matches!(
        (tables.room, &tables.special_rules, tables.hands),
        (FEW_GROUPS, None, false)
    )
}

/// Runs work on the table position of a setup, if the tables support it, with the number of groups and the
/// kind of state of the variant.
#[cfg(not(feature = "compact"))]
fn lay_out<const N: usize, W: Work<N>>(
    book: &CompiledRules,
    tables: &Tables<N>,
    setup: &Setup,
    work: W,
) -> Option<W::Outcome> {
    match (tables.room, &tables.special_rules, tables.hands) {
        (FEW_GROUPS, None, false) => on::<N, FEW_GROUPS, (), W>(book, tables, setup, work),
        (FEW_GROUPS, None, true) => on::<N, FEW_GROUPS, Hands, W>(book, tables, setup, work),
        (FEW_GROUPS, Some(_), _) => {
            on::<N, FEW_GROUPS, VariantState<N>, W>(book, tables, setup, work)
        }
        _ => on::<N, MORE_GROUPS, VariantState<N>, W>(book, tables, setup, work),
    }
}

/// Runs work on the table position of a setup, if the tables support it. All but plain tables are wide.
#[cfg(feature = "compact")]
fn lay_out<const N: usize, W: Work<N>>(
    book: &CompiledRules,
    tables: &Tables<N>,
    setup: &Setup,
    work: W,
) -> Option<W::Outcome> {
    on::<N, FEW_GROUPS, (), W>(book, tables, setup, work)
}

fn on<const N: usize, const G: usize, X: PositionState<N>, W: Work<N>>(
    book: &CompiledRules,
    tables: &Tables<N>,
    setup: &Setup,
    work: W,
) -> Option<W::Outcome> {
    let (root, position) = PackedPosition::<N, G, X>::new(book, tables, setup)?;
    work.run(tables, &root, &position)
}

/// Perft of a depth.
struct Perft(u32);

impl<const N: usize> Work<N> for Perft {
    type Outcome = u64;

    fn run<const G: usize, X: PositionState<N>>(
        self,
        tables: &Tables<N>,
        root: &Root<N>,
        position: &PackedPosition<N, G, X>,
    ) -> Option<u64> {
        let mut moves = Vec::with_capacity(256 * self.0 as usize);
        Some(match self.0 {
            0 => 1,
            1 => leaves(tables, root, position, &mut Scratch::default()),
            depth => count(
                tables,
                root,
                position,
                depth,
                &mut Scratch::default(),
                &mut moves,
            ),
        })
    }
}

/// Perft of a depth of at least 2.
fn count<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    depth: u32,
    scratch: &mut Scratch<N>,
    moves: &mut Vec<EncodedMove>,
) -> u64 {
    let first = moves.len();
    list(tables, root, position, scratch, &mut List::all(moves));
    let steady = if const { IncrementalCount::<N>::helps::<X>() } && depth == 2 {
        IncrementalCount::new(tables, position, moves.len() - first)
    } else {
        None
    };
    let mut total = 0;
    for index in first..moves.len() {
        let mv = moves[index];
        let mut child = *position;
        child.play(tables, root, mv);
        if X::HAS_SPECIAL_RULES {
            child.count_check(tables);
        }
        total += match &steady {
            // The condition is repeated so that the branch is not compiled where it is unused.
            Some(before)
                if const { IncrementalCount::<N>::helps::<X>() }
                    && IncrementalCount::<N>::fits(mv) =>
            {
                leaves_after(tables, root, &child, scratch, (before, mv))
            }
            _ if depth == 2 => leaves(tables, root, &child, scratch),
            _ => count(tables, root, &child, depth - 1, scratch, moves),
        };
    }
    moves.truncate(first);
    total
}

/// Generates the legal moves.
#[inline(never)]
fn list<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    scratch: &mut Scratch<N>,
    moves: &mut List<'_, N>,
) {
    if const { !X::HAS_SPECIAL_RULES } {
        return generate(tables, root, position, scratch, moves);
    }
    let first = moves.moves.len();
    list_bare(tables, root, position, scratch, moves);
    if tables.has_post_move_checks {
        retain_tested(tables, root, position, moves.moves, first);
    }
    if tables.puts_walls {
        add_walls(tables, root, position, moves.moves, first);
    }
}

/// Generates moves before post-move checks, and without walls.
#[inline(never)]
fn list_bare<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    scratch: &mut Scratch<N>,
    moves: &mut List<'_, N>,
) {
    generate(tables, root, position, scratch, moves);
}

/// The number of legal moves of variants with post-move checks or walls.
#[inline(never)]
fn leaves_rarely<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    scratch: &mut Scratch<N>,
) -> u64 {
    let mut moves = std::mem::take(&mut scratch.tested);
    moves.clear();
    list_bare(tables, root, position, scratch, &mut List::all(&mut moves));
    if tables.has_post_move_checks {
        retain_tested(tables, root, position, &mut moves, 0);
    }
    let count = if tables.puts_walls {
        count_with_walls(tables, root, position, &moves)
    } else {
        moves.len() as u64
    };
    scratch.tested = moves;
    count
}

/// The number of legal moves.
#[inline(never)]
fn leaves<const N: usize, const G: usize, X: PositionState<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &PackedPosition<N, G, X>,
    scratch: &mut Scratch<N>,
) -> u64 {
    if X::HAS_SPECIAL_RULES && tables.tests_or_walls {
        return leaves_rarely(tables, root, position, scratch);
    }
    let mut sink = Count::<ANYWHERE>(0);
    generate(tables, root, position, scratch, &mut sink);
    sink.0
}
