//! A moment of a game.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use super::ending;
use super::outcome::Outcome;
use super::record::Record;
use super::variant::Variant;
use crate::geometry::Square;
use crate::movegen::tables::{Layout, TableEngine};
use crate::movegen::{
    claimed_by_rule, has_too_many_series, hash, have_too_many_legs, have_too_many_walls, in_check,
    legal_moves, refused_moves,
};
use crate::rules::{Phases, mark_name, marked};
use crate::source::{Diagnostic, Span, codes};
use crate::state::{Board, Color, Move, Setup};

/// A position of a variant. It is cheap to clone and can be sent to other threads.
///
/// Where the variant has tables, a position keeps their layout from move to move, and its
/// [setup](Position::setup) is made when somebody asks for it.
///
/// # Equality
/// Two positions are equal if they belong to the same compiled variant and their setups are equal,
/// clocks included. [`Position::hash`] compares without clocks, and across copies of a variant.
#[derive(Clone)]
pub struct Position {
    variant: Variant,
    state: State,
}

#[derive(Clone)]
enum State {
    /// As it was read, or as the general engine has made it.
    Arranged(Arc<Arranged>),
    /// As the tables have made it.
    TablePosition(Arc<dyn Layout>),
}

/// A setup with what has been asked about it.
struct Arranged {
    setup: Setup,
    /// The same for the tables, if they take it.
    layout: OnceLock<Option<Arc<dyn Layout>>>,
    /// What the numbers of moves stand for, where the tables do not say it.
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

    /// A position as the tables of the variant have made it.
    pub(super) fn table_position(variant: Variant, layout: Arc<dyn Layout>) -> Position {
        Position {
            variant,
            state: State::TablePosition(layout),
        }
    }

    /// The variant it belongs to.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Who stands where.
    pub fn board(&self) -> &Board {
        &self.setup().board
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        match &self.state {
            State::Arranged(arranged) => arranged.setup.turn,
            State::TablePosition(layout) => layout.turn(),
        }
    }

    /// Half-moves since the last capture or irreversible move.
    pub fn halfmove_clock(&self) -> u16 {
        match &self.state {
            State::Arranged(arranged) => arranged.setup.halfmove_clock,
            State::TablePosition(layout) => layout.halfmove_clock(),
        }
    }

    /// The arrangement, for inspection.
    pub fn setup(&self) -> &Setup {
        match (&self.state, self.variant.table_engine()) {
            (State::Arranged(arranged), _) => &arranged.setup,
            (State::TablePosition(layout), Some(plan)) => layout.setup(plan),
            (State::TablePosition(_), None) => unreachable!("what is laid out has tables"),
        }
    }

    /// The tables with the position in their layout, if they take it.
    pub(super) fn layout(&self) -> Option<(&TableEngine, &dyn Layout)> {
        let plan = self.variant.table_engine()?;
        let layout = match &self.state {
            State::TablePosition(layout) => layout,
            State::Arranged(arranged) => {
                let lay_out = || plan.lay_out(self.variant.book(), &arranged.setup);
                arranged.layout.get_or_init(lay_out).as_ref()?
            }
        };
        Some((plan, layout.as_ref()))
    }

    /// All legal moves where the tables do not keep the position.
    pub(super) fn listed(&self) -> &[Move] {
        match &self.state {
            State::TablePosition(_) => &[],
            State::Arranged(arranged) => arranged.moves.get_or_init(|| {
                let (variant, setup) = (&self.variant, &arranged.setup);
                let plan = variant.table_engine();
                plan.and_then(|plan| plan.legal_moves(variant.book(), setup))
                    .unwrap_or_else(|| legal_moves(variant.rules_with_paths(), setup))
            }),
        }
    }

    /// Lets go of a list of moves that only their numbers ask for, if nobody else holds it: who keeps
    /// many positions needs the room.
    pub(super) fn forget_moves(&mut self) {
        if let State::Arranged(arranged) = &mut self.state
            && let Some(arranged) = Arc::get_mut(arranged)
        {
            arranged.moves.take();
        }
    }

    /// The same arrangement with `turn` to move. Nothing can be captured en passant if that is
    /// another side.
    pub(crate) fn with_turn(&self, turn: Color) -> Position {
        let mut setup = self.setup().clone();
        if turn != setup.turn {
            setup.turn = turn;
            setup.en_passant.clear();
        }
        Position::new(self.variant.clone(), setup)
    }

    /// A number by which positions are told apart: that of all that decides the legal moves and the ends from
    /// here on, however the position was reached. That is what is on the board, in hand and to move,
    /// castlings that are still possible, squares on which a legal move captures en passant, and whatever
    /// else the rules remember; clocks and counts of moves are left out.
    ///
    /// It depends on nothing but the definition, so every compiled copy of a variant gives the same;
    /// different positions have the same number by chance alone, once in 2 to the 64th.
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::Variant;
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let after = |moves: &str| {
    ///     let play = |position: ferz::game::Position, text| {
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
            Some((_, layout)) => layout.hash(),
            None => hash(self.variant.book(), self.setup()),
        }
    }

    /// What is found if the moves cannot all be listed, because there are more series of jumps, legs
    /// of walks or moves with walls than the [limits](crate::definition::PlayLimits): `None` in every
    /// game that people play.
    ///
    /// [`Variant::read_fen`] gives this as an error, so it is to be asked after moves only.
    pub fn beyond_limits(&self) -> Option<Diagnostic> {
        let book = self.variant.book();
        let limits = book.limits;
        if has_too_many_series(book, self.setup()) {
            Some(too_many("the series of jumps of one side", limits.series))
        } else if have_too_many_legs(book, self.setup()) {
            let what = "the legs of long walks on this board, and the moves that they find,";
            Some(too_many(what, limits.legs))
        } else if have_too_many_walls(book, self.setup()) {
            let what = "the moves of one side, with a wall behind each,";
            Some(too_many(what, limits.moves))
        } else {
            None
        }
    }

    /// What is wrong with the moves that custom rules make here: those that cannot be performed, such
    /// as a move from an empty square, are refused, and each is a finding. Nothing in other variants.
    pub fn rule_findings(&self) -> Vec<Diagnostic> {
        let refused = refused_moves(self.variant.book(), self.setup()).into_iter();
        refused
            .map(|message| Diagnostic::new(codes::RULE_BAD_MOVE, Span::default(), message))
            .collect()
    }

    /// The squares with a mark of `rules.marks`, each with the name of the mark.
    pub fn marked_squares(&self) -> Vec<(&str, Square)> {
        let book = self.variant.book();
        let Some(rule) = book.rule_id("marks") else {
            return Vec::new();
        };
        let marked = marked(self.setup().special.custom.get(rule));
        let named = marked.map(|(mark, square, _)| (mark_name(&book.def, mark), square));
        named.collect()
    }

    /// Whether a royal piece of the side to move is attacked.
    pub fn is_check(&self) -> bool {
        let by_tables = self
            .layout()
            .and_then(|(plan, layout)| layout.is_check(plan));
        by_tables.unwrap_or_else(|| in_check(self.variant.book(), self.setup()))
    }

    /// Whether the game is over, and how, as far as the position alone can tell; a
    /// [`Game`](super::Game) knows more.
    pub fn outcome(&self) -> Outcome {
        ending::outcome(self, &Record::default())
    }

    /// The outcome that the player to move may claim, where a rule ends the game only if that is
    /// [claimed](crate::rules::Rule::claim).
    pub fn claim(&self) -> Option<Outcome> {
        let book = self.variant.book();
        if !book.rules_speak_in(Phases::COURSE) {
            return None;
        }
        let end = claimed_by_rule(book, self.setup())?;
        Some(ending::by_rule(self, end))
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.variant.book(), other.variant.book()) && self.setup() == other.setup()
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

/// The finding that something is more than can be searched.
pub(super) fn too_many(what: &str, limit: usize) -> Diagnostic {
    let message = format!("{what} are more than the limit of {limit}");
    Diagnostic::new(codes::TOO_MANY_MOVES, Span::default(), message)
        .with_help("take some men off the board, or raise the limit (`PlayLimits`, `--limit`)")
}
