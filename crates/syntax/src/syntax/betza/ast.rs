//! The syntax tree of a move description, and its tokens. Letters are kept as written.

use std::fmt;

use logos::Logos;

use crate::source::Span;

/// A whole description: the union of its moves.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Description {
    /// The moves in the order of the text.
    pub moves: Vec<Move>,
}

/// One move: an atom with the letters before it, or a bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Letters and one atom; `a` among the letters separates legs.
    Chain(Chain),
    /// Legs in square brackets, each with an atom of its own.
    Bracket(Bracket),
}

impl Move {
    /// Its place.
    pub const fn span(&self) -> Span {
        match self {
            Move::Chain(chain) => chain.span,
            Move::Bracket(bracket) => bracket.span,
        }
    }
}

/// `letters atom`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Letters and repeated groups before the atom.
    pub items: Vec<Item>,
    /// The atom of all legs.
    pub atom: Atom,
    /// The whole chain.
    pub span: Span,
}

/// A letter, or a group of letters in parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A modifier letter, including `a`.
    Letter(Letter),
    /// `(letters)count`: the letters zero or more times, at most `count` times if a count is given.
    Repeat(Repeat),
}

impl Item {
    /// Its place.
    pub const fn span(&self) -> Span {
        match self {
            Item::Letter(letter) => letter.span,
            Item::Repeat(repeat) => repeat.span,
        }
    }
}

/// A letter or another character of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The letter.
    pub char: char,
    /// Its place.
    pub span: Span,
}

/// A repeated group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The letters between the parentheses.
    pub letters: Vec<Letter>,
    /// The number after the closing parenthesis.
    pub count: Option<Number>,
    /// From the opening parenthesis to the number.
    pub span: Span,
}

/// A number of at most two digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its value.
    pub value: u8,
    /// Its place.
    pub span: Span,
}

/// A capital letter with its suffixes, range and apostrophe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The letter, or `@`.
    pub letter: Letter,
    /// The second copy of the same letter, which makes an unlimited rider.
    pub doubled: Option<Span>,
    /// Suffixes `X` and `Y`, in order.
    pub suffixes: Vec<Letter>,
    /// A number or a star.
    pub range: Option<Range>,
    /// An apostrophe.
    pub apostrophe: Option<Span>,
    /// From the letter to its last sign.
    pub span: Span,
}

/// A written range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Digits; 0 is unlimited.
    Number(Number),
    /// `*`, up to the middle of the board.
    Star(Span),
}

impl Range {
    /// Its place.
    pub const fn span(self) -> Span {
        match self {
            Range::Number(number) => number.span,
            Range::Star(span) => span,
        }
    }
}

/// `letters [leg join leg …]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// Direction letters before the bracket; they select whole moves.
    pub prefix: Vec<Letter>,
    /// The legs, at least one.
    pub legs: Vec<BracketLeg>,
    /// From the first letter to the closing bracket.
    pub span: Span,
}

/// One leg of a bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BracketLeg {
    /// Letters before the leg's atom.
    pub letters: Vec<Letter>,
    /// The leg's own atom.
    pub atom: Atom,
    /// The joint to the next leg; the last leg has none.
    pub join: Option<Join>,
    /// The leg without its join.
    pub span: Span,
}

/// The sign between two legs of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// `-`: the next leg is mandatory.
    Must,
    /// `?`: the next leg is optional.
    May,
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bare = None;
        for one in &self.moves {
            let (begins, ends) = one.bare_letters();
            // Without the number, two adjacent moves would read as a rider.
            if begins.is_some_and(|letter| bare == Some(letter) && is_doubling(letter)) {
                f.write_str("1")?;
            }
            write!(f, "{one}")?;
            bare = ends;
        }
        Ok(())
    }
}

/// Whether the doubled letter is a rider. Doubled compounds and special atoms are two moves.
pub(super) const fn is_doubling(letter: char) -> bool {
    !matches!(letter, 'K' | 'Q' | 'R' | 'B' | 'O' | 'U' | 'I' | '@')
}

impl Move {
    /// The atom letter with which the move begins, and the one with which it ends if no sign follows it.
    fn bare_letters(&self) -> (Option<char>, Option<char>) {
        let Move::Chain(Chain { items, atom, .. }) = self else {
            return (None, None);
        };
        let letter = Some(atom.letter.char);
        let is_bare = atom.doubled.is_none()
            && atom.suffixes.is_empty()
            && atom.range.is_none()
            && atom.apostrophe.is_none();
        (
            letter.filter(|_| items.is_empty()),
            letter.filter(|_| is_bare),
        )
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Chain(chain) => chain.fmt(f),
            Move::Bracket(bracket) => bracket.fmt(f),
        }
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.iter().try_for_each(|item| write!(f, "{item}"))?;
        self.atom.fmt(f)
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Letter(letter) => write!(f, "{}", letter.char),
            Item::Repeat(repeat) => {
                write!(f, "({})", Letters(&repeat.letters))?;
                match repeat.count {
                    Some(count) => write!(f, "{}", count.value),
                    None => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for Bracket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[", Letters(&self.prefix))?;
        for leg in &self.legs {
            write!(f, "{}{}", Letters(&leg.letters), leg.atom)?;
            match leg.join {
                Some(Join::Must) => write!(f, "-")?,
                Some(Join::May) => write!(f, "?")?,
                None => {}
            }
        }
        write!(f, "]")
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter.char)?;
        if self.doubled.is_some() {
            write!(f, "{}", self.letter.char)?;
        }
        write!(f, "{}", Letters(&self.suffixes))?;
        match self.range {
            Some(Range::Number(number)) => write!(f, "{}", number.value)?,
            Some(Range::Star(_)) => write!(f, "*")?,
            None => {}
        }
        if self.apostrophe.is_some() {
            write!(f, "'")
        } else {
            Ok(())
        }
    }
}

struct Letters<'a>(&'a [Letter]);

impl fmt::Display for Letters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|letter| write!(f, "{}", letter.char))
    }
}

/// The kind of a token. Letters keep their identity; they get their meaning in [`Movement`](crate::movement::Movement).
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A capital letter that is an atom.
    #[regex("[WFDNAHCLZJGKQRBOUI@]")]
    Atom,
    /// A capital letter that is never an atom by itself (`X` and `Y` are suffixes).
    #[regex("[EMPSTVXY]")]
    Capital,
    /// A small letter other than `a`.
    #[regex("[b-z]")]
    Modifier,
    /// `a`, which begins the next leg.
    #[token("a")]
    Again,
    /// A run of digits.
    #[regex("[0-9]+")]
    Number,
    /// `*`, a range up to the middle of the board.
    #[token("*")]
    Star,
    /// `'`, the apostrophe after an atom.
    #[token("'")]
    Apostrophe,
    /// `[`.
    #[token("[")]
    OpenBracket,
    /// `]`.
    #[token("]")]
    CloseBracket,
    /// `(`.
    #[token("(")]
    OpenParenthesis,
    /// `)`.
    #[token(")")]
    CloseParenthesis,
    /// `-`, before a mandatory leg.
    #[token("-")]
    Dash,
    /// `?`, before an optional leg.
    #[token("?")]
    Question,
}

/// One token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its place.
    pub span: Span,
}
