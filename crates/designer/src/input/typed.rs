//! Typed moves and beginnings of moves.

use super::entry::{Entry, Origin};
use super::machine::{Answer, Event, Input};
use super::question::Choice;
use super::reasons::check_after;
use ferz::geometry::{Square, grouped, value_at};
use ferz::source::{Diagnostic, Span, codes};
use ferz::state::Move;

/// The maximum length of a text, in bytes.
const MAX_LENGTH: usize = 200;

/// The maximum number of moves in a help line.
const LISTED: usize = 12;

impl Input {
    /// Handles a typed text.
    pub(super) fn typed(&mut self, text: &str) -> Answer {
        let text = text.trim();
        if text.len() > MAX_LENGTH {
            let message = "the text is longer than any move";
            let finding = Diagnostic::new(codes::BAD_MOVE_TEXT, Span::default(), message);
            return Answer::Refused(Box::new(finding));
        }
        if let Some(index) = self.answer_meant(text) {
            return self.choose(index);
        }
        if let Some(question) = self.open_question()
            && text.parse::<usize>().is_ok()
        {
            let count = question.choices.len();
            let message = format!("the choices have the numbers 1 to {count}");
            let finding = Diagnostic::new(codes::BAD_MOVE_TEXT, Span::default(), message);
            return Answer::Refused(Box::new(finding));
        }
        let square = self.position().variant().square(text);
        if let Some(square) = square.filter(|_| !self.is_empty()) {
            let offered = self.view().squares;
            if offered.iter().any(|click| click.square == square) {
                return self.enter(&Event::Square(square));
            }
        }
        if let Some(index) = self.number_meant(text) {
            return self.take(index);
        }
        let refusal = match self.position().parse_move(text) {
            Ok(mv) => match self.moves().iter().position(|(_, known)| *known == mv) {
                Some(index) => return self.take(index),
                None => return super::machine::refused("this move is not listed here"),
            },
            Err(refusal) => refusal,
        };
        let begun = self.begun(text);
        match &begun[..] {
            [] => {}
            [index] => return self.take(*index),
            [first, ..] => {
                let alike = |what: &dyn Fn(&Move) -> bool| {
                    begun.iter().all(|index| what(&self.moves()[*index].1))
                };
                let mv = &self.moves()[*first].1;
                let (origin, target) = (Origin::of(mv), mv.to);
                if alike(&|other| Origin::of(other) == origin) {
                    let is_settled = alike(&|other| other.to == target);
                    let entry = Entry {
                        origin: Some(origin),
                        target: is_settled.then_some(target),
                        is_settled,
                        left: begun,
                        ..Entry::empty(0)
                    };
                    self.clear();
                    return self.proceed(entry);
                }
            }
        }
        if let Some(square) = square
            && !self.position().moves_from(square).is_empty()
        {
            return self.enter(&Event::Square(square));
        }
        let refusal = if let Some(square) = square.filter(|_| begun.is_empty()) {
            self.square_refusal(square, text.len())
        } else if begun.is_empty() {
            match check_after(self.position(), text) {
                Some(reason) => Diagnostic {
                    message: format!("{}, and {reason}", refusal.message),
                    ..refusal
                },
                None => refusal,
            }
        } else {
            let message = format!("`{text}` is ambiguous");
            let shown = begun.iter().take(LISTED);
            let shown: Vec<String> = shown
                .map(|index| format!("`{}`", self.moves()[*index].0))
                .collect();
            let rest = if begun.len() > LISTED { ", …" } else { "" };
            Diagnostic::new(codes::ILLEGAL_MOVE, Span::new(0, text.len()), message)
                .with_help(format!("it can be {}{rest}", shown.join(", ")))
        };
        Answer::Refused(Box::new(refusal))
    }

    /// The reason why no legal move starts on a square.
    fn square_refusal(&self, square: Square, length: usize) -> Diagnostic {
        let position = self.position();
        let name = position.variant().square_name(square);
        let message = match position.piece_on(square) {
            None => format!("`{name}` is not a legal move, and no piece stands there"),
            Some(piece) if piece.color == position.turn() => {
                format!("the piece on {name} has no legal move")
            }
            Some(_) => format!(
                "`{name}` is not a legal move, and the piece there does not belong to the side to move"
            ),
        };
        Diagnostic::new(codes::ILLEGAL_MOVE, Span::new(0, length), message)
    }

    /// Chooses a move of the list, regardless of the previous entry.
    fn take(&mut self, index: usize) -> Answer {
        let mv = &self.moves()[index].1;
        let entry = Entry {
            origin: Some(Origin::of(mv)),
            target: Some(mv.to),
            is_settled: true,
            left: vec![index],
            ..Entry::empty(0)
        };
        self.clear();
        self.proceed(entry)
    }

    /// The choice of the open question that a text means.
    fn answer_meant(&self, text: &str) -> Option<usize> {
        let choices = self.open_question()?.choices;
        if let Ok(number) = text.parse::<usize>() {
            return number.checked_sub(1).filter(|index| *index < choices.len());
        }
        let only = |is: &dyn Fn(&Choice) -> bool| {
            let mut found = choices.iter().enumerate().filter(|(_, choice)| is(choice));
            match (found.next(), found.next()) {
                (Some((index, _)), None) => Some(index),
                _ => None,
            }
        };
        let lower = text.to_lowercase();
        if lower.is_empty() {
            return None;
        }
        only(&|choice| choice.mark == text)
            .or_else(|| only(&|choice| choice.mark.to_lowercase() == lower))
            .or_else(|| only(&|choice| choice.words.to_lowercase() == lower))
            .or_else(|| only(&|choice| choice.words.to_lowercase().starts_with(&lower)))
    }

    /// The index of the move whose number a text is.
    fn number_meant(&self, text: &str) -> Option<usize> {
        let number: usize = text.parse().ok()?;
        let index = number.checked_sub(1)?;
        (index < self.moves().len()).then_some(index)
    }

    /// The moves whose texts begin with this text, by squares or in algebraic notation.
    fn begun(&self, text: &str) -> Vec<usize> {
        if text.is_empty() {
            return Vec::new();
        }
        let algebraic = self.position().san_moves();
        let algebraic = grouped(algebraic.iter().map(|(name, mv)| (mv, name.as_str())));
        let name_of = |mv| value_at(&algebraic, mv)?.last();
        let begins = |is: &dyn Fn(&str) -> bool| {
            let mut found: Vec<usize> = Vec::new();
            for (index, (squares, mv)) in self.moves().iter().enumerate() {
                if is(squares) || name_of(mv).is_some_and(|name| is(name)) {
                    found.push(index);
                }
            }
            found
        };
        let exactly = begins(&|name| begins_with(name, text));
        if !exactly.is_empty() {
            return exactly;
        }
        let lower = text.to_lowercase();
        begins(&|name| begins_with(&name.to_lowercase(), &lower))
    }
}

/// Whether a name begins with a text that does not end within a number: `b1` is not the beginning of `b10c8`.
fn begins_with(name: &str, text: &str) -> bool {
    let is_digit = |char: Option<char>| char.is_some_and(|char| char.is_ascii_digit());
    let rest = name.strip_prefix(text);
    rest.is_some_and(|rest| !(is_digit(text.chars().last()) && is_digit(rest.chars().next())))
}
