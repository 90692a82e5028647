//! Boards without pieces: squares, the ring of headings, steps, shapes and sets of squares.

mod compass;
mod few;
mod ring;
mod shape;
mod square;
mod square_set;
mod zone;

pub(crate) use compass::{Bearing, Compass};
pub(crate) use few::cloned_pair;
pub use few::{FewOf, Room};
pub use ring::{Heading, Headings, Offset, Ring, Step};
pub use shape::{BoardShape, Layer, Perspective, ShapeError, Wrap};
pub use square::Square;
pub use square_set::{SquareIter, SquareSet};
pub use zone::{IdlePart, Zone, ZoneError};
