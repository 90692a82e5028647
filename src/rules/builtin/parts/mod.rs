//! Parts that several rules share: the trait of built-in rules, and settings of kinds, zones, sides
//! and results.

pub(super) mod arrivals;
pub(super) mod builtin_rule;
pub(super) mod kinds;
pub(super) mod results;
pub(super) mod sides;
pub(super) mod zones;
