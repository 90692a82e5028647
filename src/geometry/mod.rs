//! Empty boards: squares, headings, steps, board shapes, square sets and zones.

mod compass;
mod few;
mod in_words;
mod ring;
mod shape;
mod square;
mod square_set;
mod zone;

pub(crate) use compass::{Bearing, Compass};
pub(crate) use few::cloned_pair;
pub use few::{FewOf, Room};
#[doc(hidden)]
pub use in_words::{list, squares_by_name, squares_in_words, zone_in_words};
pub use ring::{Heading, Headings, Offset, Ring, Step};
#[doc(hidden)]
pub use shape::name_lengths;
pub use shape::{BoardShape, Layer, Perspective, ShapeError, Wrap};
pub use square::Square;
pub use square_set::{SquareIter, SquareSet};
pub use zone::{IdlePart, Zone, ZoneError};
