//! Answers of rules about positions: decisions, ends and moves. Also phases of a turn, and states with their stocks.

use std::fmt;
use std::ops::BitOr;

use crate::definition::Reason;
use crate::geometry::{Square, SquareSet};
use crate::source::budget::spend;
use crate::state::fen::or_none;
use crate::state::{Color, EnPassant, Hand, Letters, Move, Piece, Role, RuleState};

/// The answer of a rule to whether a piece attacks a square.
///
/// If rules differ, [`Never`](Attack::Never) takes precedence, then [`Also`](Attack::Also).
///
/// The page `docs/custom-rules.md` has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Attack {
    /// The piece attacks the square if its own moves could capture there.
    #[default]
    AsItMoves,
    /// The piece attacks the square in addition to its own attacks.
    Also,
    /// The piece does not attack the square.
    Never,
}

impl Attack {
    /// An additional attack, if there is one.
    pub(crate) const fn also_if(attacks: bool) -> Attack {
        if attacks {
            Attack::Also
        } else {
            Attack::AsItMoves
        }
    }

    /// No attack, if attacks are barred.
    pub(crate) const fn never_if(is_barred: bool) -> Attack {
        if is_barred {
            Attack::Never
        } else {
            Attack::AsItMoves
        }
    }
}

/// A decision that at most one rule of a variant may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// The side that moves next.
    Turn,
    /// The fate of a captured piece.
    Victim,
    /// The fate of a capturing piece.
    Captor,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Turn => "who moves next",
            Decision::Victim => "what becomes of a captured piece",
            Decision::Captor => "what becomes of a piece that captures",
        })
    }
}

/// The side that moves next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NextTurn {
    /// The side.
    #[doc(hidden)]
    pub side: Color,
    /// The pieces that it may capture en passant.
    #[doc(hidden)]
    pub en_passant: Vec<EnPassant>,
}

impl NextTurn {
    /// This side moves next and captures nothing en passant.
    pub const fn of(side: Color) -> NextTurn {
        NextTurn {
            side,
            en_passant: Vec::new(),
        }
    }
}

/// Rules for captures at the midpoint of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Halfway {
    /// The capture at the midpoint is optional.
    Optional,
    /// A move that captures on its target also captures at its midpoint.
    Double,
}

/// A move that is the capture, or starts the series that captures, another piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The move.
    pub mv: Move,
    /// The square of the threatened piece.
    pub victim: Square,
}

/// The end of a game: each side's share of the point, and the reason, custom or predefined.
///
/// ```
/// use ferz::rules::{Rule, RuleContext, RuleEnd};
/// use ferz::state::Color;
///
/// /// A side with more than ten pieces in hand has won.
/// struct Collector;
///
/// impl Rule for Collector {
///     fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
///         let count = |side: Color| at.hand(side).iter().map(|(_, count)| count).sum::<u16>();
///         let winner = Color::ALL.into_iter().find(|side| count(*side) > 10)?;
///         Some(RuleEnd::win(winner, "collection"))
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleEnd {
    white: f64,
    reason: Reason,
}

impl RuleEnd {
    /// A win for a side.
    pub const fn win(winner: Color, reason: &'static str) -> RuleEnd {
        RuleEnd::of(Some(winner), Reason::Custom(reason))
    }

    /// A draw.
    pub const fn draw(reason: &'static str) -> RuleEnd {
        RuleEnd::of(None, Reason::Custom(reason))
    }

    /// A win for a side, or a draw for `None`, for a predefined reason. The table `rules.scores`
    /// then determines the shares.
    pub const fn of(winner: Option<Color>, reason: Reason) -> RuleEnd {
        let white = match winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        RuleEnd { white, reason }
    }

    /// White gets this share of the point, and Black the rest. The share is clamped to 0..=1; NaN counts as a half.
    #[doc(hidden)]
    pub fn shares(white: f64, reason: &'static str) -> RuleEnd {
        let white = if white.is_nan() {
            0.5
        } else {
            white.clamp(0.0, 1.0)
        };
        RuleEnd {
            white,
            reason: Reason::Custom(reason),
        }
    }

    /// The same end with another reason.
    pub(crate) const fn for_reason(self, reason: Reason) -> RuleEnd {
        RuleEnd { reason, ..self }
    }

    /// White's share, before `rules.scores` is applied.
    #[doc(hidden)]
    pub const fn white(&self) -> f64 {
        self.white
    }

    /// The reason of the end.
    #[doc(hidden)]
    pub const fn reason(&self) -> Reason {
        self.reason
    }
}

/// The description of an end of the game on the rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndWords {
    /// The predefined reason.
    pub reason: Reason,
    /// A sentence that describes the end.
    pub how: String,
    /// The winner in words, such as `that side`, before `rules.scores` is applied; `None` for a draw.
    pub winner: Option<&'static str>,
    /// The division of the point in words, if neither side wins it all.
    pub divided: Option<String>,
    /// Whether the material decides a draw, in variants that adjudicate draws by material.
    pub by_material: bool,
}

impl EndWords {
    /// An end by which the winner, if there is one, gets the whole point.
    pub(crate) fn new(reason: Reason, how: String, winner: Option<&'static str>) -> EndWords {
        EndWords {
            reason,
            how,
            winner,
            divided: None,
            by_material: false,
        }
    }
}

/// The description of an adjudication on the rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdjudicationWords {
    /// The predefined reason.
    pub reason: Reason,
    /// The result, in a few words: `by points`.
    pub result: String,
    /// The heading of the section with the details.
    pub heading: String,
    /// A sentence that describes the procedure.
    pub how: String,
    /// The winning conditions with their winners. A condition completes a sentence that begins with
    /// `If`: `a side is ahead`, `it`.
    pub wins: Vec<(String, &'static str)>,
    /// The header and the rows of a table.
    pub table: (Vec<String>, Vec<Vec<String>>),
}

/// A sink for moves.
///
/// [`Effect`](crate::state::Effect) has an example.
#[derive(Debug, Default)]
pub struct Moves {
    list: Vec<Move>,
}

impl Moves {
    /// Adds a move.
    pub fn push(&mut self, mv: Move) {
        if spend(Move::WORK).is_ok() {
            self.list.push(mv);
        }
    }

    /// Removes and returns the moves.
    pub(crate) fn drain(&mut self) -> std::vec::Drain<'_, Move> {
        self.list.drain(..)
    }
}

impl Extend<Move> for Moves {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|mv| self.push(mv));
    }
}

/// A sink for drops.
#[derive(Debug, Default)]
pub struct Drops {
    sets: Vec<(Piece, SquareSet, bool)>,
}

impl Drops {
    /// Adds drops of a piece from the hand of the side to move, on the empty squares of a set.
    pub fn from_hand(&mut self, piece: Piece, squares: SquareSet) {
        self.sets.push((piece, squares, false));
    }

    /// Adds drops of a piece from the [stock](crate::rules::Rule::stock) of the rule.
    pub fn from_stock(&mut self, piece: Piece, squares: SquareSet) {
        self.sets.push((piece, squares, true));
    }

    /// Removes and returns the drops: piece, squares, and whether the rule supplies the piece.
    pub(crate) fn drain(&mut self) -> std::vec::Drain<'_, (Piece, SquareSet, bool)> {
        self.sets.drain(..)
    }
}

/// The legal moves of a position, from which duties remove moves.
///
/// ```
/// use ferz::rules::{LegalMoves, Rule, RuleContext};
///
/// /// A side that can capture must capture.
/// struct Greed;
///
/// impl Rule for Greed {
///     fn duty(&self, _: &RuleContext<'_>, moves: &mut LegalMoves<'_>) {
///         moves.prefer(|mv| mv.is_capture());
///     }
/// }
/// ```
#[derive(Debug)]
pub struct LegalMoves<'a> {
    list: &'a mut Vec<Move>,
}

impl<'a> LegalMoves<'a> {
    pub(crate) fn new(list: &'a mut Vec<Move>) -> LegalMoves<'a> {
        LegalMoves { list }
    }

    /// The moves.
    pub fn iter(&self) -> std::slice::Iter<'_, Move> {
        self.list.iter()
    }

    /// Keeps the moves that satisfy a condition, even if none does.
    pub fn retain(&mut self, keep: impl FnMut(&Move) -> bool) {
        self.list.retain(keep);
    }

    /// Keeps the moves that satisfy a condition, if any does; otherwise all moves.
    pub fn prefer(&mut self, wanted: impl Fn(&Move) -> bool) {
        if self.list.iter().any(&wanted) {
            self.list.retain(wanted);
        }
    }
}

#[doc(hidden)]
impl<'a> IntoIterator for &'a LegalMoves<'_> {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The phases of a turn in which a rule is called.
///
/// Each is named after a method of [`Rule`](crate::rules::Rule).
///
/// ```
/// use ferz::rules::Phases;
///
/// let phases = Phases::FORBID | Phases::REMEMBER;
/// assert!(phases.contains(Phases::FORBID));
/// assert!(!phases.contains(Phases::EFFECT));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases(u16);

impl Phases {
    /// No phase: the rule only has static facts or words.
    pub const NONE: Phases = Phases(0);
    /// `offer`, `drops`, `count_offered` and `has_too_many`.
    pub const OFFER: Phases = Phases(1);
    /// `effect` and `alters`.
    pub const EFFECT: Phases = Phases(1 << 1);
    /// `forbids` and `excuses`.
    pub const FORBID: Phases = Phases(1 << 2);
    /// `duty` and `binds`.
    pub const DUTY: Phases = Phases(1 << 3);
    /// `remember`, `next_turn` and `prolongs`.
    pub const REMEMBER: Phases = Phases(1 << 4);
    /// `end`, `mates`, `pardons` and `lead`.
    pub const END: Phases = Phases(1 << 5);
    /// `attack` and `attack_by_enemies`.
    pub const ATTACK: Phases = Phases(1 << 6 | Self::BAR_ATTACKS.0);
    /// `attack`, if the rule only removes attacks: then pieces out of reach need no test.
    #[doc(hidden)]
    pub const BAR_ATTACKS: Phases = Phases(1 << 11);
    /// `attack_by_enemies`, and `attack` if the rule may add attacks.
    pub(crate) const ADD_ATTACKS: Phases = Phases(1 << 6);
    /// `follow`.
    pub const FOLLOW: Phases = Phases(1 << 7);
    /// `settle`, `stalemate`, `checkmate`, `adjudicate` and `claim`. A rule with only this phase
    /// does not affect moves, positions and their ends.
    pub const ADJUDICATION: Phases = Phases(1 << 8);
    /// `sets_up` and `next_to_set_up`.
    pub const SET_UP: Phases = Phases(1 << 9);
    /// `stalemates`, which is called with all legal moves of every position.
    pub const STALEMATE: Phases = Phases(1 << 10);
    /// All phases.
    pub const ALL: Phases = Phases((1 << 12) - 1);

    /// Whether all of these phases are included.
    #[doc(hidden)]
    pub const fn contains(self, phases: Phases) -> bool {
        self.0 & phases.0 == phases.0
    }

    /// Whether any of these phases is included.
    #[doc(hidden)]
    pub const fn meets(self, phases: Phases) -> bool {
        self.0 & phases.0 != 0
    }

    /// The phases without these.
    #[must_use]
    #[doc(hidden)]
    pub const fn without(self, phases: Phases) -> Phases {
        Phases(self.0 & !phases.0)
    }
}

impl BitOr for Phases {
    type Output = Phases;

    fn bitor(self, other: Phases) -> Phases {
        Phases(self.0 | other.0)
    }
}

/// The pieces off the board that a rule [holds](crate::rules::Rule::stock) for each side, in addition to the hands.
///
/// A rule without other state stores it as its whole state:
///
/// ```
/// use ferz::rules::Stock;
/// use ferz::state::{Color, Letters, Piece, Role, RuleState};
///
/// let letters = Letters::new(vec!["K".to_owned(), "J".to_owned()]);
/// let mut stock = Stock::read("J/jj", &letters).unwrap();
/// assert!(stock.take(Piece { color: Color::Black, role: Role::new(1) }));
/// assert_eq!(stock.write(&letters), "J/j");
/// assert_eq!(Stock::of(&stock.state()), stock);
/// assert_eq!(Stock::default().state(), RuleState::EMPTY);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stock([Hand; 2]);

impl Stock {
    /// Decodes a stock from a state.
    pub fn of(state: &RuleState) -> Stock {
        let mut stock = Stock::default();
        for (piece, count) in held(state) {
            stock.0[piece.color.index()].set(piece.role, count);
        }
        stock
    }

    /// Encodes the stock as a state, which is empty without pieces.
    pub fn state(&self) -> RuleState {
        let of_side = |color: Color| self.0[color.index()].iter().map(move |held| (color, held));
        let sides = Color::ALL.into_iter().flat_map(of_side);
        let numbers = sides.flat_map(|(color, (role, count))| {
            let piece = 2 * role.index() + color.index();
            [piece as i64, i64::from(count)]
        });
        RuleState::new(numbers)
    }

    /// A side's pieces.
    pub const fn of_side(&self, color: Color) -> &Hand {
        &self.0[color.index()]
    }

    /// The number of copies of a piece.
    pub fn count(&self, piece: Piece) -> u16 {
        self.0[piece.color.index()].count(piece.role)
    }

    /// Adds a piece.
    pub fn add(&mut self, piece: Piece) {
        self.0[piece.color.index()].add(piece.role);
    }

    /// Removes a piece and returns whether there was one.
    pub fn take(&mut self, piece: Piece) -> bool {
        self.0[piece.color.index()].take(piece.role)
    }

    /// Removes all pieces of a side.
    pub fn take_all(&mut self, color: Color) -> Hand {
        std::mem::take(&mut self.0[color.index()])
    }

    /// The stock with the sides exchanged.
    pub fn mirrored(self) -> Stock {
        let [white, black] = self.0;
        Stock([black, white])
    }

    /// The letters of White's and Black's pieces, as the value of a FEN field: `NN/-`.
    pub fn write(&self, letters: &Letters) -> String {
        let [white, black] = Color::ALL.map(|color| {
            let hand = self.0[color.index()].iter();
            write_letters(
                hand.map(|(role, count)| (Piece { color, role }, count)),
                letters,
            )
        });
        format!("{white}/{black}")
    }

    /// Reads the text of [`write`](Stock::write), in letters of either case; `None` if it is invalid.
    pub fn read(text: &str, letters: &Letters) -> Option<Stock> {
        let (white, black) = text.split_once('/')?;
        let mut stock = Stock::default();
        for (text, color) in [white, black].into_iter().zip(Color::ALL) {
            for piece in read_letters(text, letters)? {
                stock.add(Piece { color, ..piece });
            }
        }
        Some(stock)
    }
}

/// The pieces encoded in a state, which may contain any numbers.
pub(crate) fn held(state: &RuleState) -> impl Iterator<Item = (Piece, u16)> {
    let pairs = state.numbers().chunks_exact(2);
    pairs.filter_map(|pair| {
        let number = usize::try_from(pair[0]).ok()?;
        let count = u16::try_from(pair[1]).ok()?;
        let (role, color) = (number / 2, Color::ALL[number % 2]);
        let piece = (role < Role::MAX).then(|| Piece {
            color,
            role: Role::new(role),
        })?;
        (count > 0).then_some((piece, count))
    })
}

/// The letters of pieces; `-` if there are none.
pub(crate) fn write_letters(
    pieces: impl Iterator<Item = (Piece, u16)>,
    letters: &Letters,
) -> String {
    let texts = pieces.map(|(piece, count)| letters.name(piece).repeat(count.into()));
    or_none(texts.collect())
}

/// Reads the text of [`write_letters`].
pub(crate) fn read_letters(text: &str, letters: &Letters) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let found = letters.read(rest)?;
        pieces.push(found.piece);
        rest = &rest[found.len..];
    }
    Some(pieces)
}

/// The numbers of a state, separated by `/`; `-` if empty.
pub(crate) fn numbers(state: &RuleState) -> String {
    let numbers: Vec<String> = state.numbers().iter().map(i64::to_string).collect();
    or_none(numbers.join("/"))
}

/// Reads the text of [`numbers`].
pub(crate) fn read_numbers(text: &str) -> Option<RuleState> {
    if text == "-" {
        return Some(RuleState::EMPTY);
    }
    let numbers: Result<Vec<i64>, _> = text.split('/').map(str::parse).collect();
    numbers.ok().map(RuleState::new)
}
