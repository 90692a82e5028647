//! Conformance rows: questions about variants and notation, with the answers of other programs.
//!
//! A file has one JSON object per line. [`read_rows`] parses it, [`check`] compares a row with the answer of
//! this library. There are six kinds of rows:
//!
//! ```text
//! {"variant":"chess","perft":[20,400,8902]}
//! {"variant":"chess","moves":["e2e4"],"legal":["a7a5","a7a6"]}
//! {"betza":"mWcF","files":3,"ranks":1,"side":"w","from":"b1","board":"..b","moves":["a1"]}
//! {"betza":"fmWcF","valid":true}
//! {"variant":"chess","fen":"8/8/8/8/8/5k2/5p2/5K2 w","outcome":{"white":0.5,"black":0.5}}
//! {"variant":"mine","moves":["e2e4"],"done":["+pwe4-pwe2"],"turn":"b","legal":["e7e5"],"effects":["+pbe5-pbe7"]}
//! ```
//!
//! This module does not open files: the caller supplies the text of the rows and the variants that they name.

mod check;
mod drawing;
mod effects;
mod read;
mod row;

pub use check::{Failure, Limits, Verdict, check};
pub use effects::{MoveFacts, Steps};
pub use read::read_rows;
pub use row::{ExpectedOutcome, Game, MoveForm, Notation, PieceOnBoard, Question, Row, RowKind};
