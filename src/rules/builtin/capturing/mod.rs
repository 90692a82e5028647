//! Rules about captures and their effects.

pub(super) mod absorption;
pub(super) mod capture_duty;
pub(super) mod capture_only;
pub(super) mod capture_priority;
pub(super) mod chains;
pub(super) mod drowning;
pub(super) mod jump_captures;
pub(super) mod returns;
