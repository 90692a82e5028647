//! Rules about royal pieces and checks.

pub(super) mod checks;
pub(super) mod palace;
