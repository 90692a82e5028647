//! From the syntax tree of a clause to its compiled normal form.
//!
//! - `names`: resolution of the words of sets, and named sets;
//! - `resolve`: resolution of names;
//! - `normal_form`: normal forms of conditions.

mod names;
mod normal_form;
mod resolve;

pub(crate) use names::named_sets;
pub(crate) use resolve::Resolver;
