//! Questions that distinguish moves with the same squares.

use super::clicks::{ClickEffect, Known};
use ferz::geometry::Square;
use ferz::state::{Color, Move, MoveKind, Piece, Role};

/// The subject of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuestionKind {
    /// Whether the move is castling.
    Castling,
    /// The captured pieces.
    Captures,
    /// The other pieces that change squares.
    Relocation,
    /// The promotion of the mover.
    Promotion,
    /// The piece that enters on a square that the move leaves.
    Gate,
    /// The square of a wall.
    Wall,
    /// The pieces that change sides.
    Conversion,
    /// Any other difference.
    Other,
}

impl QuestionKind {
    /// All kinds, in the order in which they are asked.
    const ALL: [QuestionKind; 8] = [
        QuestionKind::Castling,
        QuestionKind::Captures,
        QuestionKind::Relocation,
        QuestionKind::Promotion,
        QuestionKind::Gate,
        QuestionKind::Wall,
        QuestionKind::Conversion,
        QuestionKind::Other,
    ];

    /// The word for programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            QuestionKind::Castling => "castling",
            QuestionKind::Captures => "captures",
            QuestionKind::Relocation => "relocation",
            QuestionKind::Promotion => "promotion",
            QuestionKind::Gate => "gate",
            QuestionKind::Wall => "wall",
            QuestionKind::Conversion => "conversion",
            QuestionKind::Other => "other",
        }
    }

    /// The question in words.
    pub const fn words(self) -> &'static str {
        match self {
            QuestionKind::Castling => "Is it a castling?",
            QuestionKind::Captures => "What is captured?",
            QuestionKind::Relocation => "Which other piece moves?",
            QuestionKind::Promotion => "What does it become?",
            QuestionKind::Gate => "What is placed on the square that it leaves?",
            QuestionKind::Wall => "Where does the wall go?",
            QuestionKind::Conversion => "Which pieces change sides?",
            QuestionKind::Other => "Which move is it?",
        }
    }

    /// The effect of a click on a square of a choice.
    pub(super) const fn deed(self) -> ClickEffect {
        match self {
            QuestionKind::Wall => ClickEffect::Wall,
            _ => ClickEffect::Name,
        }
    }
}

/// A question about the remaining moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The subject of the question.
    pub kind: QuestionKind,
    /// The answers, at least two.
    pub choices: Vec<Choice>,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The words of the answer, with the variant's names of pieces.
    pub words: String,
    /// A short text that can be typed instead of the number (from 1) or the words.
    pub mark: String,
    /// The squares that can be clicked.
    pub squares: Vec<Square>,
    /// The piece in hand that can be clicked.
    pub hand: Option<Piece>,
    /// The indices of the remaining moves.
    pub(super) moves: Vec<usize>,
}

impl Choice {
    fn new(words: impl Into<String>, mark: impl Into<String>) -> Choice {
        Choice {
            words: words.into(),
            mark: mark.into(),
            squares: Vec::new(),
            hand: None,
            moves: Vec::new(),
        }
    }

    fn with_squares(mut self, squares: impl IntoIterator<Item = Square>) -> Choice {
        self.squares.extend(squares);
        self
    }

    /// Whether two choices are the same answer, regardless of their moves.
    fn is_same(&self, other: &Choice) -> bool {
        (&self.mark, &self.words, &self.squares) == (&other.mark, &other.words, &other.squares)
    }
}

impl Known<'_> {
    /// The first difference between the remaining moves; `None` if they are indistinguishable.
    pub(super) fn question(&self, left: &[usize]) -> Option<Question> {
        if left.len() < 2 {
            return None;
        }
        QuestionKind::ALL.into_iter().find_map(|kind| {
            let mut choices: Vec<Choice> = Vec::new();
            for index in left {
                let answer = self.answer(kind, *index);
                // Equal answers are usually consecutive.
                match choices
                    .iter_mut()
                    .rev()
                    .find(|known| known.is_same(&answer))
                {
                    Some(known) => known.moves.push(*index),
                    None => choices.push(Choice {
                        moves: vec![*index],
                        ..answer
                    }),
                }
            }
            (choices.len() > 1).then_some(Question { kind, choices })
        })
    }

    /// The answer of a move to a question.
    fn answer(&self, kind: QuestionKind, index: usize) -> Choice {
        let variant = self.position.variant();
        let shape = variant.shape();
        let (text, mv) = &self.moves[index];
        let name = |square: &Square| shape.name(*square);
        match kind {
            QuestionKind::Castling if mv.kind == MoveKind::Castle => Choice::new("castle", "O"),
            QuestionKind::Castling => Choice::new("do not castle", "-"),
            QuestionKind::Captures => {
                let names: Vec<String> = mv.captures.iter().map(name).collect();
                named_squares("capture", &names).with_squares(mv.captures.iter().copied())
            }
            QuestionKind::Relocation => {
                let one = |(from, to): &(Square, Square)| {
                    format!("{} goes to {}", self.piece_on(*from), name(to))
                };
                let words: Vec<String> = mv.shifts.iter().map(one).collect();
                let marks = mv.shifts.iter().map(|(from, to)| name(from) + &name(to));
                let marks: Vec<String> = marks.collect();
                if words.is_empty() {
                    Choice::new("no other piece", "-")
                } else {
                    Choice::new(words.join(", "), marks.join(","))
                        .with_squares(mv.shifts.iter().map(|(from, _)| *from))
                }
            }
            QuestionKind::Promotion => self.promotion(mv),
            QuestionKind::Gate => match mv.gate {
                None => Choice::new("nothing", "-"),
                Some((role, square)) => Choice {
                    hand: Some(self.own(role)),
                    ..Choice::new(
                        format!("{} on {}", variant.role_name(role), name(&square)),
                        // In castling, the square of the king or that of the rook can be the gate.
                        if mv.kind == MoveKind::Castle {
                            format!("{}{}", self.letter(role), name(&square))
                        } else {
                            self.letter(role)
                        },
                    )
                },
            },
            QuestionKind::Wall => match mv.wall {
                None => Choice::new("nowhere", "-"),
                Some(square) => Choice::new(name(&square), name(&square)).with_squares([square]),
            },
            QuestionKind::Conversion => {
                let names: Vec<String> = mv.converts.iter().map(name).collect();
                named_squares("convert", &names).with_squares(mv.converts.iter().copied())
            }
            QuestionKind::Other => Choice::new(text, text),
        }
    }

    fn promotion(&self, mv: &Move) -> Choice {
        let variant = self.position.variant();
        match mv.promotion {
            None => Choice::new(
                format!("{}, as it is", variant.role_name(mv.piece.role)),
                "=",
            ),
            Some(role) if mv.from_hand => Choice {
                hand: Some(self.own(role)),
                ..Choice::new(
                    format!("{} from the hand", variant.role_name(role)),
                    format!("{}@", self.letter(role)),
                )
            },
            Some(role) => Choice::new(variant.role_name(role), self.letter(role)),
        }
    }

    /// A piece of the side to move.
    fn own(&self, role: Role) -> Piece {
        let color = self.position.turn();
        Piece { color, role }
    }

    fn letter(&self, role: Role) -> String {
        let color = Color::White;
        let letters = self.position.variant().letters();
        letters.name(Piece { color, role })
    }

    /// A piece with its square in words.
    fn piece_on(&self, square: Square) -> String {
        let variant = self.position.variant();
        let name = variant.shape().name(square);
        match self.position.piece_on(square) {
            Some(piece) => format!("{} {name}", variant.role_name(piece.role)),
            None => name,
        }
    }
}

/// A choice about several squares.
fn named_squares(verb: &str, names: &[String]) -> Choice {
    match names.split_last() {
        None => Choice::new(format!("{verb} nothing"), "-"),
        Some((last, [])) => Choice::new(format!("{verb} {last}"), last),
        Some((last, earlier)) => Choice::new(
            format!("{verb} {} and {last}", earlier.join(", ")),
            names.join(","),
        ),
    }
}
