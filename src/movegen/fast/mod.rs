//! Fast tables and a legal move generator for the variants whose pieces fit them.
//!
//! `atoms` runs the reference interpreter to list every path with its conditions, and `path_cache`
//! keeps what was found; `kernel` turns lists into look-ups; `tables` groups equal atoms of different
//! roles; `position` is the layout that moves are played on; `generate` finds legal moves by constraint
//! masks.
//!
//! What few variants have is apart: `extras` compiles such rules, `luggage` is what positions carry
//! for them, `rich` plays their moves and `richly` finds them.

mod atoms;
mod bits;
mod extras;
mod gathered;
mod generate;
mod imitation;
mod kernel;
mod known;
mod listing;
mod luggage;
mod path_cache;
mod position;
mod promotion;
mod rich;
mod richly;
mod sink;
mod tables;

use crate::rules::Rulebook;
use crate::state::{Move, Setup};

use atoms::Declined;
use generate::generate;
use listing::listed;
use luggage::{Hands, Luggage, Memory};
use position::{FastPosition, Packed, Root};
use sink::Count;
use tables::Tables;

/// A fast plan for one variant, at the width its board needs.
#[derive(Debug)]
pub(crate) enum Plan {
    /// Up to 64 squares.
    W1(Tables<1>),
    /// Up to 128 squares.
    W2(Tables<2>),
    /// Up to 192 squares.
    W3(Tables<3>),
    /// Up to 256 squares.
    W4(Tables<4>),
}

impl Plan {
    /// Compiles a plan, or says why the variant has none.
    pub(crate) fn compile(book: &Rulebook) -> Result<Plan, Declined> {
        match book.shape.area() {
            0..=64 => Tables::new(book).map(Plan::W1),
            65..=128 => Tables::new(book).map(Plan::W2),
            129..=192 => Tables::new(book).map(Plan::W3),
            193..=256 => Tables::new(book).map(Plan::W4),
            area => Err(Declined(format!(
                "the board has {area} squares, the tables take 256"
            ))),
        }
    }

    /// Counts leaves, if the setup fits the plan.
    pub(crate) fn perft(&self, book: &Rulebook, setup: &Setup, depth: u32) -> Option<u64> {
        match self {
            Plan::W1(tables) => sized(book, tables, setup, depth),
            Plan::W2(tables) => sized(book, tables, setup, depth),
            Plan::W3(tables) => largest(book, tables, setup, depth),
            Plan::W4(tables) => largest(book, tables, setup, depth),
        }
    }

    /// All legal moves in no order, if the setup fits the plan.
    pub(crate) fn legal_moves(&self, book: &Rulebook, setup: &Setup) -> Option<Vec<Move>> {
        match self {
            Plan::W1(tables) => listed_by(book, tables, setup),
            Plan::W2(tables) => listed_by(book, tables, setup),
            Plan::W3(tables) => listed_by(book, tables, setup),
            Plan::W4(tables) => listed_by(book, tables, setup),
        }
    }

    /// What the tables consist of.
    pub(crate) fn describe(&self) -> String {
        match self {
            Plan::W1(tables) => tables.describe(),
            Plan::W2(tables) => tables.describe(),
            Plan::W3(tables) => tables.describe(),
            Plan::W4(tables) => tables.describe(),
        }
    }
}

fn listed_by<const N: usize>(
    book: &Rulebook,
    tables: &Tables<N>,
    setup: &Setup,
) -> Option<Vec<Move>> {
    match (&tables.extras, tables.hands) {
        (Some(_), _) => listed::<N, 32, Memory<N>>(book, tables, setup),
        (None, true) => listed::<N, 32, Hands>(book, tables, setup),
        (None, false) => listed::<N, 32, ()>(book, tables, setup),
    }
}

/// Chooses how many groups a position has room for, and what it carries beside them.
fn sized<const N: usize>(
    book: &Rulebook,
    tables: &Tables<N>,
    setup: &Setup,
    depth: u32,
) -> Option<u64> {
    let plain = !tables.hands && tables.extras.is_none();
    match (tables.group_count, &tables.extras) {
        (0..=8, _) if plain => run::<N, 8, ()>(book, tables, setup, depth),
        (0..=16, _) if plain => run::<N, 16, ()>(book, tables, setup, depth),
        (0..=8, None) => run::<N, 8, Hands>(book, tables, setup, depth),
        (0..=16, Some(_)) => run::<N, 16, Memory<N>>(book, tables, setup, depth),
        _ => largest(book, tables, setup, depth),
    }
}

/// Chooses what a position carries that has room for all groups.
fn largest<const N: usize>(
    book: &Rulebook,
    tables: &Tables<N>,
    setup: &Setup,
    depth: u32,
) -> Option<u64> {
    match (&tables.extras, tables.hands) {
        (None, false) => run::<N, 32, ()>(book, tables, setup, depth),
        (None, true) => run::<N, 32, Hands>(book, tables, setup, depth),
        (Some(_), _) => run::<N, 32, Memory<N>>(book, tables, setup, depth),
    }
}

fn run<const N: usize, const G: usize, X: Luggage<N>>(
    book: &Rulebook,
    tables: &Tables<N>,
    setup: &Setup,
    depth: u32,
) -> Option<u64> {
    let (root, position) = FastPosition::<N, G, X>::new(book, tables, setup)?;
    let mut moves = Vec::with_capacity(256 * depth as usize);
    Some(if depth == 0 {
        1
    } else {
        count(tables, &root, &position, depth, &mut moves)
    })
}

fn count<const N: usize, const G: usize, X: Luggage<N>>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &FastPosition<N, G, X>,
    depth: u32,
    moves: &mut Vec<Packed>,
) -> u64 {
    if depth == 1 {
        let mut sink = Count(0);
        generate(tables, root, position, &mut sink);
        return sink.0;
    }
    let first = moves.len();
    generate(tables, root, position, moves);
    let mut total = 0;
    for index in first..moves.len() {
        let mut child = *position;
        child.play(tables, root, moves[index]);
        if X::RICH {
            child.count_check(tables, root);
        }
        total += count(tables, root, &child, depth - 1, moves);
    }
    moves.truncate(first);
    total
}
