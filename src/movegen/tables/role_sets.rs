//! Sets of roles as bits.

use crate::definition::{PieceId, PieceSet};
use crate::rules::CompiledRules;
use crate::state::Role;

/// The roles of a kind, as bits.
pub(super) fn of_kind(rules: &CompiledRules, kind: PieceId) -> u128 {
    (0..rules.roles.len())
        .filter(|role| rules.kind(Role::new(*role)) == Some(kind))
        .fold(0, |set, role| set | 1 << role)
}

/// Roles as bits.
pub(super) fn of_roles(roles: &[Role]) -> u128 {
    roles.iter().fold(0, |set, role| set | 1 << role.index())
}

pub(super) fn of_set(rules: &CompiledRules, set: PieceSet) -> u128 {
    (0..rules.roles.len())
        .filter(|role| rules.is_of(Role::new(*role), set))
        .fold(0, |set, role| set | 1 << role)
}
