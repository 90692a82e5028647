//! The meaning of a move description, independent of the board.
//!
//! [`Movement`] is to a Betza string as a compiled pattern is to a regular expression: the letters are resolved in
//! their dialect, directions are headings on a ring, ranges are numbers, default modes are filled in, and toggles and
//! brackets are unfolded.
//!
//! ```
//! # extern crate ferz_syntax as ferz;
//! use ferz::Movement;
//! use ferz::movement::Dialect;
//!
//! let griffon = Movement::read("FyafsF", Dialect::XBetza);
//! assert!(griffon.diagnostics.is_empty());
//! assert_eq!(griffon.value.to_betza(Dialect::XBoard).unwrap(), "FyafsF");
//! ```

#[doc(hidden)]
pub mod description;
mod dialect;
mod directions;
mod foreign;
mod normal_form;
mod pattern;
mod printer;
mod resolve;
mod targets;
mod turn;

#[doc(hidden)]
pub use description::NO_MOVE;
pub use description::convert;
#[doc(hidden)]
pub use description::{Movement, convert_with};
pub use dialect::Dialect;
#[doc(hidden)]
pub use pattern::{
    Bend, BendSide, Castle, Contents, Curve, Imitation, Initial, Inside, Leg, Pattern, Placement,
    Range, Repeat, Side, Turn, Universal, Walk,
};
pub use printer::Inexpressible;
#[doc(hidden)]
pub use printer::{Joints, PrintStyle};
#[doc(hidden)]
pub use resolve::MovementLimits;
#[doc(hidden)]
pub use turn::{Bearing, Choice, Course, courses};
