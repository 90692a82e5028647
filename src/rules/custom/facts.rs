//! What is asked of all rules of a variant at once, whichever they are.

use super::{
    Course, Goal, Halfway, Lack, LastRoyal, NamedRule, Passing, Phases, Replacement, Rule,
    RuleContext, Stock, Walls,
};
use crate::definition::{
    CaptureFate, CaptureRules, CastlingRules, CheckRules, DropRules, EnPassantRules, GatingRules,
    PieceDef, PiecePromotion, Reason, RepetitionRules, RoyalGuard, RoyalRule, VariantDef, Verdict,
};
use crate::geometry::Square;
use crate::rules::CompiledRules;
use crate::state::{Color, Role, RuleId, RuleState, Setup};

/// Roles by side of which that side must keep more than a number.
pub(crate) type KindToKeep = ([Vec<Role>; 2], u16);

/// What rules say once and for all, and nobody asks again.
pub(crate) struct Said {
    lacks: Vec<Lack>,
    goals: Vec<Goal>,
    pub(crate) last_royal: Option<LastRoyal>,
    pub(crate) royal: RoyalRule,
    pub(super) guard: RoyalGuard,
    pub(super) captured: CaptureFate,
    pub(crate) en_passant: Option<EnPassantRules>,
    pub(crate) castling: Option<CastlingRules>,
    pub(crate) gating: Option<GatingRules>,
    pub(crate) drops: Option<DropRules>,
    pub(crate) captures: CaptureRules,
    pub(crate) turning: PiecePromotion,
    pub(crate) checks: CheckRules,
    pub(super) perpetual_check: Option<Verdict>,
    pub(crate) replacement: Option<Replacement>,
    pub(crate) passing: Passing,
    pub(crate) walls: Option<Walls>,
    pub(super) course: Course,
    pub(crate) halfway: Vec<Halfway>,
    pub(crate) forbids_dead_ends: bool,
}

impl Said {
    pub(crate) fn by(rules: &[NamedRule], def: &VariantDef) -> Said {
        let said = Said::of(|| rules.iter().map(|named| &*named.rule), def);
        Said {
            lacks: known(rules, |rule| rule.lacks()),
            goals: known(rules, |rule| rule.goals()),
            ..said
        }
    }

    /// The same without what depends on whether tables know the rules.
    pub(super) fn of<'r, Rules: Iterator<Item = &'r dyn Rule>>(
        rules_by: impl Fn() -> Rules,
        def: &VariantDef,
    ) -> Said {
        let gating = GatingRules {
            from_hand: rules_by().any(Rule::gating),
            leaps: rules_by().find_map(Rule::first_leaps),
        };
        let gated = || gating.from_hand.then(|| DropRules::of_gates(def));
        let walls = rules_by().find_map(Rule::walls);
        // Who puts a wall instead of a move passes.
        let or_wall = walls.as_ref().is_some_and(|walls| walls.instead_of_move);
        Said {
            lacks: Vec::new(),
            goals: Vec::new(),
            last_royal: rules_by().find_map(Rule::last_royal),
            royal: (rules_by().find_map(Rule::royal)).unwrap_or_default(),
            guard: (rules_by().find_map(Rule::guard)).unwrap_or_default(),
            captured: (rules_by().find_map(Rule::captured)).unwrap_or_default(),
            en_passant: rules_by().find_map(Rule::en_passant),
            castling: rules_by().find_map(Rule::castling_by_files),
            // Gates are filled by rules of drops, also where none is written.
            drops: (rules_by().find_map(Rule::drop_rules)).or_else(gated),
            gating: Some(gating).filter(|gating| gating.from_hand || gating.leaps.is_some()),
            captures: (rules_by().find_map(Rule::captures)).unwrap_or_default(),
            turning: (rules_by().find_map(Rule::turning)).unwrap_or_default(),
            checks: (rules_by().find_map(Rule::checks)).unwrap_or_default(),
            perpetual_check: rules_by().find_map(Rule::perpetual_check),
            replacement: rules_by().find_map(Rule::replacement),
            passing: (rules_by().find_map(Rule::passing))
                .filter(|passing| passing.is_allowed() || or_wall)
                .unwrap_or_default(),
            walls,
            course: rules_by().fold(Course::default(), |all, rule| all.with(rule.course())),
            halfway: rules_by().filter_map(Rule::halfway).collect(),
            forbids_dead_ends: rules_by().any(Rule::forbids_dead_ends),
        }
    }

    /// What the royal pieces demand; nothing where no piece is or becomes royal.
    pub(super) fn demand(&self, def: &VariantDef) -> RoyalRule {
        let is_royal = |piece: &PieceDef| piece.royal;
        let has_royals = def.pieces.values().any(is_royal) || self.last_royal.is_some();
        self.royal.with_royals(has_royals)
    }

    /// The result for a side that is in check and has no legal move.
    pub(super) fn checkmate(&self) -> Verdict {
        self.course.checkmate.unwrap_or(Verdict::Loss)
    }

    /// The result for a side that is not in check and has no legal move.
    pub(super) fn stalemate(&self) -> Verdict {
        self.course.stalemate.unwrap_or(Verdict::Draw)
    }

    /// What happens when a position comes again.
    pub(super) fn repetition(&self) -> RepetitionRules {
        self.course.repetition.unwrap_or_default()
    }
}

impl CompiledRules {
    /// The name of the rule that says something.
    pub(crate) fn who_says(&self, says: impl Fn(&dyn Rule) -> bool) -> Option<&str> {
        let mut rules = self.rules().iter();
        let found = rules.find(|named| says(&*named.rule));
        found.map(|named| named.name.as_str())
    }

    /// Where rules end the game by the number of pieces, and tables know it.
    pub(crate) fn lacks(&self) -> &[Lack] {
        &self.said.lacks
    }

    /// Where rules end the game by squares that are reached, and tables know it.
    pub(crate) fn goals(&self) -> &[Goal] {
        &self.said.goals
    }

    /// The pieces that are royal while a side has few of their kind.
    #[inline]
    pub(crate) const fn last_royal(&self) -> Option<&LastRoyal> {
        self.said.last_royal.as_ref()
    }

    /// What the royal pieces demand.
    #[inline]
    pub(crate) const fn royal(&self) -> RoyalRule {
        self.said.royal
    }

    /// The same; nothing where no piece is or becomes royal.
    pub(crate) fn demand(&self) -> RoyalRule {
        self.said.demand(&self.def)
    }

    /// What a side with several royal pieces must guard.
    #[inline]
    pub(crate) const fn guard(&self) -> RoyalGuard {
        self.said.guard
    }

    /// Which unmoved pieces may take the place of others.
    #[inline]
    pub(crate) const fn replacement(&self) -> Option<&Replacement> {
        self.said.replacement.as_ref()
    }

    /// Who may stay where it is, and what follows from it.
    #[inline]
    pub(crate) const fn passing(&self) -> Passing {
        self.said.passing
    }

    /// The walls that players put on the board.
    #[inline]
    pub(crate) const fn walls(&self) -> Option<&Walls> {
        self.said.walls.as_ref()
    }

    /// What rules say of the course of games.
    #[inline]
    pub(crate) const fn course(&self) -> &Course {
        &self.said.course
    }

    /// What becomes of captured pieces.
    #[inline]
    pub(crate) const fn captured(&self) -> CaptureFate {
        self.said.captured
    }

    /// Who captures en passant, and where; everybody everywhere if nothing is said.
    #[inline]
    pub(crate) const fn en_passant(&self) -> Option<&EnPassantRules> {
        self.said.en_passant.as_ref()
    }

    /// Whether a side may capture en passant on a square.
    pub(crate) fn allows_en_passant(&self, side: Color, square: Square) -> bool {
        let rule = self.en_passant();
        rule.is_none_or(|rule| rule.region[side.index()].contains(square))
    }

    /// How pieces castle to fixed files, if a rule says so; moves of their own say how else.
    #[inline]
    pub(crate) const fn castling(&self) -> Option<&CastlingRules> {
        self.said.castling.as_ref()
    }

    /// The power that squares of unmoved pieces have, if they have one.
    #[inline]
    pub(crate) const fn gating(&self) -> Option<&GatingRules> {
        self.said.gating.as_ref()
    }

    /// Which pieces come from the hand, and where, as moves or behind others; none do if nothing is said.
    #[inline]
    pub(crate) const fn drops(&self) -> Option<&DropRules> {
        self.said.drops.as_ref()
    }

    /// Whether pieces may be dropped, and not only gated.
    pub(crate) fn has_drops(&self) -> bool {
        self.drops().is_some_and(|drops| drops.allowed)
    }

    /// Whether the hand is never empty of some kind.
    pub(crate) fn hand_is_free(&self) -> bool {
        self.drops().is_some_and(|drops| !drops.free.is_empty())
    }

    /// Whether the hand is never empty of such pieces.
    #[inline]
    pub(crate) fn never_runs_out(&self, role: Role) -> bool {
        self.drops().is_some_and(|drops| drops.free.contains(role))
    }

    /// Whether the rights field of a FEN names files: of castling partners, or of pieces that make
    /// room for others.
    #[inline]
    pub(crate) const fn rights_are_files(&self) -> bool {
        self.castling().is_some() || self.gating().is_some()
    }

    /// What captures do besides removing a piece.
    #[inline]
    pub(crate) const fn captures(&self) -> &CaptureRules {
        &self.said.captures
    }

    /// How pieces turn over.
    #[inline]
    pub(crate) const fn turning(&self) -> &PiecePromotion {
        &self.said.turning
    }

    /// Whether pieces promote by rules of the game and not by their own.
    pub(crate) fn promotes(&self) -> bool {
        self.said.turning != PiecePromotion::default()
    }

    /// What kings may do and suffer.
    #[inline]
    pub(crate) const fn checks(&self) -> &CheckRules {
        &self.said.checks
    }

    /// The result for a side that is in check and has no legal move.
    pub(crate) fn checkmate(&self) -> Verdict {
        self.said.checkmate()
    }

    /// The result for a side that is not in check and has no legal move.
    pub(crate) fn stalemate(&self) -> Verdict {
        self.said.stalemate()
    }

    /// What happens when a position comes again.
    #[inline]
    pub(crate) fn repetition(&self) -> RepetitionRules {
        self.said.repetition()
    }

    /// Whether rules let no piece go where it could never move again.
    #[inline]
    pub(crate) const fn forbids_dead_ends(&self) -> bool {
        self.said.forbids_dead_ends
    }

    /// Whether rules say so of captures halfway along moves.
    #[inline]
    pub(crate) fn has_halfway(&self, halfway: Halfway) -> bool {
        self.said.halfway.contains(&halfway)
    }

    /// The result for a side that repeats positions by giving check with every move, if a rule says so.
    pub(crate) const fn perpetual_check(&self) -> Option<Verdict> {
        self.said.perpetual_check
    }

    /// White's and Black's share of one point after an end for a reason of the format.
    pub(crate) fn scores(&self, reason: Reason, winner: Option<Color>) -> [f64; 2] {
        let Some(winner) = winner else {
            return [0.5; 2];
        };
        let named: &[Reason] = match reason {
            Reason::Resignation => &[reason, Reason::Checkmate],
            Reason::TimeForfeit => &[reason, Reason::Resignation, Reason::Checkmate],
            _ => &[reason],
        };
        let said = |reason: &Reason| {
            let mut rules = self.rules().iter();
            rules.find_map(|named| named.rule.score(*reason, winner))
        };
        let share = named.iter().find_map(said).unwrap_or(1.0);
        match winner {
            Color::White => [share, rest_of_point(share)],
            Color::Black => [rest_of_point(share), share],
        }
    }

    /// Whether some end for a reason of the format is not worth a point to its winner.
    pub(crate) fn has_scores(&self) -> bool {
        let scores = |rule: &dyn Rule, reason: Reason| {
            let mut winners = Color::ALL.into_iter();
            winners.any(|winner| rule.score(reason, winner).is_some())
        };
        let differs = |reason: &Reason| {
            let mut rules = self.rules().iter();
            rules.any(|named| scores(&*named.rule, *reason))
        };
        Reason::ALL.iter().any(differs)
    }

    /// Who wins a game that would be drawn in a position, if a rule says so.
    pub(crate) fn adjudicated(&self, setup: &Setup) -> Option<Color> {
        let mut rules = self.rules_in(Phases::COURSE);
        rules.find_map(|(rule, named)| named.rule.adjudicate(&RuleContext::new(self, setup, rule)))
    }

    /// The result for the side to move, if rules may decide what would be a draw.
    pub(crate) fn settled(&self, setup: &Setup, verdict: Verdict) -> Verdict {
        match verdict {
            Verdict::Draw => self.adjudicated(setup).map_or(Verdict::Draw, |winner| {
                if winner == setup.turn {
                    Verdict::Win
                } else {
                    Verdict::Loss
                }
            }),
            Verdict::Win | Verdict::Loss => verdict,
        }
    }

    /// The rule by which the game is being set up in a position.
    #[inline]
    pub(crate) fn set_up_by<'a>(&'a self, setup: &'a Setup) -> Option<(RuleId, &'a NamedRule)> {
        if !self.rules_speak_in(Phases::SET_UP) {
            return None;
        }
        let mut rules = self.rules_in(Phases::SET_UP);
        rules.find(|(rule, named)| named.rule.sets_up(&RuleContext::new(self, setup, *rule)))
    }

    /// Whether a rule holds pieces beside the board, now or later.
    pub(crate) fn may_hold(&self) -> bool {
        let mut rules = self.rules().iter();
        rules.any(|named| named.rule.stock(&RuleState::EMPTY).is_some())
    }

    /// The kinds of which a side must keep more than a number, each with that number and by side the roles
    /// that count: it has lost otherwise, or its last ones are royal.
    pub(crate) fn kinds_to_keep(&self) -> Vec<KindToKeep> {
        let lacks = self.lacks().iter();
        let lacks = lacks.filter(|lack| lack.result == Some(Verdict::Loss));
        let mut kept: Vec<KindToKeep> =
            lacks.map(|lack| (lack.kinds.clone(), lack.limit)).collect();
        if let Some(last) = self.last_royal() {
            let kinds = last.kinds.iter();
            let royal = kinds.map(|kind| ([kind.clone(), kind.clone()], last.limit));
            let royal: Vec<_> = royal.filter(|kind| !kept.contains(kind)).collect();
            kept.extend(royal);
        }
        kept
    }

    /// What rules hold for the sides beside the hands, in some position.
    pub(crate) fn stocks<'a>(
        &'a self,
        setup: &'a Setup,
    ) -> impl Iterator<Item = (&'a NamedRule, Stock)> {
        self.rules_with_ids().filter_map(|(rule, named)| {
            let state = setup.special.custom.get(rule);
            Some((named, named.rule.stock(state)?))
        })
    }
}

/// What rules say by which tables know all that they do.
fn known<T>(rules: &[NamedRule], said: fn(&dyn Rule) -> Vec<T>) -> Vec<T> {
    let known = rules.iter().filter(|named| named.in_tables);
    known.flat_map(|named| said(&*named.rule)).collect()
}

/// What is left of a point, to six decimals: `1.0 - 0.56` is not quite `0.44`.
pub(crate) fn rest_of_point(share: f64) -> f64 {
    ((1.0 - share) * 1e6).round() / 1e6
}
