//! Rules about turns: their length, passes, walls, marks and refusals.

pub(super) mod marks;
pub(super) mod passing;
pub(super) mod quiet_limit;
pub(super) mod refusal;
pub(super) mod turns;
pub(super) mod walls;
