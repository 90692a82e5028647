//! Compiled rules of a variant, with all names resolved, for move generation and positions.

use std::fmt;

use super::capture_only::CaptureOnly;
use super::custom::{Decision, MoveFinder, NamedRule, Passing, Phases, Said};
use super::flags::has_move_rules;
use super::insufficient_material_cache::DeadVerdicts;
use super::programs::{Programs, Sight, sights};
use super::reach::{ReachTable, check_reaches};
use super::role::{RoleChoice, RoleMove, RolePromotion, RoleRules};
use super::{Borrowed, CompileError, borrowed};
use crate::compile::is_long;
use crate::definition::{
    Action, MoveDef, PieceId, PlayLimits, Reach, RoyalRule, VariantDef, letters,
};
use crate::geometry::{BoardShape, Compass, Square};
use crate::movement::{Initial, Pattern};
use crate::source::budget::{spend, spend_each};
use crate::source::{Diagnostic, Span, codes};
use crate::state::{Board, Cell, Color, Fen, Letters, Role, RuleId, Setup};

/// The cost of compiling a variant without its patterns, in budget steps.
const VARIANT: u64 = 48_000;

/// The cost of compiling a pattern, in budget steps.
const PATTERN: u64 = 64;

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
    /// Whether pieces or the game have conditions beyond the movement of pieces.
    asks_beside_moves: bool,
    /// Whether these conditions leave the moves of each piece independent of other pieces.
    pieces_move_alone: bool,
    /// The squares that may be entered only for captures.
    pub(crate) capture_only: Option<CaptureOnly>,
    /// Whether a rule of the game changes the moves or their effects.
    has_move_rules: bool,
    /// Whether a piece may make another piece move, or borrow its moves.
    relays: bool,
    /// Whether any piece has the action of imitating.
    imitating_pieces: bool,
    /// Whether any piece freezes others.
    freezers: bool,
    /// Whether any piece has walks with many paths.
    pub(crate) has_long_walks: bool,
    /// The pieces that jump in series.
    pub(crate) roles_with_series: Vec<Role>,
    /// Whether any piece makes long leaps: over many pieces, and over single ones only.
    leapers: [bool; 2],
    /// Whether any piece burns or protects others, or has effects after its moves.
    aftermaths: bool,
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
    pub(super) borrowed: Vec<Borrowed>,
    /// Whether any piece imitates the one that moved last.
    pub(crate) imitates: bool,
    /// Whether moves are looked up in path programs instead of interpreted.
    uses_path_programs: bool,
    /// The cache of verdicts on insufficient material.
    pub(super) dead_verdicts: DeadVerdicts,
    /// By side: the contents of squares from its view.
    sights: Box<[Sight; 2]>,
    start: Option<Setup>,
    /// The board at the start of the game.
    pub(super) home: Board,
    /// The number of royal pieces of each side at the start.
    kings: [usize; 2],
    /// The move generator for queries of rules.
    finder: &'static dyn MoveFinder,
    /// The rules, built-in and custom, in the order in which they are called.
    custom: Vec<NamedRule>,
    /// Whether a rule depends on which pieces have not moved.
    rules_mind_first_moves: bool,
    /// The last move number that a rule distinguishes from later ones; 0 if none does.
    pub(crate) last_told_turn: u16,
    /// The union of the phases of the rules.
    custom_phases: Phases,
    /// Whether a rule affects moves or positions beyond what the tables evaluate.
    rules_act: bool,
    /// The static facts of the rules.
    pub(super) said: Said,
    /// Whether a rule may place or remove pieces anywhere.
    rules_rearrange: bool,
    /// Whether a rule decides who moves next.
    has_turn_rule: bool,
    /// Whether a rule takes moves back.
    takes_back: bool,
}

impl fmt::Debug for CompiledRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompiledRules")
            .field("name", &self.def.name)
            .finish_non_exhaustive()
    }
}

impl CompiledRules {
    /// Compiles a definition with its constructed rules. `finder` answers the queries of rules about moves.
    ///
    /// # Errors
    /// If its start position is invalid, or a promotion names an unknown piece.
    pub(crate) fn new(
        def: &VariantDef,
        limits: PlayLimits,
        custom: Vec<NamedRule>,
        finder: &'static dyn MoveFinder,
    ) -> Result<CompiledRules, CompileError> {
        let _ = spend(VARIANT);
        let error = CompileError::from;
        let unknown = |piece: PieceId| {
            let message = format!("{piece:?} is not a piece of the variant");
            error(Diagnostic::new(
                codes::UNKNOWN_PIECE,
                Span::default(),
                message,
            ))
        };
        if def.pieces.len() > Role::MAX {
            return Err(error(Diagnostic::new(
                codes::TABLES_TOO_LARGE,
                Span::default(),
                format!(
                    "a variant has at most {} kinds of pieces, this one has {}",
                    Role::MAX,
                    def.pieces.len()
                ),
            )));
        }
        let said = Said::by(&custom, def);
        let skips_walls = said.walls.as_ref().is_some_and(|walls| walls.are_skipped);
        let mut roles = Vec::with_capacity(def.pieces.len());
        for piece in def.pieces.values() {
            let mut moves = Vec::new();
            for written in &piece.moves {
                let _ = spend_each(written.movement.patterns().len(), PATTERN);
                moves.extend(written.patterns().map(|pattern| RoleMove {
                    pattern: if skips_walls {
                        pattern.skipping_walls()
                    } else {
                        pattern
                    },
                    from: written.from.clone(),
                    to: written.to.clone(),
                    takes: written.takes,
                    in_check: written.in_check,
                    programs: Programs::default(),
                }));
            }
            let promotion = match &piece.promotion {
                None => None,
                Some(promotion) => {
                    let mut choices = Vec::new();
                    for choice in &promotion.choices {
                        if def.piece(choice.piece).is_none() {
                            return Err(unknown(choice.piece));
                        }
                        choices.push(RoleChoice {
                            role: choice.piece.into(),
                            zone: choice.zone.clone(),
                            stock: choice.stock,
                            limit: choice.limit,
                        });
                    }
                    Some(RolePromotion::new(promotion, choices))
                }
            };
            roles.push(RoleRules::new(def, said.royal, piece, moves, promotion));
        }
        let leapers = [false, true].map(|single| {
            let mut actions = def.pieces.values().flat_map(|piece| &piece.actions);
            actions.any(|action| *action == Action::LongLeap { single })
        });
        let affects_afar = roles.iter().any(|role: &RoleRules| {
            let reaches = &role.reaches;
            let tables = [&reaches.freezes, &reaches.burns, &reaches.protects];
            !tables.into_iter().all(ReachTable::is_around)
        });
        let blast = said.captures.blast.as_ref();
        check_reaches(def).map_err(error)?;
        let letters = letters(def);
        let home = Fen::parse(&def.start, &def.shape, &letters).value.board;
        let check = said.royal == RoyalRule::Check;
        let relays =
            roles
                .iter()
                .flat_map(|role| &role.moves)
                .any(|role_move| match &role_move.pattern {
                    Pattern::Universal(leap) => leap.relay,
                    pattern => pattern.has_leg(|leg| leg.relay),
                });
        let royal: Vec<bool> = roles.iter().map(|role| role.royal).collect();
        let sights = sights(&royal);
        let replaces = said.replacement.is_some();
        let capture_only = CaptureOnly::of(&custom, &def.shape);
        let mut book = CompiledRules {
            def: def.clone(),
            limits,
            shape: def.shape.clone(),
            compass: Compass::new(&def.shape),
            letters,
            has_long_walks: roles.iter().any(|role| {
                role.moves.iter().any(|role_move| match &role_move.pattern {
                    Pattern::Walk(walk) => is_long(walk),
                    _ => false,
                })
            }),
            roles_with_series: (0..roles.len())
                .filter(|role| roles[*role].series().next().is_some())
                .map(Role::new)
                .collect(),
            roles,
            check,
            asks_beside_moves: !said.halfway.is_empty()
                || capture_only.is_some()
                || replaces
                || said.royal == RoyalRule::Capture
                || def.pieces.values().any(|piece| {
                    let is_special =
                        |written: &MoveDef| written.takes.is_some() || !written.in_check;
                    !piece.only_walks() || piece.moves.iter().any(is_special)
                }),
            capture_only,
            pieces_move_alone: said.halfway.is_empty(),
            has_move_rules: has_move_rules(def, &said)
                || said.forbids_dead_ends
                || said.passing != Passing::default()
                || said.walls.is_some()
                || said.last_royal.is_some(),
            relays,
            leapers,
            imitating_pieces: def
                .pieces
                .values()
                .any(|piece| piece.actions.contains(&Action::Imitate)),
            freezers: def.pieces.values().any(|piece| piece.freezes.is_some()),
            aftermaths: def.pieces.values().any(|piece| {
                piece.burns.is_some() || piece.protects.is_some() || piece.after.is_some()
            }),
            has_moves_not_made_in_check: (def.pieces.values())
                .any(|piece| piece.moves.iter().any(|written| !written.in_check)),
            burns: (def.pieces.values()).any(|piece| piece.burns.is_some()),
            captures_on_promotion: (def.pieces.values()).any(|piece| piece.captures.on_promotion),
            protects: (def.pieces.values()).any(|piece| piece.protects.is_some()),
            affects_afar,
            blast: ReachTable::new(blast.map_or(&Reach::Around, |blast| &blast.reach)),
            borrowed: borrowed(def),
            imitates: false,
            uses_path_programs: false,
            dead_verdicts: DeadVerdicts::default(),
            sights,
            start: None,
            home,
            kings: [0; 2],
            custom_phases: (custom.iter()).fold(Phases::NONE, |all, named| all | named.phases),
            rules_act: custom.iter().any(|named| named.acts && !named.in_tables),
            said,
            rules_rearrange: (custom.iter()).any(|named| named.acts && named.rule.rearranges()),
            has_turn_rule: custom
                .iter()
                .any(|named| named.rule.decides().contains(&Decision::Turn)),
            takes_back: custom.iter().any(|named| named.rule.takes_back()),
            last_told_turn: (custom.iter())
                .map(|named| named.rule.last_told_turn())
                .max()
                .unwrap_or(0),
            rules_mind_first_moves: replaces
                || custom.iter().any(|named| named.rule.minds_first_moves()),
            custom,
            finder,
        };
        book.imitates = book.has_imitators();
        let start = book.read_fen(&def.start);
        if start.has_errors() {
            // Wrong rights are a consequence of a wrong board.
            let mut diagnostics = start.diagnostics;
            diagnostics.retain(|finding| finding.code != codes::FEN_BAD_RIGHTS);
            return Err(CompileError::from(diagnostics));
        }
        book.kings = Color::ALL.map(|color| {
            let hand = start.value.hands[color.index()].iter();
            let waiting = hand.filter(|(role, _)| book.role(*role).king);
            let waiting: usize = waiting.map(|(_, count)| usize::from(count)).sum();
            book.kings_on(&start.value.board, color) + waiting
        });
        book.start = Some(start.value);
        Ok(book)
    }

    /// The same rules with path programs instead of interpretation.
    pub(crate) fn with_path_programs(mut self) -> CompiledRules {
        self.uses_path_programs = true;
        self
    }

    /// The move generator for queries of rules.
    pub(super) fn finder(&self) -> &dyn MoveFinder {
        self.finder
    }

    /// Whether moves are looked up in path programs.
    #[inline]
    pub(crate) const fn uses_path_programs(&self) -> bool {
        self.uses_path_programs
    }

    /// The rules, built-in and custom, in the order in which they are called.
    #[inline]
    #[doc(hidden)]
    pub fn rules(&self) -> &[NamedRule] {
        &self.custom
    }

    /// The rules with their numbers.
    pub(crate) fn rules_with_ids(&self) -> impl Iterator<Item = (RuleId, &NamedRule)> {
        let numbered = self.custom.iter().enumerate();
        numbered.filter_map(|(number, named)| Some((RuleId::new(number)?, named)))
    }

    /// The number of the rule with this name.
    pub(crate) fn rule_id(&self, name: &str) -> Option<RuleId> {
        let found = self.custom.iter().position(|named| named.name == name);
        found.and_then(RuleId::new)
    }

    /// The number of the rule with this FEN field.
    pub(crate) fn rule_of_field(&self, field: &str) -> Option<RuleId> {
        let found = self.custom.iter().position(|named| named.field == field);
        found.and_then(RuleId::new)
    }

    /// The rules of a phase, with their numbers.
    pub(crate) fn rules_in(&self, phase: Phases) -> impl Iterator<Item = (RuleId, &NamedRule)> {
        let rules = self.rules_with_ids();
        rules.filter(move |(_, named)| named.phases.contains(phase))
    }

    /// Whether any rule is called in one of these phases.
    #[inline]
    pub(crate) const fn rules_speak_in(&self, phases: Phases) -> bool {
        self.custom_phases.meets(phases)
    }

    /// Whether any rule affects moves or positions beyond what the tables evaluate.
    #[inline]
    pub(crate) const fn rules_act(&self) -> bool {
        self.rules_act
    }

    /// Whether any rule may place or remove pieces in ways that moves cannot.
    pub(super) const fn rules_rearrange(&self) -> bool {
        self.rules_rearrange
    }

    /// Whether a rule decides who moves next.
    #[inline]
    pub(crate) const fn has_turn_rule(&self) -> bool {
        self.has_turn_rule
    }

    /// Whether a rule lets a side take back the opponent's latest move.
    #[inline]
    pub(crate) const fn takes_back(&self) -> bool {
        self.takes_back
    }

    /// Whether a square is on the board, for any square number.
    #[inline]
    pub(crate) fn has_square(&self, square: Square) -> bool {
        square.index() < self.shape.area() && self.shape.exists(square)
    }

    /// Whether a rule depends on which pieces have not moved.
    pub(super) const fn rules_mind_first_moves(&self) -> bool {
        self.rules_mind_first_moves
    }

    /// The board at the start of the game.
    pub(crate) fn home(&self) -> &Board {
        &self.home
    }

    /// The contents of squares by board code, from the view of a side.
    #[inline]
    pub(crate) fn sight(&self, color: Color) -> &Sight {
        &self.sights[color.index()]
    }

    /// The number of royal pieces of a side at the start, on the board or in hand.
    pub(crate) fn kings_at_start(&self, color: Color) -> usize {
        self.kings[color.index()]
    }

    /// The number of a side's royal pieces on the board.
    pub(crate) fn kings_on(&self, board: &Board, color: Color) -> usize {
        self.kings(board, color).count()
    }

    /// The squares of a side's royal pieces, in games without check too.
    #[inline]
    pub(crate) fn kings<'a>(
        &'a self,
        board: &'a Board,
        color: Color,
    ) -> impl Iterator<Item = Square> + 'a {
        let mut pieces = board.pieces_of(color);
        // PERF: iterator adapters are not inlined here.
        std::iter::from_fn(move || {
            for (square, piece) in pieces.by_ref() {
                if self.role(piece.role).king {
                    return Some(square);
                }
            }
            None
        })
    }

    /// The role of a captured piece in the hand of its captor.
    #[doc(hidden)]
    pub fn as_prisoner(&self, role: Role) -> Role {
        let mut rules = self.custom.iter();
        let changed = rules.find_map(|named| named.rule.becomes_in_hand(role));
        changed
            .filter(|role| role.index() < self.roles.len())
            .unwrap_or(role)
    }

    /// Whether it matters which pieces have not moved.
    pub(super) fn minds_first_moves(&self) -> bool {
        self.rules_mind_first_moves
            || self.roles.iter().any(|role| {
                let mut patterns = role.moves.iter().map(|role_move| &role_move.pattern);
                let runs = |action: &Action| matches!(action, Action::Run(_));
                role.actions.iter().any(runs)
                    || patterns.any(|pattern| match pattern {
                        Pattern::Walk(walk) => walk.initial != Initial::Any,
                        Pattern::Universal(leap) => leap.initial != Initial::Any,
                        Pattern::Imitation(imitation) => imitation.initial != Initial::Any,
                        Pattern::Castle(_) => true,
                        Pattern::Placement(_) => false,
                    })
            })
    }

    /// Whether a counting rule applies.
    pub(super) fn counts(&self) -> bool {
        self.adjudication().counting.is_some()
    }

    /// Whether a rule of the game changes the moves or their effects, in addition to the conditions
    /// of
    /// [`asks_beside_moves`](CompiledRules::asks_beside_moves).
    #[inline]
    #[doc(hidden)]
    pub const fn has_move_rules(&self) -> bool {
        self.has_move_rules
    }

    /// Whether there are conditions beyond the movement of pieces: pieces with other abilities or
    /// with moves that depend on check, kings that are captured, or rules about single pieces.
    #[inline]
    pub(crate) const fn asks_beside_moves(&self) -> bool {
        self.asks_beside_moves
    }

    /// Whether the conditions beyond movement leave the moves of each piece independent of other pieces.
    pub(crate) const fn pieces_move_alone(&self) -> bool {
        self.pieces_move_alone
    }

    /// Whether any piece has the action of imitating.
    #[inline]
    pub(crate) const fn has_imitating_pieces(&self) -> bool {
        self.imitating_pieces
    }

    /// Whether any piece makes long leaps, over single pieces only or over many.
    #[inline]
    pub(crate) const fn has_leapers(&self, single: bool) -> bool {
        self.leapers[single as usize]
    }

    /// Whether any piece freezes others.
    #[inline]
    pub(crate) const fn has_freezers(&self) -> bool {
        self.freezers
    }

    /// Whether any piece burns or protects others, or has effects after its moves.
    #[inline]
    pub(crate) const fn has_aftermaths(&self) -> bool {
        self.aftermaths
    }

    /// Whether a piece may make another piece move, or borrow its moves.
    #[inline]
    pub(crate) const fn has_relays(&self) -> bool {
        self.relays
    }

    #[inline]
    pub(crate) fn role(&self, role: Role) -> &RoleRules {
        &self.roles[role.index()]
    }

    /// Whether the pieces of a role are royal.
    #[doc(hidden)]
    pub fn is_royal(&self, role: Role) -> bool {
        self.role(role).royal
    }

    /// Whether the pieces of any role are royal.
    #[doc(hidden)]
    pub fn has_royal_kinds(&self) -> bool {
        self.roles.iter().any(|role| role.royal)
    }

    /// The start position; `None` during compilation.
    pub(crate) fn start_setup(&self) -> Option<&Setup> {
        self.start.as_ref()
    }

    /// Whether a square other than a hole exists and is empty.
    #[inline]
    pub(crate) fn is_free(&self, setup: &Setup, square: Square) -> bool {
        setup.board.get(square) == Cell::Empty && !self.shape.vanishing().contains(square)
    }

    /// The squares of a side's royal pieces.
    #[inline]
    pub(crate) fn royals<'a>(
        &'a self,
        setup: &'a Setup,
        color: Color,
    ) -> impl Iterator<Item = Square> + 'a {
        let mut pieces = setup.board.pieces_of(color);
        // PERF: iterator adapters are not inlined here.
        std::iter::from_fn(move || {
            for (square, piece) in pieces.by_ref() {
                if self.role(piece.role).royal {
                    return Some(square);
                }
            }
            None
        })
    }

    /// The moves of a role that an imitator has.
    pub(crate) fn imitable(&self, role: Role) -> &[RoleMove] {
        self.role(role).imitable()
    }
}
