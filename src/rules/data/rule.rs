//! The trait of rules, and the types that refer to it: compiled rules and positions as seen by a rule.
//!
//! These types name each other: a [`Rule`] receives a [`RuleContext`], which refers to [`CompiledRules`], which
//! contain the rules.
//!
//! A turn runs through phases, and a [`Rule`] takes part in those that it needs:
//!
//! | phase | decides | method |
//! | --- | --- | --- |
//! | set-up | whether the game is still being set up, so that only moves offered by the rule are legal | [`sets_up`](Rule::sets_up), [`next_to_set_up`](Rule::next_to_set_up) |
//! | offer | additional moves and drops | [`offer`](Rule::offer), [`drops`](Rule::drops) |
//! | effect | additional effects of a move, which may split it into alternatives | [`effect`](Rule::effect), [`alters`](Rule::alters) |
//! | forbid | whether a move is illegal, and whether it may leave royal pieces unsafe | [`forbids`](Rule::forbids), [`excuses`](Rule::excuses) |
//! | duty | which legal moves take precedence over others | [`duty`](Rule::duty), [`binds`](Rule::binds) |
//! | remember | the new state of the rule, and the side that moves next | [`remember`](Rule::remember), [`next_turn`](Rule::next_turn), [`prolongs`](Rule::prolongs) |
//! | follow | effects on the board after the test for check | [`follow`](Rule::follow) |
//! | keep | whether the opponent may take the move back, and the squares by which the take-back is entered | [`keep`](Rule::keep), [`before_kept`](Rule::before_kept), [`take_back`](Rule::take_back) |
//! | end | the end of the game; mate without an attack and stalemate in spite of one | [`end`](Rule::end), [`mates`](Rule::mates), [`pardons`](Rule::pardons) |
//! | adjudication | the result of a game that runs too long, of stalemate and checkmate, the winner of drawn games, and claims | [`settle`](Rule::settle), [`stalemate`](Rule::stalemate), [`checkmate`](Rule::checkmate), [`adjudicate`](Rule::adjudicate), [`claim`](Rule::claim) |
//! | stalemate | whether a side with legal moves is stalemated | [`stalemates`](Rule::stalemates) |
//! | attack | whether a piece attacks a square | [`attack`](Rule::attack) |
//!
//! Rules never change a position. Their effects are data of the [`Move`], in
//! [`effects`](Move::effects), and are performed in one place. A program adds its rules to a
//! [`RuleRegistry`](crate::rules::RuleRegistry) and compiles with
//! a [`VariantBuilder`](crate::game::VariantBuilder); a definition names them under
//! `rules.custom`, in the order in which they are called.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::definition::{PlayLimits, Reason, VariantDef};
use crate::geometry::{BoardShape, Compass, Square, SquareSet};
use crate::movement::Movement;
use crate::state::{Board, Color, Effects, Letters, Move, Piece, Role, RuleId, RuleState, Setup};

use super::answers::{
    AdjudicationWords, AllRules, Attack, Decision, Drops, EndWords, LegalMoves, Moves, NextTurn,
    Phases, RuleEnd, RuleError, RuleFact, RuleFacts, RuleFinding, Stock, Threat, numbers,
    read_numbers,
};
use super::parts::{CaptureOnly, InsufficientMaterialCache, Record};
use super::roles::{Borrowed, ReachTable, RoleMove, RoleRules, Sight};

/// A rule written in Rust.
///
/// All methods have defaults without effect, so a rule implements only what it needs. A rule is
/// called about many positions, in any order and by several threads. It therefore stores what it
/// learns about a game in the position, as its [state](Rule::remember).
///
/// The page `docs/custom-rules.md` shows how a rule is written.
///
/// ```
/// use ferz::formats::Format;
/// use ferz::rules::{After, Rule, RuleContext, RuleRegistry};
/// use ferz::{Catalog, Move, Variant};
///
/// /// Nobody may give check.
/// struct NoCheck;
///
/// impl Rule for NoCheck {
///     fn forbids(&self, at: &RuleContext<'_>, _: &Move, after: &After<'_>) -> bool {
///         after.position().is_check(at.turn().opponent())
///     }
/// }
///
/// let mut registry = RuleRegistry::new();
/// registry.register("no-check", |_| Ok(NoCheck)).unwrap();
/// let text = "name = 'quiet'\ninherits = 'chess'\nrules.custom.no-check = {}";
/// let catalog = Catalog::read(text, Format::Toml).value;
/// let quiet = Variant::builder(catalog.get("quiet").unwrap()).rules(&registry).compile().unwrap();
/// let position = quiet.parse_fen("4k3/8/8/8/8/8/8/K6R w - - 0 1").unwrap();
/// assert!(position.parse_move("h1h8").is_err());
/// ```
#[expect(unused_variables, reason = "most defaults ignore their arguments")]
pub trait Rule: Send + Sync {
    /// Receives the combined facts of all rules of a variant, including this one. It is called
    /// once, when all rules are constructed and before any query about a position. A rule stores
    /// what it needs. The facts are final, so they do not depend on this call.
    ///
    /// # Errors
    /// If the rule conflicts with the facts.
    #[doc(hidden)]
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        Ok(())
    }

    /// The phases in which the rule is called. Phases that are not named cost nothing.
    fn phases(&self) -> Phases {
        Phases::ALL
    }

    /// Adds moves to those of the pieces.
    ///
    /// An added move is treated like a move of the piece: it may promote, walls and gates follow,
    /// and the royal pieces must be safe afterwards. Equal moves are listed once. A move that
    /// cannot be performed, such as one from an empty square, is rejected; see
    /// [`Position::rule_findings`](crate::game::Position::rule_findings).
    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {}

    /// Adds drops to the offered moves. Sets of squares are faster than single moves, and are
    /// counted without generating moves.
    #[doc(hidden)]
    fn drops(&self, at: &RuleContext<'_>, drops: &mut Drops) {}

    /// The number of offered moves and drops, if it can be computed without generating them. It is
    /// called only while the rule [sets the game up](Rule::sets_up).
    #[doc(hidden)]
    fn count_offered(&self, at: &RuleContext<'_>) -> Option<u64> {
        None
    }

    /// Whether the game is still being set up. Then only moves that this rule [offers](Rule::offer)
    /// and
    /// [drops](Rule::drops) are legal, no rule ends the game, moves are not counted, and rules that
    /// [decide](Rule::decides) about turns are not called about them.
    #[doc(hidden)]
    fn sets_up(&self, at: &RuleContext<'_>) -> bool {
        false
    }

    /// The side that moves after a move of the set-up; by default the other side. `after` is the
    /// position that
    /// [`Rule::remember`] receives.
    #[doc(hidden)]
    fn next_to_set_up(&self, mv: &Move, after: &RuleContext<'_>) -> Color {
        after.turn()
    }

    /// Whether the effects and later phases of the rule apply to moves that [set the game
    /// up](Rule::sets_up) too.
    #[doc(hidden)]
    fn acts_on_set_up(&self) -> bool {
        false
    }

    /// Returns a move with additional [`effects`](Move::effects), in several forms, which are
    /// choices of the player, or not at all.
    ///
    /// It is called for every pseudo-legal move, including those of other rules, after the rules
    /// that stand before this one in the definition.
    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        moves.push(mv);
    }

    /// Whether [`effect`](Rule::effect) may change a move. A cheap test here saves copies of all other moves.
    fn alters(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        true
    }

    /// The square on which the mover arrives before this rule moves it elsewhere, if it does. A
    /// player may enter the move by either square.
    #[doc(hidden)]
    fn arrives_first(&self, shape: &BoardShape, mv: &Move) -> Option<Square> {
        None
    }

    /// Whether a move is illegal. `after` is the position after the move, computed on first use.
    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        false
    }

    /// The target squares of the moves that the rule may [forbid](Rule::forbids) or
    /// [excuse](Rule::excuses) in a position; `None` for all squares. Moves to other squares are
    /// then counted without calling the rule. It is called only if the side to move is not in check.
    #[doc(hidden)]
    fn watches(&self, at: &RuleContext<'_>) -> Option<SquareSet> {
        None
    }

    /// Removes legal moves over which others take precedence.
    fn duty(&self, at: &RuleContext<'_>, moves: &mut LegalMoves<'_>) {}

    /// Whether [`duty`](Rule::duty) may remove moves of the position. If not, moves are counted
    /// without being listed.
    #[doc(hidden)]
    fn binds(&self, at: &RuleContext<'_>) -> bool {
        true
    }

    /// The new state of the rule after a move; `None` if the state stays, or is set by an effect of the move.
    ///
    /// `after` is the position after the relocations and effects; blasts, walls and promotions by rules come later.
    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        None
    }

    /// The side that moves next, if it is not the other side. `after` is the position that
    /// [`Rule::remember`] receives, with the other side to move.
    ///
    /// A rule that implements this declares it in [`Rule::decides`].
    #[doc(hidden)]
    fn next_turn(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<NextTurn> {
        None
    }

    /// Whether the mover's turn continues as if the move had not been made. Rules that
    /// [decide](Rule::decides) about turns are not called about such a move.
    #[doc(hidden)]
    fn prolongs(&self, before: &RuleContext<'_>, mv: &Move) -> bool {
        false
    }

    /// Effects on the board after a move, in addition to the move's own: pieces promote, appear or
    /// vanish without exposing or saving a royal piece.
    ///
    /// `after` is the position that [`Rule::remember`] receives, on which the test for check is
    /// made, with the new states of rules and the decided side to move. Blasts and walls come
    /// later. Effects that cannot be performed are left out; see
    /// [`Position::rule_findings`](crate::game::Position::rule_findings).
    fn follow(&self, before: &RuleContext<'_>, mv: &Move, after: &RuleContext<'_>) -> Effects {
        Effects::new()
    }

    /// The state of the rule in the position before a move, if the opponent may take the move back;
    /// that position is then
    /// [kept](crate::state::SpecialState::kept).
    ///
    /// It is called only for rules that [take back](Rule::takes_back).
    #[doc(hidden)]
    fn keep(&self, before: &RuleContext<'_>, mv: &Move) -> Option<RuleState> {
        None
    }

    /// The state before the move after which the rule [kept](Rule::keep) a position, given its
    /// state in that position. The FEN field `before` is then rejected if no legal move of the kept
    /// position leads to the position of the FEN.
    #[doc(hidden)]
    fn before_kept(&self, kept: &RuleState) -> Option<RuleState> {
        None
    }

    /// The two squares by which the side to move enters the take-back of the latest move, if it may
    /// take it back. `kept` is the restored position, with the other side to move.
    ///
    /// No other rule is called about a take-back, and no duty removes it.
    #[doc(hidden)]
    fn take_back(&self, at: &RuleContext<'_>, kept: &RuleContext<'_>) -> Option<[Square; 2]> {
        None
    }

    /// Whether the rule [keeps](Rule::keep) positions.
    #[doc(hidden)]
    fn takes_back(&self) -> bool {
        false
    }

    /// Whether a move may leave the mover's royal pieces unsafe. The rule may still
    /// [forbid](Rule::forbids) the move.
    fn excuses(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        false
    }

    /// The end of the game in a position, if any. It is called before move generation; a finished
    /// game has no legal moves.
    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        None
    }

    /// The static facts that this rule states for the engines, which use them without calling the rule. Of most facts a
    /// variant has at most one: if two rules state them, compilation fails.
    #[doc(hidden)]
    fn facts(&self) -> Vec<RuleFact> {
        Vec::new()
    }

    /// Whether an end by this rule takes precedence over built-in ends.
    #[doc(hidden)]
    fn ends_first(&self, at: &RuleContext<'_>) -> bool {
        false
    }

    /// Whether a side to move without legal moves is checkmated although no royal piece is
    /// attacked. It is called only without legal moves.
    #[doc(hidden)]
    fn mates(&self, at: &RuleContext<'_>) -> bool {
        false
    }

    /// The result of a game ended by the move limit or by repetition; by default the rules about these decide.
    #[doc(hidden)]
    fn settle(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        None
    }

    /// The result of a stalemate; by default the rule about stalemates decides.
    fn stalemate(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        None
    }

    /// The result of a checkmate with attacked royal pieces; by default the rule about checkmates
    /// decides. `past` is the history of the position; it is empty for a position without a game.
    #[doc(hidden)]
    fn checkmate(&self, at: &RuleContext<'_>, past: &Past<'_>) -> Option<RuleEnd> {
        None
    }

    /// Whether the side to move is stalemated although it has these legal moves, which it need not
    /// make. It is called only with legal moves; the result is that of a stalemate.
    #[doc(hidden)]
    fn stalemates(&self, at: &RuleContext<'_>, moves: &[Move]) -> bool {
        false
    }

    /// The winner of a game that would be drawn, by a stalemate or by adjudication; `None` leaves the draw.
    #[doc(hidden)]
    fn adjudicate(&self, at: &RuleContext<'_>) -> Option<Color> {
        None
    }

    /// The winner's share of the point for a win with a predefined reason; by default 1. A
    /// resignation defaults to checkmate, and a loss on time to resignation.
    #[doc(hidden)]
    fn score(&self, reason: Reason, winner: Color) -> Option<f64> {
        None
    }

    /// The end of the game if the side to move claims it now: for ends that require a claim, such
    /// as a draw after fifty moves. Without a claim, play continues.
    ///
    /// A rule returns `None` if a claim would not benefit the side. It is not called during the
    /// set-up of the game.
    fn claim(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        None
    }

    /// Whether the piece on `from` could capture an enemy piece on `target`. `piece` is the piece on `from`.
    ///
    /// In tests of royal pieces, a royal piece stands on `target`, including the squares that it
    /// castles across; only rules query empty targets.
    ///
    /// This determines check and attack queries, but adds no moves: a rule that adds attacks must
    /// [offer](Rule::offer) the captures too, and a rule that removes attacks must
    /// [forbid](Rule::forbids) the moves. Queries from here consider only the movement of pieces,
    /// to prevent recursion.
    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        Attack::AsItMoves
    }

    /// Whether a side could capture on `target` with an enemy piece that the rule lets it move.
    #[doc(hidden)]
    fn attack_by_enemies(&self, at: &RuleContext<'_>, by: Color, target: Square) -> bool {
        false
    }

    /// Whether a side to move without legal moves is stalemated although its royal pieces are
    /// attacked. It is called only without legal moves.
    #[doc(hidden)]
    fn pardons(&self, at: &RuleContext<'_>) -> bool {
        false
    }

    /// Whether the rule may enable a side to win that otherwise could not: it decides games, adds
    /// pieces or moves, or removes moves. If no rule does, dead positions are detected and drawn,
    /// except while a rule has a
    /// [stock](Rule::stock).
    fn may_win(&self) -> bool {
        true
    }

    /// Whether the rule may turn this piece into one with which a side could win. Positions with
    /// such a piece are never dead.
    #[doc(hidden)]
    fn changes(&self, piece: Piece) -> bool {
        false
    }

    /// Whether the rule may place or remove pieces or walls in ways that moves, drops and
    /// promotions cannot. FENs are then not checked for unreachable arrangements.
    #[doc(hidden)]
    fn rearranges(&self) -> bool {
        true
    }

    /// Whether the rule has more moves for a side than can be listed, and offers only some of them.
    /// Such a position is rejected in a FEN.
    #[doc(hidden)]
    fn has_too_many(&self, at: &RuleContext<'_>, side: Color) -> bool {
        false
    }

    /// White's advantage by this rule, in hundredths of a pawn, in addition to the material: for
    /// the search, which otherwise sees only the end of the game.
    fn lead(&self, at: &RuleContext<'_>) -> i32 {
        0
    }

    /// Whether the rule takes part in tests for [attacks](Rule::attack).
    #[doc(hidden)]
    fn changes_attacks(&self) -> bool {
        self.phases().meets(Phases::ATTACK)
    }

    /// The pieces off the board that the rule may bring onto it, by its state; they count as pieces
    /// in hand. A move that drops or gates one of them has the effect
    /// [`Effect::Supply`](crate::state::Effect::Supply).
    #[doc(hidden)]
    fn stock(&self, state: &RuleState) -> Option<Stock> {
        None
    }

    /// The place where the stock is kept, in words for the rules page.
    #[doc(hidden)]
    fn words_of_stock(&self) -> &'static str {
        "beside the board"
    }

    /// The decisions that this rule makes. Two rules with the same decision are an error when the
    /// variant is compiled.
    #[doc(hidden)]
    fn decides(&self) -> &'static [Decision] {
        &[]
    }

    /// The state of the rule in a FEN without its field.
    fn initial_state(&self) -> RuleState {
        RuleState::EMPTY
    }

    /// The new state after the end of a turn of a side, for rules with state; `None` if it stays.
    #[doc(hidden)]
    fn turn_ends(&self, state: &RuleState, side: Color) -> Option<RuleState> {
        None
    }

    /// The value of the rule's FEN field, which is written as `name=value` after the clocks unless
    /// the state is the
    /// [initial state](Rule::initial_state). By default the numbers separated by `/`.
    ///
    /// A value with blanks, `;` or `,`, or which is not [read](Rule::read_state) as the same state,
    /// is replaced by the numbers after a second `=`.
    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        numbers(state)
    }

    /// Reads the text of [`write_state`](Rule::write_state); `None` if it is invalid.
    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        read_numbers(text)
    }

    /// The state with the sides exchanged and the ranks mirrored; `None` if unknown. An
    /// [empty](RuleState::EMPTY) state stays empty without a call.
    fn mirror_state(&self, state: &RuleState, shape: &BoardShape) -> Option<RuleState> {
        None
    }

    /// Whether two states count as equal for repetition.
    fn repeats(&self, earlier: &RuleState, now: &RuleState) -> bool {
        earlier == now
    }

    /// The last move number, as counted in a FEN, that the rule distinguishes from later ones; 0 if
    /// move numbers do not matter. Positions with different numbers up to this one are different.
    #[doc(hidden)]
    fn last_distinct_turn(&self) -> u16 {
        0
    }

    /// Whether the rule depends on which pieces have not moved, beyond castling and initial moves.
    /// A FEN then names all unmoved pieces that its rights do not.
    #[doc(hidden)]
    fn depends_on_first_moves(&self) -> bool {
        false
    }

    /// Whether the rule can still use the first move of the piece on a square. If so, positions
    /// with the piece moved and unmoved are different. It is called for unmoved pieces.
    #[doc(hidden)]
    fn uses_first_move(&self, at: &RuleContext<'_>, square: Square) -> bool {
        false
    }

    /// Whether the rule can restore the unmoved status of pieces by
    /// [`Unmove`](crate::state::Effect::Unmove). Every piece that castles from its initial square
    /// then matters, whatever its partner: a FEN names those without rights, and a FEN with rights
    /// that names none has none.
    #[doc(hidden)]
    fn restores_first_moves(&self) -> bool {
        false
    }

    /// The kinds that the rule may bring into the game, other than those of the start and of promotion.
    #[doc(hidden)]
    fn brings(&self) -> Vec<Role> {
        Vec::new()
    }

    /// The kind of a captured piece in the hand of its captor, if it changes. Promotion is undone first.
    #[doc(hidden)]
    fn becomes_in_hand(&self, captured: Role) -> Option<Role> {
        None
    }

    /// Sentences for the rules page. Zones in back quotes are put into words, and notations are explained.
    fn words(&self) -> Vec<String> {
        Vec::new()
    }

    /// Sentences for the rules page that end in the description of a movement: the beginning, and the movement.
    #[doc(hidden)]
    fn words_of_moves(&self) -> Vec<(String, &Movement)> {
        Vec::new()
    }

    /// The ends of the game that the rule causes with a [predefined reason](RuleEnd::of), for the
    /// rules page.
    #[doc(hidden)]
    fn words_of_ends(&self) -> Vec<EndWords> {
        Vec::new()
    }

    /// The description of the way in which the rule [settles](Rule::settle) games, for the rules
    /// page.
    #[doc(hidden)]
    fn words_of_adjudication(&self) -> Option<AdjudicationWords> {
        None
    }

    /// The result of drawn games that the rule [adjudicates](Rule::adjudicate), in a few words for the rules page.
    #[doc(hidden)]
    fn words_of_draw(&self) -> Option<&'static str> {
        None
    }

    /// Warnings about probable mistakes in a definition that uses the rule.
    #[doc(hidden)]
    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        Vec::new()
    }
}

/// A position as seen by a rule.
///
/// [`Rule`] has an example.
#[derive(Clone, Copy)]
pub struct RuleContext<'a> {
    pub(in crate::rules) rules: &'a CompiledRules,
    pub(in crate::rules) setup: &'a Setup,
    pub(in crate::rules) rule: RuleId,
    /// Whether the rule is answering whether a piece attacks a square.
    pub(in crate::rules) in_attack: bool,
}

impl<'a> RuleContext<'a> {
    pub(crate) fn new(rules: &'a CompiledRules, setup: &'a Setup, rule: RuleId) -> RuleContext<'a> {
        RuleContext {
            rules,
            setup,
            rule,
            in_attack: false,
        }
    }

    /// The same position during a test for attacks.
    pub(crate) fn in_attack(self) -> RuleContext<'a> {
        RuleContext {
            in_attack: true,
            ..self
        }
    }
}

/// A hypothetical position, made by [`RuleContext::imagined`].
pub struct Imagined<'a> {
    pub(in crate::rules) actual: RuleContext<'a>,
    pub(in crate::rules) setup: Setup,
}

/// The position after a move, computed on first use.
///
/// [`Rule`] has an example.
pub struct After<'a> {
    pub(in crate::rules) before: RuleContext<'a>,
    pub(in crate::rules) mv: &'a Move,
    /// Whether only relocations and effects have been performed.
    pub(in crate::rules) is_relocation: bool,
    pub(in crate::rules) setup: OnceCell<Setup>,
}

/// The moves that led to a position, and the earlier positions.
pub struct Past<'a> {
    pub(in crate::rules) now: RuleContext<'a>,
    pub(in crate::rules) record: &'a dyn Record,
}

/// A compiled rule of a variant with its name.
#[derive(Clone)]
#[doc(hidden)]
pub struct NamedRule {
    /// The name in definitions.
    pub name: String,
    /// The name of its FEN field.
    pub(crate) field: String,
    /// Whether its FEN field stands before the predefined fields.
    pub(crate) field_is_first: bool,
    pub(crate) rule: Arc<dyn Rule>,
    /// The phases in which it is called.
    pub(crate) phases: Phases,
    /// Whether it affects moves, positions or their ends, and not only adjudication.
    pub acts: bool,
    /// Whether the tables evaluate it entirely: it ends games by number of pieces or by squares
    /// reached, or makes last pieces royal, and does nothing else.
    pub(crate) in_tables: bool,
    /// Parts of zones in its settings that have no effect.
    pub(crate) idle_parts: Vec<RuleFinding>,
}

/// The compiled rules of a variant.
#[doc(hidden)]
pub struct CompiledRules {
    pub(crate) def: VariantDef,
    /// The search limits.
    pub(crate) limits: PlayLimits,
    pub(crate) shape: BoardShape,
    /// Directions and neighbors on the board.
    pub(crate) compass: Compass,
    pub(crate) letters: Letters,
    pub(crate) roles: Vec<RoleRules>,
    pub check: bool,
    /// Whether any conditions go beyond the movement of pieces: pieces with other abilities or with moves that depend
    /// on check, kings that are captured, or rules about single pieces.
    pub(crate) asks_beside_moves: bool,
    /// Whether these conditions leave the moves of each piece independent of other pieces.
    pub(crate) pieces_move_alone: bool,
    /// The squares that may be entered only for captures.
    pub(crate) capture_only: Option<CaptureOnly>,
    /// Whether rules of the game add, change or forbid moves, or end games by the board, in addition to the conditions
    /// of `asks_beside_moves`.
    pub has_move_rules: bool,
    /// Whether a piece may make another piece move, or borrow its moves.
    pub(crate) has_relays: bool,
    /// Whether any piece has the action of imitating.
    pub(crate) has_imitating_pieces: bool,
    /// Whether any piece freezes others.
    pub(crate) has_freezers: bool,
    /// Whether any piece has walks with many paths.
    pub(crate) has_long_walks: bool,
    /// The pieces that jump in series.
    pub(crate) roles_with_series: Vec<Role>,
    /// Whether any piece makes long leaps: over many pieces, and over single ones only.
    pub(in crate::rules) leapers: [bool; 2],
    /// Whether any piece burns or protects others, or has effects after its moves.
    pub(crate) has_aftermaths: bool,
    /// Whether any piece has a move that is illegal in check.
    pub(crate) has_moves_not_made_in_check: bool,
    /// Whether any piece burns its neighbors.
    pub(crate) burns: bool,
    /// Whether any piece protects its neighbors.
    pub(crate) protects: bool,
    /// Whether a promotion can capture by the methods of the new kind.
    pub(crate) captures_on_promotion: bool,
    /// Whether any piece freezes, burns or protects beyond its neighbors.
    pub(crate) affects_afar: bool,
    /// The reach of blasts.
    pub(crate) blast: ReachTable,
    /// The methods that mimics borrow.
    pub(in crate::rules) borrowed: Vec<Borrowed>,
    /// Whether any piece imitates the one that moved last.
    pub(crate) imitates: bool,
    /// Whether moves are looked up in path programs instead of interpreted.
    pub(crate) uses_path_programs: bool,
    /// The cache of verdicts on insufficient material.
    pub(in crate::rules) insufficient_material_cache: InsufficientMaterialCache,
    /// By side: the contents of squares from its view.
    pub(in crate::rules) sights: Box<[Sight; 2]>,
    pub(in crate::rules) start: Option<Setup>,
    /// The board at the start of the game.
    pub(crate) home: Board,
    /// The number of royal pieces of each side at the start.
    pub(in crate::rules) kings: [usize; 2],
    /// The move generator for queries of rules.
    pub(crate) finder: &'static MoveFinder,
    /// The rules, built-in and custom, in the order in which they are called.
    pub(in crate::rules) custom: Vec<NamedRule>,
    /// Whether a rule depends on which pieces have not moved.
    pub(crate) rules_depend_on_first_moves: bool,
    /// The last move number that a rule distinguishes from later ones; 0 if none does.
    pub(crate) last_distinct_turn: u16,
    /// The union of the phases of the rules.
    pub(in crate::rules) custom_phases: Phases,
    /// Whether a rule affects moves or positions beyond what the tables evaluate.
    pub(crate) rules_act: bool,
    /// The static facts of the rules.
    pub facts: RuleFacts,
    /// Whether a rule may place or remove pieces in ways that moves cannot.
    pub(crate) rules_rearrange: bool,
    /// Whether a rule decides which side moves next.
    pub(crate) has_turn_rule: bool,
    /// Whether a rule lets a side take back the opponent's latest move.
    pub(crate) takes_back: bool,
}

/// The move generator of the general engine, as used by rules. Rules are a lower layer than move
/// generation, so its functions are passed to them. Each receives the rules and the position, and a
/// piece after its square.
pub(crate) struct MoveFinder {
    /// The pseudo-legal moves of a piece on a square by its own movement.
    pub(crate) walks: fn(&CompiledRules, &Setup, Square, Piece) -> Vec<Move>,
    /// The pseudo-legal moves of a piece on a square by these patterns.
    pub(crate) walks_by: fn(&CompiledRules, &Setup, Square, Piece, &[RoleMove]) -> Vec<Move>,
    /// A move with the consequences of the abilities of pieces.
    pub(crate) with_consequences: fn(&CompiledRules, &Setup, &Move) -> Vec<Move>,
    /// Whether a piece on a square could capture on another by its own movement.
    pub(crate) walks_hit: fn(&CompiledRules, &Setup, Square, Piece, Square) -> bool,
    /// Whether a piece on a square could capture on another by these patterns.
    pub(crate) walks_hit_by: fn(&CompiledRules, &Setup, Square, Piece, &[RoleMove], Square) -> bool,
    /// Whether a piece on a square attacks another square, by all rules.
    pub(crate) attacks: fn(&CompiledRules, &Setup, Square, Piece, Square) -> bool,
    /// Whether a side is in check.
    pub(crate) in_check: fn(&CompiledRules, &Setup, Color) -> bool,
    /// The position after a move.
    pub(crate) played: fn(&CompiledRules, &Setup, &Move) -> Setup,
    /// Whether a move leaves the royal pieces of its side safe and is not forbidden by its kind.
    pub(crate) is_safe: fn(&CompiledRules, &Setup, &Move) -> bool,
    /// The moves by which the piece on a square threatens pieces on some squares, each with its
    /// victim. The flag is whether single steps of pieces that jump in series count.
    pub(crate) threats: fn(&CompiledRules, &Setup, Square, &SquareSet, bool) -> Vec<Threat>,
    /// The moves that the side to move would have if the game continued, by all rules.
    pub(crate) replies: fn(&CompiledRules, &Setup) -> Vec<Move>,
    /// The legal moves, by all rules.
    pub(crate) legal_moves: fn(&CompiledRules, &Setup) -> Vec<Move>,
    /// Whether the game continues and the side to move has no legal move.
    pub(crate) is_stuck: fn(&CompiledRules, &Setup) -> bool,
}
