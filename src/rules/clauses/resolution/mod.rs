//! From the syntax tree of a clause to its compiled normal form.
//!
//! - `named_sets`: the sets that a definition names;
//! - `resolve`, `names`: resolution of names;
//! - `normal_form`: normal forms of conditions.

mod named_sets;
mod names;
mod normal_form;
mod resolve;

pub(crate) use named_sets::named_sets;
pub(crate) use resolve::Resolver;
