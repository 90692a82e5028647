//! Positions of a variant.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::geometry::Square;
use crate::movegen::tables::Layout;
use crate::movegen::{
    claimed_by_rule, has_too_many_series, hash, have_too_many_legs, have_too_many_walls, in_check,
    legal_moves, refused_moves,
};
use crate::rules::{Phases, mark_name, marked};
use crate::source::{Diagnostic, Span, codes};
use crate::state::{Board, Color, Move, Setup};

use super::ending;
use super::ending::Outcome;
use super::record::Record;
use super::variant::Variant;

/// A position of a variant. It is cheap to clone and can be sent to other threads.
///
/// If the variant has tables, a position is kept in their layout from move to move, and its
/// [setup](Position::setup) is built on demand.
///
/// # Equality
/// Two positions are equal if they belong to the same compiled variant and their setups are equal,
/// clocks included. [`Position::hash`] compares without clocks, and across copies of a variant.
///
/// ```
/// use ferz::Variant;
///
/// let chess = Variant::builtin("chess").unwrap();
/// let mut position = chess.start();
/// for text in ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"] {
///     let mv = position.parse_move(text).unwrap();
///     position = position.play(&mv).unwrap();
/// }
/// assert!(position.is_check());
/// assert!(position.outcome().is_over());
/// ```
#[derive(Clone)]
pub struct Position {
    variant: Variant,
    state: State,
}

#[derive(Clone)]
enum State {
    /// A setup that was read, or that the general engine has made.
    Arranged(Arc<Arranged>),
    /// A position in the layout of the tables.
    TablePosition(Arc<dyn Layout>),
}

/// A setup with cached results.
struct Arranged {
    setup: Setup,
    /// The position in the layout of the tables, if they support it.
    layout: OnceLock<Option<Arc<dyn Layout>>>,
    /// The legal moves that move codes index, if the tables do not encode them.
    moves: OnceLock<Vec<Move>>,
}

impl Position {
    pub(crate) fn new(variant: Variant, setup: Setup) -> Position {
        let arranged = Arranged {
            setup,
            layout: OnceLock::new(),
            moves: OnceLock::new(),
        };
        Position {
            variant,
            state: State::Arranged(Arc::new(arranged)),
        }
    }

    /// A position in the layout of the tables.
    pub(super) fn table_position(variant: Variant, layout: Arc<dyn Layout>) -> Position {
        Position {
            variant,
            state: State::TablePosition(layout),
        }
    }

    /// The variant of the position.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.setup().board
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        match &self.state {
            State::Arranged(arranged) => arranged.setup.turn,
            State::TablePosition(layout) => layout.turn(),
        }
    }

    /// Half-moves since the last capture or irreversible move, for the move limit.
    #[doc(hidden)]
    pub fn halfmove_clock(&self) -> u16 {
        match &self.state {
            State::Arranged(arranged) => arranged.setup.halfmove_clock,
            State::TablePosition(layout) => layout.halfmove_clock(),
        }
    }

    /// The setup of the position.
    pub fn setup(&self) -> &Setup {
        match &self.state {
            State::Arranged(arranged) => &arranged.setup,
            State::TablePosition(layout) => layout.setup(),
        }
    }

    /// The position in the layout of the tables, if they support it.
    pub(super) fn layout(&self) -> Option<&dyn Layout> {
        match &self.state {
            State::TablePosition(layout) => Some(layout.as_ref()),
            State::Arranged(arranged) => {
                let plan = self.variant.table_engine()?;
                let lay_out = || plan.lay_out(self.variant.compiled_rules(), &arranged.setup);
                arranged.layout.get_or_init(lay_out).as_deref()
            }
        }
    }

    /// All legal moves, in the order of their codes; empty for a position in the layout of the tables.
    pub(super) fn listed(&self) -> &[Move] {
        match &self.state {
            State::TablePosition(_) => &[],
            State::Arranged(arranged) => arranged.moves.get_or_init(|| {
                let (variant, setup) = (&self.variant, &arranged.setup);
                let plan = variant.table_engine();
                plan.and_then(|plan| plan.legal_moves(variant.compiled_rules(), setup))
                    .unwrap_or_else(|| legal_moves(variant.rules_with_paths(), setup))
            }),
        }
    }

    /// Frees the cached move list if no clone shares it, to save memory in long game histories.
    pub(super) fn forget_moves(&mut self) {
        if let State::Arranged(arranged) = &mut self.state
            && let Some(arranged) = Arc::get_mut(arranged)
        {
            arranged.moves.take();
        }
    }

    /// The same setup with `turn` to move. A change of the side to move clears the en passant squares.
    #[doc(hidden)]
    pub fn with_turn(&self, turn: Color) -> Position {
        let mut setup = self.setup().clone();
        if turn != setup.turn {
            setup.turn = turn;
            setup.en_passant.clear();
        }
        Position::new(self.variant.clone(), setup)
    }

    /// The Zobrist hash, which does not depend on how the position was reached. It covers
    /// everything that determines the legal moves and the end of the game: the board, the hands,
    /// the side to move, the castling rights, squares with a legal en passant capture, and the
    /// memory of the rules. Clocks and move numbers are left out.
    ///
    /// The hash depends on the definition only, so every compiled copy of a variant gives the same. Two
    /// different positions collide with probability 2^-64.
    ///
    /// ```
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let after = |moves: &str| {
    ///     let play = |position: ferz::Position, text| {
    ///         let mv = position.parse_move(text).unwrap();
    ///         position.play(&mv).unwrap()
    ///     };
    ///     moves.split(' ').fold(chess.start(), play)
    /// };
    /// assert_eq!(after("g1f3 g8f6 b1c3").hash(), after("b1c3 g8f6 g1f3").hash());
    /// assert_ne!(after("e2e4").hash(), after("e2e3").hash());
    /// ```
    pub fn hash(&self) -> u64 {
        match self.layout() {
            Some(layout) => layout.hash(),
            None => hash(self.variant.compiled_rules(), self.setup()),
        }
    }

    /// An error if the moves cannot all be listed, because the series of jumps, the legs of walks or the
    /// moves with walls exceed the [limits](crate::definition::PlayLimits); `None` in every game that is
    /// played in practice.
    ///
    /// [`Variant::read_fen`] reports this error too, so a caller needs to test it only after moves.
    #[doc(hidden)]
    pub fn beyond_limits(&self) -> Option<Diagnostic> {
        let rules = self.variant.compiled_rules();
        let limits = rules.limits;
        if has_too_many_series(rules, self.setup()) {
            Some(too_many("the series of jumps of one side", limits.series))
        } else if have_too_many_legs(rules, self.setup()) {
            let what = "the legs and moves of long walks on this board";
            Some(too_many(what, limits.legs))
        } else if have_too_many_walls(rules, self.setup()) {
            let what = "the moves of one side with their walls";
            Some(too_many(what, limits.moves))
        } else {
            None
        }
    }

    /// Moves of custom rules that cannot be performed here, such as a move from an empty square. They are
    /// refused, and each one is a finding.
    pub fn rule_findings(&self) -> Vec<Diagnostic> {
        let refused = refused_moves(self.variant.compiled_rules(), self.setup()).into_iter();
        refused
            .map(|message| Diagnostic::new(codes::RULE_BAD_MOVE, Span::default(), message))
            .collect()
    }

    /// The squares with marks of `rules.marks`, each with the name of its mark.
    #[doc(hidden)]
    pub fn marked_squares(&self) -> Vec<(&str, Square)> {
        let rules = self.variant.compiled_rules();
        let Some(rule) = rules.rule_id("marks") else {
            return Vec::new();
        };
        let marked = marked(self.setup().special.custom.get(rule));
        let named = marked.map(|(mark, square, _)| (mark_name(&rules.def, mark), square));
        named.collect()
    }

    /// Whether a royal piece of the side to move is attacked.
    pub fn is_check(&self) -> bool {
        let by_tables = self.layout().and_then(Layout::is_check);
        by_tables.unwrap_or_else(|| in_check(self.variant.compiled_rules(), self.setup()))
    }

    /// Whether the game is over, and its result, from the position alone; a [`Game`](super::Game) also takes
    /// the history into account.
    pub fn outcome(&self) -> Outcome {
        ending::outcome(self, &Record::default())
    }

    /// The outcome that the side to move may claim under a rule whose end must be
    /// [claimed](crate::rules::Rule::claim).
    pub fn claim(&self) -> Option<Outcome> {
        let rules = self.variant.compiled_rules();
        if !rules.rules_speak_in(Phases::ADJUDICATION) {
            return None;
        }
        let end = claimed_by_rule(rules, self.setup())?;
        Some(ending::by_rule(self, end))
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(
            self.variant.compiled_rules(),
            other.variant.compiled_rules(),
        ) && self.setup() == other.setup()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash().hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("variant", &self.variant)
            .field("fen", &self.to_fen())
            .finish_non_exhaustive()
    }
}

/// The error for moves that exceed a limit.
pub(super) fn too_many(what: &str, limit: usize) -> Diagnostic {
    let message = format!("{what} exceed the limit of {limit}");
    Diagnostic::new(codes::TOO_MANY_MOVES, Span::default(), message)
        .with_help("remove pieces from the board, or raise the limit (`PlayLimits`, `--limit`)")
}
