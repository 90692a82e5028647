//! Fast tables and a legal move generator for the variants whose pieces fit them.
//!
//! `atoms` runs the reference interpreter to list every path with its conditions; `kernel` turns
//! lists into look-ups; `tables` groups equal atoms of different roles; `position` is the layout
//! that moves are played on; `generate` finds legal moves by constraint masks.

mod atoms;
mod bits;
mod generate;
mod kernel;
mod position;
mod tables;

use crate::rules::Rulebook;
use crate::state::Setup;

use atoms::Declined;
use generate::{Count, generate};
use position::{FastPosition, Packed, Root};
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
            Plan::W3(tables) => sized(book, tables, setup, depth),
            Plan::W4(tables) => sized(book, tables, setup, depth),
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

/// Chooses how many groups a position has room for.
fn sized<const N: usize>(
    book: &Rulebook,
    tables: &Tables<N>,
    setup: &Setup,
    depth: u32,
) -> Option<u64> {
    match tables.group_count {
        0..=8 => run::<N, 8>(book, tables, setup, depth),
        9..=16 => run::<N, 16>(book, tables, setup, depth),
        _ => run::<N, 32>(book, tables, setup, depth),
    }
}

fn run<const N: usize, const G: usize>(
    book: &Rulebook,
    tables: &Tables<N>,
    setup: &Setup,
    depth: u32,
) -> Option<u64> {
    let (root, position) = FastPosition::<N, G>::new(book, tables, setup)?;
    let mut moves = Vec::with_capacity(256 * depth as usize);
    Some(if depth == 0 {
        1
    } else {
        count(tables, &root, &position, depth, &mut moves)
    })
}

fn count<const N: usize, const G: usize>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &FastPosition<N, G>,
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
        total += count(tables, root, &child, depth - 1, moves);
    }
    moves.truncate(first);
    total
}
