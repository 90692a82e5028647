//! Rules about turns: their length, passes, walls, marks and refusals.

pub(super) mod passing;
pub(super) mod quiet_limit;
pub(super) mod squares;
pub(super) mod turns;
