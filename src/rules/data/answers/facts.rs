//! Static facts of rules, which the engines use without calling the rules.

use std::fmt;

use crate::definition::{
    CaptureRules, CapturedTo, CastlingRules, CheckRules, CountingRule, DropRules, EnPassantRules,
    GatingRules, PairedPromotion, PieceDef, PieceId, PieceSet, PromotionStock, RepetitionRules,
    RoyalGuard, RoyalRule, VariantDef, Verdict, Walling,
};
use crate::geometry::SquareSet;
use crate::movement::Pattern;
use crate::state::{Color, Piece, Role};

use super::decisions::Halfway;

// Rules of adjudication, which both engines evaluate.

/// The static rules of adjudication of one rule. Omitted fields are left to other rules.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Adjudication {
    /// The result for a side that is in check and has no legal move; by default a loss.
    pub checkmate: Option<Verdict>,
    /// The result for a side that is not in check and has no legal move; by default a draw.
    pub stalemate: Option<Verdict>,
    /// The number of moves of each side without capture or irreversible move after which the game is drawn.
    pub move_limit: Option<u16>,
    /// The result of repeated positions; by default a draw at the third occurrence.
    pub repetition: Option<RepetitionRules>,
    /// The pieces of each side whose irreversible moves reset the clock of the move limit; by
    /// default pieces that promote or have initial moves.
    pub restarts: Option<[PieceSet; 2]>,
    /// Whether a side that moves a piece back and forth four times loses.
    pub back_and_forth_loses: bool,
    /// Pieces for the chasing rule: a side that repeats a position by chasing the same piece with every move loses.
    pub chasing: Option<Chasing>,
    /// The counting rule, by which a side that cannot win may begin to count.
    pub counting: Option<Counting>,
}

impl Adjudication {
    /// These rules, completed by those of another rule.
    pub(crate) fn with(self, other: Adjudication) -> Adjudication {
        Adjudication {
            checkmate: self.checkmate.or(other.checkmate),
            stalemate: self.stalemate.or(other.stalemate),
            move_limit: self.move_limit.or(other.move_limit),
            repetition: self.repetition.or(other.repetition),
            restarts: self.restarts.or(other.restarts),
            back_and_forth_loses: self.back_and_forth_loses || other.back_and_forth_loses,
            chasing: self.chasing.or(other.chasing),
            counting: self.counting.or(other.counting),
        }
    }
}

/// The pieces of Xiangqi as distinguished by the chasing rule.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Chasing {
    /// The rook, which all other pieces may chase.
    pub rook: Option<PieceId>,
    /// The cannon.
    pub cannon: Option<PieceId>,
    /// The horse, which may be blocked while its victim is not.
    pub horse: Option<PieceId>,
    /// The elephant.
    pub elephant: Option<PieceId>,
    /// The advisor.
    pub advisor: Option<PieceId>,
    /// The soldier, which never chases.
    pub soldier: Option<PieceId>,
    /// The squares of each side on which its soldiers can be chased.
    pub crossed: [SquareSet; 2],
}

/// Counting rules of Makruk and its relatives: a limit on the moves of the stronger side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counting {
    /// The rule that sets the limits.
    pub rule: CountingRule,
    /// The pawn.
    pub pawn: Option<PieceId>,
    /// The rook.
    pub rook: Option<PieceId>,
    /// The piece between rook and knight.
    pub khon: Option<PieceId>,
    /// The knight.
    pub knight: Option<PieceId>,
}

impl Counting {
    /// These limits, without any pieces.
    pub const fn by(rule: CountingRule) -> Counting {
        Counting {
            rule,
            pawn: None,
            rook: None,
            khon: None,
            knight: None,
        }
    }
}

// The static facts of all rules of a variant.

/// The combined static facts of all rules of a variant, built-in and custom, whatever their order.
/// A rule receives them in [`meet`](crate::rules::Rule::meet).
pub struct AllRules<'a> {
    def: &'a VariantDef,
    said: &'a StaticFacts,
    /// Whether some rule may offer drops of its own.
    offers: bool,
    /// Whether some rule changes the moves or their effects.
    alters_moves: bool,
}

impl<'a> AllRules<'a> {
    pub(crate) const fn new(
        def: &'a VariantDef,
        said: &'a StaticFacts,
        [offers, alters_moves]: [bool; 2],
    ) -> AllRules<'a> {
        AllRules {
            def,
            said,
            offers,
            alters_moves,
        }
    }

    /// The variant's definition.
    pub const fn def(&self) -> &'a VariantDef {
        self.def
    }

    /// The meaning of royal pieces. `Check` without royal pieces is `None`.
    pub fn demand(&self) -> RoyalRule {
        self.said.demand(self.def)
    }

    /// Pieces that become royal when their side has few of their kind left.
    pub const fn last_royal(&self) -> Option<&'a LastRoyal> {
        self.said.last_royal.as_ref()
    }

    /// The royal pieces that a side with several must keep safe.
    pub const fn guard(&self) -> RoyalGuard {
        self.said.guard
    }

    /// The fate of captured pieces.
    pub const fn captured_to(&self) -> CapturedTo {
        self.said.captured_to
    }

    /// Side effects of captures.
    pub const fn captures(&self) -> &'a CaptureRules {
        &self.said.captures
    }

    /// The pieces that capture en passant and the squares where they do; by default all pieces everywhere.
    pub const fn en_passant(&self) -> Option<&'a EnPassantRules> {
        self.said.en_passant.as_ref()
    }

    /// The pieces that may be dropped or gated from the hand, and the squares; by default none.
    pub const fn drops(&self) -> Option<&'a DropRules> {
        self.said.drops.as_ref()
    }

    /// Whether pieces may be dropped as a move. Custom rules that offer moves count as dropping.
    pub fn may_drop(&self) -> bool {
        self.offers || self.drops().is_some_and(|drops| drops.allowed)
    }

    /// Whether a piece can leave the hand: by a drop, by gating or in a promotion.
    pub(crate) fn uses_hands(&self) -> bool {
        let is_reserve = |piece: &PieceDef| {
            let mut choices = piece
                .promotion
                .iter()
                .flat_map(|promotion| &promotion.choices);
            choices.any(|choice| choice.stock == PromotionStock::Hand)
        };
        let is_dropped = |piece: &PieceDef| {
            let mut patterns = piece.moves.iter().flat_map(|mv| mv.movement.patterns());
            patterns.any(|pattern| matches!(pattern, Pattern::Placement(_)))
        };
        let mut pieces = self.def.pieces.values();
        self.may_drop()
            || self.drops().is_some()
            || self.gating().is_some()
            || pieces.any(|piece| is_reserve(piece) || is_dropped(piece))
    }

    /// Whether some rule changes the moves or their effects beyond these facts. Pieces may then be
    /// lost without being attacked.
    pub const fn alters_moves(&self) -> bool {
        self.alters_moves
    }

    /// Gating and first leaps of unmoved pieces, if any.
    pub const fn gating(&self) -> Option<&'a GatingRules> {
        self.said.gating.as_ref()
    }

    /// Castling to fixed files; other castling belongs to the moves of the pieces.
    pub const fn castling_by_files(&self) -> Option<&'a CastlingRules> {
        self.said.castling.as_ref()
    }

    /// Promotion by rules of the game, such as flipping to a promoted side.
    pub const fn paired_promotion(&self) -> &'a PairedPromotion {
        &self.said.paired_promotion
    }

    /// Rules about giving, counting and escaping check, and about facing kings.
    pub const fn checks(&self) -> &'a CheckRules {
        &self.said.checks
    }

    /// Unmoved pieces that may replace a piece that moves away.
    pub const fn replacement(&self) -> Option<&'a Replacement> {
        self.said.replacement.as_ref()
    }

    /// Whether a piece may not move to a square from which it could never move again.
    pub const fn forbids_dead_ends(&self) -> bool {
        self.said.forbids_dead_ends
    }

    /// The sides that may pass.
    pub const fn passing(&self) -> Passing {
        self.said.passing
    }

    /// Walls placed by the players.
    pub const fn walls(&self) -> Option<&'a Walls> {
        self.said.walls.as_ref()
    }

    /// The rules of adjudication; omitted fields have their usual defaults.
    pub const fn adjudication(&self) -> &'a Adjudication {
        &self.said.adjudication
    }

    /// The result for a side that is in check and has no legal move.
    pub fn checkmate(&self) -> Verdict {
        self.said.checkmate()
    }

    /// The result for a side that is not in check and has no legal move.
    pub fn stalemate(&self) -> Verdict {
        self.said.stalemate()
    }

    /// The result for a side that gives perpetual check, if a rule states one.
    pub const fn perpetual_check(&self) -> Option<Verdict> {
        self.said.perpetual_check
    }

    /// The result of repeated positions.
    pub fn repetition(&self) -> RepetitionRules {
        self.said.repetition()
    }
}

impl fmt::Debug for AllRules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AllRules").field(&self.def.name).finish()
    }
}

/// Static facts of the rules, determined once.
pub(crate) struct StaticFacts {
    pub(in crate::rules) lacks: Vec<Lack>,
    pub(in crate::rules) goals: Vec<Goal>,
    pub(crate) last_royal: Option<LastRoyal>,
    pub(crate) royal: RoyalRule,
    pub(crate) guard: RoyalGuard,
    pub(crate) captured_to: CapturedTo,
    pub(crate) en_passant: Option<EnPassantRules>,
    pub(crate) castling: Option<CastlingRules>,
    pub(crate) gating: Option<GatingRules>,
    pub(crate) drops: Option<DropRules>,
    pub(crate) captures: CaptureRules,
    pub(crate) paired_promotion: PairedPromotion,
    pub(crate) checks: CheckRules,
    pub(crate) perpetual_check: Option<Verdict>,
    pub(crate) replacement: Option<Replacement>,
    pub(crate) passing: Passing,
    pub(crate) walls: Option<Walls>,
    pub(crate) adjudication: Adjudication,
    pub(crate) halfway: Vec<Halfway>,
    pub(crate) forbids_dead_ends: bool,
}

impl StaticFacts {
    /// The meaning of royal pieces. `Check` without royal pieces is `None`.
    #[inline]
    pub(crate) fn demand(&self, def: &VariantDef) -> RoyalRule {
        let is_royal = |piece: &PieceDef| piece.royal;
        let has_royals = def.pieces.values().any(is_royal) || self.last_royal.is_some();
        self.royal.with_royals(has_royals)
    }

    /// The result for a side that is in check and has no legal move.
    #[inline]
    pub(crate) fn checkmate(&self) -> Verdict {
        self.adjudication.checkmate.unwrap_or(Verdict::Loss)
    }

    /// The result for a side that is not in check and has no legal move.
    #[inline]
    pub(crate) fn stalemate(&self) -> Verdict {
        self.adjudication.stalemate.unwrap_or(Verdict::Draw)
    }

    /// The result of repeated positions.
    #[inline]
    pub(crate) fn repetition(&self) -> RepetitionRules {
        self.adjudication.repetition.unwrap_or_default()
    }
}

// Goals, which the tables evaluate.

/// An end of the game when a side has pieces on its goal squares.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Goal {
    /// The kinds that count, by side; `None` for all.
    pub kinds: [Option<Vec<Role>>; 2],
    /// The goal squares, by side; an empty set is no goal.
    pub squares: [SquareSet; 2],
    /// The number of pieces required.
    pub count: u16,
    /// Whether one piece suffices if all goal squares are occupied.
    pub blocked_wins: bool,
    /// Whether Black has one more move after White arrives with a royal piece, and draws by arriving too.
    pub last_move: bool,
    /// Whether the arriving piece must not be attacked.
    pub safe: bool,
    /// The result for the side that arrives.
    pub result: Verdict,
}

impl Goal {
    /// A win for the side that has one piece of its kinds on a goal square.
    pub const fn of(kinds: [Option<Vec<Role>>; 2], squares: [SquareSet; 2]) -> Goal {
        Goal {
            kinds,
            squares,
            count: 1,
            blocked_wins: false,
            last_move: false,
            safe: false,
            result: Verdict::Win,
        }
    }

    /// Whether the goal depends on more than the pieces on squares.
    pub(crate) const fn is_late(&self) -> bool {
        self.last_move || self.safe
    }
}

// Ends of the game by number of pieces, which the tables evaluate, and pieces that become royal when
// few of them are left.

/// An end of the game that depends only on the number of pieces of some kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lack {
    /// The kinds that count, by side.
    pub kinds: [Vec<Role>; 2],
    /// The side that must have too few of them.
    pub who: WhoLacks,
    /// The largest number that is too few.
    pub limit: u16,
    /// Whether pieces in hand count as well.
    pub hands: bool,
    /// The number of pieces that the opponent must have: if the side with too few has just moved,
    /// and if it is to move.
    pub others: [u16; 2],
    /// The result for the side with too few, if it is always the same; the search uses it to preserve pieces.
    pub result: Option<Verdict>,
}

/// The side that must have too few pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhoLacks {
    /// Both sides.
    Both,
    /// One of the sides, or both.
    Either,
    /// The side that has just moved.
    Mover,
}

impl Lack {
    /// An end of the game when a side has none of these kinds on the board.
    pub const fn of(kinds: [Vec<Role>; 2], who: WhoLacks) -> Lack {
        Lack {
            kinds,
            who,
            limit: 0,
            hands: false,
            others: [0; 2],
            result: None,
        }
    }
}

impl WhoLacks {
    /// Evaluates the condition for a side to move, given whether each side has too few.
    #[inline]
    pub(crate) fn is_so(self, turn: Color, lacks: impl Fn(Color) -> bool) -> bool {
        let [us, them] = [turn, turn.opponent()];
        match self {
            WhoLacks::Both => lacks(us) && lacks(them),
            WhoLacks::Either => lacks(us) || lacks(them),
            WhoLacks::Mover => lacks(them),
        }
    }
}

/// Pieces that are royal when their side has few of their kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LastRoyal {
    /// The kinds that count, each with all roles that count as that kind.
    pub kinds: Vec<Vec<Role>>,
    /// The pieces of a kind are royal while at most this number plus one are left.
    pub limit: u16,
    /// Whether an attack on all of them at once is check too.
    pub together: bool,
}

impl LastRoyal {
    /// The last pieces of these kinds are royal.
    pub const fn of(kinds: Vec<Vec<Role>>) -> LastRoyal {
        LastRoyal {
            kinds,
            limit: 0,
            together: false,
        }
    }

    /// The roles that count as the same kind as a piece, if it counts.
    pub(crate) fn kind(&self, role: Role) -> Option<&[Role]> {
        let kind = self.kinds.iter().find(|kind| kind.contains(&role));
        kind.map(Vec::as_slice)
    }

    /// Whether a piece counts.
    #[doc(hidden)]
    pub fn counts(&self, role: Role) -> bool {
        self.kind(role).is_some()
    }
}

// Passing: null moves, which both engines generate.

/// The sides that may pass, and the consequences of passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Passing {
    /// Whether each side may pass at any time.
    pub always: [bool; 2],
    /// Whether each side passes if it has no other move.
    pub stalemate: [bool; 2],
    /// Whether two passes in a row end the game.
    pub twice_ends: bool,
}

impl Passing {
    /// Whether a side may ever pass.
    #[doc(hidden)]
    pub const fn is_allowed(self) -> bool {
        let [white, black] = self.always;
        let [white_last, black_last] = self.stalemate;
        white || black || white_last || black_last
    }
}

// Replacement by unmoved pieces, which the general engine performs.

/// A piece that moves for the first time may be replaced, on the square that it leaves, by another
/// unmoved piece of its side. Replacement is illegal as an answer to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replacement {
    /// The kinds of each side that make a replacement possible: the moving piece or the replacing
    /// one must belong to them.
    pub with: [PieceSet; 2],
    /// Whether castling may include a replacement, on either of the two squares that are left.
    pub castling: bool,
}

impl Replacement {
    /// Replacement with one of these kinds, and not with castling.
    pub const fn of(with: [PieceSet; 2]) -> Replacement {
        Replacement {
            with,
            castling: false,
        }
    }

    /// Whether a piece makes a replacement possible.
    pub(crate) fn takes_part(&self, piece: Piece) -> bool {
        self.with[piece.color.index()].contains(piece.role)
    }
}

// Walls placed by the players, which both engines support.

/// The rule that players place walls.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Walls {
    /// The kind of squares on which walls are placed.
    pub rule: Walling,
    /// The squares for walls, by side.
    pub region: [SquareSet; 2],
    /// Whether a wall may be placed instead of a move.
    pub instead_of_move: bool,
    /// Whether steps skip walls.
    pub are_skipped: bool,
}

impl Walls {
    /// Walls on some squares, by side, placed after moves.
    pub const fn of(rule: Walling, region: [SquareSet; 2]) -> Walls {
        Walls {
            rule,
            region,
            instead_of_move: false,
            are_skipped: false,
        }
    }
}
