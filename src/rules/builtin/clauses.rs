//! Rules that consist of clauses: `rules.forbid`, `rules.require`, `rules.effects`, `rules.moves`
//! and `rules.ends` of the definition, and the library entries of `rules.use`.
//!
//! When a move ends the game, a FEN field stores White's share in thousandths and the reason:
//! `ended` for clauses of the definition, `decided` for those of the library. If a clause depends
//! on the previous move and may apply after it, the field of its rule stores that move.

use std::sync::OnceLock;

use crate::definition::clause::HomeChoice;
use crate::definition::{RoyalRule, VariantDef};
use crate::geometry::{BoardShape, Square, SquareSet};
use crate::movement::Movement;
use crate::rules::clauses::{
    Condition, EffectClause, EndClause, Ends, Inspect, Later, Model, MoveClause, MoveFacts, Set,
    Words, added_effects, attack, attack_by_enemies, capture_from_afar, captured_besides,
    captures_besides, following_effects, is_asked, is_lost, kinds, latest, lets_capture, mirrored,
    offer, read, sentence, write,
};
use crate::rules::data::{
    After, AllRules, Attack, Decision, EndWords, LegalMoves, Moves, Past, Phases, Rule,
    RuleContext, RuleEnd, RuleError, RuleFact, RuleFinding,
};
use crate::state::{Color, Effects, Move, Piece, Role, RuleState};

mod entries;

/// The compiled clauses of one rule.
#[derive(Default)]
pub(super) struct Clauses {
    forbidden: Vec<Clause>,
    /// Whether moves to dead ends are illegal, which the engines evaluate.
    forbids_dead_ends: bool,
    /// The conditions of required moves, in order of precedence.
    required: Vec<Condition>,
    effects: Vec<EffectClause>,
    /// Whether effects make captures illegal, or let royal pieces survive them.
    judges_captures: bool,
    /// Whether effects capture.
    captures: bool,
    /// Whether some clause depends on the previous move, computed on first use.
    reads_last: OnceLock<bool>,
    moves: Vec<MoveClause>,
    ends: Ends,
    words: Vec<String>,
    words_of_ends: Vec<EndWords>,
    /// The texts of the clauses: forbidden moves, effects, moves, ends and requirements.
    written: [Vec<Written>; 5],
    /// Whether pieces may be dropped, and whether they can leave the hand at all.
    may_drop: bool,
    uses_hands: bool,
    /// The names of the pieces.
    kinds: Vec<String>,
}

/// The text of a clause as quoted in warnings, and its place.
#[derive(Clone)]
pub(super) struct Written {
    pub(super) clause: String,
    pub(super) place: String,
}

/// A clause that forbids moves.
struct Clause {
    condition: Condition,
    /// Whether a side without moves is checkmated while the condition holds for it.
    mates: bool,
    /// Whether captures that it forbids are no attacks.
    bars_attacks: bool,
    asks_for_mate: bool,
}

impl Clauses {
    pub(super) fn new(def: &VariantDef) -> Clauses {
        Clauses {
            may_drop: true,
            uses_hands: true,
            kinds: kinds(def),
            ..Clauses::default()
        }
    }

    /// Adds the sentence that describes a named set.
    pub(super) fn name(&mut self, def: &VariantDef, name: &str, set: &Set) {
        self.words.extend(Words::of(def).named(name, set));
    }

    /// Adds an effect clause and its description.
    pub(super) fn effect(&mut self, def: &VariantDef, effect: EffectClause, written: Written) {
        self.words.push(Words::of(def).effect(&effect));
        if effect.changes_sides() && def.demand() != RoyalRule::None {
            let said = "A side that loses its last royal piece in this way has lost the game.";
            self.words.push(said.to_owned());
        }
        for choice in effect.home_choices() {
            let which = match choice {
                HomeChoice::Usual => {
                    ": of two, the one of the color of its square; of more, the one on its file"
                }
                HomeChoice::ByFile => {
                    " on its file, or the square of its file on their common rank"
                }
                HomeChoice::ByColor => {
                    " of the color of its square; of several, the one on the nearest file"
                }
            };
            self.words.push(format!(
                "The home square of a piece is the start square of its kind{which}. A captured piece comes from the \
                 square of its capture, and a promoted piece has the home square of its new kind."
            ));
        }
        if effect.leads_to_squares() {
            let said =
                "A piece that reaches a start square of its kind in this way counts as unmoved.";
            self.words.push(said.to_owned());
        }
        let effect = effect.normal(def.pieces.len());
        if def.pieces.values().any(|piece| piece.royal) {
            let exceptions = effect.royal_exceptions(|piece| is_royal(def, piece));
            self.words.extend(exceptions.map(str::to_owned));
        }
        self.judges_captures |= effect.judges_captures(|piece| is_royal(def, piece));
        self.captures |= effect.captures();
        self.effects.push(effect);
        self.written[1].push(written);
    }

    /// Adds a clause that gives moves, and its description.
    pub(super) fn move_clause(&mut self, def: &VariantDef, clause: MoveClause, written: Written) {
        self.words.push(Words::of(def).moves(&clause));
        if !matches!(clause.model, Some(Model::Movement(..)) | None) && self.moves.is_empty() {
            let said = "Moves as another piece are neither first moves nor castling, and do not capture en passant. \
                A piece that makes them promotes as itself.";
            self.words.push(said.to_owned());
        }
        self.moves.push(clause.normal(def.pieces.len()));
        self.written[2].push(written);
    }

    /// Adds a clause that ends the game, and its description.
    pub(super) fn end_clause(&mut self, def: &VariantDef, end: EndClause, written: Written) {
        self.words_of_ends.push(Words::of(def).end(&end));
        self.ends.push(end.normal(def.pieces.len()));
        self.written[3].push(written);
    }

    /// Adds a condition of required moves, and its description.
    pub(super) fn require(&mut self, def: &VariantDef, condition: Condition, written: Written) {
        let said = Words::of(def).condition(&condition);
        let which = if self.required.is_empty() {
            "If any legal move fulfills this condition"
        } else {
            "If any of these moves fulfills this condition"
        };
        self.words.push(sentence(&format!(
            "{which}, only such moves are legal: {said}."
        )));
        self.required.push(condition.normal(def.pieces.len()));
        self.written[4].push(written);
    }

    fn changes_sides(&self) -> bool {
        self.all_effects().any(EffectClause::changes_sides)
    }

    /// The effects of all moves, and those of the moves that clauses give.
    fn all_effects(&self) -> impl Iterator<Item = &EffectClause> {
        let of_moves = self
            .moves
            .iter()
            .filter_map(|clause| clause.effect.as_ref());
        self.effects.iter().chain(of_moves)
    }

    /// Adds a clause that forbids moves, and its description.
    pub(super) fn forbid(
        &mut self,
        def: &VariantDef,
        condition: Condition,
        mates: bool,
        written: Written,
    ) {
        let said = Words::of(def).condition(&condition);
        self.words
            .push(sentence(&format!("A move is illegal if {said}.")));
        if mates {
            let said = "A side without legal moves is checkmated if this holds of its position.";
            self.words.push(said.to_owned());
        }
        let last_are_royal = def.rules.last_are_royal();
        let is_royal =
            |kind| last_are_royal || def.piece(kind).is_some_and(|(_, piece)| piece.royal);
        // In games without check, attacks do not matter.
        let bars_attacks = def.demand() == RoyalRule::Check
            && !condition.needs_move()
            && !condition.spares_royals(is_royal);
        let asks_for_mate = condition.asks_for_mate();
        let condition = condition.normal(def.pieces.len());
        if condition.is_of_dead_ends() {
            self.forbids_dead_ends = true;
            return;
        }
        self.forbidden.push(Clause {
            condition,
            mates,
            bars_attacks,
            asks_for_mate,
        });
        self.written[0].push(written);
    }

    /// The conditions of forbidden and required moves and of ends.
    fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let forbidden = self.forbidden.iter().map(|clause| &clause.condition);
        let ends = self.ends.iter().map(|end| &end.condition);
        forbidden.chain(ends).chain(&self.required)
    }

    /// All conditions and sets of the clauses.
    fn trees(&self) -> impl Iterator<Item = &dyn Inspect> {
        let conditions = self.conditions().map(|one| one as &dyn Inspect);
        let effects = self.effects.iter().map(|one| one as &dyn Inspect);
        let moves = self.moves.iter().map(|one| one as &dyn Inspect);
        conditions.chain(effects).chain(moves)
    }

    /// Whether some clause depends on the previous move. PERF: called after every move.
    fn reads_last(&self) -> bool {
        let reads = || self.trees().any(Inspect::reads_last);
        *self.reads_last.get_or_init(reads)
    }

    /// The stored move; empty if no clause that depends on it can apply after it.
    fn latest(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        if !self.reads_last() {
            return None;
        }
        let state = latest(before, mv, after);
        let mut conditions = self.conditions();
        let matters = conditions.any(|one| one.reads_last() && one.may_follow(&state, after))
            || (self.effects.iter()).any(|effect| effect.may_follow(&state, after));
        Some(if matters { state } else { RuleState::EMPTY })
    }
}

/// Whether a kind of piece is royal.
fn is_royal(def: &VariantDef, piece: Piece) -> bool {
    let kind = def.piece(piece.role.into());
    kind.is_some_and(|(_, kind)| kind.royal)
}

impl Rule for Clauses {
    fn phases(&self) -> Phases {
        let forbids = |which: fn(&Clause) -> bool| self.forbidden.iter().any(which);
        let effects = |which: fn(&EffectClause) -> bool| self.effects.iter().any(which);
        let phases = [
            (!self.forbidden.is_empty(), Phases::FORBID),
            (!self.moves.is_empty(), Phases::OFFER),
            (!self.required.is_empty(), Phases::DUTY),
            (effects(|effect| effect.follows), Phases::FOLLOW),
            (
                effects(|effect| !effect.follows) || self.moves.iter().any(|clause| clause.is_only),
                Phases::EFFECT,
            ),
            (
                forbids(|clause| clause.bars_attacks) || self.judges_captures,
                Phases::BAR_ATTACKS,
            ),
            (
                self.captures || self.moves.iter().any(MoveClause::concerns_attacks),
                Phases::ATTACK,
            ),
            (
                forbids(|clause| clause.mates) || self.changes_sides(),
                Phases::END,
            ),
            (self.reads_last(), Phases::REMEMBER),
            (self.ends.settle(), Phases::ADJUDICATION),
        ];
        let phases = phases.into_iter().filter(|(speaks, _)| *speaks);
        phases.fold(self.ends.phases(), |all, (_, phase)| all | phase)
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        offer(&self.moves, at, moves);
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        if is_lost(&self.moves, at, &mv) {
            return;
        }
        let mut add = |mut mv: Move| {
            if self.captures {
                let victims = captured_besides(self.effects.iter(), at, &mv);
                mv.captures.extend(victims);
                mv.captures.sort_unstable();
            }
            let mut ways = added_effects(self.effects.iter(), at, &mv);
            let last = ways.pop();
            for effects in ways {
                let mut mv = mv.clone();
                mv.effects.extend(effects);
                moves.push(mv);
            }
            if let Some(effects) = last {
                mv.effects.extend(effects);
                moves.push(mv);
            }
        };
        match capture_from_afar(&self.effects, at, &mv) {
            None => add(mv),
            Some((shot, is_optional)) => {
                shot.into_iter().for_each(&mut add);
                if is_optional {
                    add(mv);
                }
            }
        }
    }

    fn follow(&self, before: &RuleContext<'_>, mv: &Move, after: &RuleContext<'_>) -> Effects {
        let mut effects = Effects::new();
        effects.extend(following_effects(&self.effects, before, mv, after));
        effects
    }

    fn facts(&self) -> Vec<RuleFact> {
        let dead_ends = self.forbids_dead_ends.then_some(RuleFact::NoDeadEnds);
        // The tables evaluate ends of a rule that has no other content.
        let only_ends = self.phases().without(Phases::ADJUDICATION) == Phases::END;
        let ends = (only_ends && !self.changes_sides()).then(|| self.ends.facts());
        dead_ends
            .into_iter()
            .chain(ends.into_iter().flatten())
            .collect()
    }

    fn rearranges(&self) -> bool {
        !self.effects.is_empty() || !self.moves.is_empty()
    }

    fn may_win(&self) -> bool {
        let acts = !self.effects.is_empty() || self.moves.iter().any(MoveClause::may_win);
        let forbids = !self.forbidden.is_empty() || self.forbids_dead_ends;
        forbids || acts || !self.required.is_empty() || self.ends.may_win()
    }

    fn restores_first_moves(&self) -> bool {
        let mut effects = self.all_effects();
        effects.any(|effect| effect.decides_victims() || effect.decides_mover())
    }

    fn brings(&self) -> Vec<Role> {
        let effects = self.effects.iter().flat_map(EffectClause::kinds_made);
        let moves = self.moves.iter().flat_map(MoveClause::kinds_made);
        effects.chain(moves).collect()
    }

    fn decides(&self) -> &'static [Decision] {
        let effects = self.effects.iter();
        match (
            effects.clone().any(EffectClause::decides_victims),
            effects.clone().any(EffectClause::decides_mover),
        ) {
            (true, true) => &[Decision::Victim, Decision::Captor],
            (true, false) => &[Decision::Victim],
            (false, true) => &[Decision::Captor],
            (false, false) => &[],
        }
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let end = self.ends.remember(before, mv, after);
        end.or_else(|| self.latest(before, mv, after))
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        if self.ends.has_ended(state) {
            return self.ends.write_state(state);
        }
        write(state, &self.kinds, shape)
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        let end = self.ends.read_state(text);
        end.or_else(|| read(text, &self.kinds, shape).filter(|_| self.reads_last()))
    }

    fn mirror_state(&self, state: &RuleState, shape: &BoardShape) -> Option<RuleState> {
        Some(if self.ends.has_ended(state) {
            self.ends.mirrored(state)
        } else {
            mirrored(state, shape)
        })
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let end = self.ends.end(at);
        if end.is_some() {
            return end;
        }
        // In games played to the capture of royal pieces, that rule ends the game.
        if !self.changes_sides() || at.demand() != RoyalRule::Check {
            return None;
        }
        let is_royal = |piece: &Piece| at.is_royal(piece.role);
        let at_start = |color: Color| {
            let pieces = at.home().pieces_of(color).map(|(_, piece)| piece);
            pieces.filter(is_royal).count()
        };
        // Royal pieces in hand, or lost otherwise, are left to other rules.
        let has_lost = |color: &Color| {
            let mut waiting = at.hand(*color).iter();
            at.royals(*color).next().is_none()
                && !waiting.any(|(role, _)| at.is_royal(role))
                && at.royals(color.opponent()).count() > at_start(color.opponent())
        };
        let loser = Color::ALL.into_iter().find(has_lost)?;
        Some(RuleEnd::win(loser.opponent(), "king-converted"))
    }

    fn stalemate(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        self.ends.stalemate(at)
    }

    fn watches(&self, at: &RuleContext<'_>) -> Option<SquareSet> {
        let mut forbidden = self.forbidden.iter();
        let may_hold = forbidden.any(|clause| clause.condition.may_follow(at.state(), at));
        (!may_hold).then(SquareSet::new)
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        let facts = MoveFacts::of_move(mv);
        let mut clauses = self.forbidden.iter();
        let after = Some(Later::OnDemand(after));
        clauses.any(|clause| {
            is_asked(clause.asks_for_mate) && clause.condition.holds(at, &facts, after)
        })
    }

    fn checkmate(&self, at: &RuleContext<'_>, past: &Past<'_>) -> Option<RuleEnd> {
        self.ends.mate(at, past)
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let facts = MoveFacts::of_attack(piece, from, target);
        let mut clauses = self.forbidden.iter().filter(|clause| clause.bars_attacks);
        let is_barred = clauses.any(|clause| clause.condition.holds(at, &facts, None));
        if is_barred {
            Attack::Never
        } else if self.captures && captures_besides(&self.effects, at, piece, from, target) {
            Attack::Also
        } else if self.judges_captures && !lets_capture(&self.effects, at, piece, from, target) {
            Attack::Never
        } else if self.moves.is_empty() {
            Attack::AsItMoves
        } else {
            attack(&self.moves, at, piece, from, target)
        }
    }

    fn attack_by_enemies(&self, at: &RuleContext<'_>, by: Color, target: Square) -> bool {
        attack_by_enemies(&self.moves, at, by, target)
    }

    fn words_of_moves(&self) -> Vec<(String, &Movement)> {
        let movements = self.moves.iter().filter_map(MoveClause::movement);
        let shown = movements.map(|(movement, text)| {
            let lead = format!("The moves that `{text}` gives:");
            (lead, movement.movement())
        });
        shown.collect()
    }

    fn duty(&self, at: &RuleContext<'_>, moves: &mut LegalMoves<'_>) {
        for condition in &self.required {
            if is_asked(condition.asks_for_mate()) {
                moves.prefer(|mv| {
                    let after = at.after(mv);
                    let later = Some(Later::OnDemand(&after));
                    condition.holds(at, &MoveFacts::of_move(mv), later)
                });
            }
        }
    }

    fn depends_on_first_moves(&self) -> bool {
        self.trees().any(Inspect::depends_on_first_moves)
    }

    fn last_distinct_turn(&self) -> u16 {
        self.trees().map(Inspect::last_turn).max().unwrap_or(0)
    }

    fn uses_first_move(&self, _: &RuleContext<'_>, _: Square) -> bool {
        self.depends_on_first_moves()
    }

    fn mates(&self, at: &RuleContext<'_>) -> bool {
        let mut clauses = self.forbidden.iter().filter(|clause| clause.mates);
        clauses.any(|clause| clause.condition.holds_for(at, at.turn()))
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        self.words_of_ends.clone()
    }

    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.may_drop = all.may_drop();
        self.uses_hands = all.uses_hands();
        Ok(())
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        self.doubts(def)
    }
}
