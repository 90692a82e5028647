//! Rules about royal pieces and checks.

pub(super) mod checks;
pub(super) mod guard;
pub(super) mod palace;
pub(super) mod royal;
