//! Interactive move entry by clicks on squares, pieces in hand and choices, or by typed text.
//!
//! An [`Input`] belongs to a position and knows its legal moves. Each [`Event`] keeps the moves that agree
//! with it, until one remains, so the result is always a legal move. [`Input::view`] reports the entered
//! part, the meaning of each click, and the open choices; a user interface (a terminal, XBoard, a web page)
//! only displays these.
//!
//! A move begins with the square of its piece, a piece in hand, or a pass. It continues with squares on its
//! way, as far as the user enters them, and its target. If several moves remain, a series of [`Question`]s
//! distinguishes them: about captures, promotion, gating, walls and so on.
//!
//! - If a piece can end or continue on a square, a second click on it ends the move there.
//! - If a move ends on its origin, a click on this square ends it; otherwise this click puts the piece back.
//! - Castling is entered by the target of the king, or by the square of its partner.
//! - A click on any other square cancels the entry, and begins a move with the piece there, if any.
//!
//! ```
//! use ferz::formats::Catalog;
//! use ferz::game::Variant;
//! use ferz_designer::input::{Answer, Event, Input, QuestionKind};
//!
//! let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
//! let position = chess.parse_fen("7k/P7/8/8/8/8/8/K7 w - - 0 1").unwrap();
//! let mut input = Input::new(&position);
//! input.enter(&Event::Square(chess.square("a7").unwrap()));
//! input.enter(&Event::Square(chess.square("a8").unwrap()));
//! let question = input.view().question.unwrap();
//! assert_eq!(question.kind, QuestionKind::Promotion);
//! let words: Vec<&str> = question.choices.iter().map(|choice| choice.words.as_str()).collect();
//! assert_eq!(words, ["bishop", "knight", "queen", "rook"]);
//! let Answer::Done(mv) = input.enter(&Event::Choice(2)) else { panic!() };
//! assert_eq!(position.move_text(&mv), "a7a8q");
//!
//! let mut typed = Input::new(&position);
//! assert!(matches!(typed.enter(&Event::Text("a8=Q".to_owned())), Answer::Done(_)));
//! ```

mod clicks;
mod entry;
mod machine;
mod question;
mod reasons;
mod typed;
mod way;

pub use clicks::{ClickEffect, HandClick, SquareClick};
pub use entry::Origin;
pub use machine::{Answer, Event, Input, View};
pub use question::{Choice, Question, QuestionKind};
pub use reasons::step_into_check;
