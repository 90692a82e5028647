//! Reaches, and what has its usual reach, as values.

use crate::definition::reach::Reach;
use crate::definition::tree::{Node, Table};

/// Says a reach, unless it is the usual one.
pub(super) fn put_reach(key: &str, reach: &Reach, usual: &Reach, table: &mut Table) {
    if reach != usual {
        table.put(key, reach.text());
    }
}

/// `true`, or a table that says more.
pub(super) fn switch(table: Table) -> Node {
    if table.0.is_empty() {
        true.into()
    } else {
        table.into()
    }
}
