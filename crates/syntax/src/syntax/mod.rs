//! The concrete syntaxes: lexers, parsers and syntax trees, one folder for each notation. They describe how a notation
//! is written, not its meaning.

pub mod betza;
pub mod clause;
pub mod diagram;
pub mod fairy_max;
pub mod ini;
