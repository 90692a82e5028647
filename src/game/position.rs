//! A moment of a game.

use std::fmt;

use super::ending;
use super::outcome::Outcome;
use super::perft::Strategy;
use super::record::Record;
use super::variant::Variant;
use crate::definition::{BareKing, Verdict};
use crate::movegen::{
    has_too_many_series, have_too_many_legs, have_too_many_walls, in_check, legal_moves, played,
    refused_moves,
};
use crate::rules::{claim, write_file_rights, write_own, write_rights};
use crate::source::{Diagnostic, Span, codes};
use crate::state::fen::write_board;
use crate::state::{Board, Color, Move, Setup};

/// A position of a variant.
///
/// # Equality
/// Two positions are equal if they belong to the same compiled variant and their setups are equal,
/// clocks included.
#[derive(Clone)]
pub struct Position {
    variant: Variant,
    setup: Setup,
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
        Position { variant, setup }
    }

    /// The variant it belongs to.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Who stands where.
    pub fn board(&self) -> &Board {
        &self.setup.board
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.setup.turn
    }

    /// The arrangement, for inspection.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The same arrangement with `turn` to move. Nothing can be captured en passant if that is
    /// another side.
    pub(crate) fn with_turn(&self, turn: Color) -> Position {
        let mut other = self.clone();
        if turn != other.setup.turn {
            other.setup.turn = turn;
            other.setup.en_passant.clear();
        }
        other
    }

    /// All legal moves, in ascending order; moves that differ in nothing but their promotion are in
    /// the order in which the definition names the choices.
    ///
    /// Where [`Position::beyond_limits`] finds something, some are left out.
    ///
    /// They are found by [`Strategy::Fastest`]: the first question about a variant compiles its
    /// tables, or its lists of paths. Who asks only once may prefer
    /// [`legal_moves_with`](Position::legal_moves_with)`(Strategy::General)`.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves_with(Strategy::Fastest)
    }

    /// [`Position::legal_moves`] found in a certain way. The answer is the same, with every effect of
    /// every move, so a move that one engine has listed is legal to all.
    pub fn legal_moves_with(&self, strategy: Strategy) -> Vec<Move> {
        let (variant, setup) = (&self.variant, &self.setup);
        let mut moves = match strategy {
            Strategy::General => legal_moves(variant.book(), setup),
            Strategy::Fastest => variant
                .fast()
                .and_then(|plan| plan.legal_moves(variant.book(), setup))
                .unwrap_or_else(|| legal_moves(variant.book_with_paths(), setup)),
        };
        // Choices of promotion stay in the order of the definition.
        moves.sort_by(|first, other| apart_from_promotion(first).cmp(&apart_from_promotion(other)));
        moves
    }

    /// What is found if the moves cannot all be listed, because there are more series of jumps, legs
    /// of walks or moves with walls than the [limits](crate::definition::PlayLimits): `None` in every
    /// game that people play.
    ///
    /// [`Variant::read_fen`] gives this as an error, so it is to be asked after moves only.
    pub fn beyond_limits(&self) -> Option<Diagnostic> {
        let book = self.variant.book();
        let limits = book.limits;
        if has_too_many_series(book, &self.setup) {
            Some(too_many("the series of jumps of one side", limits.series))
        } else if have_too_many_legs(book, &self.setup) {
            Some(too_many("the legs of all walks on this board", limits.legs))
        } else if have_too_many_walls(book, &self.setup) {
            let what = "the moves of one side, with a wall behind each,";
            Some(too_many(what, limits.moves))
        } else {
            None
        }
    }

    /// What is wrong with the moves that custom rules make here: those that cannot be performed, such
    /// as a move from an empty square, are refused, and each is a finding. Nothing in other variants.
    pub fn rule_findings(&self) -> Vec<Diagnostic> {
        let refused = refused_moves(self.variant.book(), &self.setup).into_iter();
        refused
            .map(|message| Diagnostic::new(codes::RULE_BAD_MOVE, Span::default(), message))
            .collect()
    }

    /// Whether the move is legal here.
    pub fn is_legal(&self, mv: &Move) -> bool {
        self.legal_moves().contains(mv)
    }

    /// Whether a royal piece of the side to move is attacked.
    pub fn is_check(&self) -> bool {
        in_check(self.variant.book(), &self.setup)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the error gives both back.
    pub fn play(self, mv: &Move) -> Result<Position, PlayError> {
        if self.is_legal(mv) {
            Ok(self.play_unchecked(mv))
        } else {
            Err(PlayError {
                refused: Box::new(mv.clone()),
                position: Box::new(self),
            })
        }
    }

    /// The position after a move that is known to be legal.
    pub fn play_unchecked(&self, mv: &Move) -> Position {
        Position {
            variant: self.variant.clone(),
            setup: played(self.variant.book(), &self.setup, mv),
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
        let (verdict, reason) = claim(book, &self.setup)?;
        (rule == BareKing::Claim && verdict != Verdict::Loss)
            .then(|| ending::ended(self, verdict, reason))
    }

    /// The position as a FEN with all fields.
    pub fn to_fen(&self) -> String {
        let book = self.variant.book();
        let setup = &self.setup;
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
            let [white, black] = self.setup.special.checks;
            format!(" {white}+{black}")
        } else {
            String::new()
        }
    }

    /// The passed squares, and the victim's where it is not the first piece straight behind them.
    fn en_passant_field(&self) -> String {
        let shape = self.variant.shape();
        let setup = &self.setup;
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
        std::ptr::eq(self.variant.book(), other.variant.book()) && self.setup == other.setup
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
