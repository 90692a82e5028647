//! Text to tokens to tree, one folder per concrete syntax. Knows how a notation is written, not
//! what it means.

pub mod betza;
pub mod clause;
pub mod diagram;
pub mod fairy_max;
pub mod ini;
