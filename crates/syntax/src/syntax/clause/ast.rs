//! The syntax tree of a clause, and its tokens.

use std::ops::Range;

use logos::Logos;

/// A set of squares of a position, or of the pieces on them.
#[derive(Clone, Debug)]
pub struct Set {
    /// Its kind.
    pub kind: SetKind,
    /// Its byte range in the text.
    pub place: Range<usize>,
}

/// A name that a clause gives or uses. Names with the same text are equal.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its byte range in the text of the clause.
    pub place: Range<usize>,
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.text == other.text
    }
}

impl Eq for Name {}

/// The kind of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetKind {
    /// A word: a side, a role in the move, or the name of a piece.
    Word(String),
    /// A parameter of a library entry, `$who`, without its sign.
    Parameter(String),
    /// Squares, `[rank 4..]`, without the brackets.
    Zone(String),
    /// The complement of a set.
    Not(Box<Set>),
    /// The intersection of sets.
    All(Vec<Set>),
    /// The union of sets.
    Any(Vec<Set>),
    /// The elements that have a relation to an element of a set; the squares of the second set, if any, count as empty.
    Related(Relation, Box<Set>, Option<Box<Set>>),
    /// The elements for which a condition holds, in which the element is called `it`.
    With(Box<Condition>),
    /// Squares with a mark of this name.
    Marked(String),
    /// Pieces in a line of pieces of their side, with an element of each of these two sets at its ends; in the lines of
    /// the movement, if there is one.
    Enclosed(Box<[Set; 2]>, Option<String>),
}

/// A relation between an element and an element of another set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The other element, an enemy, could capture the piece by its moves, or could capture on the empty square.
    AttackedBy,
    /// It could capture an enemy by its moves.
    Attacking,
    /// Another piece of its side could capture on its square by its moves.
    GuardedBy,
    /// It could capture on the square of another piece of its side.
    Guarding,
    /// A movement from the other element leads to this one.
    From(String),
    /// A movement from this element leads to the other one.
    To(String),
}

/// The quantity by which two sets are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The number of elements.
    Count,
    /// The sum of the values of the pieces.
    Value,
}

impl Measure {
    /// All measures.
    pub const ALL: [Measure; 2] = [Measure::Count, Measure::Value];

    /// Its keyword.
    pub const fn as_str(self) -> &'static str {
        match self {
            Measure::Count => "count",
            Measure::Value => "value",
        }
    }
}

/// A condition on a move and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A number of elements of a set, within bounds; `None` is no upper bound.
    Count(u32, Option<u32>, Set),
    /// A comparison of two sets by their numbers of elements, or by the values of their pieces.
    Compare(Measure, Set, Order, Set),
    /// The kind of the move.
    Event(Event),
    /// The moving side is in check.
    InCheck,
    /// The number of the move, as in a FEN, is within bounds.
    Turn(u32, Option<u32>),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// All conditions hold.
    All(Vec<Condition>),
    /// One of the conditions holds.
    Any(Vec<Condition>),
    /// A condition on the position before or after the move.
    At(Moment, Box<Condition>),
}

/// A side effect of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectClause {
    /// Whether it applies after the royal pieces have been tested.
    pub follows: bool,
    /// Whether it is repeated until nothing changes.
    pub repeats: bool,
    /// Its condition; `None` if it always applies.
    pub condition: Option<Condition>,
    /// The actions.
    pub actions: Vec<Action>,
}

/// An action on pieces or squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Removes the pieces from the board, except royal ones.
    Remove(Set),
    /// Captures the pieces.
    Capture(Set),
    /// Gives the pieces to the other side.
    ChangeSide(Set),
    /// Moves the pieces to a square, or puts them back there if they were captured.
    Go(Set, Goal, Otherwise),
    /// Turns the pieces into another kind: one of several kinds, which the side to move chooses, or the only kind in a
    /// set of pieces.
    Become(Set, Set),
    /// Lets the side to move choose an element of a set and names it for the actions that follow. If the set is empty,
    /// these actions do not apply.
    Choose {
        /// The name.
        name: Name,
        /// The set to choose from.
        set: Set,
        /// Whether the choice may be declined.
        or_none: bool,
    },
    /// Puts a piece of one of these kinds on each square.
    Put {
        /// The side and the kinds of the piece.
        piece: Set,
        /// The squares.
        on: Set,
    },
    /// Marks squares with one of several marks, which the side to move chooses.
    Mark {
        /// The squares.
        set: Set,
        /// The names of the marks.
        marks: Vec<Name>,
    },
    /// Lets the mover capture without leaving its square.
    Stay {
        /// The pieces that do so.
        set: Set,
        /// Whether they may also move normally.
        is_optional: bool,
    },
}

impl Action {
    /// The set on which it acts.
    pub const fn set(&self) -> &Set {
        match self {
            Action::Remove(set) | Action::Capture(set) | Action::ChangeSide(set) => set,
            Action::Go(set, ..)
            | Action::Become(set, _)
            | Action::Choose { set, .. }
            | Action::Put { on: set, .. }
            | Action::Mark { set, .. }
            | Action::Stay { set, .. } => set,
        }
    }
}

/// The destination of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Its square in the starting position.
    Home(HomeChoice),
    /// The only square of a set.
    Square(Set),
    /// The hand of the side to move if `true`, otherwise of the other side.
    Hand(bool),
}

/// The choice between several home squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HomeChoice {
    /// By square color if there are two, by file if there are more.
    Usual,
    /// The one on its file.
    ByFile,
    /// The one of the same square color.
    ByColor,
}

/// The consequence of an occupied destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// The move is illegal.
    Illegal,
    /// The piece stays where it is.
    Stays,
    /// It leaves the board.
    Removed,
}

/// The verb of a move clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveVerb {
    /// They move.
    Move,
    /// They swap places with a piece of the goal.
    Swap,
    /// They become a piece of the goal on their square.
    Become,
    /// Their side removes them.
    Remove,
}

/// Moves that pieces have in addition to their own, or instead of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveClause {
    /// Its condition; `None` if it always applies.
    pub condition: Option<Condition>,
    /// The pieces that have the moves.
    pub pieces: Set,
    /// The kind of the moves.
    pub verb: MoveVerb,
    /// Whether the pieces then have no other moves.
    pub is_only: bool,
    /// The destinations; `None` for any. Without a model the pieces move there directly.
    pub goal: Option<Set>,
    /// The model of the moves.
    pub model: Option<Model>,
    /// The actions of these moves.
    pub actions: Vec<Action>,
}

/// The model of the moves of a piece.
#[derive(Clone, Debug)]
pub enum Model {
    /// The moves of the pieces in a set.
    Pieces(Set),
    /// A movement.
    Movement {
        /// In Betza notation.
        text: String,
        /// Its byte range in the clause, without the quotation marks.
        place: Range<usize>,
    },
}

/// A condition that ends the game, and the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndClause {
    /// Whether it applies only in stalemate.
    pub in_stalemate: bool,
    /// Its condition; `None` if every stalemate ends the game.
    pub condition: Option<Condition>,
    /// The result.
    pub result: EndResult,
    /// The word for the reason, if given.
    pub reason: Option<String>,
}

/// The result in an end clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndResult {
    /// The side that has moved wins.
    OwnWins,
    /// The other side wins.
    EnemyWins,
    /// The game is drawn.
    Draw,
    /// The side that has moved gets a fraction of the point: numerator and denominator.
    OwnGets(u32, u32),
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A piece on the board moves, or acts without leaving its square.
    Move,
    /// The move captures or converts a piece.
    Capture,
    /// A piece on the board moves without a capture.
    Quiet,
    /// A piece is dropped from the hand.
    Drop,
    /// Castling.
    Castling,
    /// The mover is promoted.
    Promotion,
    /// No piece moves.
    Pass,
    /// The move gives check.
    Check,
    /// The move leaves the other side in check without a legal move.
    Mate,
}

/// The position to which a condition refers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the move.
    Before,
    /// After the move.
    After,
}

impl Event {
    /// All events.
    pub const ALL: [Event; 9] = [
        Event::Move,
        Event::Capture,
        Event::Quiet,
        Event::Drop,
        Event::Castling,
        Event::Promotion,
        Event::Pass,
        Event::Check,
        Event::Mate,
    ];

    /// Its keyword.
    pub const fn as_str(self) -> &'static str {
        match self {
            Event::Move => "move",
            Event::Capture => "capture",
            Event::Quiet => "quiet",
            Event::Drop => "drop",
            Event::Castling => "castling",
            Event::Promotion => "promotion",
            Event::Pass => "pass",
            Event::Check => "check",
            Event::Mate => "mate",
        }
    }
}

impl Order {
    /// Its sign.
    pub const fn as_str(self) -> &'static str {
        match self {
            Order::Less => "<",
            Order::AtMost => "<=",
            Order::Equal => "=",
            Order::AtLeast => ">=",
            Order::More => ">",
        }
    }

    /// Whether the comparison holds for two numbers.
    pub const fn holds(self, left: u64, right: u64) -> bool {
        match self {
            Order::Less => left < right,
            Order::AtMost => left <= right,
            Order::Equal => left == right,
            Order::AtLeast => left >= right,
            Order::More => left > right,
        }
    }
}

impl Moment {
    /// Its keyword.
    pub const fn as_str(self) -> &'static str {
        match self {
            Moment::Before => "before",
            Moment::After => "after",
        }
    }
}

/// Sets are equal if they have the same meaning, wherever they are in the text.
impl PartialEq for Set {
    fn eq(&self, other: &Set) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Set {}

/// Models are equal if they have the same meaning, wherever they are in the text.
impl PartialEq for Model {
    fn eq(&self, other: &Model) -> bool {
        match (self, other) {
            (Model::Pieces(one), Model::Pieces(other)) => one == other,
            (Model::Movement { text: one, .. }, Model::Movement { text: other, .. }) => {
                one == other
            }
            _ => false,
        }
    }
}

impl Eq for Model {}

/// A token of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Logos)]
#[logos(skip r"[ \t\r\n]+")]
pub(super) enum Token {
    /// `own`, `attacked`, `anti-king`, `last.mover`; and text that resembles a word but is none, such as `White's` and
    /// `same_kind`.
    #[regex(r"[A-Za-z][A-Za-z0-9]*([-_'][A-Za-z0-9]+)*(\.[a-z]+)?")]
    Word,
    /// `$who`
    #[regex(r"\$[a-z][a-z0-9]*(-[a-z0-9]+)*")]
    Parameter,
    /// `[rank 4..]`
    #[regex(r"\[[^\]]*\]")]
    Zone,
    /// `"W"`
    #[regex("\"[^\"]*\"")]
    Movement,
    /// `2`
    #[regex("[0-9]+")]
    Number,
    #[token("..")]
    Dots,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("<")]
    Less,
    #[token("<=")]
    AtMost,
    #[token("=")]
    Equal,
    #[token(">=")]
    AtLeast,
    #[token(">")]
    More,
}
