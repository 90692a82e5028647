//! Properties of the compiled rules of a variant, and of a single compiled rule.

use std::fmt;

use crate::definition::Action;
use crate::geometry::Square;
use crate::movement::{Initial, Pattern};
use crate::state::{Board, Cell, Color, Role, RuleId, Setup};

use super::answers::Phases;
use super::roles::{RoleRules, Sight};
use super::rule::{CompiledRules, NamedRule};

impl fmt::Debug for CompiledRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompiledRules")
            .field("name", &self.def.name)
            .finish_non_exhaustive()
    }
}

impl CompiledRules {
    /// The same rules with path programs instead of interpretation.
    pub(crate) fn with_path_programs(mut self) -> CompiledRules {
        self.uses_path_programs = true;
        self
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
        rules.filter(move |(_, named)| named.phases.meets(phase))
    }

    /// Whether any rule is called in one of these phases.
    #[inline]
    pub(crate) const fn rules_speak_in(&self, phases: Phases) -> bool {
        self.custom_phases.meets(phases)
    }

    /// Whether a square is on the board, for any square number.
    #[inline]
    pub(crate) fn has_square(&self, square: Square) -> bool {
        square.index() < self.shape.area() && self.shape.exists(square)
    }

    /// The contents of squares by board code, from the view of a side.
    #[inline]
    pub(crate) fn sight(&self, color: Color) -> &Sight {
        &self.sights[color.index()]
    }

    /// The number of royal pieces of a side at the start, on the board or in hand.
    #[doc(hidden)]
    pub fn kings_at_start(&self, color: Color) -> usize {
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
    pub(crate) fn depends_on_first_moves(&self) -> bool {
        self.rules_depend_on_first_moves
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

    /// Whether any piece makes long leaps, over single pieces only or over many.
    #[inline]
    pub(crate) const fn has_leapers(&self, single: bool) -> bool {
        self.leapers[single as usize]
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
}

impl fmt::Debug for NamedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NamedRule").field(&self.name).finish()
    }
}

impl NamedRule {
    /// Whether it takes part in tests for attacks.
    #[doc(hidden)]
    pub const fn judges_attacks(&self) -> bool {
        self.phases.meets(Phases::ATTACK)
    }

    /// Whether it takes part in adjudication.
    #[doc(hidden)]
    pub const fn adjudicates(&self) -> bool {
        self.phases.contains(Phases::ADJUDICATION)
    }

    /// Whether it may attach effects to moves.
    #[doc(hidden)]
    pub const fn has_effects(&self) -> bool {
        self.phases.contains(Phases::EFFECT)
    }
}
