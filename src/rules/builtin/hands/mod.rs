//! Rules about pieces off the board: hands, pockets, gates and placement.

pub(super) mod drops;
pub(super) mod prisoners;
pub(super) mod reserves;
