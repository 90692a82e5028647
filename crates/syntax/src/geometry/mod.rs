//! Empty boards: shapes, squares, sets of squares and zones.

mod compass;
mod few;
mod in_words;
mod ring;
mod shape;
mod sorting;
mod square;
mod square_set;
mod zone;

#[doc(hidden)]
pub use compass::{Bearing, Compass};
#[doc(hidden)]
pub use few::cloned_pair;
#[doc(hidden)]
pub use few::{FewOf, Room};
#[doc(hidden)]
pub use in_words::{list, squares_by_name, squares_in_words, zone_in_words};
#[doc(hidden)]
pub use ring::{Heading, Headings, Offset, Ring, Step};
#[doc(hidden)]
pub use shape::name_lengths;
pub use shape::{BoardShape, Perspective, ShapeError};
#[doc(hidden)]
pub use shape::{Layer, Wrap};
#[doc(hidden)]
pub use sorting::{CompactSort, add_to, grouped, sorted, value_at, value_for};
pub use square::Square;
pub use square_set::{SquareIter, SquareSet};
#[doc(hidden)]
pub use zone::IdlePart;
pub use zone::{Zone, ZoneError};
