//! The pieces that the games share, and tables of definitions laid over one another.

use toml::Table;

/// Pieces that the games share. A game takes what it names.
pub(crate) const BASE: &str = "
board = { files = 8, ranks = 8 }
start = 'k7/8/8/8/8/8/8/K7 w - - 0 1'
[pieces]
king = { letter = 'K', move = 'K', royal = true }
queen = { letter = 'Q', move = 'Q' }
rook = { letter = 'R', move = 'R' }
bishop = { letter = 'B', move = 'B' }
knight = { letter = 'N', move = 'N' }
pawn = { letter = 'P', move = 'fmWfceFifmnD', initial = 'rank 2' }
";

/// Lays a table over another one, key by key; where both have the key, `over` counts.
pub(crate) fn lay_over(base: &mut Table, over: Table) {
    for (key, value) in over {
        match (base.get_mut(&key), value) {
            (Some(toml::Value::Table(base)), toml::Value::Table(over)) => lay_over(base, over),
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

/// Lays a table under another one: what both say, `base` says.
pub(crate) fn lay_under(base: &mut Table, under: Table) {
    let mut all = under;
    lay_over(&mut all, std::mem::take(base));
    *base = all;
}

pub(crate) fn parse(text: &str) -> Table {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}
