//! Rules that are clauses: those of the definition behind `rules.forbid`, `rules.effects`, `rules.moves` and
//! `rules.ends`, and those of the library behind `rules.use`.
//!
//! Where a move ends the game, the fields `ended` and `decided` of a FEN have White's share in thousandths and the
//! reason: the one for clauses of the definition, the other for those of the library.

use crate::definition::clause::{self, ClauseError, RuleEntry};
use crate::definition::{ONLY_SETTING, RoyalRule, RuleValue, VariantDef};
use crate::geometry::{BoardShape, Square};
use crate::movement::Movement;
use crate::rules::clauses::{
    Condition, EffectClause, EndClause, Ends, Later, Model, MoveClause, MoveFacts, ResolveError,
    Resolver, RuleFact, Words, added_effects, attack, capture_from_afar, is_lost, lets_capture,
    offer,
};
use crate::rules::{
    After, AllRules, Attack, CustomRule, Decision, EndWords, Goal, Lack, Moves, Phases,
    RuleContext, RuleEnd, RuleError, RuleFinding, RuleSettings,
};
use crate::source::codes;
use crate::state::{Color, Move, Piece, RuleState};

/// Clauses that forbid moves, say what else they do, or end the game.
pub(super) struct Clauses {
    forbidden: Vec<Clause>,
    effects: Vec<EffectClause>,
    /// Whether effects make captures illegal, or let royal pieces survive them.
    judges_captures: bool,
    moves: Vec<MoveClause>,
    ends: Ends,
    words: Vec<String>,
    words_of_ends: Vec<EndWords>,
    /// The clauses that forbid moves, the effects, the moves and the ends as they are written.
    written: [Vec<Written>; 4],
    /// Whether anything may be dropped.
    may_drop: bool,
}

/// A clause as it is written: what doubts about it call it, and its place.
#[derive(Clone)]
pub(super) struct Written {
    clause: String,
    place: String,
}

/// A clause that forbids moves.
struct Clause {
    condition: Condition,
    /// Whether a side without moves is checkmated while the condition holds for it.
    mates: bool,
    /// Whether pieces do not attack by the captures that it forbids.
    bars_attacks: bool,
}

/// An error in a text behind some keys.
pub(super) fn refused(error: ResolveError, place: String, text: &str) -> RuleError {
    let bytes = error.place.clone();
    refused_at(error, place).within(text, bytes)
}

/// An error at the value behind some keys.
fn refused_at(error: ResolveError, place: impl Into<String>) -> RuleError {
    let refused = RuleError::with_code(error.code, error.message).about(place);
    error.help.into_iter().fold(refused, RuleError::with_help)
}

impl From<ClauseError> for ResolveError {
    fn from(error: ClauseError) -> ResolveError {
        ResolveError {
            code: codes::BAD_CLAUSE,
            message: error.message,
            help: error.help,
            place: error.place,
        }
    }
}

impl Clauses {
    pub(super) fn new() -> Clauses {
        Clauses {
            forbidden: Vec::new(),
            effects: Vec::new(),
            judges_captures: false,
            moves: Vec::new(),
            ends: Ends::default(),
            words: Vec::new(),
            words_of_ends: Vec::new(),
            written: [const { Vec::new() }; 4],
            may_drop: true,
        }
    }

    /// Reads the clauses that are all that a rule says. `add` adds one.
    pub(super) fn read(
        settings: &RuleSettings<'_>,
        add: impl Fn(&mut Clauses, &Resolver<'_>, &str, Written) -> Result<(), ResolveError>,
    ) -> Result<Box<dyn CustomRule>, RuleError> {
        let mut read = Clauses::new();
        let resolver = Resolver::of(settings.def());
        let texts = settings.texts(ONLY_SETTING)?.into_iter().flatten();
        for (item, text) in texts.enumerate() {
            let place = settings.place_of(ONLY_SETTING, item);
            let written = Written {
                clause: text.to_owned(),
                place: place.clone(),
            };
            add(&mut read, &resolver, text, written)
                .map_err(|error| refused(error, place, text))?;
        }
        Ok(Box::new(read))
    }

    /// Adds what else moves do, with its sentence.
    pub(super) fn effect(&mut self, def: &VariantDef, effect: EffectClause, written: Written) {
        self.words.push(Words { def }.effect(&effect));
        if effect.changes_sides() {
            let said = "Whoever loses the last royal piece so has lost the game.";
            self.words.push(said.to_owned());
        }
        if effect.leads_home() {
            let said = "The home square of a piece is where such a piece stands at the start: of two the one of the \
                        color of its square, of more the one on its file. A captured piece comes from the square of \
                        its capture, and one that was promoted has the home of what it became.";
            self.words.push(said.to_owned());
        }
        if effect.decides_victims() || effect.decides_mover() {
            let said = "Who so comes to a square on which such a piece stands at the start counts as unmoved.";
            self.words.push(said.to_owned());
        }
        let effect = effect.normal(def.pieces.len());
        self.judges_captures |= effect.judges_captures(|piece| is_royal(def, piece));
        self.effects.push(effect);
        self.written[1].push(written);
    }

    /// Adds moves that pieces have, with their sentence.
    pub(super) fn move_clause(&mut self, def: &VariantDef, clause: MoveClause, written: Written) {
        self.words.push(Words { def }.moves(&clause));
        if !matches!(clause.model, Some(Model::Movement(..)) | None) && self.moves.is_empty() {
            let said = "Moves as another piece are neither first moves nor castling and capture nothing en passant. \
                        Whoever makes them promotes as itself.";
            self.words.push(said.to_owned());
        }
        self.moves.push(clause.normal(def.pieces.len()));
        self.written[2].push(written);
    }

    /// Adds what ends the game, with its words.
    pub(super) fn end_clause(&mut self, def: &VariantDef, end: EndClause, written: Written) {
        self.words_of_ends.push(Words { def }.end(&end));
        self.ends.push(end.normal(def.pieces.len()));
        self.written[3].push(written);
    }

    fn changes_sides(&self) -> bool {
        self.effects.iter().any(EffectClause::changes_sides)
    }

    /// Adds a clause that forbids moves, with its sentence.
    pub(super) fn forbid(
        &mut self,
        def: &VariantDef,
        condition: Condition,
        mates: bool,
        written: Written,
    ) {
        let said = Words { def }.condition(&condition);
        self.words.push(format!("A move is illegal if {said}."));
        if mates {
            let said = "A side without legal moves is checkmated if this holds of its position.";
            self.words.push(said.to_owned());
        }
        let last_are_royal = def.rules.last_are_royal();
        let is_royal =
            |kind| last_are_royal || def.piece(kind).is_some_and(|(_, piece)| piece.royal);
        // Where nobody is in check, nothing is asked about attacks.
        let bars_attacks = def.demand() == RoyalRule::Check
            && !condition.needs_move()
            && !condition.spares_royals(is_royal);
        self.forbidden.push(Clause {
            condition: condition.normal(def.pieces.len()),
            mates,
            bars_attacks,
        });
        self.written[0].push(written);
    }

    /// Adds an entry of the library with the values of its parameters.
    pub(super) fn add_entry(
        &mut self,
        settings: &RuleSettings<'_>,
        name: &str,
        entry: &RuleEntry,
    ) -> Result<(), RuleError> {
        let given = if let Some(RuleValue::Table(_)) = settings.value(name) {
            settings.table(name)?
        } else {
            settings.flag(name).map_err(|error| {
                error.with_help("`true` takes the usual values of its parameters, a table others")
            })?;
            None
        };
        let def = settings.def();
        let mut parameters = Vec::new();
        for (parameter, default) in &entry.parameters {
            let text = match &given {
                Some(given) => given.text(parameter)?,
                None => None,
            };
            let value = match (text, default) {
                (Some(text), _) => {
                    let at_value = |error| refused(error, format!("{name}.{parameter}"), text);
                    let value = clause::parse_set(text).map_err(|error| at_value(error.into()))?;
                    // A wrong name is told where it is written.
                    Resolver::of(def).operand(&value).map_err(at_value)?;
                    value
                }
                (None, Some(default)) => default.clone(),
                (None, None) => {
                    let message = format!("`{name}` needs its parameter `{parameter}`");
                    let help = format!("name the pieces: `{name} = {{ {parameter} = 'queen' }}`");
                    return Err(RuleError::missing(&message, &help).about(name));
                }
            };
            parameters.push((parameter.clone(), value));
        }
        let resolver = Resolver {
            def,
            parameters: &parameters,
            choices: &[],
            has_it: false,
        };
        let is_own = def.rules.library.contains_key(name);
        let at_entry = |key: &str, item: usize, error: ResolveError| {
            if is_own {
                return refused(error, format!(".library.{name}.{key}.{item}"), "");
            }
            refused_at(error, name)
        };
        let written = Written {
            clause: name.to_owned(),
            place: name.to_owned(),
        };
        for (number, (tree, mates)) in entry.forbid.iter().enumerate() {
            let condition = resolver.condition(tree);
            let condition = condition.map_err(|error| at_entry("forbid", number, error))?;
            self.forbid(def, condition, *mates, written.clone());
        }
        for (number, tree) in entry.effects.iter().enumerate() {
            let effect = resolver.effect(tree);
            let effect = effect.map_err(|error| at_entry("effects", number, error))?;
            self.effect(def, effect, written.clone());
        }
        for (number, tree) in entry.moves.iter().enumerate() {
            let clause = resolver.moves(tree);
            let clause = clause.map_err(|error| at_entry("moves", number, error))?;
            self.move_clause(def, clause, written.clone());
        }
        for (number, tree) in entry.ends.iter().enumerate() {
            let end = resolver.end(tree);
            let end = end.map_err(|error| at_entry("ends", number, error))?;
            self.end_clause(def, end, written.clone());
        }
        Ok(())
    }

    /// What the tables know of the ends, where that is all that these clauses say.
    fn facts(&self) -> Vec<RuleFact> {
        if self.phases().without(Phases::COURSE) != Phases::END || self.changes_sides() {
            return Vec::new();
        }
        self.ends.facts()
    }
}

/// Whether a kind of piece is royal.
fn is_royal(def: &VariantDef, piece: Piece) -> bool {
    let kind = def.piece(piece.role.into());
    kind.is_some_and(|(_, kind)| kind.royal)
}

impl CustomRule for Clauses {
    fn phases(&self) -> Phases {
        let forbids = |which: fn(&Clause) -> bool| self.forbidden.iter().any(which);
        let phases = [
            (!self.forbidden.is_empty(), Phases::FORBID),
            (!self.moves.is_empty(), Phases::OFFER),
            (
                !self.effects.is_empty() || self.moves.iter().any(|clause| clause.is_only),
                Phases::EFFECT,
            ),
            (
                forbids(|clause| clause.bars_attacks)
                    || self.judges_captures
                    || !self.moves.is_empty(),
                Phases::ATTACK,
            ),
            (
                forbids(|clause| clause.mates) || self.changes_sides(),
                Phases::END,
            ),
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
        let mut add = |mv: Move| {
            for effects in added_effects(self.effects.iter(), at, &mv) {
                let mut mv = mv.clone();
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

    fn lacks(&self) -> Vec<Lack> {
        let facts = self.facts().into_iter();
        let lacks = facts.filter_map(|fact| match fact {
            RuleFact::Lack(lack) => Some(lack),
            RuleFact::Goal(_) => None,
        });
        lacks.collect()
    }

    fn goals(&self) -> Vec<Goal> {
        let facts = self.facts().into_iter();
        let goals = facts.filter_map(|fact| match fact {
            RuleFact::Goal(goal) => Some(goal),
            RuleFact::Lack(_) => None,
        });
        goals.collect()
    }

    fn rearranges(&self) -> bool {
        !self.effects.is_empty()
    }

    fn may_win(&self) -> bool {
        let acts = !self.effects.is_empty() || !self.moves.is_empty();
        !self.forbidden.is_empty() || acts || self.ends.may_win()
    }

    fn restores_first_moves(&self) -> bool {
        let mut effects = self.effects.iter();
        effects.any(|effect| effect.decides_victims() || effect.decides_mover())
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
        self.ends.remember(before, mv, after)
    }

    fn write_state(&self, state: &RuleState, _: &BoardShape) -> String {
        self.ends.write_state(state)
    }

    fn read_state(&self, text: &str, _: &BoardShape) -> Option<RuleState> {
        self.ends.read_state(text)
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let end = self.ends.end(at);
        if end.is_some() {
            return end;
        }
        // Where royal pieces are captured, the rule about that ends the game.
        if !self.changes_sides() || at.demand() != RoyalRule::Check {
            return None;
        }
        let is_royal = |piece: &Piece| at.is_royal(piece.role);
        let at_start = |color: Color| {
            let pieces = at.home().pieces_of(color).map(|(_, piece)| piece);
            pieces.filter(is_royal).count()
        };
        // Royal pieces that wait in hand, or were lost otherwise, are a matter of other rules.
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

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        let facts = MoveFacts::of_move(mv);
        let mut clauses = self.forbidden.iter();
        let after = Some(Later::OnDemand(after));
        clauses.any(|clause| clause.condition.holds(at, &facts, after))
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let facts = MoveFacts::of_attack(piece, from, target);
        let mut clauses = self.forbidden.iter().filter(|clause| clause.bars_attacks);
        let is_barred = clauses.any(|clause| clause.condition.holds(at, &facts, None));
        if is_barred
            || self.judges_captures && !lets_capture(&self.effects, at, piece, from, target)
        {
            Attack::Never
        } else if self.moves.is_empty() {
            Attack::AsItMoves
        } else {
            attack(&self.moves, at, piece, from, target)
        }
    }

    fn words_of_moves(&self) -> Vec<(String, &Movement)> {
        let movements = self.moves.iter().filter_map(MoveClause::movement);
        let shown = movements.map(|(movement, text)| {
            let lead = format!("The moves that `{text}` gives:");
            (lead, movement.movement())
        });
        shown.collect()
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
        Ok(())
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let [forbid, effects, moves, ends] = &self.written;
        let of_drops = |is_about_drops: bool, clause: &str| {
            let finding =
                || RuleFinding::new(format!("`{clause}` is about drops, and nothing is dropped"));
            (is_about_drops && !self.may_drop).then(finding)
        };
        let comes_back = self.effects.iter().any(EffectClause::brings_back);
        let royal = |piece: Piece| is_royal(def, piece);
        let forbid = self.forbidden.iter().zip(forbid).map(|(one, written)| {
            let clause = &written.clause;
            let of_drops = || of_drops(one.condition.is_about_drops(), clause);
            (written, one.condition.doubt(clause).or_else(of_drops))
        });
        let effects = self.effects.iter().zip(effects).map(|(one, written)| {
            let clause = &written.clause;
            let of_drops = || of_drops(one.is_about_drops(), clause);
            let doubt = one.doubt(clause, comes_back, royal);
            (written, doubt.or_else(of_drops))
        });
        let moves = self.moves.iter().zip(moves);
        let moves = moves.map(|(one, written)| (written, one.doubt(&written.clause)));
        let ends = self.ends.iter().zip(ends).map(|(one, written)| {
            let clause = &written.clause;
            let of_drops = || of_drops(one.condition.is_about_drops(), clause);
            (written, one.doubt(clause).or_else(of_drops))
        });
        let all = forbid.chain(effects).chain(moves).chain(ends);
        all.filter_map(|(written, doubt)| Some(doubt?.about(written.place.clone())))
            .collect()
    }
}
