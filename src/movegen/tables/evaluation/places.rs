//! Files and ranks of squares, for places relative to royal pieces.

use crate::geometry::Square;
use crate::movegen::weights::Weights;
use crate::rules::CompiledRules;

/// The file and rank of each square, if places near royal pieces count.
#[derive(Debug)]
pub(crate) struct Places(pub(crate) Vec<[i16; 2]>);

impl Places {
    pub(crate) fn new(rules: &CompiledRules, has_royal: bool, weights: &Weights) -> Places {
        let counts = has_royal && weights.by_royal.iter().any(|table| !table.is_empty());
        let shape = &rules.shape;
        let area = if counts { shape.area() as u16 } else { 0 };
        let squares = (0..area).map(Square::new);
        let place = |square| [shape.file_of(square).into(), shape.rank_of(square).into()];
        Places(squares.map(place).collect())
    }

    /// Whether places near royal pieces count.
    pub(super) fn are_counted(&self) -> bool {
        !self.0.is_empty()
    }
}
