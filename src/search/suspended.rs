//! State of a suspended search at each node of the current line.

use smallvec::SmallVec;

use super::order::MoveList;
use super::scores::Window;
use super::table::TtEntry;

/// Maximum number of tried moves of a node whose histories are updated.
pub(super) const MOST_TRIED: usize = 64;

/// State of a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct EnteredNode {
    pub(super) depth: i32,
    pub(super) window: Window,
    /// Whether the node was entered with an open window.
    pub(super) is_pv: bool,
    pub(super) cut: bool,
    /// The move excluded by a singular search, or 0.
    pub(super) excluded: u32,
    pub(super) key: u64,
    pub(super) known: Option<TtEntry>,
    pub(super) static_eval: Option<i32>,
    pub(super) eval_estimate: Option<i32>,
    pub(super) improving: bool,
    /// Whether the side to move has pieces that make zugzwang unlikely.
    pub(super) has_pieces: bool,
}

/// The step of the search of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// The singular extension search.
    Singular,
    /// The first move, or the reduced search of a later one.
    First,
    /// The search with null window and full depth.
    Again,
    /// The search with the full window.
    Wide,
}

/// State of a suspended move loop.
#[derive(Debug)]
pub(super) struct MoveLoop {
    pub(super) entered: EnteredNode,
    pub(super) list: MoveList,
    /// Whether the list contains only the hash move.
    pub(super) is_begun: bool,
    pub(super) alpha: i32,
    pub(super) best: i32,
    pub(super) best_code: u32,
    pub(super) quiets: SmallVec<[u32; MOST_TRIED]>,
    pub(super) captures: SmallVec<[u32; MOST_TRIED]>,
    pub(super) number: i32,
    pub(super) place: usize,
    pub(super) step: Step,
    pub(super) extension: i32,
}

/// The state of a suspended search at one node.
#[derive(Debug)]
pub(super) enum Suspended {
    /// In the null move search.
    Passing(EnteredNode),
    /// In the search of a move, the last one picked from the list.
    Trying(Box<MoveLoop>),
}
