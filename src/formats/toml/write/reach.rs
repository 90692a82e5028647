//! Writes reaches, and switches with a reach.

use crate::definition::Reach;
use crate::definition::tree::{Node, Table};

/// Adds a reach, unless it is the default.
pub(super) fn put_reach(key: &str, reach: &Reach, usual: &Reach, table: &mut Table) {
    if reach != usual {
        table.put(key, reach.text());
    }
}

/// `true`, or the table if it is not empty.
pub(super) fn switch(table: Table) -> Node {
    if table.0.is_empty() {
        true.into()
    } else {
        table.into()
    }
}
