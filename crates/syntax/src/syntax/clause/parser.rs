//! Recursive descent parser of clauses. Each production of the grammar is a function with the production as its
//! comment.

use std::fmt;
use std::ops::Range;

use logos::Logos;

use super::ast::{
    Condition, EffectClause, EndClause, Event, Measure, Moment, MoveClause, Name, Order, Set,
    SetKind, Token,
};
use super::slips::{misplaced, slip, unknown_sign};

/// The maximum nesting depth of parentheses and prefixes.
const MAX_DEPTH: usize = 32;

/// Words of the language, which cannot be names.
const RESERVED: [&str; 47] = [
    "in",
    "and",
    "or",
    "not",
    "no",
    "count",
    "value",
    "of",
    "before",
    "after",
    "by",
    "attacked",
    "attacking",
    "guarded",
    "guarding",
    "remove",
    "changes",
    "side",
    "goes",
    "home",
    "stays",
    "may",
    "is",
    "removed",
    "stay",
    "wins",
    "gets",
    "draw",
    "moves",
    "only",
    "as",
    "becomes",
    "choose",
    "mark",
    "marked",
    "hand",
    "stalemate",
    "with",
    "through",
    "put",
    "on",
    "swaps",
    "turn",
    "along",
    "enclosed",
    "then",
    "repeat",
];

/// A syntax error in a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseError {
    /// What is wrong: one line, lower case, without a final stop.
    pub message: String,
    /// What to write instead, if known.
    pub help: Option<String>,
    /// The byte range of the error.
    pub place: Range<usize>,
}

impl fmt::Display for ClauseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ClauseError {}

impl ClauseError {
    pub(super) fn with_help(self, help: &str) -> ClauseError {
        ClauseError {
            help: Some(help.to_owned()),
            ..self
        }
    }
}

/// Reads a condition.
///
/// # Errors
/// The first syntax error.
pub fn parse(text: &str) -> Result<Condition, ClauseError> {
    let mut parser = Parser::new(text)?;
    let condition = parser.condition()?;
    parser.end(condition)
}

/// Reads an effect clause.
///
/// # Errors
/// The first syntax error.
pub fn parse_effect(text: &str) -> Result<EffectClause, ClauseError> {
    let mut parser = Parser::new(text)?;
    let effect = parser.effect()?;
    parser.end(effect)
}

/// Reads an end clause: a condition that ends the game, and the result.
///
/// # Errors
/// The first syntax error.
pub fn parse_end(text: &str) -> Result<EndClause, ClauseError> {
    let mut parser = Parser::new(text)?;
    let end = parser.end_clause()?;
    parser.end(end)
}

/// Reads a move clause: moves that pieces have in addition to their own, or instead of them.
///
/// # Errors
/// The first syntax error.
pub fn parse_move(text: &str) -> Result<MoveClause, ClauseError> {
    let mut parser = Parser::new(text)?;
    let clause = parser.move_clause()?;
    parser.end(clause)
}

/// Reads a set, such as the value of a parameter.
///
/// # Errors
/// The first syntax error.
pub fn parse_set(text: &str) -> Result<Set, ClauseError> {
    let mut parser = Parser::new(text)?;
    let set = parser.choice()?;
    parser.end(set)
}

pub(super) type Read<T> = Result<T, ClauseError>;

pub(super) struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, Range<usize>)>,
    pub(super) at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Read<Parser<'a>> {
        let mut tokens = Vec::new();
        for (token, place) in Token::lexer(text).spanned() {
            match token {
                Ok(token) => tokens.push((token, place)),
                Err(()) => return Err(unknown_sign(text, place)),
            }
        }
        Ok(Parser {
            text,
            tokens,
            at: 0,
            depth: 0,
        })
    }

    /// condition = conjunction { "or" conjunction } ;
    pub(super) fn condition(&mut self) -> Read<Condition> {
        self.nested(|parser| {
            let mut conditions = vec![parser.conjunction()?];
            while parser.takes_word("or") {
                conditions.push(parser.conjunction()?);
            }
            Ok(joined(conditions, Condition::Any))
        })
    }

    /// conjunction = simple { "and" simple } ;
    pub(super) fn conjunction(&mut self) -> Read<Condition> {
        let mut conditions = vec![self.simple()?];
        while self.takes_word("and") {
            conditions.push(self.simple()?);
        }
        Ok(joined(conditions, Condition::All))
    }

    /// simple = "not" simple | moment ":" simple | comparison | event | "in" "check" | "turn" number
    ///        | [ number ] set | "(" condition ")" ;
    fn simple(&mut self) -> Read<Condition> {
        self.nested(Parser::simple_within)
    }

    fn simple_within(&mut self) -> Read<Condition> {
        if self.takes_word("not") {
            return Ok(Condition::Not(Box::new(self.simple()?)));
        }
        for moment in [Moment::Before, Moment::After] {
            if self.takes_word(moment.as_str()) {
                self.expect(Token::Colon, "`:`")?;
                return Ok(Condition::At(moment, Box::new(self.simple()?)));
            }
        }
        for measure in Measure::ALL {
            if self.takes_word(measure.as_str()) {
                return self.comparison(measure);
            }
        }
        if self.takes_word("no") {
            return Ok(Condition::Count(0, Some(0), self.set()?));
        }
        if self.takes_word("in") {
            self.expect_word("check")?;
            return Ok(Condition::InCheck);
        }
        if self.takes_word("turn") {
            let (from, to) = self.number()?;
            return Ok(Condition::Turn(from, to));
        }
        if let Some(event) = self.event() {
            return Ok(Condition::Event(event));
        }
        match self.peek() {
            Some(Token::Number | Token::Dots) => {
                let (from, to) = self.number()?;
                Ok(Condition::Count(from, to, self.set()?))
            }
            Some(Token::Open) => self.parenthesized(),
            None => Err(self.expected("a condition")),
            Some(_) => Ok(Condition::Count(1, None, self.set()?)),
        }
    }

    /// Reads a parenthesis as a set if possible, otherwise as a condition.
    fn parenthesized(&mut self) -> Read<Condition> {
        let begin = self.at;
        let as_set = match self.set() {
            Ok(set) => return Ok(Condition::Count(1, None, set)),
            Err(error) => error,
        };
        self.at = begin;
        self.expect(Token::Open, "`(`")?;
        let condition = self.condition().map_err(|error| later(error, as_set))?;
        self.expect(Token::Close, "`)`")?;
        Ok(condition)
    }

    /// comparison = measure "of" set order measure "of" set ; measure = "count" | "value" ; it is the same twice.
    fn comparison(&mut self, measure: Measure) -> Read<Condition> {
        self.expect_word("of")?;
        let left = self.set()?;
        let order = self.order()?;
        self.expect_word(measure.as_str())?;
        self.expect_word("of")?;
        Ok(Condition::Compare(measure, left, order, self.set()?))
    }

    /// order = "<" | "<=" | "=" | ">=" | ">" ;
    fn order(&mut self) -> Read<Order> {
        let order = match self.peek() {
            Some(Token::Less) => Order::Less,
            Some(Token::AtMost) => Order::AtMost,
            Some(Token::Equal) => Order::Equal,
            Some(Token::AtLeast) => Order::AtLeast,
            Some(Token::More) => Order::More,
            _ => return Err(self.expected("`<`, `<=`, `=`, `>=` or `>`")),
        };
        self.at += 1;
        Ok(order)
    }

    /// number = digits [ ".." [ digits ] ] | ".." digits ;
    fn number(&mut self) -> Read<(u32, Option<u32>)> {
        if self.takes(Token::Dots) {
            return Ok((0, Some(self.digits()?)));
        }
        let begin = self.at;
        let from = self.digits()?;
        if !self.takes(Token::Dots) {
            return Ok((from, Some(from)));
        }
        let to = match self.peek() {
            Some(Token::Number) => Some(self.digits()?),
            _ => None,
        };
        if to.is_some_and(|to| to < from) {
            let place = self.place_since(begin);
            return Err(error(
                place,
                "the second number is less than the first".to_owned(),
            ));
        }
        Ok((from, to))
    }

    pub(super) fn digits(&mut self) -> Read<u32> {
        let number = match self.peek() {
            Some(Token::Number) => self.text[self.place()].parse().ok(),
            _ => return Err(self.expected("a number")),
        };
        let number = number.filter(|number| *number <= 10_000);
        let number = number.ok_or_else(|| error(self.place(), "at most 10000".to_owned()))?;
        self.at += 1;
        Ok(number)
    }

    /// event = "move" | "capture" | "quiet" | "drop" | "castling" | "promotion" | "pass" | "check" | "mate" ;
    fn event(&mut self) -> Option<Event> {
        let word = self.word()?;
        let event = Event::ALL
            .into_iter()
            .find(|event| event.as_str() == word)?;
        self.at += 1;
        Some(event)
    }

    /// choice = set { "or" set } ;
    fn choice(&mut self) -> Read<Set> {
        self.nested(|parser| {
            let begin = parser.at;
            let mut sets = vec![parser.set()?];
            while parser.takes_word("or") {
                sets.push(parser.set()?);
            }
            Ok(joined(sets, |sets| parser.made(begin, SetKind::Any(sets))))
        })
    }

    /// set = part { part } ;
    pub(super) fn set(&mut self) -> Read<Set> {
        self.nested(|parser| {
            let begin = parser.at;
            let mut sets = vec![parser.part()?];
            while parser.is_at_part() {
                sets.push(parser.part()?);
            }
            Ok(joined(sets, |sets| parser.made(begin, SetKind::All(sets))))
        })
    }

    /// part = "not" part | "(" choice ")" | enclosed | relation set [ "through" set ] | "with" simple
    ///      | "marked" word | word | parameter | zone ;
    fn part(&mut self) -> Read<Set> {
        self.nested(Parser::part_within)
    }

    fn part_within(&mut self) -> Read<Set> {
        let begin = self.at;
        if self.takes_word("not") {
            let set = self.part()?;
            return Ok(self.made(begin, SetKind::Not(Box::new(set))));
        }
        if self.takes(Token::Open) {
            let mut set = self.choice()?;
            self.expect(Token::Close, "`)`")?;
            set.place = self.place_since(begin);
            return Ok(set);
        }
        if self.takes_word("enclosed") {
            return self.enclosed(begin);
        }
        if let Some(relation) = self.relation()? {
            let set = Box::new(self.set()?);
            let open = if self.takes_word("through") {
                Some(Box::new(self.set()?))
            } else {
                None
            };
            return Ok(self.made(begin, SetKind::Related(relation, set, open)));
        }
        if self.takes_word("with") {
            let condition = Box::new(self.simple()?);
            return Ok(self.made(begin, SetKind::With(condition)));
        }
        if self.takes_word("marked") {
            let mark = self.name("the name of a mark")?;
            return Ok(self.made(begin, SetKind::Marked(mark)));
        }
        let text = &self.text[self.place()];
        let kind = match self.peek() {
            Some(Token::Word) if !is_reserved(text) => SetKind::Word(text.to_owned()),
            Some(Token::Parameter) => SetKind::Parameter(text[1..].to_owned()),
            Some(Token::Zone) => SetKind::Zone(inner(text)),
            _ => return Err(self.expected("a set of squares or pieces")),
        };
        self.at += 1;
        Ok(self.made(begin, kind))
    }

    /// Reads a word that is not reserved.
    pub(super) fn name(&mut self, what: &str) -> Read<String> {
        let word = self.word().filter(|word| !is_reserved(word));
        let word = word.ok_or_else(|| self.expected(what))?;
        self.at += 1;
        Ok(word.to_owned())
    }

    /// Reads a name with its place.
    pub(super) fn placed_name(&mut self, what: &str) -> Read<Name> {
        let place = self.place();
        let text = self.name(what)?;
        Ok(Name { text, place })
    }

    /// Reads a movement, without its quotation marks.
    pub(super) fn movement(&mut self) -> Option<String> {
        let is_there = self.peek() == Some(Token::Movement);
        let movement = is_there.then(|| inner(&self.text[self.place()]))?;
        self.at += 1;
        Some(movement)
    }

    /// Whether the next token begins a further part of a set.
    fn is_at_part(&self) -> bool {
        match self.peek() {
            Some(Token::Open | Token::Movement | Token::Parameter | Token::Zone) => true,
            Some(Token::Word) => self.word().is_some_and(|word| {
                let begins = [
                    "not",
                    "attacked",
                    "attacking",
                    "guarded",
                    "guarding",
                    "with",
                    "marked",
                    "enclosed",
                ];
                begins.contains(&word) || !is_reserved(word)
            }),
            _ => false,
        }
    }

    pub(super) fn made(&self, begin: usize, kind: SetKind) -> Set {
        let place = self.place_since(begin);
        Set { kind, place }
    }

    /// Reads a nested production, within `MAX_DEPTH`.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == 4 * MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} levels of parentheses and prefixes");
            return Err(error(self.place(), message));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).map(|(token, _)| *token)
    }

    pub(super) fn word(&self) -> Option<&'a str> {
        match self.tokens.get(self.at) {
            Some((Token::Word, place)) => Some(&self.text[place.clone()]),
            _ => None,
        }
    }

    /// Reads a word, reserved or not.
    pub(super) fn any_word(&mut self, what: &str) -> Read<String> {
        let word = self.word().ok_or_else(|| self.expected(what))?;
        self.at += 1;
        Ok(word.to_owned())
    }

    pub(super) fn takes(&mut self, token: Token) -> bool {
        let is_there = self.peek() == Some(token);
        self.at += usize::from(is_there);
        is_there
    }

    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        let is_there = self.word() == Some(word);
        self.at += usize::from(is_there);
        is_there
    }

    pub(super) fn expect(&mut self, token: Token, name: &str) -> Read<()> {
        if self.takes(token) {
            Ok(())
        } else {
            Err(self.expected(name))
        }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.takes_word(word) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{word}`")))
        }
    }

    fn end<T>(&self, read: T) -> Read<T> {
        match self.peek() {
            None => Ok(read),
            Some(_) => Err(self.expected("the end")),
        }
    }

    /// The byte range of the next token.
    fn place(&self) -> Range<usize> {
        let end = self.text.len();
        let next = self.tokens.get(self.at);
        next.map_or(end..end, |(_, place)| place.clone())
    }

    /// The byte range from a token to the last one that was read.
    pub(super) fn place_since(&self, begin: usize) -> Range<usize> {
        let end = self
            .at
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last));
        let begin = self.tokens.get(begin).map_or(0, |(_, place)| place.start);
        begin..end.map_or(begin, |(_, place)| place.end)
    }

    pub(super) fn expected(&self, what: &str) -> ClauseError {
        let place = self.place();
        let message = match &self.text[place.clone()] {
            "" => format!("expected {what} at the end"),
            found => format!("expected {what}, found `{found}`"),
        };
        ClauseError {
            help: self.remedy().map(str::to_owned),
            ..error(place, message)
        }
    }

    /// The help text for the next token, or for a slip shortly before it.
    fn remedy(&self) -> Option<&'static str> {
        let at = self.at.min(self.tokens.len());
        let (before, next) = self.tokens.split_at(at);
        let text = |(_, place): &(Token, Range<usize>)| self.text[place.clone()].to_lowercase();
        let next = next.first().map(text);
        let mut before = before.iter().rev().take(3).map(text);
        let is_slip = |word: String| slip(&word).filter(|_| !is_reserved(&word));
        let found = next.as_deref().and_then(slip);
        let found = found.or_else(|| before.find_map(is_slip));
        found.or_else(|| next.as_deref().and_then(misplaced))
    }
}

/// The only element, or all elements joined into one.
fn joined<T>(mut read: Vec<T>, join: impl FnOnce(Vec<T>) -> T) -> T {
    match (read.len(), read.pop()) {
        (1, Some(only)) => only,
        (_, last) => {
            read.extend(last);
            join(read)
        }
    }
}

/// The text between brackets or quotation marks.
fn inner(text: &str) -> String {
    text[1..text.len() - 1].to_owned()
}

/// Whether a word is reserved or an event, and thus cannot be a name.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || Event::ALL.iter().any(|event| event.as_str() == word)
}

/// The one of two errors with the later place.
pub(super) fn later(one: ClauseError, other: ClauseError) -> ClauseError {
    if other.place.start > one.place.start {
        other
    } else {
        one
    }
}

pub(super) fn error(place: Range<usize>, message: String) -> ClauseError {
    ClauseError {
        message,
        help: None,
        place,
    }
}
