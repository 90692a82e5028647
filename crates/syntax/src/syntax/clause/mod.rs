//! The clause language of rules: conditions over sets of squares, as text and as a syntax tree.
//!
//! The grammar is `grammar/clauses.ebnf`. The tree contains the words as written; which of them name pieces is only
//! known for a variant.
//!
//! ```
//! # extern crate ferz_syntax as ferz;
//! use ferz::syntax::clause::parse;
//!
//! let condition = parse("capture and mover not guarded by any").unwrap();
//! assert_eq!(condition.to_string(), "capture and mover not guarded by any");
//! assert_eq!(parse("capture and").unwrap_err().message, "expected a condition at the end");
//! ```

mod acts;
mod ast;
mod parser;
mod printer;
mod slips;
#[cfg(test)]
mod tests;

pub use ast::{
    Action, Condition, EffectClause, EndClause, EndResult, Event, Goal, HomeChoice, Measure, Model,
    Moment, MoveClause, MoveVerb, Name, Order, Otherwise, Relation, Set, SetKind,
};
pub use parser::{ClauseError, parse, parse_effect, parse_end, parse_move, parse_set};
pub use slips::slip;
