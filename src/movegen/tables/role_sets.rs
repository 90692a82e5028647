//! Sets of roles as bits.

use crate::definition::{PieceId, PieceSet};
use crate::rules::CompiledRules;
use crate::state::Role;

/// The roles for which something holds, as bits.
pub(super) fn roles_where(rules: &CompiledRules, holds: impl Fn(Role) -> bool) -> u128 {
    let roles = (0..rules.roles.len()).map(Role::new);
    let roles = roles.filter(|role| holds(*role));
    roles.fold(0, |set, role| set | 1 << role.index())
}

/// The roles of a kind, as bits.
pub(super) fn of_kind(rules: &CompiledRules, kind: PieceId) -> u128 {
    roles_where(rules, |role| rules.kind(role) == Some(kind))
}

/// Roles as bits.
pub(super) fn of_roles(roles: &[Role]) -> u128 {
    roles.iter().fold(0, |set, role| set | 1 << role.index())
}

pub(super) fn of_set(rules: &CompiledRules, set: PieceSet) -> u128 {
    roles_where(rules, |role| rules.is_of(role, set))
}
