//! The tree of a clause.

use std::ops::Range;

/// A set of squares of a position, or of the pieces on them.
#[derive(Clone, Debug)]
pub struct Set {
    /// What it is.
    pub kind: SetKind,
    /// The bytes of the text that say it.
    pub place: Range<usize>,
}

/// What a set is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetKind {
    /// A word: a side, a role in the move, or the name of a piece.
    Word(String),
    /// A parameter of a library entry, `$who`, without its sign.
    Parameter(String),
    /// Squares, `[rank 4..]`, without the brackets.
    Zone(String),
    /// Everything that is not in a set.
    Not(Box<Set>),
    /// What is in all of these sets.
    All(Vec<Set>),
    /// What is in any of these sets.
    Any(Vec<Set>),
    /// What has a relation to an element of a set, as if the squares of another one, if there is one, were empty.
    Related(Relation, Box<Set>, Option<Box<Set>>),
    /// That of which a condition holds, in which it is called `it`.
    With(Box<Condition>),
    /// Squares with a mark of this name.
    Marked(String),
    /// Pieces in a line of pieces of their side, with an element of each of these two sets at its ends; in lines that
    /// a movement makes, if it is said.
    Enclosed(Box<[Set; 2]>, Option<String>),
}

/// How an element is related to one of another set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Relation {
    /// An enemy of the piece could capture it by its moves; an empty square could be captured on.
    AttackedBy,
    /// It could capture an enemy by its moves.
    Attacking,
    /// Another piece of its side could capture on its square by its moves.
    GuardedBy,
    /// It could capture on the square of another piece of its side.
    Guarding,
    /// A movement leads here from there.
    From(String),
    /// A movement leads from here to there.
    To(String),
}

/// By what two sets are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Measure {
    /// By how many elements they have.
    Count,
    /// By the sums of the values of their pieces.
    Value,
}

impl Measure {
    /// All of them.
    pub const ALL: [Measure; 2] = [Measure::Count, Measure::Value];

    /// Its word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Measure::Count => "count",
            Measure::Value => "value",
        }
    }
}

/// A condition on a move and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Condition {
    /// A number of elements of a set, within bounds; without an upper bound there may be any number.
    Count(u32, Option<u32>, Set),
    /// A comparison of two sets by their numbers of elements, or by the values of their pieces.
    Compare(Measure, Set, Order, Set),
    /// What the move is.
    Event(Event),
    /// The side that moves is in check.
    InCheck,
    /// The number of the move is within bounds, as a FEN counts it.
    Turn(u32, Option<u32>),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// All conditions hold.
    All(Vec<Condition>),
    /// One of the conditions holds.
    Any(Vec<Condition>),
    /// A condition on the position at a moment.
    At(Moment, Box<Condition>),
}

/// What else happens when a move is made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EffectClause {
    /// Whether it happens when the royal pieces have been judged.
    pub follows: bool,
    /// Whether it happens again until it changes nothing.
    pub repeats: bool,
    /// When it happens; always if `None`.
    pub condition: Option<Condition>,
    /// What happens.
    pub actions: Vec<Action>,
}

/// What happens to pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// They leave the board, but for royal ones.
    Remove(Set),
    /// The move captures them.
    Capture(Set),
    /// They become pieces of the other side.
    ChangeSide(Set),
    /// They go to a square, or come back to it if they were captured.
    Go(Set, Goal, Otherwise),
    /// They become pieces of another kind: of one of several kinds, as the side that moves chooses, or of the only kind
    /// of a set of pieces.
    Become(Set, Set),
    /// The side that moves chooses an element of a set, which has a name in the actions behind it. Where there is none,
    /// these do not happen.
    Choose {
        /// The name.
        name: String,
        /// What may be chosen.
        set: Set,
        /// Whether nothing need be chosen.
        or_none: bool,
    },
    /// A piece of one of these kinds appears on each square.
    Put {
        /// Whose piece, and of which kind.
        piece: Set,
        /// The squares.
        on: Set,
    },
    /// Squares get a mark: one of several, as the side that moves chooses.
    Mark {
        /// The squares.
        set: Set,
        /// The names of the marks.
        marks: Vec<String>,
    },
    /// The mover stays where it is and captures from there.
    Stay {
        /// Which pieces do so.
        set: Set,
        /// Whether they may also move as usual.
        is_optional: bool,
    },
}

impl Action {
    /// What it happens to.
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

/// Where a piece goes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Goal {
    /// The square on which it stands at the start of the game.
    Home(HomeChoice),
    /// The only square of a set.
    Square(Set),
    /// The hand of the side that moves, if this is true, or of the other side.
    Hand(bool),
}

/// Which of several home squares is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HomeChoice {
    /// By color if there are two, by file if there are more.
    Usual,
    /// The one on its file.
    ByFile,
    /// The one of the color of its square.
    ByColor,
}

/// What happens where a square is not free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// The move is illegal.
    Illegal,
    /// The piece stays where it is.
    Stays,
    /// It leaves the board.
    Removed,
}

/// What pieces do in a move that a clause gives to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveVerb {
    /// They go somewhere.
    Move,
    /// They change places with a piece of the goal.
    Swap,
    /// They become a piece of the goal, where they stand.
    Become,
}

/// Moves that pieces have beside their own, or instead of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveClause {
    /// When they have them; always if `None`.
    pub condition: Option<Condition>,
    /// Which pieces.
    pub pieces: Set,
    /// What they do.
    pub verb: MoveVerb,
    /// Whether they have no other moves then.
    pub is_only: bool,
    /// Where the moves end; anywhere if `None`. Without a model the pieces go there directly.
    pub goal: Option<Set>,
    /// As what they move.
    pub model: Option<Model>,
}

/// As what a piece moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Model {
    /// As the pieces of a set.
    Pieces(Set),
    /// By a movement.
    Movement {
        /// In Betza notation.
        text: String,
        /// The bytes of the clause that say it, without the quotation marks.
        place: Range<usize>,
    },
}

/// A condition that ends the game, and the result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndClause {
    /// Whether it is asked in stalemates, and nowhere else.
    pub in_stalemate: bool,
    /// When the game ends; in every stalemate if `None`.
    pub condition: Option<Condition>,
    /// How.
    pub result: EndResult,
    /// Why, in a word, if it is said.
    pub reason: Option<String>,
}

/// The result of a game that a clause ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndResult {
    /// The side that has moved wins.
    OwnWins,
    /// The other side wins.
    EnemyWins,
    /// Nobody wins.
    Draw,
    /// The side that has moved gets so many parts of the point, of so many.
    OwnGets(u32, u32),
}

/// A comparison.
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

/// What a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A piece on the board changes its square, or acts without doing so.
    Move,
    /// The move captures or converts a piece.
    Capture,
    /// A piece on the board moves and captures nothing.
    Quiet,
    /// A piece comes from the hand.
    Drop,
    /// Castling.
    Castling,
    /// The mover becomes another piece.
    Promotion,
    /// Nothing moves.
    Pass,
    /// The move gives check.
    Check,
    /// The move leaves the other side in check without a legal move.
    Mate,
}

/// The position that a condition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the move.
    Before,
    /// After the move.
    After,
}

impl Event {
    /// All of them.
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

    /// Its word.
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

    /// Whether two numbers compare so.
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
    /// Its word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Moment::Before => "before",
            Moment::After => "after",
        }
    }
}

/// Sets are equal if they say the same, wherever they stand.
impl PartialEq for Set {
    fn eq(&self, other: &Set) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Set {}

/// Models are equal if they say the same, wherever they stand.
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
