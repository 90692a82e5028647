//! Moves entered by hand: by clicks on squares, pieces in hand and choices, or by typed text.
//!
//! An [`Input`] belongs to one position and knows its legal moves. Each [`Event`] leaves those that it
//! agrees with, until one is left, so nothing but a legal move can come out. [`Input::view`] says at any
//! time what has been entered, what each click would do, and what is still to be chosen; whoever shows a
//! board (a terminal, XBoard, a page) draws that and nothing else.
//!
//! A move begins with the square of the piece that moves, a piece in hand, or a pass. Then come the squares
//! on its way, as far as anybody wants to say them, and the square where it ends. What the squares leave
//! open is asked, one [`Question`] after the other: what is captured, what a piece becomes, what is put
//! where it stood, where a wall goes.
//!
//! - A square on which a piece may end or go on is clicked once more to end there.
//! - A move that ends where it began ends with a click on that square; elsewhere this click takes
//!   the piece back.
//! - Castling is entered by the square where the king ends, or by that of its partner.
//! - A click on a square that is not offered begins anew with the piece there, or with nothing.
//!
//! ```
//! use ferz::definition::Catalog;
//! use ferz::game::Variant;
//! use ferz::input::{Answer, Event, Input, QuestionKind};
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

pub use clicks::{Deed, HandClick, SquareClick};
pub use entry::Origin;
pub use machine::{Answer, Event, Input, View};
pub use question::{Choice, Question, QuestionKind};
