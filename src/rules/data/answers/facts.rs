//! Static facts of rules, which the engines use without calling the rules.

use std::fmt;

use crate::definition::{
    CaptureRules, CapturedTo, CastlingRules, CheckRules, CountingRule, DropRules, EnPassantRules,
    FirstLeaps, GatingRules, PairedPromotion, PieceDef, PieceId, PieceSet, PromotionStock,
    RepetitionRules, RoyalGuard, RoyalRule, VariantDef, Verdict, Walling,
};
use crate::geometry::{SquareSet, Zone};
use crate::movement::Pattern;
use crate::state::Piece;

use super::decisions::Halfway;
use super::piece_ends::{Goal, Lack, LastRoyal};

// The facts of one rule.

/// A static fact that a rule states. The engines use it without calling the rule.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RuleFact {
    /// An end of the game that depends only on numbers of pieces. The tables evaluate it, and play a variant with the
    /// rule if it has no other phase than the end: [`end`](crate::rules::Rule::end) must give exactly the ends of
    /// these facts, and the rule neither [mates](crate::rules::Rule::mates) nor
    /// [pardons](crate::rules::Rule::pardons).
    Lack(Lack),
    /// An end of the game that depends only on squares reached, for the tables like a lack.
    Goal(Goal),
    /// Pieces that are royal while a side has few of their kind: they may not be left attacked, and an attack on them
    /// is check.
    LastRoyal(LastRoyal),
    /// The meaning of royal pieces; by default none may be left attacked.
    Royal(RoyalRule),
    /// The royal pieces that a side with several must keep safe; by default all.
    Guard(RoyalGuard),
    /// The destination of captured pieces. Pieces that promoted by choice stay promoted in hand unless the definition
    /// says otherwise.
    CapturedTo(CapturedTo),
    /// The pieces with en passant captures in their moves that use them, and the squares; by default all pieces
    /// everywhere.
    EnPassant(EnPassantRules),
    /// Castling to fixed files, in addition to castling moves of pieces; the castling rights of a FEN are then those
    /// of this rule.
    Castling(CastlingRules),
    /// A piece from the hand may be gated when a piece moves for the first time. The rights field of a FEN then names
    /// the files of unmoved pieces.
    Gating,
    /// Leaps of unmoved pieces; the rights field of a FEN names their files.
    FirstLeaps(FirstLeaps),
    /// The pieces that may be dropped from the hand, and the squares; gates are filled by the same rules. By default
    /// only the drops that rules [offer](crate::rules::Rule::drops) exist.
    Drops(DropRules),
    /// Side effects of captures.
    Captures(CaptureRules),
    /// Promotion of single pieces to single pieces by a rule of the game. Their kinds in hand are determined by the
    /// [forms](crate::definition::Forms).
    PairedPromotion(PairedPromotion),
    /// Rules about giving, counting and escaping check, and about facing kings.
    Checks(CheckRules),
    /// The result for a side that is in check and has no legal move; by default a loss.
    Checkmate(Verdict),
    /// The result for a side that is not in check and has no legal move; by default a draw.
    Stalemate(Verdict),
    /// The number of moves of each side without capture or irreversible move after which the game is drawn.
    MoveLimit(u16),
    /// The result of repeated positions; by default a draw at the third occurrence.
    Repetition(RepetitionRules),
    /// The result for a side that alone repeats positions by giving check with every move, applied when the
    /// repetition ends the game.
    PerpetualCheck(Verdict),
    /// The pieces of each side whose irreversible moves reset the clock of the move limit; by default pieces that
    /// promote or have initial moves.
    Restarts([PieceSet; 2]),
    /// A side that moves a piece back and forth four times loses.
    BackAndForthLoses,
    /// Pieces for the chasing rule: a side that repeats a position by chasing the same piece with every move loses.
    Chasing(Chasing),
    /// The counting rule, by which a side that cannot win may begin to count.
    Counting(Counting),
    /// The sides that may pass.
    Passing(Passing),
    /// Walls placed by the players.
    Walls(Walls),
    /// Unmoved pieces that may replace a piece that moves away. It implies that first moves of pieces matter, so
    /// [`depends_on_first_moves`](crate::rules::Rule::depends_on_first_moves) need not.
    Replacement(Replacement),
    /// A rule for captures at the midpoint of moves, a capture method of pieces.
    Halfway(Halfway),
    /// No piece may end a move on a square from which it could never move again, unless it promotes there or castles.
    NoDeadEnds,
    /// Squares that a move may enter, on its way or at its end, only for a capture that no move of the piece entering
    /// fewer of them could make.
    CaptureOnly(Zone),
}

impl RuleFact {
    /// The subject of a fact that only one rule of a variant may state, for errors.
    pub(crate) const fn subject(&self) -> Option<&'static str> {
        Some(match self {
            RuleFact::LastRoyal(_) => "which last pieces are royal",
            RuleFact::Royal(_) => "what royal pieces demand",
            RuleFact::Guard(_) => "which royal pieces must be guarded",
            RuleFact::CapturedTo(_) => "what becomes of captured pieces",
            RuleFact::EnPassant(_) => "who captures en passant",
            RuleFact::Castling(_) => "who castles to which files",
            RuleFact::Gating => "that pieces make room for others",
            RuleFact::FirstLeaps(_) => "which unmoved pieces leap",
            RuleFact::Drops(_) => "what may be dropped",
            RuleFact::Captures(_) => "what captures do besides removing a piece",
            RuleFact::PairedPromotion(_) => "how pieces promote in pairs",
            RuleFact::Checks(_) => "what kings may do and suffer",
            RuleFact::Checkmate(_) => "what a checkmate is",
            RuleFact::Stalemate(_) => "what a stalemate is",
            RuleFact::MoveLimit(_) => "how many moves may be made without progress",
            RuleFact::Repetition(_) => "what happens when a position comes again",
            RuleFact::PerpetualCheck(_) => "what a perpetual check is",
            RuleFact::Restarts(_) => "which pieces restart the clock",
            RuleFact::Chasing(_) => "what chases are",
            RuleFact::Counting(_) => "who may count",
            RuleFact::Passing(_) => "who may pass",
            RuleFact::Walls(_) => "what walls there are",
            RuleFact::Replacement(_) => "which pieces take the place of others",
            RuleFact::Lack(_)
            | RuleFact::Goal(_)
            | RuleFact::BackAndForthLoses
            | RuleFact::Halfway(_)
            | RuleFact::NoDeadEnds
            | RuleFact::CaptureOnly(_) => return None,
        })
    }

    /// Whether it is an end of the game that the tables evaluate.
    pub(crate) const fn ends_in_tables(&self) -> bool {
        matches!(self, RuleFact::Lack(_) | RuleFact::Goal(_))
    }

    /// Whether it affects the moves in a way that only the general engine supports.
    pub(crate) const fn needs_general_engine(&self) -> bool {
        matches!(
            self,
            RuleFact::CaptureOnly(_) | RuleFact::Replacement(_) | RuleFact::Halfway(_)
        )
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
    pub(in crate::rules) def: &'a VariantDef,
    pub(in crate::rules) facts: &'a RuleFacts,
    /// Whether some rule may offer drops of its own.
    pub(in crate::rules) offers: bool,
    /// Whether some rule changes the moves or their effects.
    pub(in crate::rules) alters_moves: bool,
}

impl<'a> AllRules<'a> {
    /// The variant's definition.
    pub const fn def(&self) -> &'a VariantDef {
        self.def
    }

    /// The facts that the rules state.
    pub const fn facts(&self) -> &'a RuleFacts {
        self.facts
    }

    /// The meaning of royal pieces. `Check` without royal pieces is `None`.
    pub fn demand(&self) -> RoyalRule {
        self.facts.demand(self.def)
    }

    /// Whether pieces may be dropped as a move. Custom rules that offer moves count as dropping.
    pub fn may_drop(&self) -> bool {
        self.offers || self.facts.drops.as_ref().is_some_and(|drops| drops.allowed)
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
            || self.facts.drops.is_some()
            || self.facts.gating.is_some()
            || pieces.any(|piece| is_reserve(piece) || is_dropped(piece))
    }

    /// Whether some rule changes the moves or their effects beyond these facts. Pieces may then be
    /// lost without being attacked.
    pub const fn alters_moves(&self) -> bool {
        self.alters_moves
    }
}

impl fmt::Debug for AllRules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AllRules").field(&self.def.name).finish()
    }
}

/// The static facts of all rules of a variant, with the default of each that no rule states.
#[derive(Clone, Debug)]
pub struct RuleFacts {
    /// The ends of the game by number of pieces that the tables evaluate.
    pub lacks: Vec<Lack>,
    /// The ends of the game by squares reached that the tables evaluate.
    pub goals: Vec<Goal>,
    /// Pieces that become royal when their side has few of their kind left.
    pub last_royal: Option<LastRoyal>,
    /// The meaning of royal pieces, as stated.
    pub royal: RoyalRule,
    /// The royal pieces that a side with several must keep safe.
    pub guard: RoyalGuard,
    /// The destination of captured pieces.
    pub captured_to: CapturedTo,
    /// The pieces that capture en passant and the squares where they do; without it all pieces everywhere.
    pub en_passant: Option<EnPassantRules>,
    /// Castling to fixed files; other castling belongs to the moves of the pieces.
    pub castling: Option<CastlingRules>,
    /// Gating and first leaps of unmoved pieces.
    pub gating: Option<GatingRules>,
    /// The pieces that may be dropped or gated from the hand, and the squares.
    pub drops: Option<DropRules>,
    /// Side effects of captures.
    pub captures: CaptureRules,
    /// Promotion by rules of the game, such as flipping to a promoted side.
    pub paired_promotion: PairedPromotion,
    /// Rules about giving, counting and escaping check, and about facing kings.
    pub checks: CheckRules,
    /// The result for a side that is in check and has no legal move.
    pub checkmate: Verdict,
    /// The result for a side that is not in check and has no legal move.
    pub stalemate: Verdict,
    /// The number of moves of each side without capture or irreversible move after which the game is drawn.
    pub move_limit: Option<u16>,
    /// The result of repeated positions.
    pub repetition: RepetitionRules,
    /// The result for a side that gives perpetual check.
    pub perpetual_check: Option<Verdict>,
    /// The pieces of each side that reset the clock of the move limit, if not the usual ones.
    pub restarts: Option<[PieceSet; 2]>,
    /// Whether a side that moves a piece back and forth four times loses.
    pub back_and_forth_loses: bool,
    /// The pieces for the chasing rule.
    pub chasing: Option<Chasing>,
    /// The counting rule.
    pub counting: Option<Counting>,
    /// The sides that may pass, and the consequences of passing.
    pub passing: Passing,
    /// Walls placed by the players.
    pub walls: Option<Walls>,
    /// Unmoved pieces that may replace a piece that moves away.
    pub replacement: Option<Replacement>,
    /// The rules for captures at the midpoint of moves.
    pub halfway: Vec<Halfway>,
    /// Whether a piece may not move to a square from which it could never move again.
    pub forbids_dead_ends: bool,
    /// Squares that may be entered only for captures, by rule.
    pub capture_only: Vec<Zone>,
}

impl RuleFacts {
    /// Combines the facts of all rules.
    pub(crate) fn of(stated: impl IntoIterator<Item = RuleFact>, def: &VariantDef) -> RuleFacts {
        let mut facts = RuleFacts {
            lacks: Vec::new(),
            goals: Vec::new(),
            last_royal: None,
            royal: RoyalRule::default(),
            guard: RoyalGuard::default(),
            captured_to: CapturedTo::default(),
            en_passant: None,
            castling: None,
            gating: None,
            drops: None,
            captures: CaptureRules::default(),
            paired_promotion: PairedPromotion::default(),
            checks: CheckRules::default(),
            checkmate: Verdict::Loss,
            stalemate: Verdict::Draw,
            move_limit: None,
            repetition: RepetitionRules::default(),
            perpetual_check: None,
            restarts: None,
            back_and_forth_loses: false,
            chasing: None,
            counting: None,
            passing: Passing::default(),
            walls: None,
            replacement: None,
            halfway: Vec::new(),
            forbids_dead_ends: false,
            capture_only: Vec::new(),
        };
        let mut gating = GatingRules {
            from_hand: false,
            leaps: None,
        };
        for fact in stated {
            match fact {
                RuleFact::Lack(lack) => facts.lacks.push(lack),
                RuleFact::Goal(goal) => facts.goals.push(goal),
                RuleFact::LastRoyal(last) => facts.last_royal = Some(last),
                RuleFact::Royal(royal) => facts.royal = royal,
                RuleFact::Guard(guard) => facts.guard = guard,
                RuleFact::CapturedTo(to) => facts.captured_to = to,
                RuleFact::EnPassant(rules) => facts.en_passant = Some(rules),
                RuleFact::Castling(rules) => facts.castling = Some(rules),
                RuleFact::Gating => gating.from_hand = true,
                RuleFact::FirstLeaps(leaps) => gating.leaps = Some(leaps),
                RuleFact::Drops(rules) => facts.drops = Some(rules),
                RuleFact::Captures(rules) => facts.captures = rules,
                RuleFact::PairedPromotion(pairs) => facts.paired_promotion = pairs,
                RuleFact::Checks(rules) => facts.checks = rules,
                RuleFact::Checkmate(verdict) => facts.checkmate = verdict,
                RuleFact::Stalemate(verdict) => facts.stalemate = verdict,
                RuleFact::MoveLimit(moves) => facts.move_limit = Some(moves),
                RuleFact::Repetition(rules) => facts.repetition = rules,
                RuleFact::PerpetualCheck(verdict) => facts.perpetual_check = Some(verdict),
                RuleFact::Restarts(by) => facts.restarts = Some(by),
                RuleFact::BackAndForthLoses => facts.back_and_forth_loses = true,
                RuleFact::Chasing(pieces) => facts.chasing = Some(pieces),
                RuleFact::Counting(counting) => facts.counting = Some(counting),
                RuleFact::Passing(passing) => facts.passing = passing,
                RuleFact::Walls(walls) => facts.walls = Some(walls),
                RuleFact::Replacement(replacement) => facts.replacement = Some(replacement),
                RuleFact::Halfway(halfway) => facts.halfway.push(halfway),
                RuleFact::NoDeadEnds => facts.forbids_dead_ends = true,
                RuleFact::CaptureOnly(zone) => facts.capture_only.push(zone),
            }
        }
        if gating.from_hand && facts.drops.is_none() {
            // Gates are filled by the drop rules, even if the definition has none.
            facts.drops = Some(DropRules::of_gates(def));
        }
        facts.gating = Some(gating).filter(|gating| gating.from_hand || gating.leaps.is_some());
        // A wall instead of a move is a pass.
        let or_wall = (facts.walls.as_ref()).is_some_and(|walls| walls.instead_of_move);
        if !facts.passing.is_allowed() && !or_wall {
            facts.passing = Passing::default();
        }
        facts
    }

    /// The meaning of royal pieces. `Check` without royal pieces is `None`.
    #[inline]
    pub(crate) fn demand(&self, def: &VariantDef) -> RoyalRule {
        let is_royal = |piece: &PieceDef| piece.royal;
        let has_royals = def.pieces.values().any(is_royal) || self.last_royal.is_some();
        self.royal.with_royals(has_royals)
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
