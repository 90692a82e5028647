//! A moment of a game.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use super::ending;
use super::moves::{MoveCode, MoveList};
use super::outcome::Outcome;
use super::perft::Strategy;
use super::record::Record;
use super::variant::Variant;
use crate::definition::{BareKing, Verdict};
use crate::movegen::fast::{Layout, Packed, Plan};
use crate::movegen::{
    has_too_many_series, have_too_many_legs, have_too_many_walls, in_check, key, legal_moves,
    played, refused_moves,
};
use crate::rules::{claim, write_file_rights, write_own, write_rights};
use crate::source::{Diagnostic, Span, codes};
use crate::state::fen::write_board;
use crate::state::{Board, Color, Move, Setup};

/// A position of a variant. It is cheap to clone and can be sent to other threads.
///
/// Where the variant has tables, a position keeps their layout from move to move, and its
/// [setup](Position::setup) is made when somebody asks for it.
///
/// # Equality
/// Two positions are equal if they belong to the same compiled variant and their setups are equal,
/// clocks included. [`Position::key`] compares without clocks, and across copies of a variant.
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
    LaidOut(Arc<dyn Layout>),
}

/// A setup with what has been asked about it.
struct Arranged {
    setup: Setup,
    /// The same for the tables, if they take it.
    layout: OnceLock<Option<Arc<dyn Layout>>>,
    /// What the numbers of moves stand for, where the tables do not say it.
    moves: OnceLock<Vec<Move>>,
}

/// A move that is not legal, with the position it was tried in.
#[derive(Clone, Debug)]
pub struct PlayError {
    /// The move.
    pub refused: Box<Move>,
    /// The untouched position.
    pub position: Box<Position>,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl std::error::Error for PlayError {}

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
            State::LaidOut(layout) => layout.turn(),
        }
    }

    /// Half-moves since the last capture or irreversible move.
    pub fn halfmove_clock(&self) -> u16 {
        match &self.state {
            State::Arranged(arranged) => arranged.setup.halfmove_clock,
            State::LaidOut(layout) => layout.halfmove_clock(),
        }
    }

    /// The arrangement, for inspection.
    pub fn setup(&self) -> &Setup {
        match (&self.state, self.variant.fast()) {
            (State::Arranged(arranged), _) => &arranged.setup,
            (State::LaidOut(layout), Some(plan)) => layout.setup(plan),
            (State::LaidOut(_), None) => unreachable!("what is laid out has tables"),
        }
    }

    /// The tables with the position in their layout, if they take it.
    pub(super) fn layout(&self) -> Option<(&Plan, &dyn Layout)> {
        let plan = self.variant.fast()?;
        let layout = match &self.state {
            State::LaidOut(layout) => layout,
            State::Arranged(arranged) => {
                let lay_out = || plan.lay_out(self.variant.book(), &arranged.setup);
                arranged.layout.get_or_init(lay_out).as_ref()?
            }
        };
        Some((plan, layout.as_ref()))
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

    /// A number by which positions are told apart: that of all that is on the board, in hand and to
    /// move, of castlings that are still possible, of squares on which a legal move captures en
    /// passant, and of whatever else the rules remember; clocks and counts of moves are left out.
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
    /// assert_eq!(after("g1f3 g8f6 b1c3").key(), after("b1c3 g8f6 g1f3").key());
    /// assert_ne!(after("e2e4").key(), after("e2e3").key());
    /// ```
    pub fn key(&self) -> u64 {
        match self.layout() {
            Some((_, layout)) => layout.key(),
            None => key(self.variant.book(), self.setup()),
        }
    }

    /// All legal moves, in ascending order; moves that differ in nothing but their promotion are in
    /// the order in which the definition names the choices.
    ///
    /// Where [`Position::beyond_limits`] finds something, some are left out.
    ///
    /// They are found by [`Strategy::Fastest`]: the first question about a variant compiles its
    /// tables, or its lists of paths. Who asks only once may prefer
    /// [`legal_moves_with`](Position::legal_moves_with)`(Strategy::General)`, and who does not look at
    /// every move closely [`moves`](Position::moves).
    pub fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves_with(Strategy::Fastest)
    }

    /// [`Position::legal_moves`] found in a certain way. The answer is the same, with every effect of
    /// every move, so a move that one engine has listed is legal to all.
    pub fn legal_moves_with(&self, strategy: Strategy) -> Vec<Move> {
        let mut moves = match (strategy, self.layout_for(strategy)) {
            (Strategy::General, _) => legal_moves(self.variant.book(), self.setup()),
            (_, Some((plan, layout))) => {
                let mut packed = Vec::with_capacity(128);
                layout.list(plan, &mut packed);
                let unpack = |mv: Packed| layout.unpack(plan, mv);
                packed.into_iter().filter_map(unpack).collect()
            }
            (_, None) => self.listed().to_vec(),
        };
        // Choices of promotion stay in the order of the definition.
        moves.sort_by(|first, other| apart_from_promotion(first).cmp(&apart_from_promotion(other)));
        moves
    }

    fn layout_for(&self, strategy: Strategy) -> Option<(&Plan, &dyn Layout)> {
        match strategy {
            Strategy::General => None,
            Strategy::Fastest => self.layout(),
        }
    }

    /// All legal moves where the tables do not keep the position.
    fn listed(&self) -> &[Move] {
        match &self.state {
            State::LaidOut(_) => &[],
            State::Arranged(arranged) => arranged.moves.get_or_init(|| {
                let (variant, setup) = (&self.variant, &arranged.setup);
                let plan = variant.fast();
                plan.and_then(|plan| plan.legal_moves(variant.book(), setup))
                    .unwrap_or_else(|| legal_moves(variant.book_with_paths(), setup))
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

    /// All legal moves as numbers, in no order.
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::Variant;
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let start = chess.start();
    /// let moves = start.moves();
    /// assert_eq!(moves.len(), 20);
    /// let next = start.play_code(moves.get(0).unwrap());
    /// assert_eq!(next.turn(), start.turn().opponent());
    /// ```
    pub fn moves(&self) -> MoveList {
        let mut list = MoveList {
            moves: Vec::with_capacity(64),
        };
        self.moves_into(&mut list);
        list
    }

    /// Puts all legal moves into a list, in place of what it held.
    pub fn moves_into(&self, list: &mut MoveList) {
        list.moves.clear();
        match self.layout() {
            Some((plan, layout)) => layout.list(plan, &mut list.moves),
            None => {
                let numbers = 0..self.listed().len() as u32;
                list.moves.extend(numbers.map(Packed::of_bits));
            }
        }
    }

    /// How many legal moves there are.
    pub fn n_moves(&self) -> usize {
        match self.layout() {
            Some((plan, layout)) => layout.count(plan) as usize,
            None => self.listed().len(),
        }
    }

    /// What a move does that this position has listed.
    ///
    /// # Panics
    /// It may, if another position has listed it.
    pub fn expand(&self, code: MoveCode) -> Move {
        match self.layout() {
            Some((plan, layout)) => layout
                .unpack(plan, Packed::of_bits(code.0))
                .expect("a position lists moves that it knows"),
            None => self.listed()[code.0 as usize].clone(),
        }
    }

    /// The number of a legal move; `None` if it is not legal here.
    pub fn code(&self, mv: &Move) -> Option<MoveCode> {
        let Some((plan, layout)) = self.layout() else {
            let number = self.listed().iter().position(|listed| listed == mv)?;
            return Some(MoveCode(number as u32));
        };
        let mut packed = Vec::with_capacity(64);
        layout.list(plan, &mut packed);
        let goes_there = |other: &&Packed| other.to() == mv.to.index();
        let mut alike = packed.iter().filter(goes_there);
        let found = alike.find(|other| layout.unpack(plan, **other).as_ref() == Some(mv))?;
        Some(MoveCode(found.bits()))
    }

    /// The position after a move that this position has listed.
    ///
    /// # Panics
    /// It may, if another position has listed it.
    pub fn play_code(&self, code: MoveCode) -> Position {
        let book = self.variant.book();
        match self.layout() {
            Some((plan, layout)) => Position {
                variant: self.variant.clone(),
                state: State::LaidOut(layout.play(plan, book, Packed::of_bits(code.0))),
            },
            None => self.after(&self.listed()[code.0 as usize]),
        }
    }

    /// The position after a move, by the general engine.
    fn after(&self, mv: &Move) -> Position {
        let setup = played(self.variant.book(), self.setup(), mv);
        Position::new(self.variant.clone(), setup)
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
            Some(too_many("the legs of all walks on this board", limits.legs))
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

    /// Whether the move is legal here.
    pub fn is_legal(&self, mv: &Move) -> bool {
        self.code(mv).is_some()
    }

    /// Whether a royal piece of the side to move is attacked.
    pub fn is_check(&self) -> bool {
        let by_tables = self
            .layout()
            .and_then(|(plan, layout)| layout.is_check(plan));
        by_tables.unwrap_or_else(|| in_check(self.variant.book(), self.setup()))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the error gives both back.
    pub fn play(&self, mv: &Move) -> Result<Position, PlayError> {
        match self.code(mv) {
            Some(code) => Ok(self.play_code(code)),
            None => Err(self.refuse(mv)),
        }
    }

    /// Plays a move in a certain way. The answer is the same.
    ///
    /// # Errors
    /// As [`Position::play`].
    pub fn play_with(&self, mv: &Move, strategy: Strategy) -> Result<Position, PlayError> {
        match strategy {
            Strategy::Fastest => self.play(mv),
            Strategy::General if self.legal_moves_with(strategy).contains(mv) => Ok(self.after(mv)),
            Strategy::General => Err(self.refuse(mv)),
        }
    }

    fn refuse(&self, mv: &Move) -> PlayError {
        PlayError {
            refused: Box::new(mv.clone()),
            position: Box::new(self.clone()),
        }
    }

    /// The position after a move that is known to be legal.
    pub fn play_unchecked(&self, mv: &Move) -> Position {
        // A move that is not legal, though the caller knows better, is made for what it says.
        match self.layout().and_then(|_| self.code(mv)) {
            Some(code) => self.play_code(code),
            None => self.after(mv),
        }
    }

    /// Whether the game is over, and how, as far as the position alone can tell; a
    /// [`Game`](super::Game) knows more.
    pub fn outcome(&self) -> Outcome {
        ending::outcome(self, &Record::default())
    }

    /// The outcome that the player to move may claim, where a bare king loses only if that is
    /// claimed.
    pub fn claim(&self) -> Option<Outcome> {
        let book = self.variant.book();
        let rule = book.hooks()?.bare_king?;
        let (verdict, reason) = claim(book, self.setup())?;
        (rule == BareKing::Claim && verdict != Verdict::Loss)
            .then(|| ending::ended(self, verdict, reason))
    }

    /// The position as a FEN with all fields.
    pub fn to_fen(&self) -> String {
        let book = self.variant.book();
        let setup = self.setup();
        let board = write_board(&setup.board, &setup.hands, &book.shape, &book.letters);
        let turn = if setup.turn == Color::White { 'w' } else { 'b' };
        let rights = if book.rules().rights_are_files() {
            write_file_rights(book, setup)
        } else {
            write_rights(book, setup)
        };
        // The limit of a count stands in the place of the squares that were passed.
        let count = setup.special.count.filter(|_| setup.en_passant.is_empty());
        let own = write_own(book, setup, &rights);
        format!(
            "{board} {turn} {rights} {}{} {} {}{own}",
            count.map_or_else(|| self.en_passant_field(), |count| count.limit.to_string()),
            self.counters_field(),
            count.map_or(setup.halfmove_clock, |count| count.ply),
            setup.fullmove_number
        )
    }

    /// The checks still to give, where they are counted.
    fn counters_field(&self) -> String {
        if self.variant.book().rules().checks.counted {
            let [white, black] = self.setup().special.checks;
            format!(" {white}+{black}")
        } else {
            String::new()
        }
    }

    /// The passed squares, and the victim's where it is not the first piece straight behind them.
    fn en_passant_field(&self) -> String {
        let shape = self.variant.shape();
        let setup = self.setup();
        if setup.en_passant.is_empty() {
            return "-".to_owned();
        }
        let mut squares: Vec<_> = setup.en_passant.iter().map(|mark| mark.target).collect();
        let book = self.variant.book();
        let aslant = setup
            .en_passant
            .iter()
            .any(|mark| book.ahead_of(setup, mark.target) != Some(mark.victim));
        if aslant {
            squares.extend(setup.en_passant.iter().map(|mark| mark.victim));
        }
        squares.sort_by_key(|square| (shape.file_of(*square), shape.rank_of(*square)));
        squares.dedup();
        squares
            .into_iter()
            .map(|square| shape.name(square))
            .collect()
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
        self.key().hash(state);
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

/// By what moves are listed.
fn apart_from_promotion(mv: &Move) -> impl Ord + '_ {
    let Move {
        kind,
        from,
        to,
        piece,
        promotion: _,
        from_hand: _,
        captures,
        converts,
        shifts,
        marks,
        gate,
        wall,
        effects,
    } = mv;
    let others = (captures, converts, shifts, marks);
    (kind, from, to, piece, others, gate, wall, effects)
}
