//! Classification of shares of the point.

/// The index of a game among wins, draws and losses: 0, 1 or 2. Any share but 0 and 1 counts as a draw.
pub(in crate::referee) fn place_of_share(share: f64) -> usize {
    if share > 0.999 {
        0
    } else if share < 0.001 {
        2
    } else {
        1
    }
}
