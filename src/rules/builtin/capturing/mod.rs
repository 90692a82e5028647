//! Rules about captures and their effects.

pub(super) mod capture_choice;
pub(super) mod chains;
pub(super) mod consequences;
pub(super) mod jump_captures;
