//! Rules about pieces off the board: hands, pockets, gates and placement.

pub(super) mod double_drop;
pub(super) mod gates;
pub(super) mod placement;
pub(super) mod pocket;
pub(super) mod prisoners;
pub(super) mod ransom;
