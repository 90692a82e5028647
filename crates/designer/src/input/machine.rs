//! The state machine of move entry.

use super::clicks::{ClickEffect, Clicks, HandClick, Known, SquareClick};
use super::entry::{Entry, Origin};
use super::question::Question;
use super::way::way;
use ferz::game::Position;
use ferz::geometry::{CompactSort, Square, sorted, value_at};
use ferz::notation::move_texts;
use ferz::source::{Diagnostic, Span, codes};
use ferz::state::{Move, Piece};

/// An event of the user interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A click on a square.
    Square(Square),
    /// A click on a piece in hand.
    Hand(Piece),
    /// A click on the pass button.
    Pass,
    /// A choice of the open question, from 0.
    Choice(usize),
    /// A typed text: a move or an unambiguous beginning of one; the number of a move in [`Input::moves`],
    /// from 1; the name of a square, like a click on it; or, while a question is open, the number, the mark
    /// or the words of a choice.
    Text(String),
    /// Takes back the latest event.
    Back,
    /// Cancels the whole entry.
    Cancel,
}

/// The result of an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The move is complete.
    Done(Box<Move>),
    /// More input is needed.
    Open,
    /// The entry has been cancelled.
    Cleared,
    /// The event is not possible here; nothing has changed.
    Refused(Box<Diagnostic>),
}

/// The state for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The beginning of the move, if entered.
    pub origin: Option<Origin>,
    /// Squares on the way, in the order of entry.
    pub legs: Vec<Square>,
    /// The target, once entered.
    pub target: Option<Square>,
    /// The answers so far, in words.
    pub answers: Vec<String>,
    /// The squares that can be clicked, in ascending order. A click on another square cancels the entry.
    pub squares: Vec<SquareClick>,
    /// The pieces in hand with which a move can begin.
    pub hand: Vec<HandClick>,
    /// Whether a move can begin as a pass.
    pub can_pass: bool,
    /// The open question.
    pub question: Option<Question>,
    /// The complete move.
    pub chosen: Option<Move>,
}

/// A move that is entered step by step; see the [module](crate::input).
#[derive(Clone, Debug)]
pub struct Input {
    position: Position,
    moves: Vec<(String, Move)>,
    /// The squares on the way of each move.
    ways: Vec<Vec<Square>>,
    /// The square on which the mover of each move arrives before a rule moves it elsewhere.
    first_arrivals: Vec<Option<Square>>,
    entry: Entry,
    /// The entries before each event.
    earlier: Vec<Entry>,
    chosen: Option<usize>,
}

impl Input {
    /// An empty entry in a position.
    pub fn new(position: &Position) -> Input {
        let moves = move_texts(position);
        let variant = position.variant();
        Input {
            position: position.clone(),
            ways: moves.iter().map(|(_, mv)| way(position, mv)).collect(),
            first_arrivals: moves
                .iter()
                .map(|(_, mv)| variant.arrives_first(mv))
                .collect(),
            entry: Entry::empty(moves.len()),
            moves,
            earlier: Vec::new(),
            chosen: None,
        }
    }

    /// The position in which the move is entered.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All legal moves with their texts, sorted by text. Typed numbers count this list from 1.
    pub fn moves(&self) -> &[(String, Move)] {
        &self.moves
    }

    /// The remaining legal moves, with their indices in [`Input::moves`].
    pub fn left(&self) -> impl ExactSizeIterator<Item = (usize, &Move)> {
        let left = self.entry.left.iter();
        left.map(|index| (*index, &self.moves[*index].1))
    }

    /// The complete move.
    pub fn chosen(&self) -> Option<&Move> {
        self.chosen.map(|index| &self.moves[index].1)
    }

    /// Whether nothing has been entered.
    pub fn is_empty(&self) -> bool {
        self.entry.origin.is_none()
    }

    /// The state for display.
    pub fn view(&self) -> View {
        let known = self.known();
        let question = self.open_question();
        let clicks = if self.chosen.is_some() {
            Clicks::new()
        } else {
            self.clicks(question.as_ref())
        };
        let is_begin = self.is_empty();
        View {
            origin: self.entry.origin,
            legs: self.entry.legs.clone(),
            target: self.entry.target,
            answers: self.entry.answers.clone(),
            squares: known.shown(clicks),
            hand: if self.chosen.is_some() {
                Vec::new()
            } else {
                known.hands(&self.all())
            },
            can_pass: is_begin && self.moves.iter().any(|(_, mv)| mv.is_pass()),
            question,
            chosen: self.chosen().cloned(),
        }
    }

    /// Handles an event. A complete move can only be taken back.
    pub fn enter(&mut self, event: &Event) -> Answer {
        if self.chosen.is_some() && !matches!(event, Event::Back | Event::Cancel) {
            return refused("the move is complete");
        }
        match event {
            Event::Square(square) => self.click(*square),
            Event::Hand(piece) => self.click_hand(*piece),
            Event::Pass => self.begin(Origin::Pass, "passing is not allowed here"),
            Event::Choice(index) => self.choose(*index),
            Event::Text(text) => self.typed(text),
            Event::Back => {
                self.chosen = None;
                match self.earlier.pop() {
                    Some(earlier) => {
                        self.entry = earlier;
                        Answer::Open
                    }
                    None => self.clear(),
                }
            }
            Event::Cancel => self.clear(),
        }
    }

    /// A piece is lifted from a square with the mouse: it begins a move, or continues the move whose last
    /// square this is.
    pub fn lift(&mut self, square: Square) -> Answer {
        let stands_there = match (self.entry.legs.last(), self.entry.target) {
            (_, Some(target)) => target == square,
            (last, None) => last == Some(&square),
        };
        if stands_there {
            return Answer::Open;
        }
        self.clear();
        self.click(square)
    }

    /// The lifted piece is put on a square.
    pub fn put(&mut self, square: Square) -> Answer {
        self.enter(&Event::Square(square))
    }

    pub(super) fn known(&self) -> Known<'_> {
        Known {
            position: &self.position,
            moves: &self.moves,
            ways: &self.ways,
            first_arrivals: &self.first_arrivals,
        }
    }

    /// The open question.
    pub(super) fn open_question(&self) -> Option<Question> {
        let is_asked = self.entry.is_settled && self.chosen.is_none();
        is_asked
            .then(|| self.known().question(&self.entry.left))
            .flatten()
    }

    fn all(&self) -> Vec<usize> {
        (0..self.moves.len()).collect()
    }

    /// The current meanings of clicks: those that continue the move take precedence over those that begin
    /// another.
    fn clicks(&self, question: Option<&Question>) -> Clicks {
        let known = self.known();
        let mut clicks = known.beginnings(&self.all());
        let further = match question {
            Some(question) => known.answers(question),
            None if self.is_empty() => Clicks::new(),
            None => known.continuations(&self.entry),
        };
        clicks.retain(|(square, _)| value_at(&further, square).is_none());
        clicks.extend(further);
        clicks.sort_compactly_by_key(|(square, _)| *square);
        clicks
    }

    fn click(&mut self, square: Square) -> Answer {
        let question = self.open_question();
        let mut clicks = self.clicks(question.as_ref()).into_iter();
        let Some((_, (deed, left))) = clicks.find(|(at, _)| *at == square) else {
            if self.is_empty() {
                let name = self.position.variant().shape().name(square);
                return refused(&format!("no legal move starts on {name}"));
            }
            return self.clear();
        };
        let mut next = self.entry.clone();
        match deed {
            ClickEffect::Cancel => return self.clear(),
            ClickEffect::Begin => {
                return self.begin(Origin::Square(square), "no legal move starts there");
            }
            ClickEffect::Pass | ClickEffect::PassOrStop => next.legs.push(square),
            ClickEffect::Go
            | ClickEffect::Castle
            | ClickEffect::Drop
            | ClickEffect::Stay
            | ClickEffect::Stop => {
                next.is_settled = true;
                next.target = self.moves.get(left[0]).map(|(_, mv)| mv.to);
            }
            ClickEffect::Name | ClickEffect::Wall => {
                let name = self.position.variant().shape().name(square);
                next.answers.push(name);
            }
        }
        next.left = sorted(left);
        self.proceed(next)
    }

    fn click_hand(&mut self, piece: Piece) -> Answer {
        if let Some(question) = self.open_question() {
            let is_meant = |choice: &super::Choice| choice.hand == Some(piece);
            if let Some(index) = question.choices.iter().position(is_meant) {
                return self.choose(index);
            }
        }
        self.begin(Origin::Hand(piece), "no such piece can be dropped here")
    }

    /// Begins a move, in place of the previous entry.
    fn begin(&mut self, origin: Origin, otherwise: &str) -> Answer {
        let begins = |index: &usize| origin.begins(&self.moves[*index].1);
        let left: Vec<usize> = self.all().into_iter().filter(begins).collect();
        if left.is_empty() {
            return refused(otherwise);
        }
        self.clear();
        let is_settled = origin == Origin::Pass;
        self.proceed(Entry {
            origin: Some(origin),
            is_settled,
            left,
            ..Entry::empty(0)
        })
    }

    /// Answers the open question.
    pub(super) fn choose(&mut self, index: usize) -> Answer {
        let question = self.open_question();
        let choice = question.and_then(|question| question.choices.into_iter().nth(index));
        let Some(choice) = choice else {
            return refused(&format!("no choice has the number {}", index + 1));
        };
        let mut next = self.entry.clone();
        next.answers.push(choice.words);
        next.left = choice.moves;
        self.proceed(next)
    }

    /// Continues the entry; at least one move remains.
    pub(super) fn proceed(&mut self, next: Entry) -> Answer {
        let before = std::mem::replace(&mut self.entry, next);
        self.earlier.push(before);
        let left = &self.entry.left;
        if self.entry.is_settled && self.known().question(left).is_none() {
            // Indistinguishable moves are equivalent, so the first one is chosen.
            self.chosen = left.first().copied();
        }
        match self.chosen() {
            Some(mv) => Answer::Done(Box::new(mv.clone())),
            None => Answer::Open,
        }
    }

    pub(super) fn clear(&mut self) -> Answer {
        self.entry = Entry::empty(self.moves.len());
        self.earlier.clear();
        self.chosen = None;
        Answer::Cleared
    }
}

/// The answer to an event that is not possible here.
pub(super) fn refused(message: &str) -> Answer {
    let finding = Diagnostic::new(codes::ILLEGAL_MOVE, Span::default(), message);
    Answer::Refused(Box::new(finding))
}
