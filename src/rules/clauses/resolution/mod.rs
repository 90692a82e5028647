//! From the syntax tree of a clause to its compiled normal form.
//!
//! - `names`: the words of sets, and named sets;
//! - `resolve`: compiled conditions and sets;
//! - `normal_form`: normal forms of conditions.

mod names;
mod normal_form;
mod resolve;

pub(crate) use names::named_sets;
pub(crate) use resolve::Resolver;
