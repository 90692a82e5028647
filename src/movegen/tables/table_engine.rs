//! The table engine: the tables of a variant at the width that its board and pieces need.

use std::sync::Arc;

use super::paths::Declined;
use super::table_set::{FEW_GROUPS, GROUPS, Tables};
use crate::rules::CompiledRules;

/// Maximum number of kinds of pieces: the limit of role sets and of board cells.
const ROLES: usize = 126;

/// The table engine of one variant, at the width that its board and pieces need.
///
/// The move generator is monomorphized for each width, number of groups and kind of state, so only useful
/// combinations exist.
#[derive(Debug)]
pub(crate) enum TableEngine {
    /// Up to 64 squares.
    One(Arc<Tables<1>>),
    /// Up to 128 squares.
    #[cfg(not(feature = "compact"))]
    Two(Arc<Tables<2>>),
    /// Up to 192 squares.
    #[cfg(not(feature = "compact"))]
    Three(Arc<Tables<3>>),
    /// Up to 256 squares, or more groups than the narrower widths have.
    Four(Arc<Tables<4>>),
}

impl TableEngine {
    /// Compiles the tables, or returns the reason why the variant has none.
    pub(crate) fn compile(rules: &CompiledRules) -> Result<TableEngine, Declined> {
        if rules.roles.len() > ROLES {
            return Err(Declined(format!(
                "there are {} kinds of pieces, the tables take {ROLES}",
                rules.roles.len()
            )));
        }
        let narrow = match rules.shape.area() {
            0..=64 => Tables::new(rules)?
                .filter(|tables| !cfg!(feature = "compact") || is_plain(tables))
                .map(|tables| TableEngine::One(Arc::new(tables))),
            #[cfg(not(feature = "compact"))]
            65..=128 => Tables::new(rules)?.map(|tables| TableEngine::Two(Arc::new(tables))),
            #[cfg(not(feature = "compact"))]
            129..=192 => Tables::new(rules)?.map(|tables| TableEngine::Three(Arc::new(tables))),
            65..=256 => None,
            area => {
                return Err(Declined(format!(
                    "the board has {area} squares, the tables take 256"
                )));
            }
        };
        match narrow {
            Some(plan) => Ok(plan),
            None => Tables::new(rules)?
                .map(|tables| TableEngine::Four(Arc::new(tables)))
                .ok_or_else(|| Declined(format!("the roles fall into more than {GROUPS} groups"))),
        }
    }

    /// A description of the tables.
    pub(crate) fn describe(&self) -> &str {
        match self {
            TableEngine::One(tables) => &tables.description,
            #[cfg(not(feature = "compact"))]
            TableEngine::Two(tables) => &tables.description,
            #[cfg(not(feature = "compact"))]
            TableEngine::Three(tables) => &tables.description,
            TableEngine::Four(tables) => &tables.description,
        }
    }
}

/// Whether positions have no state in addition to their pieces.
const fn is_plain<const N: usize>(tables: &Tables<N>) -> bool {
    matches!(
        (tables.room, tables.has_special_rules, tables.hands),
        (FEW_GROUPS, false, false)
    )
}
