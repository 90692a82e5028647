//! What a share of the point counts as where games are counted.

/// The place of a game among those won, drawn and lost: 0, 1 or 2. What is neither a win nor a loss is a
/// draw here, whoever got more.
pub(in crate::referee) fn place_of_share(share: f64) -> usize {
    if share > 0.999 {
        0
    } else if share < 0.001 {
        2
    } else {
        1
    }
}
